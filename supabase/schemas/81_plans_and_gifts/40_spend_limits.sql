-- What people allow themselves to pay. A limit asks before it is passed; a larger one is slept over first.

create table public.spend_limits (
  user_id uuid not null references public.profiles (id) on delete cascade,
  period text not null check (period in ('day', 'month')),
  francs int check (francs between 100 and 15000000),
  next_francs int check (next_francs between 100 and 15000000),
  next_at timestamptz,
  primary key (user_id, period),
  constraint spend_limits_of_next check (next_francs is null or next_at is not null)
);
comment on table public.spend_limits is
  'In francs, of any 24 hours (day) or 30 days (month); null: none. next_francs holds from next_at on, where that is not null.';

alter table public.spend_limits enable row level security;
revoke all on public.spend_limits from anon, authenticated;
grant select on public.spend_limits to authenticated;
create policy "people read their own limits" on public.spend_limits
  for select to authenticated using (user_id = (select auth.uid()));

create function billing.limit_in_force(l public.spend_limits) returns int
language sql
set search_path = ''
as $$ select case when l.next_at <= billing.clock() then l.next_francs else l.francs end $$;

create function billing.passed_limit(p_user uuid, p_francs bigint) returns text
language plpgsql
set search_path = ''
as $$
declare
  l public.spend_limits;
  days int;
  spent bigint;
begin
  for l in select x.* from public.spend_limits x where x.user_id = p_user order by x.period loop
    days := case l.period when 'day' then 1 else 30 end;
    select coalesce(sum(billing.in_francs(p.currency, p.amount - p.refunded)), 0) into spent from billing.payments p
    where p.user_id = p_user and p.status in ('created', 'pending', 'paid', 'review')
      and p.created_at > billing.clock() - make_interval(days => days);
    if spent + p_francs > billing.limit_in_force(l) then
      return l.period;
    end if;
  end loop;
  return null;
end
$$;
comment on function billing.passed_limit(uuid, bigint) is
  'Which of their own limits somebody would pass by paying so many francs more: day, month, or null. What came back was not spent.';

create function public.set_spend_limit(p_period text, p_francs int default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  l public.spend_limits;
  present int;
begin
  if p_period is null or p_period not in ('day', 'month') or p_francs not between 100 and 15000000 then
    raise exception 'A limit is of a day or a month, of 100 francs or more' using errcode = 'PT422', hint = 'limit_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment:' || person, 0));
  select x.* into l from public.spend_limits x where x.user_id = person and x.period = p_period;
  present := billing.limit_in_force(l);
  if present is null or p_francs <= present then
    insert into public.spend_limits as x (user_id, period, francs) values (person, p_period, p_francs)
    on conflict (user_id, period) do update set francs = excluded.francs, next_francs = null, next_at = null;
  elsif l.next_at is null or l.next_at <= billing.clock() or l.next_francs is distinct from p_francs then
    update public.spend_limits x set francs = present, next_francs = p_francs, next_at = billing.clock() + interval '24 hours'
    where x.user_id = person and x.period = p_period;
  end if;
end
$$;
comment on function public.set_spend_limit(text, int) is
  'Sets one''s own limit of a day or a month in francs; null takes it away. A smaller one holds at once, a larger one or none after 24 hours, until when the present one asks on. PT422 limit_invalid.';
revoke execute on function public.set_spend_limit(text, int) from public, anon;
