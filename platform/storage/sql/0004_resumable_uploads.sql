-- Uploads that are sent in pieces (WIRE §3.7). Each piece is a blob of its own until the last one has come: then they
-- become one object, and are discarded.

create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  -- As the client named it, content type and all.
  metadata jsonb not null,
  -- Null until the client knows it.
  size bigint check (size >= 0),
  received bigint not null default 0 check (received <= size),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  -- A lease and not a lock: a connection cannot be kept for as long as a slow client sends. Whoever holds it renews
  -- it, and every write of a piece asks whether it still does.
  lease_holder uuid,
  leased_until timestamptz,
  is_release_wanted boolean not null default false
);

create index resumable_uploads_owner_idx on storage.resumable_uploads (owner_id) where finished_at is null;
create index resumable_uploads_expiry_idx on storage.resumable_uploads (expires_at);
create index resumable_uploads_bucket_idx on storage.resumable_uploads (bucket_id);

create table storage.resumable_parts (
  upload_id uuid references storage.resumable_uploads (id) on delete cascade,
  start bigint,
  size bigint not null check (size > 0),
  -- Names its blob.
  version text not null,
  primary key (upload_id, start)
);

create index resumable_parts_version_idx on storage.resumable_parts (version);

create trigger resumable_parts_discard after delete on storage.resumable_parts
  referencing old table as gone
  for each statement execute function storage.discard_deleted();

alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_parts enable row level security;
grant all on storage.resumable_uploads, storage.resumable_parts to service_role;

-- Takes, keeps or asks for the lease of an upload: `held` for the holder, `gone` where there is no such upload, `busy`
-- for everybody else, whose wish the holder then learns of. A lease lasts ten seconds.
create function storage.lease_upload(upload uuid, holder uuid) returns text
language plpgsql set search_path = ''
as $$
begin
  update storage.resumable_uploads u
    set lease_holder = holder, leased_until = clock_timestamp() + interval '10 seconds', is_release_wanted = false
    where u.id = upload and (u.lease_holder is null or u.leased_until < clock_timestamp());
  if found then
    return 'held';
  end if;
  update storage.resumable_uploads u set is_release_wanted = true where u.id = upload and not u.is_release_wanted;
  return case when exists (select from storage.resumable_uploads u where u.id = upload) then 'busy' else 'gone' end;
end
$$;

revoke execute on function storage.lease_upload(uuid, uuid) from public;
grant execute on function storage.lease_upload(uuid, uuid) to service_role;

-- Space that is promised to bytes on their way, so that uploads at the same moment cannot exceed together what each
-- of them alone would not. One that nobody gave back ends by itself.
create table storage.quota_reservations (
  id uuid primary key,
  owner_id text not null,
  bytes bigint not null check (bytes >= 0),
  expires_at timestamptz not null
);

create index quota_reservations_owner_idx on storage.quota_reservations (owner_id);
create index objects_owner_id_idx on storage.objects (owner_id);

alter table storage.quota_reservations enable row level security;
grant all on storage.quota_reservations to service_role;

create function storage.bytes_of(metadata jsonb) returns bigint
language sql immutable parallel safe
return case when jsonb_typeof(metadata -> 'size') = 'number' then (metadata ->> 'size')::numeric::bigint else 0 end;

-- Raises a reservation to `wanted` bytes, or as near to it as the owner's room allows; answers how many it then has.
create function storage.reserve_quota(reservation uuid, owner text, wanted bigint, room bigint, seconds integer)
returns bigint
language plpgsql set search_path = ''
as $$
declare
  used bigint;
  granted bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('storage quota ' || owner, 0));
  select coalesce((select sum(storage.bytes_of(o.metadata)) from storage.objects o where o.owner_id = owner), 0)
    + coalesce((select sum(r.bytes) from storage.quota_reservations r
        where r.owner_id = owner and r.id <> reservation and r.expires_at > clock_timestamp()), 0)
    into used;
  granted := greatest(0, least(wanted, room - used));
  insert into storage.quota_reservations (id, owner_id, bytes, expires_at)
    values (reservation, owner, granted, clock_timestamp() + make_interval(secs => seconds))
    on conflict (id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at;
  return granted;
end
$$;

revoke execute on function storage.reserve_quota(uuid, text, bigint, bigint, integer) from public;
grant execute on function storage.reserve_quota(uuid, text, bigint, bigint, integer) to service_role;
