-- Whether somebody may withdraw now, what it costs, why a person looks first, and asking for it.

create function billing.payout_fee(p_user uuid, p_amount bigint) returns bigint
language sql volatile
set search_path = ''
as $$
  select case when exists (
      select from billing.payouts x
      where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown', 'sent')
        and date_trunc('month', x.created_at, 'UTC') = date_trunc('month', billing.clock(), 'UTC'))
    then 5 * ceil(p_amount * 0.01 / 5)::bigint else 0 end
$$;
comment on function billing.payout_fee(uuid, bigint) is
  'What the operator takes, at cost: 1 %, in steps of 5 F; the first withdrawal of each month (UTC) costs nothing.';

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

create function billing.payout_obstacle(p_user uuid, p_amount bigint, out code text, out until timestamptz)
language plpgsql volatile
set search_path = ''
as $$
declare
  a_day constant interval := '24 hours';
  thirty_days constant interval := '30 days';
  d billing.destinations;
  debt bigint := 0;
begin
  select x.* into d from billing.destinations x where x.user_id = p_user;
  select coalesce(min(b.balance), 0) into debt from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || p_user and a.kind = 'debt' and a.asset = 'CREDIT';
  select max(x.created_at) + a_day into until
  from (
    select y.created_at from billing.payouts y
    where y.destination_hash = d.msisdn_hash and y.status <> 'canceled' and y.created_at > billing.clock() - a_day
    order by y.created_at desc offset 2 limit 1) as x;
  code := case
    when exists (select from billing.payouts x where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown'))
      then 'payout_in_flight'
    when debt < 0 then 'payout_debt'
    when exists (select from billing.payments q where q.user_id = p_user and q.dispute = 'open') then 'payout_dispute'
    when not exists (select from billing.identities i where i.user_id = p_user) then 'payout_identity'
    when d.user_id is null then 'payout_no_number'
    when not exists (
      select from billing.payments p join billing.attempts a on a.payment_id = p.id
      where p.user_id = p_user and a.state = 'paid' and a.msisdn_hash = d.msisdn_hash) then 'payout_number_unpaid'
    when d.changed_at + interval '72 hours' > billing.clock() then 'payout_locked'
    when until is not null then 'payout_limit'
    when billing.payout_sum(p_user, a_day) + coalesce(p_amount, 2000) > 50000 and billing.payout_sum(p_user, a_day) > 0 then 'payout_daily'
    when billing.payout_sum(p_user, thirty_days) + coalesce(p_amount, 2000) > 200000 then 'payout_monthly'
  end;
  until := case code
    when 'payout_locked' then d.changed_at + interval '72 hours'
    when 'payout_limit' then until
    when 'payout_daily' then billing.free_again(p_user, a_day)
    when 'payout_monthly' then billing.free_again(p_user, thirty_days)
  end;
end
$$;
comment on function billing.payout_obstacle(uuid, bigint) is 'The first thing that stands against a withdrawal of this amount (null: of any), and until when.';

create function billing.payout_holds(p_user uuid, p_amount bigint) returns text[]
language plpgsql volatile
set search_path = ''
as $$
declare
  d billing.destinations;
  made_at timestamptz;
  usual numeric;
  holds text[] := '{}';
begin
  select x.* into strict d from billing.destinations x where x.user_id = p_user;
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
  if exists (select from billing.destinations x where x.msisdn_hash = d.msisdn_hash and x.user_id <> p_user) then
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
  if exists (
    select from billing.operators o join billing.identities i on i.user_id = p_user
    where o.code = d.operator and o.country <> i.country)
  then
    holds := holds || 'abroad'::text;
  end if;
  return holds;
end
$$;
comment on function billing.payout_holds(uuid, bigint) is
  'Why a person looks at a withdrawal before it is sent, within a day: first, large (over 200 000 F), unusual (over three times the mean of 90 days), young (an account of less than two weeks), shared_number, one_source (over half of more than 200 F of royalties from one person), abroad.';

create function public.ask_payout(amount bigint, key text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  d billing.destinations;
  made billing.payouts;
  obstacle record;
  available bigint;
  held text[];
begin
  perform app.require_strong();
  perform billing.check_person(me);
  perform pg_advisory_xact_lock(hashtextextended('payout:' || me, 0));
  select x.* into made from billing.payouts x where x.user_id = me and x.idempotency_key = key;
  if found then
    return billing.payout_answer(made);
  end if;
  select x.* into d from billing.destinations x where x.user_id = me;
  -- Accounts that share a number ask one after the other.
  perform pg_advisory_xact_lock(hashtextextended('payout number:' || encode(coalesce(d.msisdn_hash, ''), 'hex'), 0));
  select * into obstacle from billing.payout_obstacle(me, ask_payout.amount);
  if obstacle.code is not null then
    raise exception 'No withdrawal now: %', obstacle.code using
      errcode = case when obstacle.until is null then 'PT409' else 'PT429' end, hint = obstacle.code,
      detail = coalesce(to_char(obstacle.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '');
  end if;
  if ask_payout.amount is null or ask_payout.amount < 2000 then
    raise exception 'From 2 000 francs on' using errcode = 'PT422', hint = 'payout_minimum';
  end if;
  if ask_payout.amount > 50000 then
    raise exception '50 000 francs a day' using errcode = 'PT422', hint = 'payout_maximum';
  end if;
  if ask_payout.amount % 5 <> 0 then
    raise exception 'In steps of five francs' using errcode = 'PT422', hint = 'payout_step';
  end if;
  select coalesce(max(b.balance), 0) into available from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.kind = 'earned' and a.asset = 'XOF';
  if available < ask_payout.amount then
    raise exception 'More than is available' using errcode = 'PT422', hint = 'payout_balance', detail = available::text;
  end if;
  held := billing.payout_holds(me, ask_payout.amount);
  insert into billing.payouts (user_id, operator, msisdn_last4, destination_hash, msisdn_sealed, amount, fee, idempotency_key, holds, status)
  values (me, d.operator, d.msisdn_last4, d.msisdn_hash, d.msisdn_sealed, ask_payout.amount,
    billing.payout_fee(me, ask_payout.amount), key, held, case when held = '{}' then 'prepared' else 'held' end)
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
comment on function public.ask_payout(bigint, text) is
  'Withdraws so many of one''s available francs to one''s own number, once per key; answers as my_payouts. PT403 aal2_required, account_suspended; PT409 payout_in_flight, payout_debt, payout_dispute, payout_identity, payout_no_number, payout_number_unpaid; PT429 payout_locked, payout_limit, payout_daily, payout_monthly (detail: until when); PT422 payout_minimum, payout_maximum, payout_step, payout_balance (detail: what is available).';

create function billing.payout_answer(x billing.payouts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', x.id, 'operator', x.operator, 'last4', x.msisdn_last4, 'amount', x.amount, 'fee', x.fee,
    'status', x.status, 'holds', x.holds, 'reason', x.reason, 'created_at', x.created_at, 'closed_at', x.closed_at)
$$;

create function billing.close_payout(x billing.payouts, p_status text, p_reason text, p_cost bigint default 0) returns billing.payouts
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || x.user_id;
  closed billing.payouts;
begin
  perform ledger.post(format('payout:%s:%s', x.id, case p_status when 'failed' then 'back' when 'canceled' then 'back' else p_status end),
    'payout_' || p_status,
    case p_status
      when 'sent' then jsonb_build_array(
        billing.leg(owner, 'payable', 'XOF', -x.amount), billing.leg('platform', 'fees', 'XOF', x.fee),
        billing.leg('platform', 'clearing_' || x.provider, 'XOF', x.amount - x.fee + p_cost),
        billing.leg('platform', 'costs', 'XOF', -p_cost))
      when 'returned' then jsonb_build_array(
        billing.leg('platform', 'clearing_' || x.provider, 'XOF', x.fee - x.amount), billing.leg('platform', 'fees', 'XOF', -x.fee),
        billing.leg(owner, 'earned', 'XOF', x.amount))
      else jsonb_build_array(
        billing.leg(owner, 'payable', 'XOF', -x.amount), billing.leg(owner, 'earned', 'XOF', x.amount)) end,
    'payout', x.id::text);
  update billing.payouts set status = p_status, reason = p_reason, closed_at = billing.clock(), lease_until = null
  where id = x.id returning * into closed;
  return closed;
end
$$;
comment on function billing.close_payout(billing.payouts, text, text, bigint) is
  'Sent: it left the house, at what the provider took for it. Failed, canceled, returned: it is available again, under one key.';

create function public.cancel_payout(payout uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  x billing.payouts;
begin
  select y.* into x from billing.payouts y where y.id = payout and y.user_id = me for update;
  if not found then
    raise exception 'There is no such withdrawal' using errcode = 'PT404', hint = 'payout_unknown';
  end if;
  if x.status = 'canceled' then
    return billing.payout_answer(x);
  end if;
  if x.status not in ('prepared', 'held') or x.provider_ref is not null then
    raise exception 'It is on its way' using errcode = 'PT409', hint = 'payout_on_its_way';
  end if;
  return billing.payout_answer(billing.close_payout(x, 'canceled', null));
end
$$;
comment on function public.cancel_payout(uuid) is
  'Takes back a withdrawal that no provider has heard of. PT404 payout_unknown, PT409 payout_on_its_way.';
