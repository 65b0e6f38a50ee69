set local check_function_bodies = off;
create table billing.destinations (
  user_id uuid primary key,
  operator text not null references billing.operators (code),
  msisdn_hash bytea not null,
  msisdn_last4 text not null check (msisdn_last4 ~ '^[0-9]{4}$'),
  msisdn_sealed text not null,
  changed_at timestamptz not null default billing.clock()
);
create index destinations_by_number on billing.destinations (msisdn_hash);
create table billing.identities (
  user_id uuid primary key,
  legal_name text not null check (char_length(legal_name) between 2 and 100),
  birth_date date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  stated_at timestamptz not null default billing.clock()
);
create table billing.payouts (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  operator text not null,
  msisdn_last4 text not null,
  destination_hash bytea not null,
  msisdn_sealed text not null,
  amount bigint not null check (amount between 2000 and 1000000 and amount % 5 = 0),
  fee bigint not null default 0,
  status text not null default 'prepared'
    check (status in ('prepared', 'held', 'sending', 'unknown', 'sent', 'failed', 'canceled', 'returned')),
  holds text[] not null default '{}',
  reason text,
  provider text,
  provider_ref text,
  started_at timestamptz,
  lease_until timestamptz,
  run_after timestamptz not null default billing.clock(),
  tries int not null default 0,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  unique (user_id, idempotency_key),
  unique (provider, provider_ref),
  constraint payouts_fee check (fee >= 0 and fee < amount),
  constraint payouts_closed check ((closed_at is not null) = (status in ('sent', 'failed', 'canceled', 'returned'))),
  constraint payouts_held check (status <> 'held' or holds <> '{}')
);
create unique index payouts_one_in_flight on billing.payouts (user_id) where status in ('prepared', 'held', 'sending', 'unknown');
create index payouts_of_user on billing.payouts (user_id, id desc);
create index payouts_by_destination on billing.payouts (destination_hash, created_at desc);
create index payouts_due on billing.payouts (run_after) where status in ('prepared', 'sending', 'unknown');
create table billing.tips (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('tip', 'prompt')),
  giver_id uuid not null,
  creator_id uuid not null,
  post_id uuid,
  credits int not null check (credits between 1 and 500),
  note text check (char_length(note) between 1 and 200),
  taken_back int not null default 0,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default billing.clock(),
  unique (giver_id, idempotency_key),
  constraint tips_not_to_oneself check (giver_id <> creator_id),
  constraint tips_prompt_of_post check (kind <> 'prompt' or post_id is not null),
  constraint tips_taken_back check (taken_back between 0 and credits)
);
create index tips_of_giver on billing.tips (giver_id, id desc);
create unique index tips_prompt_once on billing.tips (giver_id, post_id) where kind = 'prompt';
create table public.prompt_prices (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  credits int not null check (credits between 1 and 100)
);
alter table public.prompt_prices enable row level security;
create table sandbox.payouts (
  id bigint generated always as identity primary key,
  merchant_reference text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  number text not null,
  created_at timestamptz not null default billing.clock(),
  started_at timestamptz,
  dropped_at timestamptz
);
create index payouts_of_merchant on sandbox.payouts (merchant_reference);
alter table billing.staff_acts drop constraint staff_acts_act_check;
alter table billing.staff_acts add constraint staff_acts_act_check
  check (act in ('finding_settled', 'payment_reread', 'payment_failed', 'refund_done', 'refund_failed', 'promo_created',
    'payout_released', 'payout_refused'));

CREATE OR REPLACE FUNCTION billing.take_back_spent(p_payer uuid, p_since timestamp with time zone, p_credits bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remaining bigint := p_credits;
  part int;
  spent record;
  r billing.royalties;
begin
  perform from billing.royalty_carry c
  where p_credits > 0 and c.user_id in (select x.beneficiary from billing.royalties x where x.remixer = p_payer)
  order by c.user_id for update;
  for spent in
    select x.generation_id as id, max(x.paid - x.taken_back) as credits, null::billing.tips as tip from billing.royalties x
    where x.remixer = p_payer and x.accrued_on >= (p_since at time zone 'UTC')::date and x.taken_back < x.paid
    group by x.generation_id
    union all
    select t.id, t.credits - t.taken_back, t from billing.tips t
    where t.giver_id = p_payer and t.created_at >= p_since and t.taken_back < t.credits
    order by id desc
  loop
    exit when remaining <= 0;
    part := least(remaining, spent.credits);
    if (spent.tip).id is not null then
      perform billing.take_tip_back(spent.tip, part);
    end if;
    for r in select x.* from billing.royalties x where x.generation_id = spent.id order by x.beneficiary, x.level for update loop
      perform billing.take_royalty_back(r, least(part, r.paid - r.taken_back));
    end loop;
    remaining := remaining - part;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION public.earnings_summary()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  places jsonb;
begin
  select coalesce(jsonb_object_agg(a.kind, b.balance), '{}') into places
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.asset = 'XOF' and a.kind in ('pending', 'earned', 'payable');
  return jsonb_build_object(
    'pending', coalesce((places ->> 'pending')::bigint, 0),
    'available', coalesce((places ->> 'earned')::bigint, 0),
    'on_its_way', coalesce((places ->> 'payable')::bigint, 0),
    'paid', (select coalesce(sum(x.amount), 0) from billing.payouts x where x.user_id = me and x.status = 'sent'),
    'next_release', (select min(e.release_at) from billing.earnings e where e.user_id = me and e.state = 'pending'),
    'milli_to_post', coalesce((
      select sum(billing.left_of(r)) from billing.royalties r where r.beneficiary = me and r.posted_on is null and r.milli > 0), 0)
      + coalesce((select c.milli from billing.royalty_carry c where c.user_id = me), 0),
    'by_source', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > billing.clock() - interval '30 days' group by e.source) as s), '{}'));
end
$function$;
CREATE OR REPLACE FUNCTION app.hidden_words(p_post uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select g.prompt
  from public.feed_posts p
  join public.generation_images gi on gi.id = p.image_id
  join public.generations g on g.id = gi.generation_id
  where p.id = p_post
$function$;
CREATE OR REPLACE FUNCTION app.require_strong()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
    and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
  then
    raise exception 'The second factor is needed' using errcode = 'PT403', hint = 'aal2_required';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION app.tell_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('payout_id', new.id, 'status', new.status), 'payout', 'user:' || new.user_id, true);
  if new.status in ('sent', 'failed', 'returned') or new.status = 'canceled' and new.reason = 'refused' then
    perform app.notify(new.user_id, 'payout', app.notification_key('payout', new.id, clock_timestamp()), null,
      jsonb_build_object('payout_id', new.id, 'what', case new.status when 'sent' then 'sent' else 'back' end,
        'amount', case new.status when 'sent' then new.amount - new.fee else new.amount end, 'last4', new.msisdn_last4), app.uuid_v7());
    perform billing.write_letter(new.user_id, case new.status when 'sent' then 'payout_sent' else 'payout_back' end,
      jsonb_build_object('amount', case new.status when 'sent' then new.amount - new.fee else new.amount end,
        'currency', 'XOF', 'number', new.msisdn_last4));
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.tell_tip(t billing.tips)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select app.notify(t.creator_id, 'tip', app.notification_key('tip', t.id, clock_timestamp()), t.giver_id,
    jsonb_build_object('what', t.kind, 'credits', t.credits, 'post_id', t.post_id, 'text', t.note), t.id)
$function$;
CREATE OR REPLACE FUNCTION billing.close_payout(x billing.payouts, p_status text, p_reason text, p_cost bigint DEFAULT 0)
 RETURNS billing.payouts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION billing.free_again(p_user uuid, p_since interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select min(x.created_at) + p_since from billing.payouts x
  where x.user_id = p_user and x.status not in ('failed', 'canceled', 'returned') and x.created_at > billing.clock() - p_since
$function$;
CREATE OR REPLACE FUNCTION billing.give_paid(t billing.tips)
 RETURNS billing.tips
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  share constant bigint := 20;
  kept constant bigint := 5;
  giver constant text := 'user:' || t.giver_id;
  made billing.tips;
  paid bigint;
begin
  perform billing.check_person(t.giver_id);
  perform ledger.open_accounts(t.giver_id);
  paid := billing.locked_balance(giver, 'paid');
  select x.* into made from billing.tips x
  where x.giver_id = t.giver_id
    and (x.idempotency_key = t.idempotency_key or t.kind = 'prompt' and x.kind = 'prompt' and x.post_id = t.post_id);
  if found then
    if (made.kind, made.creator_id, made.post_id, made.credits) is distinct from (t.kind, t.creator_id, t.post_id, t.credits)
      and t.kind = 'tip' then
      raise exception 'The key was used for something else' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return made;
  end if;
  if billing.locked_balance(giver, 'debt') < 0 then
    raise exception 'Something is owed' using errcode = 'PT409', hint = 'in_debt';
  end if;
  if paid < t.credits then
    raise exception 'Bought credits are missing' using errcode = 'PT402', hint = 'paid_credits_missing', detail = (t.credits - paid)::text;
  end if;
  insert into billing.tips (kind, giver_id, creator_id, post_id, credits, note, idempotency_key)
  values (t.kind, t.giver_id, t.creator_id, t.post_id, t.credits, t.note, t.idempotency_key)
  returning * into made;
  perform ledger.post('tip:' || made.id, made.kind, jsonb_build_array(
    billing.leg(giver, 'paid', 'CREDIT', -made.credits), billing.leg('platform', 'revenue', 'CREDIT', made.credits),
    billing.leg('platform', 'royalty_pool', 'XOF', -share * made.credits),
    billing.leg('user:' || made.creator_id, 'pending', 'XOF', share * made.credits)), made.kind, made.id::text);
  perform billing.earn(made.creator_id, made.kind, made.id, share * made.credits, kept * made.credits);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'A withdrawal is never deleted' using errcode = '42501';
  end if;
  if (new.id, new.user_id, new.amount, new.fee, new.destination_hash, new.idempotency_key)
    is distinct from (old.id, old.user_id, old.amount, old.fee, old.destination_hash, old.idempotency_key)
    or old.provider_ref is not null and (new.provider, new.provider_ref) is distinct from (old.provider, old.provider_ref)
  then
    raise exception 'What was agreed stays' using errcode = '42501';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('prepared', 'sending'), ('prepared', 'canceled'), ('held', 'prepared'), ('held', 'canceled'),
    ('sending', 'unknown'), ('sending', 'sent'), ('sending', 'failed'), ('sending', 'prepared'),
    ('unknown', 'sent'), ('unknown', 'failed'), ('unknown', 'prepared'), ('sent', 'returned'))
    or new.status = 'prepared' and old.status <> 'prepared' and old.started_at is not null
    or new.status = 'canceled' and old.status = 'prepared' and old.provider_ref is not null
  then
    raise exception 'A withdrawal that is % cannot become %', old.status, new.status using errcode = 'PT409', hint = 'payout_state';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.payout_answer(x billing.payouts)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', x.id, 'operator', x.operator, 'last4', x.msisdn_last4, 'amount', x.amount, 'fee', x.fee,
    'status', x.status, 'holds', x.holds, 'reason', x.reason, 'created_at', x.created_at, 'closed_at', x.closed_at)
$function$;
CREATE OR REPLACE FUNCTION billing.payout_fee(p_user uuid, p_amount bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case when exists (
      select from billing.payouts x
      where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown', 'sent')
        and date_trunc('month', x.created_at, 'UTC') = date_trunc('month', billing.clock(), 'UTC'))
    then 5 * ceil(p_amount * 0.01 / 5)::bigint else 0 end
$function$;
CREATE OR REPLACE FUNCTION billing.payout_holds(p_user uuid, p_amount bigint)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION billing.payout_obstacle(p_user uuid, p_amount bigint, OUT code text, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION billing.payout_sum(p_user uuid, p_since interval)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(sum(x.amount), 0)::bigint from billing.payouts x
  where x.user_id = p_user and x.status not in ('failed', 'canceled', 'returned') and x.created_at > billing.clock() - p_since
$function$;
CREATE OR REPLACE FUNCTION billing.take_tip_back(t billing.tips, p_credits integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone int;
begin
  update billing.tips x set taken_back = x.taken_back + p_credits where x.id = t.id returning x.taken_back into gone;
  perform billing.take_earned_back(format('tip_back:%s:%s', t.id, gone), t.creator_id, t.kind, t.id, 20 * p_credits);
end
$function$;
CREATE OR REPLACE FUNCTION public.apply_payout_truth(p_provider text, p_ref text, p_truth jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  x billing.payouts;
  status constant text := p_truth ->> 'status';
begin
  select y.* into x from billing.payouts y where y.provider = p_provider and y.provider_ref = p_ref for update;
  if not found then
    if status = 'sent' then
      perform billing.report('unknown_payout', p_provider || ':' || p_ref, p_truth);
    end if;
    return null;
  end if;
  if status is null or status not in ('pending', 'started', 'sent', 'failed', 'returned') then
    raise exception 'Unknown truth: %', status using errcode = 'PT422', hint = 'payment_truth';
  end if;
  if (p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r)
    or (p_truth ->> 'currency', (p_truth ->> 'amount')::bigint) is distinct from ('XOF'::text, x.amount - x.fee)
  then
    perform billing.report('payout_mismatch', x.id::text, p_truth);
    return x.status;
  end if;
  if status = 'started' and x.status in ('sending', 'unknown') then
    update billing.payouts y set started_at = coalesce(y.started_at, billing.clock()), lease_until = null where y.id = x.id;
  elsif status in ('sent', 'returned') and x.status in ('sending', 'unknown') then
    update billing.payouts y set started_at = coalesce(y.started_at, billing.clock()) where y.id = x.id returning * into x;
    x := billing.close_payout(x, 'sent', null, coalesce((p_truth ->> 'cost')::bigint, 0));
  elsif status = 'failed' and x.status in ('sending', 'unknown') then
    x := billing.close_payout(x, 'failed', coalesce(p_truth ->> 'reason', 'other'));
  end if;
  if status = 'returned' and x.status = 'sent' then
    x := billing.close_payout(x, 'returned', coalesce(p_truth ->> 'reason', 'other'));
  end if;
  return x.status;
end
$function$;
CREATE OR REPLACE FUNCTION public.ask_payout(amount bigint, key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.cancel_payout(payout uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.check_payout_strength()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_person();
  perform app.require_strong();
end
$function$;
CREATE OR REPLACE FUNCTION public.claim_payouts(p_limit integer, p_provider text)
 RETURNS TABLE(payout_id uuid, provider text, provider_ref text, amount bigint, operator text, country text, sealed text, since timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select x.id from billing.payouts x
    where x.status in ('prepared', 'sending', 'unknown') and x.run_after <= billing.clock()
      and (x.lease_until is null or x.lease_until < clock_timestamp())
    order by x.run_after
    limit p_limit
    for update skip locked
  )
  update billing.payouts x
  set lease_until = clock_timestamp() + interval '30 seconds', tries = x.tries + 1, provider = coalesce(x.provider, p_provider),
    status = case when x.status = 'prepared' then 'sending' when x.started_at is null then 'unknown' else x.status end,
    run_after = billing.clock() + least(interval '10 minutes', interval '2 seconds' * power(2, least(x.tries, 9)))
  from due, billing.operators o
  where x.id = due.id and o.code = x.operator
  returning x.id, x.provider, x.provider_ref, x.amount - x.fee, x.operator, o.country, x.msisdn_sealed, x.created_at
$function$;
CREATE OR REPLACE FUNCTION public.creator_overview()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  lately constant timestamptz := billing.clock() - interval '7 days';
begin
  return jsonb_build_object(
    'checklist', jsonb_build_object(
      'posts', (select count(*) from (select from public.feed_posts p where p.creator_id = me and p.audience = 'public' limit 3) as few),
      'has_profile', (select p.avatar_url is not null and p.bio <> '' and p.username is not null from public.profiles p where p.id = me),
      'has_recovery_key', exists (select from public.user_key_backups b where b.user_id = me),
      'has_number', exists (select from billing.numbers n where n.user_id = me)),
    'averages', (
      select jsonb_build_object('remix_milli', coalesce(round(avg(r.milli)), 2500),
        'tip_credits', coalesce((
          select round(avg(t.credits)) from billing.tips t where t.kind = 'tip' and t.created_at > billing.clock() - interval '90 days'), 5))
      from billing.royalties r where r.level = 1 and r.milli > 0 and r.accrued_on > billing.today() - 90),
    'week', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > lately group by e.source) as s), '{}'),
    'remixes', (select count(*) from public.feed_posts r join public.feed_posts p on p.id = r.remix_of
      where p.creator_id = me and r.creator_id <> me and r.audience = 'public' and r.created_at > lately));
end
$function$;
CREATE OR REPLACE FUNCTION public.decide_payout(payout uuid, is_sent boolean, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  x billing.payouts;
begin
  perform app.require_staff();
  select y.* into x from billing.payouts y where y.id = payout and y.status = 'held' for update;
  if not found then
    raise exception 'Nothing waits under this name' using errcode = 'PT404', hint = 'payout_unknown';
  end if;
  if x.user_id = auth.uid() then
    raise exception 'Nobody decides about themselves' using errcode = 'PT403', hint = 'own_payout';
  end if;
  if is_sent then
    update billing.payouts y set status = 'prepared', run_after = billing.clock() where y.id = x.id;
  else
    perform billing.close_payout(x, 'canceled', 'refused');
  end if;
  perform billing.record_act(case when is_sent then 'payout_released' else 'payout_refused' end, x.id::text, note);
  update billing.findings f set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(decide_payout.note, 1000)
  where f.kind = 'payout_held' and f.ref = x.id::text and f.settled_at is null;
end
$function$;
CREATE OR REPLACE FUNCTION public.note_payout(p_payout uuid, p_outcome text, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  x billing.payouts;
begin
  select y.* into x from billing.payouts y where y.id = p_payout for update;
  if not found or x.status not in ('sending', 'unknown') then
    return;
  end if;
  if p_outcome = 'started' then
    update billing.payouts set started_at = coalesce(started_at, billing.clock()), lease_until = null,
      run_after = billing.clock() + interval '3 seconds' where id = x.id;
  elsif p_outcome = 'queued' and x.started_at is null then
    update billing.payouts set status = 'prepared', reason = 'queued', lease_until = null,
      run_after = billing.clock() + interval '10 minutes' where id = x.id;
    perform billing.report('payout_queued', x.id::text, jsonb_build_object('provider', x.provider, 'amount', x.amount));
  elsif p_outcome = 'refused' and x.provider_ref is null then
    perform billing.close_payout(x, 'failed', coalesce(p_reason, 'other'));
  elsif p_outcome = 'unknown' then
    update billing.payouts set status = 'unknown', lease_until = null where id = x.id;
    if x.created_at < billing.clock() - interval '48 hours' then
      perform billing.report('payout_unresolved', x.id::text, jsonb_build_object('provider', x.provider, 'ref', x.provider_ref));
    end if;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.note_payout_ref(p_payout uuid, p_ref text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept text;
begin
  update billing.payouts x set provider_ref = coalesce(x.provider_ref, p_ref)
  where x.id = p_payout and x.status in ('sending', 'unknown')
  returning x.provider_ref into kept;
  return kept;
end
$function$;
CREATE OR REPLACE FUNCTION public.payout_terms()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  obstacle record;
  d billing.destinations;
begin
  select * into obstacle from billing.payout_obstacle(me, null);
  select x.* into d from billing.destinations x where x.user_id = me;
  return jsonb_build_object(
    'obstacle', obstacle.code, 'until', obstacle.until,
    'destination', case when d.user_id is not null then jsonb_build_object(
      'operator', d.operator, 'last4', d.msisdn_last4, 'locked_until', nullif(greatest(d.changed_at + interval '72 hours', billing.clock()), billing.clock())) end,
    'legal_name', (select i.legal_name from billing.identities i where i.user_id = me),
    'is_fee_free', billing.payout_fee(me, 2000) = 0,
    'at_most', greatest(0, 50000 - billing.payout_sum(me, interval '24 hours')));
end
$function$;
CREATE OR REPLACE FUNCTION public.payouts_to_read(p_provider text)
 RETURNS TABLE(provider_ref text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select x.provider_ref from billing.payouts x
  where x.provider = p_provider and x.provider_ref is not null
    and (x.status in ('sending', 'unknown') or x.status = 'sent' and x.closed_at > billing.clock() - interval '7 days')
$function$;
CREATE OR REPLACE FUNCTION public.sandbox_payout(p_act text, p_payout jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made sandbox.payouts;
begin
  perform sandbox.require_test();
  if p_act = 'create' then
    insert into sandbox.payouts (merchant_reference, currency, amount, number)
    select merchant_reference, currency, amount, number from jsonb_populate_record(null::sandbox.payouts, p_payout)
    returning * into made;
  elsif p_act = 'start' then
    update sandbox.payouts x set started_at = billing.clock()
    where x.id = (p_payout ->> 'id')::bigint and x.started_at is null and x.dropped_at is null
    returning * into made;
  elsif p_act = 'drop' then
    update sandbox.payouts x set dropped_at = billing.clock()
    where x.id = (p_payout ->> 'id')::bigint and x.started_at is null
    returning * into made;
  end if;
  return case when made.id is not null then
    sandbox.describe_payout(made) end;
end
$function$;
CREATE OR REPLACE FUNCTION public.sandbox_payouts(p_id bigint DEFAULT NULL::bigint, p_merchant_reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform sandbox.require_test();
  return (
    select coalesce(jsonb_agg(sandbox.describe_payout(x) order by x.id), '[]')
    from sandbox.payouts x
    where x.dropped_at is null and (p_id is null or x.id = p_id)
      and (p_merchant_reference is null or x.merchant_reference = p_merchant_reference));
end
$function$;
CREATE OR REPLACE FUNCTION public.save_identity(legal_name text, birth_date date, country text, number_is_mine boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  name constant text := app.clean_name(legal_name);
begin
  if name is null or char_length(name) not between 2 and 100 or name !~ '\S\s+\S' then
    raise exception 'First and last name' using errcode = 'PT422', hint = 'identity_name';
  end if;
  if birth_date is null or birth_date > (billing.today() - interval '18 years')::date or birth_date < date '1900-01-01' then
    raise exception 'From 18 years on' using errcode = 'PT422', hint = 'identity_age';
  end if;
  if country is null or country !~ '^[A-Z]{2}$' then
    raise exception 'There is no such country' using errcode = 'PT422', hint = 'identity_country';
  end if;
  if number_is_mine is not true then
    raise exception 'The number must be one''s own' using errcode = 'PT422', hint = 'identity_statement';
  end if;
  if exists (select from billing.payouts x where x.user_id = me and x.status = 'sent') then
    raise exception 'Money was sent to this person already' using errcode = 'PT409', hint = 'identity_settled';
  end if;
  insert into billing.identities values (me, name, birth_date, country)
  on conflict (user_id) do update
  set legal_name = excluded.legal_name, birth_date = excluded.birth_date, country = excluded.country, stated_at = billing.clock();
end
$function$;
CREATE OR REPLACE FUNCTION public.send_tip(creator uuid, credits integer, key text, post uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  t billing.tips;
  is_known boolean;
begin
  if creator = me then
    raise exception 'To somebody else' using errcode = 'PT422', hint = 'tip_to_oneself';
  end if;
  if credits is null or credits not between 1 and 500 then
    raise exception 'From 1 to 500 credits' using errcode = 'PT422', hint = 'tip_size';
  end if;
  if char_length(note) > 200 or key is null or length(key) not between 8 and 100 then
    raise exception 'A note of 200 characters at most' using errcode = 'PT422', hint = 'tip_note';
  end if;
  if not exists (select from public.profiles p where p.id = creator and p.status = 'active' and not p.is_demo)
    or app.are_apart(creator, me)
    or post is not null and not exists (
      select from public.feed_posts p where p.id = post and p.creator_id = creator and app.sees_post(me, p.id))
  then
    raise exception 'There is nobody to give to' using errcode = 'PT404', hint = 'tip_nobody';
  end if;
  is_known := exists (select from billing.tips x where x.giver_id = me and x.idempotency_key = key);
  t := billing.give_paid(jsonb_populate_record(null::billing.tips, jsonb_build_object('kind', 'tip', 'giver_id', me,
    'creator_id', creator, 'post_id', post, 'credits', credits, 'note', nullif(btrim(note), ''), 'idempotency_key', key)));
  if not is_known then
    perform app.tell_tip(t);
  end if;
  return jsonb_build_object('tip_id', t.id, 'credits', t.credits, 'francs', 20 * t.credits);
end
$function$;
CREATE OR REPLACE FUNCTION public.set_payout_destination(p_user uuid, p_msisdn_hash text, p_sealed text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  n billing.numbers;
  changed timestamptz;
begin
  select x.* into n from billing.numbers x where x.user_id = p_user and x.msisdn_hash = decode(p_msisdn_hash, 'hex');
  if not found or n.proven_at < billing.clock() - interval '10 minutes' then
    raise exception 'The number was not proven just now' using errcode = 'PT409', hint = 'number_unproven';
  end if;
  insert into billing.destinations (user_id, operator, msisdn_hash, msisdn_last4, msisdn_sealed)
  values (p_user, n.operator, n.msisdn_hash, n.msisdn_last4, p_sealed)
  on conflict (user_id) do update
  set operator = excluded.operator, msisdn_hash = excluded.msisdn_hash, msisdn_last4 = excluded.msisdn_last4,
    msisdn_sealed = excluded.msisdn_sealed, changed_at = billing.clock()
  where billing.destinations.msisdn_hash <> excluded.msisdn_hash
  returning changed_at into changed;
  if found then
    perform billing.write_letter(p_user, 'destination_changed', jsonb_build_object('number', n.msisdn_last4));
    perform app.notify(p_user, 'payout', app.notification_key('payout', app.uuid_v7(), clock_timestamp()), null,
      jsonb_build_object('what', 'destination', 'last4', n.msisdn_last4, 'until', changed + interval '72 hours'), app.uuid_v7());
  end if;
  return coalesce(changed, (select d.changed_at from billing.destinations d where d.user_id = p_user)) + interval '72 hours';
end
$function$;
CREATE OR REPLACE FUNCTION public.set_prompt_price(post uuid, credits integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  is_shown boolean;
begin
  select p.prompt_visible into is_shown from public.feed_posts p where p.id = post and p.creator_id = me and p.status <> 'deleted';
  if not found then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_unknown';
  end if;
  if credits is null then
    delete from public.prompt_prices x where x.post_id = post;
    return;
  end if;
  if credits not between 1 and 100 then
    raise exception 'From 1 to 100 credits' using errcode = 'PT422', hint = 'prompt_price_size';
  end if;
  if is_shown or app.hidden_words(post) is null then
    raise exception 'Its words are shown to everybody' using errcode = 'PT409', hint = 'prompt_is_shown';
  end if;
  insert into public.prompt_prices values (post, credits) on conflict (post_id) do update set credits = excluded.credits;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_payouts()
 RETURNS TABLE(id uuid, username text, amount bigint, operator text, msisdn_last4 text, legal_name text, holds text[], created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select x.id, p.username::text, x.amount, x.operator, x.msisdn_last4, i.legal_name, x.holds, x.created_at
    from billing.payouts x
    left join public.profiles p on p.id = x.user_id
    left join billing.identities i on i.user_id = x.user_id
    where x.status = 'held'
    order by x.created_at
    limit 100;
end
$function$;
CREATE OR REPLACE FUNCTION public.unlock_prompt(post uuid, credits integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  author uuid;
  price int;
  t billing.tips;
  is_known boolean;
begin
  select p.creator_id, x.credits into author, price
  from public.feed_posts p left join public.prompt_prices x on x.post_id = p.id
  where p.id = post and app.sees_post(me, p.id) and not p.prompt_visible;
  if not found then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_unknown';
  end if;
  is_known := author = me or exists (select from billing.tips x where x.giver_id = me and x.post_id = post and x.kind = 'prompt');
  if not is_known then
    if price is null then
      raise exception 'These words are not for sale' using errcode = 'PT404', hint = 'prompt_not_sold';
    end if;
    if price is distinct from credits then
      raise exception 'The price is another one' using errcode = 'PT409', hint = 'price_changed', detail = price::text;
    end if;
    t := billing.give_paid(jsonb_populate_record(null::billing.tips, jsonb_build_object('kind', 'prompt', 'giver_id', me,
      'creator_id', author, 'post_id', post, 'credits', price, 'idempotency_key', 'prompt:' || post)));
    perform app.tell_tip(t);
  end if;
  return app.hidden_words(post);
end
$function$;
CREATE OR REPLACE FUNCTION public.unlocked_prompt(post uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.hidden_words(p.id) from public.feed_posts p
  where p.id = post and not p.prompt_visible and app.sees_post(auth.uid(), p.id) and exists (
    select from billing.tips t where t.giver_id = auth.uid() and t.post_id = p.id and t.kind = 'prompt')
$function$;
CREATE OR REPLACE FUNCTION sandbox.describe_payout(x sandbox.payouts)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select to_jsonb(x) || jsonb_build_object('elapsed', extract(epoch from billing.clock() - x.started_at),
    'age', extract(epoch from billing.clock() - x.created_at))
$function$;

create or replace view billing.earning_violations as
 SELECT 'I17 pending differs from pending earnings'::text AS rule,
    a.owner AS what
   FROM ((ledger.accounts a
     JOIN ledger.balances b ON ((b.account_id = a.id)))
     LEFT JOIN ( SELECT ('user:'::text || e.user_id) AS owner,
            sum((e.amount - e.taken_back)) AS amount
           FROM billing.earnings e
          WHERE (e.state = 'pending'::text)
          GROUP BY e.user_id) waiting ON ((waiting.owner = a.owner)))
  WHERE ((a.kind = 'pending'::text) AND (a.asset = 'XOF'::text) AND ((b.balance)::numeric <> COALESCE(waiting.amount, (0)::numeric)))
UNION ALL
 SELECT 'I15 payable differs from withdrawals in flight'::text AS rule,
    a.owner AS what
   FROM ((ledger.accounts a
     JOIN ledger.balances b ON ((b.account_id = a.id)))
     LEFT JOIN ( SELECT ('user:'::text || x.user_id) AS owner,
            sum(x.amount) AS amount
           FROM billing.payouts x
          WHERE (x.status = ANY (ARRAY['prepared'::text, 'held'::text, 'sending'::text, 'unknown'::text]))
          GROUP BY x.user_id) flying ON ((flying.owner = a.owner)))
  WHERE ((a.kind = 'payable'::text) AND (a.asset = 'XOF'::text) AND ((b.balance)::numeric <> COALESCE(flying.amount, (0)::numeric)))
UNION ALL
 SELECT 'I23 withdrawal that is sent without its transfer, or the reverse'::text AS rule,
    (x.id)::text AS what
   FROM (billing.payouts x
     LEFT JOIN ledger.transfers t ON ((t.idem_key = (('payout:'::text || x.id) || ':sent'::text))))
  WHERE ((x.status = ANY (ARRAY['sent'::text, 'returned'::text])) <> (t.id IS NOT NULL))
UNION ALL
 SELECT 'I22 royalties that were posted differ from their lines'::text AS rule,
    (u.beneficiary)::text AS what
   FROM ((( SELECT r.beneficiary,
            sum(billing.left_of(r.*)) AS milli
           FROM billing.royalties r
          WHERE (r.posted_on IS NOT NULL)
          GROUP BY r.beneficiary) u
     JOIN billing.royalty_carry c ON ((c.user_id = u.beneficiary)))
     JOIN ( SELECT SUBSTRING(t.idem_key FROM 9 FOR 36) AS person,
            sum(e.amount) AS francs
           FROM ((ledger.transfers t
             JOIN ledger.entries e ON ((e.transfer_id = t.id)))
             JOIN ledger.accounts a ON ((a.id = e.account_id)))
          WHERE ((t.kind = 'royalty'::text) AND (a.kind = 'pending'::text))
          GROUP BY (SUBSTRING(t.idem_key FROM 9 FOR 36))) posted ON ((posted.person = (u.beneficiary)::text)))
  WHERE ((NOT (EXISTS ( SELECT
           FROM billing.royalties b
          WHERE ((b.beneficiary = u.beneficiary) AND (b.taken_back > 0))))) AND (u.milli <> ((posted.francs * (1000)::numeric) + (c.milli)::numeric)));
create or replace view public.my_earnings with (security_barrier=true) as
 SELECT e.id,
    e.source,
    e.ref_id,
    (e.amount + e.fee) AS gross,
    e.fee,
    (e.amount - e.taken_back) AS amount,
    e.taken_back,
    e.state,
    e.created_at,
    e.release_at,
    t.post_id,
    g.username AS giver,
    t.note
   FROM ((billing.earnings e
     LEFT JOIN billing.tips t ON (((t.id = e.ref_id) AND (e.source = ANY (ARRAY['tip'::text, 'prompt'::text])))))
     LEFT JOIN public.profiles g ON ((g.id = t.giver_id)))
  WHERE (e.user_id = ( SELECT auth.uid() AS uid));
create or replace view public.my_payouts with (security_barrier=true) as
 SELECT id,
    operator,
    msisdn_last4 AS last4,
    amount,
    fee,
    status,
    holds,
    reason,
    created_at,
    closed_at,
    ((status = ANY (ARRAY['prepared'::text, 'held'::text])) AND (provider_ref IS NULL)) AS may_cancel
   FROM billing.payouts x
  WHERE (user_id = ( SELECT auth.uid() AS uid));

CREATE TRIGGER guard_payout BEFORE DELETE OR UPDATE ON billing.payouts FOR EACH ROW EXECUTE FUNCTION billing.guard_payout();
CREATE TRIGGER tell_payout AFTER UPDATE OF status ON billing.payouts FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION app.tell_payout();
create policy "whoever sees the publication sees the price" on public.prompt_prices for select to anon, authenticated using ((EXISTS ( SELECT
   FROM public.feed_posts p
  WHERE ((p.id = prompt_prices.post_id) AND (NOT p.prompt_visible)))));

alter function billing.close_payout(billing.payouts,text,text,bigint) owner to ledger_owner;
alter function billing.free_again(uuid,interval) owner to ledger_owner;
alter function billing.give_paid(billing.tips) owner to ledger_owner;
alter function billing.guard_payout() owner to ledger_owner;
alter function billing.payout_answer(billing.payouts) owner to ledger_owner;
alter function billing.payout_fee(uuid,bigint) owner to ledger_owner;
alter function billing.payout_holds(uuid,bigint) owner to ledger_owner;
alter function billing.payout_obstacle(uuid,bigint) owner to ledger_owner;
alter function billing.payout_sum(uuid,interval) owner to ledger_owner;
alter function billing.take_tip_back(billing.tips,integer) owner to ledger_owner;
alter table billing.destinations owner to ledger_owner;
alter table billing.identities owner to ledger_owner;
alter table billing.payouts owner to ledger_owner;
alter table billing.tips owner to ledger_owner;

revoke all on function app.hidden_words(uuid) from public, anon, authenticated, service_role;
revoke all on function app.require_strong() from public, anon, authenticated, service_role;
revoke all on function app.tell_payout() from public, anon, authenticated, service_role;
revoke all on function app.tell_tip(billing.tips) from public, anon, authenticated, service_role;
revoke all on function billing.close_payout(billing.payouts,text,text,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.free_again(uuid,interval) from public, anon, authenticated, service_role;
revoke all on function billing.give_paid(billing.tips) from public, anon, authenticated, service_role;
revoke all on function billing.guard_payout() from public, anon, authenticated, service_role;
revoke all on function billing.payout_answer(billing.payouts) from public, anon, authenticated, service_role;
revoke all on function billing.payout_fee(uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.payout_holds(uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.payout_obstacle(uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.payout_sum(uuid,interval) from public, anon, authenticated, service_role;
revoke all on function billing.take_tip_back(billing.tips,integer) from public, anon, authenticated, service_role;
revoke all on function public.apply_payout_truth(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_payout_truth(text,text,jsonb) to service_role;
revoke all on function public.ask_payout(bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.ask_payout(bigint,text) to authenticated;
grant execute on function public.ask_payout(bigint,text) to service_role;
revoke all on function public.cancel_payout(uuid) from public, anon, authenticated, service_role;
grant execute on function public.cancel_payout(uuid) to authenticated;
grant execute on function public.cancel_payout(uuid) to service_role;
revoke all on function public.check_payout_strength() from public, anon, authenticated, service_role;
grant execute on function public.check_payout_strength() to authenticated;
grant execute on function public.check_payout_strength() to service_role;
revoke all on function public.claim_payouts(integer,text) from public, anon, authenticated, service_role;
grant execute on function public.claim_payouts(integer,text) to service_role;
revoke all on function public.creator_overview() from public, anon, authenticated, service_role;
grant execute on function public.creator_overview() to authenticated;
grant execute on function public.creator_overview() to service_role;
revoke all on function public.decide_payout(uuid,boolean,text) from public, anon, authenticated, service_role;
grant execute on function public.decide_payout(uuid,boolean,text) to authenticated;
grant execute on function public.decide_payout(uuid,boolean,text) to service_role;
revoke all on function public.note_payout(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.note_payout(uuid,text,text) to service_role;
revoke all on function public.note_payout_ref(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.note_payout_ref(uuid,text) to service_role;
revoke all on function public.payout_terms() from public, anon, authenticated, service_role;
grant execute on function public.payout_terms() to authenticated;
grant execute on function public.payout_terms() to service_role;
revoke all on function public.payouts_to_read(text) from public, anon, authenticated, service_role;
grant execute on function public.payouts_to_read(text) to service_role;
revoke all on function public.sandbox_payout(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.sandbox_payout(text,jsonb) to service_role;
revoke all on function public.sandbox_payouts(bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.sandbox_payouts(bigint,text) to service_role;
revoke all on function public.save_identity(text,date,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.save_identity(text,date,text,boolean) to authenticated;
grant execute on function public.save_identity(text,date,text,boolean) to service_role;
revoke all on function public.send_tip(uuid,integer,text,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.send_tip(uuid,integer,text,uuid,text) to authenticated;
grant execute on function public.send_tip(uuid,integer,text,uuid,text) to service_role;
revoke all on function public.set_payout_destination(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.set_payout_destination(uuid,text,text) to service_role;
revoke all on function public.set_prompt_price(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.set_prompt_price(uuid,integer) to authenticated;
grant execute on function public.set_prompt_price(uuid,integer) to service_role;
revoke all on function public.staff_payouts() from public, anon, authenticated, service_role;
grant execute on function public.staff_payouts() to authenticated;
grant execute on function public.staff_payouts() to service_role;
revoke all on function public.unlock_prompt(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.unlock_prompt(uuid,integer) to authenticated;
grant execute on function public.unlock_prompt(uuid,integer) to service_role;
revoke all on function public.unlocked_prompt(uuid) from public, anon, authenticated, service_role;
grant execute on function public.unlocked_prompt(uuid) to authenticated;
grant execute on function public.unlocked_prompt(uuid) to service_role;
revoke all on function sandbox.describe_payout(sandbox.payouts) from public, anon, authenticated, service_role;
revoke all on sequence sandbox.payouts_id_seq from public, anon, authenticated, service_role;
revoke all on table billing.destinations from public, anon, authenticated, service_role;
revoke all on table billing.identities from public, anon, authenticated, service_role;
revoke all on table billing.payouts from public, anon, authenticated, service_role;
revoke all on table billing.tips from public, anon, authenticated, service_role;
revoke all on table public.my_payouts from public, anon, authenticated, service_role;
grant select on table public.my_payouts to authenticated;
revoke all on table public.prompt_prices from public, anon, authenticated, service_role;
grant select on table public.prompt_prices to anon;
grant select on table public.prompt_prices to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.prompt_prices to service_role;
revoke all on table sandbox.payouts from public, anon, authenticated, service_role;

comment on view public.my_earnings is 'One''s own earnings in francs, newest first by id: gross, the platform''s part (fee), what is one''s own (amount), what of it went back (taken_back), and of a tip or a prompt who gave it for which publication.';
comment on column billing.destinations.msisdn_sealed is 'The number itself, sealed by the server''s key: whoever reads the database cannot call it.';
comment on column billing.payouts.holds is 'Why a person looks first.';
comment on column billing.payouts.started_at is 'When the provider said that it sends; before that, its payout moves no money.';
comment on column billing.payouts.status is 'sending is committed before the provider is asked; unknown: it was asked, and what came of it is looked up there.';
comment on column billing.tips.taken_back is 'How many of those credits'' money went back.';
comment on function app.require_strong() is 'PT403 aal2_required for whoever has a second factor and has not used it in this session.';
comment on function billing.close_payout(billing.payouts,text,text,bigint) is 'Sent: it left the house, at what the provider took for it. Failed, canceled, returned: it is available again, under one key.';
comment on function billing.give_paid(billing.tips) is 'Moves bought credits and what they are worth, once per key. PT402 paid_credits_missing (detail: how many), PT409 in_debt, PT422 idempotency_mismatch, PT403 account_suspended.';
comment on function billing.guard_payout() is 'The state machine of a withdrawal, whoever writes: PT409 payout_state. One that may have been sent is never sent anew, and its reference at the provider never changes.';
comment on function billing.payout_fee(uuid,bigint) is 'What the operator takes, at cost: 1 %, in steps of 5 F; the first withdrawal of each month (UTC) costs nothing.';
comment on function billing.payout_holds(uuid,bigint) is 'Why a person looks at a withdrawal before it is sent, within a day: first, large (over 200 000 F), unusual (over three times the mean of 90 days), young (an account of less than two weeks), shared_number, one_source (over half of more than 200 F of royalties from one person), abroad.';
comment on function billing.payout_obstacle(uuid,bigint) is 'The first thing that stands against a withdrawal of this amount (null: of any), and until when.';
comment on function public.apply_payout_truth(text,text,jsonb) is 'Believes what a provider''s API said of one withdrawal: {status: pending | started | sent | failed | returned, currency, amount (what was to arrive), cost, reason, realm}. Any number of times, in any order: the money moves once. Another amount, currency or realm moves nothing and lies before the staff. Answers the state; null for one that is none of ours.';
comment on function public.ask_payout(bigint,text) is 'Withdraws so many of one''s available francs to one''s own number, once per key; answers as my_payouts. PT403 aal2_required, account_suspended; PT409 payout_in_flight, payout_debt, payout_dispute, payout_identity, payout_no_number, payout_number_unpaid; PT429 payout_locked, payout_limit, payout_daily, payout_monthly (detail: until when); PT422 payout_minimum, payout_maximum, payout_step, payout_balance (detail: what is available).';
comment on function public.cancel_payout(uuid) is 'Takes back a withdrawal that no provider has heard of. PT404 payout_unknown, PT409 payout_on_its_way.';
comment on function public.check_payout_strength() is 'Whether this session may change where one''s money goes: PT403 aal2_required where a second factor exists and was not used.';
comment on function public.claim_payouts(integer,text) is 'Withdrawals to move on, for thirty seconds; committed as sending before the provider is asked. Without a reference the provider is first searched by the withdrawal''s id; its own withdrawal moves no money until it is started, and it is started only where it is the one whose reference stands here.';
comment on function public.creator_overview() is 'For one''s creators'' area: {checklist: {posts (up to 3), has_profile, has_recovery_key, has_number}, averages: what a paid remix gave to its nearest picture in thousandths of a franc and how many credits a tip was of, over all people and ninety days (2500 and 5 before there are any), week: francs by source of the last seven days, remixes: new public ones of one''s pictures}. PT401.';
comment on function public.decide_payout(uuid,boolean,text) is 'Lets a withdrawal go that waited for a look, or gives its money back. PT403 staff_only, own_payout; PT404 payout_unknown.';
comment on function public.note_payout(uuid,text,text) is 'What a provider said (of what is unresolved for two days the staff is told): started, queued (it has too little of ours just now: tried again in ten minutes, and the staff is told), refused before anything was made there, or unknown. What is over stays as it is.';
comment on function public.note_payout_ref(uuid,text) is 'The reference that a withdrawal has at its provider: the first one that was noted, whoever asks. Null where it is over.';
comment on function public.payout_terms() is 'What a withdrawal would meet: {obstacle: a code of ask_payout or null, until, destination: {operator, last4, locked_until} or null, legal_name, is_fee_free: the first of the month, at_most: francs today}. PT401.';
comment on function public.payouts_to_read(text) is 'References of withdrawals that are on their way at this provider, or were sent in the last seven days and may still come back.';
comment on function public.sandbox_payout(text,jsonb) is 'create {merchant_reference, currency, amount, number}, start {id} or drop {id}: the row, or null where that cannot be. PT404 in realm live.';
comment on function public.sandbox_payouts(bigint,text) is 'What was asked to be sent and not dropped, by id or by what the merchant calls it.';
comment on function public.save_identity(text,date,text,boolean) is 'Who one is, before the first withdrawal, and that the number is one''s own. PT422 identity_name, identity_age, identity_country, identity_statement; PT409 identity_settled once something was sent.';
comment on function public.send_tip(uuid,integer,text,uuid,text) is 'Gives somebody bought credits, for a publication of theirs or for none, once per key: {tip_id, credits, francs: what comes to them}. PT402 paid_credits_missing (detail: how many), PT404 tip_nobody, PT409 in_debt, PT422 tip_to_oneself, tip_size, tip_note, idempotency_mismatch, PT403 account_suspended.';
comment on function public.set_payout_destination(uuid,text,text) is 'Withdrawals of this person go to a number that they have proven in the last ten minutes (its hash as hex, and the number sealed). Answers from when on; the same number again changes nothing. The person is told by mail and in the app. PT409 number_unproven.';
comment on function public.set_prompt_price(uuid,integer) is 'For how many credits (1 to 100, null: not at all) others may read the hidden words of one''s own publication. PT404 post_unknown, PT409 prompt_is_shown, PT422 prompt_price_size.';
comment on function public.staff_payouts() is 'Withdrawals that wait for a look, the oldest first. PT403 staff_only.';
comment on function public.unlock_prompt(uuid,integer) is 'The hidden words of a publication, paid for with bought credits, once; its author and whoever has paid read them again for nothing. PT402 paid_credits_missing, PT404 post_unknown, prompt_not_sold, PT409 price_changed (detail: the price), in_debt, PT403 account_suspended.';
comment on function public.unlocked_prompt(uuid) is 'The hidden words of a publication that one has paid for; null where one has not.';
comment on table billing.destinations is 'The number that withdrawals go to: proven by a code, and for 72 hours after a change none goes there.';
comment on table billing.identities is 'Who somebody says they are, and that the number is theirs: enough for 50 000 F a day and 200 000 F in thirty days.';
comment on table billing.tips is 'What people gave with credits that they had bought; gifts cannot be given, or free accounts would make money.';
comment on table public.prompt_prices is 'For how many credits a publication''s hidden words may be read.';
comment on table sandbox.payouts is 'What was asked to be sent. Once started its number decides what becomes of it, and what was started cannot be started again.';
comment on view public.my_payouts is 'One''s own withdrawals in francs; fee is what the operator takes of amount.';
