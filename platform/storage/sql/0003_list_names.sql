-- Pages of all names that begin with a prefix, whatever folders they lie in. With `fold`, everything behind the next
-- slash is one entry, whose name ends in that slash. Pages are found by the last entry of the one before and never by
-- counting, and hold one entry more than `page_size` where there are more. The caller's policies decide.

-- Behind a folder lie all names that begin with it.
create function storage.behind(key text, fold boolean) returns text
language sql immutable parallel safe
return case when fold and right(key, 1) = '/' then key || U&'\+10FFFF' else key end;

-- The entry that stands for a name.
create function storage.fold_name(name text, prefix text, fold boolean) returns text
language sql immutable parallel safe
return case
  when fold and strpos(substr(name, length(prefix) + 1), '/') > 0
  then left(name, length(prefix) + strpos(substr(name, length(prefix) + 1), '/')) else name end;

-- In byte order. A folder is left by one index seek, however much it holds.
create function storage.list_names(
  bucket text, prefix text, fold boolean, page_size integer, after text, descending boolean)
returns table (key text, object_id uuid)
language plpgsql stable set search_path = ''
as $$
declare
  ending text collate "C" := storage.after_prefix(prefix);
  edge text collate "C" := after;
  found_name text;
begin
  for place in 0 .. page_size loop
    if descending then
      edge := coalesce(edge, ending);
      select o.id, o.name into object_id, found_name from storage.objects o
        where o.bucket_id = bucket and o.name >= prefix and o.name < edge order by o.name desc limit 1;
    else
      edge := storage.behind(coalesce(edge, ''), fold);
      select o.id, o.name into object_id, found_name from storage.objects o
        where o.bucket_id = bucket and o.name >= prefix and o.name < ending and o.name > edge order by o.name limit 1;
    end if;
    exit when found_name is null;
    key := storage.fold_name(found_name, prefix, fold);
    object_id := case when key = found_name then object_id end;
    edge := key;
    return next;
  end loop;
end
$$;

-- By time; a folder is as new as the newest file in it. Looks at all names of the prefix.
create function storage.list_by_time(
  bucket text, prefix text, fold boolean, page_size integer, after_time timestamptz, after text,
  time_column text, descending boolean)
returns table (key text, object_id uuid, moment timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  return query execute format(
    'select entry.key, entry.object_id, entry.moment from (
       select storage.fold_name(o.name, $2, $3) as key, max(o.%1$I) as moment,
         (array_agg(o.id) filter (where storage.fold_name(o.name, $2, $3) = o.name))[1] as object_id
       from storage.objects o
       where o.bucket_id = $1 and o.name >= $2 and o.name < storage.after_prefix($2)
       group by 1) entry
     where $4::timestamptz is null or (entry.moment, entry.key collate "C") %2$s ($4, $5)
     order by entry.moment %3$s, entry.key collate "C" %3$s limit $6',
    time_column, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end)
    using bucket, prefix, fold, after_time, after, page_size + 1;
end
$$;
