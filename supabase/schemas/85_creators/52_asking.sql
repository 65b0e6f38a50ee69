-- Whether somebody may withdraw now, what it costs, why a person looks first, and asking for it.

create function billing.payout_fee(p_user uuid, p_amount bigint, p_way text) returns bigint
language sql volatile
set search_path = ''
as $$
  select case when exists (
      select from billing.payouts x
      where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown', 'sent')
        and date_trunc('month', x.created_at, 'UTC') = date_trunc('month', billing.clock(), 'UTC'))
    -- Mobile Money takes 1 %, a transfer to a bank a quarter of a per cent and ten cents.
    then 5 * ceil(case p_way when 'bank' then p_amount * 0.0025 + 65.5957 else p_amount * 0.01 end / 5)::bigint else 0 end
$$;
comment on function billing.payout_fee(uuid, bigint, text) is
  'What the operator or the bank takes, at cost, in steps of 5 F; the first withdrawal of each month (UTC) costs nothing.';

create function billing.arrives(x billing.payouts, out currency text, out amount bigint)
language sql immutable
set search_path = ''
as $$
  select case x.operator when 'stripe' then 'EUR' else 'XOF' end,
    case x.operator when 'stripe' then floor((x.amount - x.fee) * 100 / 655.957)::bigint else x.amount - x.fee end
$$;
comment on function billing.arrives(billing.payouts) is
  'What is to arrive, in the smallest unit of its currency: francs on a phone, cents at the fixed parity of 655.957 in a bank, rounded down.';

create function billing.payout_sum(p_user uuid, p_since interval) returns bigint
language sql volatile
set search_path = ''
as $$
  select coalesce(sum(x.amount), 0)::bigint from billing.payouts x
  where x.user_id = p_user and x.status not in ('failed', 'canceled', 'returned') and x.created_at > billing.clock() - p_since
$$;

create function billing.free_again(p_user uuid, p_since interval) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select min(x.created_at) + p_since from billing.payouts x
  where x.user_id = p_user and x.status not in ('failed', 'canceled', 'returned') and x.created_at > billing.clock() - p_since
$$;

create function billing.full_again(p_hash bytea) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select max(x.created_at) + interval '24 hours'
  from (
    select y.created_at from billing.payouts y
    where y.destination_hash = p_hash and y.status <> 'canceled' and y.created_at > billing.clock() - interval '24 hours'
    order by y.created_at desc offset 2 limit 1) as x
$$;
comment on function billing.full_again(bytea) is 'Until when nothing more goes to this destination, after three in a day, whoever asked for them; null where it may.';

create function billing.common_obstacle(p_user uuid) returns text
language sql volatile
set search_path = ''
as $$
  select case
    when exists (select from billing.payouts x where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown'))
      then 'payout_in_flight'
    when exists (
      select from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.owner = 'user:' || p_user and a.kind = 'debt' and a.asset = 'CREDIT' and b.balance < 0) then 'payout_debt'
    when exists (select from billing.payments q where q.user_id = p_user and q.dispute = 'open') then 'payout_dispute'
  end
$$;

create function billing.bank_obstacle(p_user uuid, p_amount bigint, out code text, out until timestamptz)
language plpgsql volatile
set search_path = ''
as $$
declare
  a_day constant interval := '24 hours';
  most constant bigint := 1000000;
  b billing.bank_accounts;
begin
  select x.* into b from billing.bank_accounts x where x.user_id = p_user;
  until := billing.full_again(billing.bank_hash(b));
  code := coalesce(billing.common_obstacle(p_user), case
    when b.user_id is null then 'payout_no_account'
    when not b.is_ready or b.bank_ref is null then 'payout_account_unready'
    when b.changed_at + interval '72 hours' > billing.clock() then 'payout_bank_locked'
    when until is not null then 'payout_limit'
    when billing.payout_sum(p_user, a_day) + coalesce(p_amount, 2000) > most and billing.payout_sum(p_user, a_day) > 0 then 'payout_bank_daily'
  end);
  until := case code
    when 'payout_bank_locked' then b.changed_at + interval '72 hours'
    when 'payout_limit' then until
    when 'payout_bank_daily' then billing.free_again(p_user, a_day)
  end;
end
$$;
comment on function billing.bank_obstacle(uuid, bigint) is
  'As payout_obstacle, to a bank: who somebody is has been asked and looked at by Stripe.';

create function billing.payout_obstacle(p_user uuid, p_amount bigint, out code text, out until timestamptz)
language plpgsql volatile
set search_path = ''
as $$
declare
  a_day constant interval := '24 hours';
  thirty_days constant interval := '30 days';
  d billing.destinations;
begin
  select x.* into d from billing.destinations x where x.user_id = p_user;
  until := billing.full_again(d.msisdn_hash);
  code := coalesce(billing.common_obstacle(p_user), case
    when not exists (select from billing.identities i where i.user_id = p_user) then 'payout_identity'
    when d.user_id is null then 'payout_no_number'
    when not exists (
      select from billing.payments p join billing.attempts a on a.payment_id = p.id
      where p.user_id = p_user and a.state = 'paid' and a.msisdn_hash = d.msisdn_hash) then 'payout_number_unpaid'
    when d.changed_at + interval '72 hours' > billing.clock() then 'payout_locked'
    when until is not null then 'payout_limit'
    when billing.payout_sum(p_user, a_day) + coalesce(p_amount, 2000) > 50000 and billing.payout_sum(p_user, a_day) > 0 then 'payout_daily'
    when billing.payout_sum(p_user, thirty_days) + coalesce(p_amount, 2000) > 200000 then 'payout_monthly'
  end);
  until := case code
    when 'payout_locked' then d.changed_at + interval '72 hours'
    when 'payout_limit' then until
    when 'payout_daily' then billing.free_again(p_user, a_day)
    when 'payout_monthly' then billing.free_again(p_user, thirty_days)
  end;
end
$$;
comment on function billing.payout_obstacle(uuid, bigint) is 'The first thing that stands against a withdrawal of this amount (null: of any), and until when.';

create function billing.payout_holds(p_user uuid, p_amount bigint, p_way text) returns text[]
language plpgsql volatile
set search_path = ''
as $$
declare
  made_at timestamptz;
  usual numeric;
  holds text[] := '{}';
begin
  select u.created_at into made_at from auth.users u where u.id = p_user;
  select avg(x.amount) into usual from billing.payouts x
  where x.user_id = p_user and x.status = 'sent' and x.created_at > billing.clock() - interval '90 days';
  if not exists (select from billing.payouts x where x.user_id = p_user and x.status = 'sent') then
    holds := holds || 'first'::text;
  end if;
  if p_amount > 200000 then
    holds := holds || 'large'::text;
  end if;
  if p_amount > 3 * usual then
    holds := holds || 'unusual'::text;
  end if;
  if made_at > billing.clock() - interval '14 days' then
    holds := holds || 'young'::text;
  end if;
  if p_way = 'mobile_money' and exists (
    select from billing.destinations d join billing.destinations x on x.msisdn_hash = d.msisdn_hash and x.user_id <> p_user
    where d.user_id = p_user)
  then
    holds := holds || 'shared_number'::text;
  end if;
  if exists (
    select from (
      select r.remixer, sum(r.milli) as milli, sum(sum(r.milli)) over () as whole from billing.royalties r
      where r.beneficiary = p_user and r.milli > 0 and r.accrued_on > billing.today() - 90 group by r.remixer) as s
    where s.whole > 200000 and s.milli * 2 > s.whole)
  then
    holds := holds || 'one_source'::text;
  end if;
  if p_way = 'mobile_money' and exists (
    select from billing.destinations d join billing.operators o on o.code = d.operator join billing.identities i on i.user_id = p_user
    where d.user_id = p_user and o.country <> i.country)
  then
    holds := holds || 'abroad'::text;
  end if;
  return holds;
end
$$;
comment on function billing.payout_holds(uuid, bigint, text) is
  'Why a person looks at a withdrawal before it is sent, within a day: first, large (over 200 000 F), unusual (over three times the mean of 90 days), young (an account of less than two weeks), shared_number, one_source (over half of more than 200 F of royalties from one person), abroad.';

create function billing.bank_hash(b billing.bank_accounts) returns bytea
language sql immutable
set search_path = ''
as $$ select sha256(convert_to(coalesce(b.bank_ref, b.account_ref), 'UTF8')) $$;

create function billing.payout_to(p_user uuid, p_way text) returns billing.payouts
language plpgsql volatile
set search_path = ''
as $$
declare
  x billing.payouts;
begin
  if p_way = 'bank' then
    select 'stripe', 'stripe', coalesce(b.last4, ''), billing.bank_hash(b), b.account_ref
    into x.operator, x.provider, x.msisdn_last4, x.destination_hash, x.msisdn_sealed
    from billing.bank_accounts b where b.user_id = p_user;
  else
    select d.operator, d.msisdn_last4, d.msisdn_hash, d.msisdn_sealed
    into x.operator, x.msisdn_last4, x.destination_hash, x.msisdn_sealed
    from billing.destinations d where d.user_id = p_user;
  end if;
  return x;
end
$$;
comment on function billing.payout_to(uuid, text) is 'Where a withdrawal of this person would go that way: operator, provider, last digits, hash and address; nulls where there is no such way yet.';

create function billing.check_payout_amount(p_amount bigint, p_most bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_amount is null or p_amount < 2000 then
    raise exception 'From 2 000 francs on' using errcode = 'PT422', hint = 'payout_minimum';
  end if;
  if p_amount > p_most then
    raise exception '% francs a day', p_most using errcode = 'PT422', hint = 'payout_maximum', detail = p_most::text;
  end if;
  if p_amount % 5 <> 0 then
    raise exception 'In steps of five francs' using errcode = 'PT422', hint = 'payout_step';
  end if;
end
$$;

create function public.ask_payout(amount bigint, key text, way text default 'mobile_money') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  destination billing.payouts;
  made billing.payouts;
  obstacle record;
  available bigint;
  held text[];
begin
  perform app.require_strong();
  perform billing.check_person(me);
  if way is null or way not in ('mobile_money', 'bank') then
    raise exception 'To a phone or to a bank' using errcode = 'PT422', hint = 'payout_way';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payout:' || me, 0));
  select x.* into made from billing.payouts x where x.user_id = me and x.idempotency_key = key;
  if found then
    return billing.payout_answer(made);
  end if;
  destination := billing.payout_to(me, way);
  -- Accounts that share a number ask one after the other.
  perform pg_advisory_xact_lock(hashtextextended('payout number:' || encode(coalesce(destination.destination_hash, ''), 'hex'), 0));
  if way = 'bank' then
    select * into obstacle from billing.bank_obstacle(me, ask_payout.amount);
  else
    select * into obstacle from billing.payout_obstacle(me, ask_payout.amount);
  end if;
  if obstacle.code is not null then
    raise exception 'No withdrawal now: %', obstacle.code using
      errcode = case when obstacle.until is null then 'PT409' else 'PT429' end, hint = obstacle.code,
      detail = coalesce(to_char(obstacle.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '');
  end if;
  perform billing.check_payout_amount(ask_payout.amount, case way when 'bank' then 1000000 else 50000 end);
  select coalesce(max(b.balance), 0) into available from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.kind = 'earned' and a.asset = 'XOF';
  if available < ask_payout.amount then
    raise exception 'More than is available' using errcode = 'PT422', hint = 'payout_balance', detail = available::text;
  end if;
  held := billing.payout_holds(me, ask_payout.amount, way);
  insert into billing.payouts (user_id, operator, provider, msisdn_last4, destination_hash, msisdn_sealed, amount, fee, idempotency_key, holds, status)
  values (me, destination.operator, destination.provider, destination.msisdn_last4, destination.destination_hash, destination.msisdn_sealed,
    ask_payout.amount, billing.payout_fee(me, ask_payout.amount, way), key, held, case when held = '{}' then 'prepared' else 'held' end)
  returning * into made;
  perform ledger.post('payout:' || made.id || ':ask', 'payout_ask', jsonb_build_array(
    billing.leg('user:' || me, 'earned', 'XOF', -made.amount), billing.leg('user:' || me, 'payable', 'XOF', made.amount)),
    'payout', made.id::text);
  if made.status = 'held' then
    perform billing.report('payout_held', made.id::text, jsonb_build_object('amount', made.amount, 'reasons', held));
  end if;
  return billing.payout_answer(made);
end
$$;
comment on function public.ask_payout(bigint, text, text) is
  'Withdraws so many of one''s available francs to one''s own number, or to one''s bank (way: mobile_money, bank), once per key; answers as my_payouts. PT403 aal2_required, account_suspended; PT409 payout_in_flight, payout_debt, payout_dispute, payout_identity, payout_no_number, payout_number_unpaid, payout_no_account, payout_account_unready; PT429 payout_locked, payout_bank_locked, payout_limit, payout_daily, payout_bank_daily, payout_monthly (detail: until when); PT422 payout_way, payout_minimum, payout_maximum (detail: the most), payout_step, payout_balance (detail: what is available).';

