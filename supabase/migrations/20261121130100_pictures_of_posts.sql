-- A publication knows which of its author's pictures it shows; a picture can be starred and thrown away.
alter table public.generation_images
  add column stars smallint check (stars between 1 and 5),
  add column deleted_at timestamptz;
comment on column public.generation_images.deleted_at is
  'Thrown away by its owner: shown nowhere, and brought back within a day; after that a sweep takes row and file.';
create index generation_images_thrown_away on public.generation_images (deleted_at) where deleted_at is not null;

alter table public.feed_posts add column image_id uuid references public.generation_images (id) on delete set null;
comment on column public.feed_posts.image_id is 'The picture of its author that it shows, taken from its address at publication.';
create index feed_posts_of_image on public.feed_posts (image_id);

create or replace function app.fill_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  location text[];
  image public.generation_images;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  location := regexp_match(new.image_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  -- Locked against being thrown away at the same moment.
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = new.creator_id and gi.deleted_at is null
  order by gi.id desc
  limit 1
  for share;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode into new.mode from public.generations g where g.id = image.generation_id;
  return new;
end
$$;

update public.feed_posts p
set image_id = (
  select gi.id from public.generation_images gi
  where gi.url = p.image_url and gi.user_id = p.creator_id order by gi.id desc limit 1);

drop policy "people read the images of their own generations" on public.generation_images;
create policy "people read the images of their own generations" on public.generation_images
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
grant update (stars) on public.generation_images to authenticated;
create policy "people star their own images" on public.generation_images
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
