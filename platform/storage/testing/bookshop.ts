/** The buckets of a bookshop: covers for everybody's eyes, manuscripts for their authors', a shelf of anything. */
export const bookshop = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('covers', 'covers', true, 2097152, '{image/png,image/jpeg,image/webp}'),
    ('manuscripts', 'manuscripts', false, null, null),
    ('shelf', 'shelf', true, null, null);

  create policy "authors see their own folder" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors add to their own folder" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors replace in their own folder" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors remove from their own folder" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);

  create policy "readers see samples" on storage.objects for select to anon
    using (bucket_id = 'manuscripts' and (storage.foldername(name))[1] = 'samples');
`
