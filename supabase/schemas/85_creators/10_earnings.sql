-- What people have earned: pending for a week, then available. In francs for everybody.

create table billing.earnings (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  source text not null check (source in ('remix', 'tip', 'prompt', 'workflow', 'commission', 'referral', 'challenge')),
  ref_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0),
  taken_back bigint not null default 0,
  state text not null default 'pending' check (state in ('pending', 'available', 'reversed')),
  release_at timestamptz not null,
  created_at timestamptz not null default billing.clock(),
  unique (source, ref_id, user_id),
  constraint earnings_taken_back check (taken_back between 0 and amount and (state = 'reversed') = (taken_back = amount))
);
comment on column billing.earnings.ref_id is 'The tip, the unlocked prompt, the fee of a workflow; of remixes the night that they were posted in.';
comment on column billing.earnings.amount is 'What came to the person: the platform''s part (fee) is off already.';
comment on column billing.earnings.taken_back is 'What went back while it was pending, because it was paid for with credits whose money went back.';
create index earnings_due on billing.earnings (release_at) where state = 'pending';
create index earnings_of_user on billing.earnings (user_id, id desc);

create function billing.earn(p_user uuid, p_source text, p_ref uuid, p_amount bigint, p_fee bigint,
  p_release_at timestamptz default null) returns void
language sql
set search_path = ''
as $$
  insert into billing.earnings (user_id, source, ref_id, amount, fee, release_at)
  values (p_user, p_source, p_ref, p_amount, p_fee, coalesce(p_release_at, billing.clock() + interval '7 days'))
$$;
comment on function billing.earn(uuid, text, uuid, bigint, bigint, timestamptz) is
  'Something earned, pending for seven days unless it is said otherwise. Called in the transaction that posts it.';

create function public.release_earnings(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  e billing.earnings;
  released int := 0;
begin
  for e in
    with due as materialized (
      select x.* from billing.earnings x
      where x.state = 'pending' and x.release_at <= billing.clock()
        and not exists (select from billing.payments q where q.user_id = x.user_id and q.dispute = 'open')
        and not exists (
          select from billing.tips t join billing.payments q on q.user_id = t.giver_id
          where x.source in ('tip', 'prompt', 'workflow') and t.id = x.ref_id and q.dispute = 'open')
        and not exists (
          select from billing.escrows s join billing.payments q on q.id = s.payment_id
          where x.source = 'commission' and s.id = x.ref_id and q.dispute = 'open')
        and not exists (
          select from billing.royalties r join billing.payments q on q.user_id = r.remixer
          where x.source = 'remix' and r.beneficiary = x.user_id and r.milli > 0 and q.dispute = 'open'
            and md5('royalty:' || x.user_id || ':' || r.posted_on)::uuid = x.ref_id)
      order by x.release_at
      limit p_limit
      for update skip locked
    )
    select * from due order by user_id, id
  loop
    perform ledger.post('earning:' || e.id || ':release', 'earning_release', jsonb_build_array(
      billing.leg('user:' || e.user_id, 'pending', 'XOF', e.taken_back - e.amount),
      billing.leg('user:' || e.user_id, 'earned', 'XOF', e.amount - e.taken_back)), 'earning', e.id::text);
    update billing.earnings set state = 'available' where id = e.id;
    released := released + 1;
  end loop;
  return released;
end
$$;
comment on function public.release_earnings(int) is
  'Makes available what has been pending for its week, except where the one who earned it or the one who gave it has an open dispute; answers how many. Any number of processes may do so at once.';

create function billing.lock_earners(p_people uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
begin
  for person in select distinct u.id from unnest(p_people) as u (id) where u.id is not null order by u.id loop
    insert into billing.royalty_carry values (person, 0) on conflict do nothing;
    perform from billing.royalty_carry c where c.user_id = person for update;
  end loop;
  perform from billing.earnings e
  where e.user_id = any (p_people) and e.state = 'pending' order by e.user_id, e.id for update;
  perform from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner in (select 'user:' || u.id from unnest(p_people) as u (id)) and a.kind = 'pending' and a.asset = 'XOF'
  order by a.owner for update of b;
end
$$;
comment on function billing.lock_earners(uuid[]) is
  'Before anything is taken back from several people: the carries as post_royalties takes them, then what release_earnings holds, then the balances, each by person. Whoever takes back holds the payer''s credits before.';

create function billing.take_pending(p_user uuid, p_source text, p_ref uuid, p_amount bigint) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  remaining bigint := p_amount;
  part bigint;
  e billing.earnings;
begin
  for e in
    select x.* from billing.earnings x
    where x.user_id = p_user and x.source = p_source and x.state = 'pending' and (p_ref is null or x.ref_id = p_ref)
    order by x.id desc
    for update
  loop
    exit when remaining <= 0;
    part := least(remaining, e.amount - e.taken_back);
    update billing.earnings
    set taken_back = taken_back + part, state = case when taken_back + part = amount then 'reversed' else state end
    where id = e.id;
    remaining := remaining - part;
  end loop;
  return p_amount - remaining;
end
$$;

create function billing.take_earned_back(p_key text, p_user uuid, p_source text, p_ref uuid, p_amount bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  taken bigint;
begin
  if p_amount <= 0 then
    return;
  end if;
  taken := billing.take_pending(p_user, p_source, p_ref, p_amount);
  perform ledger.post(p_key, 'earning_back', jsonb_build_array(
    billing.leg('user:' || p_user, 'pending', 'XOF', -taken),
    billing.leg('platform', 'writeoff', 'XOF', taken - p_amount),
    billing.leg('platform', 'royalty_pool', 'XOF', p_amount)), p_source, p_ref::text);
end
$$;
comment on function billing.take_earned_back(text, uuid, text, uuid, bigint) is
  'What was earned goes back as far as it is still pending. The rest is the platform''s loss: a creator is not answerable for a stranger''s bank.';
