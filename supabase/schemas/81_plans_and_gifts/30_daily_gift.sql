-- A credit a day for who comes by, and a word in time for who runs out.

create table billing.daily_gifts (
  user_id uuid primary key,
  last_day date not null,
  streak int not null default 1 check (streak > 0),
  joker_used_on date
);
comment on table billing.daily_gifts is 'joker_used_on: the last day that was missed without losing the streak, one in seven days.';

create function billing.daily_gift_obstacle(p_user uuid) returns text
language sql
set search_path = ''
as $$
  select case
    when not exists (
      select from auth.users u join public.profiles p on p.id = u.id
      where u.id = p_user and p.status = 'active' and not u.is_anonymous
        and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)) then 'unproven'
    when (select u.created_at from auth.users u where u.id = p_user) > billing.clock() - interval '24 hours' then 'new'
    when exists (select from billing.daily_gifts d where d.user_id = p_user and d.last_day >= billing.today()) then 'taken'
    when coalesce((
      select sum(b.balance) from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.owner = 'user:' || p_user and a.asset = 'CREDIT' and a.kind in ('promo', 'paid')), 0) >= 5 then 'enough'
    when (select count(*) from billing.daily_gifts d where d.last_day = billing.today()) >= 5000 then 'gone'
  end
$$;
comment on function billing.daily_gift_obstacle(uuid) is
  'Why there is no gift today. It fills up to five credits and no further, is for accounts of a day or more with a proven address, and never becomes anybody else''s (gifts and earnings are made of bought credits): a thousand accounts have a thousand times nothing to carry away.';

create function public.daily_gift() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  d billing.daily_gifts;
  obstacle constant text := billing.daily_gift_obstacle(person);
begin
  select x.* into d from billing.daily_gifts x where x.user_id = person;
  return jsonb_build_object('can_take', obstacle is null, 'obstacle', obstacle, 'credits', 1,
    'streak', case when d.last_day >= billing.today() - 2 then d.streak else 0 end,
    'next_at', ((billing.today() + 1)::timestamp at time zone 'UTC'));
end
$$;
comment on function public.daily_gift() is
  'The gift of the day: {can_take, obstacle: unproven | new (an account of less than a day) | taken | enough (five credits or more) | gone (all are given out) | null, credits, streak, next_at}.';

create function public.take_daily_gift() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  obstacle text;
  today constant date := billing.today();
begin
  perform pg_advisory_xact_lock(hashtextextended('daily gift:' || person, 0));
  obstacle := billing.daily_gift_obstacle(person);
  if obstacle is not null then
    raise exception 'There is no gift just now' using errcode = 'PT409', hint = 'gift_' || obstacle;
  end if;
  insert into billing.daily_gifts as d (user_id, last_day) values (person, today)
  on conflict (user_id) do update set
    last_day = today,
    joker_used_on = case when billing.uses_joker(d, today) then today - 1 else d.joker_used_on end,
    streak = case
      when d.last_day = today - 1 or billing.uses_joker(d, today) then d.streak + 1
      else 1 end;
  perform ledger.give(person, 1, 'daily:' || today);
  return public.daily_gift();
end
$$;
comment on function public.take_daily_gift() is
  'Takes the gift of the day, and answers as daily_gift. A day that was missed does not end the streak, once in seven days. PT409 gift_unproven, gift_new, gift_taken, gift_enough, gift_gone.';

create function billing.uses_joker(d billing.daily_gifts, p_today date) returns boolean
language sql immutable
set search_path = ''
as $$ select d.last_day = p_today - 2 and (d.joker_used_on is null or d.joker_used_on < p_today - 7) $$;

create table billing.low_balances (
  user_id uuid primary key,
  told_at timestamptz not null default clock_timestamp()
);
comment on table billing.low_balances is 'Who was told that few credits are left: once, until there were clearly more again.';

create function app.notice_low_balance() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid;
  remaining bigint;
  few int;
begin
  if new.owner not like 'user:%' then
    return null;
  end if;
  person := substr(new.owner, 6)::uuid;
  select coalesce(sum(b.balance), 0) into remaining
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = new.owner and a.asset = 'CREDIT' and a.kind in ('promo', 'paid');
  select s.low_balance_at into few from public.profile_settings s where s.user_id = person;
  if remaining > few + 3 then
    delete from billing.low_balances l where l.user_id = person;
  elsif remaining <= few then
    insert into billing.low_balances (user_id) values (person) on conflict do nothing;
    if found then
      perform app.notify(person, 'payment', app.notification_key('low', person, clock_timestamp()), null,
        jsonb_build_object('what', 'low_balance', 'credits', remaining, 'url', '/payment'), app.uuid_v7());
    end if;
  end if;
  return null;
end
$$;
comment on function app.notice_low_balance() is 'As credits are set aside for work: as few are left as somebody wants to be told of, two unless they say otherwise. Told once, not with every picture.';

create trigger notice_low_balance after insert on ledger.holds
  for each row execute function app.notice_low_balance();
