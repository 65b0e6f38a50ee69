-- The lists of publications, page by page. Walkers know the order of a list and nothing of rights; what may be seen is
-- decided once, by the policies of feed_posts, when the publications of a page are read.
create view public.feed_entries with (security_invoker = on) as
  -- New columns of feed_posts come after: `create or replace view` with this same text takes them up.
  select null::jsonb as reasons, null::text as cursor, p.* from public.feed_posts p;
comment on view public.feed_entries is
  'A publication as an entry of a list: why it is there, and the cursor of the page after it (null at the end of the list).';

-- Most remix nothing, and for those no query is worth its beginning.
create or replace function public.remixed_creator(post public.feed_posts) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if post.remix_of is null then
    return null;
  end if;
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts source
    join public.profiles c on c.id = source.creator_id
    where source.id = post.remix_of);
end
$$;

create function public.remixed_creator(entry public.feed_entries) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if entry.remix_of is null then
    return null;
  end if;
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts source
    join public.profiles c on c.id = source.creator_id
    where source.id = entry.remix_of);
end
$$;
comment on function public.remixed_creator(public.feed_entries) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

create function app.refuse_cursor() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
end
$$;

-- A mark is the place of an entry in its list; a cursor is a mark with the list that it belongs to. Without a search path
-- of their own both forms are inlined, and nothing in them depends on one.
create function app.time_mark(at timestamptz, id uuid) returns text
language sql stable parallel safe
as $$ select (extract(epoch from at) * 1000000)::bigint || '.' || id $$;

create function app.read_time_mark(p_mark text, out at timestamptz, out id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,16})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  if p_mark is null then
    at := 'infinity';
    id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  if parts is null then
    perform app.refuse_cursor();
  end if;
  at := timestamptz 'epoch' + parts[1]::bigint * interval '1 microsecond';
  id := parts[2]::uuid;
end
$$;

create function app.read_rank_mark(p_mark text, out window_h int, out at timestamptz, out rank int)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,3})\.(\d{1,16})\.(\d{1,5})$');
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  window_h := parts[1]::int;
  at := timestamptz 'epoch' + parts[2]::bigint * interval '1 microsecond';
  rank := coalesce(parts[3]::int, 0);
end
$$;

create function app.rank_mark(window_h int, at timestamptz, rank int) returns text
language sql stable parallel safe
as $$ select window_h || '.' || (extract(epoch from at) * 1000000)::bigint || '.' || rank $$;

create function app.walk_latest(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  -- In all walkers: the inner limit is a literal, so that the plan knows how little is wanted; the outer one stops it.
  return query
  select newest.id, app.time_mark(newest.created_at, newest.id), null::jsonb
  from (
    select p.id, p.created_at from public.feed_posts p
    where p.audience = 'public' and (p.created_at, p.id) < (start.at, start.id)
    order by p.created_at desc, p.id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_tag(p_tag text, p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
  known public.hashtags;
begin
  select h.* into known from public.hashtags h where h.tag = p_tag and not h.blocked;
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id),
    jsonb_build_array(jsonb_build_object('kind', 'tag', 'tag', known.display))
  from (
    select ph.post_id, ph.created_at from public.post_hashtags ph
    where ph.tag = known.tag and (ph.created_at, ph.post_id) < (start.at, start.id)
    order by ph.created_at desc, ph.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_saved(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id), null::jsonb
  from (
    select s.post_id, s.created_at from public.post_saves s
    where s.user_id = auth.uid() and (s.created_at, s.post_id) < (start.at, start.id)
    order by s.created_at desc, s.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_liked(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id), null::jsonb
  from (
    select l.post_id, l.created_at from public.post_likes l
    where l.user_id = auth.uid() and l.created_at <= start.at and (l.created_at, l.post_id) < (start.at, start.id)
    order by l.created_at desc, l.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_following(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  with heads as materialized (
    select followee.id as creator_id, head.created_at, head.id
    from unnest(app.my_followees()) as followee (id)
    cross join lateral (
      select p.created_at, p.id from public.feed_posts p
      where p.creator_id = followee.id and p.audience in ('public', 'followers')
        and (p.created_at, p.id) < (start.at, start.id)
      order by p.created_at desc, p.id desc limit 1) as head
  ), floor as materialized (
    -- Where so many people have one, nothing older can come onto the page: of most people their head is all that is read.
    select h.created_at, h.id from heads h order by h.created_at desc, h.id desc offset p_most - 1 limit 1
  )
  select newest.id, app.time_mark(newest.created_at, newest.id),
    jsonb_build_array(jsonb_build_object('kind', 'follows', 'username', author.username))
  from (
    select p.id, p.created_at, p.creator_id
    from heads h
    cross join lateral (
      select own.id, own.created_at, own.creator_id from public.feed_posts own
      where own.creator_id = h.creator_id and own.audience in ('public', 'followers')
        and (own.created_at, own.id) <= (h.created_at, h.id)
        and (own.created_at, own.id) >= (
          coalesce((select f.created_at from floor f), '-infinity'),
          coalesce((select f.id from floor f), '00000000-0000-0000-0000-000000000000'))
      order by own.created_at desc, own.id desc limit 101) as p
    order by p.created_at desc, p.id desc limit 101) as newest
  join public.profiles author on author.id = newest.creator_id
  order by newest.created_at desc, newest.id desc
  limit p_most;
end
$$;
comment on function app.walk_following(text, int) is
  'Fan-out on read: the publications of the people one follows, newest first, from the head of each one''s own list.';

create function app.walk_trending(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_rank_mark(p_mark);
begin
  if start.at is null then
    -- The shortest window that fills a page.
    select w.window_h, s.snapshot_at into start.window_h, start.at
    from (values (24), (168), (720)) as w (window_h), app.newest_snapshot(w.window_h) as s (snapshot_at)
    where w.window_h = 720 or exists (
      select from public.trending t
      where t.window_h = w.window_h and t.kind = 'post' and t.snapshot_at = s.snapshot_at and t.rank = 20)
    order by w.window_h
    limit 1;
  elsif not exists (
    select from public.trending t
    where t.window_h = start.window_h and t.kind = 'post' and t.snapshot_at = start.at and t.rank = 1) then
    -- Whoever comes back after hours goes on in the newest one.
    start.at := app.newest_snapshot(start.window_h);
  end if;
  return query
  select t.target::uuid, app.rank_mark(t.window_h, t.snapshot_at, t.rank),
    jsonb_build_array(jsonb_build_object(
      'kind', 'trending', 'hours', greatest(extract(epoch from now() - t.since)::int / 3600, 1)))
  from public.trending t
  where t.window_h = start.window_h and t.kind = 'post' and t.snapshot_at = start.at and t.rank > start.rank
  order by t.rank
  limit p_most;
end
$$;

create function app.walk_for_you(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_rank_mark(p_mark);
  list app.for_you_lists := app.for_you_list(start.at);
  -- Unpacked once, not for each entry.
  whys constant jsonb := list.reasons || '[]';
begin
  return query
  select chosen.id, app.rank_mark(0, list.made_at, (start.rank + chosen.place)::int), whys -> (start.rank + chosen.place - 1)::int
  from unnest(list.post_ids[start.rank + 1 : start.rank + p_most]) with ordinality as chosen (id, place)
  order by chosen.place;
end
$$;

create function app.walk_collection(p_collection uuid, p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(-?\d{1,9})\.(.+)$');
  start record;
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  start := app.read_time_mark(parts[2]);
  return query
  select held.post_id, held.position || '.' || app.time_mark(held.added_at, held.post_id), null::jsonb
  from (
    select i.post_id, i.position, i.added_at from public.collection_items i
    where i.collection_id = (select c.id from app.collection_by_id(p_collection) c)
      and i.position >= coalesce(parts[1]::int, -2147483648)
      and (p_mark is null or i.position > parts[1]::int or (i.added_at, i.post_id) < (start.at, start.id))
    order by i.position, i.added_at desc, i.post_id desc limit 101) as held
  limit p_most;
end
$$;

create function app.walk(p_list text, p_subject text, p_mark text, p_most int)
returns table (post_id uuid, mark text, why jsonb, is_hidden boolean)
language plpgsql security definer rows 20
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  case p_list
    when 'latest' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_latest(p_mark, p_most) w;
    when 'tag' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_tag(p_subject, p_mark, p_most) w;
    when 'following' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_following(p_mark, p_most) w;
    when 'trending' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_trending(p_mark, p_most) w;
    when 'for_you' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_for_you(p_mark, p_most) w;
    when 'saved' then return query select w.*, false from app.walk_saved(p_mark, p_most) w;
    when 'liked' then return query select w.*, false from app.walk_liked(p_mark, p_most) w;
    when 'collection' then return query select w.*, false from app.walk_collection(p_subject::uuid, p_mark, p_most) w;
  end case;
end
$$;
comment on function app.walk(text, text, text, int) is
  'The next ids of a list, each with its mark, the reasons and whether who asks has hidden it. Ids alone: whether they may be seen is not asked here.';

create function app.mark_in(p_cursor text, p_list text, p_subject text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
begin
  if p_cursor is null then
    return null;
  end if;
  if not starts_with(p_cursor, head) then
    perform app.refuse_cursor();
  end if;
  return substr(p_cursor, char_length(head) + 1);
end
$$;

create function app.list_page(p_list text, p_subject text, p_cursor text, p_size int) returns setof public.feed_entries
language plpgsql
set search_path = ''
as $$
declare
  size constant int := least(greatest(coalesce(p_size, 20), 1), 100);
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
  -- What one keeps oneself is shown whatever one has muted.
  is_filtered constant boolean := auth.uid() is not null and p_list not in ('saved', 'liked', 'collection');
  people constant uuid[] := case when is_filtered then app.muted_people('feed') else '{}' end;
  words constant text[] := case when is_filtered then app.muted_words('feed') else '{}' end;
  tags constant text[] := case when is_filtered then app.muted_tags('feed') else '{}' end;
  mark text := app.mark_in(p_cursor, p_list, p_subject);
  -- A few more than the page, for those that are left out.
  most int := size + case when is_filtered then 5 else 1 end;
  step record;
  walked int;
  -- Held back until it is known whether anything comes after it.
  held public.feed_entries;
  found_so_far int := 0;
begin
  -- Whoever has muted nearly everything waits for a thousand, not for all that there is.
  for round in 1..12 loop
    walked := 0;
    for step in
      select w.mark, w.why, e as entry,
        e.id is not null and not w.is_hidden and e.creator_id <> all (people)
          and (tags = '{}' or not string_to_array(app.fold(e.hashtags), ',') && tags)
          and (words = '{}' or not exists (
            select
            from (
              -- As app.fold does, once whatever the number of words, and without a call for each entry.
              select lower(extensions.unaccent('extensions.unaccent',
                concat_ws(' ', e.prompt, e.title, e.description, e.hashtags, e.alt_text)) collate "und-x-icu") as text offset 0
            ) as said, unnest(words) as word
            where strpos(said.text, word) > 0)) as is_shown
      from app.walk(p_list, p_subject, mark, most) with ordinality as w (post_id, mark, why, is_hidden, place)
      left join public.feed_entries e on e.id = w.post_id
      order by w.place
    loop
      walked := walked + 1;
      mark := step.mark;
      continue when not coalesce(step.is_shown, false);
      if found_so_far > 0 then
        return next held;
      end if;
      if found_so_far = size then
        return;
      end if;
      held := step.entry;
      held.reasons := coalesce(step.why, '[]');
      held.cursor := head || step.mark;
      found_so_far := found_so_far + 1;
    end loop;
    exit when walked < most;
    most := least(2 * most, 100);
  end loop;
  if found_so_far > 0 then
    held.cursor := case when walked >= most then head || mark end;
    return next held;
  end if;
end
$$;
comment on function app.list_page(text, text, text, int) is
  'One page of a list as who asks may see it, without what they have hidden and muted. PT400 cursor_invalid for a cursor of another list.';

-- A plan that was made under the policies of one role is made anew for the other, and a connection serves visitors and
-- members in turn: each has its own copy of the function, whose plans stay.
do $$
begin
  execute replace(pg_get_functiondef('app.list_page(text, text, text, int)'::regprocedure), 'app.list_page', 'app.visitors_page');
end
$$;

create function public.feed_page(tab text, cursor text default null, page_size int default 20, tag text default null)
returns setof public.feed_entries
language plpgsql rows 20
set search_path = ''
as $$
declare
  subject constant text := case when feed_page.tab = 'tag' then app.tag_key(coalesce(feed_page.tag, '')) end;
begin
  if coalesce(feed_page.tab, '') not in ('latest', 'trending', 'tag', 'for_you', 'following', 'saved', 'liked') then
    raise exception 'There is no such list' using errcode = 'PT400', hint = 'tab_unknown';
  end if;
  if feed_page.tab not in ('latest', 'trending', 'tag') and auth.uid() is null then
    raise exception 'Only who is signed in has this list' using errcode = 'PT401', hint = 'sign_in_first';
  end if;
  if auth.uid() is null then
    return query select e.* from app.visitors_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  else
    return query select e.* from app.list_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  end if;
end
$$;
comment on function public.feed_page(text, text, int, text) is
  'A page of latest (exactly newest first), trending, tag, for_you, following, saved or liked. Each entry tells its reasons and the cursor of the page after it; the last entry of the list has none. for_you may have to be put together first, so it is called by POST. PT400 tab_unknown, cursor_invalid; PT401 sign_in_first.';

create function public.collection_page(collection_id uuid, cursor text default null, page_size int default 20)
returns setof public.feed_entries
language sql rows 20
set search_path = ''
as $$
  select e.* from app.list_page(
    'collection', collection_page.collection_id::text, collection_page.cursor, collection_page.page_size) e
$$;
comment on function public.collection_page(uuid, text, int) is
  'A page of a collection that one may see (one''s own, public, or unlisted by its id), of the publications that one may see.';

revoke execute on function
  public.remixed_creator(public.feed_entries), app.refuse_cursor(), app.time_mark(timestamptz, uuid), app.read_time_mark(text),
  app.rank_mark(int, timestamptz, int), app.read_rank_mark(text), app.walk_latest(text, int), app.walk_tag(text, text, int),
  app.walk_saved(text, int), app.walk_liked(text, int), app.walk_following(text, int), app.walk_trending(text, int),
  app.walk_for_you(text, int), app.walk_collection(uuid, text, int), app.walk(text, text, text, int),
  app.mark_in(text, text, text), app.list_page(text, text, text, int),
  app.visitors_page(text, text, text, int), public.feed_page(text, text, int, text), public.collection_page(uuid, text, int)
from public, anon, authenticated;
grant execute on function
  public.remixed_creator(public.feed_entries), app.refuse_cursor(), app.walk(text, text, text, int), app.mark_in(text, text, text),
  app.list_page(text, text, text, int), app.visitors_page(text, text, text, int), public.feed_page(text, text, int, text),
  public.collection_page(uuid, text, int)
to anon, authenticated;

revoke all on public.feed_entries from anon, authenticated;
grant select on public.feed_entries to anon, authenticated;
