-- Walkers know the order of a list and nothing of rights; what may be seen is decided once, by the policies of
-- feed_posts, when the publications of a page are read.

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
    when 'challenge_new' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_challenge(p_subject::uuid, false, p_mark, p_most) w;
    when 'challenge_likes' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_challenge(p_subject::uuid, true, p_mark, p_most) w;
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

revoke execute on function
  app.walk_latest(text, int), app.walk_tag(text, text, int), app.walk_saved(text, int),
  app.walk_liked(text, int), app.walk_following(text, int), app.walk_trending(text, int),
  app.walk_for_you(text, int), app.walk_collection(uuid, text, int), app.walk(text, text, text, int),
  app.mark_in(text, text, text) from public;
grant execute on function app.walk(text, text, text, int), app.mark_in(text, text, text) to anon, authenticated;
