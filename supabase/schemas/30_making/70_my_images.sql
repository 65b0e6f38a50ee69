-- What a person has made, found by its words, its engine, its format and its time.

create function public.my_images(
  search text default null, mode text default null, format text default null, engine text default null,
  made_from timestamptz default null, made_before timestamptz default null, is_published boolean default null,
  min_stars int default null, before uuid default null, page_size int default 60)
returns table (
  id uuid, generation_id uuid, url text, width int, height int, thumbhash text, seed bigint, stars smallint,
  created_at timestamptz, prompt text, mode text, engine text, post_id uuid)
language sql stable
set search_path = ''
as $$
  select gi.id, gi.generation_id, gi.url, gi.width, gi.height, gi.thumbhash, gi.seed, gi.stars, gi.created_at, g.prompt, g.mode,
    coalesce(g.metadata ->> 'label', g.engine), post.id
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  left join lateral (
    select p.id from public.feed_posts p where p.image_id = gi.id and p.creator_id = auth.uid() order by p.id desc limit 1
  ) as post on true
  where gi.user_id = auth.uid() and gi.deleted_at is null
    and (my_images.before is null or gi.id < my_images.before)
    and (my_images.mode is null or g.mode = my_images.mode)
    and (my_images.engine is null or g.engine = my_images.engine)
    and (my_images.made_from is null or gi.created_at >= my_images.made_from)
    and (my_images.made_before is null or gi.created_at < my_images.made_before)
    and (my_images.min_stars is null or gi.stars >= my_images.min_stars)
    and (my_images.is_published is null or (post.id is not null) = my_images.is_published)
    and (my_images.format is null or my_images.format
      = case when gi.width > gi.height then 'landscape' when gi.width < gi.height then 'portrait' else 'square' end)
    and (my_images.search is null or not exists (
      select from regexp_split_to_table(btrim(app.fold(left(my_images.search, 200))), '\s+') as word
      where strpos(app.fold(g.prompt), word) = 0))
  order by gi.id desc
  limit least(greatest(my_images.page_size, 1), 100)
$$;
comment on function public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int) is
  'One''s own pictures, newest first; the last id is the cursor of the next page. Every word of the search is somewhere in the prompt, whatever its accents; format is square, portrait or landscape.';

create function public.my_engines() returns table (engine text, label text)
language sql stable
set search_path = ''
as $$
  select g.engine, max(coalesce(g.metadata ->> 'label', g.engine))
  from public.generations g
  where g.user_id = auth.uid() and g.status = 'succeeded'
  group by g.engine
  order by 2
$$;
comment on function public.my_engines() is 'The engines that have made one''s own pictures.';

revoke execute on function
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int),
  public.my_engines() from public, anon, authenticated;
grant execute on function
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int),
  public.my_engines() to authenticated;
