-- Second factors. Columns are those of the hosted service; ours come after them.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  -- The time step of the newest accepted code (RFC 6238 §5.2): no code is accepted twice.
  last_used_step bigint,
  failed_attempts smallint not null default 0,
  locked_until timestamptz
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at);

-- The factor that lifted a session to aal2.
alter table auth.sessions add column factor_id uuid;

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;

revoke all on auth.mfa_factors, auth.mfa_challenges from public, anon, authenticated, service_role;
