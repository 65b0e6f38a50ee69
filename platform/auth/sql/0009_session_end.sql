-- When the identity provider ends its own session: ours ends with it, also where a code is exchanged for it first.
alter table auth.flow_state add column session_not_after timestamptz;
