-- Folders of one's own pictures: made, listed and filled.

create function public.make_image_folder(name text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  -- One at a time counts and adds, so that two at once do not pass the bound together.
  perform pg_advisory_xact_lock(hashtextextended('image_folders:' || auth.uid()::text, 0));
  if (select count(*) from public.image_folders f where f.user_id = auth.uid()) >= 100 then
    raise exception 'At most 100 folders' using errcode = 'PT409', hint = 'too_many';
  end if;
  insert into public.image_folders (user_id, name) values (auth.uid(), btrim(make_image_folder.name))
  returning id into made;
  return made;
end
$$;
comment on function public.make_image_folder(text) is 'A new folder of one''s own, a hundred at most; a name is given once.';

create function public.my_image_folders() returns table (id uuid, name text, images_count int)
language sql stable
set search_path = ''
as $$
  select f.id, f.name, count(gi.id)::int
  from public.image_folders f
  left join public.generation_images gi on gi.folder_id = f.id and gi.deleted_at is null
  where f.user_id = auth.uid()
  group by f.id
  order by app.fold(f.name), f.id
$$;
comment on function public.my_image_folders() is 'One''s own folders by name, with how many pictures each holds.';

create function public.put_images_in_folder(ids uuid[], folder uuid default null) returns setof uuid
language plpgsql security definer
set search_path = ''
as $$
begin
  if cardinality(ids) > 500 then
    raise exception 'At most 500 images at once' using errcode = 'PT413', hint = 'too_many';
  end if;
  if folder is not null and not exists (select from public.image_folders f where f.id = folder and f.user_id = auth.uid()) then
    raise exception 'There is no such folder' using errcode = 'PT404', hint = 'folder_not_found';
  end if;
  return query
  update public.generation_images gi set folder_id = put_images_in_folder.folder
  where gi.id = any (put_images_in_folder.ids) and gi.user_id = auth.uid() and gi.deleted_at is null
  returning gi.id;
end
$$;
comment on function public.put_images_in_folder(uuid[], uuid) is
  'Puts one''s own pictures into one of one''s own folders, or with null out of any; others'' are passed over in silence.';

revoke execute on function
  public.make_image_folder(text), public.my_image_folders(), public.put_images_in_folder(uuid[], uuid)
from public, anon, authenticated;
grant execute on function
  public.make_image_folder(text), public.my_image_folders(), public.put_images_in_folder(uuid[], uuid)
to authenticated;
