-- Plans: credits every month. By Mobile Money a month is paid in advance and nothing is ever taken; by card the clock asks the
-- provider for the next one. What a month gave is bought: it never expires.

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
comment on column billing.subscriptions.mandate is 'By what the provider charges the card again: its own reference, never a card''s number.';
comment on column billing.subscriptions.anchor is 'Months are counted from here, so that one that began on a 31st does not drift.';
comment on column billing.subscriptions.paused_at is 'When it was last paused: once a year.';
comment on column billing.subscriptions.told is 'Which reminder was the last: 1 to 3 before and at the end of the month, 4 to 6 in the days of grace.';
create unique index subscriptions_one_live on billing.subscriptions (user_id) where state <> 'ended';
create index subscriptions_due on billing.subscriptions (period_end) where state in ('active', 'past_due', 'canceling');
create index subscriptions_waiting on billing.subscriptions (created_at) where state = 'incomplete';
create index subscriptions_paused on billing.subscriptions (paused_until) where state = 'paused';

create function billing.guard_subscription() returns trigger
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function billing.guard_subscription() is 'The state machine of a plan, whoever writes: every other transition is PT409 plan_state.';

create trigger guard_subscription before update or delete on billing.subscriptions
  for each row execute function billing.guard_subscription();

-- Codes that make a pack cheaper or give credits: bounded in number, time and price, once for each person and paying number.

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
comment on table billing.promo_codes is 'A code is kept as its SHA-256. amount is in francs, for prices in francs; credits are gifts, as promo in the ledger.';
