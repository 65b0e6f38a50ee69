set local check_function_bodies = off;

alter table public.feed_posts
  add column more_images jsonb not null default '[]'
  constraint feed_posts_more_images_check
    check (jsonb_typeof(more_images) = 'array' and jsonb_array_length(more_images) <= 9);
create index feed_posts_of_more_images on public.feed_posts using gin (more_images jsonb_path_ops);

CREATE OR REPLACE FUNCTION app.block_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.blocked_files (action_id, etag, size)
  select new.id, file.metadata ->> 'eTag', (file.metadata ->> 'size')::bigint
  from public.feed_posts p
  join public.generation_images gi on gi.id = any (app.shown_images(p))
  join storage.objects file on file.bucket_id = gi.bucket and file.name = gi.path
  where p.id = new.target_id and file.metadata ->> 'eTag' is not null and file.metadata ->> 'size' is not null
  on conflict do nothing;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.fill_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image public.generation_images;
  maker text;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  image := app.own_creation(new.creator_id, new.image_url);
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode, g.engine into new.mode, maker from public.generations g where g.id = image.generation_id;
  new.metadata := new.metadata || jsonb_build_object('engine', maker);
  if tg_op = 'INSERT' and new.more_images <> '[]' then
    if jsonb_typeof(new.more_images) <> 'array' or jsonb_array_length(new.more_images) > 9 then
      raise exception 'A publication shows ten pictures at most' using errcode = 'PT400', hint = 'too_many_images';
    end if;
    new.more_images := app.filled_images(new.creator_id, new.more_images);
    if (select count(distinct shown.id) < count(*) from unnest(app.shown_images(new)) as shown (id)) then
      raise exception 'A publication shows each picture once' using errcode = 'PT400', hint = 'image_twice';
    end if;
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.has_hidden_reference(p_generation uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.generation_references r
    where r.generation_id = p_generation and not case r.bucket
      when 'generated-images' then exists (
        select from public.generation_images gi
        where gi.bucket = r.bucket and gi.path = r.path and (gi.user_id = p_user or exists (
          select from public.feed_posts p
          where (p.image_id = gi.id or p.more_images @> app.marked_image(gi.id)) and app.sees_post(p_user, p.id, false))))
      else split_part(r.path, '/', 1) = p_user::text
    end)
$function$;
CREATE OR REPLACE FUNCTION app.moderated(target_type text, target_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case target_type
    when 'post' then (
      select jsonb_build_object('text', p.prompt, 'description', p.description, 'image_url', p.image_url, 'width', p.width,
        'height', p.height, 'thumbhash', p.thumbhash, 'more_images', p.more_images, 'rating', p.rating, 'status', p.status, 'visibility', p.visibility)
      from public.feed_posts p where p.id = target_id)
    when 'comment' then (
      select jsonb_build_object('text', c.body, 'post_id', c.post_id, 'status', case when c.removed_at is null then 'published' else 'removed' end)
      from public.post_comments c where c.id = target_id)
    when 'user' then (
      select jsonb_build_object('text', p.bio, 'image_url', p.avatar_url, 'status', p.status)
      from public.profiles p where p.id = target_id)
    when 'generation' then (
      select jsonb_build_object('text', g.prompt, 'status', g.status, 'rule', g.blocked_rule, 'terms', g.blocked_terms)
      from public.generations g where g.id = target_id)
  end
$function$;
CREATE OR REPLACE FUNCTION app.move_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown uuid;
  image public.generation_images;
begin
  if app.reach_of(new.audience) >= app.reach_of(old.audience) then
    return null;
  end if;
  foreach shown in array app.shown_images(new) loop
    -- Shared, so that an address that is being changed at this moment is the new one here.
    select gi.* into image from public.generation_images gi where gi.id = shown for share;
    continue when image.id is null or exists (
      select from public.feed_posts p
      where (p.image_id = image.id or p.more_images @> app.marked_image(image.id)) and p.id <> new.id
        and app.reach_of(p.audience) >= app.reach_of(old.audience));
    insert into app.picture_moves (image_id, bucket, old_path, new_path)
    values (image.id, image.bucket, image.path,
      regexp_replace(image.path, '[^/]*$', '') || gen_random_uuid() || coalesce(substring(image.path from '\.[a-z]+$'), ''))
    on conflict do nothing;
  end loop;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.refuse_blocked_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown constant uuid[] := app.shown_images(new);
begin
  if exists (
    select from public.feed_posts p
    join public.moderation_actions a
      on a.target_type = 'post' and a.target_id = p.id and a.action = 'remove' and a.ended_at is null
    join unnest(shown) as image (id) on p.image_id = image.id or p.more_images @> app.marked_image(image.id)
    where p.id <> new.id)
    or (select bool_or(app.is_blocked_file(gi.bucket, gi.path)) from public.generation_images gi where gi.id = any (shown)) then
    raise exception 'This picture was removed' using errcode = 'PT403', hint = 'picture_removed';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.settle_sources(p_generation uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  named constant uuid := (select g.parent_post_id from public.generations g where g.id = p_generation);
  referenced uuid;
begin
  if app.has_hidden_reference(p_generation, p_user) then
    raise exception 'There is no such picture' using errcode = 'PT404', hint = 'reference_not_found';
  end if;
  if named is not null and not app.may_remix(p_user, named) and not app.sees_post(p_user, named, false) then
    raise exception 'There is no such publication to remix' using errcode = 'PT404', hint = 'remix_source_gone';
  end if;
  if named is not null and not app.may_remix(p_user, named)
    or exists (select from app.sources_among_references(p_generation, p_user) s where not s.is_allowed) then
    raise exception 'The author does not allow this image to be remixed' using errcode = 'PT403', hint = 'remix_not_allowed';
  end if;
  referenced := app.source_among_references(p_generation, p_user);
  update public.generations g set parent_post_id = referenced
  where g.id = p_generation and referenced is not null and referenced is distinct from named
    and not exists (
      select from public.feed_posts n, public.feed_posts r
      where n.id = named and r.id = referenced and app.shown_images(n) && app.shown_images(r));
end
$function$;
CREATE OR REPLACE FUNCTION app.source_among_references(p_generation uuid, p_user uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.post_id
  from app.sources_among_references(p_generation, p_user) s
  where s.post_id is not null and s.is_allowed
  order by s.image_id = any ((
    select app.shown_images(p)
    from public.generations g join public.feed_posts p on p.id = g.parent_post_id
    where g.id = p_generation)::uuid[]) desc nulls last, s.place, s.post_id
  limit 1
$function$;
CREATE OR REPLACE FUNCTION app.sources_among_references(p_generation uuid, p_user uuid)
 RETURNS TABLE(place smallint, image_id uuid, post_id uuid, is_allowed boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select f.place, f.image_id,
    (array_agg(p.id order by p.remix_allowed desc, p.id) filter (where shown.is_seen))[1], bool_or(p.remix_allowed)
  from app.foreign_references(p_generation, p_user) f
  join public.feed_posts p on p.image_id = f.image_id or p.more_images @> app.marked_image(f.image_id)
  cross join lateral (select app.sees_post(p_user, p.id, false) as is_seen) as shown
  where shown.is_seen or f.is_copy and p.audience in ('public', 'followers', 'unlisted')
  group by f.place, f.image_id
$function$;
CREATE OR REPLACE FUNCTION app.trace_lineage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parent app.post_lineage;
begin
  select l.* into parent
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  join app.post_lineage l on l.post_id = g.parent_post_id
  where gi.id = any (app.shown_images(new))
  order by array_position(app.shown_images(new), gi.id)
  limit 1;
  new.remix_of := parent.post_id;
  new.root_id := coalesce(parent.root_id, new.id);
  new.depth := coalesce(parent.depth + 1, 0);
  new.remixes_count := 0;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION public.delete_my_images(ids uuid[])
 RETURNS TABLE(id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.feed_page(tab text, cursor text DEFAULT NULL::text, page_size integer DEFAULT 20, tag text DEFAULT NULL::text)
 RETURNS SETOF public.feed_entries
 LANGUAGE plpgsql
 ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  me constant uuid := auth.uid();
  size constant int := least(greatest(coalesce(feed_page.page_size, 20), 1), 100);
  subject text;
  from_at timestamptz := 'infinity';
  from_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  people uuid[];
  words text[];
  tags text[];
begin
  if me is not null and feed_page.tab = 'latest' then
    if feed_page.cursor is not null then
      select mark.at, mark.id into from_at, from_id
      from app.read_time_mark(app.mark_in(feed_page.cursor, 'latest', null)) as mark;
    end if;
    select coalesce(array_agg(m.target::uuid) filter (where m.kind = 'user'), '{}'),
      coalesce(array_agg(app.fold(m.target)) filter (where m.kind = 'word'), '{}'),
      coalesce(array_agg(m.target) filter (where m.kind = 'hashtag'), '{}')
    into people, words, tags
    from public.mutes m
    where m.user_id = me and 'feed' = any (m.scope) and (m.expires_at is null or m.expires_at > now());
    return query
    select '[]'::jsonb,
      case when lead(true) over (order by p.created_at desc, p.id desc) then 'latest.' || app.time_mark(p.created_at, p.id)
      else (
        -- The thousandth, where so many were walked: whoever has muted nearly everything goes on from there.
        select 'latest.' || app.time_mark(last.created_at, last.id) from public.feed_posts last
        where last.audience = 'public' and (last.created_at, last.id) < (from_at, from_id)
        order by last.created_at desc, last.id desc offset 999 limit 1)
      end,
      -- The columns of feed_entries, as they stand there.
      p.id, p.creator_id, p.prompt, p.title, p.description, p.hashtags, p.image_url, p.likes_count, p.comments_count,
      p.created_at, p.visibility, p.metadata, p.mode, p.width, p.height, p.thumbhash, p.alt_text, p.prompt_visible,
      p.remix_allowed, p.image_id, p.remix_of, p.root_id, p.depth, p.remixes_count, p.status, p.rating, p.deleted_at,
      p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank, p.more_images
    from (
      -- Read as they come, until the page is full: both limits are behind the index.
      select near.* from public.feed_posts near
      where near.audience = 'public' and (near.created_at, near.id) < (from_at, from_id)
      order by near.created_at desc, near.id desc limit 1000) as p
    where p.creator_id <> all (people)
      and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
      and (tags = '{}' or not string_to_array(app.fold(p.hashtags), ',') && tags)
      and (words = '{}' or not exists (
        select
        from (
          -- As app.fold does, once whatever the number of words, and without a call for each entry.
          select lower(extensions.unaccent('extensions.unaccent',
            concat_ws(' ', p.prompt, p.title, p.description, p.hashtags, p.alt_text)) collate "und-x-icu") as text offset 0
        ) as said, unnest(words) as word
        where strpos(said.text, word) > 0))
    order by p.created_at desc, p.id desc
    limit size;
    return;
  end if;
  if coalesce(feed_page.tab, '') not in ('latest', 'trending', 'tag', 'for_you', 'following', 'saved', 'liked') then
    raise exception 'There is no such list' using errcode = 'PT400', hint = 'tab_unknown';
  end if;
  if me is null and feed_page.tab not in ('latest', 'trending', 'tag') then
    raise exception 'Only who is signed in has this list' using errcode = 'PT401', hint = 'sign_in_first';
  end if;
  if feed_page.tab = 'tag' then
    subject := app.tag_key(coalesce(feed_page.tag, ''));
  end if;
  if me is null then
    return query select e.* from app.visitors_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  else
    return query select e.* from app.list_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.my_images(search text DEFAULT NULL::text, mode text DEFAULT NULL::text, format text DEFAULT NULL::text, engine text DEFAULT NULL::text, made_from timestamp with time zone DEFAULT NULL::timestamp with time zone, made_before timestamp with time zone DEFAULT NULL::timestamp with time zone, is_published boolean DEFAULT NULL::boolean, min_stars integer DEFAULT NULL::integer, before uuid DEFAULT NULL::uuid, page_size integer DEFAULT 60, folder uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, generation_id uuid, url text, width integer, height integer, thumbhash text, seed bigint, stars smallint, created_at timestamp with time zone, prompt text, mode text, engine text, post_id uuid, folder_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.picture_moved(p_move uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  move app.picture_moves;
  before public.generation_images;
  new_url text;
begin
  select m.* into move from app.picture_moves m where m.id = p_move and m.moved_at is null for update;
  if move.id is null then
    return;
  end if;
  select gi.* into before from public.generation_images gi where gi.id = move.image_id for update;
  new_url := replace(before.url, move.old_path, move.new_path);
  update public.generation_images gi set path = move.new_path, url = new_url where gi.id = before.id;
  -- What its owner threw away is shown nowhere, and nothing may be published with it.
  if before.deleted_at is null then
    update public.feed_posts p set image_url = new_url where p.image_id = before.id;
    update public.feed_posts p
    set more_images = (
      select jsonb_agg(
        case when image.value ->> 'id' = before.id::text then image.value || jsonb_build_object('url', new_url)
        else image.value end order by image.place)
      from jsonb_array_elements(p.more_images) with ordinality as image (value, place))
    where p.more_images @> app.marked_image(before.id);
  end if;
  -- Where its owner uses it; others used what they may no longer see.
  update public.workflows w set cover_url = new_url
  where w.owner_id = before.user_id and w.cover_url = before.url;
  update public.generation_references r set path = move.new_path
  from public.generations g
  where r.bucket = move.bucket and r.path = move.old_path and g.id = r.generation_id and g.user_id = before.user_id;
  update app.picture_moves m set moved_at = clock_timestamp() where m.id = move.id;
end
$function$;
CREATE OR REPLACE FUNCTION app.filled_images(p_person uuid, p_given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given jsonb;
  image public.generation_images;
  filled jsonb := '[]';
begin
  for given in select value from jsonb_array_elements(p_given) loop
    image := app.own_creation(p_person, given ->> 'url');
    filled := filled || jsonb_build_object(
      'id', image.id, 'url', image.url, 'width', image.width, 'height', image.height, 'thumbhash', image.thumbhash,
      'alt', nullif(left(app.clean_text(given ->> 'alt'), 1000), ''));
  end loop;
  return filled;
end
$function$;
CREATE OR REPLACE FUNCTION app.marked_image(image uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select jsonb_build_array(jsonb_build_object('id', image)) $function$;
CREATE OR REPLACE FUNCTION app.own_creation(p_person uuid, p_url text)
 RETURNS public.generation_images
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  location constant text[] := regexp_match(p_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  image public.generation_images;
begin
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = p_person and gi.deleted_at is null
  order by gi.id desc
  limit 1
  for share;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  return image;
end
$function$;
CREATE OR REPLACE FUNCTION app.shown_images(post public.feed_posts)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_remove(post.image_id || array(
    select (image.value ->> 'id')::uuid
    from jsonb_array_elements(post.more_images) with ordinality as image (value, place) order by image.place), null)
$function$;

create or replace view public.feed_entries with (security_invoker=on) as
 SELECT NULL::jsonb AS reasons,
    NULL::text AS cursor,
    id,
    creator_id,
    prompt,
    title,
    description,
    hashtags,
    image_url,
    likes_count,
    comments_count,
    created_at,
    visibility,
    metadata,
    mode,
    width,
    height,
    thumbhash,
    alt_text,
    prompt_visible,
    remix_allowed,
    image_id,
    remix_of,
    root_id,
    depth,
    remixes_count,
    status,
    rating,
    deleted_at,
    audience,
    saves_count,
    comments_policy,
    license,
    lang,
    edited_at,
    pinned_rank,
    more_images
   FROM public.feed_posts p;

revoke all on function app.filled_images(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function app.marked_image(uuid) from public, anon, authenticated, service_role;
grant execute on function app.marked_image(uuid) to public;
revoke all on function app.own_creation(uuid,text) from public, anon, authenticated, service_role;
revoke all on function app.shown_images(public.feed_posts) from public, anon, authenticated, service_role;
revoke all on table public.feed_posts from authenticated;
grant select on table public.feed_posts to authenticated;
grant insert (alt_text, comments_policy, creator_id, description, hashtags, id, image_url, lang, license, metadata, more_images, prompt, prompt_visible, rating, remix_allowed, title, visibility) on table public.feed_posts to authenticated;
grant update (alt_text, comments_policy, description, hashtags, lang, license, prompt_visible, rating, remix_allowed, title, visibility) on table public.feed_posts to authenticated;

comment on function app.block_picture() is 'Remembers the files of a publication that the staff removes.';
comment on function app.fill_post() is 'Normalises the hashtags and takes address, size, thumbhash, mode and the code of its engine from the creation itself: a picture of somebody else cannot be published (23514, hint image_not_own), nor one''s own under another host. PT400 too_many_images beyond ten, image_twice.';
comment on function app.move_picture() is 'Has its pictures moved when fewer may see its publication than before, unless another one shows them to as many.';
comment on function app.trace_lineage() is 'What a publication remixes is what its picture, or the first of its pictures that is a remix, was ordered as a remix of: it can be neither claimed nor left out afterwards.';
comment on column public.feed_posts.more_images is 'The pictures after the first, nine at most, in order: {id, url, width, height, thumbhash, alt}. Given as {url, alt}, the rest is taken from the creations.';
comment on function app.marked_image(uuid) is 'What more_images contains (@>) where a publication shows this picture after its first.';
comment on function app.own_creation(uuid,text) is 'The creation of this person that lies at an address, whatever host is given: 23514, hint image_not_own, where there is none.';
comment on function app.shown_images(public.feed_posts) is 'The pictures that a publication shows, in its order.';
