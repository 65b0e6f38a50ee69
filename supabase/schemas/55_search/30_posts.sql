-- Publications by their words, with the exact scores of spec §9, in tenths of a point: the place of the text (70, 60,
-- 50: the first that holds it), likes and comments up to their caps, and one bonus of age. Ties: newest first, then id.

create function app.best_hits(hits app.search_hit[], more app.search_hit[], most int) returns app.search_hit[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg((score, created_at, id)::app.search_hit order by score desc, created_at desc, id), '{}')
  from (
    select * from unnest(hits) union select * from unnest(more)
    order by score desc, created_at desc, id
    limit most
  ) as best
$$;

create function app.after_page(score text, after app.search_hit) returns text
language sql immutable
set search_path = ''
as $$
  select case when after is null then 'true' else format(
    '(%1$s < %2$s or %1$s = %2$s and (r.created_at < %3$L or r.created_at = %3$L and r.post_id > %4$L))',
    score, after.score, after.created_at, after.id) end
$$;
comment on function app.after_page(text, app.search_hit) is 'SQL over ranks r: with this score it comes after the page before.';

create function app.search_by_index(question app.search_question, places int[], since timestamptz) returns app.search_hit[]
language plpgsql volatile
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  score constant text := format(
    '(case when strpos(w.prompt, %1$L) > 0 then 700 when strpos(w.description, %1$L) > 0 then 600 else 500 end + r.popularity
      + case when r.created_at > %2$L then 300 when r.created_at > %3$L then 150 else 0 end)',
    question.form, question.as_of - interval '24 hours', question.as_of - interval '7 days');
  patterns constant text := case when since > '-infinity' then format('w.created_at > %L', since) else (
    select string_agg(app.searched_pattern(place, question.form), ' or ') from unnest(places) place) end;
  classes constant text := (
    select string_agg('(' || app.searched_class(place, question.form) || ')', ' or ') from unnest(places) place);
  hits app.search_hit[];
begin
  execute format(
    'select array_agg((score, created_at, id)::app.search_hit)
     from (
       select %s as score, r.created_at, r.post_id as id
       from app.post_ranks r join app.post_words w using (post_id)
       where (%s) and (%s) and %s and %s
       order by 1 desc, 2 desc, 3 limit %s) as hit',
    score, patterns, classes, question.filter, app.after_page(score, question.after), question.most)
  into hits;
  return app.best_hits('{}', hits, question.most);
end
$$;
comment on function app.search_by_index(app.search_question, int[], timestamptz) is
  'For texts that few publications hold in these places: all of them are scored; or all of those since a moment.';

create function app.search_by_walk(
  question app.search_question, place int, share float, bonus int, known app.search_hit[])
returns app.search_hit[]
language plpgsql stable
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  base constant int := 800 - 100 * place + bonus;
  since constant timestamptz := case bonus
    when 0 then '-infinity' when 150 then question.as_of - interval '7 days' else question.as_of - interval '24 hours' end;
  until constant timestamptz := question.as_of
    + case bonus when 0 then interval '-7 days' when 150 then interval '-24 hours' else interval '1 day' end;
  days constant text := case when bonus = 0 then '(select) as whole' else format(
    'generate_series(date_trunc(''day'', %L at time zone ''utc''), %L at time zone ''utc'', ''1 day'') as day', since, until) end;
  -- What is less popular cannot displace the last of the best; at the same score the newer one does.
  least_wanted constant int :=
    greatest(case when cardinality(known) >= question.most then (known[question.most]).score - base end, 0);
  -- Four times as far as the best should lie: not all are spread evenly.
  furthest constant int := greatest(4 * question.most / share, 2000);
  walked constant text := format(
    'select r.* from app.post_ranks r
     where %s r.popularity between %s and %s and r.created_at > %L and r.created_at <= %L and %s
     order by r.popularity desc, r.created_at desc, r.post_id limit %s',
    case when bonus > 0 then 'r.created_on = day::date and' end, least_wanted,
    least(350, coalesce((question.after).score - base, 350)), since, until,
    app.after_page(format('(r.popularity + %s)', base), question.after), furthest);
  found app.search_hit[];
  read int;
begin
  if least_wanted > 350 or (question.after).score < base then
    return known;
  end if;
  execute format(
    'select array_agg((hit.score, hit.created_at, hit.post_id)::app.search_hit)
     from %s cross join lateral (
       select r.popularity + %s as score, r.created_at, r.post_id
       from (%s) as r cross join lateral (
         select from app.post_words w where w.post_id = r.post_id and %s and %s offset 0) as holding
       order by r.popularity desc, r.created_at desc, r.post_id limit %s) as hit',
    days, base, walked, app.searched_class(place, question.form), question.filter, question.most)
  into found;
  if coalesce(cardinality(found), 0) < question.most then
    execute format('select coalesce(max(number), 0) from %s cross join lateral (select count(*) from (%s) as r) as walked (number)',
      days, walked) into read;
    if read >= furthest then
      return null;
    end if;
  end if;
  return app.best_hits(known, found, question.most);
end
$$;
comment on function app.search_by_walk(app.search_question, int, float, int, app.search_hit[]) is
  'For texts that many publications hold: of one age (bonus 300, 150, 0) the most popular ones are read first, until no other can reach the best that are known. Null where they were sought too far.';

create function app.search_often_held(
  question app.search_question, place int, share float, is_week_known boolean, known app.search_hit[])
returns app.search_hit[]
language plpgsql volatile
set search_path = ''
as $$
declare
  best app.search_hit[] := known;
  bonus int;
begin
  foreach bonus in array case when is_week_known then '{0}' else '{300,150,0}'::int[] end loop
    best := app.search_by_walk(question, place, share, bonus, best);
    if best is null then
      return app.best_hits(known, app.search_by_index(question, array[place], '-infinity'), question.most);
    end if;
  end loop;
  return best;
end
$$;

create function app.search_hits(question app.search_question) returns setof app.search_hit
language plpgsql volatile rows 50
set search_path = ''
as $$
declare
  week_ago constant timestamptz := question.as_of - interval '7 days';
  total constant float := greatest(
    (select c.reltuples from pg_catalog.pg_class c where c.oid = 'app.post_ranks'::regclass), 10000);
  matches float[];
  rare int[];
  common int[];
  -- The places where all of the last week are read.
  weekly int[] := '{}';
  best app.search_hit[] := '{}';
  place int;
begin
  for place in 1..3 loop
    matches[place] := app.estimated_rows(format('select from app.post_words w %s where w.%I like %L',
      'join app.post_ranks r on r.post_id = w.post_id and ' || question.narrowing,
      ('{prompt,description,hashtags}'::text[])[place], app.containing(question.form)));
  end loop;
  -- Scoring m publications costs as much as finding the best n of m among all by walking where m² = n × all.
  select coalesce(array_agg(n) filter (where m * m <= question.most * total), '{}'),
    coalesce(array_agg(n) filter (where m * m > question.most * total), '{}')
  into rare, common
  from unnest(matches) with ordinality as held (m, n);
  if common <> '{}' then
    -- A walk of the last day would find too few to end at, and would have to go on through all of the week.
    select coalesce(array_agg(n), '{}') into weekly
    from unnest(common) as n,
      (select app.estimated_rows(format('select from app.post_words w where w.created_at > %L', week_ago)) / total) as week (share)
    where matches[n] * week.share / 7 < 2 * question.most;
  end if;
  if rare <> '{}' then
    best := app.search_by_index(question, rare, '-infinity');
  end if;
  if weekly <> '{}' then
    best := app.best_hits(best, app.search_by_index(question, weekly, week_ago), question.most);
  end if;
  foreach place in array common loop
    best := app.search_often_held(question, place, matches[place] / total, place = any (weekly), best);
  end loop;
  return query select * from unnest(best) order by score desc, created_at desc, id;
end
$$;
comment on function app.search_hits(app.search_question) is
  'The best publications, exactly. How each place of the text is searched follows the planner''s estimate, its samples being of these columns.';

create function public.search_posts(
  query text, max_results int default 20, by_person text default null, since timestamptz default null,
  until timestamptz default null, mode text default null, without text[] default null,
  after_score float default null, after_id uuid default null, as_of timestamptz default null, lang text default null)
returns table (
  id uuid, title text, description text, image_url text, prompt text, likes_count int, comments_count int,
  creator_name text, creator_avatar text, relevance_score float)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_posts.query), 200), '#'));
  author uuid;
  question app.search_question;
begin
  -- Whatever holds the text holds the unwanted word within it: nothing is to be looked for.
  if form = '' or cardinality(search_posts.without) > 10
    or exists (select from app.unwanted_words(search_posts.without) as word where strpos(form, word) > 0) then
    return;
  end if;
  if search_posts.by_person is not null then
    select person.id into author from public.profiles person
    where person.username = lower(ltrim(search_posts.by_person, '@'));
    if author is null then
      return;
    end if;
  end if;
  question.form := form;
  question.narrowing := app.search_narrowing(author, search_posts.since, search_posts.until, search_posts.mode);
  question.filter := concat_ws(' and ', app.search_filter(auth.uid(), search_posts.without, search_posts.lang), question.narrowing);
  question.as_of := least(coalesce(search_posts.as_of, now()), now());
  question.most := least(greatest(search_posts.max_results, 1), 100);
  if search_posts.after_id is not null then
    select (round(search_posts.after_score * 10)::int, rank.created_at, rank.post_id)::app.search_hit into question.after
    from app.post_ranks rank where rank.post_id = search_posts.after_id;
    if (question.after).score is null then
      raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
  end if;
  return query
  select p.id, p.title, p.description, p.image_url, p.prompt, p.likes_count, p.comments_count,
    person.display_name, person.avatar_url, hit.score / 10.0::float
  from app.search_hits(question) as hit
  join public.feed_posts p on p.id = hit.id
  join public.profiles person on person.id = p.creator_id
  order by hit.score desc, hit.created_at desc, hit.id;
end
$$;
comment on function public.search_posts(
  text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz, text) is
  'The publications that hold a text and that the asker may see, best first (spec §9; 20, at most 100). The next page gives score and id of the last one, and the moment as_of which ages were counted. An author by username, a time, a mode, a language (else those that the asker reads; * for any) and words that must not occur narrow it.';

revoke execute on function
  app.best_hits(app.search_hit[], app.search_hit[], int), app.after_page(text, app.search_hit),
  app.search_by_index(app.search_question, int[], timestamptz),
  app.search_by_walk(app.search_question, int, float, int, app.search_hit[]),
  app.search_often_held(app.search_question, int, float, boolean, app.search_hit[]),
  app.search_hits(app.search_question) from public;
revoke execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz, text)
from public, anon, authenticated;
grant execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz, text)
to authenticated;
