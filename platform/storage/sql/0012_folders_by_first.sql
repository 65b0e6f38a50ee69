-- By time; a folder is as old as the first file in it, whatever comes later. Looks at all names of the prefix.
create or replace function storage.list_by_time(
  bucket text, prefix text, fold boolean, page_size integer, after_time timestamptz, after text,
  time_column text, descending boolean)
returns table (key text, object_id uuid, moment timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  return query execute format(
    'select entry.key, entry.object_id, entry.moment from (
       select storage.fold_name(o.name, $2, $3) as key, min(o.%1$I) as moment,
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
