-- Codes and links that prove an address, one of each kind per person; a new one replaces the old.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone_change', 'reauthentication')),
  -- Digests of the link's token and of the short code: a copy of this table signs nobody in.
  token_hash text not null unique,
  code_hash text not null,
  relates_to text not null,
  -- The challenge of a PKCE flow (RFC 7636, S256) that began with this message.
  code_challenge text,
  -- What the person asked for; becomes the token's `amr` method.
  authentication_method text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to, token_type);

-- Authorization codes of PKCE flows between the link and the exchange.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  auth_code text not null unique,
  code_challenge text not null,
  authentication_method text not null,
  created_at timestamptz not null default now()
);

create index flow_state_user_id_idx on auth.flow_state (user_id);

alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;

revoke all on auth.one_time_tokens, auth.flow_state from public, anon, authenticated, service_role;
