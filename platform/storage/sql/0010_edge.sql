-- Copies of public objects at an edge (a CDN in front) are kept for long and forgotten when told: what is still to be told.
alter table storage.installation add column has_edge boolean not null default false;
grant update (has_edge) on storage.installation to service_role;

-- `tag` is the object's id, or `bucket-` and the MD5 of a bucket's: what answers are marked with.
create table storage.edge_purges (
  tag text primary key,
  asked_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  -- Whoever tells the edge has it to themselves until then; a failure puts it off.
  next_at timestamptz not null default '-infinity'
);
create index edge_purges_asked_at on storage.edge_purges (asked_at);
alter table storage.edge_purges enable row level security;
grant select, update, delete on storage.edge_purges to service_role;

create function storage.purge_edge(tags text[]) returns void
language sql security definer set search_path = ''
as $$
  insert into storage.edge_purges (tag) select distinct t.tag from unnest(tags) as t (tag)
    where exists (select from storage.installation i where i.has_edge)
    order by t.tag
  on conflict (tag) do update set asked_at = excluded.asked_at, tries = 0, next_at = '-infinity'
$$;
revoke execute on function storage.purge_edge from public;

create function storage.purge_deleted_at_edge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform storage.purge_edge(array(
    select g.id::text from gone g join storage.buckets b on b.id = g.bucket_id where b.public));
  return null;
end
$$;

create function storage.purge_changed_at_edge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from storage.buckets b where b.id = old.bucket_id and b.public) then
    perform storage.purge_edge(array[old.id::text]);
  end if;
  return null;
end
$$;

create function storage.purge_bucket_at_edge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform storage.purge_edge(array['bucket-' || md5(old.id)]);
  return null;
end
$$;
revoke execute on function storage.purge_deleted_at_edge, storage.purge_changed_at_edge, storage.purge_bucket_at_edge
  from public;

create trigger objects_purge_deleted after delete on storage.objects
  referencing old table as gone
  for each statement execute function storage.purge_deleted_at_edge();
create trigger objects_purge_changed after update of version, bucket_id, name on storage.objects
  for each row when ((old.version, old.bucket_id, old.name) is distinct from (new.version, new.bucket_id, new.name))
  execute function storage.purge_changed_at_edge();
create trigger buckets_purge_private after update of public on storage.buckets
  for each row when (old.public and not new.public)
  execute function storage.purge_bucket_at_edge();
