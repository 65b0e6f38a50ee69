-- A page of a hundred of which one is left out is not the end of its list: no more is asked of a walker than it gives. And
-- the newest publications are read in one statement, without their ids first.
create or replace function app.list_page(p_list text, p_subject text, p_cursor text, p_size int) returns setof public.feed_entries
language plpgsql
set search_path = ''
-- No list depends on whose it is in how it is best read; a plan for each reader costs more than its page.
set plan_cache_mode = force_generic_plan
as $$
declare
  size constant int := least(greatest(coalesce(p_size, 20), 1), 100);
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
  -- What one keeps oneself is shown whatever one has muted.
  is_filtered constant boolean := auth.uid() is not null and p_list not in ('saved', 'liked', 'collection');
  people uuid[] := '{}';
  words text[] := '{}';
  tags text[] := '{}';
  mark text := app.mark_in(p_cursor, p_list, p_subject);
  -- A few more than the page, for those that are left out: a second round costs as much as thirty entries. Walkers give
  -- 101 at most, and fewer than they were asked for where their list ends.
  most int := least(size + case when is_filtered then 4 + size / 5 else 1 end, 101);
  me constant uuid := auth.uid();
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

-- A plan that was made under the policies of one role is made anew for the other, and a connection serves visitors and
-- members in turn: each has its own copy of the function, whose plans stay.
do $$
begin
  execute replace(pg_get_functiondef('app.list_page(text, text, text, int)'::regprocedure), 'app.list_page', 'app.visitors_page');
end
$$;

alter function app.make_for_you() set plan_cache_mode = auto;
grant execute on function app.time_mark(timestamptz, uuid), app.read_time_mark(text) to anon, authenticated;
