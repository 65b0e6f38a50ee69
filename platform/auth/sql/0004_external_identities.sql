-- Sign-ins that are under way at an external provider. The browser carries the state, we keep its digest: it cannot be
-- invented, works once and for ten minutes.
create table auth.oauth_states (
  id uuid primary key default gen_random_uuid(),
  state_hash text not null unique,
  provider text not null,
  nonce text not null,
  -- Our own proof towards the provider (RFC 7636).
  code_verifier text not null,
  redirect_to text not null,
  -- The client's challenge, where it began a PKCE flow with us.
  code_challenge text,
  -- Whoever adds the identity to their account, null for a sign-in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  -- Of the cookie that ties a flow without a challenge to its browser.
  browser_hash text,
  created_at timestamptz not null default now()
);

create index oauth_states_created_at_idx on auth.oauth_states (created_at);
create index oauth_states_linking_user_id_idx on auth.oauth_states (linking_user_id);

-- The provider's own tokens wait for the exchange with the code.
alter table auth.flow_state
  add column provider_access_token text,
  add column provider_refresh_token text;

alter table auth.oauth_states enable row level security;

revoke all on auth.oauth_states from public, anon, authenticated, service_role;
