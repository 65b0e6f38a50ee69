-- The newest publications are what most people open first, over and over. Their page is one statement, without a walker, a
-- cursor of PL/pgSQL or a second function around it: half of what a page cost went into calls and copies of rows.
create or replace function public.feed_page(tab text, cursor text default null, page_size int default 20, tag text default null)
returns setof public.feed_entries
language plpgsql rows 20
set search_path = ''
-- As in app.list_page: no list depends on whose it is in how it is best read.
set plan_cache_mode = force_generic_plan
as $$
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
      p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank
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
$$;

-- Whoever is blocked both ways stands there twice, which costs less than looking for them.
create or replace function app.hidden_people() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(
    select b.blocked_id from public.blocks b where b.blocker_id = me
    union all
    select b.blocker_id from public.blocks b where b.blocked_id = me);
end
$$;

-- One statement instead of six: every seventh entry is a remix.
create or replace function app.creator_of_seen(post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts p
    join public.profiles c on c.id = p.creator_id
    where p.id = creator_of_seen.post
      and (p.creator_id = me and p.status <> 'deleted'
        or (p.audience = 'public' or p.audience = 'followers' and exists (
            select from public.follows f where f.follower_id = me and f.followee_id = p.creator_id and f.state = 'active'))
          and p.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = me), 1)
          and not exists (select from public.blocks b where b.blocker_id = p.creator_id and b.blocked_id = me)
          and not exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = p.creator_id)));
end
$$;
