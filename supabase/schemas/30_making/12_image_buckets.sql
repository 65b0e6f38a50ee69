-- References in temp-*, creations in generated-images: read by their public URL, written only into one's own folder.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('temp-images', 'temp-images', true, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('temp-uploads', 'temp-uploads', true, 10485760, '{image/png,image/jpeg,image/webp}'),
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
