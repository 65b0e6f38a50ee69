-- Identity providers of companies (SAML 2.0). Columns are those of the hosted service; ours come after them.
create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text check (resource_id is null or resource_id <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled boolean
);

create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (domain <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (entity_id <> ''),
  metadata_xml text not null check (metadata_xml <> ''),
  metadata_url text check (metadata_url is null or metadata_url <> ''),
  attribute_mapping jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_id_format text
);

-- Sign-ins that are under way at such a provider. Each answers once, and for ten minutes.
create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id text not null check (request_id <> ''),
  for_email text,
  redirect_to text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The client's challenge, where it began a PKCE flow with us.
  code_challenge text
);

create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);

-- Signed statements that have signed somebody in, assertions and wallets' messages, until they would have expired.
create table auth.used_proofs (
  proof_hash text primary key,
  expires_at timestamptz not null
);

create index used_proofs_expires_at_idx on auth.used_proofs (expires_at);

-- Providers that an administrator added while the service runs.
create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique,
  name text not null,
  client_id text not null,
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  custom_claims_allowlist text[] not null default '{}'
);

-- What happened to accounts, for administrators.
create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc, id);

-- An identity that joins an account once the client that asked has proven itself with its verifier.
alter table auth.flow_state add column pending_identity jsonb;

alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.used_proofs enable row level security;
alter table auth.custom_oauth_providers enable row level security;
alter table auth.audit_log_entries enable row level security;

revoke all on auth.sso_providers, auth.sso_domains, auth.saml_providers, auth.saml_relay_states, auth.used_proofs,
  auth.custom_oauth_providers, auth.audit_log_entries from public, anon, authenticated, service_role;
