-- Withdrawals: one at a time, the money leaves `earned` before a provider hears of it, and whatever dies, it is in one place.

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
comment on column billing.payouts.status is
  'sending is committed before the provider is asked; unknown: it was asked, and what came of it is looked up there.';
comment on column billing.payouts.holds is 'Why a person looks first.';
comment on column billing.payouts.started_at is 'When the provider said that it sends; before that, its payout moves no money.';
create unique index payouts_one_in_flight on billing.payouts (user_id) where status in ('prepared', 'held', 'sending', 'unknown');
create index payouts_of_user on billing.payouts (user_id, id desc);
create index payouts_by_destination on billing.payouts (destination_hash, created_at desc);
create index payouts_due on billing.payouts (run_after) where status in ('prepared', 'sending', 'unknown');

create function billing.guard_payout() returns trigger
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function billing.guard_payout() is
  'The state machine of a withdrawal, whoever writes: PT409 payout_state. One that may have been sent is never sent anew, and its reference at the provider never changes.';

create trigger guard_payout before update or delete on billing.payouts
  for each row execute function billing.guard_payout();
