-- Being an authorization server for others (OAuth 2.1). Columns are those of the hosted service as far as its clients see them.
create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256; null for clients that can keep no secret.
  client_secret_hash bytea,
  registration_type text not null check (registration_type in ('dynamic', 'manual')),
  client_type text not null check (client_type in ('public', 'confidential')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null,
  client_name text not null check (char_length(client_name) between 1 and 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  scope text check (char_length(scope) <= 1024),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none'))
);

create index oauth_clients_created_at_idx on auth.oauth_clients (created_at, id);

-- What a client asks for, until its person has answered and the code has been taken.
create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  -- Whose page showed it first: nobody else may answer.
  user_id uuid references auth.users (id) on delete cascade,
  redirect_uri text not null,
  scope text not null,
  state text,
  nonce text,
  code_challenge text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  -- SHA-256 of the code.
  authorization_code_hash bytea unique,
  -- What the code was taken for: whoever brings the code again ends it.
  session_id uuid references auth.sessions (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  approved_at timestamptz
);

create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);

-- What a person has granted a client.
create table auth.oauth_consents (
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes text not null,
  granted_at timestamptz not null default now(),
  primary key (user_id, client_id)
);

create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

-- Null for the product's own sessions; a client's ends with it.
alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
  add column scopes text;

create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id) where oauth_client_id is not null;

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
revoke all on auth.oauth_clients, auth.oauth_authorizations, auth.oauth_consents
  from public, anon, authenticated, service_role;
