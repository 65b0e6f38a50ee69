-- The processes that share this database: which there are, which of them does what only one may do, and which build
-- people are told of. Who lives and who does what is unlogged: it is worth half a minute.
create schema nodes;
revoke all on schema nodes from public;

create unlogged table nodes.live (
  id uuid primary key,
  roles text not null,
  version text not null,
  build text,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);

create unlogged table nodes.leases (
  name text primary key,
  owner uuid not null,
  -- Grows with each owner: what an earlier one says afterwards can be told apart.
  fence bigint not null,
  until timestamptz not null
);

-- Builds of the app whose files every process can give, by the digest of what is in them.
create table nodes.builds (
  build text primary key,
  -- What release.json said beside it.
  release jsonb not null,
  -- Path to digest.
  files jsonb not null,
  ran_at timestamptz not null default clock_timestamp()
);

create table nodes.build_files (
  digest text primary key,
  body bytea not null
);
alter table nodes.build_files alter column body set storage external;

-- The build that pages, the worker and /api/version tell of. One that somebody chose stays; else it is that of all who serve.
create table nodes.release (
  is_only boolean primary key default true check (is_only),
  build text not null references nodes.builds,
  is_chosen boolean not null default false,
  told_at timestamptz not null default clock_timestamp()
);

-- What all processes must have the same of, sealed with what they share.
create table nodes.secrets (
  name text primary key,
  sealed text not null
);

-- Tells of a build from now on, at every process at once.
create function nodes.tell_build(told text, chosen boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into nodes.release as known (build, is_chosen) values (told, chosen)
  on conflict (is_only) do update set build = excluded.build, is_chosen = excluded.is_chosen, told_at = clock_timestamp()
    where (known.build, known.is_chosen) is distinct from (excluded.build, excluded.is_chosen);
  if found then perform pg_notify('nodes_release', told); end if;
end
$$;

-- Goes on to the build that all who serve have, where nobody chose another.
create function nodes.follow_builds() returns void
language plpgsql set search_path = ''
as $$
declare
  common text;
begin
  select min(build) into common from nodes.live
  where seen_at > clock_timestamp() - interval '30 seconds' and roles ~ '(all|web)'
  having count(distinct coalesce(build, '')) = 1;
  if common is null or exists (select from nodes.release where is_chosen or build = common)
    or not exists (select from nodes.builds where build = common) then return; end if;
  perform nodes.tell_build(common, false);
end
$$;

-- Says that a process lives, and takes or keeps the leases it wants. Answers those it has, how many processes there are,
-- and what is told.
create function nodes.beat(node uuid, node_roles text, node_version text, node_build text, wanted text[], ttl_seconds int)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  held jsonb;
begin
  insert into nodes.live as known (id, roles, version, build) values (node, node_roles, node_version, node_build)
  on conflict (id) do update set seen_at = at;
  delete from nodes.live where seen_at < at - interval '1 minute';
  perform nodes.follow_builds();
  with taken as (
    insert into nodes.leases as known (name, owner, fence, until)
    select name, node, extract(epoch from at)::bigint, at + make_interval(secs => ttl_seconds)
    from unnest(wanted) as name order by name
    on conflict (name) do update set owner = excluded.owner, until = excluded.until,
      fence = case when known.owner = excluded.owner then known.fence else greatest(known.fence + 1, excluded.fence) end
    where known.owner = excluded.owner or known.until < at
    returning name, fence
  )
  select coalesce(jsonb_object_agg(name, fence), '{}') into held from taken;
  return jsonb_build_object(
    'held', held,
    'live', (select count(*) from nodes.live where seen_at > at - interval '30 seconds'),
    'told', (select build from nodes.release)
  );
end
$$;

-- A process that ends says so, and another one need not wait.
create function nodes.leave(node uuid) returns void
language sql set search_path = ''
as $$
  delete from nodes.live where id = node;
  update nodes.leases set until = '-infinity' where owner = node;
$$;

revoke execute on function nodes.tell_build(text, boolean), nodes.follow_builds(),
  nodes.beat(uuid, text, text, text, text[], int), nodes.leave(uuid) from public;
