-- Keys that sign in by themselves (WebAuthn, discoverable credentials). Columns are those of the hosted service; ours
-- come after them.
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- When the counter last went backwards: two devices may hold the key (WebAuthn §6.1.1).
  clone_seen_at timestamptz
);

create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id, created_at);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  -- Null while nobody has said who they are.
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A passkey is finished by the session that began it.
  session_id uuid references auth.sessions (id) on delete cascade
);

create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_session_id_idx on auth.webauthn_challenges (session_id);

-- One key is a factor of one person (WebAuthn §7.1, step 26).
create unique index mfa_factors_credential_id_unique on auth.mfa_factors ((web_authn_credential ->> 'id'));

alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;

revoke all on auth.webauthn_credentials, auth.webauthn_challenges from public, anon, authenticated, service_role;
