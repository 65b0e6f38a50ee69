update storage.buckets set public = false where id = 'temp-uploads';

CREATE OR REPLACE FUNCTION public.expired_uploads(p_limit integer)
 RETURNS TABLE(bucket text, path text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.bucket_id, o.name
  from storage.objects o
  where o.bucket_id in ('temp-images', 'temp-uploads')
    and greatest(o.created_at, o.updated_at) < clock_timestamp() - interval '24 hours'
    and not exists (
      select from public.generation_references r
      join app.generation_jobs j on j.generation_id = r.generation_id and j.state <> 'over'
      where r.bucket = o.bucket_id and r.path = o.name)
    and not exists (
      select from public.workflow_runs w
      where w.user_id::text = split_part(o.name, '/', 1) and w.status in ('queued', 'running', 'waiting')
        and position(o.name in w.inputs::text) > 0)
  order by o.created_at
  limit p_limit
$function$;

revoke all on function public.expired_uploads(integer) from public, anon, authenticated, service_role;
grant execute on function public.expired_uploads(integer) to service_role;

comment on function public.expired_uploads(integer) is 'Files that people uploaded a day ago or earlier, except those that an order or a run of a workflow still waits to use.';
