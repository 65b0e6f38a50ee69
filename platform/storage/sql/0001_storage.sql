-- Buckets and objects as clients, policies and fixtures of the hosted service know them (WIRE §3.8).
-- The bytes lie in the blob store; an object's `version` names its blob.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Names sort by bytes, so that one index serves equality, prefixes and pages, whatever the database's locale.
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  level integer generated always as (cardinality(string_to_array(name, '/'))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);

create unique index objects_bucket_id_name_key on storage.objects (bucket_id, name);
-- Folders are found by leaps, one depth at a time (storage.folders_in). `level` is a column and not an expression:
-- under row-level security only leakproof comparisons of columns reach an index.
create index objects_level_idx on storage.objects (bucket_id, level, name);
create index objects_version_idx on storage.objects (version);

-- Blobs whose row is gone, until the blob store has let go of them.
create table storage.discarded_blobs (
  version text primary key,
  discarded_at timestamptz not null default now()
);

-- Which database this is: written into the blob store, so that no other database takes its blobs for orphans.
create table storage.installation (
  id uuid primary key default gen_random_uuid()
);
insert into storage.installation default values;

alter table storage.installation enable row level security;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.discarded_blobs enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant select, update, delete on storage.discarded_blobs to service_role;
grant select on storage.installation to service_role;

create function storage.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger objects_touch before update on storage.objects
  for each row execute function storage.touch();
create trigger buckets_touch before update on storage.buckets
  for each row execute function storage.touch();

-- A row that SQL deletes would leave its bytes behind unnoticed by whoever wrote the statement.
create function storage.protect_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;

create trigger objects_protect_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger buckets_protect_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create function storage.discard_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.discarded_blobs (version)
    select version from gone where version is not null
    on conflict do nothing;
  return null;
end
$$;

create function storage.discard_replaced() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.discarded_blobs (version) values (old.version) on conflict do nothing;
  return null;
end
$$;

create trigger objects_discard_deleted after delete on storage.objects
  referencing old table as gone
  for each statement execute function storage.discard_deleted();
create trigger objects_discard_replaced after update of version on storage.objects
  for each row when (old.version is distinct from new.version and old.version is not null)
  execute function storage.discard_replaced();

revoke execute on function storage.discard_deleted(), storage.discard_replaced() from public;
