-- Keys that sign access tokens, shared by all processes: one stands by and is already published, one signs, and those
-- of before verify until the last token that they signed has expired. The private part is sealed with a secret that is
-- not in the database: a copy of this table signs nothing.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Null for a key whose private part lives elsewhere.
  sealed_private_jwk text,
  state text not null check (state in ('standby', 'current', 'previous')),
  verify_until timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'previous') = (verify_until is not null))
);

create unique index signing_keys_one_standby on auth.signing_keys (state) where state = 'standby';
create unique index signing_keys_one_current on auth.signing_keys (state) where state = 'current';

-- Mails that a mail server has not taken yet, sealed as well: they hold codes and links.
create table auth.mail_queue (
  id bigint generated always as identity primary key,
  sealed_mail text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create index mail_queue_next_attempt_at_idx on auth.mail_queue (next_attempt_at);

alter table auth.signing_keys enable row level security;
alter table auth.mail_queue enable row level security;

revoke all on auth.signing_keys, auth.mail_queue from public, anon, authenticated, service_role;
