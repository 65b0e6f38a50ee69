-- The lists of publications, page by page.

-- What a list holds of each publication, but not what its author and the staff each made of the rating: a list shows what
-- came of both.
create view public.feed_entries with (security_invoker = on) as
  select
    null::jsonb as reasons, null::text as cursor,
    p.id, p.creator_id, p.prompt, p.title, p.description, p.hashtags, p.image_url, p.likes_count, p.comments_count,
    p.created_at, p.visibility, p.metadata, p.mode, p.width, p.height, p.thumbhash, p.alt_text, p.prompt_visible,
    p.remix_allowed, p.image_id, p.remix_of, p.root_id, p.depth, p.remixes_count, p.status, p.rating, p.deleted_at,
    p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank, p.more_images, p.read_lang
  from public.feed_posts p;
comment on view public.feed_entries is
  'A publication as an entry of a list: why it is there, and the cursor of the page after it (null at the end of the list).';
revoke all on public.feed_entries from anon, authenticated;
grant select on public.feed_entries to anon, authenticated;

create function public.remixed_creator(entry public.feed_entries) returns jsonb
language sql stable
as $$ select case when entry.remix_of is not null then app.creator_of_seen(entry.remix_of) end $$;
comment on function public.remixed_creator(public.feed_entries) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

revoke execute on function public.remixed_creator(public.feed_entries) from public, anon, authenticated;
grant execute on function public.remixed_creator(public.feed_entries) to anon, authenticated;

-- A page of a hundred of which one is left out is not the end of its list: no more is asked of a walker than it gives.
create function app.list_page(p_list text, p_subject text, p_cursor text, p_size int) returns setof public.feed_entries
language plpgsql
set search_path = ''
-- No list depends on whose it is in how it is best read; a plan for each reader costs more than its page.
set plan_cache_mode = force_generic_plan
as $$
declare
  me constant uuid := auth.uid();
  size constant int := least(greatest(coalesce(p_size, 20), 1), 100);
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
  -- What one keeps oneself is shown whatever one has muted.
  is_filtered constant boolean := auth.uid() is not null and p_list not in ('saved', 'liked', 'collection');
  people uuid[] := '{}';
  words text[] := '{}';
  tags text[] := '{}';
  -- Whom one follows one reads in any language.
  languages constant text[] := case when is_filtered and p_list <> 'following' then app.my_languages() else '{}' end;
  mark text := app.mark_in(p_cursor, p_list, p_subject);
  -- A few more than the page, for those that are left out: a second round costs as much as thirty entries. Walkers give
  -- 101 at most, and fewer than they were asked for where their list ends.
  most int := least(size + case when is_filtered then 4 + size / 5 else 1 end, 101);
  start record;
  steps refcursor;
  step record;
  walked int;
  shown int;
  -- Held back until it is known whether anything comes after it.
  held public.feed_entries;
  found_so_far int := 0;
begin
  if is_filtered then
    select m.people, m.words, m.tags into people, words, tags from app.my_mutes('feed') m;
  end if;
  -- Whoever has muted nearly everything waits for a thousand, not for all that there is.
  for round in 1..10 loop
    walked := 0;
    shown := found_so_far;
    if p_list = 'latest' and is_filtered then
      start := app.read_time_mark(mark);
      -- Its order is that of an index of the publications themselves: they are read as they come, until the page is full.
      open steps no scroll for
        select app.time_mark(e.created_at, e.id) as mark, null::jsonb as why, e as entry,
          e.creator_id <> all (people)
            and not exists (select from public.post_hides h where h.user_id = me and h.post_id = e.id)
            and (languages = '{}' or e.read_lang is null or e.read_lang = any (languages) or e.creator_id = me)
            and (tags = '{}' or not string_to_array(app.fold(e.hashtags), ',') && tags)
            and (words = '{}' or not exists (
              select
              from (
                select lower(extensions.unaccent('extensions.unaccent',
                  concat_ws(' ', e.prompt, e.title, e.description, e.hashtags, e.alt_text)) collate "und-x-icu") as text offset 0
              ) as said, unnest(words) as word
              where strpos(said.text, word) > 0)) as is_shown
        from public.feed_entries e
        where e.audience = 'public' and (e.created_at, e.id) < (start.at, start.id)
        order by e.created_at desc, e.id desc limit 101;
    else
      open steps no scroll for
        select w.mark, w.why, e as entry,
          e.id is not null and not w.is_hidden and e.creator_id <> all (people)
            and (languages = '{}' or e.read_lang is null or e.read_lang = any (languages) or e.creator_id = me)
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
        order by w.place;
    end if;
    loop
      fetch steps into step;
      exit when not found;
      walked := walked + 1;
      mark := step.mark;
      continue when not coalesce(step.is_shown, false);
      if found_so_far > 0 then
        return next held;
      end if;
      if found_so_far = size then
        close steps;
        return;
      end if;
      held := step.entry;
      held.reasons := coalesce(step.why, '[]');
      held.cursor := head || step.mark;
      found_so_far := found_so_far + 1;
    end loop;
    close steps;
    exit when walked < most or round = 10;
    -- As many as what is missing should take, where as few are shown as in this round.
    most := least(case when found_so_far = shown then 2 * most
      else (size + 1 - found_so_far) * most / (found_so_far - shown) + 5 end, 101);
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

-- The newest publications are what most people open first, over and over. Their page is one statement, without a walker, a
-- cursor of PL/pgSQL or a second function around it: half of what a page cost went into calls and copies of rows.
create function public.feed_page(tab text, cursor text default null, page_size int default 20, tag text default null)
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
  languages text[];
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
    languages := app.my_languages();
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
      p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank, p.more_images, p.read_lang
    from (
      -- Read as they come, until the page is full: both limits are behind the index.
      select near.* from public.feed_posts near
      where near.audience = 'public' and (near.created_at, near.id) < (from_at, from_id)
      order by near.created_at desc, near.id desc limit 1000) as p
    where p.creator_id <> all (people)
      and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
      and (languages = '{}' or p.read_lang is null or p.read_lang = any (languages) or p.creator_id = me)
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
  app.list_page(text, text, text, int), app.visitors_page(text, text, text, int) from public;
revoke execute on function
  public.feed_page(text, text, int, text), public.collection_page(uuid, text, int)
from public, anon, authenticated;
grant execute on function
  app.list_page(text, text, text, int), app.visitors_page(text, text, text, int),
  public.feed_page(text, text, int, text), public.collection_page(uuid, text, int) to anon, authenticated;
