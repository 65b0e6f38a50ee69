-- References in temp-*, creations in generated-images, written only into one's own folder. A reference is named by its
-- public URL, which opens creations and what was only looked at; what was ordered with is its owner's, and the workers'.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('temp-images', 'temp-images', true, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('temp-uploads', 'temp-uploads', false, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('generated-images', 'generated-images', true, 20971520, '{image/png,image/jpeg,image/webp}')
on conflict (id) do nothing;

create policy "people see the files of their own folder" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads', 'generated-images')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people add files to their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people replace files of their own folder" on storage.objects
  for update to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people remove files of their own folder" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create function public.expired_uploads(p_limit int) returns table (bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
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
$$;
comment on function public.expired_uploads(int) is
  'Files that people uploaded a day ago or earlier, except those that an order or a run of a workflow still waits to use.';

revoke execute on function public.expired_uploads(int) from public, anon, authenticated;
