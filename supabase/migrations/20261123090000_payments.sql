alter table ledger.accounts drop constraint accounts_kind_of_owner;
alter table ledger.accounts add constraint accounts_kind_of_owner check (case
  when owner = 'platform' then kind in
    ('issued', 'bonus', 'gifts', 'revenue', 'royalty_pool', 'fees', 'tax', 'costs', 'refunds', 'chargebacks', 'writeoff', 'bank',
      'clearing_sandbox', 'clearing_fedapay', 'clearing_stripe', 'clearing_pawapay')
  else kind in ('promo', 'paid', 'held', 'frozen', 'debt', 'earned', 'payable', 'escrow')
end);
comment on column ledger.accounts.kind is
  'Of the platform, clearing_{provider} is what a payment provider still has of ours: one for each, so that its balance can be compared with ours.';

-- Money that comes in. The schema belongs to the owner of the ledger: nobody else, the service key included, writes a table
-- of it, and what is paid is believed of the provider's own answer alone.

create schema billing authorization ledger_owner;

create table billing.realm (
  is_only boolean primary key default true check (is_only),
  kind text not null check (kind in ('test', 'live')),
  test_offset interval not null default '0' check (test_offset >= '0'),
  constraint realm_live_has_real_time check (kind = 'test' or test_offset = '0')
);
comment on table billing.realm is
  'Which world this database is in, in one row: test (the sandbox and test keys) or live (money). Sandbox money and real money never meet in one database.';
comment on column billing.realm.test_offset is 'How far the clock of payments was moved forward, so that a month can be tried in seconds.';

insert into billing.realm (kind) values ('test');

create function billing.clock() returns timestamptz
language sql volatile security definer
set search_path = ''
as $$ select clock_timestamp() + r.test_offset from billing.realm r $$;
comment on function billing.clock() is 'The time that all deadlines of payments read; leases of processes read the real one.';

create function billing.guard_realm() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'There is one realm, and it stays' using errcode = '42501';
  end if;
  if new.kind <> old.kind and exists (select from billing.payments) then
    raise exception 'A database that holds payments stays in its realm' using errcode = 'PT409', hint = 'realm_settled';
  end if;
  if new.test_offset < old.test_offset and exists (select from billing.payments) then
    raise exception 'The clock of payments only goes forward' using errcode = 'PT409', hint = 'clock_back';
  end if;
  return new;
end
$$;

create trigger guard_realm before insert or update or delete on billing.realm
  for each row execute function billing.guard_realm();
create trigger never_emptied before truncate on billing.realm execute function billing.guard_realm();

create function public.enter_payment_realm(p_kind text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  present text;
begin
  update billing.realm set kind = p_kind where kind <> p_kind;
  select r.kind into strict present from billing.realm r;
  return present;
end
$$;
comment on function public.enter_payment_realm(text) is
  'Called at the start of a server with the realm of its settings: test or live. PT409 realm_settled where the database holds payments of the other one, and then the server must not take payments.';

create function public.move_payment_clock(p_by interval) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
begin
  if p_by is null or p_by not between interval '0' and interval '32 days' then
    raise exception 'The clock is moved by 0 to 32 days' using errcode = 'PT422', hint = 'clock_step';
  end if;
  update billing.realm set test_offset = test_offset + p_by where kind = 'test';
  if not found then
    raise exception 'There is no such thing' using errcode = 'PT404';
  end if;
  return billing.clock();
end
$$;
comment on function public.move_payment_clock(interval) is
  'Moves the clock of payments forward, and answers the time it shows then. PT404 in realm live, PT422 clock_step backwards or by more than 32 days.';

-- What is sold, and by which operators it can be paid.

create table billing.products (
  sku text primary key check (sku ~ '^pack_[a-z0-9]+$' or sku = 'topup'),
  kind text not null check (kind in ('pack', 'topup')),
  credits int not null check (credits between 1 and 100000),
  position smallint not null default 0,
  is_active boolean not null default true
);
comment on column billing.products.credits is 'Of a top-up one, and its price is that of one credit.';

create table billing.prices (
  id uuid primary key default app.uuid_v7(),
  sku text not null references billing.products,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax_bp int not null default 0 check (tax_bp between 0 and 3000),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  unique (sku, currency, valid_from),
  constraint prices_in_coins check (currency <> 'XOF' or amount % 5 = 0),
  constraint prices_end_later check (valid_to > valid_from)
);
comment on table billing.prices is 'A price is never edited, only ended; a migration brings the next one.';
comment on column billing.prices.amount is 'All taxes included, in the smallest unit of the currency.';
comment on column billing.prices.tax_bp is 'The tax that the amount includes, in hundredths of a percent of what is left without it.';
create unique index prices_present on billing.prices (sku, currency) where valid_to is null;

create function billing.guard_price() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.valid_to is null
    and (new.id, new.sku, new.currency, new.amount, new.tax_bp, new.valid_from)
      = (old.id, old.sku, old.currency, old.amount, old.tax_bp, old.valid_from)
  then
    return new;
  end if;
  raise exception 'A price is ended, never edited' using errcode = '42501';
end
$$;

create trigger guard_price before update or delete on billing.prices
  for each row execute function billing.guard_price();

insert into billing.products (sku, kind, credits, position) values
  ('topup', 'topup', 1, 0),
  ('pack_10', 'pack', 10, 1), ('pack_25', 'pack', 25, 2), ('pack_70', 'pack', 70, 3), ('pack_150', 'pack', 150, 4),
  ('pack_320', 'pack', 320, 5);

insert into billing.prices (id, sku, currency, amount, valid_from) values
  ('01940000-0000-7000-8000-000000000001', 'topup', 'XOF', 50, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000002', 'pack_10', 'XOF', 500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000003', 'pack_25', 'XOF', 1000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000004', 'pack_70', 'XOF', 2500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000005', 'pack_150', 'XOF', 5000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000006', 'pack_320', 'XOF', 10000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000013', 'pack_25', 'EUR', 199, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000014', 'pack_70', 'EUR', 490, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000015', 'pack_150', 'EUR', 950, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000016', 'pack_320', 'EUR', 1890, '2026-01-01Z');

create view public.offers with (security_barrier) as
select p.id as price_id, o.sku, o.kind, o.credits, p.currency, p.amount, o.position
from billing.prices p join billing.products o on o.sku = p.sku
where o.is_active and p.valid_from <= now() and (p.valid_to is null or p.valid_to > now());
comment on view public.offers is
  'What can be bought now, for everybody: a pack with its credits, or one credit of a top-up (2 to 9 at once), and the price with all taxes in the smallest unit of its currency (XOF has none below the franc).';
revoke all on public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create table billing.operators (
  code text primary key check (code ~ '^[a-z]+_[a-z]{2}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null,
  dial text not null check (dial ~ '^[1-9][0-9]{0,3}$'),
  digits smallint not null check (digits between 6 and 12),
  prefixes text[] not null default '{}',
  max_amount bigint not null default 2000000 check (max_amount >= 100),
  ussd text,
  position smallint not null default 0,
  is_active boolean not null default true
);
comment on table billing.operators is 'Mobile Money operators by country, as numbers of that country are written since 2024 (Benin has ten digits).';
comment on column billing.operators.prefixes is 'How numbers of this operator usually begin: a guess that people may overrule, since numbers are ported.';
comment on column billing.operators.ussd is 'What one dials to see a pending request; shown only where the operator has confirmed it.';

insert into billing.operators (code, country, name, dial, digits, prefixes, position) values
  ('mtn_bj', 'BJ', 'MTN', '229', 10, '{0142,0146,0150,0151,0152,0153,0154,0156,0157,0159,0161,0162,0166,0167,0169,0190,0191,0196,0197}', 1),
  ('moov_bj', 'BJ', 'Moov', '229', 10, '{0145,0155,0158,0160,0163,0164,0165,0168,0194,0195,0198,0199}', 2),
  ('celtiis_bj', 'BJ', 'Celtiis', '229', 10, '{0140,0141,0143,0144,0147}', 3),
  ('yas_tg', 'TG', 'Mixx by Yas', '228', 8, '{70,71,72,73,90,91,92,93}', 1),
  ('moov_tg', 'TG', 'Moov', '228', 8, '{78,79,96,97,98,99}', 2),
  ('orange_ci', 'CI', 'Orange', '225', 10, '{07}', 1),
  ('mtn_ci', 'CI', 'MTN', '225', 10, '{05}', 2),
  ('moov_ci', 'CI', 'Moov', '225', 10, '{01}', 3),
  ('wave_ci', 'CI', 'Wave', '225', 10, '{}', 4),
  ('orange_sn', 'SN', 'Orange', '221', 9, '{77,78}', 1),
  ('wave_sn', 'SN', 'Wave', '221', 9, '{}', 2),
  ('free_sn', 'SN', 'Free', '221', 9, '{76}', 3),
  ('orange_ml', 'ML', 'Orange', '223', 8, '{7,8,9}', 1),
  ('orange_bf', 'BF', 'Orange', '226', 8, '{04,05,06,07,54,55,56,57,64,65,66,67,74,75,76,77}', 1),
  ('moov_bf', 'BF', 'Moov', '226', 8, '{01,02,03,50,51,52,53,60,61,62,63,70,71,72,73}', 2),
  ('airtel_ne', 'NE', 'Airtel', '227', 8, '{88,89,96,97,98,99}', 1),
  ('mtn_gn', 'GN', 'MTN', '224', 9, '{66}', 1);

create table billing.provider_health (
  provider text not null,
  method text not null,
  is_up boolean not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (provider, method)
);
comment on table billing.provider_health is 'What the breakers of the workers say: a method that fails is offered again after its probe.';

create view public.payment_methods with (security_barrier) as
select o.code, o.country, o.name, o.dial, o.digits, o.prefixes, o.max_amount, o.ussd, o.position,
  not exists (select from billing.provider_health h where h.method = o.code and not h.is_up) as is_up
from billing.operators o
where o.is_active;
comment on view public.payment_methods is
  'The Mobile Money operators, for everybody: country (ISO 3166-1), dialling code, digits of a number, usual beginnings, highest amount in XOF, and whether they answer just now.';
revoke all on public.payment_methods from anon, authenticated, service_role;
grant select on public.payment_methods to anon, authenticated, service_role;

create function public.note_provider_health(p_provider text, p_method text, p_is_up boolean) returns void
language sql security definer
set search_path = ''
as $$
  insert into billing.provider_health (provider, method, is_up) values (p_provider, p_method, p_is_up)
  on conflict (provider, method) do update set is_up = excluded.is_up, changed_at = clock_timestamp()
  where billing.provider_health.is_up <> excluded.is_up
$$;
comment on function public.note_provider_health(text, text, boolean) is
  'Says that a method of a provider fails, or answers again. The method is an operator''s code, or card.';

-- A payment is what somebody means to buy, once; an attempt is what one provider was asked for it, one open at a time.

create table billing.payments (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  purpose text not null check (purpose in ('credits', 'gift')),
  sku text not null references billing.products,
  price_id uuid not null references billing.prices,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax bigint not null default 0 check (tax >= 0 and tax < amount),
  credits int not null check (credits > 0),
  status text not null default 'created'
    check (status in ('created', 'pending', 'paid', 'failed', 'canceled', 'expired', 'review')),
  reason text,
  refunded bigint not null default 0,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  duplicate_of uuid references billing.payments,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  request_hash bytea not null,
  return_to text check (return_to ~ '^/(?![/\\])[^\s\\]*$' and length(return_to) <= 300),
  created_at timestamptz not null default billing.clock(),
  paid_at timestamptz,
  unique (user_id, idempotency_key),
  constraint payments_xof check (currency <> 'XOF' or amount >= 100 and amount % 5 = 0),
  constraint payments_eur check (currency <> 'EUR' or amount >= 100),
  constraint payments_refunded check (refunded between 0 and amount and (refunded = 0 or status = 'paid')),
  constraint payments_paid_at check ((paid_at is not null) = (status = 'paid'))
);
comment on column billing.payments.status is
  'What is true of the money. refunded and dispute stand beside it: they are facts of their own, and come in any order.';
comment on column billing.payments.refunded is 'Cumulative, as providers tell it: it only grows.';
comment on column billing.payments.duplicate_of is 'Set where a second attempt of that payment was paid too: both were received, so both give credits.';
comment on column billing.payments.return_to is 'Where whoever bought goes on: a path of our own.';
create index payments_of_user on billing.payments (user_id, id desc);

create table billing.attempts (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null references billing.payments,
  provider text not null check (provider in ('sandbox', 'fedapay', 'stripe', 'pawapay')),
  method text not null check (method in ('card', 'hosted') or method ~ '^[a-z]+_[a-z]{2}$'),
  msisdn_last4 text check (msisdn_last4 ~ '^[0-9]{4}$'),
  msisdn_hash bytea,
  state text not null default 'sending' check (state in ('sending', 'unknown', 'open', 'paid', 'closed')),
  provider_ref text,
  provider_status text,
  checkout_url text check (checkout_url ~ '^https?://'),
  fee bigint check (fee >= 0),
  closed_reason text,
  lease_until timestamptz default clock_timestamp() + interval '30 seconds',
  poll_at timestamptz default billing.clock() + interval '30 seconds',
  polled_at timestamptz,
  created_at timestamptz not null default billing.clock(),
  unique (provider, provider_ref),
  constraint attempts_closed check ((state = 'closed') = (closed_reason is not null)),
  constraint attempts_ref check (state not in ('open', 'paid') or provider_ref is not null)
);
comment on column billing.attempts.state is
  'sending is committed before the provider is asked; unknown: it was asked and its answer was lost, so it is looked up there.';
comment on column billing.attempts.msisdn_hash is 'HMAC-SHA-256 of the paying number under a key of the server: to find the same payer, never to call one.';
comment on column billing.attempts.poll_at is 'When the provider is asked again. Null once it is over or the staff looks at it.';
create index attempts_of_payment on billing.attempts (payment_id, id desc);
create unique index attempts_one_open on billing.attempts (payment_id) where state in ('sending', 'unknown', 'open');
create index attempts_due on billing.attempts (poll_at) where poll_at is not null;
create index attempts_by_number on billing.attempts (msisdn_hash) where msisdn_hash is not null;

create function billing.guard_payment() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'A payment is never deleted' using errcode = '42501';
  end if;
  if (new.id, new.user_id, new.purpose, new.price_id, new.currency, new.amount, new.tax, new.credits, new.idempotency_key)
    is distinct from (old.id, old.user_id, old.purpose, old.price_id, old.currency, old.amount, old.tax, old.credits, old.idempotency_key)
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
$$;
comment on function billing.guard_payment() is
  'The state machine of a payment, whoever writes: every other transition is PT409 payment_state. A late paid is believed after a refusal, since people do answer a prompt after an hour.';

create trigger guard_payment before update or delete on billing.payments
  for each row execute function billing.guard_payment();

create function billing.guard_attempt() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'An attempt is never deleted' using errcode = '42501';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('sending', 'unknown'), ('sending', 'open'), ('sending', 'paid'), ('sending', 'closed'),
    ('unknown', 'open'), ('unknown', 'paid'), ('unknown', 'closed'),
    ('open', 'paid'), ('open', 'closed'), ('closed', 'paid'))
  then
    raise exception 'An attempt that is % cannot become %', old.state, new.state using errcode = 'PT409', hint = 'attempt_state';
  end if;
  return new;
end
$$;

create trigger guard_attempt before update or delete on billing.attempts
  for each row execute function billing.guard_attempt();

create table billing.findings (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null,
  details jsonb not null default '{}',
  found_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by uuid,
  note text,
  unique (kind, ref)
);
comment on table billing.findings is 'What a person of the staff must look at, reported once.';

create function billing.report(p_kind text, p_ref text, p_details jsonb default '{}') returns void
language sql
set search_path = ''
as $$ insert into billing.findings (kind, ref, details) values (p_kind, p_ref, p_details) on conflict do nothing $$;
comment on function billing.report(text, text, jsonb) is 'Lays something before the staff, once per kind and reference.';

-- What providers send us: a bell, whose signature says who rang and never what is true.

create table billing.inbox (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null,
  provider_ref text,
  raw bytea not null check (octet_length(raw) <= 262144),
  received_at timestamptz not null default clock_timestamp(),
  run_after timestamptz not null default clock_timestamp(),
  lease_until timestamptz,
  tries int not null default 0,
  done_at timestamptz,
  last_error text,
  primary key (provider, event_id)
);
comment on table billing.inbox is 'One verified delivery per event, with the bytes that were signed; kept for thirteen months.';
create index inbox_due on billing.inbox (run_after) where done_at is null;

create table billing.webhook_rejects (
  provider text not null,
  reason text not null,
  hour timestamptz not null,
  count int not null default 1,
  primary key (provider, reason, hour)
);
comment on table billing.webhook_rejects is 'How many deliveries were refused, by reason and hour: never what they held.';

create function public.receive_payment_event(p_provider text, p_event text, p_type text, p_ref text, p_raw text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into billing.inbox (provider, event_id, type, provider_ref, raw)
  values (p_provider, p_event, p_type, p_ref, decode(p_raw, 'base64'))
  on conflict do nothing;
  return found;
end
$$;
comment on function public.receive_payment_event(text, text, text, text, text) is
  'Keeps a delivery whose signature was verified (raw: its bytes in base64); false where this event is here already. The provider is told « received » once this has committed.';

create function public.count_webhook_reject(p_provider text, p_reason text) returns void
language sql security definer
set search_path = ''
as $$
  insert into billing.webhook_rejects (provider, reason, hour) values (p_provider, p_reason, date_trunc('hour', clock_timestamp()))
  on conflict (provider, reason, hour) do update set count = billing.webhook_rejects.count + 1
$$;

create function public.claim_payment_events(p_limit int) returns table (provider text, event_id text, type text, provider_ref text)
language sql security definer
set search_path = ''
as $$
  update billing.inbox i
  set lease_until = clock_timestamp() + interval '30 seconds', tries = i.tries + 1
  from (
    select d.provider, d.event_id from billing.inbox d
    where d.done_at is null and d.run_after <= clock_timestamp() and (d.lease_until is null or d.lease_until < clock_timestamp())
    order by d.run_after
    limit p_limit
    for update skip locked) as due
  where (i.provider, i.event_id) = (due.provider, due.event_id)
  returning i.provider, i.event_id, i.type, i.provider_ref
$$;
comment on function public.claim_payment_events(int) is
  'Deliveries to act on, for thirty seconds: any number of processes may ask at once, and what a killed one held comes again.';

create function public.finish_payment_event(p_provider text, p_event text, p_error text default null) returns void
language sql security definer
set search_path = ''
as $$
  update billing.inbox i
  set done_at = case when p_error is null then clock_timestamp() end,
    last_error = left(p_error, 500),
    lease_until = null,
    run_after = case when p_error is null then i.run_after
      else clock_timestamp() + least(interval '10 minutes', interval '2 seconds' * power(2, least(i.tries, 12))) end
  where i.provider = p_provider and i.event_id = p_event and i.done_at is null
$$;
comment on function public.finish_payment_event(text, text, text) is
  'The delivery was acted on; with an error it comes again, later each time up to ten minutes.';

-- What a paid payment gives, in the transaction that believes it was paid.

create table billing.gifts (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null unique references billing.payments,
  giver_id uuid not null,
  recipient_id uuid,
  code_hash bytea unique,
  credits int not null check (credits > 0),
  message text check (char_length(message) between 1 and 200),
  state text not null default 'unpaid' check (state in ('unpaid', 'open', 'redeemed', 'taken_back')),
  redeemed_by uuid,
  opened_at timestamptz,
  closed_at timestamptz,
  constraint gifts_to_one check ((recipient_id is null) <> (code_hash is null)),
  constraint gifts_not_to_oneself check (recipient_id <> giver_id),
  constraint gifts_closed check ((state in ('redeemed', 'taken_back')) = (closed_at is not null)),
  constraint gifts_redeemed check ((state = 'redeemed') = (redeemed_by is not null))
);
comment on table billing.gifts is 'Credits that somebody bought for somebody else: for a person, or for whoever has a code (kept as its SHA-256).';
create index gifts_of_giver on billing.gifts (giver_id, id desc);
create index gifts_of_recipient on billing.gifts (recipient_id, id desc) where recipient_id is not null;

create function billing.leg(p_owner text, p_kind text, p_asset text, p_amount bigint) returns jsonb
language sql immutable
set search_path = ''
as $$ select jsonb_build_object('o', p_owner, 'k', p_kind, 'a', p_asset, 'n', p_amount) $$;

create function billing.locked_balance(p_owner text, p_kind text) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  account constant bigint := ledger.account(p_owner, p_kind, 'CREDIT');
  present bigint;
begin
  select b.balance into strict present from ledger.balances b where b.account_id = account for update;
  return present;
end
$$;
comment on function billing.locked_balance(text, text) is
  'The credits of an account, which nobody else moves until the transaction ends. Several are locked in the order paid, frozen, debt.';

create function billing.fulfil(p billing.payments, p_provider text) returns void
language plpgsql
set search_path = ''
as $$
declare
  payer constant text := 'user:' || p.user_id;
  legs jsonb := jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, -p.amount),
    billing.leg('platform', 'revenue', p.currency, p.amount - p.tax),
    billing.leg('platform', 'tax', p.currency, p.tax),
    billing.leg('platform', 'issued', 'CREDIT', -p.credits));
  owed bigint;
begin
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
$$;
comment on function billing.fulfil(billing.payments, text) is
  'The money, and what was bought with it: a debt is made up for first. Called with the payment locked, once, by what believes a provider.';

create function billing.paid_again(p billing.payments, a billing.attempts) returns billing.payments
language plpgsql
set search_path = ''
as $$
declare
  again billing.payments;
begin
  -- A gift was given once: the second time its credits are the giver's own.
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, duplicate_of, idempotency_key,
    request_hash, return_to)
  values (p.user_id, 'credits', p.sku, p.price_id, p.currency, p.amount, p.tax, p.credits, p.id, 'again:' || a.id,
    p.request_hash, p.return_to)
  returning * into again;
  update billing.attempts set payment_id = again.id where id = a.id;
  perform billing.report('paid_again', again.id::text, jsonb_build_object('first', p.id));
  return again;
end
$$;
comment on function billing.paid_again(billing.payments, billing.attempts) is
  'Money that came a second time for one payment is a payment of its own: credited at once, reported, and refundable.';

-- The one door through which a provider is believed: what its API says when it is read with our key, just now.

create function billing.find_attempt(p_provider text, p_ref text, p_attempt uuid, p_status text) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  known billing.attempts;
  made uuid;
begin
  select * into known from billing.attempts t where t.provider = p_provider and t.provider_ref = p_ref;
  if found then
    return known.id;
  end if;
  -- Whoever finds it under our own id writes down where it stands there; of two at once the second waits, and looks again.
  select * into known from billing.attempts t where t.id = p_attempt and t.provider = p_provider for update;
  if not found then
    if p_status = 'paid' then
      perform billing.report('unknown_transaction', p_provider || ':' || p_ref, jsonb_build_object('attempt', p_attempt));
    end if;
    return null;
  end if;
  if known.provider_ref is null then
    update billing.attempts set provider_ref = p_ref where id = known.id;
    return known.id;
  end if;
  if known.provider_ref = p_ref then
    return known.id;
  end if;
  if p_status <> 'paid' then
    return null;
  end if;
  insert into billing.attempts (payment_id, provider, method, msisdn_last4, msisdn_hash, state, closed_reason, provider_ref, lease_until, poll_at)
  values (known.payment_id, known.provider, known.method, known.msisdn_last4, known.msisdn_hash, 'closed', 'superseded', p_ref, null, null)
  on conflict (provider, provider_ref) do nothing
  returning id into made;
  return coalesce(made, (select t.id from billing.attempts t where t.provider = p_provider and t.provider_ref = p_ref));
end
$$;
comment on function billing.find_attempt(text, text, uuid, text) is
  'The attempt of a transaction at a provider. A second paid transaction of one attempt becomes an attempt of its own; a paid one that is nobody''s is reported; null where there is nothing to do.';

create function billing.believe_paid(p billing.payments, a billing.attempts, p_truth jsonb) returns billing.payments
language plpgsql
set search_path = ''
as $$
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
  return believed;
end
$$;

create function billing.believe_end(p billing.payments, a billing.attempts, p_truth jsonb) returns billing.payments
language plpgsql
set search_path = ''
as $$
declare
  believed billing.payments;
begin
  update billing.attempts set state = 'closed', closed_reason = p_truth ->> 'status', lease_until = null,
    -- Providers do change their mind about a refusal, so it is still asked after.
    poll_at = case when p_truth ->> 'status' = 'failed' then billing.next_poll(a.created_at) end
  where id = a.id;
  update billing.payments q set status = p_truth ->> 'status', reason = coalesce(p_truth ->> 'reason', p_truth ->> 'status')
  where q.id = p.id and q.status in ('created', 'pending')
  returning * into believed;
  return coalesce(believed, p);
end
$$;

create function public.apply_payment_truth(p_provider text, p_ref text, p_attempt uuid, p_truth jsonb) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  attempt constant uuid := billing.find_attempt(p_provider, p_ref, p_attempt, p_truth ->> 'status');
  status constant text := p_truth ->> 'status';
  p billing.payments;
  a billing.attempts;
begin
  if status is null or status not in ('pending', 'paid', 'failed', 'canceled', 'expired') then
    raise exception 'Unknown truth: %', status using errcode = 'PT422', hint = 'payment_truth';
  end if;
  if attempt is null then
    return null;
  end if;
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id where t.id = attempt for update of q;
  select t.* into a from billing.attempts t where t.id = attempt for update;
  if a.payment_id <> p.id then
    raise exception 'The attempt became a payment of its own meanwhile' using errcode = '40001';
  end if;
  update billing.attempts t
  set provider_status = p_truth ->> 'raw', lease_until = null,
    poll_at = case when t.poll_at is not null then billing.next_poll(t.created_at) end
  where t.id = a.id;

  if status = 'paid' and a.state <> 'paid' then
    p := billing.believe_paid(p, a, p_truth);
  elsif status in ('failed', 'canceled', 'expired') and a.state in ('sending', 'unknown', 'open') then
    p := billing.believe_end(p, a, p_truth);
  elsif status = 'pending' and a.state in ('sending', 'unknown') then
    update billing.attempts t set state = 'open' where t.id = a.id;
    update billing.payments q set status = 'pending' where q.id = p.id and q.status = 'created';
  end if;

  if status = 'paid' and p.status = 'paid' then
    perform billing.take_fee(p, a, (p_truth ->> 'fee')::bigint);
    perform billing.apply_refund(p, a.provider, (p_truth ->> 'refunded')::bigint);
  end if;
  return p.id;
end
$$;
comment on function public.apply_payment_truth(text, text, uuid, jsonb) is
  'Believes what a provider''s API said of one transaction: {status: pending | paid | failed | canceled | expired, currency, amount, refunded (cumulative), fee or null, realm: test | live, raw: its own word, reason or null}, amounts in the smallest unit. Any number of times, in any order: credits are given once, in the transaction that marks the payment paid. Answers the payment, null for a transaction that is none of ours. An amount, currency or realm that is not our row''s gives nothing and is laid before the staff. PT422 payment_truth for an unknown status; 40001: ask again.';

create function billing.take_fee(p billing.payments, a billing.attempts, p_fee bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_fee is null or p_fee <= 0 or p_fee = a.fee then
    return;
  end if;
  if a.fee is not null then
    perform billing.report('fee_changed', a.id::text, jsonb_build_object('before', a.fee, 'after', p_fee));
    return;
  end if;
  perform ledger.post('fee:' || a.id, 'provider_fee', jsonb_build_array(
    billing.leg('platform', 'clearing_' || a.provider, p.currency, p_fee),
    billing.leg('platform', 'costs', p.currency, -p_fee)), 'payment', p.id::text);
  update billing.attempts t set fee = p_fee where t.id = a.id;
end
$$;

create function billing.next_poll(p_since timestamptz) returns timestamptz
language plpgsql
set search_path = ''
as $$
declare
  present constant timestamptz := billing.clock();
  age constant interval := present - p_since;
begin
  return case
    when age < interval '5 seconds' then p_since + interval '5 seconds'
    when age < interval '10 seconds' then p_since + interval '10 seconds'
    when age < interval '20 seconds' then p_since + interval '20 seconds'
    when age < interval '30 seconds' then p_since + interval '30 seconds'
    when age < interval '3 minutes' then present + interval '30 seconds'
    when age < interval '30 minutes' then present + interval '2 minutes'
    when age < interval '24 hours' then present + interval '15 minutes'
    else present + interval '1 hour'
  end;
end
$$;
comment on function billing.next_poll(timestamptz) is
  'When a transaction of that age is asked after again: a webhook that never comes costs half a minute while somebody waits, and a day later an hour.';

-- Money that goes back. The provider's cumulative total, or our own transfer, is the truth; credits are frozen when a refund
-- is asked for, so that they are not spent while it is on its way.

create table billing.refunds (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null references billing.payments,
  amount bigint not null check (amount > 0),
  credits int not null check (credits >= 0),
  way text not null check (way in ('provider', 'staff')),
  state text not null default 'asked' check (state in ('asked', 'sending', 'unknown', 'done', 'failed')),
  lease_until timestamptz,
  run_after timestamptz not null default clock_timestamp(),
  tries int not null default 0,
  created_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint refunds_closed check ((closed_at is not null) = (state in ('done', 'failed')))
);
comment on column billing.refunds.way is 'provider: by its API; staff: by hand in the provider''s own pages, where it offers no other.';
create unique index refunds_one_open on billing.refunds (payment_id) where closed_at is null;
create index refunds_of_payment on billing.refunds (payment_id, id desc);
create index refunds_due on billing.refunds (run_after) where closed_at is null and way = 'provider';

create function billing.apply_refund(p billing.payments, p_provider text, p_total bigint) returns void
language plpgsql
set search_path = ''
as $$
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
end
$$;
comment on function billing.apply_refund(billing.payments, text, bigint) is
  'The provider has given back so much in all, in the smallest unit. Credits go in proportion of the total, so that rounding never drifts: frozen ones first, then spendable ones, and what was spent is owed.';

create function billing.legs_of_refund(p billing.payments, p_owner text, p_back bigint) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  asked billing.refunds;
  of_frozen bigint;
  of_paid bigint;
  thawed bigint;
begin
  select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
  of_frozen := least(coalesce(asked.credits, 0), p_back);
  thawed := coalesce(asked.credits, 0) - of_frozen;
  of_paid := least(billing.locked_balance(p_owner, 'paid'), p_back - of_frozen);
  update billing.refunds set state = 'done', closed_at = billing.clock() where id = asked.id;
  return jsonb_build_array(
    billing.leg(p_owner, 'frozen', 'CREDIT', -of_frozen - thawed),
    billing.leg(p_owner, 'paid', 'CREDIT', thawed - of_paid),
    billing.leg(p_owner, 'debt', 'CREDIT', of_frozen + of_paid - p_back),
    billing.leg('platform', 'issued', 'CREDIT', p_back));
end
$$;

create function billing.legs_of_gift(p billing.payments) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where payment_id = p.id and state = 'open';
  if not found then
    return '[]';
  end if;
  return jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -p.credits), billing.leg('platform', 'issued', 'CREDIT', p.credits));
end
$$;
comment on function billing.legs_of_gift(billing.payments) is
  'A gift that nobody has opened goes back with its money; one that was opened is the platform''s loss, never the debt of whoever got it.';

create function public.ask_refund(p_payment uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
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
  if p.status <> 'paid' or p.refunded > 0 or p.dispute <> 'none' or p.purpose <> 'credits'
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
$$;
comment on function public.ask_refund(uuid) is
  'Asks one''s money back within 14 days while the credits of that purchase are unused (directive 2011/83/EU, article 9); they are frozen from now on. Answers the refund; again: the same one. PT404 payment_unknown, PT422 not_refundable or credits_used.';

create function public.claim_refunds(p_limit int)
returns table (refund_id uuid, provider text, provider_ref text, currency text, amount bigint, state text)
language sql security definer
set search_path = ''
as $$
  with due as (
    select r.id, r.state from billing.refunds r
    where r.closed_at is null and r.way = 'provider' and r.run_after <= clock_timestamp()
      and (r.lease_until is null or r.lease_until < clock_timestamp())
    order by r.run_after
    limit p_limit
    for update skip locked
  ), claimed as (
    update billing.refunds r
    set lease_until = clock_timestamp() + interval '30 seconds', tries = r.tries + 1,
      -- A process that died after asking leaves it unknown: it is looked up, never asked again by machine.
      state = case r.state when 'asked' then 'sending' else 'unknown' end
    from due where r.id = due.id
    returning r.id, r.payment_id, r.amount, due.state
  )
  select c.id, a.provider, a.provider_ref, p.currency, c.amount, c.state
  from claimed c
  join billing.payments p on p.id = c.payment_id
  join billing.attempts a on a.payment_id = p.id and a.state = 'paid'
$$;
comment on function public.claim_refunds(int) is
  'Refunds to act on, for thirty seconds: asked is to be sent to the provider under the refund''s id; sending and unknown are only looked up, by reading the transaction.';

create function public.note_refund(p_refund uuid, p_outcome text) returns void
language plpgsql security definer
set search_path = ''
as $$
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
  if p_outcome = 'not_possible' then
    perform ledger.post('refund:' || r.id || ':thaw', 'refund_thaw', jsonb_build_array(
      billing.leg('user:' || person, 'frozen', 'CREDIT', -r.credits),
      billing.leg('user:' || person, 'paid', 'CREDIT', r.credits)), 'payment', r.payment_id::text);
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
$$;
comment on function public.note_refund(uuid, text) is
  'What a provider said to a refund: asked or unknown, then it is looked up until the transaction says so; not_possible, then its credits are spendable again and the staff is told. PT404 for an unknown one.';

-- Chargebacks of cards.

create table billing.disputes (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null references billing.payments,
  frozen int not null default 0 check (frozen >= 0),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  evidence_due timestamptz,
  opened_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  primary key (provider, provider_ref),
  constraint disputes_closed check ((state = 'open') = (closed_at is null))
);
create index disputes_of_payment on billing.disputes (payment_id);

create function billing.open_dispute(p billing.payments, p_provider text, p_ref text, p_due timestamptz) returns void
language plpgsql
set search_path = ''
as $$
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
  perform billing.report('dispute', p_provider || ':' || p_ref, jsonb_build_object('payment', p.id, 'evidence_due', p_due));
end
$$;

create function billing.credits_left(p billing.payments) returns bigint
language sql immutable
set search_path = ''
as $$ select case p.purpose when 'credits' then p.credits - p.credits::bigint * p.refunded / p.amount else 0 end $$;
comment on function billing.credits_left(billing.payments) is
  'What a lost dispute takes from whoever paid: only credits that they bought for themselves.';

create function billing.close_dispute(p billing.payments, d billing.disputes, p_state text, p_fee bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  legs jsonb;
begin
  if p_state = 'won' then
    if d.frozen > 0 then
      perform ledger.post('dispute:' || d.provider_ref || ':won', 'dispute_won', jsonb_build_array(
        billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
        billing.leg(owner, 'paid', 'CREDIT', d.frozen)), 'payment', p.id::text);
    end if;
  else
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
end
$$;

create function public.apply_payment_dispute(p_provider text, p_ref text, p_transaction text, p_state text, p_fee bigint default 0,
  p_evidence_due timestamptz default null) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  p billing.payments;
  d billing.disputes;
begin
  if p_state is null or p_state not in ('open', 'won', 'lost') or p_fee < 0 then
    raise exception 'Unknown truth of a dispute: %', p_state using errcode = 'PT422', hint = 'payment_truth';
  end if;
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id
  where t.provider = p_provider and t.provider_ref = p_transaction
  for update of q;
  if not found or p.status <> 'paid' then
    perform billing.report('unknown_dispute', p_provider || ':' || p_ref, jsonb_build_object('transaction', p_transaction));
    return null;
  end if;
  if not exists (select from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref) then
    perform billing.open_dispute(p, p_provider, p_ref, p_evidence_due);
  end if;
  select x.* into strict d from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref;
  if d.state = 'open' and p_state <> 'open' then
    perform billing.close_dispute(p, d, p_state, p_fee);
  end if;
  return p.id;
end
$$;
comment on function public.apply_payment_dispute(text, text, text, text, bigint, timestamptz) is
  'Believes what a provider says of a chargeback: open freezes what is left of the purchase, won gives it back, lost takes it and what is missing is owed (fee: what the provider charges for it). In any order and any number of times; answers the payment, null and a report for one that is none of ours. PT422 payment_truth.';

-- What becomes of credits that were bought for somebody else.

create function billing.gift_for(p_gift uuid, p_person uuid) returns billing.gifts
language plpgsql
set search_path = ''
as $$
declare
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift for update;
  if g.state = 'redeemed' and g.redeemed_by = p_person then
    return g;
  end if;
  if g.state is distinct from 'open' or g.recipient_id <> p_person then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.open_accounts(p_person);
  perform ledger.post('gift:' || g.id || ':redeem', 'gift', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || p_person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'redeemed', redeemed_by = p_person, closed_at = billing.clock() where id = g.id
  returning * into g;
  return g;
end
$$;

create function public.redeem_gift(p_gift uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
begin
  return (billing.gift_for(p_gift, app.require_person())).credits;
end
$$;
comment on function public.redeem_gift(uuid) is
  'Accepts a gift that was bought for oneself; answers its credits, again the same. PT404 gift_gone for one that is closed or somebody else''s.';

create table billing.code_tries (
  user_id uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index code_tries_of_user on billing.code_tries (user_id, at);

create function public.redeem_gift_code(p_code text) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  -- As people read codes aloud: no difference between O and 0, I, L and 1, nor between cases.
  code constant text := translate(upper(regexp_replace(coalesce(p_code, ''), '[\s-]', '', 'g')), 'OIL', '011');
  gift uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || person, 0));
  if (select count(*) from billing.code_tries t where t.user_id = person and t.at > clock_timestamp() - interval '1 hour') >= 5 then
    raise exception 'Five codes may be tried in an hour' using errcode = 'PT429', hint = 'throttled', detail = '3600';
  end if;
  select g.id into gift from billing.gifts g
  where g.code_hash = sha256(convert_to(code, 'UTF8')) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is null then
    delete from billing.code_tries t where t.user_id = person and t.at < clock_timestamp() - interval '1 hour';
    insert into billing.code_tries (user_id) values (person);
    -- An answer, not an error: the try must stay counted.
    return 0;
  end if;
  return (billing.gift_for(gift, person)).credits;
end
$$;
comment on function public.redeem_gift_code(text) is
  'Redeems the code of a gift (ten characters of Crockford''s alphabet, in any case, with or without dashes); answers its credits, 0 for a code that does not exist or was used. PT429 throttled after five wrong ones in an hour.';

create function public.take_back_gift(p_gift uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift and x.giver_id = person for update;
  if g.state is distinct from 'open' then
    raise exception 'This gift is not there to be taken back' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  if g.opened_at > billing.clock() - interval '30 days' then
    raise exception 'A gift can be taken back after thirty days' using errcode = 'PT422', hint = 'gift_young';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$$;
comment on function public.take_back_gift(uuid) is
  'Takes the credits of a gift that nobody opened for thirty days as one''s own; answers how many. PT404 gift_gone, PT422 gift_young.';

-- From a wish to an attempt: price, limits and rows in one transaction, committed before any provider is asked.

create function billing.check_price(p_price uuid, p_credits int) returns table (sku text, currency text, amount bigint, tax bigint, credits int)
language plpgsql
set search_path = ''
as $$
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
  return query select x.sku, x.currency, x.amount * n, x.amount * n * x.tax_bp / (10000 + x.tax_bp), o.credits * n;
end
$$;

create function billing.check_limits(p_user uuid, p_currency text, p_amount bigint, p_is_card boolean, p_over_limit boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  present constant timestamptz := clock_timestamp();
  starts int;
  cards int;
  today bigint;
  own_limit bigint;
begin
  select count(*) filter (where t.created_at > billing.clock() - interval '1 minute'),
    count(*) filter (where t.method = 'card' and t.created_at > billing.clock() - interval '1 hour')
  into starts, cards
  from billing.attempts t join billing.payments p on p.id = t.payment_id
  where p.user_id = p_user and t.created_at > billing.clock() - interval '1 day';
  if starts >= 10 or p_is_card and cards >= 5 or (
    select count(*) from billing.attempts t join billing.payments p on p.id = t.payment_id
    where p.user_id = p_user and t.created_at > billing.clock() - interval '1 day') >= 20
  then
    raise exception 'Too many payments were started' using errcode = 'PT429', hint = 'throttled',
      detail = case when starts >= 10 then '60' else '3600' end;
  end if;
  if (select count(*) from billing.payments p where p.user_id = p_user and p.status in ('created', 'pending')) >= 5 then
    raise exception 'Five payments may be open at once' using errcode = 'PT429', hint = 'too_many_open', detail = '60';
  end if;
  select coalesce(sum(billing.in_francs(p.currency, p.amount)), 0) into today from billing.payments p
  where p.user_id = p_user and p.status in ('created', 'pending', 'paid', 'review') and p.created_at > billing.clock() - interval '1 day';
  today := today + billing.in_francs(p_currency, p_amount);
  if today > 500000 then
    raise exception 'At most 500 000 F can be paid in a day' using errcode = 'PT422', hint = 'spend_cap';
  end if;
  select s.daily_spend_limit into own_limit from public.profile_settings s where s.user_id = p_user;
  if today > own_limit and not p_over_limit then
    raise exception 'This passes the limit that you set for yourself' using errcode = 'PT409', hint = 'spend_limit', detail = own_limit::text;
  end if;
end
$$;
comment on function billing.check_limits(uuid, text, bigint, boolean, boolean) is
  'PT429 throttled or too_many_open with the seconds to wait as detail; PT422 spend_cap; PT409 spend_limit with one''s own limit in francs, unless they said yes to passing it. The caller holds the person''s lock.';

create function billing.in_francs(p_currency text, p_amount bigint) returns bigint
language sql immutable
set search_path = ''
as $$ select case p_currency when 'EUR' then round(p_amount * 6.55957)::bigint else p_amount end $$;
comment on function billing.in_francs(text, bigint) is 'At the fixed parity of 655.957 francs to the euro.';

create function billing.payment_receipt(p_payment uuid, p_is_new boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('payment_id', p.id, 'is_new', p_is_new, 'status', p.status, 'sku', p.sku, 'credits', p.credits,
    'currency', p.currency, 'amount', p.amount, 'attempt_id', a.id, 'attempt_state', a.state, 'provider', a.provider,
    'method', a.method, 'checkout_url', a.checkout_url)
  from billing.payments p
  left join lateral (select t.* from billing.attempts t where t.payment_id = p.id order by t.id desc limit 1) as a on true
  where p.id = p_payment
$$;

create function billing.check_person(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.id = p_user and p.status = 'active') then
    raise exception 'This account cannot pay just now' using errcode = 'PT403', hint = 'account_suspended';
  end if;
end
$$;

create function billing.check_provider(p_provider text, p_method text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_provider = 'sandbox' and (select r.kind from billing.realm r) = 'live' then
    raise exception 'There is no such provider' using errcode = 'PT404', hint = 'provider_unknown';
  end if;
  if p_method not in ('card', 'hosted') and not exists (select from billing.operators o where o.code = p_method and o.is_active) then
    raise exception 'There is no such operator' using errcode = 'PT404', hint = 'operator_unknown';
  end if;
  if exists (select from billing.provider_health h where h.provider = p_provider and h.method = p_method and not h.is_up) then
    raise exception 'The operator does not answer just now' using errcode = 'PT503', hint = 'operator_down', detail = '30';
  end if;
end
$$;

create function billing.insert_attempt(p_payment uuid, p_order jsonb) returns uuid
language sql
set search_path = ''
as $$
  insert into billing.attempts (payment_id, provider, method, msisdn_last4, msisdn_hash)
  values (p_payment, p_order ->> 'provider', p_order ->> 'method', p_order ->> 'msisdn_last4', decode(p_order ->> 'msisdn_hash', 'hex'))
  returning id
$$;

create function billing.insert_gift(p_payment uuid, p_user uuid, p_credits int, p_gift jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  recipient uuid;
begin
  if p_gift ->> 'username' is not null then
    select p.id into recipient from public.profiles p where p.username = p_gift ->> 'username' and p.status = 'active';
    if recipient is null or app.are_apart(recipient, p_user) then
      raise exception 'There is nobody of this name' using errcode = 'PT404', hint = 'gift_nobody';
    end if;
    if recipient = p_user then
      raise exception 'A gift is for somebody else' using errcode = 'PT422', hint = 'gift_to_oneself';
    end if;
  end if;
  if recipient is null and p_gift ->> 'code_hash' is null then
    raise exception 'A gift is for a person or for a code' using errcode = 'PT422', hint = 'gift_nobody';
  end if;
  insert into billing.gifts (payment_id, giver_id, recipient_id, code_hash, credits, message)
  values (p_payment, p_user, recipient, case when recipient is null then decode(p_gift ->> 'code_hash', 'hex') end, p_credits,
    left(app.clean_text(p_gift ->> 'message'), 200));
end
$$;

create function public.start_payment(p_user uuid, p_order jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked constant bytea := sha256(convert_to((p_order - '{msisdn_hash,over_limit}'::text[])::text, 'UTF8'));
  known billing.payments;
  price record;
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
  select * into price from billing.check_price((p_order ->> 'price_id')::uuid, (p_order ->> 'credits')::int);
  -- Pressed twice: the same payment, opened again.
  select * into known from billing.payments p
  where p.user_id = p_user and p.sku = price.sku and p.amount = price.amount and p.status in ('created', 'pending')
    and p.purpose = 'credits' and p_order -> 'gift' is null and p.created_at > billing.clock() - interval '3 minutes'
  order by p.id desc
  limit 1;
  if found then
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_limits(p_user, price.currency, price.amount, p_order ->> 'method' = 'card', coalesce((p_order ->> 'over_limit')::boolean, false));
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, return_to)
  values (p_user, case when p_order -> 'gift' is null then 'credits' else 'gift' end, price.sku, (p_order ->> 'price_id')::uuid,
    price.currency, price.amount, price.tax, price.credits, p_order ->> 'idempotency_key', asked, p_order ->> 'return_to')
  returning id into made;
  if p_order -> 'gift' is not null then
    perform billing.insert_gift(made, p_user, price.credits, p_order -> 'gift');
  end if;
  perform billing.insert_attempt(made, p_order);
  return billing.payment_receipt(made, true);
end
$$;
comment on function public.start_payment(uuid, jsonb) is
  'A payment and its first attempt, which the caller then asks of the provider. Order: {idempotency_key, price_id, credits (of a top-up), provider, method (an operator, card or hosted), msisdn_last4, msisdn_hash (hex), return_to, over_limit, gift: {username | code_hash (hex), message}}; amount, credits and tax are the price''s. Answers {payment_id, is_new, status, sku, credits, currency, amount, attempt_id, attempt_state, provider, method, checkout_url}; the same key, or the same thing within three minutes while it is open: the first one''s. PT404 offer_unknown, provider_unknown, operator_unknown, gift_nobody; PT409 price_changed with {price_id, amount} as detail, spend_limit; PT422 idempotency_mismatch, topup_size, spend_cap, gift_to_oneself; PT429 throttled, too_many_open; PT503 operator_down.';

create function public.retry_payment(p_user uuid, p_payment uuid, p_order jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
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
  perform billing.check_limits(p_user, p.currency, p.amount, p_order ->> 'method' = 'card', true);
  update billing.payments set status = 'created', reason = null where id = p.id;
  perform billing.insert_attempt(p.id, p_order);
  return billing.payment_receipt(p.id, true);
end
$$;
comment on function public.retry_payment(uuid, uuid, jsonb) is
  'One more attempt at a payment that failed, was canceled or expired, within 24 hours and at the same price; order: {provider, method, msisdn_last4, msisdn_hash}. While one is open: that one. PT404 payment_unknown, PT409 payment_state or price_changed, PT429 throttled, PT503 operator_down.';

-- What becomes of an attempt between our commit and the provider's answer, and who asks after it.

create function public.note_attempt(p_attempt uuid, p_outcome text, p_ref text default null, p_url text default null, p_reason text default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  p billing.payments;
  a billing.attempts;
begin
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id where t.id = p_attempt for update of q;
  select t.* into a from billing.attempts t where t.id = p_attempt for update;
  if not found then
    raise exception 'There is no such attempt' using errcode = 'PT404';
  end if;
  -- A truth may have been faster than the answer that told of the reference.
  if a.state not in ('sending', 'unknown') then
    update billing.attempts set checkout_url = coalesce(p_url, checkout_url) where id = a.id;
  elsif p_outcome = 'started' then
    update billing.attempts set state = 'open', provider_ref = p_ref, checkout_url = p_url, lease_until = null,
      poll_at = billing.next_poll(a.created_at)
    where id = a.id;
    update billing.payments set status = 'pending' where id = p.id and status = 'created';
  elsif p_outcome = 'refused' then
    update billing.attempts set state = 'closed', closed_reason = coalesce(p_reason, 'other'), lease_until = null, poll_at = null where id = a.id;
    update billing.payments set status = 'failed', reason = coalesce(p_reason, 'other') where id = p.id and status in ('created', 'pending');
  elsif p_outcome = 'unknown' then
    update billing.attempts set state = 'unknown', lease_until = null, poll_at = billing.clock() + interval '2 seconds' where id = a.id;
  else
    raise exception 'Unknown outcome: %', p_outcome using errcode = 'PT422';
  end if;
  return billing.payment_receipt(p.id, false);
end
$$;
comment on function public.note_attempt(uuid, text, text, text, text) is
  'What a provider said when it was asked: started (ref and, where one goes on there, url), refused (reason), or unknown, and then it is looked up. Answers as start_payment.';

create function public.claim_payment_attempts(p_limit int)
returns table (attempt_id uuid, provider text, provider_ref text, state text, since timestamptz)
language plpgsql security definer
set search_path = ''
as $$
begin
  perform billing.review_stuck();
  return query
    update billing.attempts t
    set lease_until = clock_timestamp() + interval '30 seconds',
      state = case t.state when 'sending' then 'unknown' else t.state end,
      poll_at = billing.next_poll(t.created_at), polled_at = billing.clock()
    from (
      select d.id from billing.attempts d
      where d.poll_at <= billing.clock() and (d.lease_until is null or d.lease_until < clock_timestamp())
      order by d.poll_at
      limit p_limit
      for update skip locked) as due
    where t.id = due.id
    returning t.id, t.provider, t.provider_ref, t.state, t.created_at;
end
$$;
comment on function public.claim_payment_attempts(int) is
  'Attempts that are due to be asked after, for thirty seconds. With a reference the transaction is read; without one it is looked for by the attempt''s id.';

create function billing.review_stuck() returns void
language plpgsql
set search_path = ''
as $$
declare
  stuck record;
begin
  for stuck in
    select t.id, t.payment_id, t.state from billing.attempts t
    where t.poll_at is not null and t.created_at < billing.clock() - interval '48 hours'
    limit 100
  loop
    perform 1 from billing.payments q where q.id = stuck.payment_id for update;
    update billing.attempts t set poll_at = null, lease_until = null where t.id = stuck.id and t.poll_at is not null;
    continue when not found or stuck.state = 'closed';
    update billing.payments q set status = 'review', reason = 'unresolved'
    where q.id = stuck.payment_id and q.status in ('created', 'pending');
    perform billing.report('unresolved', stuck.id::text, jsonb_build_object('payment', stuck.payment_id));
  end loop;
end
$$;
comment on function billing.review_stuck() is 'What no provider has resolved in 48 hours is in review with a finding: never silently stuck.';

create function public.attempt_not_found(p_attempt uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  p uuid;
begin
  select t.payment_id into p from billing.attempts t where t.id = p_attempt;
  perform 1 from billing.payments q where q.id = p for update;
  update billing.attempts t set state = 'closed', closed_reason = 'never_started', poll_at = null, lease_until = null
  where t.id = p_attempt and t.state in ('sending', 'unknown') and t.provider_ref is null
    and t.created_at < billing.clock() - interval '2 minutes';
  if found then
    update billing.payments q set status = 'failed', reason = 'other' where q.id = p and q.status in ('created', 'pending');
  end if;
end
$$;
comment on function public.attempt_not_found(uuid) is
  'The provider knows of no transaction under this attempt: after two minutes it is over, and may be tried again. One that shows up later is credited all the same.';

create function public.payment_status(p_payment uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  state jsonb;
begin
  select to_jsonb(m) into state from public.my_payments m where m.id = p_payment;
  if state is null then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  -- Whoever looks on has it asked after sooner, every three seconds at most: nobody can hammer a provider.
  update billing.attempts t set poll_at = billing.clock()
  from billing.payments p
  where p.id = p_payment and p.user_id = person and t.payment_id = p.id and t.state in ('unknown', 'open')
    and t.poll_at > billing.clock() and (t.polled_at is null or t.polled_at < billing.clock() - interval '3 seconds');
  return state;
end
$$;
comment on function public.payment_status(uuid) is
  'One''s own payment as my_payments has it, and a nudge to ask the provider. PT404 payment_unknown for anybody else''s. Nothing that the browser says is believed.';

create function public.cancel_payment(p_payment uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  p billing.payments;
begin
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = person for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  -- The attempt stays open and is asked after: whoever has already approved on their phone gets what they paid.
  update billing.payments set status = 'canceled', reason = 'by_person' where id = p.id and status in ('created', 'pending');
  return public.payment_status(p_payment);
end
$$;
comment on function public.cancel_payment(uuid) is
  'Gives up one''s own payment; one that was approved meanwhile gives its credits all the same. Answers as payment_status.';

-- What people see of their payments. These views read with their owner's rights on purpose, since people have none on the
-- tables: each compares the payer with who asks, and is a barrier against functions that would look on.

create view public.my_payments with (security_barrier) as
select p.id, p.purpose, p.sku, p.currency, p.amount, p.tax, p.credits, p.status, p.reason, p.refunded, p.dispute, p.duplicate_of,
  p.return_to, p.created_at, p.paid_at, a.provider, a.method, a.msisdn_last4, a.checkout_url, a.attempt_started_at,
  r.state as refund_state, r.created_at as refund_asked_at,
  p.status = 'paid' and p.refunded = 0 and p.dispute = 'none' and p.purpose = 'credits' and r.state is null
    and p.paid_at > billing.clock() - interval '14 days' as is_refundable
from billing.payments p
left join lateral (
  select t.provider, t.method, t.msisdn_last4, case when t.state = 'open' then t.checkout_url end as checkout_url,
    t.created_at as attempt_started_at
  from billing.attempts t where t.payment_id = p.id order by t.id desc limit 1) as a on true
left join lateral (
  select x.state, x.created_at from billing.refunds x
  where x.payment_id = p.id and x.state <> 'failed' order by x.id desc limit 1) as r on true
where p.user_id = (select auth.uid());
comment on view public.my_payments is
  'One''s own payments with their last attempt and refund. status is the money''s; refunded (cumulative, smallest unit) and dispute stand beside it. is_refundable: on demand, if its credits are still unused.';
revoke all on public.my_payments from anon, authenticated, service_role;
grant select on public.my_payments to authenticated;

create view public.my_gifts with (security_barrier) as
select g.id, g.payment_id, g.giver_id = (select auth.uid()) as is_mine_to_give, g.giver_id, g.recipient_id, g.credits, g.message,
  g.state, g.opened_at, g.closed_at
from billing.gifts g
where g.giver_id = (select auth.uid())
  or g.state <> 'unpaid' and (select auth.uid()) in (g.recipient_id, g.redeemed_by);
comment on view public.my_gifts is
  'Gifts that one gave, paid or not, and those that one got. open: waits to be accepted, or for its code.';
revoke all on public.my_gifts from anon, authenticated, service_role;
grant select on public.my_gifts to authenticated;

-- Whoever pays is told in the transaction that changed what is true.

create function app.tell_payment(p_payment uuid) returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('payment_id', p.id, 'status', p.status, 'reason', p.reason, 'credits', p.credits, 'refunded', p.refunded,
      'dispute', p.dispute),
    'payment', 'user:' || p.user_id, true)
  from billing.payments p
  where p.id = p_payment
$$;
comment on function app.tell_payment(uuid) is
  'Sends the state of a payment to its owner''s private channel when the transaction commits: a hint, my_payments is what holds.';

create function app.notify_of_payment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  what text;
begin
  perform app.tell_payment(new.id);
  what := case
    when new.refunded > old.refunded then 'refunded'
    when new.dispute <> old.dispute then 'dispute_' || new.dispute
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
$$;
comment on function app.notify_of_payment() is 'Money always stands in the app, whatever one has switched off; each news is one of its own.';

create trigger notify_of_payment after update on billing.payments
  for each row when ((old.status, old.refunded, old.dispute) is distinct from (new.status, new.refunded, new.dispute))
  execute function app.notify_of_payment();

create function app.notify_of_gift() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.notify(new.recipient_id, 'payment', app.notification_key('gift', new.id, clock_timestamp()), new.giver_id,
    jsonb_build_object('gift_id', new.id, 'what', 'gift', 'credits', new.credits));
  return null;
end
$$;

create trigger notify_of_gift after update on billing.gifts
  for each row when (old.state = 'unpaid' and new.state = 'open' and new.recipient_id is not null)
  execute function app.notify_of_gift();

-- What must never be found among the payments.

create view billing.violations as
select 'I11 paid payment without its transfer, or the reverse' as rule, p.id::text as what
from billing.payments p left join ledger.transfers t on t.idem_key = 'pay:' || p.id
where (p.status = 'paid') <> (t.id is not null)
union all
select 'I11 transfer of no payment', t.idem_key
from ledger.transfers t left join billing.payments p on t.idem_key = 'pay:' || p.id
where t.kind = 'purchase' and p.id is null
union all
select 'I16 frozen differs from open refunds and disputes', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (
  select 'user:' || user_id as owner, sum(credits) as credits
  from (
    select p.user_id, r.credits from billing.refunds r join billing.payments p on p.id = r.payment_id where r.closed_at is null
    union all
    select p.user_id, d.frozen from billing.disputes d join billing.payments p on p.id = d.payment_id where d.state = 'open') as waiting
  group by user_id) as open_ones on open_ones.owner = a.owner
where a.kind = 'frozen' and a.asset = 'CREDIT' and b.balance <> coalesce(open_ones.credits, 0)
union all
select 'I18 gifts differ from open gifts', held.credits || ' <> ' || open_ones.credits
from (
  select coalesce(sum(e.amount), 0) as credits from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where a.owner = 'platform' and a.kind = 'gifts' and a.asset = 'CREDIT') as held,
  (select coalesce(sum(g.credits), 0) as credits from billing.gifts g where g.state = 'open') as open_ones
where held.credits <> open_ones.credits
union all
select 'I19 sandbox money in a live database', e.transfer_id::text
from ledger.entries e join ledger.accounts a on a.id = e.account_id
where a.kind = 'clearing_sandbox' and (select r.kind from billing.realm r) = 'live'
union all
select 'I20 finding open for more than a day', f.kind || ' ' || f.ref
from billing.findings f
where f.settled_at is null and f.found_at < now() - interval '1 day'
union all
select 'I21 open payment that nobody asks after', p.id::text
from billing.payments p
where p.status in ('created', 'pending')
  and not exists (select from billing.attempts t where t.payment_id = p.id and t.poll_at is not null);
comment on view billing.violations is 'Every row is a defect, or something that waits for the staff longer than a day (I20).';

create function public.billing_violations() returns table (rule text, what text)
language sql stable security definer
set search_path = ''
as $$ select v.rule, v.what from billing.violations v $$;
comment on function public.billing_violations() is
  'The defects of the payments, none when all is well: for whoever operates them, who asks with the service key.';

-- All of it belongs to the ledger's owner, whom nobody logs in as. Nobody else, the service key included, has a right on a
-- table; servers call the functions of public that are named here, people those that ask who they are.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'v')
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p where p.pronamespace = 'billing'::regnamespace
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on schema billing from public, anon, authenticated, service_role;
revoke all on all tables in schema billing from public, anon, authenticated, service_role;
revoke all on all sequences in schema billing from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
-- my_payments reads the clock as whoever asks.
grant execute on function billing.clock() to authenticated;
revoke execute on function app.tell_payment(uuid), app.notify_of_payment(), app.notify_of_gift() from public;

revoke execute on function
  public.enter_payment_realm(text), public.move_payment_clock(interval), public.note_provider_health(text, text, boolean),
  public.receive_payment_event(text, text, text, text, text), public.count_webhook_reject(text, text),
  public.claim_payment_events(int), public.finish_payment_event(text, text, text),
  public.apply_payment_truth(text, text, uuid, jsonb), public.apply_payment_dispute(text, text, text, text, bigint, timestamptz),
  public.claim_refunds(int), public.note_refund(uuid, text),
  public.start_payment(uuid, jsonb), public.retry_payment(uuid, uuid, jsonb), public.note_attempt(uuid, text, text, text, text),
  public.claim_payment_attempts(int), public.attempt_not_found(uuid), public.billing_violations()
from public, anon, authenticated;
revoke execute on function
  public.ask_refund(uuid), public.redeem_gift(uuid), public.redeem_gift_code(text), public.take_back_gift(uuid),
  public.payment_status(uuid), public.cancel_payment(uuid)
from public, anon;

