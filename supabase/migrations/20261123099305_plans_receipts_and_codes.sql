drop function public.note_provider_health(text,text,boolean);
drop function billing.check_price(uuid,integer);

-- Functions come in the order of their names: one may call another of later.
set local check_function_bodies = off;

create table billing.provider_calls (
  provider text not null,
  method text not null,
  at timestamptz not null default clock_timestamp(),
  is_ok boolean not null
);

create index provider_calls_of_method on billing.provider_calls (provider, method, at desc);

create table billing.receipt_counters (
  series text not null check (series in ('CX', 'AV', 'TEST', 'TEST-AV')),
  year int not null check (year between 2020 and 2999),
  last int not null check (last > 0),
  primary key (series, year)
);

create table billing.receipts_due (
  payment_id uuid not null references billing.payments,
  total_refunded bigint not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default billing.clock(),
  primary key (payment_id, total_refunded)
);

create table billing.receipts (
  id uuid primary key default app.uuid_v7(),
  number text not null unique check (number ~ '^(CX|AV|TEST|TEST-AV)-[0-9]{4}-[0-9]{6}$'),
  kind text not null check (kind in ('receipt', 'credit_note')),
  payment_id uuid not null references billing.payments,
  user_id uuid not null,
  total_refunded bigint not null default 0,
  sku text not null references billing.products,
  credits int not null check (credits >= 0),
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0 and tax < amount),
  tax_bp int not null,
  buyer text not null,
  country text,
  seller jsonb not null,
  provider text not null,
  provider_ref text,
  method text not null,
  msisdn_last4 text,
  receipt_number text,
  paid_at timestamptz not null,
  issued_at timestamptz not null default billing.clock(),
  unique (payment_id, total_refunded),
  constraint receipts_of_kind check ((kind = 'credit_note') = (total_refunded > 0))
);

create index receipts_of_user on billing.receipts (user_id, id desc);

create table billing.promo_codes (
  id uuid primary key default app.uuid_v7(),
  code_hash bytea not null unique,
  label text not null check (char_length(label) between 1 and 80),
  kind text not null check (kind in ('percent', 'amount', 'credits')),
  value int not null check (value > 0),
  valid_from timestamptz not null default billing.clock(),
  valid_to timestamptz not null,
  max_uses int not null check (max_uses between 1 and 100000),
  uses int not null default 0,
  created_at timestamptz not null default billing.clock(),
  created_by uuid,
  constraint promo_codes_bounds check (case kind when 'percent' then value between 5 and 20 when 'amount' then value % 5 = 0 else value <= 100 end),
  constraint promo_codes_window check (valid_to > valid_from),
  constraint promo_codes_uses check (uses between 0 and max_uses)
);

create table billing.promo_uses (
  promo_id uuid not null references billing.promo_codes,
  user_id uuid not null,
  payment_id uuid references billing.payments,
  msisdn_hash bytea,
  state text not null check (state in ('reserved', 'kept')),
  at timestamptz not null default billing.clock(),
  primary key (promo_id, user_id)
);

create unique index promo_uses_of_number on billing.promo_uses (promo_id, msisdn_hash) where msisdn_hash is not null;

create index promo_uses_of_payment on billing.promo_uses (payment_id) where payment_id is not null;

create table billing.daily_gifts (
  user_id uuid primary key,
  last_day date not null,
  streak int not null default 1 check (streak > 0),
  joker_used_on date
);

create table billing.low_balances (
  user_id uuid primary key,
  told_at timestamptz not null default clock_timestamp()
);

create table billing.staff_acts (
  id bigint generated always as identity primary key,
  actor_id uuid not null,
  act text not null check (act in ('finding_settled', 'payment_reread', 'payment_failed', 'refund_done', 'refund_failed', 'promo_created')),
  ref text not null,
  note text check (char_length(note) <= 1000),
  at timestamptz not null default clock_timestamp()
);

create index staff_acts_of_ref on billing.staff_acts (ref);

create table billing.settlements (
  provider text not null,
  provider_ref text not null,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  primary key (provider, provider_ref)
);

create table billing.jobs (
  name text primary key,
  run_at timestamptz not null,
  lease_until timestamptz
);

create table billing.subscriptions (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  sku text not null references billing.products,
  price_id uuid not null references billing.prices,
  next_price_id uuid references billing.prices,
  way text not null default 'prepaid' check (way in ('prepaid', 'card')),
  state text not null default 'incomplete' check (state in ('incomplete', 'active', 'past_due', 'paused', 'canceling', 'ended')),
  provider text,
  mandate text,
  anchor timestamptz,
  months int not null default 0 check (months >= 0),
  period_end timestamptz,
  paused_until timestamptz,
  paused_at timestamptz,
  told smallint not null default 0 check (told between 0 and 6),
  created_at timestamptz not null default billing.clock(),
  ended_at timestamptz,
  constraint subscriptions_card check (way <> 'card' or mandate is not null and provider is not null),
  constraint subscriptions_begun check (state in ('incomplete', 'ended') or period_end is not null and anchor is not null),
  constraint subscriptions_paused check ((state = 'paused') = (paused_until is not null)),
  constraint subscriptions_ended check ((state = 'ended') = (ended_at is not null))
);

create unique index subscriptions_one_live on billing.subscriptions (user_id) where state <> 'ended';

create index subscriptions_due on billing.subscriptions (period_end) where state in ('active', 'past_due', 'canceling');

create index subscriptions_waiting on billing.subscriptions (created_at) where state = 'incomplete';

create index subscriptions_paused on billing.subscriptions (paused_until) where state = 'paused';

create table billing.periods (
  subscription_id uuid not null references billing.subscriptions,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sku text not null references billing.products,
  payment_id uuid not null unique references billing.payments,
  primary key (subscription_id, starts_at),
  constraint periods_forward check (ends_at > starts_at)
);

alter table billing.products drop constraint products_sku_check;
alter table billing.products drop constraint products_kind_check;
alter table billing.products add constraint products_kind_check check (kind in ('pack', 'topup', 'plan'));
alter table billing.products
  add constraint products_sku_of_kind check (sku ~ '^(pack|plan)_[a-z0-9]+$' and sku like kind || '\_%' or (sku, kind) = ('topup', 'topup'));
insert into billing.products (sku, kind, credits, position) values ('plan_createur', 'plan', 80, 6), ('plan_studio', 'plan', 280, 7);
insert into billing.prices (id, sku, currency, amount, valid_from) values
  ('01940000-0000-7000-8000-000000000007', 'plan_createur', 'XOF', 2500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000008', 'plan_studio', 'XOF', 7500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000017', 'plan_createur', 'EUR', 490, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000018', 'plan_studio', 'EUR', 1390, '2026-01-01Z');

alter table billing.payments
  drop constraint payments_purpose_check,
  add constraint payments_purpose_check check (purpose in ('credits', 'gift', 'plan')),
  add column promo_id uuid references billing.promo_codes,
  add column subscription_id uuid references billing.subscriptions,
  add column plan_step text check (plan_step in ('first', 'renewal', 'upgrade')),
  add constraint payments_of_plan check ((purpose = 'plan') = (plan_step is not null) and (purpose = 'plan') = (subscription_id is not null));
create index payments_of_subscription on billing.payments (subscription_id) where subscription_id is not null;

CREATE OR REPLACE FUNCTION billing.apply_refund(p billing.payments, p_provider text, p_total bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant text := 'user:' || p.user_id;
  money constant bigint := p_total - p.refunded;
  back constant bigint := p.credits::bigint * p_total / p.amount - p.credits::bigint * p.refunded / p.amount;
  tax_back constant bigint := p.tax * p_total / p.amount - p.tax * p.refunded / p.amount;
  legs jsonb;
begin
  if p_total is null or money <= 0 then
    return;
  end if;
  if p_total > p.amount then
    perform billing.report('refunded_too_much', p.id::text, jsonb_build_object('total', p_total));
    return;
  end if;
  legs := jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, money),
    billing.leg('platform', 'revenue', p.currency, tax_back - money),
    billing.leg('platform', 'tax', p.currency, -tax_back));
  if p.purpose = 'gift' then
    legs := legs || billing.legs_of_gift(p);
  else
    legs := legs || billing.legs_of_refund(p, owner, back);
  end if;
  perform ledger.post('refund:' || p.id || ':' || p_total, 'refund', legs, 'payment', p.id::text);
  update billing.payments q set refunded = p_total where q.id = p.id;
  if p.purpose = 'plan' and p_total = p.amount then
    perform billing.end_refunded_plan(p);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.believe_paid(p billing.payments, a billing.attempts, p_truth jsonb)
 RETURNS billing.payments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  believed billing.payments := p;
begin
  if (p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r)
    or (p_truth ->> 'currency', (p_truth ->> 'amount')::bigint) is distinct from (p.currency, p.amount)
  then
    update billing.attempts set state = 'closed', closed_reason = 'mismatch', lease_until = null, poll_at = null where id = a.id;
    update billing.payments q set status = 'review', reason = 'amount_mismatch'
    where q.id = p.id and q.status <> 'paid'
    returning * into believed;
    perform billing.report('amount_mismatch', a.id::text, p_truth || jsonb_build_object('payment', p.id));
    return coalesce(believed, p);
  end if;
  if p.status = 'paid' then
    believed := billing.paid_again(p, a);
  end if;
  perform billing.fulfil(believed, a.provider);
  update billing.attempts set state = 'paid', closed_reason = null, lease_until = null, poll_at = null where id = a.id;
  update billing.payments q set status = 'paid', paid_at = billing.clock(), reason = null
  where q.id = believed.id
  returning * into believed;
  if believed.purpose = 'plan' then
    perform billing.grant_month(believed, a, p_truth ->> 'mandate');
  end if;
  perform billing.settle_promo(believed);
  return believed;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_price(p_price uuid, p_credits integer)
 RETURNS TABLE(sku text, kind text, currency text, amount bigint, tax bigint, tax_bp integer, credits integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  x billing.prices;
  o billing.products;
  next_one record;
  n int;
begin
  select * into x from billing.prices r where r.id = p_price;
  select * into o from billing.products q where q.sku = x.sku;
  if x.id is null or not o.is_active then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  if x.valid_to <= now() then
    select r.id as price_id, r.amount into next_one from billing.prices r
    where r.sku = x.sku and r.currency = x.currency and r.valid_to is null;
    raise exception 'The price has changed'
      using errcode = 'PT409', hint = 'price_changed', detail = coalesce(to_jsonb(next_one)::text, '{}');
  end if;
  n := case o.kind when 'topup' then coalesce(p_credits, 0) else 1 end;
  if o.kind = 'topup' and n not between 2 and 9 then
    raise exception 'A top-up is of 2 to 9 credits' using errcode = 'PT422', hint = 'topup_size';
  end if;
  return query select x.sku, o.kind, x.currency, x.amount * n, billing.tax_in(x.amount * n, x.tax_bp), x.tax_bp, o.credits * n;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_provider(p_provider text, p_method text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_provider = 'sandbox' and (select r.kind from billing.realm r) = 'live' then
    raise exception 'There is no such provider' using errcode = 'PT404', hint = 'provider_unknown';
  end if;
  if p_method not in ('card', 'hosted') and not exists (select from billing.operators o where o.code = p_method and o.is_active) then
    raise exception 'There is no such operator' using errcode = 'PT404', hint = 'operator_unknown';
  end if;
  if not billing.probe_provider(p_provider, p_method) then
    raise exception 'The operator does not answer just now' using errcode = 'PT503', hint = 'operator_down', detail = '30';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.credits_left(p billing.payments)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case p.purpose when 'gift' then 0 else p.credits - p.credits::bigint * p.refunded / p.amount end $function$;
CREATE OR REPLACE FUNCTION billing.guard_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'A payment is never deleted' using errcode = '42501';
  end if;
  if (new.id, new.user_id, new.purpose, new.price_id, new.currency, new.amount, new.tax, new.credits, new.idempotency_key,
      new.promo_id, new.subscription_id, new.plan_step)
    is distinct from (old.id, old.user_id, old.purpose, old.price_id, old.currency, old.amount, old.tax, old.credits, old.idempotency_key,
      old.promo_id, old.subscription_id, old.plan_step)
    or new.refunded < old.refunded
  then
    raise exception 'What was agreed stays' using errcode = '42501';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('created', 'pending'), ('created', 'paid'), ('created', 'failed'), ('created', 'canceled'), ('created', 'expired'), ('created', 'review'),
    ('pending', 'paid'), ('pending', 'failed'), ('pending', 'canceled'), ('pending', 'expired'), ('pending', 'review'),
    ('failed', 'created'), ('canceled', 'created'), ('expired', 'created'),
    ('failed', 'paid'), ('canceled', 'paid'), ('expired', 'paid'),
    ('failed', 'review'), ('canceled', 'review'), ('expired', 'review'),
    ('review', 'paid'), ('review', 'failed'))
  then
    raise exception 'A payment that is % cannot become %', old.status, new.status using errcode = 'PT409', hint = 'payment_state';
  end if;
  if new.dispute <> old.dispute and (old.dispute, new.dispute) not in (('none', 'open'), ('open', 'won'), ('open', 'lost'), ('won', 'open')) then
    raise exception 'A dispute that is % cannot become %', old.dispute, new.dispute using errcode = 'PT409', hint = 'payment_state';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.payment_receipt(p_payment uuid, p_is_new boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('payment_id', p.id, 'is_new', p_is_new, 'status', p.status, 'purpose', p.purpose, 'sku', p.sku, 'credits', p.credits,
    'currency', p.currency, 'amount', p.amount, 'attempt_id', a.id, 'attempt_state', a.state, 'provider', a.provider,
    'method', a.method, 'checkout_url', a.checkout_url)
  from billing.payments p
  left join lateral (select t.* from billing.attempts t where t.payment_id = p.id order by t.id desc limit 1) as a on true
  where p.id = p_payment
$function$;
CREATE OR REPLACE FUNCTION public.ask_refund(p_payment uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  p billing.payments;
  a billing.attempts;
  made uuid;
begin
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = person for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  select r.id into made from billing.refunds r where r.payment_id = p.id and r.closed_at is null;
  if found then
    return made;
  end if;
  if p.status <> 'paid' or p.refunded > 0 or p.dispute <> 'none' or p.purpose = 'gift'
    or p.paid_at < billing.clock() - interval '14 days'
  then
    raise exception 'This payment is not refunded on demand' using errcode = 'PT422', hint = 'not_refundable';
  end if;
  if billing.locked_balance('user:' || person, 'paid') < p.credits then
    raise exception 'Credits of this purchase were used' using errcode = 'PT422', hint = 'credits_used';
  end if;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
  insert into billing.refunds (payment_id, amount, credits, way)
  values (p.id, p.amount, p.credits, case when a.provider = 'fedapay' then 'staff' else 'provider' end)
  returning id into made;
  perform ledger.post('refund:' || made || ':freeze', 'refund_freeze', jsonb_build_array(
    billing.leg('user:' || person, 'paid', 'CREDIT', -p.credits),
    billing.leg('user:' || person, 'frozen', 'CREDIT', p.credits)), 'payment', p.id::text);
  if a.provider = 'fedapay' then
    perform billing.report('refund_by_hand', made::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref));
  end if;
  perform app.tell_payment(p.id);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.redeem_gift_code(p_code text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  gift uuid;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is null then
    perform billing.count_try(person);
    -- An answer, not an error: the try must stay counted.
    return 0;
  end if;
  return (billing.gift_for(gift, person)).credits;
end
$function$;
CREATE OR REPLACE FUNCTION public.retry_payment(p_user uuid, p_payment uuid, p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p billing.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = p_user for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  if exists (select from billing.attempts t where t.payment_id = p.id and t.state in ('sending', 'unknown', 'open')) then
    return billing.payment_receipt(p.id, false);
  end if;
  if p.status not in ('failed', 'canceled', 'expired') or p.created_at < billing.clock() - interval '24 hours' then
    raise exception 'This payment is not tried again' using errcode = 'PT409', hint = 'payment_state';
  end if;
  perform billing.check_person(p_user);
  perform billing.check_provider(p_order ->> 'provider', p_order ->> 'method');
  perform billing.check_price(p.price_id, case p.sku when 'topup' then p.credits end);
  if p.purpose = 'plan' and not exists (select from billing.subscriptions s where s.id = p.subscription_id and s.state <> 'ended') then
    raise exception 'This plan has ended meanwhile' using errcode = 'PT409', hint = 'payment_state';
  end if;
  perform billing.check_limits(p_user, p.currency, p.amount, p_order ->> 'method' = 'card', true);
  update billing.payments set status = 'created', reason = null where id = p.id;
  perform billing.insert_attempt(p.id, p_order);
  return billing.payment_receipt(p.id, true);
end
$function$;
CREATE OR REPLACE FUNCTION public.start_payment(p_user uuid, p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant bytea := sha256(convert_to((p_order - '{msisdn_hash,over_limit}'::text[])::text, 'UTF8'));
  known billing.payments;
  cost record;
  made uuid;
begin
  -- One start of a person at a time: of fifty with one key, 49 find the first one's.
  perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));
  select * into known from billing.payments p where p.user_id = p_user and p.idempotency_key = p_order ->> 'idempotency_key';
  if found then
    if known.request_hash <> asked then
      raise exception 'This key stands for another request' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_person(p_user);
  perform billing.check_provider(p_order ->> 'provider', p_order ->> 'method');
  select * into cost from billing.cost_of(p_user, p_order);
  -- Pressed twice: the same payment, opened again.
  select * into known from billing.payments p
  where p.user_id = p_user and p.sku = cost.sku and p.amount = cost.amount and p.status in ('created', 'pending')
    and p.purpose = cost.purpose and p.purpose <> 'gift' and p.created_at > billing.clock() - interval '3 minutes'
  order by p.id desc
  limit 1;
  if found then
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_limits(p_user, cost.currency, cost.amount, p_order ->> 'method' = 'card', coalesce((p_order ->> 'over_limit')::boolean, false));
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, return_to,
    promo_id, subscription_id, plan_step)
  values (p_user, cost.purpose, cost.sku, (p_order ->> 'price_id')::uuid, cost.currency, cost.amount, cost.tax, cost.credits,
    p_order ->> 'idempotency_key', asked, p_order ->> 'return_to', cost.promo, cost.subscription, cost.step)
  returning id into made;
  if cost.purpose = 'gift' then
    perform billing.insert_gift(made, p_user, cost.credits, p_order -> 'gift');
  end if;
  if cost.promo is not null then
    perform billing.reserve_promo(cost.promo, p_user, made, decode(p_order ->> 'msisdn_hash', 'hex'));
  end if;
  perform billing.insert_attempt(made, p_order);
  return billing.payment_receipt(made, true);
end
$function$;
CREATE OR REPLACE FUNCTION app.notice_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  remaining bigint;
begin
  if new.owner not like 'user:%' then
    return null;
  end if;
  person := substr(new.owner, 6)::uuid;
  select coalesce(sum(b.balance), 0) into remaining
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = new.owner and a.asset = 'CREDIT' and a.kind in ('promo', 'paid');
  if remaining > 5 then
    delete from billing.low_balances l where l.user_id = person;
  elsif remaining <= 2 then
    insert into billing.low_balances (user_id) values (person) on conflict do nothing;
    if found then
      perform app.notify(person, 'payment', app.notification_key('low', person, clock_timestamp()), null,
        jsonb_build_object('what', 'low_balance', 'credits', remaining, 'url', '/payment'), app.uuid_v7());
    end if;
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.acts_on(p_ref text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('act', a.act, 'by', p.username, 'note', a.note, 'at', a.at) order by a.id), '[]')
  from billing.staff_acts a left join public.profiles p on p.id = a.actor_id
  where a.ref = p_ref
$function$;
CREATE OR REPLACE FUNCTION billing.code_hash(p_code text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- As people read codes aloud: no difference between O and 0, I, L and 1, nor between cases.
  select sha256(convert_to(translate(upper(regexp_replace(coalesce(p_code, ''), '[\s-]', '', 'g')), 'OIL', '011'), 'UTF8'))
$function$;
CREATE OR REPLACE FUNCTION billing.cost_of(p_user uuid, p_order jsonb)
 RETURNS TABLE(sku text, currency text, amount bigint, tax bigint, credits integer, purpose text, promo uuid, subscription uuid, step text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  price record;
  month record;
  c billing.promo_codes;
  less bigint;
begin
  select * into price from billing.check_price((p_order ->> 'price_id')::uuid, (p_order ->> 'credits')::int);
  if price.kind = 'plan' then
    if p_order -> 'gift' is not null or p_order ->> 'promo_id' is not null then
      raise exception 'A plan is bought for oneself, at its price' using errcode = 'PT422', hint = 'plan_alone';
    end if;
    select * into month from billing.next_month(p_user, price.sku, price.currency, price.amount, price.credits);
    return query select price.sku, price.currency, month.amount, billing.tax_in(month.amount, price.tax_bp), month.credits, 'plan', null::uuid,
      billing.plan_of(p_user, (p_order ->> 'price_id')::uuid, price.sku), month.step;
    return;
  end if;
  if p_order ->> 'promo_id' is not null then
    select * into c from billing.promo_codes x where x.id = (p_order ->> 'promo_id')::uuid;
    less := case when price.kind = 'pack' and p_order -> 'gift' is null
      then billing.discounted(c, price.currency, price.amount, price.credits) end;
    if less is null then
      raise exception 'This code is not valid for this purchase' using errcode = 'PT422', hint = 'promo_invalid';
    end if;
    return query select price.sku, price.currency, less, billing.tax_in(less, price.tax_bp), price.credits, 'credits', c.id, null::uuid, null::text;
    return;
  end if;
  return query select price.sku, price.currency, price.amount, price.tax, price.credits,
    case when p_order -> 'gift' is null then 'credits' else 'gift' end, null::uuid, null::uuid, null::text;
end
$function$;
CREATE OR REPLACE FUNCTION billing.count_try(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from billing.code_tries t where t.user_id = p_user and t.at < clock_timestamp() - interval '1 hour';
  insert into billing.code_tries (user_id) values (p_user);
end
$function$;
CREATE OR REPLACE FUNCTION billing.daily_gift_obstacle(p_user uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION billing.discounted(c billing.promo_codes, p_currency text, p_amount bigint, p_credits integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when c.kind = 'percent' then greatest(rounded.up, cheapest.amount)
    when c.kind = 'amount' and p_currency = 'XOF' then greatest(p_amount - c.value, cheapest.amount)
  end
  from (
    -- 25 francs for a credit is more than a credit can earn anybody: a code is never turned into cash.
    select greatest(100, case p_currency when 'EUR' then ceil(p_credits * 25 / 6.55957)::bigint else p_credits * 25::bigint end) as amount) as cheapest,
  (select case p_currency when 'XOF' then (ceil(p_amount * (100 - c.value) / 500.0) * 5)::bigint else ceil(p_amount * (100 - c.value) / 100.0)::bigint end as up)
    as rounded
$function$;
CREATE OR REPLACE FUNCTION billing.end_due_plans()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due billing.subscriptions;
  moved int := 0;
begin
  for due in
    select s.* from billing.subscriptions s
    where s.state = 'incomplete' and s.created_at < billing.clock() - interval '24 hours'
      or s.state in ('active', 'canceling') and s.period_end <= billing.clock()
      or s.state = 'past_due' and s.period_end <= billing.clock() - interval '7 days'
      or s.state = 'paused' and s.paused_until <= billing.clock()
    order by s.id
    limit 100
    for update skip locked
  loop
    moved := moved + 1;
    case
      when due.state = 'paused' then
        perform billing.end_pause(due);
      when due.state = 'active' then
        update billing.subscriptions set state = 'past_due', told = greatest(told, 3) where id = due.id;
        perform billing.tell_plan(due.id, 'plan_ended');
      else
        update billing.subscriptions set state = 'ended', ended_at = billing.clock() where id = due.id;
        if due.state = 'past_due' then
          perform billing.tell_plan(due.id, 'plan_over');
        end if;
    end case;
  end loop;
  return moved;
end
$function$;
CREATE OR REPLACE FUNCTION billing.end_pause(s billing.subscriptions)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update billing.subscriptions
  set state = 'active', paused_until = null, period_end = period_end - unused.time, anchor = anchor - unused.time
  from (select greatest(s.paused_until - billing.clock(), interval '0') as time) as unused
  where id = s.id and state = 'paused'
$function$;
CREATE OR REPLACE FUNCTION billing.end_refunded_plan(p billing.payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update billing.subscriptions s set state = 'active', paused_until = null
  where s.id = p.subscription_id and s.state = 'paused';
  -- The month that was given back is the last one; the clock ends what is over.
  update billing.subscriptions s set state = 'canceling', period_end = least(s.period_end, billing.clock())
  where s.id = p.subscription_id and s.state in ('active', 'canceling')
    and p.id = (select d.payment_id from billing.periods d where d.subscription_id = s.id order by d.starts_at desc limit 1);
end
$function$;
CREATE OR REPLACE FUNCTION billing.free_promos()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  freed record;
begin
  for freed in
    delete from billing.promo_uses u using billing.payments p
    where u.state = 'reserved' and p.id = u.payment_id and p.status in ('failed', 'canceled', 'expired')
      and p.created_at < billing.clock() - interval '24 hours'
    returning u.promo_id
  loop
    update billing.promo_codes c set uses = c.uses - 1 where c.id = freed.promo_id;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION billing.grant_month(p billing.payments, a billing.attempts, p_mandate text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s billing.subscriptions;
  begins timestamptz;
begin
  select x.* into s from billing.subscriptions x where x.id = p.subscription_id for update;
  if p.plan_step = 'upgrade' then
    update billing.subscriptions set sku = p.sku, price_id = p.price_id, next_price_id = null where id = s.id;
    return;
  end if;
  if s.state = 'ended' then
    -- Paid after its end: a plan of its own from now on, unless another one lives.
    s := billing.live_plan(p.user_id);
    if s.id is null then
      insert into billing.subscriptions (user_id, sku, price_id) values (p.user_id, p.sku, p.price_id) returning * into s;
    end if;
  end if;
  begins := coalesce(s.period_end, billing.clock());
  update billing.subscriptions x
  set state = case x.state when 'paused' then 'paused' else 'active' end,
    sku = p.sku, price_id = p.price_id, next_price_id = null, months = x.months + 1, told = 0,
    anchor = coalesce(x.anchor, begins), period_end = coalesce(x.anchor, begins) + (x.months + 1) * interval '1 month',
    way = case when p_mandate is null then 'prepaid' else 'card' end, provider = a.provider, mandate = p_mandate
  where x.id = s.id
  returning * into s;
  insert into billing.periods (subscription_id, starts_at, ends_at, sku, payment_id) values (s.id, begins, s.period_end, p.sku, p.id);
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'What was done stays done' using errcode = '42501';
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'A receipt is never changed' using errcode = '42501';
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'A plan is ended, never deleted' using errcode = '42501';
  end if;
  if new.user_id <> old.user_id then
    raise exception 'A plan stays whose it is' using errcode = '42501';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('incomplete', 'active'), ('incomplete', 'ended'), ('active', 'past_due'), ('past_due', 'active'), ('past_due', 'ended'),
    ('active', 'paused'), ('paused', 'active'), ('active', 'canceling'), ('canceling', 'active'), ('canceling', 'ended'))
  then
    raise exception 'A plan that is % cannot become %', old.state, new.state using errcode = 'PT409', hint = 'plan_state';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.insert_renewal(s billing.subscriptions)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present billing.prices;
  given int;
  made uuid;
begin
  select x.* into present from billing.prices x
  join billing.prices old on old.id = coalesce(s.next_price_id, s.price_id)
  where x.sku = old.sku and x.currency = old.currency and x.valid_to is null;
  if not found or not exists (select from public.profiles f where f.id = s.user_id and f.status = 'active') then
    return null;
  end if;
  select o.credits into given from billing.products o where o.sku = present.sku;
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, subscription_id, plan_step)
  values (s.user_id, 'plan', present.sku, present.id, present.currency, present.amount, billing.tax_in(present.amount, present.tax_bp), given,
    format('renew:%s:%s:%s', s.id, s.months, to_char(billing.clock() at time zone 'UTC', 'YYYYMMDD')), sha256(''), s.id, 'renewal')
  on conflict do nothing
  returning id into made;
  if made is not null then
    perform billing.insert_attempt(made, jsonb_build_object('provider', s.provider, 'method', 'card'));
  end if;
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION billing.issue_receipt(due billing.receipts_due, p_seller jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p billing.payments;
  a billing.attempts;
  first billing.receipts;
  is_note constant boolean := due.total_refunded > 0;
  series constant text := case (select r.kind from billing.realm r) when 'live' then case when is_note then 'AV' else 'CX' end
    else case when is_note then 'TEST-AV' else 'TEST' end end;
  made uuid;
begin
  select q.* into strict p from billing.payments q where q.id = due.payment_id;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid' order by t.id desc limit 1;
  select r.* into first from billing.receipts r where r.payment_id = p.id and r.kind = 'receipt';
  insert into billing.receipts (number, kind, payment_id, user_id, total_refunded, sku, credits, currency, amount, tax, tax_bp, buyer,
    country, seller, provider, provider_ref, method, msisdn_last4, receipt_number, paid_at)
  select billing.next_receipt_number(series, extract(year from due.at at time zone 'UTC')::int),
    case when is_note then 'credit_note' else 'receipt' end, p.id, p.user_id, due.total_refunded, p.sku,
    case when is_note
      then p.credits::bigint * due.total_refunded / p.amount - p.credits::bigint * (due.total_refunded - due.amount) / p.amount
      else p.credits end,
    p.currency, due.amount,
    case when is_note then p.tax * due.total_refunded / p.amount - p.tax * (due.total_refunded - due.amount) / p.amount else p.tax end,
    x.tax_bp, coalesce((select coalesce(nullif(f.display_name, ''), f.username) from public.profiles f where f.id = p.user_id), '—'),
    (select o.country from billing.operators o where o.code = a.method), p_seller, a.provider, a.provider_ref, a.method, a.msisdn_last4,
    first.number, p.paid_at
  from billing.prices x where x.id = p.price_id
  returning id into made;
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION billing.live_plan(p_user uuid)
 RETURNS billing.subscriptions
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select s from billing.subscriptions s where s.user_id = p_user and s.state <> 'ended' for update $function$;
CREATE OR REPLACE FUNCTION billing.next_month(p_user uuid, p_sku text, p_currency text, p_amount bigint, p_credits integer)
 RETURNS TABLE(step text, amount bigint, credits integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.live_plan(p_user);
  present record;
begin
  if s.id is null or s.state = 'incomplete' then
    return query select 'first', p_amount, p_credits;
    return;
  end if;
  select x.amount, x.currency, o.credits into present
  from billing.prices x join billing.products o on o.sku = x.sku
  where x.id = s.price_id;
  if s.period_end - billing.clock() <= interval '7 days' or s.state in ('past_due', 'paused') then
    return query select 'renewal', p_amount, p_credits;
  elsif s.sku = p_sku then
    raise exception 'This month is paid' using errcode = 'PT409', hint = 'plan_current', detail = s.period_end::text;
  elsif present.currency <> p_currency or p_amount - present.amount < 100 or p_credits <= present.credits then
    raise exception 'A smaller plan begins with the next month' using errcode = 'PT409', hint = 'plan_smaller', detail = s.period_end::text;
  else
    return query select 'upgrade', p_amount - present.amount, p_credits - present.credits;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.next_receipt_number(p_series text, p_year integer)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into billing.receipt_counters (series, year, last) values (p_series, p_year, 1)
  on conflict (series, year) do update set last = billing.receipt_counters.last + 1
  returning format('%s-%s-%s', p_series, p_year, lpad(last::text, 6, '0'))
$function$;
CREATE OR REPLACE FUNCTION billing.own_plan()
 RETURNS billing.subscriptions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.live_plan(app.require_person());
begin
  if s.id is null or s.state = 'incomplete' then
    raise exception 'There is no plan' using errcode = 'PT404', hint = 'plan_unknown';
  end if;
  return s;
end
$function$;
CREATE OR REPLACE FUNCTION billing.plan_of(p_user uuid, p_price uuid, p_sku text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s billing.subscriptions := billing.live_plan(p_user);
begin
  if s.id is null then
    insert into billing.subscriptions (user_id, sku, price_id) values (p_user, p_sku, p_price) returning * into s;
  elsif s.state = 'incomplete' then
    update billing.subscriptions set sku = p_sku, price_id = p_price, created_at = billing.clock() where id = s.id;
  end if;
  return s.id;
end
$function$;
CREATE OR REPLACE FUNCTION billing.plan_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status = 'paid' and old.status <> 'paid' then
    insert into billing.receipts_due (payment_id, total_refunded, amount) values (new.id, 0, new.amount);
  end if;
  if new.refunded > old.refunded then
    insert into billing.receipts_due (payment_id, total_refunded, amount) values (new.id, new.refunded, new.refunded - old.refunded);
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.probe_provider(p_provider text, p_method text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  health billing.provider_health;
begin
  select * into health from billing.provider_health h where (h.provider, h.method) = (p_provider, p_method) for update;
  if not found or health.is_up then
    return true;
  end if;
  if health.changed_at > clock_timestamp() - interval '30 seconds' then
    return false;
  end if;
  update billing.provider_health set changed_at = clock_timestamp() where (provider, method) = (p_provider, p_method);
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION billing.promo_for(p_user uuid, p_code text)
 RETURNS billing.promo_codes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c from billing.promo_codes c
  where c.code_hash = billing.code_hash(p_code) and billing.clock() between c.valid_from and c.valid_to and c.uses < c.max_uses
    and not exists (select from billing.promo_uses u where u.promo_id = c.id and u.user_id = p_user)
$function$;
CREATE OR REPLACE FUNCTION billing.promo_price(p_user uuid, p_code text, p_price uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.promo_codes;
  price record;
  less bigint;
begin
  perform billing.refuse_guessing(p_user);
  select * into price from billing.check_price(p_price, null);
  c := billing.promo_for(p_user, p_code);
  if c.id is not null and price.kind = 'pack' then
    less := billing.discounted(c, price.currency, price.amount, price.credits);
  end if;
  if less is null or less >= price.amount then
    perform billing.count_try(p_user);
    return null;
  end if;
  return jsonb_build_object('promo_id', c.id, 'percent', case c.kind when 'percent' then c.value end, 'list_amount', price.amount, 'amount', less);
end
$function$;
CREATE OR REPLACE FUNCTION billing.record_act(p_act text, p_ref text, p_note text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ insert into billing.staff_acts (actor_id, act, ref, note) values (auth.uid(), p_act, p_ref, left(p_note, 1000)) $function$;
CREATE OR REPLACE FUNCTION billing.refuse_guessing(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_user, 0));
  if (select count(*) from billing.code_tries t where t.user_id = p_user and t.at > clock_timestamp() - interval '1 hour') >= 5 then
    raise exception 'Five codes may be tried in an hour' using errcode = 'PT429', hint = 'throttled', detail = '3600';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.remind_plans()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due record;
  reminded int := 0;
begin
  for due in
    select s.id, s.state, stage.n from billing.subscriptions s
    cross join lateral (
      select case
        when s.state = 'past_due' then case
          when s.period_end <= billing.clock() - interval '6 days' then 6
          when s.period_end <= billing.clock() - interval '3 days' then 5
          when s.period_end <= billing.clock() - interval '1 day' then 4 end
        when s.way = 'prepaid' and s.period_end <= billing.clock() + interval '1 day' then 2
        when s.period_end <= billing.clock() + interval '3 days' then 1 end as n) as stage
    where s.state in ('active', 'past_due') and s.period_end <= billing.clock() + interval '3 days' and s.told < stage.n
    order by s.id
    limit 100
    for update of s skip locked
  loop
    update billing.subscriptions set told = due.n where id = due.id;
    perform billing.tell_plan(due.id, case due.state when 'past_due' then 'plan_grace' else 'plan_ends_soon' end);
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$function$;
CREATE OR REPLACE FUNCTION billing.reserve_promo(p_promo uuid, p_user uuid, p_payment uuid, p_hash bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update billing.promo_codes c set uses = c.uses + 1
  where c.id = p_promo and c.uses < c.max_uses and billing.clock() between c.valid_from and c.valid_to;
  if found then
    insert into billing.promo_uses (promo_id, user_id, payment_id, msisdn_hash, state) values (p_promo, p_user, p_payment, p_hash, 'reserved')
    on conflict do nothing;
  end if;
  if not found then
    raise exception 'This code is not valid for this purchase' using errcode = 'PT422', hint = 'promo_invalid';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.settle_promo(p billing.payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p.promo_id is not null then
    update billing.promo_uses set state = 'kept' where promo_id = p.promo_id and user_id = p.user_id and payment_id = p.id;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.shown_plan()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select to_jsonb(s) from public.my_subscription s $function$;
CREATE OR REPLACE FUNCTION billing.tax_in(p_amount bigint, p_tax_bp integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_amount * p_tax_bp / (10000 + p_tax_bp) $function$;
CREATE OR REPLACE FUNCTION billing.tell_plan(p_subscription uuid, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s billing.subscriptions;
begin
  select x.* into strict s from billing.subscriptions x where x.id = p_subscription;
  perform app.notify(s.user_id, 'payment', format('plan:%s:%s:%s', s.id, p_what, to_char(s.period_end at time zone 'UTC', 'YYYY-MM-DD')), null,
    jsonb_build_object('what', p_what, 'sku', s.sku, 'period_end', s.period_end, 'url', '/subscription'), app.uuid_v7());
end
$function$;
CREATE OR REPLACE FUNCTION billing.today()
 RETURNS date
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select (billing.clock() at time zone 'UTC')::date $function$;
CREATE OR REPLACE FUNCTION billing.uses_joker(d billing.daily_gifts, p_today date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select d.last_day = p_today - 2 and (d.joker_used_on is null or d.joker_used_on < p_today - 7) $function$;
CREATE OR REPLACE FUNCTION public.advance_billing_clock()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended int;
  reminded int;
begin
  perform billing.free_promos();
  -- A reminder that is due goes out before the end that it tells of.
  reminded := billing.remind_plans();
  ended := billing.end_due_plans();
  return jsonb_build_object('ended', ended, 'reminded', reminded);
end
$function$;
CREATE OR REPLACE FUNCTION public.cancel_plan()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.own_plan();
begin
  if s.state = 'paused' then
    perform billing.end_pause(s);
  end if;
  if s.state = 'past_due' then
    update billing.subscriptions set state = 'ended', ended_at = billing.clock() where id = s.id;
  else
    update billing.subscriptions set state = 'canceling' where id = s.id and state <> 'canceling';
  end if;
  perform billing.tell_plan(s.id, 'plan_canceled');
  return billing.shown_plan();
end
$function$;
CREATE OR REPLACE FUNCTION public.change_plan(p_price_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.own_plan();
  price record;
  present record;
begin
  select * into price from billing.check_price(p_price_id, null);
  select x.amount, x.currency into present from billing.prices x where x.id = s.price_id;
  if price.kind <> 'plan' or price.currency <> present.currency then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  if price.sku <> s.sku and price.amount > present.amount then
    raise exception 'A larger plan is paid first' using errcode = 'PT409', hint = 'plan_larger';
  end if;
  update billing.subscriptions set next_price_id = nullif(p_price_id, s.price_id) where id = s.id;
  return billing.shown_plan();
end
$function$;
CREATE OR REPLACE FUNCTION public.check_promo_code(p_code text, p_price_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return billing.promo_price(app.require_person(), p_code, p_price_id) - 'promo_id';
end
$function$;
CREATE OR REPLACE FUNCTION public.claim_billing_job(p_name text, p_every interval)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before timestamptz;
begin
  insert into billing.jobs (name, run_at) values (p_name, '-infinity') on conflict do nothing;
  select j.run_at into before from billing.jobs j
  where j.name = p_name and j.run_at <= billing.clock() - p_every and (j.lease_until is null or j.lease_until < clock_timestamp())
  for update skip locked;
  if not found then
    return null;
  end if;
  update billing.jobs set lease_until = clock_timestamp() + interval '2 minutes' where name = p_name;
  return greatest(before, billing.clock() - interval '30 days');
end
$function$;
CREATE OR REPLACE FUNCTION public.claim_plan_renewals(p_limit integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s billing.subscriptions;
  made uuid;
begin
  for s in
    select x.* from billing.subscriptions x
    where x.way = 'card' and (
        x.state = 'active' and x.period_end <= billing.clock() + interval '1 hour'
        or x.state = 'past_due')
      and not exists (select from billing.payments p where p.subscription_id = x.id and p.status in ('created', 'pending', 'review'))
      -- After a refusal: a day, three and six days into the grace.
      and (select count(*) from billing.payments p
        where p.subscription_id = x.id and p.plan_step = 'renewal' and p.idempotency_key like 'renew:%' and p.created_at > x.period_end - interval '2 hours')
        < case
          when x.period_end > billing.clock() - interval '1 day' then 1
          when x.period_end > billing.clock() - interval '3 days' then 2
          when x.period_end > billing.clock() - interval '6 days' then 3
          else 4 end
    order by x.period_end
    limit p_limit
    for update skip locked
  loop
    made := billing.insert_renewal(s);
    if made is not null then
      return next billing.payment_receipt(made, true) || jsonb_build_object('mandate', s.mandate, 'user_id', s.user_id);
    end if;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION public.compare_provider_balance(p_provider text, p_currency text, p_balance bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ours bigint;
begin
  select coalesce(-sum(e.amount), 0) into ours
  from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where a.owner = 'platform' and a.kind = 'clearing_' || p_provider and a.asset = p_currency;
  if ours <> p_balance then
    perform billing.report('balance_differs', format('%s:%s:%s', p_provider, p_currency, billing.today()),
      jsonb_build_object('ours', ours, 'theirs', p_balance, 'difference', p_balance - ours));
  end if;
  return p_balance - ours;
end
$function$;
CREATE OR REPLACE FUNCTION public.create_promo_code(p_code text, p_label text, p_kind text, p_value integer, p_valid_to timestamp with time zone, p_max_uses integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform app.require_staff();
  if length(translate(p_code, ' -', '')) < 6 then
    raise exception 'A code has six characters or more' using errcode = 'PT422', hint = 'code_short';
  end if;
  insert into billing.promo_codes (code_hash, label, kind, value, valid_to, max_uses, created_by)
  values (billing.code_hash(p_code), p_label, p_kind, p_value, p_valid_to, p_max_uses, auth.uid())
  returning id into made;
  perform billing.record_act('promo_created', made::text, p_label);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.daily_gift()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.fail_payment(p_payment uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say why' using errcode = 'PT422', hint = 'note_needed';
  end if;
  update billing.payments q set status = 'failed', reason = 'by_staff' where q.id = p_payment and q.status = 'review';
  if not found then
    perform app.not_there('payment');
  end if;
  perform billing.record_act('payment_failed', p_payment::text, p_note);
end
$function$;
CREATE OR REPLACE FUNCTION public.finish_billing_job(p_name text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update billing.jobs set run_at = billing.clock(), lease_until = null where name = p_name $function$;
CREATE OR REPLACE FUNCTION public.issue_receipts(p_limit integer, p_seller jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due billing.receipts_due;
begin
  -- One at a time gives numbers, so that none is skipped or given twice; whoever finds it busy leaves it to them.
  if not pg_try_advisory_xact_lock(hashtextextended('receipt numbers', 0)) then
    return;
  end if;
  for due in
    with taken as (
      delete from billing.receipts_due d
      where (d.payment_id, d.total_refunded) in (
        select x.payment_id, x.total_refunded from billing.receipts_due x order by x.at, x.total_refunded limit p_limit)
      returning d.*)
    select * from taken order by at, total_refunded
  loop
    return next billing.issue_receipt(due, p_seller);
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION public.note_provider_call(p_provider text, p_method text, p_is_ok boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failures int;
  was_up boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('provider health:' || p_provider || p_method, 0));
  delete from billing.provider_calls c
  where (c.provider, c.method) = (p_provider, p_method) and c.at < clock_timestamp() - interval '60 seconds';
  insert into billing.provider_calls (provider, method, is_ok) values (p_provider, p_method, p_is_ok);
  select coalesce((select h.is_up from billing.provider_health h where (h.provider, h.method) = (p_provider, p_method)), true) into was_up;
  if p_is_ok then
    update billing.provider_health set is_up = true, changed_at = clock_timestamp()
    where (provider, method) = (p_provider, p_method) and not is_up;
    if found then
      -- What failed before the answer that closed it counts no more.
      delete from billing.provider_calls c where (c.provider, c.method) = (p_provider, p_method) and not c.is_ok;
    end if;
    return true;
  end if;
  select count(*) filter (where not last.is_ok) into failures
  from (
    select c.is_ok from billing.provider_calls c where (c.provider, c.method) = (p_provider, p_method) order by c.at desc limit 10) as last;
  if was_up and failures < 5 then
    return true;
  end if;
  insert into billing.provider_health (provider, method, is_up) values (p_provider, p_method, false)
  on conflict (provider, method) do update set is_up = false, changed_at = clock_timestamp();
  return false;
end
$function$;
CREATE OR REPLACE FUNCTION public.note_settlement(p_provider text, p_ref text, p_currency text, p_amount bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into billing.settlements (provider, provider_ref, currency, amount) values (p_provider, p_ref, p_currency, p_amount)
  on conflict do nothing;
  perform ledger.post(format('settlement:%s:%s', p_provider, p_ref), 'settlement', jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p_currency, p_amount),
    billing.leg('platform', 'bank', p_currency, -p_amount)), 'settlement', p_ref);
end
$function$;
CREATE OR REPLACE FUNCTION public.pause_plan(p_months integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.own_plan();
  present constant timestamptz := billing.clock();
  -- In days, so that what is not used of it can be taken back exactly.
  pause constant interval := present + p_months * interval '1 month' - present;
begin
  if p_months is null or p_months not between 1 and 3 then
    raise exception 'A pause is of one to three months' using errcode = 'PT422', hint = 'pause_length';
  end if;
  if s.paused_at > billing.clock() - interval '1 year' then
    raise exception 'A plan is paused once a year' using errcode = 'PT409', hint = 'paused_lately', detail = (s.paused_at + interval '1 year')::text;
  end if;
  update billing.subscriptions
  set state = 'paused', paused_at = present, paused_until = present + pause, period_end = period_end + pause,
    anchor = anchor + pause
  where id = s.id;
  return billing.shown_plan();
end
$function$;
CREATE OR REPLACE FUNCTION public.plan_quote(p_price_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  price record;
  month record;
begin
  select * into price from billing.check_price(p_price_id, null);
  if price.kind <> 'plan' then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  select * into month from billing.next_month(person, price.sku, price.currency, price.amount, price.credits);
  return jsonb_build_object('step', month.step, 'amount', month.amount, 'credits', month.credits, 'currency', price.currency);
end
$function$;
CREATE OR REPLACE FUNCTION public.promo_for_order(p_user uuid, p_code text, p_price_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select billing.promo_price(p_user, p_code, p_price_id) $function$;
CREATE OR REPLACE FUNCTION public.receipt_to_print(p_receipt uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  printed jsonb;
begin
  select to_jsonb(r) into printed from billing.receipts r where r.id = p_receipt and r.user_id = person;
  if printed is null then
    raise exception 'There is no such receipt' using errcode = 'PT404', hint = 'not_found';
  end if;
  return printed;
end
$function$;
CREATE OR REPLACE FUNCTION public.redeem_code(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  gift uuid;
  c billing.promo_codes;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is not null then
    return jsonb_build_object('kind', 'gift', 'credits', (billing.gift_for(gift, person)).credits);
  end if;
  c := billing.promo_for(person, p_code);
  if c.kind = 'credits' then
    perform billing.reserve_promo(c.id, person, null, null);
    update billing.promo_uses set state = 'kept' where promo_id = c.id and user_id = person;
    perform ledger.give(person, c.value, 'promo:' || c.id);
    return jsonb_build_object('kind', 'credits', 'credits', c.value);
  end if;
  if c.id is not null then
    return jsonb_build_object('kind', 'discount', 'credits', 0, 'percent', case c.kind when 'percent' then c.value end,
      'amount', case c.kind when 'amount' then c.value end);
  end if;
  perform billing.count_try(person);
  return jsonb_build_object('kind', 'none', 'credits', 0);
end
$function$;
CREATE OR REPLACE FUNCTION public.report_webhook_off(p_provider text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select billing.report('webhook_off', p_provider || ':' || billing.today()) $function$;
CREATE OR REPLACE FUNCTION public.reread_payment(p_payment uuid, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  update billing.attempts t set poll_at = billing.clock(), lease_until = null, created_at = billing.clock()
  where t.payment_id = p_payment and t.state <> 'paid' and t.provider_ref is not null
    and exists (select from billing.payments q where q.id = p_payment and q.status <> 'paid');
  if not found then
    perform app.not_there('payment');
  end if;
  perform billing.record_act('payment_reread', p_payment::text, p_note);
end
$function$;
CREATE OR REPLACE FUNCTION public.resume_plan()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s constant billing.subscriptions := billing.own_plan();
begin
  if s.state = 'paused' then
    perform billing.end_pause(s);
  elsif s.state = 'canceling' then
    update billing.subscriptions set state = 'active' where id = s.id;
  end if;
  return billing.shown_plan();
end
$function$;
CREATE OR REPLACE FUNCTION public.settle_finding(p_id bigint, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say what was done' using errcode = 'PT422', hint = 'note_needed';
  end if;
  update billing.findings set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(p_note, 1000)
  where id = p_id and settled_at is null;
  if not found then
    perform app.not_there('finding');
  end if;
  perform billing.record_act('finding_settled', p_id::text, p_note);
end
$function$;
CREATE OR REPLACE FUNCTION public.settle_refund_by_hand(p_refund uuid, p_was_paid boolean, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r billing.refunds;
  p billing.payments;
  from_provider text;
begin
  perform app.require_staff();
  select q.* into p from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund and x.way = 'staff' and x.closed_at is null for update;
  if r.id is null then
    perform app.not_there('refund');
  end if;
  if p_was_paid then
    select t.provider into strict from_provider from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
    perform billing.apply_refund(p, from_provider, p.refunded + r.amount);
  else
    perform public.note_refund(r.id, 'not_possible');
  end if;
  update billing.findings set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(p_note, 1000)
  where kind = 'refund_by_hand' and ref = p_refund::text and settled_at is null;
  perform billing.record_act(case when p_was_paid then 'refund_done' else 'refund_failed' end, p_refund::text, p_note);
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_disputes()
 RETURNS TABLE(provider text, provider_ref text, payment_id uuid, username text, currency text, amount bigint, frozen integer, state text, evidence_due timestamp with time zone, opened_at timestamp with time zone, closed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select d.provider, d.provider_ref, d.payment_id, f.username, q.currency, q.amount, d.frozen, d.state, d.evidence_due, d.opened_at, d.closed_at
    from billing.disputes d
    join billing.payments q on q.id = d.payment_id
    left join public.profiles f on f.id = q.user_id
    order by d.state <> 'open', coalesce(d.evidence_due, d.opened_at)
    limit 100;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_findings(p_open boolean DEFAULT true, p_before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, kind text, ref text, details jsonb, found_at timestamp with time zone, settled_at timestamp with time zone, settled_by text, note text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select f.id, f.kind, f.ref, f.details, f.found_at, f.settled_at, p.username, f.note
    from billing.findings f left join public.profiles p on p.id = f.settled_by
    where (f.settled_at is null) = p_open and (p_before is null or f.id < p_before)
    order by f.id desc
    limit 50;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_payments()
 RETURNS TABLE(id uuid, username text, currency text, amount bigint, credits integer, status text, reason text, dispute text, provider text, provider_ref text, provider_status text, method text, created_at timestamp with time zone, acts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select q.id, f.username, q.currency, q.amount, q.credits, q.status, q.reason, q.dispute, a.provider, a.provider_ref, a.provider_status,
      a.method, q.created_at, billing.acts_on(q.id::text)
    from billing.payments q
    left join public.profiles f on f.id = q.user_id
    left join lateral (select t.* from billing.attempts t where t.payment_id = q.id order by t.id desc limit 1) as a on true
    where q.status = 'review'
    order by q.id desc
    limit 100;
end
$function$;
CREATE OR REPLACE FUNCTION public.take_daily_gift()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

create or replace view public.my_payments with (security_barrier=true) as
 SELECT p.id,
    p.purpose,
    p.sku,
    p.currency,
    p.amount,
    p.tax,
    p.credits,
    p.status,
    p.reason,
    p.refunded,
    p.dispute,
    p.duplicate_of,
    p.return_to,
    p.created_at,
    p.paid_at,
    a.provider,
    a.method,
    a.msisdn_last4,
    a.checkout_url,
    a.attempt_started_at,
    r.state AS refund_state,
    r.created_at AS refund_asked_at,
    ((p.status = 'paid'::text) AND (p.refunded = 0) AND (p.dispute = 'none'::text) AND (p.purpose <> 'gift'::text) AND (r.state IS NULL) AND (p.paid_at > (billing.clock() - '14 days'::interval))) AS is_refundable,
    p.plan_step,
    c.number AS receipt_number,
    c.id AS receipt_id
   FROM (((billing.payments p
     LEFT JOIN LATERAL ( SELECT t.provider,
            t.method,
            t.msisdn_last4,
                CASE
                    WHEN (t.state = 'open'::text) THEN t.checkout_url
                    ELSE NULL::text
                END AS checkout_url,
            t.created_at AS attempt_started_at
           FROM billing.attempts t
          WHERE (t.payment_id = p.id)
          ORDER BY t.id DESC
         LIMIT 1) a ON (true))
     LEFT JOIN LATERAL ( SELECT x.state,
            x.created_at
           FROM billing.refunds x
          WHERE ((x.payment_id = p.id) AND (x.state <> 'failed'::text))
          ORDER BY x.id DESC
         LIMIT 1) r ON (true))
     LEFT JOIN billing.receipts c ON (((c.payment_id = p.id) AND (c.kind = 'receipt'::text))))
  WHERE (p.user_id = ( SELECT auth.uid() AS uid));
create or replace view public.offers with (security_barrier=true) as
 SELECT p.id AS price_id,
    o.sku,
    o.kind,
    o.credits,
    p.currency,
    p.amount,
    o."position"
   FROM (billing.prices p
     JOIN billing.products o ON ((o.sku = p.sku)))
  WHERE (o.is_active AND (o.kind <> 'plan'::text) AND (p.valid_from <= now()) AND ((p.valid_to IS NULL) OR (p.valid_to > now())));
create or replace view public.my_receipts with (security_barrier=true) as
 SELECT id,
    number,
    kind,
    payment_id,
    sku,
    credits,
    currency,
    amount,
    tax,
    receipt_number,
    issued_at
   FROM billing.receipts r
  WHERE (user_id = ( SELECT auth.uid() AS uid));
create or replace view public.my_subscription with (security_barrier=true) as
 SELECT s.id,
    s.sku,
    o.credits,
    s.state,
    s.way,
    x.amount,
    x.currency,
    s.period_end,
        CASE s.state
            WHEN 'past_due'::text THEN (s.period_end + '7 days'::interval)
            ELSE s.period_end
        END AS benefits_until,
    s.paused_until,
    ((s.state = 'active'::text) AND ((s.paused_at IS NULL) OR (s.paused_at < (billing.clock() - '1 year'::interval)))) AS can_pause,
    nx.sku AS next_sku,
    renewal.id AS renewal_price_id,
    renewal.amount AS renewal_amount,
    (((s.way = 'prepaid'::text) AND (s.state = ANY (ARRAY['active'::text, 'canceling'::text])) AND ((s.period_end - billing.clock()) <= '7 days'::interval)) OR (s.state = 'past_due'::text)) AS is_payable
   FROM ((((billing.subscriptions s
     JOIN billing.products o ON ((o.sku = s.sku)))
     JOIN billing.prices x ON ((x.id = s.price_id)))
     LEFT JOIN billing.prices nx ON ((nx.id = s.next_price_id)))
     LEFT JOIN billing.prices renewal ON (((renewal.sku = COALESCE(nx.sku, s.sku)) AND (renewal.currency = x.currency) AND (renewal.valid_to IS NULL))))
  WHERE ((s.user_id = ( SELECT auth.uid() AS uid)) AND (s.state <> ALL (ARRAY['incomplete'::text, 'ended'::text])));
create or replace view public.plans with (security_barrier=true) as
 SELECT p.id AS price_id,
    o.sku,
    o.credits,
    p.currency,
    p.amount,
    o."position"
   FROM (billing.prices p
     JOIN billing.products o ON ((o.sku = p.sku)))
  WHERE (o.is_active AND (o.kind = 'plan'::text) AND (p.valid_from <= now()) AND ((p.valid_to IS NULL) OR (p.valid_to > now())));

CREATE TRIGGER plan_receipt AFTER UPDATE ON billing.payments FOR EACH ROW EXECUTE FUNCTION billing.plan_receipt();
CREATE TRIGGER guard_receipt BEFORE DELETE OR UPDATE ON billing.receipts FOR EACH ROW EXECUTE FUNCTION billing.guard_receipt();
CREATE TRIGGER guard_act BEFORE DELETE OR UPDATE ON billing.staff_acts FOR EACH ROW EXECUTE FUNCTION billing.guard_act();
CREATE TRIGGER guard_subscription BEFORE DELETE OR UPDATE ON billing.subscriptions FOR EACH ROW EXECUTE FUNCTION billing.guard_subscription();
CREATE TRIGGER notice_low_balance AFTER INSERT ON ledger.holds FOR EACH ROW EXECUTE FUNCTION app.notice_low_balance();

alter function billing.acts_on(text) owner to ledger_owner;
alter function billing.code_hash(text) owner to ledger_owner;
alter function billing.cost_of(uuid,jsonb) owner to ledger_owner;
alter function billing.count_try(uuid) owner to ledger_owner;
alter function billing.daily_gift_obstacle(uuid) owner to ledger_owner;
alter function billing.discounted(billing.promo_codes,text,bigint,integer) owner to ledger_owner;
alter function billing.end_due_plans() owner to ledger_owner;
alter function billing.end_pause(billing.subscriptions) owner to ledger_owner;
alter function billing.end_refunded_plan(billing.payments) owner to ledger_owner;
alter function billing.free_promos() owner to ledger_owner;
alter function billing.grant_month(billing.payments,billing.attempts,text) owner to ledger_owner;
alter function billing.guard_act() owner to ledger_owner;
alter function billing.guard_receipt() owner to ledger_owner;
alter function billing.guard_subscription() owner to ledger_owner;
alter function billing.insert_renewal(billing.subscriptions) owner to ledger_owner;
alter function billing.issue_receipt(billing.receipts_due,jsonb) owner to ledger_owner;
alter function billing.live_plan(uuid) owner to ledger_owner;
alter function billing.next_month(uuid,text,text,bigint,integer) owner to ledger_owner;
alter function billing.next_receipt_number(text,integer) owner to ledger_owner;
alter function billing.own_plan() owner to ledger_owner;
alter function billing.plan_of(uuid,uuid,text) owner to ledger_owner;
alter function billing.plan_receipt() owner to ledger_owner;
alter function billing.probe_provider(text,text) owner to ledger_owner;
alter function billing.promo_for(uuid,text) owner to ledger_owner;
alter function billing.promo_price(uuid,text,uuid) owner to ledger_owner;
alter function billing.record_act(text,text,text) owner to ledger_owner;
alter function billing.refuse_guessing(uuid) owner to ledger_owner;
alter function billing.remind_plans() owner to ledger_owner;
alter function billing.reserve_promo(uuid,uuid,uuid,bytea) owner to ledger_owner;
alter function billing.settle_promo(billing.payments) owner to ledger_owner;
alter function billing.shown_plan() owner to ledger_owner;
alter function billing.tax_in(bigint,integer) owner to ledger_owner;
alter function billing.tell_plan(uuid,text) owner to ledger_owner;
alter function billing.today() owner to ledger_owner;
alter function billing.uses_joker(billing.daily_gifts,date) owner to ledger_owner;
alter table billing.daily_gifts owner to ledger_owner;
alter table billing.jobs owner to ledger_owner;
alter table billing.low_balances owner to ledger_owner;
alter table billing.periods owner to ledger_owner;
alter table billing.promo_codes owner to ledger_owner;
alter table billing.promo_uses owner to ledger_owner;
alter table billing.provider_calls owner to ledger_owner;
alter table billing.receipt_counters owner to ledger_owner;
alter table billing.receipts owner to ledger_owner;
alter table billing.receipts_due owner to ledger_owner;
alter table billing.settlements owner to ledger_owner;
alter table billing.staff_acts owner to ledger_owner;
alter table billing.subscriptions owner to ledger_owner;

revoke all on function app.notice_low_balance() from public, anon, authenticated, service_role;
revoke all on function billing.acts_on(text) from public, anon, authenticated, service_role;
revoke all on function billing.check_price(uuid,integer) from public, anon, authenticated, service_role;
revoke all on function billing.code_hash(text) from public, anon, authenticated, service_role;
revoke all on function billing.cost_of(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.count_try(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.daily_gift_obstacle(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.discounted(billing.promo_codes,text,bigint,integer) from public, anon, authenticated, service_role;
revoke all on function billing.end_due_plans() from public, anon, authenticated, service_role;
revoke all on function billing.end_pause(billing.subscriptions) from public, anon, authenticated, service_role;
revoke all on function billing.end_refunded_plan(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.free_promos() from public, anon, authenticated, service_role;
revoke all on function billing.grant_month(billing.payments,billing.attempts,text) from public, anon, authenticated, service_role;
revoke all on function billing.guard_act() from public, anon, authenticated, service_role;
revoke all on function billing.guard_receipt() from public, anon, authenticated, service_role;
revoke all on function billing.guard_subscription() from public, anon, authenticated, service_role;
revoke all on function billing.insert_renewal(billing.subscriptions) from public, anon, authenticated, service_role;
revoke all on function billing.issue_receipt(billing.receipts_due,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.live_plan(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.next_month(uuid,text,text,bigint,integer) from public, anon, authenticated, service_role;
revoke all on function billing.next_receipt_number(text,integer) from public, anon, authenticated, service_role;
revoke all on function billing.own_plan() from public, anon, authenticated, service_role;
revoke all on function billing.plan_of(uuid,uuid,text) from public, anon, authenticated, service_role;
revoke all on function billing.plan_receipt() from public, anon, authenticated, service_role;
revoke all on function billing.probe_provider(text,text) from public, anon, authenticated, service_role;
revoke all on function billing.promo_for(uuid,text) from public, anon, authenticated, service_role;
revoke all on function billing.promo_price(uuid,text,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.record_act(text,text,text) from public, anon, authenticated, service_role;
revoke all on function billing.refuse_guessing(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.remind_plans() from public, anon, authenticated, service_role;
revoke all on function billing.reserve_promo(uuid,uuid,uuid,bytea) from public, anon, authenticated, service_role;
revoke all on function billing.settle_promo(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.shown_plan() from public, anon, authenticated, service_role;
revoke all on function billing.tax_in(bigint,integer) from public, anon, authenticated, service_role;
revoke all on function billing.tell_plan(uuid,text) from public, anon, authenticated, service_role;
revoke all on function billing.today() from public, anon, authenticated, service_role;
revoke all on function billing.uses_joker(billing.daily_gifts,date) from public, anon, authenticated, service_role;
revoke all on function public.advance_billing_clock() from public, anon, authenticated, service_role;
grant execute on function public.advance_billing_clock() to service_role;
revoke all on function public.cancel_plan() from public, anon, authenticated, service_role;
grant execute on function public.cancel_plan() to authenticated;
grant execute on function public.cancel_plan() to service_role;
revoke all on function public.change_plan(uuid) from public, anon, authenticated, service_role;
grant execute on function public.change_plan(uuid) to authenticated;
grant execute on function public.change_plan(uuid) to service_role;
revoke all on function public.check_promo_code(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.check_promo_code(text,uuid) to authenticated;
grant execute on function public.check_promo_code(text,uuid) to service_role;
revoke all on function public.claim_billing_job(text,interval) from public, anon, authenticated, service_role;
grant execute on function public.claim_billing_job(text,interval) to service_role;
revoke all on function public.claim_plan_renewals(integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_plan_renewals(integer) to service_role;
revoke all on function public.compare_provider_balance(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.compare_provider_balance(text,text,bigint) to service_role;
revoke all on function public.create_promo_code(text,text,text,integer,timestamp with time zone,integer) from public, anon, authenticated, service_role;
grant execute on function public.create_promo_code(text,text,text,integer,timestamp with time zone,integer) to authenticated;
grant execute on function public.create_promo_code(text,text,text,integer,timestamp with time zone,integer) to service_role;
revoke all on function public.daily_gift() from public, anon, authenticated, service_role;
grant execute on function public.daily_gift() to authenticated;
grant execute on function public.daily_gift() to service_role;
revoke all on function public.fail_payment(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.fail_payment(uuid,text) to authenticated;
grant execute on function public.fail_payment(uuid,text) to service_role;
revoke all on function public.finish_billing_job(text) from public, anon, authenticated, service_role;
grant execute on function public.finish_billing_job(text) to service_role;
revoke all on function public.issue_receipts(integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.issue_receipts(integer,jsonb) to service_role;
revoke all on function public.note_provider_call(text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.note_provider_call(text,text,boolean) to service_role;
revoke all on function public.note_settlement(text,text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.note_settlement(text,text,text,bigint) to service_role;
revoke all on function public.pause_plan(integer) from public, anon, authenticated, service_role;
grant execute on function public.pause_plan(integer) to authenticated;
grant execute on function public.pause_plan(integer) to service_role;
revoke all on function public.plan_quote(uuid) from public, anon, authenticated, service_role;
grant execute on function public.plan_quote(uuid) to authenticated;
grant execute on function public.plan_quote(uuid) to service_role;
revoke all on function public.promo_for_order(uuid,text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.promo_for_order(uuid,text,uuid) to service_role;
revoke all on function public.receipt_to_print(uuid) from public, anon, authenticated, service_role;
grant execute on function public.receipt_to_print(uuid) to authenticated;
grant execute on function public.receipt_to_print(uuid) to service_role;
revoke all on function public.redeem_code(text) from public, anon, authenticated, service_role;
grant execute on function public.redeem_code(text) to authenticated;
grant execute on function public.redeem_code(text) to service_role;
revoke all on function public.report_webhook_off(text) from public, anon, authenticated, service_role;
grant execute on function public.report_webhook_off(text) to service_role;
revoke all on function public.reread_payment(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.reread_payment(uuid,text) to authenticated;
grant execute on function public.reread_payment(uuid,text) to service_role;
revoke all on function public.resume_plan() from public, anon, authenticated, service_role;
grant execute on function public.resume_plan() to authenticated;
grant execute on function public.resume_plan() to service_role;
revoke all on function public.settle_finding(bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.settle_finding(bigint,text) to authenticated;
grant execute on function public.settle_finding(bigint,text) to service_role;
revoke all on function public.settle_refund_by_hand(uuid,boolean,text) from public, anon, authenticated, service_role;
grant execute on function public.settle_refund_by_hand(uuid,boolean,text) to authenticated;
grant execute on function public.settle_refund_by_hand(uuid,boolean,text) to service_role;
revoke all on function public.staff_disputes() from public, anon, authenticated, service_role;
grant execute on function public.staff_disputes() to authenticated;
grant execute on function public.staff_disputes() to service_role;
revoke all on function public.staff_findings(boolean,bigint) from public, anon, authenticated, service_role;
grant execute on function public.staff_findings(boolean,bigint) to authenticated;
grant execute on function public.staff_findings(boolean,bigint) to service_role;
revoke all on function public.staff_payments() from public, anon, authenticated, service_role;
grant execute on function public.staff_payments() to authenticated;
grant execute on function public.staff_payments() to service_role;
revoke all on function public.take_daily_gift() from public, anon, authenticated, service_role;
grant execute on function public.take_daily_gift() to authenticated;
grant execute on function public.take_daily_gift() to service_role;
revoke all on sequence billing.staff_acts_id_seq from public, anon, authenticated, service_role;
revoke all on table billing.daily_gifts from public, anon, authenticated, service_role;
revoke all on table billing.jobs from public, anon, authenticated, service_role;
revoke all on table billing.low_balances from public, anon, authenticated, service_role;
revoke all on table billing.periods from public, anon, authenticated, service_role;
revoke all on table billing.promo_codes from public, anon, authenticated, service_role;
revoke all on table billing.promo_uses from public, anon, authenticated, service_role;
revoke all on table billing.provider_calls from public, anon, authenticated, service_role;
revoke all on table billing.receipt_counters from public, anon, authenticated, service_role;
revoke all on table billing.receipts from public, anon, authenticated, service_role;
revoke all on table billing.receipts_due from public, anon, authenticated, service_role;
revoke all on table billing.settlements from public, anon, authenticated, service_role;
revoke all on table billing.staff_acts from public, anon, authenticated, service_role;
revoke all on table billing.subscriptions from public, anon, authenticated, service_role;
revoke all on table public.my_receipts from public, anon, authenticated, service_role;
grant select on table public.my_receipts to authenticated;
revoke all on table public.my_subscription from public, anon, authenticated, service_role;
grant select on table public.my_subscription to authenticated;
revoke all on table public.plans from public, anon, authenticated, service_role;
grant select on table public.plans to anon;
grant select on table public.plans to authenticated;
grant select on table public.plans to service_role;

comment on column billing.products.credits is 'Of a top-up one, and its price is that of one credit; of a plan those of a month.';
comment on function public.apply_payment_truth(text,text,uuid,jsonb) is 'Believes what a provider''s API said of one transaction: {status: pending | paid | failed | canceled | expired, currency, amount, refunded (cumulative), fee or null, realm: test | live, raw: its own word, reason or null, mandate or null: what a card plan is renewed by}, amounts in the smallest unit. Any number of times, in any order: credits are given once, in the transaction that marks the payment paid. Answers the payment, null for a transaction that is none of ours. An amount, currency or realm that is not our row''s gives nothing and is laid before the staff. PT422 payment_truth for an unknown status; 40001: ask again.';
comment on function public.start_payment(uuid,jsonb) is 'A payment and its first attempt, which the caller then asks of the provider. Order: {idempotency_key, price_id, credits (of a top-up), provider, method (an operator, card or hosted), msisdn_last4, msisdn_hash (hex), return_to, over_limit, promo_id (of promo_for_order), gift: {username | code_hash (hex), message}}; amount, credits and tax are the price''s, of a plan what plan_quote says. Answers {payment_id, is_new, status, sku, credits, currency, amount, attempt_id, attempt_state, provider, method, checkout_url}; the same key, or the same thing within three minutes while it is open: the first one''s. PT404 offer_unknown, provider_unknown, operator_unknown, gift_nobody; PT409 price_changed with {price_id, amount} as detail, spend_limit, plan_current, plan_smaller; PT422 idempotency_mismatch, topup_size, spend_cap, gift_to_oneself, promo_invalid, plan_alone; PT429 throttled, too_many_open; PT503 operator_down.';
comment on table billing.provider_health is 'The breakers of the ways to pay: one that is open lets a probe through every thirty seconds.';
comment on column billing.payments.plan_step is 'Of a plan: its first month, the next one, or the difference to a larger plan, for the difference in credits.';
comment on column billing.payments.promo_id is 'The code that made it cheaper: amount is what was left to pay.';
comment on column billing.receipts.receipt_number is 'Of a credit note: the receipt that it is about.';
comment on column billing.subscriptions.anchor is 'Months are counted from here, so that one that began on a 31st does not drift.';
comment on column billing.subscriptions.mandate is 'By what the provider charges the card again: its own reference, never a card''s number.';
comment on column billing.subscriptions.paused_at is 'When it was last paused: once a year.';
comment on column billing.subscriptions.told is 'Which reminder was the last: 1 to 3 before and at the end of the month, 4 to 6 in the days of grace.';
comment on function app.notice_low_balance() is 'As credits are set aside for work: two or less are left. Told once, not with every picture.';
comment on function billing.cost_of(uuid,jsonb) is 'What an order costs and gives, by our own rows alone: of the order only what is bought and which code.';
comment on function billing.daily_gift_obstacle(uuid) is 'Why there is no gift today. It fills up to five credits and no further, is for accounts of a day or more with a proven address, and never becomes anybody else''s (gifts and earnings are made of bought credits): a thousand accounts have a thousand times nothing to carry away.';
comment on function billing.discounted(billing.promo_codes,text,bigint,integer) is 'What is left to pay of a price: rounded up to coins, never under 100 F or 1,00 €, nor under 25 F for a credit. Null where the code is not for it.';
comment on function billing.end_pause(billing.subscriptions) is 'The month goes on with what was left of it.';
comment on function billing.free_promos() is 'Uses of payments that came to nothing, once they can no longer be tried again.';
comment on function billing.grant_month(billing.payments,billing.attempts,text) is 'The month of a payment that is believed: it begins where the last one ends, also when it was paid in the days of grace, so that nothing is lost and nothing doubled.';
comment on function billing.guard_subscription() is 'The state machine of a plan, whoever writes: every other transition is PT409 plan_state.';
comment on function billing.next_month(uuid,text,text,bigint,integer) is 'What a plan costs this person now. A larger one costs the difference and gives the difference, and its dates stay: no share of days is counted, or a whole month of credits would be had for a day''s price.';
comment on function billing.probe_provider(text,text) is 'Whether a payment may be started by this method: where it fails, one in thirty seconds, which tries whether it works again.';
comment on function billing.promo_for(uuid,text) is 'The code, if this person may use it now: one used up, over, or used by them is as one that never was.';
comment on function billing.refuse_guessing(uuid) is 'PT429 throttled after five wrong codes of any kind in an hour; one call of a person at a time.';
comment on function billing.remind_plans() is 'Three days and one day before the end of a month that is paid in advance, three days before a card is charged; then one, three and six days into the grace. Each once, whatever was missed while nobody looked.';
comment on function billing.tell_plan(uuid,text) is 'Tells whose plan it is: plan_ends_soon, plan_ended (its days of grace begin), plan_grace, plan_over, plan_canceled, with {sku, period_end}.';
comment on function public.advance_billing_clock() is 'What time does to plans and codes: for the schedule, any number of times. Answers how many plans it moved (ended) and reminded.';
comment on function public.cancel_plan() is 'Stops one''s plan: its benefits stay until the month is over, its credits for ever. Answers my_subscription, null where it was in its days of grace and is over. PT404 plan_unknown.';
comment on function public.change_plan(uuid) is 'The next month is of this smaller plan, or again of the present one; answers my_subscription. PT409 plan_larger: that one begins at once, by payment-start. PT404 plan_unknown, offer_unknown.';
comment on function public.check_promo_code(text,uuid) is 'What a pack costs with a code: {percent or null, list_amount, amount}; null for a code that is not for this person or this purchase, whatever the reason. PT429 throttled after five such in an hour; PT404 offer_unknown.';
comment on function public.claim_billing_job(text,interval) is 'Since when the job has not run (at most thirty days back), where it is due and nobody is at it; else null. finish_billing_job ends it, or two minutes do.';
comment on function public.claim_plan_renewals(integer) is 'Months of card plans that are due: each is a payment with its attempt by now, which the caller asks of the provider with the mandate. Answers as start_payment, with mandate and user_id.';
comment on function public.compare_provider_balance(text,text,bigint) is 'What the provider says it has of ours, less what our books say; what is not 0 lies before the staff, once a day.';
comment on function public.create_promo_code(text,text,text,integer,timestamp with time zone,integer) is 'For the staff: a code of six characters or more that gives percent (5 to 20) or amount (francs) off a pack, or credits (up to 100), until a moment and so many times. PT403 staff_only, PT422 code_short, 23514 out of bounds, 23505 a code that exists.';
comment on function public.daily_gift() is 'The gift of the day: {can_take, obstacle: unproven | new (an account of less than a day) | taken | enough (five credits or more) | gone (all are given out) | null, credits, streak, next_at}.';
comment on function public.fail_payment(uuid,text) is 'A payment in review came to nothing, says the staff, and why. Should the provider say paid later, it is believed all the same. PT403 staff_only, PT404 not_found, PT422 note_needed.';
comment on function public.issue_receipts(integer,jsonb) is 'Numbers the receipts and credit notes that wait, with the seller as it is printed: {name, address, registration, tax_number}. Answers their ids.';
comment on function public.note_provider_call(text,text,boolean) is 'Says how a start went; the method is an operator''s code, or card. Five failures of the last ten within a minute open its breaker, one answer closes it. Answers whether the method is up.';
comment on function public.note_settlement(text,text,text,bigint) is 'So much of a provider''s money has come to our bank, by its report; any number of times. PT409 for a reference with another amount.';
comment on function public.pause_plan(integer) is 'No month is asked for or charged for one to three months, and the end of the present one moves by as much; once a year. Answers my_subscription. PT404 plan_unknown, PT409 plan_state or paused_lately (detail: until when), PT422 pause_length.';
comment on function public.plan_quote(uuid) is 'What payment-start will ask for a plan now: {step: first | renewal | upgrade (the difference), amount, credits, currency}. PT409 plan_current (this month is paid; detail: until when) or plan_smaller (change_plan: it begins at the detail); PT404 offer_unknown.';
comment on function public.promo_for_order(uuid,text,uuid) is 'As check_promo_code, with the promo_id that start_payment takes: asked by the server before it, so that a wrong try stays counted.';
comment on function public.receipt_to_print(uuid) is 'All that stands on one''s own receipt. PT404 for anybody else''s.';
comment on function public.redeem_code(text) is 'Redeems any code: {kind: gift | credits | discount | none, credits, percent, amount}. A discount is not used up by this: it is given with payment-start as promo_code. none for one that does not exist, is over or was used. PT429 throttled after five of those in an hour.';
comment on function public.report_webhook_off(text) is 'The provider no longer rings: it lies before the staff, once a day.';
comment on function public.reread_payment(uuid,text) is 'Has the provider asked anew about a payment that is not paid, now and for two more days: it alone says what is true. PT403 staff_only, PT404 not_found.';
comment on function public.resume_plan() is 'Takes back a stop, or ends a pause before its time; answers my_subscription. PT404 plan_unknown.';
comment on function public.settle_finding(bigint,text) is 'Somebody looked, and says what was done. PT403 staff_only, PT404 not_found (also: settled before), PT422 note_needed.';
comment on function public.settle_refund_by_hand(uuid,boolean,text) is 'A refund that the provider offers no API for was paid out by hand, or could not be. PT403 staff_only, PT404 not_found.';
comment on function public.staff_disputes() is 'Chargebacks, open ones first, the next that is due before the others. PT403 staff_only.';
comment on function public.staff_findings(boolean,bigint) is 'What lies before the staff (or what was settled), newest first, fifty at a time before an id. kind: amount_mismatch, unresolved, paid_again, unknown_transaction, unknown_dispute, dispute, refund_by_hand, refund_failed, refund_unresolved, refunded_too_much, fee_changed, balance_differs, webhook_off. PT403 staff_only.';
comment on function public.staff_payments() is 'Payments in review, newest first, with what the staff has done so far. PT403 staff_only.';
comment on function public.take_daily_gift() is 'Takes the gift of the day, and answers as daily_gift. A day that was missed does not end the streak, once in seven days. PT409 gift_unproven, gift_new, gift_taken, gift_enough, gift_gone.';
comment on table billing.daily_gifts is 'joker_used_on: the last day that was missed without losing the streak, one in seven days.';
comment on table billing.jobs is 'What runs once in a while, by whichever process comes first.';
comment on table billing.low_balances is 'Whom was told that two credits or less are left: once, until there were more than five again.';
comment on table billing.periods is 'A month that was paid: one for each payment, and one for each start.';
comment on table billing.promo_codes is 'A code is kept as its SHA-256. amount is in francs, for prices in francs; credits are gifts, as promo in the ledger.';
comment on table billing.promo_uses is 'reserved with a payment, kept once it is paid, and gone when the payment is over otherwise.';
comment on table billing.provider_calls is 'How the last starts of payments went, of all processes: what opens and closes the breakers.';
comment on table billing.receipts_due is 'What waits for its number, written with the payment: numbers are given afterwards, so that payments do not queue for them. total_refunded: 0 for a purchase.';
comment on table billing.settlements is 'What a provider has paid out to our bank, from its report.';
comment on table billing.staff_acts is 'Written with the act itself, never changed.';
comment on view public.my_receipts is 'One''s own receipts and credit notes (kind), numbered; GET functions/v1/payment-receipt/{id}.pdf prints one.';
comment on view public.my_subscription is 'The plan that one is on, in one row or none. way: prepaid (nothing is taken) or card. state: active, past_due (the month is over, benefits_until is the end of the seven days of grace), paused, canceling (until period_end). is_payable: payment-start takes renewal_price_id now, for renewal_amount. next_sku: the smaller plan that begins with the next month.';
comment on view public.plans is 'Plans that one can be on, for everybody: the credits of a month, which never expire, and its price with all taxes in the smallest unit of its currency.';

alter function billing.check_price(uuid, integer) owner to ledger_owner;
