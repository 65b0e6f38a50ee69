-- Uploads in parts by the S3 protocol (WIRE §3.9), under the names that they have on the hosted service. Each part is a
-- blob of its own until the upload is completed: then they become one object, and are discarded.

create table storage.s3_multipart_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  owner uuid,
  owner_id text,
  -- What the object will be: type, cache-control, encoding.
  metadata jsonb not null,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index s3_multipart_uploads_bucket_idx on storage.s3_multipart_uploads (bucket_id, key, id);
create index s3_multipart_uploads_owner_idx on storage.s3_multipart_uploads (owner_id);
create index s3_multipart_uploads_expiry_idx on storage.s3_multipart_uploads (expires_at);

create table storage.s3_multipart_uploads_parts (
  upload_id uuid references storage.s3_multipart_uploads (id) on delete cascade,
  part_number integer check (part_number between 1 and 10000),
  size bigint not null check (size >= 0),
  -- Names its blob.
  version text not null,
  md5 text not null,
  created_at timestamptz not null default now(),
  primary key (upload_id, part_number)
);

create index s3_multipart_uploads_parts_version_idx on storage.s3_multipart_uploads_parts (version);

create trigger s3_parts_discard_deleted after delete on storage.s3_multipart_uploads_parts
  referencing old table as gone
  for each statement execute function storage.discard_deleted();
create trigger s3_parts_discard_replaced after update of version on storage.s3_multipart_uploads_parts
  for each row when (old.version is distinct from new.version)
  execute function storage.discard_replaced();

alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;

-- One page of a bucket's names in byte order, what lies behind the next delimiter as one entry that ends in it. Holds one
-- entry more than `page_size` where there are more. The caller's policies decide.
create function storage.list_keys(bucket text, prefix text, delimiter text, page_size integer, start_after text)
returns table (key text, object_id uuid)
language plpgsql stable set search_path = ''
as $$
declare
  ending text collate "C" := storage.after_prefix(prefix);
  edge text collate "C" := start_after;
  found_name text;
  cut integer;
begin
  for place in 0 .. page_size loop
    -- A page that ended in a folder goes on behind all of it.
    if delimiter <> '' and length(edge) > length(prefix) and right(edge, length(delimiter)) = delimiter then
      edge := edge || U&'\+10FFFF';
    end if;
    select o.id, o.name into object_id, found_name from storage.objects o
      where o.bucket_id = bucket and o.name >= prefix and o.name < ending and o.name > edge order by o.name limit 1;
    exit when found_name is null;
    cut := case when delimiter = '' then 0 else strpos(substr(found_name, length(prefix) + 1), delimiter) end;
    key := case when cut > 0 then left(found_name, length(prefix) + cut - 1 + length(delimiter)) else found_name end;
    object_id := case when cut = 0 then object_id end;
    edge := key;
    return next;
  end loop;
end
$$;
