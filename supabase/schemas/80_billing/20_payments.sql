-- A payment is what somebody means to buy, once; an attempt is what one provider was asked for it, one open at a time.

create table billing.payments (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  purpose text not null check (purpose in ('credits', 'gift', 'plan', 'commission')),
  sku text not null references billing.products,
  price_id uuid references billing.prices,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax bigint not null default 0 check (tax >= 0 and tax < amount),
  credits int not null check (credits >= 0),
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
  promo_id uuid references billing.promo_codes,
  subscription_id uuid references billing.subscriptions,
  plan_step text check (plan_step in ('first', 'renewal', 'upgrade')),
  milestone_id uuid,
  terms int,
  settle bigint check (settle > 0),
  unique (user_id, idempotency_key),
  constraint payments_of_plan check ((purpose = 'plan') = (plan_step is not null) and (purpose = 'plan') = (subscription_id is not null)),
  constraint payments_of_commission check ((purpose = 'commission') = (credits = 0) and (purpose = 'commission') = (price_id is null)
    and (purpose = 'commission') = (milestone_id is not null) and (milestone_id is null) = (terms is null)
    and (milestone_id is null) = (settle is null)),
  constraint payments_xof check (currency <> 'XOF' or amount >= 100 and amount % 5 = 0),
  constraint payments_eur check (currency <> 'EUR' or amount >= 100),
  constraint payments_refunded check (refunded between 0 and amount and (refunded = 0 or status = 'paid')),
  constraint payments_paid_at check ((paid_at is not null) = (status = 'paid'))
);
comment on column billing.payments.status is
  'What is true of the money. refunded and dispute stand beside it: they are facts of their own, and come in any order.';
comment on column billing.payments.refunded is 'Cumulative, as providers tell it: it only grows.';
comment on column billing.payments.duplicate_of is 'Set where a second attempt of that payment was paid too: both were received, so both give credits.';
comment on column billing.payments.promo_id is 'The code that made it cheaper: amount is what was left to pay.';
comment on column billing.payments.plan_step is
  'Of a plan: its first month, the next one, or the difference to a larger plan, for the difference in credits.';
comment on column billing.payments.terms is 'Of a commission: which proposal was paid; a later one refuses it.';
comment on column billing.payments.settle is 'Of a commission: the francs that are held, whatever currency they come in.';
comment on column billing.payments.return_to is 'Where whoever bought goes on: a path of our own.';
create index payments_of_user on billing.payments (user_id, id desc);
create index payments_of_milestone on billing.payments (milestone_id) where milestone_id is not null;
create index payments_of_subscription on billing.payments (subscription_id) where subscription_id is not null;

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
