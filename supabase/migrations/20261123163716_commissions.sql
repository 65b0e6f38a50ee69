set local check_function_bodies = off;
drop trigger plan_receipt on billing.payments;

drop function billing.earn(uuid,text,uuid,bigint,bigint);
drop function billing.cost_of(uuid,jsonb);

alter table ledger.accounts drop constraint accounts_kind_of_owner;
alter table ledger.accounts add constraint accounts_kind_of_owner check (case
    when owner = 'platform' then kind in
      ('issued', 'bonus', 'gifts', 'revenue', 'royalty_pool', 'fees', 'tax', 'costs', 'refunds', 'chargebacks', 'writeoff', 'bank', 'fx',
        'clearing_sandbox', 'clearing_fedapay', 'clearing_stripe', 'clearing_pawapay')
    else kind in ('promo', 'paid', 'held', 'frozen', 'debt', 'pending', 'earned', 'payable', 'owed', 'escrow')
  end);
alter table billing.realm add column commissions_live boolean not null default false;
alter table billing.products
  drop constraint products_kind_check, drop constraint products_credits_check, drop constraint products_sku_of_kind;
alter table billing.products
  add constraint products_kind_check check (kind in ('pack', 'topup', 'plan', 'commission')),
  add constraint products_credits_check check (credits between 0 and 100000),
  add constraint products_sku_of_kind check (sku ~ '^(pack|plan)_[a-z0-9]+$' and sku like kind || '\_%'
    or (sku, kind) in (('topup', 'topup'), ('commission', 'commission'))),
  add constraint products_credits check ((kind = 'commission') = (credits = 0));
insert into billing.products (sku, kind, credits, position) values ('commission', 'commission', 0, 8);
alter table billing.payments
  alter column price_id drop not null,
  add column milestone_id uuid,
  add column terms int,
  add column settle bigint check (settle > 0),
  drop constraint payments_credits_check, drop constraint payments_purpose_check;
alter table billing.payments
  add constraint payments_credits_check check (credits >= 0),
  add constraint payments_purpose_check check (purpose in ('credits', 'gift', 'plan', 'commission')),
  add constraint payments_of_commission check ((purpose = 'commission') = (credits = 0) and (purpose = 'commission') = (price_id is null)
    and (purpose = 'commission') = (milestone_id is not null) and (milestone_id is null) = (terms is null)
    and (milestone_id is null) = (settle is null));
create index payments_of_milestone on billing.payments (milestone_id) where milestone_id is not null;
alter table billing.refunds add column owed bigint not null default 0 check (owed >= 0);
alter table billing.staff_acts drop constraint staff_acts_act_check;
alter table billing.staff_acts add constraint staff_acts_act_check check (act in ('finding_settled', 'payment_reread', 'payment_failed',
  'refund_done', 'refund_failed', 'promo_created', 'payout_released', 'payout_refused', 'dispute_ruled'));
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('commission-files', 'commission-files', false, 41943040, '{image/png,image/jpeg,image/webp,application/pdf,application/zip}')
on conflict (id) do nothing;
create table billing.services (
  id uuid primary key default app.uuid_v7(),
  creator_id uuid not null,
  title text not null check (char_length(title) between 1 and 80),
  description text not null check (char_length(description) between 1 and 2000),
  refuses text not null check (char_length(refuses) <= 500),
  mode text not null check (mode in ('proposal', 'instant', 'single_message')),
  price_from bigint not null check (price_from between 2000 and 10000000 and price_from % 100 = 0),
  options jsonb not null check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 8),
  days int not null check (days between 1 and 120),
  revisions_sketch smallint not null check (revisions_sketch between 0 and 5),
  revisions_final smallint not null check (revisions_final between 0 and 3),
  rights text not null check (rights in ('perso', 'commercial')),
  ai_share text not null check (ai_share in ('full', 'mixed', 'none')),
  languages text[] not null check (cardinality(languages) <= 5),
  style text not null check (char_length(style) <= 40),
  slots int not null check (slots between 1 and 20),
  state text not null default 'open' check (state in ('open', 'waitlist', 'closed')),
  away_from date,
  away_to date,
  samples uuid[] not null check (cardinality(samples) between 3 and 9),
  created_at timestamptz not null default billing.clock(),
  updated_at timestamptz not null default billing.clock(),
  constraint services_away check ((away_from is null) = (away_to is null) and away_from <= away_to)
);
create index services_of_creator on billing.services (creator_id, id desc);
create index services_found on billing.services (id desc) where state <> 'closed';
create table billing.waitlist (
  id uuid primary key default app.uuid_v7(),
  service_id uuid not null references billing.services,
  client_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left')),
  offered_until timestamptz,
  created_at timestamptz not null default billing.clock(),
  constraint waitlist_offered check ((state = 'offered') <= (offered_until is not null))
);
create unique index waitlist_once on billing.waitlist (service_id, client_id) where state in ('waiting', 'offered');
create index waitlist_next on billing.waitlist (service_id, id) where state = 'waiting';
create index waitlist_due on billing.waitlist (offered_until) where state = 'offered';
create table billing.commissions (
  id uuid primary key,
  number bigint generated always as identity unique,
  service_id uuid not null references billing.services,
  client_id uuid not null,
  creator_id uuid not null,
  title text not null,
  mode text not null,
  brief text not null check (char_length(brief) between 20 and 2000),
  budget bigint check (budget > 0),
  wanted_on date,
  is_anonymous boolean not null,
  hide_work boolean not null,
  licence text not null check (licence in ('perso', 'commercial')),
  ai_share text not null,
  revisions_sketch smallint not null check (revisions_sketch >= 0),
  revisions_final smallint not null check (revisions_final >= 0),
  scope text check (char_length(scope) between 1 and 2000),
  status text not null default 'requested' check (status in ('requested', 'proposed', 'funded', 'in_progress', 'delivered', 'revision',
    'disputed', 'accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled')),
  version int not null default 1,
  terms int not null default 0,
  current_step smallint not null default 1 check (current_step between 1 and 3),
  holds_place boolean not null default false,
  entered_at timestamptz not null default billing.clock(),
  starts_from timestamptz,
  guaranteed_at timestamptz,
  stopped_at timestamptz,
  delivered_at timestamptz,
  accepts_at timestamptz,
  is_extended boolean not null default false,
  revision_due timestamptz,
  time_asked int check (time_asked between 1 and 30),
  share_percent int check (share_percent between 0 and 100),
  share_by text check (share_by in ('client', 'creator')),
  told smallint not null default 0,
  due_at timestamptz,
  created_at timestamptz not null default billing.clock(),
  constraint commissions_of_two check (client_id <> creator_id),
  constraint commissions_share check ((share_percent is null) = (share_by is null))
);
create index commissions_of_client on billing.commissions (client_id, id desc);
create index commissions_of_creator on billing.commissions (creator_id, id desc);
create index commissions_of_service on billing.commissions (service_id) where holds_place;
create index commissions_due on billing.commissions (due_at) where due_at is not null;
create table billing.milestones (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  position smallint not null check (position between 1 and 3),
  title text not null check (char_length(title) between 1 and 80),
  amount bigint not null check (amount between 2000 and 10000000 and amount % 100 = 0),
  days int not null check (days between 1 and 120),
  unique (commission_id, position)
);
create table billing.commission_events (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  at timestamptz not null default billing.clock(),
  what text not null,
  side text not null check (side in ('client', 'creator', 'staff', 'clock', 'bank')),
  before text,
  after text not null,
  details jsonb not null default '{}' check (octet_length(details::text) <= 16384)
);
create index commission_events_of on billing.commission_events (commission_id, id);
create table billing.commission_points (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  kind text not null check (kind in ('sketch', 'final')),
  round smallint not null,
  position smallint not null,
  words text not null check (char_length(words) between 1 and 300),
  is_done boolean not null default false,
  created_at timestamptz not null default billing.clock()
);
create index commission_points_of on billing.commission_points (commission_id, id);
create table billing.commission_disputes (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  opened_by text not null check (opened_by in ('client', 'creator', 'bank')),
  reason text not null check (reason in ('not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment')),
  before text not null check (before in ('funded', 'in_progress', 'delivered', 'revision')),
  state text not null default 'open' check (state in ('open', 'proposed', 'ruled', 'appealed', 'closed')),
  percent int check (percent between 0 and 100 and percent % 10 = 0),
  words text check (char_length(words) between 1 and 2000),
  precedent text not null default '' check (char_length(precedent) <= 40),
  decided_by uuid,
  confirmed_by uuid,
  decided_at timestamptz,
  appeal_until timestamptz,
  is_appealed boolean not null default false,
  opened_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint commission_disputes_closed check ((state = 'closed') = (closed_at is not null)),
  constraint commission_disputes_decided check (state in ('open', 'closed') or percent is not null and words is not null and decided_by is not null)
);
create unique index commission_disputes_one_open on billing.commission_disputes (commission_id) where closed_at is null;
create index commission_disputes_of on billing.commission_disputes (commission_id, id desc);
create table billing.dispute_entries (
  id uuid primary key default app.uuid_v7(),
  dispute_id uuid not null references billing.commission_disputes,
  side text not null check (side in ('client', 'creator')),
  words text check (char_length(words) between 1 and 1000),
  files uuid[] not null default '{}',
  messages jsonb not null default '[]' check (jsonb_typeof(messages) = 'array' and octet_length(messages::text) <= 98304),
  is_appeal boolean not null default false,
  at timestamptz not null default billing.clock(),
  constraint dispute_entries_size check (cardinality(files) + jsonb_array_length(messages) <= 10)
);
create index dispute_entries_of on billing.dispute_entries (dispute_id, id);
create table billing.commission_reviews (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  author_id uuid not null,
  subject_id uuid not null,
  role text not null check (role in ('client', 'creator')),
  rating smallint not null check (rating between 1 and 5),
  words text not null check (char_length(words) <= 600),
  answer text check (char_length(answer) between 1 and 600),
  at timestamptz not null default billing.clock(),
  unique (commission_id, role)
);
create index commission_reviews_about on billing.commission_reviews (subject_id, id desc);
create table billing.commission_files (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  step smallint not null,
  side text not null check (side in ('client', 'creator')),
  kind text not null check (kind in ('reference', 'sketch', 'final', 'evidence')),
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'application/zip')),
  bytes bigint not null check (bytes between 1 and 104857600),
  sha256 bytea not null check (octet_length(sha256) = 32),
  entries jsonb,
  path text not null unique,
  preview_path text unique,
  state text not null default 'arriving' check (state in ('arriving', 'making_preview', 'ready', 'gone')),
  is_given boolean not null default false,
  lease_until timestamptz,
  tries int not null default 0,
  created_at timestamptz not null default billing.clock()
);
create index commission_files_of on billing.commission_files (commission_id, id);
create index commission_files_to_preview on billing.commission_files (id) where state = 'making_preview';
create index commission_files_by_age on billing.commission_files (created_at) where state <> 'gone';
create table billing.escrows (
  id uuid primary key,
  commission_id uuid not null references billing.commissions,
  payment_id uuid not null unique references billing.payments,
  client_id uuid not null,
  creator_id uuid not null,
  amount bigint not null check (amount >= 2000 and amount % 100 = 0),
  fee_bp int not null default 800 check (fee_bp between 0 and 3000),
  state text not null default 'funded' check (state in ('funded', 'released', 'refunded', 'shared')),
  to_creator bigint,
  fee bigint,
  funded_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint escrows_of_two check (client_id <> creator_id),
  constraint escrows_closed check ((state = 'funded') = (closed_at is null) and (state = 'funded') = (to_creator is null)
    and (state = 'funded') = (fee is null)),
  constraint escrows_parts check (to_creator between 0 and amount and fee between 0 and to_creator)
);
create index escrows_of_commission on billing.escrows (commission_id);

CREATE OR REPLACE FUNCTION app.notify_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  what text;
begin
  perform app.tell_payment(new.id);
  what := case
    when new.refunded > old.refunded then 'refunded'
    when new.dispute <> old.dispute then 'dispute_' || new.dispute
    -- The credits of a gift are somebody else's.
    when new.status <> old.status and new.status = 'paid' and exists (select from billing.gifts g where g.payment_id = new.id)
      then 'gift_paid'
    -- The order itself tells of it.
    when new.purpose = 'commission' and new.status = 'paid' and new.status <> old.status then null
    when new.status <> old.status and new.status in ('paid', 'failed', 'expired', 'review') then new.status
  end;
  if what is not null then
    perform app.notify(new.user_id, 'payment', app.notification_key('payment', new.id, clock_timestamp()), null,
      jsonb_build_object('payment_id', new.id, 'what', what, 'credits', new.credits, 'currency', new.currency,
        'amount', case what when 'refunded' then new.refunded - old.refunded else new.amount end, 'reason', new.reason),
      app.uuid_v7());
  end if;
  return null;
end
$function$;
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
  if p.purpose = 'commission' then
    perform billing.refund_owed(p, p_provider, p_total);
    update billing.payments q set refunded = p_total where q.id = p.id;
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
CREATE OR REPLACE FUNCTION billing.close_dispute(p billing.payments, d billing.disputes, p_state text, p_fee bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  legs jsonb;
begin
  if p.purpose = 'commission' and p_state = 'lost' then
    perform billing.lose_chargeback(p, d, p_fee);
  elsif p_state = 'won' then
    if d.frozen > 0 then
      perform ledger.post('dispute:' || d.provider_ref || ':won', 'dispute_won', jsonb_build_array(
        billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
        billing.leg(owner, 'paid', 'CREDIT', d.frozen)), 'payment', p.id::text);
    end if;
  else
    perform billing.take_back_spent(p.user_id, p.paid_at, remaining - d.frozen);
    legs := jsonb_build_array(
      billing.leg('platform', 'clearing_' || d.provider, p.currency, p.amount - p.refunded + p_fee),
      billing.leg('platform', 'chargebacks', p.currency, p.refunded - p.amount),
      billing.leg('platform', 'costs', p.currency, -p_fee),
      billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
      billing.leg(owner, 'debt', 'CREDIT', d.frozen - remaining),
      billing.leg('platform', 'issued', 'CREDIT', remaining));
    if p.purpose = 'gift' then
      legs := legs || billing.legs_of_gift(p);
    end if;
    perform ledger.post('dispute:' || d.provider_ref || ':lost', 'dispute_lost', legs, 'payment', p.id::text);
  end if;
  update billing.disputes set state = p_state, closed_at = billing.clock()
  where provider = d.provider and provider_ref = d.provider_ref;
  update billing.payments set dispute = p_state where id = p.id;
  if p.purpose = 'commission' and p_state = 'won' then
    perform billing.end_chargeback(p);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.cost_of(p_user uuid, p_order jsonb)
 RETURNS TABLE(sku text, currency text, amount bigint, tax bigint, credits integer, purpose text, promo uuid, subscription uuid, step text, milestone uuid, terms integer, settle bigint)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  price record;
  month record;
  c billing.promo_codes;
  m billing.milestones;
  less bigint;
begin
  if p_order ->> 'milestone_id' is not null then
    m := billing.check_milestone(p_user, (p_order ->> 'milestone_id')::uuid, (p_order ->> 'terms')::int);
    return query select 'commission', k.currency, billing.in_currency(m.amount, k.currency), 0::bigint, 0, 'commission', null::uuid, null::uuid,
      null::text, m.id, (p_order ->> 'terms')::int, m.amount
    from (select case when p_order ->> 'method' = 'card' then case p_order ->> 'currency' when 'EUR' then 'EUR' else 'XOF' end else 'XOF' end as currency) as k;
    return;
  end if;
  select * into price from billing.check_price((p_order ->> 'price_id')::uuid, (p_order ->> 'credits')::int);
  if price.kind = 'plan' then
    if p_order -> 'gift' is not null or p_order ->> 'promo_id' is not null then
      raise exception 'A plan is bought for oneself, at its price' using errcode = 'PT422', hint = 'plan_alone';
    end if;
    select * into month from billing.next_month(p_user, price.sku, price.currency, price.amount, price.credits);
    return query select price.sku, price.currency, month.amount, billing.tax_in(month.amount, price.tax_bp), month.credits, 'plan', null::uuid,
      billing.plan_of(p_user, (p_order ->> 'price_id')::uuid, price.sku), month.step, null::uuid, null::int, null::bigint;
    return;
  end if;
  if p_order ->> 'promo_id' is not null then
    select * into c from billing.promo_codes x where x.id = (p_order ->> 'promo_id')::uuid;
    less := case when price.kind = 'pack' and p_order -> 'gift' is null
      then billing.discounted(c, price.currency, price.amount, price.credits) end;
    if less is null then
      raise exception 'This code is not valid for this purchase' using errcode = 'PT422', hint = 'promo_invalid';
    end if;
    return query select price.sku, price.currency, less, billing.tax_in(less, price.tax_bp), price.credits, 'credits', c.id, null::uuid, null::text,
      null::uuid, null::int, null::bigint;
    return;
  end if;
  return query select price.sku, price.currency, price.amount, price.tax, price.credits,
    case when p_order -> 'gift' is null then 'credits' else 'gift' end, null::uuid, null::uuid, null::text, null::uuid, null::int, null::bigint;
end
$function$;
CREATE OR REPLACE FUNCTION billing.fulfil(p billing.payments, p_provider text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payer constant text := 'user:' || p.user_id;
  legs jsonb := jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, -p.amount),
    billing.leg('platform', 'revenue', p.currency, p.amount - p.tax),
    billing.leg('platform', 'tax', p.currency, p.tax),
    billing.leg('platform', 'issued', 'CREDIT', -p.credits));
  owed bigint;
begin
  if p.purpose = 'commission' then
    perform billing.fund_escrow(p, p_provider);
    return;
  end if;
  if p.purpose = 'gift' then
    legs := legs || billing.leg('platform', 'gifts', 'CREDIT', p.credits);
    update billing.gifts set state = 'open', opened_at = billing.clock() where payment_id = p.id;
  else
    perform ledger.open_accounts(p.user_id);
    perform billing.locked_balance(payer, 'paid');
    owed := least(p.credits, -billing.locked_balance(payer, 'debt'));
    legs := legs || billing.leg(payer, 'debt', 'CREDIT', owed) || billing.leg(payer, 'paid', 'CREDIT', p.credits - owed);
  end if;
  perform ledger.post('pay:' || p.id, 'purchase', legs, 'payment', p.id::text, jsonb_build_object('provider', p_provider));
end
$function$;
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
      new.promo_id, new.subscription_id, new.plan_step, new.milestone_id, new.terms, new.settle)
    is distinct from (old.id, old.user_id, old.purpose, old.price_id, old.currency, old.amount, old.tax, old.credits, old.idempotency_key,
      old.promo_id, old.subscription_id, old.plan_step, old.milestone_id, old.terms, old.settle)
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
CREATE OR REPLACE FUNCTION billing.open_dispute(p billing.payments, p_provider text, p_ref text, p_due timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  frozen_now bigint := 0;
begin
  if remaining > 0 then
    frozen_now := least(billing.locked_balance(owner, 'paid'), remaining);
  end if;
  if frozen_now > 0 then
    perform ledger.post('dispute:' || p_ref || ':open', 'dispute_open', jsonb_build_array(
      billing.leg(owner, 'paid', 'CREDIT', -frozen_now),
      billing.leg(owner, 'frozen', 'CREDIT', frozen_now)), 'payment', p.id::text);
  end if;
  insert into billing.disputes (provider, provider_ref, payment_id, frozen, evidence_due)
  values (p_provider, p_ref, p.id, frozen_now, p_due);
  update billing.payments set dispute = 'open' where id = p.id and dispute in ('none', 'won');
  if p.purpose = 'commission' then
    perform billing.open_chargeback(p);
  end if;
  perform billing.report('dispute', p_provider || ':' || p_ref, jsonb_build_object('payment', p.id, 'evidence_due', p_due));
end
$function$;
CREATE OR REPLACE FUNCTION billing.paid_again(p billing.payments, a billing.attempts)
 RETURNS billing.payments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  again billing.payments;
begin
  -- A gift was given once: the second time its credits are the giver's own.
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, duplicate_of, idempotency_key,
    request_hash, return_to, milestone_id, terms, settle)
  values (p.user_id, case p.purpose when 'commission' then p.purpose else 'credits' end, p.sku, p.price_id, p.currency, p.amount, p.tax,
    p.credits, p.id, 'again:' || a.id, p.request_hash, p.return_to, p.milestone_id, p.terms, p.settle)
  returning * into again;
  update billing.attempts set payment_id = again.id where id = a.id;
  perform billing.report('paid_again', again.id::text, jsonb_build_object('first', p.id));
  return again;
end
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
  frozen int;
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
  if p.status <> 'paid' or p.purpose = 'commission' or p.refunded > 0 or p.dispute <> 'none'
    or p.purpose <> 'gift' and p.paid_at < billing.clock() - interval '14 days'
  then
    raise exception 'This payment is not refunded on demand' using errcode = 'PT422', hint = 'not_refundable';
  end if;
  frozen := billing.refundable_credits(p);
  if frozen is null then
    raise exception 'Credits of this purchase were used' using errcode = 'PT422', hint = 'credits_used';
  end if;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
  insert into billing.refunds (payment_id, amount, credits, way)
  values (p.id, p.amount, frozen, case when a.provider = 'fedapay' then 'staff' else 'provider' end)
  returning id into made;
  if frozen > 0 then
    perform ledger.post('refund:' || made || ':freeze', 'refund_freeze', jsonb_build_array(
      billing.leg('user:' || person, 'paid', 'CREDIT', -frozen),
      billing.leg('user:' || person, 'frozen', 'CREDIT', frozen)), 'payment', p.id::text);
  end if;
  if a.provider = 'fedapay' then
    perform billing.report('refund_by_hand', made::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
      'amount', p.amount, 'currency', p.currency, 'number', a.msisdn_last4));
  end if;
  perform app.tell_payment(p.id);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.billing_violations()
 RETURNS TABLE(rule text, what text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select v.rule, v.what from billing.violations v union all select e.rule, e.what from billing.earning_violations e
  union all select c.rule, c.what from billing.commission_violations c $function$;
CREATE OR REPLACE FUNCTION public.note_refund(p_refund uuid, p_outcome text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r billing.refunds;
  person uuid;
begin
  select q.user_id into person from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund for update;
  if not found then
    raise exception 'There is no such refund' using errcode = 'PT404';
  end if;
  if r.closed_at is not null then
    return;
  end if;
  if p_outcome = 'not_possible' and r.owed > 0 then
    -- It stays owed, and is sent by hand.
    update billing.refunds set way = 'staff', state = 'asked', lease_until = null where id = r.id;
    perform billing.report_refund(r.id);
    return;
  end if;
  if p_outcome = 'not_possible' then
    if r.credits > 0 then
      perform ledger.post('refund:' || r.id || ':thaw', 'refund_thaw', jsonb_build_array(
        billing.leg('user:' || person, 'frozen', 'CREDIT', -r.credits),
        billing.leg('user:' || person, 'paid', 'CREDIT', r.credits)), 'payment', r.payment_id::text);
    end if;
    update billing.refunds set state = 'failed', closed_at = billing.clock(), lease_until = null where id = r.id;
    perform billing.report('refund_failed', r.id::text, jsonb_build_object('payment', r.payment_id));
    perform app.tell_payment(r.payment_id);
    return;
  end if;
  update billing.refunds
  set state = 'unknown', lease_until = null,
    run_after = clock_timestamp() + least(interval '1 hour', interval '5 seconds' * power(2, least(r.tries, 10)))
  where id = r.id;
  if r.created_at < billing.clock() - interval '48 hours' then
    perform billing.report('refund_unresolved', r.id::text, jsonb_build_object('payment', r.payment_id));
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.release_earnings(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
          where x.source in ('tip', 'prompt') and t.id = x.ref_id and q.dispute = 'open')
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
  if p.purpose = 'commission' then
    perform billing.check_milestone(p_user, p.milestone_id, p.terms);
  else
    perform billing.check_price(p.price_id, case p.sku when 'topup' then p.credits end);
  end if;
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
    and p.purpose = cost.purpose and p.purpose <> 'gift' and (p.milestone_id, p.terms) is not distinct from (cost.milestone, cost.terms)
    and p.created_at > billing.clock() - interval '3 minutes'
  order by p.id desc
  limit 1;
  if found then
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_limits(p_user, cost.currency, cost.amount, p_order ->> 'method' = 'card', coalesce((p_order ->> 'over_limit')::boolean, false));
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, return_to,
    promo_id, subscription_id, plan_step, milestone_id, terms, settle)
  values (p_user, cost.purpose, cost.sku, (p_order ->> 'price_id')::uuid, cost.currency, cost.amount, cost.tax, cost.credits,
    p_order ->> 'idempotency_key', asked, p_order ->> 'return_to', cost.promo, cost.subscription, cost.step,
    cost.milestone, cost.terms, cost.settle)
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
CREATE OR REPLACE FUNCTION app.may_read_commission_file(p_name text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from billing.commission_files f join billing.commissions c on c.id = f.commission_id
    cross join lateral (select coalesce(billing.role_in(c, auth.uid()), case when app.is_staff() and exists (
      select from billing.commission_disputes d where d.commission_id = c.id) then 'staff' end) as part) as who
    where who.part is not null and (
      f.path = p_name and billing.may_open(f, c, who.part) and billing.sees_file(f, who.part)
      or f.preview_path = p_name and billing.sees_file(f, who.part)))
$function$;
CREATE OR REPLACE FUNCTION billing.are_options(p_value jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_typeof(p_value) = 'array' and jsonb_array_length(p_value) <= 8 and (
    select coalesce(bool_and(o - '{name,price,days}'::text[] = '{}' and char_length(billing.words(o -> 'name')) between 1 and 60
      and billing.whole(o -> 'price') between 0 and 1000000 and billing.whole(o -> 'price') % 100 = 0
      and billing.whole(o -> 'days') between 0 and 60), true)
    from jsonb_array_elements(case when jsonb_typeof(p_value) = 'array' and not jsonb_path_exists(p_value, '$[*] ? (@.type() != "object")')
      then p_value else '[{"x":0}]' end) as o), false)
$function$;
CREATE OR REPLACE FUNCTION billing.are_samples(p_person uuid, p_samples uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(cardinality(p_samples) between 3 and 9 and (
    select count(*) = cardinality(p_samples) from public.feed_posts p
    where p.id = any (p_samples) and p.creator_id = p_person and p.audience = 'public' and p.status = 'published'), false)
$function$;
CREATE OR REPLACE FUNCTION billing.carry_out(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  update billing.commission_disputes y set state = 'closed', closed_at = billing.clock() where y.id = x.id;
  perform billing.end_milestone(c, x.percent, 'staff');
  c := billing.move_commission(c, 'ruled', 'ruled', 'staff', jsonb_build_object('percent', x.percent));
  perform billing.close_after_losses(c.creator_id);
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_milestone(p_user uuid, p_milestone uuid, p_terms integer)
 RETURNS billing.milestones
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  m billing.milestones;
  c billing.commissions;
begin
  if not billing.commissions_open() then
    raise exception 'Orders are not paid yet' using errcode = 'PT403', hint = 'commissions_off';
  end if;
  select x.* into m from billing.milestones x where x.id = p_milestone;
  select x.* into c from billing.commissions x where x.id = m.commission_id and x.client_id = p_user;
  if c.id is null then
    if exists (
      select from billing.payments p where p.user_id = p_user and p.milestone_id = p_milestone) then
      raise exception 'The proposal has changed' using errcode = 'PT409', hint = 'price_changed';
    end if;
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  if c.status = 'proposed' and c.terms is distinct from p_terms then
    raise exception 'The proposal has changed' using errcode = 'PT409', hint = 'price_changed',
      detail = (select jsonb_build_object('milestone_id', x.id, 'terms', c.terms, 'amount', x.amount) from billing.milestones x
        where x.commission_id = c.id and x.position = c.current_step)::text;
  end if;
  if c.status <> 'proposed' or m.position <> c.current_step then
    raise exception 'Nothing is to be paid now' using errcode = 'PT409', hint = 'commission_state',
      detail = jsonb_build_object('status', c.status, 'version', c.version)::text;
  end if;
  if not c.holds_place and billing.free_places(c.service_id) = 0 then
    raise exception 'No place is free' using errcode = 'PT409', hint = 'service_full';
  end if;
  return m;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_new_file(c billing.commissions, p_role text, p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_kind not in ('reference', 'sketch', 'final', 'evidence') then
    perform billing.refuse_step(c, 'step_invalid', 'kind');
  end if;
  if p_role is distinct from (case p_kind when 'reference' then 'client' when 'evidence' then p_role else 'creator' end) then
    perform billing.refuse_step(c, 'commission_not_yours');
  end if;
  if not (case p_kind when 'reference' then c.status in ('requested', 'proposed')
    when 'evidence' then c.status in ('in_progress', 'delivered', 'revision', 'disputed') else c.status in ('in_progress', 'revision') end)
  then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if (select count(*) from billing.commission_files f where f.commission_id = c.id and f.kind = p_kind and f.side = p_role and f.state <> 'gone'
      and f.step = c.current_step) >= (case p_kind when 'reference' then 3 when 'sketch' then 20 else 10 end)
  then
    raise exception 'No more files of this kind' using errcode = 'PT429', hint = 'file_limit';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_service(p_service uuid, p_person uuid)
 RETURNS billing.services
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = p_service for update;
  if not found or app.are_apart(s.creator_id, p_person)
    or not exists (select from public.profiles p where p.id = s.creator_id and p.status = 'active')
  then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  return s;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_wish(s billing.services, p_person uuid, w jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wrong text;
begin
  if (char_length(billing.words(w -> 'brief')) between 20 and 2000) is not true then
    raise exception 'A brief of 20 to 2000 characters' using errcode = 'PT422', hint = 'brief_length';
  end if;
  wrong := case
    when nullif(w -> 'budget', 'null') is not null and (billing.whole(w -> 'budget') between 1 and 100000000) is not true then 'budget'
    when w ->> 'wanted_on' is not null and billing.day(w -> 'wanted_on') is null then 'wanted_on'
    when jsonb_typeof(coalesce(w -> 'is_anonymous', 'false')) <> 'boolean' then 'is_anonymous'
    when jsonb_typeof(coalesce(w -> 'hide_work', 'false')) <> 'boolean' then 'hide_work'
    when jsonb_typeof(coalesce(w -> 'options', '[]')) <> 'array' or jsonb_array_length(coalesce(w -> 'options', '[]')) > 8 or exists (
      select from jsonb_array_elements(coalesce(w -> 'options', '[]')) as o
      where (billing.whole(o) between 0 and jsonb_array_length(s.options) - 1) is not true) then 'options' end;
  if wrong is not null then
    raise exception 'This cannot stand: %', wrong using errcode = 'PT422', hint = 'wish_invalid', detail = wrong;
  end if;
  if (select count(*) from billing.commissions c where c.client_id = p_person and c.status in ('requested', 'proposed')) >= 10 then
    raise exception 'Ten requests may be open at once' using errcode = 'PT429', hint = 'too_many_requests';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.clock_dispute(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  d billing.commission_disputes := billing.open_dispute_of(c);
begin
  if billing.is_charged_back(c) then
    -- The bank goes first: looked at again tomorrow.
    update billing.commissions x set due_at = billing.clock() + interval '1 day' where x.id = c.id returning * into c;
    return c;
  end if;
  if d.state = 'ruled' then
    return billing.carry_out(c);
  end if;
  c.told := 1;
  perform billing.report('dispute_overdue', d.id::text, jsonb_build_object('commission', c.id, 'number', c.number));
  return billing.keep_commission(c);
end
$function$;
CREATE OR REPLACE FUNCTION billing.clock_step(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case c.status
    when 'requested', 'proposed' then return billing.move_commission(c, 'expired', 'expired', 'clock');
    when 'funded' then return billing.move_commission(c, 'in_progress', 'started', 'clock');
    when 'in_progress' then
      if billing.clock() >= c.guaranteed_at + interval '14 days' then
        return billing.step_refund(c, 'clock');
      end if;
      c.told := 1;
      return billing.move_commission(c, c.status, 'late', 'clock');
    when 'delivered' then
      if billing.clock() >= c.accepts_at then
        return billing.step_accept(c, 'clock');
      end if;
      c.told := c.told + 1;
      return billing.move_commission(c, c.status, 'reminded', 'clock', jsonb_build_object('accepts_at', c.accepts_at));
    when 'revision' then
      c.told := 1;
      return billing.move_commission(c, c.status, 'reminded', 'clock', jsonb_build_object('revision_due', c.revision_due));
    when 'disputed' then return billing.clock_dispute(c);
  end case;
end
$function$;
CREATE OR REPLACE FUNCTION billing.close_after_losses(p_creator uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if billing.lost_disputes(p_creator) >= 3 then
    update billing.services s set state = 'closed' where s.creator_id = p_creator and s.state <> 'closed';
    perform billing.report('services_closed', p_creator || ':' || billing.today());
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.close_escrow(p_id uuid, p_percent integer, p_actor text)
 RETURNS billing.escrows
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  e billing.escrows;
  part bigint;
  fee_part bigint;
  outcome constant text := case p_percent when 100 then 'released' when 0 then 'refunded' else 'shared' end;
begin
  if p_percent is null or p_percent not between 0 and 100 then
    raise exception 'A share is between 0 and 100' using errcode = 'PT422', hint = 'step_invalid';
  end if;
  select x.* into e from billing.escrows x where x.id = p_id for update;
  if not found then
    raise exception 'There is no such escrow' using errcode = 'PT404', hint = 'escrow_unknown';
  end if;
  -- Amounts are whole hundreds, so every share is a whole franc.
  part := e.amount * p_percent / 100;
  if e.state <> 'funded' then
    if (e.state, e.to_creator) = (outcome, part) then
      return e;
    end if;
    raise exception 'The escrow is % already', e.state using errcode = 'PT409', hint = 'escrow_closed';
  end if;
  fee_part := part * e.fee_bp / 10000;
  perform ledger.post('escrow:' || e.id || ':close', 'escrow_' || outcome, jsonb_build_array(
    billing.leg('commission:' || e.id, 'escrow', 'XOF', -e.amount),
    billing.leg('user:' || e.creator_id, 'pending', 'XOF', part - fee_part),
    billing.leg('platform', 'fees', 'XOF', fee_part),
    billing.leg('user:' || e.client_id, 'owed', 'XOF', e.amount - part)), 'commission', e.commission_id::text, '{}', p_actor);
  if part > 0 then
    perform billing.earn(e.creator_id, 'commission', e.id, part - fee_part, fee_part,
      greatest(billing.clock(), e.funded_at + interval '7 days'));
  end if;
  update billing.escrows x set state = outcome, to_creator = part, fee = fee_part, closed_at = billing.clock()
  where x.id = e.id returning * into e;
  return e;
end
$function$;
CREATE OR REPLACE FUNCTION billing.commission_answer(c billing.commissions, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'number', c.number, 'service_id', c.service_id, 'service_title', c.title, 'mode', c.mode,
      'role', p_role, 'client', billing.person_answer(c.client_id), 'creator', billing.person_answer(c.creator_id),
      'status', c.status, 'version', c.version, 'now', billing.clock(), 'brief', c.brief, 'budget', c.budget, 'wanted_on', c.wanted_on,
      'is_anonymous', c.is_anonymous, 'hide_work', c.hide_work, 'terms', c.terms, 'scope', c.scope, 'licence', c.licence, 'ai_share', c.ai_share,
      'milestones', billing.milestones_answer(c), 'current', case when c.terms > 0 then c.current_step end)
    || jsonb_build_object(
      'proposal_ends_at', case when c.status in ('requested', 'proposed') then billing.due_of(c) end,
      'starts_from', c.starts_from, 'guaranteed_at', c.guaranteed_at, 'refund_from', billing.day_after(c.guaranteed_at),
      'refunded_by', c.guaranteed_at + interval '14 days', 'delivered_at', c.delivered_at, 'accepts_at', c.accepts_at,
      'revision_due', c.revision_due, 'is_late', c.status = 'in_progress' and billing.clock() >= billing.day_after(c.guaranteed_at),
      'is_extended', c.is_extended, 'time_asked', c.time_asked,
      'share_offer', case when c.share_by is not null then jsonb_build_object('percent', c.share_percent, 'by', c.share_by) end,
      'revisions', jsonb_build_object('sketch', c.revisions_sketch, 'final', c.revisions_final),
      'points', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'round', p.round, 'words', p.words, 'is_done', p.is_done)
          order by p.kind, p.round, p.position)
        from billing.commission_points p where p.commission_id = c.id), '[]'),
      'files', coalesce((
        select jsonb_agg(billing.file_answer(f, c, p_role) order by f.id) from billing.commission_files f
        where f.commission_id = c.id and billing.sees_file(f, p_role)), '[]'),
      'events', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'what', e.what, 'by', e.side, 'from', e.before, 'to', e.after,
          'details', e.details) order by e.id)
        from billing.commission_events e where e.commission_id = c.id), '[]'))
    || jsonb_build_object('dispute', billing.dispute_answer(c), 'reviews', billing.reviews_answer(c, p_role),
      'refund', billing.refund_answer(c),
      'licence_ready', exists (select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0),
      'may', billing.steps_of(c, p_role))
$function$;
CREATE OR REPLACE FUNCTION billing.commission_line(c billing.commissions, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'number', c.number, 'service_title', c.title, 'role', p_role,
    'other', billing.person_answer(case p_role when 'client' then c.creator_id else c.client_id end),
    'status', c.status, 'version', c.version,
    'price', (select sum(m.amount) from billing.milestones m where m.commission_id = c.id),
    'due_at', case c.status when 'in_progress' then c.guaranteed_at when 'delivered' then c.accepts_at when 'revision' then c.revision_due
      else c.due_at end,
    'updated_at', (select max(e.at) from billing.commission_events e where e.commission_id = c.id),
    'preview', (
      select jsonb_build_object('path', coalesce(f.preview_path, f.path)) from billing.commission_files f
      where f.commission_id = c.id and billing.sees_file(f, p_role)
        and (f.preview_path is not null or f.kind = 'sketch') order by f.id desc limit 1))
$function$;
CREATE OR REPLACE FUNCTION billing.commission_steps()
 RETURNS TABLE(step text, status text, role text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('propose', 'requested', 'creator'), ('propose', 'proposed', 'creator'),
    ('decline', 'requested', 'creator'),
    ('cancel', 'requested', 'client'), ('cancel', 'proposed', 'client'), ('cancel', 'proposed', 'creator'),
    ('start', 'funded', 'creator'),
    ('refund', 'funded', 'client'), ('refund', 'funded', 'creator'), ('refund', 'in_progress', 'client'), ('refund', 'in_progress', 'creator'),
    ('ask_time', 'in_progress', 'creator'),
    ('answer_time', 'in_progress', 'client'),
    ('revise_sketch', 'in_progress', 'client'),
    ('deliver', 'in_progress', 'creator'), ('deliver', 'revision', 'creator'),
    ('revise', 'delivered', 'client'),
    ('extend', 'delivered', 'client'),
    ('accept', 'delivered', 'client'),
    ('offer_share', 'in_progress', 'client'), ('offer_share', 'in_progress', 'creator'),
    ('offer_share', 'delivered', 'client'), ('offer_share', 'delivered', 'creator'),
    ('offer_share', 'revision', 'client'), ('offer_share', 'revision', 'creator'),
    ('offer_share', 'disputed', 'client'), ('offer_share', 'disputed', 'creator'),
    ('answer_share', 'in_progress', 'client'), ('answer_share', 'in_progress', 'creator'),
    ('answer_share', 'delivered', 'client'), ('answer_share', 'delivered', 'creator'),
    ('answer_share', 'revision', 'client'), ('answer_share', 'revision', 'creator'),
    ('answer_share', 'disputed', 'client'), ('answer_share', 'disputed', 'creator'),
    ('dispute', 'in_progress', 'client'), ('dispute', 'in_progress', 'creator'),
    ('dispute', 'delivered', 'client'), ('dispute', 'delivered', 'creator'),
    ('dispute', 'revision', 'client'), ('dispute', 'revision', 'creator'),
    ('add_evidence', 'disputed', 'client'), ('add_evidence', 'disputed', 'creator'),
    ('withdraw', 'disputed', 'client'), ('withdraw', 'disputed', 'creator'),
    ('appeal', 'disputed', 'client'), ('appeal', 'disputed', 'creator')
$function$;
CREATE OR REPLACE FUNCTION billing.commissions_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select r.kind = 'test' or r.commissions_live from billing.realm r $function$;
CREATE OR REPLACE FUNCTION billing.creator_figures(p_creator uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('rating', rated.rating, 'reviews', rated.reviews, 'on_time', made.on_time, 'completed', made.completed,
    'answer_hours', answered.hours)
  from (
    select case when count(*) >= 3 then round(avg(r.rating), 1) end as rating, count(*) as reviews
    from (
      select x.rating from billing.commission_reviews x
      where x.subject_id = p_creator and x.role = 'client' and billing.is_revealed(x) order by x.id desc limit 50) as r) as rated,
  (
    select round(avg((c.status = 'accepted')::int), 2) as completed,
      round(avg((not exists (
        select from billing.commission_events e where e.commission_id = c.id and e.what = 'late'))::int), 2) as on_time
    from billing.commissions c
    where c.creator_id = p_creator and c.status in ('accepted', 'refunded', 'settled', 'ruled')) as made,
  (
    select round(extract(epoch from percentile_cont(0.5) within group (order by first.at - c.created_at)) / 3600) as hours
    from billing.commissions c
    cross join lateral (
      select min(e.at) as at from billing.commission_events e
      where e.commission_id = c.id and e.side = 'creator' and e.what in ('proposed', 'declined')) as first
    where c.creator_id = p_creator and c.mode <> 'instant' and first.at is not null) as answered
$function$;
CREATE OR REPLACE FUNCTION billing.day(p_value jsonb)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(p_value #>> '{}', 'date') then (p_value #>> '{}')::date end
$function$;
CREATE OR REPLACE FUNCTION billing.day_after(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (date_trunc('day', p_at at time zone 'UTC') + interval '1 day') at time zone 'UTC' $function$;
CREATE OR REPLACE FUNCTION billing.dispute_answer(c billing.commissions)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('reason', d.reason, 'opened_by', d.opened_by, 'opened_at', d.opened_at,
    'answer_by', d.opened_at + interval '3 days', 'evidence_until', d.opened_at + interval '5 days', 'ruled_by', d.opened_at + interval '7 days',
    'suggestion', billing.suggested_share(c, d),
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('by', e.side, 'at', e.at, 'words', e.words, 'files', e.files, 'messages', e.messages,
        'is_appeal', e.is_appeal) order by e.id)
      from billing.dispute_entries e where e.dispute_id = d.id), '[]'),
    'ruling', case when d.state in ('ruled', 'appealed') or d.state = 'closed' and d.percent is not null and c.status = 'ruled'
      then jsonb_build_object('percent', d.percent, 'words', d.words, 'at', d.decided_at, 'is_final', d.state = 'closed') end,
    'appeal_until', d.appeal_until, 'is_appealed', d.is_appealed)
  from billing.commission_disputes d where d.commission_id = c.id order by d.id desc limit 1
$function$;
CREATE OR REPLACE FUNCTION billing.dispute_needs_two(c billing.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(e.amount) > 100000, false) from billing.escrows e where e.commission_id = c.id and e.state = 'funded'
$function$;
CREATE OR REPLACE FUNCTION billing.due_of(c billing.commissions)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case c.status
    when 'requested' then c.entered_at + interval '7 days'
    when 'proposed' then c.entered_at + interval '5 days'
    when 'funded' then greatest(c.entered_at + interval '48 hours', c.starts_from)
    when 'in_progress' then case c.told when 0 then billing.day_after(c.guaranteed_at) else c.guaranteed_at + interval '14 days' end
    when 'delivered' then least(c.accepts_at,
      case c.told when 0 then c.delivered_at + interval '24 hours' when 1 then c.delivered_at + interval '60 hours' end)
    when 'revision' then case c.told when 0 then c.revision_due end
    when 'disputed' then (
      select case when d.state = 'ruled' then d.appeal_until when c.told = 0 then d.opened_at + interval '7 days' end
      from billing.commission_disputes d where d.commission_id = c.id and d.closed_at is null)
  end
$function$;
CREATE OR REPLACE FUNCTION billing.earn(p_user uuid, p_source text, p_ref uuid, p_amount bigint, p_fee bigint, p_release_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into billing.earnings (user_id, source, ref_id, amount, fee, release_at)
  values (p_user, p_source, p_ref, p_amount, p_fee, coalesce(p_release_at, billing.clock() + interval '7 days'))
$function$;
CREATE OR REPLACE FUNCTION billing.end_chargeback(p billing.payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions := billing.order_of_payment(p.id);
  d billing.commission_disputes;
  before text;
begin
  select x.* into d from billing.commission_disputes x where x.commission_id = c.id and x.closed_at is null for update;
  if d.opened_by is distinct from 'bank' then
    if c.id is not null then
      perform billing.write_event(billing.keep_commission(c), c.status, 'chargeback_over', 'bank');
    end if;
    return;
  end if;
  update billing.commission_disputes x set state = 'closed', closed_at = billing.clock() where x.id = d.id;
  before := c.status;
  c := billing.keep_commission(billing.resume_commission(c, d));
  perform billing.write_event(c, before, 'chargeback_over', 'bank');
end
$function$;
CREATE OR REPLACE FUNCTION billing.end_milestone(c billing.commissions, p_percent integer, p_actor text)
 RETURNS billing.escrows
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  e billing.escrows;
  p billing.payments;
begin
  select x.* into strict e from billing.escrows x join billing.milestones m on m.id = x.id
  where m.commission_id = c.id and m.position = c.current_step;
  select q.* into strict p from billing.payments q where q.id = e.payment_id;
  e := billing.close_escrow(e.id, p_percent, p_actor);
  perform billing.give_back(p, e.amount - e.to_creator);
  return e;
end
$function$;
CREATE OR REPLACE FUNCTION billing.entry_of_step(c billing.commissions, p_dispute uuid, p_role text, d jsonb, p_is_appeal boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  said constant text := billing.text_of_step(c, d, 'words', 1000, 0);
  shown constant uuid[] := billing.ids(coalesce(d -> 'files', '[]'));
  letters constant jsonb := coalesce(d -> 'messages', '[]');
  count_before int;
begin
  if shown is null or array_position(shown, null) is not null or exists (
    select from unnest(shown) as f (id) where not exists (
      select from billing.commission_files x where x.id = f.id and x.commission_id = c.id and x.kind = 'evidence' and x.side = p_role and x.state = 'ready'))
  then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  -- A message is shown with its proof; the staff's device verifies it, as that of a report.
  if jsonb_typeof(letters) <> 'array' or octet_length(letters::text) > 98304
    or jsonb_path_exists(letters, '$[*] ? (!exists(@.row.id) || !exists(@.row.sender_id))')
  then
    perform billing.refuse_step(c, 'step_invalid', 'messages');
  end if;
  select coalesce(sum(cardinality(e.files) + jsonb_array_length(e.messages)), 0) into count_before
  from billing.dispute_entries e where e.dispute_id = p_dispute and e.side = p_role;
  if count_before + cardinality(shown) + jsonb_array_length(letters) > 10 then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  if said is null and shown = '{}' and letters = '[]' then
    perform billing.refuse_step(c, 'step_invalid', 'words');
  end if;
  insert into billing.dispute_entries (dispute_id, side, words, files, messages, is_appeal)
  values (p_dispute, p_role, said, shown, letters, p_is_appeal);
end
$function$;
CREATE OR REPLACE FUNCTION billing.file_answer(f billing.commission_files, c billing.commissions, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'type', f.type, 'bytes', f.bytes, 'milestone', f.step, 'by', f.side,
    'state', f.state, 'path', case when billing.may_open(f, c, p_role) then f.path end, 'preview_path', f.preview_path,
    'entries', f.entries, 'at', f.created_at)
$function$;
CREATE OR REPLACE FUNCTION billing.free_places(p_service uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select greatest(0, s.slots
    - (select count(*) from billing.commissions c where c.service_id = s.id and c.holds_place)
    - (select count(*) from billing.waitlist w where w.service_id = s.id and w.state = 'offered'))::int
  from billing.services s where s.id = p_service
$function$;
CREATE OR REPLACE FUNCTION billing.fund_escrow(p billing.payments, p_provider text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions := billing.take_place(p);
  legs jsonb := jsonb_build_array(billing.leg('platform', 'clearing_' || p_provider, p.currency, -p.amount));
  away date;
begin
  if p.currency <> 'XOF' then
    legs := legs || billing.leg('platform', 'fx', p.currency, p.amount) || billing.leg('platform', 'fx', 'XOF', -p.settle);
  end if;
  if c.id is null then
    perform ledger.post('pay:' || p.id, 'escrow_surplus', legs || billing.leg('user:' || p.user_id, 'owed', 'XOF', p.settle), 'payment', p.id::text);
    perform billing.give_back(p, p.settle);
    perform billing.tell_money_back(p);
    return;
  end if;
  perform ledger.post('pay:' || p.id, 'escrow_fund',
    legs || billing.leg('commission:' || p.milestone_id, 'escrow', 'XOF', p.settle), 'payment', p.id::text);
  insert into billing.escrows (id, commission_id, payment_id, client_id, creator_id, amount)
  values (p.milestone_id, c.id, p.id, c.client_id, c.creator_id, p.settle);
  select s.away_to into away from billing.services s where s.id = c.service_id and billing.today() between s.away_from and s.away_to;
  c.holds_place := true;
  c.guaranteed_at := greatest(billing.clock(), billing.day_after(away::timestamp at time zone 'UTC'))
    + make_interval(days => (select m.days from billing.milestones m where m.id = p.milestone_id));
  c.stopped_at := null;
  -- A card's owner has three days to say that it was not they.
  c.starts_from := case when p.settle > 50000 and exists (
    select from billing.attempts t where t.payment_id = p.id and t.method = 'card') then billing.clock() + interval '72 hours' end;
  perform billing.move_commission(c, 'funded', 'paid', 'client', jsonb_build_object('amount', p.settle, 'step', c.current_step));
end
$function$;
CREATE OR REPLACE FUNCTION billing.give_back(p billing.payments, p_francs bigint)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  a billing.attempts;
  made uuid;
begin
  if p_francs <= 0 then
    return null;
  end if;
  select t.* into a from billing.attempts t where t.payment_id = p.id order by t.state = 'paid' desc, t.id desc limit 1;
  insert into billing.refunds (payment_id, amount, credits, way, owed)
  values (p.id, greatest(1, p.amount * p_francs / p.settle), 0, case when a.provider = 'fedapay' then 'staff' else 'provider' end, p_francs)
  returning id into made;
  if a.provider = 'fedapay' then
    perform billing.report_refund(made);
  end if;
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'An order is never deleted' using errcode = '42501';
  end if;
  if (new.id, new.service_id, new.client_id, new.creator_id, new.brief) is distinct from (old.id, old.service_id, old.client_id, old.creator_id, old.brief)
    or new.version < old.version or new.terms < old.terms or new.current_step < old.current_step
  then
    raise exception 'What was agreed stays' using errcode = '42501';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('requested', 'proposed'), ('requested', 'declined'), ('requested', 'canceled'), ('requested', 'expired'),
    ('proposed', 'canceled'), ('proposed', 'expired'), ('proposed', 'funded'),
    ('funded', 'in_progress'), ('funded', 'refunded'), ('funded', 'disputed'),
    ('in_progress', 'delivered'), ('in_progress', 'refunded'), ('in_progress', 'disputed'), ('in_progress', 'settled'),
    ('delivered', 'revision'), ('delivered', 'accepted'), ('delivered', 'proposed'), ('delivered', 'disputed'), ('delivered', 'settled'),
    ('revision', 'delivered'), ('revision', 'disputed'), ('revision', 'settled'),
    ('disputed', 'ruled'), ('disputed', 'funded'), ('disputed', 'in_progress'), ('disputed', 'delivered'), ('disputed', 'revision'))
  then
    raise exception 'An order that is % cannot become %', old.status, new.status using errcode = 'PT409', hint = 'commission_state';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_commission_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'What happened stays' using errcode = '42501';
end
$function$;
CREATE OR REPLACE FUNCTION billing.guard_escrow()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'An escrow is never deleted' using errcode = '42501';
  end if;
  if old.state <> 'funded'
    or (new.id, new.commission_id, new.payment_id, new.client_id, new.creator_id, new.amount, new.fee_bp)
      is distinct from (old.id, old.commission_id, old.payment_id, old.client_id, old.creator_id, old.amount, old.fee_bp)
  then
    raise exception 'The escrow is % already', old.state using errcode = 'PT409', hint = 'escrow_closed';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.has_new_sketch(c billing.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from billing.commission_files f
    where f.commission_id = c.id and f.kind = 'sketch' and f.state = 'ready' and f.step = c.current_step
      and f.created_at > coalesce((
        select max(x.created_at) from billing.commission_points x where x.commission_id = c.id and x.kind = 'sketch'), '-infinity'))
$function$;
CREATE OR REPLACE FUNCTION billing.ids(p_value jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(p_value) = 'array'
    and not jsonb_path_exists(p_value, '$[*] ? (@.type() != "string")')
    then (select coalesce(array_agg(app.uuid_or_null(given.id) order by given.place), '{}')
      from jsonb_array_elements_text(p_value) with ordinality as given (id, place)) end
$function$;
CREATE OR REPLACE FUNCTION billing.in_currency(p_francs bigint, p_currency text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case p_currency when 'EUR' then ceil(p_francs * 100 / 655.957)::bigint else p_francs end $function$;
CREATE OR REPLACE FUNCTION billing.is_charged_back(c billing.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from billing.escrows e join billing.payments p on p.id = e.payment_id
    where e.commission_id = c.id and e.state = 'funded' and p.dispute = 'open')
$function$;
CREATE OR REPLACE FUNCTION billing.is_offered(s billing.services, p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.state <> 'closed' and not app.are_apart(s.creator_id, p_person)
    and exists (select from public.profiles p where p.id = s.creator_id and p.status = 'active')
    and exists (select from public.creators c where c.user_id = s.creator_id and c.is_open)
$function$;
CREATE OR REPLACE FUNCTION billing.is_revealed(r billing.commission_reviews)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select r.at < billing.clock() - interval '14 days' or exists (
    select from billing.commission_reviews o where o.commission_id = r.commission_id and o.role <> r.role)
$function$;
CREATE OR REPLACE FUNCTION billing.keep_commission(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept billing.commissions;
begin
  update billing.commissions x
  set status = c.status, version = x.version + 1, terms = c.terms, current_step = c.current_step, holds_place = c.holds_place,
    entered_at = case when c.status <> x.status or c.terms <> x.terms then billing.clock() else x.entered_at end,
    starts_from = c.starts_from, guaranteed_at = c.guaranteed_at, stopped_at = c.stopped_at, delivered_at = c.delivered_at,
    accepts_at = c.accepts_at, is_extended = c.is_extended, revision_due = c.revision_due, time_asked = c.time_asked,
    share_percent = c.share_percent, share_by = c.share_by, licence = c.licence, scope = c.scope,
    revisions_sketch = c.revisions_sketch, revisions_final = c.revisions_final,
    told = case when c.status <> x.status then 0 else c.told end
  where x.id = c.id
  returning * into kept;
  update billing.commissions x set due_at = billing.due_of(kept) where x.id = kept.id returning * into kept;
  return kept;
end
$function$;
CREATE OR REPLACE FUNCTION billing.lapse_offers(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due record;
  lapsed int := 0;
begin
  for due in
    select x.id, x.service_id from billing.waitlist x
    where x.state = 'offered' and x.offered_until <= billing.clock() order by x.offered_until limit p_limit
  loop
    perform from billing.services s where s.id = due.service_id for update;
    update billing.waitlist x set state = 'lapsed' where x.id = due.id and x.state = 'offered' and x.offered_until <= billing.clock();
    if found then
      lapsed := lapsed + 1;
      perform billing.offer_places(due.service_id);
    end if;
  end loop;
  return lapsed;
end
$function$;
CREATE OR REPLACE FUNCTION billing.leave_dispute(c billing.commissions, p_by text)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
  before constant text := c.status;
begin
  update billing.commission_disputes y set state = 'closed', closed_at = billing.clock() where y.id = x.id;
  c := billing.keep_commission(billing.resume_commission(c, x));
  perform billing.write_event(c, before, 'withdrawn', p_by);
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.legs_back(p billing.payments, p_provider text, p_money bigint, p_francs bigint, p_owed bigint, p_loss text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, p_money),
    billing.leg('user:' || p.user_id, 'owed', 'XOF', -p_owed),
    billing.leg('platform', p_loss, 'XOF', p_owed - p_francs))
    || case when p.currency = 'XOF' then '[]' else jsonb_build_array(
      billing.leg('platform', 'fx', p.currency, -p_money), billing.leg('platform', 'fx', 'XOF', p_francs)) end
$function$;
CREATE OR REPLACE FUNCTION billing.locked_commission(p_id uuid)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id where x.id = p_id for update of s;
  select x.* into c from billing.commissions x where x.id = p_id for update;
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.lose_chargeback(p billing.payments, d billing.disputes, p_fee bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions := billing.order_of_payment(p.id);
  e billing.escrows;
  asked billing.refunds;
  money constant bigint := p.amount - p.refunded;
  francs bigint := p.settle - p.settle * p.refunded / p.amount;
  owed bigint := 0;
begin
  if c.id is not null then
    e := billing.close_escrow((select x.id from billing.escrows x where x.payment_id = p.id), 0, 'bank');
    owed := e.amount;
    update billing.commission_disputes x set state = 'closed', closed_at = billing.clock() where x.commission_id = c.id and x.closed_at is null;
    perform billing.move_commission(c, 'ruled', 'ruled', 'bank', jsonb_build_object('percent', 0));
  else
    select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
    if asked.id is not null then
      owed := asked.owed;
      francs := greatest(francs, owed);
      update billing.refunds r set state = 'failed', closed_at = billing.clock(), lease_until = null where r.id = asked.id;
    end if;
  end if;
  perform ledger.post('dispute:' || d.provider_ref || ':lost', 'dispute_lost',
    billing.legs_back(p, d.provider, money, francs, owed, 'chargebacks') || jsonb_build_array(
      billing.leg('platform', 'clearing_' || d.provider, p.currency, p_fee), billing.leg('platform', 'costs', p.currency, -p_fee)),
    'payment', p.id::text);
end
$function$;
CREATE OR REPLACE FUNCTION billing.lost_disputes(p_creator uuid)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select count(*) from billing.commission_disputes d join billing.commissions c on c.id = d.commission_id
  where c.creator_id = p_creator and c.status = 'ruled' and d.percent < 50 and d.closed_at > billing.clock() - interval '90 days'
$function$;
CREATE OR REPLACE FUNCTION billing.may_open(f billing.commission_files, c billing.commissions, p_role text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(f.state not in ('arriving', 'gone') and case
    when p_role = 'creator' then true
    when f.kind <> 'final' then p_role in ('client', 'staff')
    else p_role = 'client' and f.is_given and exists (
      select from billing.escrows e join billing.milestones m on m.id = e.id
      where m.commission_id = c.id and m.position = f.step and e.to_creator > 0 and e.closed_at > billing.clock() - interval '2 years') end, false)
$function$;
CREATE OR REPLACE FUNCTION billing.may_review(c billing.commissions, p_role text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select (c.status in ('accepted', 'ruled', 'settled') or c.status in ('canceled', 'expired', 'refunded') and exists (
      select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0))
    and not exists (select from billing.commission_reviews r where r.commission_id = c.id and r.role = p_role)
$function$;
CREATE OR REPLACE FUNCTION billing.milestones_answer(c billing.commissions)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'position', m.position, 'title', m.title, 'amount', m.amount, 'days', m.days,
    'state', coalesce(e.state, case when m.position = c.current_step and c.status = 'proposed' then 'to_pay' else 'waiting' end),
    'funded_at', e.funded_at, 'to_creator', e.to_creator - e.fee, 'fee', e.fee, 'back', e.amount - e.to_creator,
    'available_at', (select x.release_at from billing.earnings x where x.source = 'commission' and x.ref_id = e.id)) order by m.position), '[]')
  from billing.milestones m left join billing.escrows e on e.id = m.id
  where m.commission_id = c.id
$function$;
CREATE OR REPLACE FUNCTION billing.move_commission(c billing.commissions, p_to text, p_what text, p_by text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant text := c.status;
  kept billing.commissions;
begin
  c.status := p_to;
  if p_to <> before then
    c.share_percent := null;
    c.share_by := null;
    c.time_asked := null;
  end if;
  if p_to in ('accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled') then
    c.holds_place := false;
  end if;
  kept := billing.keep_commission(c);
  perform billing.write_event(kept, before, p_what, p_by, p_details);
  if not kept.holds_place then
    perform billing.offer_places(kept.service_id);
  end if;
  return kept;
end
$function$;
CREATE OR REPLACE FUNCTION billing.number_of_step(c billing.commissions, d jsonb, p_field text, p_least integer, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant bigint := billing.whole(d -> p_field);
begin
  if given is null or given not between p_least and p_most then
    perform billing.refuse_step(c, 'step_invalid', p_field);
  end if;
  return given;
end
$function$;
CREATE OR REPLACE FUNCTION billing.offer_places(p_service uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  w billing.waitlist;
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = p_service for update;
  while s.state <> 'closed' and billing.free_places(p_service) > 0 loop
    select x.* into w from billing.waitlist x where x.service_id = p_service and x.state = 'waiting' order by x.id limit 1 for update;
    exit when not found;
    update billing.waitlist x set state = 'offered', offered_until = billing.clock() + interval '48 hours'
    where x.id = w.id returning * into w;
    perform app.notify(w.client_id, 'commission', app.notification_key('place', w.id, clock_timestamp()), s.creator_id,
      jsonb_build_object('what', 'place_offered', 'service_id', s.id, 'service_title', s.title, 'until', w.offered_until,
        'url', '/commissions?service=' || s.id), w.id)
    where exists (select from public.profiles p where p.id = w.client_id);
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION billing.open_chargeback(p billing.payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions := billing.order_of_payment(p.id);
begin
  if c.id is null then
    return;
  end if;
  if c.status = 'disputed' then
    perform billing.write_event(billing.keep_commission(c), c.status, 'chargeback', 'bank');
    return;
  end if;
  insert into billing.commission_disputes (commission_id, opened_by, reason, before) values (c.id, 'bank', 'payment', c.status);
  perform billing.move_commission(billing.stop_commission(c), 'disputed', 'chargeback', 'bank');
end
$function$;
CREATE OR REPLACE FUNCTION billing.open_dispute_of(c billing.commissions)
 RETURNS billing.commission_disputes
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select d.* from billing.commission_disputes d where d.commission_id = c.id and d.closed_at is null for update $function$;
CREATE OR REPLACE FUNCTION billing.order_of_payment(p_payment uuid)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id join billing.escrows e on e.commission_id = x.id
  where e.payment_id = p_payment for update of s;
  select x.* into c from billing.commissions x join billing.escrows e on e.commission_id = x.id
  where e.payment_id = p_payment and e.state = 'funded' for update of x;
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.person_answer(p_person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_person, 'username', p.username, 'display_name', nullif(p.display_name, ''), 'avatar_url', p.avatar_url)
  from (select) as always left join public.profiles p on p.id = p_person
$function$;
CREATE OR REPLACE FUNCTION billing.points_of_step(c billing.commissions, d jsonb, p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(d -> 'points') is distinct from 'array' or jsonb_array_length(d -> 'points') not between 1 and 10
    or exists (
      select from jsonb_array_elements(d -> 'points') as p where (char_length(billing.words(p)) between 1 and 300) is not true)
  then
    perform billing.refuse_step(c, 'step_invalid', 'points');
  end if;
  insert into billing.commission_points (commission_id, kind, round, position, words)
  select c.id, p_kind,
    1 + coalesce((select max(x.round) from billing.commission_points x where x.commission_id = c.id and x.kind = p_kind), 0),
    p.place, billing.words(p.given)
  from jsonb_array_elements(d -> 'points') with ordinality as p (given, place);
end
$function$;
CREATE OR REPLACE FUNCTION billing.propose_at_once(c billing.commissions, s billing.services, w jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen record;
begin
  select coalesce(sum((o.given ->> 'price')::bigint), 0) as price, coalesce(sum((o.given ->> 'days')::int), 0) as days into chosen
  from (
    select distinct s.options -> billing.whole(i)::int as given, i from jsonb_array_elements(coalesce(w -> 'options', '[]')) as i) as o;
  c.scope := s.title;
  c.terms := 1;
  perform billing.set_milestones(c.id, jsonb_build_array(jsonb_build_object(
    'title', s.title, 'amount', s.price_from + chosen.price, 'days', least(120, s.days + chosen.days))));
  return billing.move_commission(c, 'proposed', 'proposed', 'creator',
    jsonb_build_object('amount', s.price_from + chosen.price, 'steps', 1, 'terms', 1));
end
$function$;
CREATE OR REPLACE FUNCTION billing.refund_answer(c billing.commissions)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('amount', e.amount - e.to_creator, 'state', case r.state when 'done' then 'done' else
    case r.way when 'staff' then 'by_hand' else 'under_way' end end, 'method', a.method, 'last4', a.msisdn_last4)
  from billing.escrows e
  join billing.refunds r on r.payment_id = e.payment_id
  left join billing.attempts a on a.payment_id = e.payment_id and a.state = 'paid'
  where e.commission_id = c.id and e.to_creator < e.amount
  order by r.id desc limit 1
$function$;
CREATE OR REPLACE FUNCTION billing.refund_owed(p billing.payments, p_provider text, p_total bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  money constant bigint := p_total - p.refunded;
  francs bigint := p.settle * p_total / p.amount - p.settle * p.refunded / p.amount;
  asked billing.refunds;
  owed bigint := 0;
begin
  select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
  if asked.id is not null and money >= asked.amount then
    owed := asked.owed;
    francs := case when money = asked.amount then owed else greatest(francs, owed) end;
    update billing.refunds set state = 'done', closed_at = billing.clock() where id = asked.id;
  elsif asked.id is not null then
    owed := asked.owed * money / asked.amount;
    francs := owed;
    update billing.refunds r set amount = r.amount - money, owed = r.owed - refund_owed.owed where r.id = asked.id;
  else
    perform billing.report('refunded_unasked', p.id::text, jsonb_build_object('total', p_total));
  end if;
  if p.currency = 'XOF' then
    francs := money;
  end if;
  perform ledger.post('refund:' || p.id || ':' || p_total, 'refund', billing.legs_back(p, p_provider, money, francs, owed, 'writeoff'), 'payment', p.id::text);
end
$function$;
CREATE OR REPLACE FUNCTION billing.refuse_step(c billing.commissions, p_code text, p_field text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'This cannot be done with the order now' using
    errcode = case p_code when 'commission_not_yours' then 'PT403' when 'step_invalid' then 'PT422' else 'PT409' end,
    hint = p_code,
    detail = coalesce(p_field, jsonb_build_object('status', c.status, 'version', c.version)::text);
end
$function$;
CREATE OR REPLACE FUNCTION billing.report_refund(p_refund uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select billing.report('refund_by_hand', r.id::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
    'amount', r.amount, 'currency', p.currency, 'number', a.msisdn_last4))
  from billing.refunds r
  join billing.payments p on p.id = r.payment_id
  left join lateral (select t.* from billing.attempts t where t.payment_id = p.id order by t.state = 'paid' desc, t.id desc limit 1) as a on true
  where r.id = p_refund
$function$;
CREATE OR REPLACE FUNCTION billing.resume_commission(c billing.commissions, d billing.commission_disputes)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lost constant interval := billing.clock() - d.opened_at;
begin
  c.status := d.before;
  c.share_percent := null;
  c.share_by := null;
  if d.before in ('funded', 'in_progress') then
    c.guaranteed_at := c.guaranteed_at + (billing.clock() - c.stopped_at);
    c.starts_from := c.starts_from + lost;
    c.stopped_at := null;
  elsif d.before = 'delivered' then
    c.accepts_at := c.accepts_at + lost;
    c.delivered_at := c.delivered_at + lost;
  else
    c.revision_due := c.revision_due + lost;
  end if;
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.review_answer(r billing.commission_reviews)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', r.id, 'by', billing.person_answer(case when c.is_anonymous and r.role = 'client' then null else r.author_id end),
    'role', r.role, 'rating', r.rating, 'words', r.words, 'at', r.at, 'answer', r.answer, 'is_revealed', billing.is_revealed(r))
  from billing.commissions c where c.id = r.commission_id
$function$;
CREATE OR REPLACE FUNCTION billing.reviews_answer(c billing.commissions, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'mine', (select billing.review_answer(r) from billing.commission_reviews r where r.commission_id = c.id and r.role = p_role),
    'theirs', (select billing.review_answer(r) from billing.commission_reviews r
      where r.commission_id = c.id and r.role <> p_role and p_role <> 'staff' and billing.is_revealed(r)),
    'can_write', billing.may_review(c, p_role))
$function$;
CREATE OR REPLACE FUNCTION billing.role_in(c billing.commissions, p_person uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case p_person when c.client_id then 'client' when c.creator_id then 'creator' end $function$;
CREATE OR REPLACE FUNCTION billing.samples_answer(s billing.services)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('post_id', p.id, 'url', p.image_url, 'width', p.width, 'height', p.height,
    'thumbhash', p.thumbhash, 'alt', p.alt_text) order by array_position(s.samples, p.id)), '[]')
  from public.feed_posts p
  where p.id = any (s.samples) and p.audience = 'public' and p.status = 'published'
$function$;
CREATE OR REPLACE FUNCTION billing.sees_file(f billing.commission_files, p_role text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select f.state in ('ready', 'making_preview') and (f.kind <> 'final' or p_role = 'creator' or f.is_given) $function$;
CREATE OR REPLACE FUNCTION billing.service_answer(s billing.services, p_person uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', s.id, 'creator', billing.person_answer(s.creator_id), 'title', s.title, 'description', s.description,
      'refuses', s.refuses, 'mode', s.mode, 'price_from', s.price_from, 'options', s.options, 'days', s.days,
      'revisions_sketch', s.revisions_sketch, 'revisions_final', s.revisions_final, 'rights', s.rights, 'ai_share', s.ai_share,
      'languages', to_jsonb(s.languages), 'style', s.style, 'slots', s.slots, 'state', s.state,
      'away', case when s.away_to >= billing.today() then jsonb_build_object('from', s.away_from, 'to', s.away_to) end,
      'samples', billing.samples_answer(s), 'figures', billing.creator_figures(s.creator_id), 'now', billing.clock())
    || jsonb_build_object('free', place.free,
      'queue', (select count(*) from billing.commissions c where c.service_id = s.id and c.holds_place),
      'waiting', (select count(*) from billing.waitlist w where w.service_id = s.id and w.state = 'waiting'),
      'place', (
        select jsonb_build_object('state', w.state, 'until', w.offered_until, 'position', (
          select count(*) from billing.waitlist o where o.service_id = s.id and o.state = 'waiting' and o.id <= w.id))
        from billing.waitlist w where w.service_id = s.id and w.client_id = p_person and w.state in ('waiting', 'offered')),
      'can_request', billing.commissions_open() and s.creator_id <> p_person and (s.state = 'open' and place.free > 0 or exists (
        select from billing.waitlist w where w.service_id = s.id and w.client_id = p_person and w.state = 'offered' and w.offered_until > billing.clock())))
  from (select billing.free_places(s.id) as free) as place
$function$;
CREATE OR REPLACE FUNCTION billing.set_milestones(p_commission uuid, p_milestones jsonb)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from billing.milestones m where m.commission_id = p_commission;
  with made as (
    insert into billing.milestones (commission_id, position, title, amount, days)
    select p_commission, m.place, billing.words(m.given -> 'title'), billing.whole(m.given -> 'amount'), billing.whole(m.given -> 'days')
    from jsonb_array_elements(p_milestones) with ordinality as m (given, place)
    returning amount)
  select sum(amount)::bigint from made
$function$;
CREATE OR REPLACE FUNCTION billing.step_accept(c billing.commissions, p_by text)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  e billing.escrows := billing.end_milestone(c, 100, p_by);
  said constant jsonb := jsonb_build_object('amount', e.amount, 'step', c.current_step);
begin
  if not exists (select from billing.milestones m where m.commission_id = c.id and m.position > c.current_step) then
    return billing.move_commission(c, 'accepted', 'accepted', p_by, said);
  end if;
  c.current_step := c.current_step + 1;
  c.delivered_at := null;
  c.accepts_at := null;
  c.is_extended := false;
  c.guaranteed_at := null;
  c.starts_from := null;
  c.stopped_at := null;
  return billing.move_commission(c, 'proposed', 'accepted', p_by, said);
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_add_evidence(c billing.commissions, p_role text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  perform billing.entry_of_step(c, x.id, p_role, d);
  return billing.move_commission(c, c.status, 'answered', p_role);
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_answer_share(c billing.commissions, p_role text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  percent constant int := c.share_percent;
  yes constant boolean := billing.yes_of_step(c, d);
begin
  if billing.whole(d -> 'percent') is distinct from percent then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if not yes then
    c.share_percent := null;
    c.share_by := null;
    return billing.move_commission(c, c.status, 'share_refused', p_role, jsonb_build_object('percent', percent));
  end if;
  if c.status = 'disputed' then
    c := billing.leave_dispute(c, p_role);
  end if;
  perform billing.end_milestone(c, percent, p_role);
  return billing.move_commission(c, 'settled', 'settled', p_role, jsonb_build_object('percent', percent));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_answer_time(c billing.commissions, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  days constant int := c.time_asked;
  yes constant boolean := billing.yes_of_step(c, d);
begin
  c.time_asked := null;
  if yes then
    c.guaranteed_at := c.guaranteed_at + make_interval(days => days);
    c.told := 0;
  end if;
  return billing.move_commission(c, c.status, case when yes then 'time_given' else 'time_refused' end, 'client', jsonb_build_object('days', days));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_appeal(c billing.commissions, p_role text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  perform billing.text_of_step(c, d, 'words', 1000);
  perform billing.entry_of_step(c, x.id, p_role, d, true);
  update billing.commission_disputes y set state = 'appealed', is_appealed = true where y.id = x.id;
  perform billing.report('commission_appeal', x.id::text, jsonb_build_object('commission', c.id, 'number', c.number));
  return billing.move_commission(c, c.status, 'appealed', p_role);
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_deliver(c billing.commissions, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant uuid[] := billing.ids(d -> 'files');
  done constant uuid[] := billing.ids(coalesce(d -> 'done', '[]'));
  said constant text := billing.text_of_step(c, d, 'words', 500, 0);
  waiting int;
  found_files int;
begin
  if given is null or cardinality(given) not between 1 and 10 then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  select count(*), count(*) filter (where f.state <> 'ready') into found_files, waiting from billing.commission_files f
  where f.id = any (given) and f.commission_id = c.id and f.kind = 'final' and f.step = c.current_step and f.state in ('ready', 'making_preview');
  if found_files <> cardinality(given) then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  if waiting > 0 then
    perform billing.refuse_step(c, 'files_not_ready');
  end if;
  update billing.commission_files f set is_given = f.id = any (given)
  where f.commission_id = c.id and f.kind = 'final' and f.step = c.current_step and f.is_given <> (f.id = any (given));
  update billing.commission_points p set is_done = true where p.commission_id = c.id and p.id = any (coalesce(done, '{}'));
  c.stopped_at := coalesce(c.stopped_at, billing.clock());
  c.delivered_at := billing.clock();
  c.accepts_at := billing.clock() + interval '3 days';
  c.is_extended := false;
  c.revision_due := null;
  return billing.move_commission(c, 'delivered', 'delivered', 'creator', jsonb_build_object('files', cardinality(given), 'words', said));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_dispute(c billing.commissions, p_role text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if d ->> 'reason' is null or d ->> 'reason' not in ('not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment') then
    perform billing.refuse_step(c, 'step_invalid', 'reason');
  end if;
  perform billing.text_of_step(c, d, 'words', 1000);
  insert into billing.commission_disputes (commission_id, opened_by, reason, before) values (c.id, p_role, d ->> 'reason', c.status)
  returning id into made;
  perform billing.entry_of_step(c, made, p_role, d);
  return billing.move_commission(billing.stop_commission(c), 'disputed', 'disputed', p_role, jsonb_build_object('reason', d ->> 'reason'));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_extend(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  c.accepts_at := c.accepts_at + interval '4 days';
  c.is_extended := true;
  return billing.move_commission(c, c.status, 'extended', 'client');
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_of_dispute(c billing.commissions, p_role text, p_step text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  d billing.commission_disputes;
begin
  select x.* into strict d from billing.commission_disputes x where x.commission_id = c.id and x.closed_at is null;
  return case
    when p_step = 'appeal' then case when d.state <> 'ruled' or d.is_appealed or billing.clock() >= d.appeal_until then 'commission_state' end
    when p_step = 'withdraw' then case when d.state <> 'open' then 'commission_state' when d.opened_by <> p_role then 'commission_not_yours' end
    when p_step = 'add_evidence' then case when d.state not in ('open', 'appealed')
      or d.state = 'open' and billing.clock() >= d.opened_at + interval '5 days' then 'commission_state' end
    when d.state <> 'open' or billing.is_charged_back(c) then 'commission_state'
  end;
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_offer_share(c billing.commissions, p_role text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  c.share_percent := case c.status when 'disputed' then billing.number_of_step(c, d, 'percent', 0, 100)
    else billing.number_of_step(c, d, 'percent', 1, 99) end;
  c.share_by := p_role;
  return billing.move_commission(c, c.status, 'share_offered', p_role, jsonb_build_object('percent', c.share_percent));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_problem(c billing.commissions, p_role text, p_step text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  problem text;
begin
  if not exists (select from billing.commission_steps() s where (s.step, s.status) = (p_step, c.status)) then
    return 'commission_state';
  end if;
  if not exists (select from billing.commission_steps() s where (s.step, s.status, s.role) = (p_step, c.status, p_role)) then
    return 'commission_not_yours';
  end if;
  if c.status = 'disputed' then
    problem := billing.step_of_dispute(c, p_role, p_step);
    if problem is not null then
      return problem;
    end if;
  end if;
  return case p_step
    when 'propose' then case when c.current_step > 1 or c.mode = 'instant' then 'commission_state' end
    when 'start' then case when billing.clock() < c.starts_from then 'starts_later' end
    when 'refund' then case when c.status = 'in_progress' and p_role = 'client' and billing.clock() < billing.day_after(c.guaranteed_at)
      then 'not_late' end
    when 'answer_time' then case when c.time_asked is null then 'commission_state' end
    when 'revise_sketch' then case when c.revisions_sketch = 0 then 'no_revisions' when not billing.has_new_sketch(c) then 'no_sketch' end
    when 'revise' then case when c.revisions_final = 0 then 'no_revisions' end
    when 'extend' then case when c.is_extended then 'commission_state' end
    when 'answer_share' then case when c.share_by is null then 'commission_state' when c.share_by = p_role then 'commission_not_yours' end
  end;
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_propose(c billing.commissions, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  scope constant text := billing.text_of_step(c, d, 'scope', 2000);
  total bigint;
begin
  if jsonb_typeof(d -> 'milestones') is distinct from 'array' or jsonb_array_length(d -> 'milestones') not between 1 and 3
    or exists (
      select from jsonb_array_elements(d -> 'milestones') as m
      where (jsonb_typeof(m) = 'object' and char_length(billing.words(m -> 'title')) between 1 and 80
        and billing.whole(m -> 'amount') between 2000 and 500000 and billing.whole(m -> 'amount') % 100 = 0
        and billing.whole(m -> 'days') between 1 and 120) is not true)
  then
    perform billing.refuse_step(c, 'step_invalid', 'milestones');
  end if;
  if coalesce(d ->> 'licence', c.licence) not in ('perso', 'commercial') then
    perform billing.refuse_step(c, 'step_invalid', 'licence');
  end if;
  c.scope := scope;
  c.licence := coalesce(d ->> 'licence', c.licence);
  total := billing.set_milestones(c.id, d -> 'milestones');
  c.terms := c.terms + 1;
  return billing.move_commission(c, 'proposed', 'proposed', 'creator',
    jsonb_build_object('amount', total, 'steps', jsonb_array_length(d -> 'milestones'), 'terms', c.terms));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_refund(c billing.commissions, p_by text)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  e billing.escrows := billing.end_milestone(c, 0, p_by);
begin
  return billing.move_commission(c, 'refunded', 'refunded', p_by, jsonb_build_object('amount', e.amount));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_revise(c billing.commissions, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform billing.points_of_step(c, d, 'final');
  c.revisions_final := c.revisions_final - 1;
  c.revision_due := billing.clock() + interval '3 days';
  c.accepts_at := null;
  return billing.move_commission(c, 'revision', 'revised', 'client',
    jsonb_build_object('points', jsonb_array_length(d -> 'points'), 'left', c.revisions_final));
end
$function$;
CREATE OR REPLACE FUNCTION billing.step_revise_sketch(c billing.commissions, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform billing.points_of_step(c, d, 'sketch');
  c.revisions_sketch := c.revisions_sketch - 1;
  return billing.move_commission(c, c.status, 'sketch_revised', 'client',
    jsonb_build_object('points', jsonb_array_length(d -> 'points'), 'left', c.revisions_sketch));
end
$function$;
CREATE OR REPLACE FUNCTION billing.steps_of(c billing.commissions, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(s.step), '[]') || case when p_role = 'client' and c.status = 'proposed' then '["pay"]' else '[]'::jsonb end
    || case when p_role <> 'staff' and billing.may_review(c, p_role) then '["review"]' else '[]'::jsonb end
  from (select distinct x.step from billing.commission_steps() x
    where (x.status, x.role) = (c.status, p_role)) as s
  where billing.step_problem(c, p_role, s.step) is null
$function$;
CREATE OR REPLACE FUNCTION billing.stop_commission(c billing.commissions)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  c.stopped_at := coalesce(c.stopped_at, billing.clock());
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.suggested_share(c billing.commissions, d billing.commission_disputes)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when c.delivered_at is null or d.reason = 'not_delivered' and d.before = 'in_progress' then 0
    when d.reason in ('payment', 'behaviour') then 100 else 50 end
$function$;
CREATE OR REPLACE FUNCTION billing.take_offered_place(s billing.services, p_person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update billing.waitlist w set state = 'taken'
  where w.service_id = s.id and w.client_id = p_person and w.state = 'offered' and w.offered_until > billing.clock();
  if found then
    return true;
  end if;
  if s.state = 'closed' then
    raise exception 'Nothing is taken on now' using errcode = 'PT409', hint = 'service_closed';
  end if;
  if s.state = 'waitlist' or billing.free_places(s.id) = 0 then
    raise exception 'No place is free' using errcode = 'PT409', hint = 'service_full';
  end if;
  return false;
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_place(p billing.payments)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id join billing.milestones m on m.commission_id = x.id
  where m.id = p.milestone_id for update of s;
  select x.* into c from billing.commissions x join billing.milestones m on m.commission_id = x.id
  where m.id = p.milestone_id and x.status = 'proposed' and x.terms = p.terms and m.position = x.current_step and m.amount = p.settle
  for update of x;
  if not found or not billing.commissions_open() or not c.holds_place and billing.free_places(c.service_id) = 0
    or not exists (select from public.profiles f where f.id = c.creator_id and f.status = 'active')
  then
    return null;
  end if;
  return c;
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_step(c billing.commissions, p_role text, p_step text, d jsonb)
 RETURNS billing.commissions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case p_step
    when 'propose' then return billing.step_propose(c, d);
    when 'decline' then
      return billing.move_commission(c, 'declined', 'declined', p_role, jsonb_build_object('words', billing.text_of_step(c, d, 'words', 300, 0)));
    when 'cancel' then return billing.move_commission(c, 'canceled', 'canceled', p_role);
    when 'start' then return billing.move_commission(c, 'in_progress', 'started', p_role);
    when 'refund' then return billing.step_refund(c, p_role);
    when 'ask_time' then
      c.time_asked := billing.number_of_step(c, d, 'days', 1, 30);
      return billing.move_commission(c, c.status, 'time_asked', p_role, jsonb_build_object('days', c.time_asked));
    when 'answer_time' then return billing.step_answer_time(c, d);
    when 'revise_sketch' then return billing.step_revise_sketch(c, d);
    when 'deliver' then return billing.step_deliver(c, d);
    when 'revise' then return billing.step_revise(c, d);
    when 'extend' then return billing.step_extend(c);
    when 'accept' then return billing.step_accept(c, p_role);
    when 'offer_share' then return billing.step_offer_share(c, p_role, d);
    when 'answer_share' then return billing.step_answer_share(c, p_role, d);
    when 'dispute' then return billing.step_dispute(c, p_role, d);
    when 'add_evidence' then return billing.step_add_evidence(c, p_role, d);
    when 'withdraw' then return billing.leave_dispute(c, p_role);
    when 'appeal' then return billing.step_appeal(c, p_role, d);
  end case;
end
$function$;
CREATE OR REPLACE FUNCTION billing.tell_commission(c billing.commissions, p_user uuid, p_actor uuid, p_what text, p_source uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Whom one has blocked is not named, and what becomes of the order is told all the same.
  select app.notify(p_user, 'commission', app.notification_key('commission', p_source, clock_timestamp()),
    case when not app.are_apart(p_user, p_actor) then p_actor end,
    jsonb_build_object('commission_id', c.id, 'what', p_what, 'number', c.number, 'service_title', c.title,
      'url', '/commissions?order=' || c.id), p_source)
  where exists (select from public.profiles p where p.id = p_user)
$function$;
CREATE OR REPLACE FUNCTION billing.tell_money_back(p billing.payments)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select app.notify(p.user_id, 'commission', app.notification_key('money_back', p.id, clock_timestamp()), null,
    jsonb_build_object('what', 'money_back', 'commission_id', m.commission_id, 'amount', p.amount, 'currency', p.currency,
      'url', '/commissions' || coalesce('?order=' || m.commission_id, '')), p.id)
  from (select) as always left join billing.milestones m on m.id = p.milestone_id
$function$;
CREATE OR REPLACE FUNCTION billing.text_of_step(c billing.commissions, d jsonb, p_field text, p_most integer, p_least integer DEFAULT 1)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  said constant text := coalesce(billing.words(d -> p_field), '');
begin
  if char_length(said) not between p_least and p_most then
    perform billing.refuse_step(c, 'step_invalid', p_field);
  end if;
  return nullif(said, '');
end
$function$;
CREATE OR REPLACE FUNCTION billing.whole(p_value jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when jsonb_typeof(p_value) = 'number' and p_value::text ~ '^-?\d{1,12}$' then p_value::text::bigint end $function$;
CREATE OR REPLACE FUNCTION billing.words(p_value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when jsonb_typeof(p_value) = 'string' then coalesce(app.clean_text(left(p_value #>> '{}', 10000)), '') end $function$;
CREATE OR REPLACE FUNCTION billing.write_event(c billing.commissions, p_before text, p_what text, p_by text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made constant uuid := app.uuid_v7();
  actor constant uuid := case p_by when 'client' then c.client_id when 'creator' then c.creator_id end;
  party uuid;
begin
  insert into billing.commission_events (id, commission_id, what, side, before, after, details)
  values (made, c.id, p_what, p_by, p_before, c.status, coalesce(p_details, '{}'));
  foreach party in array array[c.client_id, c.creator_id] loop
    perform realtime.send(jsonb_build_object('commission_id', c.id, 'status', c.status, 'version', c.version),
      'commission', 'user:' || party, true);
    if party is distinct from actor then
      perform billing.tell_commission(c, party, actor, p_what, made);
    end if;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION billing.wrong_field(p_person uuid, d jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.field
  from (values
    (1, 'title', char_length(billing.words(d -> 'title')) between 1 and 80),
    (2, 'description', char_length(billing.words(d -> 'description')) between 1 and 2000),
    (3, 'refuses', char_length(billing.words(coalesce(d -> 'refuses', '""'))) <= 500),
    (4, 'mode', d ->> 'mode' in ('proposal', 'instant', 'single_message')),
    (5, 'price_from', billing.whole(d -> 'price_from') between 2000 and 10000000 and billing.whole(d -> 'price_from') % 100 = 0),
    (6, 'options', billing.are_options(coalesce(d -> 'options', '[]'))),
    (7, 'days', billing.whole(d -> 'days') between 1 and 120),
    (8, 'revisions_sketch', billing.whole(coalesce(d -> 'revisions_sketch', '3')) between 0 and 5),
    (9, 'revisions_final', billing.whole(coalesce(d -> 'revisions_final', '1')) between 0 and 3),
    (10, 'rights', d ->> 'rights' in ('perso', 'commercial')),
    (11, 'ai_share', d ->> 'ai_share' in ('full', 'mixed', 'none')),
    (12, 'languages', jsonb_typeof(coalesce(d -> 'languages', '[]')) = 'array' and jsonb_array_length(coalesce(d -> 'languages', '[]')) <= 5
      and not jsonb_path_exists(coalesce(d -> 'languages', '[]'), '$[*] ? (@.type() != "string" || !(@ like_regex "^[a-z]{2,3}$"))')),
    (13, 'style', char_length(billing.words(coalesce(d -> 'style', '""'))) <= 40),
    (14, 'slots', billing.whole(d -> 'slots') between 1 and 20),
    (15, 'away_from', (coalesce(d ->> 'away_from', d ->> 'away_to') is null)
      or billing.day(d -> 'away_from') <= billing.day(d -> 'away_to')),
    (16, 'samples', billing.are_samples(p_person, billing.ids(d -> 'samples')))
  ) as t (place, field, is_right)
  where t.is_right is not true
  order by t.place
  limit 1
$function$;
CREATE OR REPLACE FUNCTION billing.yes_of_step(c billing.commissions, d jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(d -> 'yes') is distinct from 'boolean' then
    perform billing.refuse_step(c, 'step_invalid', 'yes');
  end if;
  return (d -> 'yes')::boolean;
end
$function$;
CREATE OR REPLACE FUNCTION public.add_commission_file(p_user uuid, p_commission uuid, p_file jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c billing.commissions := billing.locked_commission(p_commission);
  part constant text := billing.role_in(c, p_user);
  made constant uuid := gen_random_uuid();
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  perform billing.check_new_file(c, part, p_file ->> 'kind');
  insert into billing.commission_files (id, commission_id, step, side, kind, name, type, bytes, sha256, entries, path)
  values (made, c.id, c.current_step, part, p_file ->> 'kind',
    coalesce(left(app.clean_name(left(p_file ->> 'name', 1000)), 120), 'fichier'), p_file ->> 'type', (p_file ->> 'bytes')::bigint,
    decode(p_file ->> 'sha256', 'hex'), p_file -> 'entries', format('%s/%s/%s', c.id, p_file ->> 'kind', made));
  return jsonb_build_object('file_id', made, 'path', format('%s/%s/%s', c.id, p_file ->> 'kind', made));
end
$function$;
CREATE OR REPLACE FUNCTION public.advance_commissions(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid;
  c billing.commissions;
  acted int := 0;
begin
  for due in
    select x.id from billing.commissions x where x.due_at <= billing.clock() order by x.due_at limit p_limit
  loop
    -- Skipped where somebody acts on it, or on its service, just now: it is due a moment later too.
    perform from billing.services s join billing.commissions x on x.service_id = s.id where x.id = due for update of s skip locked;
    continue when not found;
    select x.* into c from billing.commissions x where x.id = due and x.due_at <= billing.clock() for update skip locked;
    continue when not found;
    begin
      perform billing.clock_step(c);
      acted := acted + 1;
    exception when others then
      -- One that cannot be moved holds up no other.
      update billing.commissions x set due_at = billing.clock() + interval '1 hour' where x.id = due;
      perform billing.report('commission_stuck', due || ':' || billing.today(), jsonb_build_object('why', sqlerrm));
    end;
  end loop;
  return acted + billing.lapse_offers(p_limit);
end
$function$;
CREATE OR REPLACE FUNCTION public.answer_review(review uuid, words text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  r billing.commission_reviews;
  said constant text := app.clean_text(left(words, 10000));
begin
  select x.* into r from billing.commission_reviews x where x.id = review and x.subject_id = me for update;
  if not found or not billing.is_revealed(r) then
    raise exception 'There is no such review' using errcode = 'PT404', hint = 'review_unknown';
  end if;
  if r.answer is not null then
    raise exception 'It is answered' using errcode = 'PT409', hint = 'review_answered';
  end if;
  if said is null or char_length(said) > 600 then
    raise exception 'In 600 characters' using errcode = 'PT422', hint = 'review_invalid';
  end if;
  update billing.commission_reviews x set answer = said where x.id = r.id returning * into r;
  return billing.review_answer(r);
end
$function$;
CREATE OR REPLACE FUNCTION public.claim_previews(p_limit integer)
 RETURNS TABLE(file_id uuid, path text, type text, number bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update billing.commission_files f
  set lease_until = clock_timestamp() + interval '2 minutes', tries = f.tries + 1
  from (
    select x.id from billing.commission_files x
    where x.state = 'making_preview' and (x.lease_until is null or x.lease_until < clock_timestamp()) and x.tries < 10
    order by x.id limit p_limit for update skip locked) as due, billing.commissions c
  where f.id = due.id and c.id = f.commission_id
  returning f.id, f.path, f.type, c.number
$function$;
CREATE OR REPLACE FUNCTION public.commission_cards(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'commission_id', e.commission_id, 'number', e.number, 'at', e.at, 'what', e.what, 'by', e.side,
      'mine', e.side = billing.role_in(e.c, me), 'amount', e.details -> 'amount', 'steps', e.details -> 'steps') order by e.id)
    from (
      select x.*, c.number, c from billing.commissions c join billing.commission_events x on x.commission_id = c.id
      where me in (c.client_id, c.creator_id) and person in (c.client_id, c.creator_id) and me <> person
      order by x.id desc limit 200) as e), '[]');
end
$function$;
CREATE OR REPLACE FUNCTION public.commission_files_to_remove(p_limit integer)
 RETURNS TABLE(file_id uuid, path text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.id, p.path
  from (
    select x.* from billing.commission_files x join billing.commissions c on c.id = x.commission_id
    where x.bytes > 0 and (x.state = 'gone' and x.lease_until is null
      or x.state = 'arriving' and x.created_at < billing.clock() - interval '1 day'
      or x.state = 'ready' and c.due_at is null and c.status in ('accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled')
        and c.entered_at < billing.clock() - interval '2 years')
    limit p_limit) as f
  cross join lateral (values (f.path), (f.preview_path)) as p (path)
  where p.path is not null
$function$;
CREATE OR REPLACE FUNCTION public.commission_licence(commission uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  c billing.commissions;
begin
  select x.* into c from billing.commissions x where x.id = commission and me in (x.client_id, x.creator_id);
  if c.id is null or not exists (select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0) then
    raise exception 'There is no licence yet' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  return jsonb_build_object('number', c.number, 'text_version', 1, 'title', c.title, 'scope', c.scope, 'licence', c.licence,
    'ai_share', c.ai_share, 'territory', 'world', 'is_exclusive', false, 'is_anonymous', c.is_anonymous, 'hide_work', c.hide_work,
    'client', case when c.is_anonymous and me <> c.client_id then null else billing.person_answer(c.client_id) end,
    'creator', billing.person_answer(c.creator_id),
    'since', (select min(e.closed_at) from billing.escrows e where e.commission_id = c.id and e.to_creator > 0),
    'paid', (select sum(e.to_creator) from billing.escrows e where e.commission_id = c.id),
    'is_test', (select r.kind = 'test' from billing.realm r),
    'files', coalesce((
      select jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by f.id)
      from billing.commission_files f
      join billing.milestones m on m.commission_id = c.id and m.position = f.step
      join billing.escrows e on e.id = m.id and e.to_creator > 0
      where f.commission_id = c.id and f.kind = 'final' and f.is_given), '[]'));
end
$function$;
CREATE OR REPLACE FUNCTION public.commission_step(commission uuid, step text, version integer, details jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  c billing.commissions := billing.locked_commission(commission);
  part constant text := billing.role_in(c, me);
  problem text;
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  problem := billing.step_problem(c, part, step);
  if problem is null and c.version is distinct from commission_step.version then
    problem := 'commission_state';
  end if;
  if problem is not null then
    perform billing.refuse_step(c, problem);
  end if;
  return billing.commission_answer(billing.take_step(c, part, step, coalesce(details, '{}')), part);
end
$function$;
CREATE OR REPLACE FUNCTION public.commissions_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select billing.commissions_open() $function$;
CREATE OR REPLACE FUNCTION public.find_services(asked jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  words constant text := app.fold(left(asked ->> 'words', 100));
  answer jsonb;
begin
  select jsonb_build_object('services', coalesce(jsonb_agg(billing.service_answer(f.s, me) order by (f.s).id desc), '[]'),
    'next', case when count(*) = 20 then (array_agg((f.s).id order by (f.s).id))[1] end)
  into answer
  from (
    select s from billing.services s
    where s.state <> 'closed' and billing.is_offered(s, me)
      and (app.uuid_or_null(asked ->> 'after') is null or s.id < app.uuid_or_null(asked ->> 'after'))
      and (words = '' or position(words in app.fold(concat_ws(' ', s.title, s.style, s.description))) > 0 or exists (
        select from public.profiles p where p.id = s.creator_id and position(words in app.fold(concat_ws(' ', p.username, p.display_name))) > 0))
      and (billing.whole(asked -> 'max_price') is null or s.price_from <= billing.whole(asked -> 'max_price'))
      and (billing.whole(asked -> 'max_days') is null or s.days <= billing.whole(asked -> 'max_days'))
      and (asked ->> 'ai_share' is null or s.ai_share = asked ->> 'ai_share')
      and (asked ->> 'rights' is null or s.rights = asked ->> 'rights')
      and (asked ->> 'language' is null or asked ->> 'language' = any (s.languages))
      and (asked ->> 'with_place' is distinct from 'true' or s.state = 'open' and billing.free_places(s.id) > 0)
    order by s.id desc limit 20) as f;
  return answer;
end
$function$;
CREATE OR REPLACE FUNCTION public.forget_commission_files(p_files uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update billing.commission_files f set state = 'gone', lease_until = 'infinity' where f.id = any (p_files) $function$;
CREATE OR REPLACE FUNCTION public.join_waitlist(service uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  s billing.services := billing.check_service(service, me);
begin
  if s.creator_id = me then
    raise exception 'This is your own' using errcode = 'PT409', hint = 'service_own';
  end if;
  if not exists (select from billing.waitlist w where w.service_id = s.id and w.client_id = me and w.state in ('waiting', 'offered')) then
    if s.state = 'closed' then
      raise exception 'Nothing is taken on now' using errcode = 'PT409', hint = 'service_closed';
    end if;
    if s.state = 'open' and billing.free_places(s.id) > 0 then
      raise exception 'There is a place' using errcode = 'PT409', hint = 'service_has_place';
    end if;
    insert into billing.waitlist (service_id, client_id) values (s.id, me);
  end if;
  return billing.service_answer(s, me);
end
$function$;
CREATE OR REPLACE FUNCTION public.leave_waitlist(service uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = service for update;
  if not found then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  update billing.waitlist w set state = 'left' where w.service_id = s.id and w.client_id = me and w.state in ('waiting', 'offered');
  perform billing.offer_places(s.id);
  return billing.service_answer(s, me);
end
$function$;
CREATE OR REPLACE FUNCTION public.my_commissions(side text, before uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
begin
  if side is null or side not in ('client', 'creator') then
    raise exception 'Whose side' using errcode = 'PT422', hint = 'step_invalid', detail = 'side';
  end if;
  return coalesce((
    select jsonb_agg(billing.commission_line(c, side) order by c.number desc)
    from (
      select x.* from billing.commissions x
      where case side when 'client' then x.client_id else x.creator_id end = me
        and (my_commissions.before is null or x.number < (select y.number from billing.commissions y where y.id = my_commissions.before))
      order by x.number desc limit 30) as c), '[]');
end
$function$;
CREATE OR REPLACE FUNCTION public.my_services()
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(billing.service_answer(s, auth.uid()) order by s.id desc), '[]')
  from billing.services s where s.creator_id = auth.uid()
$function$;
CREATE OR REPLACE FUNCTION public.note_preview(p_file uuid, p_path text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update billing.commission_files f
  set state = case when p_path is null then 'gone' else 'ready' end, preview_path = p_path, lease_until = null
  where f.id = p_file and f.state = 'making_preview'
$function$;
CREATE OR REPLACE FUNCTION public.read_commission(commission uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  c billing.commissions;
  part text;
begin
  select x.* into c from billing.commissions x where x.id = commission;
  part := coalesce(billing.role_in(c, me), case when app.is_staff() and exists (
    select from billing.commission_disputes d where d.commission_id = c.id) then 'staff' end);
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  return billing.commission_answer(c, part);
end
$function$;
CREATE OR REPLACE FUNCTION public.remove_commission_file(file uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  f billing.commission_files;
  c billing.commissions;
begin
  select x.* into f from billing.commission_files x where x.id = file;
  c := billing.locked_commission(f.commission_id);
  if billing.role_in(c, me) is distinct from f.side or f.id is null or f.state = 'gone' then
    raise exception 'There is no such file' using errcode = 'PT404', hint = 'not_found';
  end if;
  if f.is_given or f.kind = 'sketch' or f.kind = 'evidence' and exists (
    select from billing.dispute_entries e where f.id = any (e.files)) then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  update billing.commission_files x set state = 'gone' where x.id = f.id;
end
$function$;
CREATE OR REPLACE FUNCTION public.request_commission(id uuid, service uuid, wish jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  s billing.services;
  c billing.commissions;
  has_place boolean;
begin
  perform billing.check_person(me);
  if not billing.commissions_open() then
    raise exception 'Orders are not taken yet' using errcode = 'PT403', hint = 'commissions_off';
  end if;
  s := billing.check_service(service, me);
  select x.* into c from billing.commissions x where x.id = request_commission.id;
  if found then
    if (c.client_id, c.service_id) is distinct from (me, s.id) then
      raise exception 'This id stands for something else' using errcode = 'PT422', hint = 'wish_invalid', detail = 'id';
    end if;
    return billing.commission_answer(c, 'client');
  end if;
  if s.creator_id = me then
    raise exception 'This is your own' using errcode = 'PT409', hint = 'service_own';
  end if;
  perform billing.check_wish(s, me, wish);
  has_place := billing.take_offered_place(s, me);
  insert into billing.commissions (id, service_id, client_id, creator_id, title, mode, brief, budget, wanted_on, is_anonymous, hide_work,
    licence, ai_share, revisions_sketch, revisions_final, holds_place)
  values (request_commission.id, s.id, me, s.creator_id, s.title, s.mode, billing.words(wish -> 'brief'), billing.whole(wish -> 'budget'),
    billing.day(wish -> 'wanted_on'), coalesce((wish -> 'is_anonymous')::boolean, false), coalesce((wish -> 'hide_work')::boolean, false),
    s.rights, s.ai_share, s.revisions_sketch, s.revisions_final, has_place)
  returning * into c;
  c := billing.move_commission(c, 'requested', 'requested', 'client', jsonb_build_object('budget', c.budget));
  if s.mode = 'instant' then
    c := billing.propose_at_once(c, s, wish);
  end if;
  return billing.commission_answer(c, 'client');
end
$function$;
CREATE OR REPLACE FUNCTION public.review_commission(commission uuid, rating integer, words text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  c billing.commissions := billing.locked_commission(commission);
  part constant text := billing.role_in(c, me);
  said constant text := coalesce(app.clean_text(left(words, 10000)), '');
  party uuid;
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  if exists (select from billing.commission_reviews r where r.commission_id = c.id and r.role = part) then
    raise exception 'It is written' using errcode = 'PT409', hint = 'review_written';
  end if;
  if not billing.may_review(c, part) then
    raise exception 'It is not over' using errcode = 'PT409', hint = 'review_not_yet';
  end if;
  if rating is null or rating not between 1 and 5 or char_length(said) > 600 then
    raise exception 'From 1 to 5, in 600 characters' using errcode = 'PT422', hint = 'review_invalid';
  end if;
  party := case part when 'client' then c.creator_id else c.client_id end;
  insert into billing.commission_reviews (commission_id, author_id, subject_id, role, rating, words)
  values (c.id, me, party, part, review_commission.rating, said);
  perform billing.tell_commission(c, party, me, 'reviewed', app.uuid_v7());
  return billing.commission_answer(c, part);
end
$function$;
CREATE OR REPLACE FUNCTION public.rule_dispute(commission uuid, percent integer, words text, precedent text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c billing.commissions;
  d billing.commission_disputes;
  me constant uuid := app.require_person();
  said constant text := app.clean_text(left(words, 10000));
begin
  perform app.require_staff();
  c := billing.locked_commission(commission);
  d := billing.open_dispute_of(c);
  if d.id is null or d.state = 'ruled' or d.opened_by = 'bank' or billing.is_charged_back(c) then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if percent is null or percent not between 0 and 100 or percent % 10 <> 0 or said is null or char_length(said) > 2000
    or char_length(coalesce(precedent, '')) > 40
  then
    raise exception 'A share in steps of ten, with its reasons' using errcode = 'PT422', hint = 'ruling_invalid';
  end if;
  if me in (c.client_id, c.creator_id) or d.state in ('proposed', 'appealed') and me = d.decided_by
    or d.state = 'appealed' and me is not distinct from d.confirmed_by
  then
    raise exception 'This is another person''s to decide' using errcode = 'PT403', hint = 'other_person';
  end if;
  if d.state = 'open' and billing.dispute_needs_two(c)
    -- Who comes second and sees it otherwise becomes the first.
    or d.state = 'proposed' and rule_dispute.percent <> d.percent
  then
    update billing.commission_disputes x set state = 'proposed', percent = rule_dispute.percent, words = said,
      precedent = coalesce(rule_dispute.precedent, ''), decided_by = me, decided_at = billing.clock()
    where x.id = d.id;
    return billing.commission_answer(billing.keep_commission(c), 'staff');
  end if;
  update billing.commission_disputes x set state = 'ruled', percent = rule_dispute.percent, words = said,
    precedent = coalesce(rule_dispute.precedent, ''), decided_by = case x.state when 'proposed' then x.decided_by else me end,
    confirmed_by = case x.state when 'proposed' then me end,
    decided_at = billing.clock(), appeal_until = billing.clock() + interval '5 days'
  where x.id = d.id;
  perform billing.record_act('dispute_ruled', c.id::text, said);
  update billing.findings f set settled_at = clock_timestamp(), settled_by = me
  where f.kind in ('dispute_overdue', 'commission_appeal') and f.ref = d.id::text and f.settled_at is null;
  c := billing.move_commission(c, 'disputed', 'ruling', 'staff', jsonb_build_object('percent', rule_dispute.percent));
  if d.is_appealed then
    c := billing.carry_out(c);
  end if;
  return billing.commission_answer(c, 'staff');
end
$function$;
CREATE OR REPLACE FUNCTION public.save_service(details jsonb, service uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  d constant jsonb := coalesce(details, '{}');
  wrong constant text := billing.wrong_field(me, d);
  s billing.services;
begin
  if not exists (select from public.creators c where c.user_id = me and c.is_open) then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
  if wrong is not null then
    raise exception 'This cannot stand: %', wrong using errcode = 'PT422', hint = 'service_invalid', detail = wrong;
  end if;
  if service is null then
    perform pg_advisory_xact_lock(hashtextextended('services:' || me, 0));
    if (select count(*) from billing.services x where x.creator_id = me) >= 20 then
      raise exception 'Twenty services at most' using errcode = 'PT429', hint = 'service_limit';
    end if;
  end if;
  select * into s from jsonb_populate_record(null::billing.services, jsonb_build_object('id', coalesce(service, app.uuid_v7()),
    'creator_id', me, 'title', billing.words(d -> 'title'), 'description', billing.words(d -> 'description'),
    'refuses', coalesce(billing.words(d -> 'refuses'), ''), 'mode', d ->> 'mode', 'price_from', d -> 'price_from',
    'options', coalesce(d -> 'options', '[]'), 'days', d -> 'days', 'revisions_sketch', coalesce(d -> 'revisions_sketch', '3'),
    'revisions_final', coalesce(d -> 'revisions_final', '1'), 'rights', d ->> 'rights', 'ai_share', d ->> 'ai_share',
    'languages', coalesce(d -> 'languages', '[]'), 'style', coalesce(billing.words(d -> 'style'), ''), 'slots', d -> 'slots',
    'away_from', d ->> 'away_from', 'away_to', d ->> 'away_to', 'samples', d -> 'samples'));
  if service is null then
    insert into billing.services (id, creator_id, title, description, refuses, mode, price_from, options, days, revisions_sketch, revisions_final,
      rights, ai_share, languages, style, slots, away_from, away_to, samples, state)
    values (s.id, me, s.title, s.description, s.refuses, s.mode, s.price_from, s.options, s.days, s.revisions_sketch, s.revisions_final,
      s.rights, s.ai_share, s.languages, s.style, s.slots, s.away_from, s.away_to, s.samples,
      case when billing.lost_disputes(me) >= 3 then 'closed' else 'open' end)
    returning * into s;
  else
    update billing.services x
    set title = s.title, description = s.description, refuses = s.refuses, mode = s.mode, price_from = s.price_from, options = s.options,
      days = s.days, revisions_sketch = s.revisions_sketch, revisions_final = s.revisions_final, rights = s.rights, ai_share = s.ai_share,
      languages = s.languages, style = s.style, slots = s.slots, away_from = s.away_from, away_to = s.away_to, samples = s.samples,
      updated_at = billing.clock()
    where x.id = service and x.creator_id = me
    returning * into s;
    if not found then
      raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
    end if;
    perform billing.offer_places(s.id);
  end if;
  return billing.service_answer(s, me);
end
$function$;
CREATE OR REPLACE FUNCTION public.service_page(service uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = service;
  if s.id is null or s.creator_id <> me and (app.are_apart(s.creator_id, me) or not exists (
    select from public.profiles p where p.id = s.creator_id and p.status = 'active'))
  then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  return billing.service_answer(s, me) || jsonb_build_object('reviews', coalesce((
    select jsonb_agg(billing.review_answer(r) order by r.id desc)
    from (
      select x.* from billing.commission_reviews x
      where x.subject_id = s.creator_id and x.role = 'client' and billing.is_revealed(x) order by x.id desc limit 20) as r), '[]'));
end
$function$;
CREATE OR REPLACE FUNCTION public.services_of(creator uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(billing.service_answer(s, auth.uid()) order by s.id desc), '[]')
  from billing.services s where s.creator_id = creator and auth.uid() is not null and billing.is_offered(s, auth.uid())
$function$;
CREATE OR REPLACE FUNCTION public.set_commissions_live(p_is_open boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update billing.realm set commissions_live = coalesce(p_is_open, false) where commissions_live is distinct from coalesce(p_is_open, false) $function$;
CREATE OR REPLACE FUNCTION public.set_service_state(service uuid, state text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  if state is null or state not in ('open', 'waitlist', 'closed') then
    raise exception 'Open, by the list, or closed' using errcode = 'PT422', hint = 'service_invalid', detail = 'state';
  end if;
  if state <> 'closed' and billing.lost_disputes(me) >= 3 then
    raise exception 'Closed after three disputes' using errcode = 'PT409', hint = 'services_closed';
  end if;
  if state <> 'closed' and not exists (select from public.creators c where c.user_id = me and c.is_open) then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
  update billing.services x set state = set_service_state.state, updated_at = billing.clock() where x.id = service and x.creator_id = me
  returning * into s;
  if not found then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  perform billing.offer_places(s.id);
  return billing.service_answer(s, me);
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_commission_disputes()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return coalesce((
    select jsonb_agg(jsonb_build_object('commission_id', c.id, 'number', c.number, 'client', billing.person_answer(c.client_id),
      'creator', billing.person_answer(c.creator_id), 'amount', e.amount, 'reason', d.reason, 'state', d.state, 'opened_at', d.opened_at,
      'ruled_by', d.opened_at + interval '7 days', 'is_overdue', d.opened_at + interval '7 days' < billing.clock(),
      'needs_two', e.amount > 100000) order by d.state = 'ruled', d.opened_at)
    from billing.commission_disputes d
    join billing.commissions c on c.id = d.commission_id
    left join billing.escrows e on e.commission_id = c.id and e.state = 'funded'
    where d.closed_at is null and d.opened_by <> 'bank'), '[]');
end
$function$;
CREATE OR REPLACE FUNCTION public.store_commission_file(p_file uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f billing.commission_files;
  c billing.commissions := billing.locked_commission((select x.commission_id from billing.commission_files x where x.id = p_file));
begin
  update billing.commission_files x
  set state = case when x.kind = 'final' and x.type like 'image/%' then 'making_preview' else 'ready' end
  where x.id = p_file and x.state = 'arriving' returning * into f;
  if found and f.kind = 'sketch' then
    c := billing.move_commission(c, c.status, 'sketch_added', 'creator');
  end if;
  select x.* into strict f from billing.commission_files x where x.id = p_file;
  return billing.file_answer(f, c, f.side);
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
    ((p.status = 'paid'::text) AND (p.refunded = 0) AND (p.dispute = 'none'::text) AND (r.state IS NULL) AND
        CASE p.purpose
            WHEN 'commission'::text THEN false
            WHEN 'gift'::text THEN (EXISTS ( SELECT
               FROM billing.gifts g
              WHERE ((g.payment_id = p.id) AND (g.state = 'open'::text))))
            ELSE (p.paid_at > (billing.clock() - '14 days'::interval))
        END) AS is_refundable,
    p.plan_step,
    c.number AS receipt_number,
    c.id AS receipt_id,
    r.closed_at AS refunded_at,
    ( SELECT (sum(d.frozen))::integer AS sum
           FROM billing.disputes d
          WHERE ((d.payment_id = p.id) AND (d.state = 'open'::text))) AS frozen
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
            x.created_at,
            x.closed_at
           FROM billing.refunds x
          WHERE ((x.payment_id = p.id) AND (x.state <> 'failed'::text))
          ORDER BY x.id DESC
         LIMIT 1) r ON (true))
     LEFT JOIN billing.receipts c ON (((c.payment_id = p.id) AND (c.kind = 'receipt'::text))))
  WHERE (p.user_id = ( SELECT auth.uid() AS uid));
create or replace view billing.commission_violations as
 SELECT 'I13 escrow account differs from its state'::text AS rule,
    (e.id)::text AS what
   FROM ((billing.escrows e
     LEFT JOIN ledger.accounts a ON (((a.owner = ('commission:'::text || e.id)) AND (a.kind = 'escrow'::text) AND (a.asset = 'XOF'::text))))
     LEFT JOIN ledger.balances b ON ((b.account_id = a.id)))
  WHERE (COALESCE(b.balance, (0)::bigint) <>
        CASE
            WHEN (e.state = 'funded'::text) THEN e.amount
            ELSE (0)::bigint
        END)
UNION ALL
 SELECT 'I13 escrow account of no escrow'::text AS rule,
    a.owner AS what
   FROM ((ledger.accounts a
     JOIN ledger.balances b ON ((b.account_id = a.id)))
     LEFT JOIN billing.escrows e ON ((a.owner = ('commission:'::text || e.id))))
  WHERE ((a.kind = 'escrow'::text) AND (b.balance <> 0) AND (e.id IS NULL))
UNION ALL
 SELECT 'I24 owed differs from money on its way back'::text AS rule,
    a.owner AS what
   FROM ((ledger.accounts a
     JOIN ledger.balances b ON ((b.account_id = a.id)))
     LEFT JOIN ( SELECT ('user:'::text || p.user_id) AS owner,
            sum(r.owed) AS francs
           FROM (billing.refunds r
             JOIN billing.payments p ON ((p.id = r.payment_id)))
          WHERE (r.closed_at IS NULL)
          GROUP BY p.user_id) waiting ON ((waiting.owner = a.owner)))
  WHERE ((a.kind = 'owed'::text) AND (a.asset = 'XOF'::text) AND ((b.balance)::numeric <> COALESCE(waiting.francs, (0)::numeric)))
UNION ALL
 SELECT 'I25 order under way without its money, or the reverse'::text AS rule,
    (c.id)::text AS what
   FROM billing.commissions c
  WHERE ((c.status = ANY (ARRAY['funded'::text, 'in_progress'::text, 'delivered'::text, 'revision'::text, 'disputed'::text])) <> (EXISTS ( SELECT
           FROM billing.escrows e
          WHERE ((e.commission_id = c.id) AND (e.state = 'funded'::text)))))
UNION ALL
 SELECT 'I26 more places taken than there are'::text AS rule,
    (s.id)::text AS what
   FROM billing.services s
  WHERE (( SELECT count(*) AS count
           FROM billing.commissions c
          WHERE ((c.service_id = s.id) AND c.holds_place AND (c.created_at > s.updated_at))) > s.slots);

CREATE TRIGGER plan_receipt AFTER UPDATE ON billing.payments FOR EACH ROW WHEN ((new.purpose <> 'commission'::text)) EXECUTE FUNCTION billing.plan_receipt();
CREATE TRIGGER guard_commission_event BEFORE DELETE OR UPDATE ON billing.commission_events FOR EACH ROW EXECUTE FUNCTION billing.guard_commission_event();
CREATE TRIGGER guard_commission BEFORE DELETE OR UPDATE ON billing.commissions FOR EACH ROW EXECUTE FUNCTION billing.guard_commission();
CREATE TRIGGER guard_escrow BEFORE DELETE OR UPDATE ON billing.escrows FOR EACH ROW EXECUTE FUNCTION billing.guard_escrow();
create policy "the two of an order read what is open to them" on storage.objects for select to authenticated using (((bucket_id = 'commission-files'::text) AND app.may_read_commission_file(name)));

alter function billing.are_options(jsonb) owner to ledger_owner;
alter function billing.are_samples(uuid,uuid[]) owner to ledger_owner;
alter function billing.carry_out(billing.commissions) owner to ledger_owner;
alter function billing.check_milestone(uuid,uuid,integer) owner to ledger_owner;
alter function billing.check_new_file(billing.commissions,text,text) owner to ledger_owner;
alter function billing.check_service(uuid,uuid) owner to ledger_owner;
alter function billing.check_wish(billing.services,uuid,jsonb) owner to ledger_owner;
alter function billing.cost_of(uuid,jsonb) owner to ledger_owner;
alter function billing.clock_dispute(billing.commissions) owner to ledger_owner;
alter function billing.clock_step(billing.commissions) owner to ledger_owner;
alter function billing.close_after_losses(uuid) owner to ledger_owner;
alter function billing.close_escrow(uuid,integer,text) owner to ledger_owner;
alter function billing.commission_answer(billing.commissions,text) owner to ledger_owner;
alter function billing.commission_line(billing.commissions,text) owner to ledger_owner;
alter function billing.commission_steps() owner to ledger_owner;
alter function billing.commissions_open() owner to ledger_owner;
alter function billing.creator_figures(uuid) owner to ledger_owner;
alter function billing.day(jsonb) owner to ledger_owner;
alter function billing.day_after(timestamp with time zone) owner to ledger_owner;
alter function billing.dispute_answer(billing.commissions) owner to ledger_owner;
alter function billing.dispute_needs_two(billing.commissions) owner to ledger_owner;
alter function billing.due_of(billing.commissions) owner to ledger_owner;
alter function billing.earn(uuid,text,uuid,bigint,bigint,timestamp with time zone) owner to ledger_owner;
alter function billing.end_chargeback(billing.payments) owner to ledger_owner;
alter function billing.end_milestone(billing.commissions,integer,text) owner to ledger_owner;
alter function billing.entry_of_step(billing.commissions,uuid,text,jsonb,boolean) owner to ledger_owner;
alter function billing.file_answer(billing.commission_files,billing.commissions,text) owner to ledger_owner;
alter function billing.free_places(uuid) owner to ledger_owner;
alter function billing.fund_escrow(billing.payments,text) owner to ledger_owner;
alter function billing.give_back(billing.payments,bigint) owner to ledger_owner;
alter function billing.guard_commission() owner to ledger_owner;
alter function billing.guard_commission_event() owner to ledger_owner;
alter function billing.guard_escrow() owner to ledger_owner;
alter function billing.has_new_sketch(billing.commissions) owner to ledger_owner;
alter function billing.ids(jsonb) owner to ledger_owner;
alter function billing.in_currency(bigint,text) owner to ledger_owner;
alter function billing.is_charged_back(billing.commissions) owner to ledger_owner;
alter function billing.is_offered(billing.services,uuid) owner to ledger_owner;
alter function billing.is_revealed(billing.commission_reviews) owner to ledger_owner;
alter function billing.keep_commission(billing.commissions) owner to ledger_owner;
alter function billing.lapse_offers(integer) owner to ledger_owner;
alter function billing.leave_dispute(billing.commissions,text) owner to ledger_owner;
alter function billing.legs_back(billing.payments,text,bigint,bigint,bigint,text) owner to ledger_owner;
alter function billing.locked_commission(uuid) owner to ledger_owner;
alter function billing.lose_chargeback(billing.payments,billing.disputes,bigint) owner to ledger_owner;
alter function billing.lost_disputes(uuid) owner to ledger_owner;
alter function billing.may_open(billing.commission_files,billing.commissions,text) owner to ledger_owner;
alter function billing.may_review(billing.commissions,text) owner to ledger_owner;
alter function billing.milestones_answer(billing.commissions) owner to ledger_owner;
alter function billing.move_commission(billing.commissions,text,text,text,jsonb) owner to ledger_owner;
alter function billing.number_of_step(billing.commissions,jsonb,text,integer,integer) owner to ledger_owner;
alter function billing.offer_places(uuid) owner to ledger_owner;
alter function billing.open_chargeback(billing.payments) owner to ledger_owner;
alter function billing.open_dispute_of(billing.commissions) owner to ledger_owner;
alter function billing.order_of_payment(uuid) owner to ledger_owner;
alter function billing.person_answer(uuid) owner to ledger_owner;
alter function billing.points_of_step(billing.commissions,jsonb,text) owner to ledger_owner;
alter function billing.propose_at_once(billing.commissions,billing.services,jsonb) owner to ledger_owner;
alter function billing.refund_answer(billing.commissions) owner to ledger_owner;
alter function billing.refund_owed(billing.payments,text,bigint) owner to ledger_owner;
alter function billing.refuse_step(billing.commissions,text,text) owner to ledger_owner;
alter function billing.report_refund(uuid) owner to ledger_owner;
alter function billing.resume_commission(billing.commissions,billing.commission_disputes) owner to ledger_owner;
alter function billing.review_answer(billing.commission_reviews) owner to ledger_owner;
alter function billing.reviews_answer(billing.commissions,text) owner to ledger_owner;
alter function billing.role_in(billing.commissions,uuid) owner to ledger_owner;
alter function billing.samples_answer(billing.services) owner to ledger_owner;
alter function billing.sees_file(billing.commission_files,text) owner to ledger_owner;
alter function billing.service_answer(billing.services,uuid) owner to ledger_owner;
alter function billing.set_milestones(uuid,jsonb) owner to ledger_owner;
alter function billing.step_accept(billing.commissions,text) owner to ledger_owner;
alter function billing.step_add_evidence(billing.commissions,text,jsonb) owner to ledger_owner;
alter function billing.step_answer_share(billing.commissions,text,jsonb) owner to ledger_owner;
alter function billing.step_answer_time(billing.commissions,jsonb) owner to ledger_owner;
alter function billing.step_appeal(billing.commissions,text,jsonb) owner to ledger_owner;
alter function billing.step_deliver(billing.commissions,jsonb) owner to ledger_owner;
alter function billing.step_dispute(billing.commissions,text,jsonb) owner to ledger_owner;
alter function billing.step_extend(billing.commissions) owner to ledger_owner;
alter function billing.step_of_dispute(billing.commissions,text,text) owner to ledger_owner;
alter function billing.step_offer_share(billing.commissions,text,jsonb) owner to ledger_owner;
alter function billing.step_problem(billing.commissions,text,text) owner to ledger_owner;
alter function billing.step_propose(billing.commissions,jsonb) owner to ledger_owner;
alter function billing.step_refund(billing.commissions,text) owner to ledger_owner;
alter function billing.step_revise(billing.commissions,jsonb) owner to ledger_owner;
alter function billing.step_revise_sketch(billing.commissions,jsonb) owner to ledger_owner;
alter function billing.steps_of(billing.commissions,text) owner to ledger_owner;
alter function billing.stop_commission(billing.commissions) owner to ledger_owner;
alter function billing.suggested_share(billing.commissions,billing.commission_disputes) owner to ledger_owner;
alter function billing.take_offered_place(billing.services,uuid) owner to ledger_owner;
alter function billing.take_place(billing.payments) owner to ledger_owner;
alter function billing.take_step(billing.commissions,text,text,jsonb) owner to ledger_owner;
alter function billing.tell_commission(billing.commissions,uuid,uuid,text,uuid) owner to ledger_owner;
alter function billing.tell_money_back(billing.payments) owner to ledger_owner;
alter function billing.text_of_step(billing.commissions,jsonb,text,integer,integer) owner to ledger_owner;
alter function billing.whole(jsonb) owner to ledger_owner;
alter function billing.words(jsonb) owner to ledger_owner;
alter function billing.write_event(billing.commissions,text,text,text,jsonb) owner to ledger_owner;
alter function billing.wrong_field(uuid,jsonb) owner to ledger_owner;
alter function billing.yes_of_step(billing.commissions,jsonb) owner to ledger_owner;
alter table billing.commission_disputes owner to ledger_owner;
alter table billing.commission_events owner to ledger_owner;
alter table billing.commission_files owner to ledger_owner;
alter table billing.commission_points owner to ledger_owner;
alter table billing.commission_reviews owner to ledger_owner;
alter table billing.commission_violations owner to ledger_owner;
alter table billing.commissions owner to ledger_owner;
alter table billing.dispute_entries owner to ledger_owner;
alter table billing.escrows owner to ledger_owner;
alter table billing.milestones owner to ledger_owner;
alter table billing.services owner to ledger_owner;
alter table billing.waitlist owner to ledger_owner;

revoke all on function app.may_read_commission_file(text) from public, anon, authenticated, service_role;
grant execute on function app.may_read_commission_file(text) to authenticated;
revoke all on function billing.are_options(jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.are_samples(uuid,uuid[]) from public, anon, authenticated, service_role;
revoke all on function billing.carry_out(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.check_milestone(uuid,uuid,integer) from public, anon, authenticated, service_role;
revoke all on function billing.check_new_file(billing.commissions,text,text) from public, anon, authenticated, service_role;
revoke all on function billing.check_service(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.check_wish(billing.services,uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.clock_dispute(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.clock_step(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.close_after_losses(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.close_escrow(uuid,integer,text) from public, anon, authenticated, service_role;
revoke all on function billing.commission_answer(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.commission_line(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.commission_steps() from public, anon, authenticated, service_role;
revoke all on function billing.commissions_open() from public, anon, authenticated, service_role;
revoke all on function billing.cost_of(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.creator_figures(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.day(jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.day_after(timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function billing.dispute_answer(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.dispute_needs_two(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.due_of(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.earn(uuid,text,uuid,bigint,bigint,timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function billing.end_chargeback(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.end_milestone(billing.commissions,integer,text) from public, anon, authenticated, service_role;
revoke all on function billing.entry_of_step(billing.commissions,uuid,text,jsonb,boolean) from public, anon, authenticated, service_role;
revoke all on function billing.file_answer(billing.commission_files,billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.free_places(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.fund_escrow(billing.payments,text) from public, anon, authenticated, service_role;
revoke all on function billing.give_back(billing.payments,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.guard_commission() from public, anon, authenticated, service_role;
revoke all on function billing.guard_commission_event() from public, anon, authenticated, service_role;
revoke all on function billing.guard_escrow() from public, anon, authenticated, service_role;
revoke all on function billing.has_new_sketch(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.ids(jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.in_currency(bigint,text) from public, anon, authenticated, service_role;
revoke all on function billing.is_charged_back(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.is_offered(billing.services,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.is_revealed(billing.commission_reviews) from public, anon, authenticated, service_role;
revoke all on function billing.keep_commission(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.lapse_offers(integer) from public, anon, authenticated, service_role;
revoke all on function billing.leave_dispute(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.legs_back(billing.payments,text,bigint,bigint,bigint,text) from public, anon, authenticated, service_role;
revoke all on function billing.locked_commission(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.lose_chargeback(billing.payments,billing.disputes,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.lost_disputes(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.may_open(billing.commission_files,billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.may_review(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.milestones_answer(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.move_commission(billing.commissions,text,text,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.number_of_step(billing.commissions,jsonb,text,integer,integer) from public, anon, authenticated, service_role;
revoke all on function billing.offer_places(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.open_chargeback(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.open_dispute_of(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.order_of_payment(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.person_answer(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.points_of_step(billing.commissions,jsonb,text) from public, anon, authenticated, service_role;
revoke all on function billing.propose_at_once(billing.commissions,billing.services,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.refund_answer(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.refund_owed(billing.payments,text,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.refuse_step(billing.commissions,text,text) from public, anon, authenticated, service_role;
revoke all on function billing.report_refund(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.resume_commission(billing.commissions,billing.commission_disputes) from public, anon, authenticated, service_role;
revoke all on function billing.review_answer(billing.commission_reviews) from public, anon, authenticated, service_role;
revoke all on function billing.reviews_answer(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.role_in(billing.commissions,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.samples_answer(billing.services) from public, anon, authenticated, service_role;
revoke all on function billing.sees_file(billing.commission_files,text) from public, anon, authenticated, service_role;
revoke all on function billing.service_answer(billing.services,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.set_milestones(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_accept(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.step_add_evidence(billing.commissions,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_answer_share(billing.commissions,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_answer_time(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_appeal(billing.commissions,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_deliver(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_dispute(billing.commissions,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_extend(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.step_of_dispute(billing.commissions,text,text) from public, anon, authenticated, service_role;
revoke all on function billing.step_offer_share(billing.commissions,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_problem(billing.commissions,text,text) from public, anon, authenticated, service_role;
revoke all on function billing.step_propose(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_refund(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.step_revise(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.step_revise_sketch(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.steps_of(billing.commissions,text) from public, anon, authenticated, service_role;
revoke all on function billing.stop_commission(billing.commissions) from public, anon, authenticated, service_role;
revoke all on function billing.suggested_share(billing.commissions,billing.commission_disputes) from public, anon, authenticated, service_role;
revoke all on function billing.take_offered_place(billing.services,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.take_place(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.take_step(billing.commissions,text,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.tell_commission(billing.commissions,uuid,uuid,text,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.tell_money_back(billing.payments) from public, anon, authenticated, service_role;
revoke all on function billing.text_of_step(billing.commissions,jsonb,text,integer,integer) from public, anon, authenticated, service_role;
revoke all on function billing.whole(jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.words(jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.write_event(billing.commissions,text,text,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.wrong_field(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.yes_of_step(billing.commissions,jsonb) from public, anon, authenticated, service_role;
revoke all on function public.add_commission_file(uuid,uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_commission_file(uuid,uuid,jsonb) to service_role;
revoke all on function public.advance_commissions(integer) from public, anon, authenticated, service_role;
grant execute on function public.advance_commissions(integer) to service_role;
revoke all on function public.answer_review(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.answer_review(uuid,text) to authenticated;
grant execute on function public.answer_review(uuid,text) to service_role;
revoke all on function public.claim_previews(integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_previews(integer) to service_role;
revoke all on function public.commission_cards(uuid) from public, anon, authenticated, service_role;
grant execute on function public.commission_cards(uuid) to authenticated;
grant execute on function public.commission_cards(uuid) to service_role;
revoke all on function public.commission_files_to_remove(integer) from public, anon, authenticated, service_role;
grant execute on function public.commission_files_to_remove(integer) to service_role;
revoke all on function public.commission_licence(uuid) from public, anon, authenticated, service_role;
grant execute on function public.commission_licence(uuid) to authenticated;
grant execute on function public.commission_licence(uuid) to service_role;
revoke all on function public.commission_step(uuid,text,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.commission_step(uuid,text,integer,jsonb) to authenticated;
grant execute on function public.commission_step(uuid,text,integer,jsonb) to service_role;
revoke all on function public.commissions_open() from public, anon, authenticated, service_role;
grant execute on function public.commissions_open() to authenticated;
grant execute on function public.commissions_open() to service_role;
revoke all on function public.find_services(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.find_services(jsonb) to authenticated;
grant execute on function public.find_services(jsonb) to service_role;
revoke all on function public.forget_commission_files(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.forget_commission_files(uuid[]) to service_role;
revoke all on function public.join_waitlist(uuid) from public, anon, authenticated, service_role;
grant execute on function public.join_waitlist(uuid) to authenticated;
grant execute on function public.join_waitlist(uuid) to service_role;
revoke all on function public.leave_waitlist(uuid) from public, anon, authenticated, service_role;
grant execute on function public.leave_waitlist(uuid) to authenticated;
grant execute on function public.leave_waitlist(uuid) to service_role;
revoke all on function public.my_commissions(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.my_commissions(text,uuid) to authenticated;
grant execute on function public.my_commissions(text,uuid) to service_role;
revoke all on function public.my_services() from public, anon, authenticated, service_role;
grant execute on function public.my_services() to authenticated;
grant execute on function public.my_services() to service_role;
revoke all on function public.note_preview(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.note_preview(uuid,text) to service_role;
revoke all on function public.read_commission(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_commission(uuid) to authenticated;
grant execute on function public.read_commission(uuid) to service_role;
revoke all on function public.remove_commission_file(uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_commission_file(uuid) to authenticated;
grant execute on function public.remove_commission_file(uuid) to service_role;
revoke all on function public.request_commission(uuid,uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_commission(uuid,uuid,jsonb) to authenticated;
grant execute on function public.request_commission(uuid,uuid,jsonb) to service_role;
revoke all on function public.review_commission(uuid,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.review_commission(uuid,integer,text) to authenticated;
grant execute on function public.review_commission(uuid,integer,text) to service_role;
revoke all on function public.rule_dispute(uuid,integer,text,text) from public, anon, authenticated, service_role;
grant execute on function public.rule_dispute(uuid,integer,text,text) to authenticated;
grant execute on function public.rule_dispute(uuid,integer,text,text) to service_role;
revoke all on function public.save_service(jsonb,uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_service(jsonb,uuid) to authenticated;
grant execute on function public.save_service(jsonb,uuid) to service_role;
revoke all on function public.service_page(uuid) from public, anon, authenticated, service_role;
grant execute on function public.service_page(uuid) to authenticated;
grant execute on function public.service_page(uuid) to service_role;
revoke all on function public.services_of(uuid) from public, anon, authenticated, service_role;
grant execute on function public.services_of(uuid) to authenticated;
grant execute on function public.services_of(uuid) to service_role;
revoke all on function public.set_commissions_live(boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_commissions_live(boolean) to service_role;
revoke all on function public.set_service_state(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.set_service_state(uuid,text) to authenticated;
grant execute on function public.set_service_state(uuid,text) to service_role;
revoke all on function public.staff_commission_disputes() from public, anon, authenticated, service_role;
grant execute on function public.staff_commission_disputes() to authenticated;
grant execute on function public.staff_commission_disputes() to service_role;
revoke all on function public.store_commission_file(uuid) from public, anon, authenticated, service_role;
grant execute on function public.store_commission_file(uuid) to service_role;
revoke all on sequence billing.commissions_number_seq from public, anon, authenticated, service_role;
revoke all on table billing.commission_disputes from public, anon, authenticated, service_role;
revoke all on table billing.commission_events from public, anon, authenticated, service_role;
revoke all on table billing.commission_files from public, anon, authenticated, service_role;
revoke all on table billing.commission_points from public, anon, authenticated, service_role;
revoke all on table billing.commission_reviews from public, anon, authenticated, service_role;
revoke all on table billing.commission_violations from public, anon, authenticated, service_role;
revoke all on table billing.commissions from public, anon, authenticated, service_role;
revoke all on table billing.dispute_entries from public, anon, authenticated, service_role;
revoke all on table billing.escrows from public, anon, authenticated, service_role;
revoke all on table billing.milestones from public, anon, authenticated, service_role;
revoke all on table billing.services from public, anon, authenticated, service_role;
revoke all on table billing.waitlist from public, anon, authenticated, service_role;

comment on column billing.products.credits is 'Of a top-up one, and its price is that of one credit; of a plan those of a month; a commission gives none, and has its own price.';
comment on function billing.paid_again(billing.payments,billing.attempts) is 'Money that came a second time for one payment is a payment of its own: credited at once, reported, and refundable; of a commission it goes back by itself.';
comment on function public.start_payment(uuid,jsonb) is 'A payment and its first attempt, which the caller then asks of the provider. Order: {idempotency_key, price_id, credits (of a top-up), or of a commission milestone_id, terms and currency (as billing.check_milestone), provider, method (an operator, card or hosted), msisdn_last4, msisdn_hash (hex), return_to, over_limit, promo_id (of promo_for_order), gift: {username | code_hash (hex), message}}; amount, credits and tax are the price''s, of a plan what plan_quote says. Answers {payment_id, is_new, status, sku, credits, currency, amount, attempt_id, attempt_state, provider, method, checkout_url}; the same key, or the same thing within three minutes while it is open: the first one''s. PT404 offer_unknown, provider_unknown, operator_unknown, gift_nobody; PT409 price_changed with {price_id, amount} as detail, spend_limit, spend_limit_month, plan_current, plan_smaller; PT422 idempotency_mismatch, topup_size, spend_cap, gift_to_oneself, promo_invalid, plan_alone; PT429 throttled, too_many_open; PT503 operator_down.';
comment on column billing.commission_disputes.before is 'Where the order goes back to if it is withdrawn.';
comment on column billing.commission_disputes.percent is 'The creator''s share.';
comment on column billing.commission_disputes.state is 'open; proposed: one of the two that must agree has ruled; ruled: waits five days for an appeal; appealed: another person decides; closed.';
comment on column billing.commission_files.entries is 'What a zip holds, by its list: it is not opened.';
comment on column billing.commission_files.is_given is 'A final that was part of a delivery: its preview is the client''s to see, the file once the money is the creator''s.';
comment on column billing.commission_files.state is 'arriving: the row stands before the bytes do; gone: its two years are over, or nobody ever sent the bytes.';
comment on column billing.commission_files.step is 'The milestone that it was added in.';
comment on column billing.commissions.current_step is 'The milestone that is paid for or made now; the ones before it are closed.';
comment on column billing.commissions.due_at is 'When the clock has something to do about it: billing.due_of.';
comment on column billing.commissions.holds_place is 'From a kept offer or the first payment to the end.';
comment on column billing.commissions.revisions_final is 'Revisions that are left; so are revisions_sketch of sketches.';
comment on column billing.commissions.stopped_at is 'Since when the clock of the guarantee stands: while delivered, in revision or disputed.';
comment on column billing.commissions.terms is 'Counts the proposals: whoever pays says which one they pay.';
comment on column billing.commissions.told is 'How many reminders of this state were sent.';
comment on column billing.commissions.version is 'Counts what happened to it: whoever acts says what they saw.';
comment on column billing.dispute_entries.messages is 'Messages that a party shows, each with the key of that one message and what its signature can be held against (E2EE §12): nothing else is read by anybody.';
comment on column billing.escrows.id is 'Its milestone.';
comment on column billing.escrows.to_creator is 'The creator''s share, before the platform''s part of it (fee); the rest is the client''s.';
comment on column billing.payments.settle is 'Of a commission: the francs that are held, whatever currency they come in.';
comment on column billing.payments.terms is 'Of a commission: which proposal was paid; a later one refuses it.';
comment on column billing.realm.commissions_live is 'In realm live: that the operator has a licensed way of holding funds, so that orders may be paid.';
comment on column billing.refunds.owed is 'Of a commission: the francs that are owed to the client until it is done.';
comment on column billing.services.ai_share is 'How much of it is made by machine, as its maker declares: all, some, none.';
comment on column billing.services.refuses is 'What this creator does not do, in their words.';
comment on column billing.services.slots is 'How many orders are made at once: an order holds a place from the payment to its end.';
comment on function app.may_read_commission_file(text) is 'Whether who asks may read this file: a final only once its money is the creator''s, its preview once it was delivered.';
comment on function billing.carry_out(billing.commissions) is 'What was ruled is done: after the time for an appeal, or when the appeal was decided.';
comment on function billing.check_milestone(uuid,uuid,integer) is 'The milestone, where it is to be paid now and as it was seen. PT403 commissions_off, PT404 commission_unknown, PT409 price_changed, commission_state, service_full.';
comment on function billing.check_service(uuid,uuid) is 'The service, locked: nobody else counts its places meanwhile. PT404 service_unknown.';
comment on function billing.clock_dispute(billing.commissions) is 'A ruling that nobody appealed is carried out; one that nobody gave lies before the staff: a machine never rules.';
comment on function billing.close_after_losses(uuid) is 'Three disputes lost in 90 days close one''s services, and the staff looks.';
comment on function billing.close_escrow(uuid,integer,text) is 'Release (100), refund (0) and every share between: one key, so that they exclude each other. The same close again answers the first; another is PT409 escrow_closed. What is the client''s is owed to them: who calls gives it back.';
comment on function billing.commission_answer(billing.commissions,text) is 'An order as one side sees it: client, creator or staff.';
comment on function billing.creator_figures(uuid) is 'What orders so far say of a creator: the mean of the last fifty reviews from three on, how many ended as agreed, how many on time, and the usual hours to an answer.';
comment on function billing.due_of(billing.commissions) is 'When the clock acts on an order as it stands: it expires, begins, is late, is reminded of, accepted, given back, or laid before the staff.';
comment on function billing.earn(uuid,text,uuid,bigint,bigint,timestamp with time zone) is 'Something earned, pending for seven days unless it is said otherwise. Called in the transaction that posts it.';
comment on function billing.end_chargeback(billing.payments) is 'The bank has left the money where it was: the order goes on where it stood.';
comment on function billing.end_milestone(billing.commissions,integer,text) is 'Closes the escrow of the present milestone at the creator''s share, and starts the rest back to the client. Called with the order locked, once.';
comment on function billing.fund_escrow(billing.payments,text) is 'The money of a milestone is held, or, where it was paid twice or what it was for is gone, owed to the client and sent back at once. Called once, by what believes a provider, before the payment is marked paid.';
comment on function billing.give_back(billing.payments,bigint) is 'Starts on its way what is owed to a client of a payment: so many francs, in the currency and to the number or card that it came from.';
comment on function billing.guard_commission() is 'The state machine of an order, whoever writes: every other transition is PT409 commission_state. Of funded only a bank makes disputed.';
comment on function billing.ids(jsonb) is 'The ids of an array, null among them where one is none; null for whatever is no array of texts.';
comment on function billing.in_currency(bigint,text) is 'Francs in a currency''s smallest unit, at the fixed parity, up to the next cent.';
comment on function billing.legs_back(billing.payments,text,bigint,bigint,bigint,text) is 'Money leaves by its provider: so much of its currency, which is so many francs, of which so many were owed to the client.';
comment on function billing.locked_commission(uuid) is 'The order, locked after its service: whoever ends one counts places.';
comment on function billing.lose_chargeback(billing.payments,billing.disputes,bigint) is 'The bank took the money: what was still held is gone with it, what the creator has is the platform''s loss.';
comment on function billing.may_open(billing.commission_files,billing.commissions,text) is 'A final is the client''s once its money, or a part of it, is the creator''s, for two years. Before that there is its preview.';
comment on function billing.move_commission(billing.commissions,text,text,text,jsonb) is 'One step of an order with all that belongs to it: its row as given, its event, who is told, and the place that is free then. The service and the order are locked by whoever calls.';
comment on function billing.offer_places(uuid) is 'Free places go to whoever waits longest, for 48 hours each. A closed list is kept.';
comment on function billing.order_of_payment(uuid) is 'The order whose money this payment still holds, locked; null where its escrow is closed.';
comment on function billing.propose_at_once(billing.commissions,billing.services,jsonb) is 'Of a service that is ordered at its price: the proposal is the service with the options chosen.';
comment on function billing.refund_owed(billing.payments,text,bigint) is 'The provider has given back so much of a milestone''s payment in all: what was owed is paid; what nobody asked for is the platform''s loss, and lies before the staff.';
comment on function billing.resume_commission(billing.commissions,billing.commission_disputes) is 'The order as it was before the dispute: nobody has lost the time that it took.';
comment on function billing.set_milestones(uuid,jsonb) is 'New steps with new ids: a payment of an old one finds nothing to pay. Answers their sum.';
comment on function billing.step_accept(billing.commissions,text) is 'The milestone''s money is the creator''s, its files the client''s; the next one waits to be paid. By the client, or by the clock.';
comment on function billing.step_answer_share(billing.commissions,text,jsonb) is 'Whoever agrees to a share says which one they saw. In a dispute it ends the dispute first.';
comment on function billing.step_problem(billing.commissions,text,text) is 'Why this party may not take this step now, by its code; null where they may.';
comment on function billing.suggested_share(billing.commissions,billing.commission_disputes) is 'What most cases end with: nothing delivered, all back; delivered as described, the creator''s; else one half. Both may take it at once.';
comment on function billing.take_offered_place(billing.services,uuid) is 'Whether a place was kept for this person, which is theirs now. PT409 service_closed or service_full for whoever has none.';
comment on function billing.take_place(billing.payments) is 'The order that this payment is for, locked, where it still stands as it was paid for and a place is free; else null.';
comment on function billing.text_of_step(billing.commissions,jsonb,text,integer,integer) is 'PT422 step_invalid with the field, where it is too short or too long.';
comment on function billing.whole(jsonb) is 'A whole number; null for whatever else was sent.';
comment on function billing.words(jsonb) is 'What somebody wrote, cleaned; null for whatever is no text.';
comment on function billing.wrong_field(uuid,jsonb) is 'The first field of a service that cannot stand; null where all can.';
comment on function public.add_commission_file(uuid,uuid,jsonb) is 'Room for a file whose bytes were looked at, by one of the two: {kind, name, type, bytes, sha256 (hex), entries}. Answers {file_id, path}: the bytes go there, then store_commission_file. PT404 commission_unknown, PT403 commission_not_yours, PT409 commission_state, PT422 step_invalid, PT429 file_limit.';
comment on function public.advance_commissions(integer) is 'What is due of orders: requests and proposals expire, work begins, delays are told, deliveries are reminded of and accepted, late orders given back, rulings carried out, offered places go on. Answers how many.';
comment on function public.answer_review(uuid,text) is 'Answers a review of oneself in public, once. PT404 review_unknown, PT409 review_answered, PT422 review_invalid.';
comment on function public.claim_previews(integer) is 'Finals that wait for their preview, for two minutes.';
comment on function public.commission_cards(uuid) is 'What happened in the orders of these two, the last two hundred: for the app to lay between their messages, which the server cannot read.';
comment on function public.commission_files_to_remove(integer) is 'Files that were taken back, never arrived, or whose two years after the end are over.';
comment on function public.commission_licence(uuid) is 'What both may do with an order''s work, as it was agreed when it was paid, and which files it is about. PT404 commission_unknown before anything was accepted.';
comment on function public.commission_step(uuid,text,integer,jsonb) is 'One step of an order, by one of its two: propose, decline, cancel, start, refund, ask_time, answer_time, revise_sketch, deliver, revise, extend, accept, offer_share, answer_share, dispute, add_evidence, withdraw, appeal. Answers the order. PT404 commission_unknown; PT403 commission_not_yours; PT409 commission_state (detail: {status, version} as they are), starts_later, not_late, no_revisions, no_sketch, files_not_ready; PT422 step_invalid (detail: the field).';
comment on function public.commissions_open() is 'Whether orders are taken and paid: always in realm test, in realm live once the operator says that funds may be held.';
comment on function public.find_services(jsonb) is 'Services that are offered, newest first, twenty at a time: {words, max_price, max_days, ai_share, rights, language, with_place, after}. Answers {services, next}.';
comment on function public.forget_commission_files(uuid[]) is 'Their bytes are gone; what they were stays written.';
comment on function public.join_waitlist(uuid) is 'Waits for a place; answers as service_page without reviews. PT404 service_unknown, PT409 service_own, service_closed, service_has_place.';
comment on function public.leave_waitlist(uuid) is 'Waits no longer, or gives an offered place back. PT404 service_unknown.';
comment on function public.my_commissions(text,uuid) is 'One''s own orders as client or as creator, newest first, thirty at a time before one. PT422 step_invalid.';
comment on function public.my_services() is 'One''s own services, newest first.';
comment on function public.note_preview(uuid,text) is 'Where the preview of a final lies; null: the picture cannot be read, and is not there.';
comment on function public.read_commission(uuid) is 'An order of one''s own; the staff reads those with a dispute. PT404 commission_unknown.';
comment on function public.remove_commission_file(uuid) is 'Takes back a file of one''s own that the other does not have yet. PT404 not_found, PT409 commission_state.';
comment on function public.request_commission(uuid,uuid,jsonb) is 'Asks a creator for something under an id of the device''s own, once: {brief, budget, wanted_on, is_anonymous, hide_work, options}. PT403 account_suspended, commissions_off; PT404 service_unknown; PT409 service_closed, service_full, service_own; PT422 brief_length, wish_invalid (detail: the field); PT429 too_many_requests.';
comment on function public.review_commission(uuid,integer,text) is 'Once, for good; the other reads it when both have written, or after fourteen days. PT404 commission_unknown, PT409 review_not_yet, review_written, PT422 review_invalid.';
comment on function public.rule_dispute(uuid,integer,text,text) is 'The creator''s share in steps of ten, and why, to both. It waits five days for an appeal, which another person decides for good; over 100 000 F two must say the same. PT403 staff_only, other_person; PT409 commission_state; PT422 ruling_invalid.';
comment on function public.save_service(jsonb,uuid) is 'Makes or changes a service of one''s own; orders keep what they were made with. PT404 service_unknown, PT409 not_a_creator, PT422 service_invalid (detail: the field), PT429 service_limit.';
comment on function public.service_page(uuid) is 'A service with what its creator''s clients said. PT404 service_unknown.';
comment on function public.services_of(uuid) is 'What somebody makes for others, newest first; nothing where either has blocked the other.';
comment on function public.set_commissions_live(boolean) is 'What the operator''s setting says, told by the servers.';
comment on function public.set_service_state(uuid,text) is 'open, waitlist or closed; the list is kept. PT404 service_unknown, PT409 services_closed, not_a_creator, PT422 service_invalid.';
comment on function public.staff_commission_disputes() is 'Disputes that are open, those to decide first, the oldest first. PT403 staff_only.';
comment on function public.store_commission_file(uuid) is 'Its bytes are stored: whoever may see it sees it. A final picture waits for its preview.';
comment on table billing.commission_disputes is 'A dispute freezes the order by its state. The other side answers for 3 days, both add until day 5, the staff rules by day 7.';
comment on table billing.commission_events is 'What happened, written with it and never changed. No word of the two people''s conversation stands here.';
comment on table billing.commission_points is 'What a revision is asked for, point by point; the creator ticks each.';
comment on table billing.commission_reviews is 'What the two say of each other afterwards: nobody sees the other''s before both have written or fourteen days have passed.';
comment on table billing.milestones is 'The steps of the present proposal. A new proposal has new ones, so that nobody pays for what is no longer offered.';
comment on table billing.waitlist is 'Who waits for a place, first come first served. An offer keeps the place for 48 hours.';
comment on view billing.commission_violations is 'Every row is a defect.';
comment on function billing.cost_of(uuid,jsonb) is 'What an order costs and gives, by our own rows alone: of the order only what is bought and which code.';
