-- What policies call, and how folders are read from a flat set of names.

create function storage.foldername(name text) returns text[]
language sql immutable parallel safe
return (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text
language sql immutable parallel safe
return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.extension(name text) returns text
language sql immutable parallel safe
return case when position('.' in storage.filename(name)) > 0
  then reverse(split_part(reverse(storage.filename(name)), '.', 1)) else '' end;

-- The operation under way, e.g. `storage.object.get_authenticated`.
create function storage.operation() returns text
language sql stable parallel safe
return current_setting('storage.operation', true);

create function storage.allow_any_operation(expected text[]) returns boolean
language sql stable parallel safe
return exists (
  select from unnest(expected) as one(operation)
  where regexp_replace(one.operation, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''));

create function storage.allow_only_operation(expected text) returns boolean
language sql stable parallel safe
return storage.allow_any_operation(array[expected]);

-- Times as the wire spells them: ISO 8601 with milliseconds, in UTC.
create function storage.wire_time(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The first name after all those that begin with `prefix`, in byte order.
create function storage.after_prefix(prefix text) returns text
language sql immutable parallel safe
return case
  when prefix = '' then U&'\+10FFFF'
  else left(prefix, -1) || chr(ascii(right(prefix, 1)) + 1) end;

-- How deep a bucket is: a fact about names that no policy can hide in parts, and that bounds the walk below.
create function storage.deepest_level(bucket text) returns integer
language sql stable security definer set search_path = ''
return (select max(o.level) from storage.objects o where o.bucket_id = bucket);

-- Names of the folders directly in `folder` ('' or 'a/b/') that the caller may see: at most `wanted` per depth, with
-- repetitions across depths. Each is found by one index seek behind the last, however many files lie in between.
create function storage.folders_in(bucket text, folder text, starting text, descending boolean, wanted integer)
returns setof text
language plpgsql stable set search_path = ''
as $$
declare
  ending text := storage.after_prefix(folder);
  depth integer := length(folder) - length(replace(folder, '/', ''));
  edge text collate "C";
  found_name text;
  entry text;
  found_count integer;
begin
  for current_level in depth + 2 .. coalesce(storage.deepest_level(bucket), 0) loop
    edge := case when descending then ending else folder end;
    found_count := 0;
    while found_count < wanted loop
      if descending then
        select o.name into found_name from storage.objects o
          where o.bucket_id = bucket and o.level = current_level and o.name >= folder and o.name < edge
          order by o.name desc limit 1;
      else
        select o.name into found_name from storage.objects o
          where o.bucket_id = bucket and o.level = current_level and o.name >= edge and o.name < ending
          order by o.name limit 1;
      end if;
      exit when found_name is null;
      entry := split_part(substr(found_name, length(folder) + 1), '/', 1);
      edge := folder || entry || case when descending then '/' else '0' end;
      if starts_with(lower(entry), lower(starting)) then
        found_count := found_count + 1;
        return next entry;
      end if;
    end loop;
  end loop;
end
$$;

-- One page of a folder: its folders first, then its files in the order asked for. The caller's policies decide.
create function storage.list_folder(
  bucket text, folder text, starting text, page_size integer, page_offset integer, sort_column text, descending boolean)
returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  folders_descending boolean := descending and sort_column = 'name';
  folders text[];
  depth integer := length(folder) - length(replace(folder, '/', ''));
begin
  folders := array(
    select f.entry
    from (select distinct storage.folders_in(bucket, folder, starting, folders_descending, page_offset + page_size)
      collate "C" || '/' as entry) f
    order by case when folders_descending then f.entry end desc, f.entry
    limit page_offset + page_size);
  return query
    select rtrim(f.entry, '/'), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
    from unnest(folders[page_offset + 1 :]) with ordinality as f(entry, place) order by f.place;
  if cardinality(folders) < page_offset + page_size then
    return query execute format(
      'select substr(o.name, length($2) + 1), o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
       from storage.objects o
       where o.bucket_id = $1 and o.level = $3 and o.name >= $2 and o.name < storage.after_prefix($2)
         and starts_with(lower(substr(o.name, length($2) + 1)), lower($4))
       order by o.%I %s, o.name limit %s offset %s',
      sort_column, case when descending then 'desc' else 'asc' end,
      page_size - greatest(cardinality(folders) - page_offset, 0), greatest(page_offset - cardinality(folders), 0))
      using bucket, folder, depth + 1, starting;
  end if;
end
$$;
