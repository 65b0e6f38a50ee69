-- Messages between the nodes of a system that has PostgreSQL and no Redis. Read within seconds, then removed;
-- unlogged, because after a crash nobody wants them.
create unlogged table realtime.relay (
  node text not null,
  number bigint not null,
  body bytea not null,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (node, number)
);

create index relay_sent_at on realtime.relay (sent_at);

revoke all on realtime.relay from public, anon, authenticated, service_role;
