-- The credit ledger: append-only, double entry, no overdraft. An amount > 0 credits its account, < 0 debits it, and the
-- amounts of a transfer sum to 0 per asset. Integers only, in the smallest unit of the asset.

do $$
begin
  if not exists (select from pg_roles where rolname = 'ledger_owner') then
    begin
      create role ledger_owner nologin noinherit;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  grant ledger_owner to current_user;
end
$$;

create schema ledger authorization ledger_owner;

create table ledger.assets (
  code text primary key check (code ~ '^[A-Z]{3,8}$'),
  scale smallint not null check (scale between 0 and 8)
);

insert into ledger.assets (code, scale) values ('CREDIT', 0), ('XOF', 0), ('EUR', 2), ('USD', 2);

create table ledger.accounts (
  id bigint generated always as identity primary key,
  owner text not null check (owner ~ '^(platform|(user|commission):[0-9a-f-]{36})$'),
  kind text not null,
  asset text not null references ledger.assets (code),
  floor bigint,
  ceiling bigint,
  created_at timestamptz not null default now(),
  unique (owner, kind, asset),
  constraint accounts_kind_of_owner check (case
    when owner = 'platform' then kind in
      ('issued', 'bonus', 'gifts', 'revenue', 'royalty_pool', 'fees', 'tax', 'costs', 'refunds', 'chargebacks', 'writeoff', 'bank', 'fx',
        'clearing_sandbox', 'clearing_fedapay', 'clearing_stripe', 'clearing_pawapay')
    else kind in ('promo', 'paid', 'held', 'frozen', 'debt', 'pending', 'earned', 'payable', 'owed', 'escrow')
  end),
  constraint accounts_floor_unless_platform check ((floor is null) = (owner = 'platform'))
);
comment on column ledger.accounts.kind is
  'Of the platform, clearing_{provider} is what a payment provider still has of ours: one for each, so that its balance can be compared with ours.';
comment on column ledger.accounts.floor is
  'The lowest balance allowed. Null for the accounts of the platform, which are in nearly every transfer: they keep no balance row, or it would put all transfers in one queue.';
comment on column ledger.accounts.ceiling is 'The highest balance allowed: a debt is 0 or less.';

create table ledger.balances (
  account_id bigint primary key references ledger.accounts (id),
  balance bigint not null default 0,
  floor bigint not null,
  ceiling bigint,
  version bigint not null default 0,
  constraint no_overdraft check (balance >= floor),
  constraint no_overfill check (balance <= ceiling)
) with (fillfactor = 70);
comment on table ledger.balances is 'One row per account with a floor: the lock that every transfer takes, in ascending order of accounts.';
comment on column ledger.balances.version is 'The number of entries of the account so far.';

create table ledger.transfers (
  id bigint generated always as identity primary key,
  idem_key text not null unique check (length(idem_key) between 8 and 200),
  kind text not null check (length(kind) between 1 and 40),
  fingerprint bytea not null,
  reverses bigint references ledger.transfers (id),
  ref_type text,
  ref_id text,
  actor text not null default 'system',
  meta jsonb not null default '{}',
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp()
);
comment on column ledger.transfers.fingerprint is 'SHA-256 of what was asked for: the same key with other content is an error.';
comment on column ledger.transfers.xid is 'The transaction it was born in, the only one in which entries may join it.';
create index transfers_by_ref on ledger.transfers (ref_type, ref_id);
create unique index one_reversal on ledger.transfers (reverses) where kind = 'reversal';

create table ledger.entries (
  transfer_id bigint not null references ledger.transfers (id),
  seq smallint not null,
  account_id bigint not null references ledger.accounts (id),
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  balance_after bigint,
  account_version bigint,
  primary key (transfer_id, seq)
);
comment on column ledger.entries.account_version is
  'Counts the entries of an account without a gap, which proves that none was removed. Null, as balance_after, for the platform.';
create index entries_of_account on ledger.entries (account_id, transfer_id desc);
create unique index entries_version on ledger.entries (account_id, account_version) where account_version is not null;

create table ledger.holds (
  id uuid primary key,
  owner text not null,
  amount bigint not null check (amount > 0),
  from_promo bigint not null check (from_promo >= 0),
  from_paid bigint not null check (from_paid >= 0),
  captured bigint not null default 0,
  captured_paid bigint not null default 0,
  released bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  ref_type text not null,
  ref_id text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  unique (ref_type, ref_id),
  constraint holds_parts check (from_promo + from_paid = amount and captured_paid between 0 and least(captured, from_paid)),
  constraint holds_closed check ((state = 'open') = (closed_at is null)),
  constraint holds_outcome check (captured >= 0 and released >= 0 and case
    when state = 'open' then captured = 0 and released = 0
    when state = 'captured' then captured > 0 and captured + released = amount
    else released = amount
  end)
);
comment on table ledger.holds is
  'Credits set aside for one job (ref_type, ref_id) until they are captured or released. Gifts are spent first.';
comment on column ledger.holds.captured_paid is 'The part of what was captured that had been paid for: the only one that earns royalties.';
create index holds_due on ledger.holds (expires_at) where state = 'open';
create index holds_of_owner on ledger.holds (owner) where state = 'open';
