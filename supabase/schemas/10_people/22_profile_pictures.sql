-- Portraits and banners: read by their public URL, written only into one's own folder, and worn only from there.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 1048576, '{image/jpeg,image/webp}'),
  ('banners', 'banners', true, 2097152, '{image/jpeg,image/webp}')
on conflict (id) do nothing;

create policy "people see their own portraits and banners" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people add their own portraits and banners" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people remove their own portraits and banners" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create function app.check_profile_pictures() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  own text := '^https?://[^/?#\\@]+/storage/v1/object/public/%s/' || new.id::text || '/[0-9a-z.-]+$';
begin
  if (new.avatar_url ~ '^https?://' and new.avatar_url !~ format(own, 'avatars'))
    or (new.banner_url ~ '^https?://' and new.banner_url !~ format(own, 'banners')) then
    raise exception 'A picture of a profile is a file of one''s own folder.'
      using errcode = 'PT400', hint = 'picture_not_own';
  end if;
  return new;
end
$$;
comment on function app.check_profile_pictures() is
  'A portrait from elsewhere would tell its host who looks at it, and one from another person''s folder could change without its wearer.';

-- Only for people: what the server itself writes needs no folder.
create trigger check_profile_pictures before update of avatar_url, banner_url on public.profiles
  for each row
  when (
    current_user = 'authenticated'
    and (new.avatar_url is distinct from old.avatar_url or new.banner_url is distinct from old.banner_url))
  execute function app.check_profile_pictures();
