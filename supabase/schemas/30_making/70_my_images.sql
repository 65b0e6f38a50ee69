-- What a person has made, found by its words, its engine, its format and its time.

create function public.my_images(
  search text default null, mode text default null, format text default null, engine text default null,
  made_from timestamptz default null, made_before timestamptz default null, is_published boolean default null,
  min_stars int default null, before uuid default null, page_size int default 60, folder uuid default null)
returns table (
  id uuid, generation_id uuid, url text, width int, height int, thumbhash text, seed bigint, stars smallint,
  created_at timestamptz, prompt text, mode text, engine text, post_id uuid, folder_id uuid)
language sql stable
set search_path = ''
as $$
  select gi.id, gi.generation_id, gi.url, gi.width, gi.height, gi.thumbhash, gi.seed, gi.stars, gi.created_at, g.prompt, g.mode,
    coalesce(g.metadata ->> 'label', g.engine), post.id, gi.folder_id
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  left join lateral (
    select p.id from public.feed_posts p
    where (p.image_id = gi.id or p.more_images @> app.marked_image(gi.id)) and p.creator_id = auth.uid()
    order by p.id desc limit 1
  ) as post on true
  where gi.user_id = auth.uid() and gi.deleted_at is null
    and (my_images.before is null or gi.id < my_images.before)
    and (my_images.folder is null or gi.folder_id = my_images.folder)
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
comment on function public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int, uuid) is
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
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int, uuid),
  public.my_engines() from public, anon, authenticated;
grant execute on function
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int, uuid),
  public.my_engines() to authenticated;

-- What a person throws away is shown nowhere, and brought back within a day; after that a sweep takes row and file.
create function public.delete_my_images(ids uuid[]) returns table (id uuid, outcome text)
language plpgsql security definer
set search_path = ''
as $$
begin
  if cardinality(ids) > 500 then
    raise exception 'At most 500 images at once' using errcode = 'PT413', hint = 'too_many';
  end if;
  -- Whoever publishes one at this moment holds it, and is seen below: each statement looks anew.
  perform from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
  order by gi.id
  for update;
  return query
  with gone as (
    update public.generation_images gi
    set deleted_at = clock_timestamp()
    where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
      and not exists (
        select from public.feed_posts p
        where (p.image_id = gi.id or p.more_images @> app.marked_image(gi.id)) and p.status <> 'deleted')
    returning gi.id
  )
  select gone.id, 'deleted' from gone
  union all
  select gi.id, 'published' from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
    and exists (
      select from public.feed_posts p
      where (p.image_id = gi.id or p.more_images @> app.marked_image(gi.id)) and p.status <> 'deleted');
end
$$;
comment on function public.delete_my_images(uuid[]) is
  'Throws one''s own pictures away, to be brought back within a day. One that is published stays (published): its publication would lose it. Others'' are passed over in silence.';

create function public.restore_my_images(ids uuid[]) returns setof uuid
language sql security definer
set search_path = ''
as $$
  update public.generation_images gi set deleted_at = null
  where gi.id = any (restore_my_images.ids) and gi.user_id = auth.uid()
    and gi.deleted_at > clock_timestamp() - interval '1 day'
  returning gi.id
$$;
comment on function public.restore_my_images(uuid[]) is 'Brings back what one threw away within the last day.';

create function public.thrown_away_images(p_limit int) returns table (id uuid, bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
  select gi.id, gi.bucket, gi.path from public.generation_images gi
  where gi.deleted_at < clock_timestamp() - interval '25 hours'
  order by gi.deleted_at
  limit p_limit
$$;
comment on function public.thrown_away_images(int) is
  'Pictures that nobody can bring back any more, for the sweep that removes their files; an hour after the last moment to restore.';

create function public.forget_images(p_ids uuid[]) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (
    delete from public.generation_images gi
    where gi.id = any (p_ids) and gi.deleted_at < clock_timestamp() - interval '25 hours'
    returning gi.id)
  select count(*)::int from gone
$$;
comment on function public.forget_images(uuid[]) is 'Takes the rows of thrown away pictures, once their files are gone.';

revoke execute on function
  public.delete_my_images(uuid[]), public.restore_my_images(uuid[]), public.thrown_away_images(int),
  public.forget_images(uuid[]) from public, anon, authenticated;
grant execute on function public.delete_my_images(uuid[]), public.restore_my_images(uuid[]) to authenticated;
