-- Publications by their words, with the exact scores of spec §9, in tenths of a point: the place of the text (70, 60,
-- 50: the first that holds it), likes and comments up to their caps, and one bonus of age. Ties: newest first, then id.
create type app.search_hit as (score int, created_at timestamptz, id uuid);

create type app.search_question as (
  -- The text, in search form.
  form text,
  -- SQL over ranks r and words w: whom the asker sees, and what was asked besides the text.
  filter text,
  -- The part of it that leaves much less to be found: an author, a time, a mode.
  narrowing text,
  as_of timestamptz,
  -- The last hit of the page before.
  after app.search_hit,
  most int);

create function app.searched_class(place int, form text) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(format('strpos(w.%I, %L) %s 0', name, form, case when n = place then '>' else '=' end), ' and ' order by n desc)
  from unnest('{prompt,description,hashtags}'::text[]) with ordinality as columns (name, n)
  where n <= place
$$;
comment on function app.searched_class(int, text) is
  'SQL: the text is in the prompt (1), else in the description (2), else in the hashtags (3). Not with LIKE, which would be looked up in the samples each time that it is planned.';

create function app.searched_pattern(place int, form text) returns text
language sql immutable
set search_path = ''
as $$ select format('w.%I like %L', ('{prompt,description,hashtags}'::text[])[place], app.containing(form)) $$;
comment on function app.searched_pattern(int, text) is 'SQL: the same place holds the text, as the index of trigrams finds it.';

create function app.best_hits(hits app.search_hit[], more app.search_hit[], most int) returns app.search_hit[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg((score, created_at, id)::app.search_hit order by score desc, created_at desc, id), '{}')
  from (
    select * from unnest(hits) union all select * from unnest(more)
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

create function app.search_by_trigrams(question app.search_question, places int[]) returns app.search_hit[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  score constant text := format(
    '(case when strpos(w.prompt, %1$L) > 0 then 700 when strpos(w.description, %1$L) > 0 then 600 else 500 end + r.popularity
      + case when r.created_at > %2$L then 300 when r.created_at > %3$L then 150 else 0 end)',
    question.form, question.as_of - interval '24 hours', question.as_of - interval '7 days');
  patterns text := (select string_agg(app.searched_pattern(place, question.form), ' or ') from unnest(places) place);
  classes text := (select string_agg('(' || app.searched_class(place, question.form) || ')', ' or ') from unnest(places) place);
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
comment on function app.search_by_trigrams(app.search_question, int[]) is
  'For texts that few publications hold: all of them are scored.';

create function app.search_by_walk(question app.search_question, place int, known app.search_hit[]) returns app.search_hit[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  best app.search_hit[] := known;
  day_ago constant timestamptz := question.as_of - interval '24 hours';
  week_ago constant timestamptz := question.as_of - interval '7 days';
  segment record;
  base int;
  least_wanted int;
  found app.search_hit[];
begin
  for segment in
    select 0 as bonus, '-infinity'::timestamptz as since, week_ago as until, null::date as on_day
    union all
    select age.bonus, age.since, age.until, day::date
    from (values (150, week_ago, day_ago), (300, day_ago, question.as_of + interval '1 day')) as age (bonus, since, until),
      generate_series(date_trunc('day', age.since at time zone 'utc'), age.until at time zone 'utc', interval '1 day') as day
  loop
    base := 800 - 100 * place + segment.bonus;
    -- What is less popular cannot displace the last of the best; at the same score the newer one does.
    least_wanted := case when cardinality(best) >= question.most then (best[question.most]).score - base else 0 end;
    continue when least_wanted > 350 or (question.after).score < base;
    execute format(
      'select array_agg((score, created_at, id)::app.search_hit) from (
         select r.popularity + %1$s as score, r.created_at, r.post_id as id
         from app.post_ranks r cross join lateral (
           select from app.post_words w where w.post_id = r.post_id and %2$s and %3$s offset 0) as holding
         where %4$s and r.popularity between %5$s and %6$s and r.created_at > %7$L and r.created_at <= %8$L and %9$s
         order by r.popularity desc, r.created_at desc, r.post_id limit %10$s) as hit',
      base, app.searched_class(place, question.form), question.filter,
      case when segment.on_day is null then 'true' else format('r.created_on = %L', segment.on_day) end,
      greatest(least_wanted, 0), least(350, coalesce((question.after).score - base, 350)), segment.since, segment.until,
      app.after_page(format('(r.popularity + %s)', base), question.after), question.most)
    into found;
    best := app.best_hits(best, found, question.most);
  end loop;
  return best;
end
$$;
comment on function app.search_by_walk(app.search_question, int, app.search_hit[]) is
  'For texts that many publications hold: the most popular ones are read first, age by age, until no other can reach the best that are known.';

create function app.search_hits(question app.search_question) returns setof app.search_hit
language plpgsql volatile rows 50
set search_path = ''
as $$
declare
  plan jsonb;
  rare int[] := '{}';
  common int[] := '{}';
  -- Scoring m publications costs as much as finding the best n of m among all by walking where m² = n × all.
  many constant float := sqrt(question.most * greatest(
    (select c.reltuples from pg_catalog.pg_class c where c.oid = 'app.post_ranks'::regclass), 10000));
  best app.search_hit[] := '{}';
begin
  for place in 1..3 loop
    execute format('explain (format json) select from app.post_words w %s where %s',
      'join app.post_ranks r on r.post_id = w.post_id and ' || question.narrowing,
      app.searched_pattern(place, question.form)) into plan;
    if (plan #>> '{0,Plan,Plan Rows}')::float > many then
      common := common || place;
    else
      rare := rare || place;
    end if;
  end loop;
  if rare <> '{}' then
    best := app.search_by_trigrams(question, rare);
  end if;
  for place in 1..3 loop
    if place = any (common) then
      best := app.search_by_walk(question, place, best);
    end if;
  end loop;
  return query select * from unnest(best) order by score desc, created_at desc, id;
end
$$;
comment on function app.search_hits(app.search_question) is
  'The best publications, exactly. How each place of the text is searched follows the planner''s estimate, its samples being of these columns.';

create function app.search_filter(viewer uuid, without text[]) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' and ',
    format('(r.rating <= %s or r.creator_id = %L)', app.my_max_rating(), viewer),
    (select format('r.creator_id <> all (%L::uuid[])', people)
     from (select app.hidden_people() || app.muted_people('search')) as unseen (people) where people <> '{}'),
    (select string_agg(format(
        'strpos(w.prompt, %1$L) = 0 and strpos(w.description, %1$L) = 0 and strpos(w.hashtags, %1$L) = 0', word), ' and ')
     from unnest(app.muted_words('search') || (select array_agg(app.search_form(given)) from unnest(without) as given))
       as unwanted (word)
     where word <> ''),
    (select string_agg(format('strpos('','' || w.hashtags || '','', %L) = 0', ',' || tag || ','), ' and ')
     from unnest(app.muted_tags('search')) as muted (tag)))
$$;
comment on function app.search_filter(uuid, text[]) is
  'SQL over ranks r and words w: rated as the viewer accepts it, by nobody hidden or muted, without muted words and tags, and without words that were not wanted.';

create function app.search_narrowing(by_person uuid, since timestamptz, until timestamptz, mode text) returns text
language sql immutable
set search_path = ''
as $$
  select nullif(concat_ws(' and ',
    case when by_person is not null then format('r.creator_id = %L', by_person) end,
    case when since is not null then format('r.created_at >= %L', since) end,
    case when until is not null then format('r.created_at < %L', until) end,
    case when mode is not null then format('r.mode = %L', mode) end), '')
$$;

create function public.search_posts(
  query text, max_results int default 20, by_person text default null, since timestamptz default null,
  until timestamptz default null, mode text default null, without text[] default null,
  after_score float default null, after_id uuid default null, as_of timestamptz default null)
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
  if form = '' or cardinality(search_posts.without) > 10 then
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
  question.filter := concat_ws(' and ', app.search_filter(auth.uid(), search_posts.without), question.narrowing);
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
  text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz) is
  'The publications that hold a text and that the asker may see, best first (spec §9; 20, at most 100). The next page gives score and id of the last one, and the moment as_of which ages were counted. An author by username, a time, a mode and words that must not occur narrow it.';

revoke execute on function app.searched_class(int, text), app.best_hits(app.search_hit[], app.search_hit[], int),
  app.after_page(text, app.search_hit), app.search_by_trigrams(app.search_question, int[]),
  app.search_by_walk(app.search_question, int, app.search_hit[]), app.search_hits(app.search_question),
  app.search_filter(uuid, text[]), app.search_narrowing(uuid, timestamptz, timestamptz, text),
  app.searched_pattern(int, text),
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
from public, anon, authenticated;
grant execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
to authenticated;
