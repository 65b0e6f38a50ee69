-- Publications by their words, with the exact scores of spec §9, in tenths of a point: the place of the text (70, 60,
-- 50: the first that holds it), likes and comments up to their caps, and one bonus of age. Ties: newest first, then id.
create type app.search_hit as (score int, created_at timestamptz, id uuid);

create type app.search_question as (
  pattern text,
  -- SQL over ranks r and words w: whom the asker sees, and what was asked besides the text.
  filter text,
  as_of timestamptz,
  -- The last hit of the page before.
  after app.search_hit,
  most int);

create function app.searched_class(place int, pattern text) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(
    format('w.%I %s %L', name, case when n = place then 'like' else 'not like' end, pattern), ' and ' order by n desc)
  from unnest('{prompt,description,hashtags}'::text[]) with ordinality as columns (name, n)
  where n <= place
$$;
comment on function app.searched_class(int, text) is
  'SQL: the text is in the prompt (1), else in the description (2), else in the hashtags (3).';

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

create function app.searched_rows(score text, question app.search_question) returns text
language sql immutable
set search_path = ''
as $$
  select format('select %s as score, r.created_at, r.post_id as id from app.post_ranks r join app.post_words w using (post_id) where ',
      score)
    || question.filter
    || case when question.after is null then '' else format(
      ' and (%1$s < %2$s or %1$s = %2$s and (r.created_at < %3$L or r.created_at = %3$L and r.post_id > %4$L))',
      score, (question.after).score, (question.after).created_at, (question.after).id) end
$$;
comment on function app.searched_rows(text, app.search_question) is
  'SQL, open at its end for one more condition: what may be found after the page before, with this score.';

create function app.search_by_trigrams(question app.search_question, places int[]) returns app.search_hit[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  score constant text := format(
    '(case when w.prompt like %1$L then 700 when w.description like %1$L then 600 else 500 end + r.popularity
      + case when r.created_at > %2$L then 300 when r.created_at > %3$L then 150 else 0 end)',
    question.pattern, question.as_of - interval '24 hours', question.as_of - interval '7 days');
  classes text := (select string_agg('(' || app.searched_class(place, question.pattern) || ')', ' or ') from unnest(places) place);
  hits app.search_hit[];
begin
  execute format(
    'select array_agg((score, created_at, id)::app.search_hit)
     from (%s and (%s) order by 1 desc, 2 desc, 3 limit %s) as hit',
    app.searched_rows(score, question), classes, question.most)
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
      'select array_agg((score, created_at, id)::app.search_hit) from (%s and %s and %s and r.popularity between %s and %s
         and r.created_at > %L and r.created_at <= %L
       order by r.popularity desc, r.created_at desc, r.post_id limit %s) as hit',
      app.searched_rows(format('(r.popularity + %s)', base), question),
      app.searched_class(place, question.pattern),
      case when segment.on_day is null then 'true' else format('r.created_on = %L', segment.on_day) end,
      greatest(least_wanted, 0), least(350, coalesce((question.after).score - base, 350)),
      segment.since, segment.until, question.most)
    into found;
    best := app.best_hits(best, found, question.most);
  end loop;
  return best;
end
$$;
comment on function app.search_by_walk(app.search_question, int, app.search_hit[]) is
  'For texts that many publications hold: the most popular ones are read first, age by age, until no other can reach the best that are known.';

create function app.search_hits(question app.search_question) returns setof app.search_hit
language plpgsql volatile
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
    execute format('explain (format json) select from app.post_ranks r join app.post_words w using (post_id) where %s and %s',
      question.filter, app.searched_class(place, question.pattern)) into plan;
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

create function app.search_filter(
  viewer uuid, by_person uuid, since timestamptz, until timestamptz, mode text, without text[]) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' and ',
    format('(r.rating <= %s or r.creator_id = %L)',
      app.my_max_rating(), viewer),
    (select format('r.creator_id <> all (%L::uuid[])', people)
     from (select app.hidden_people() || app.muted_people('search')) as unseen (people) where people <> '{}'),
    (select string_agg(format('w.prompt not like %1$L and w.description not like %1$L and w.hashtags not like %1$L',
        app.containing(word)), ' and ')
     from unnest(app.muted_words('search') || (select array_agg(app.search_form(given)) from unnest(without) as given))
       as unwanted (word)
     where word <> ''),
    (select string_agg(format(''','' || w.hashtags || '','' not like %L', app.containing(',' || tag || ',')), ' and ')
     from unnest(app.muted_tags('search')) as muted (tag)),
    case when by_person is not null then format('r.creator_id = %L', by_person) end,
    case when since is not null then format('r.created_at >= %L', since) end,
    case when until is not null then format('r.created_at < %L', until) end,
    case when mode is not null then format('r.mode = %L', mode) end)
$$;
comment on function app.search_filter(uuid, uuid, timestamptz, timestamptz, text, text[]) is
  'SQL over ranks r and words w: rated as the viewer accepts it, by nobody hidden or muted, without muted words and tags, and what was asked besides the text.';

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
  question.pattern := app.containing(form);
  question.filter := app.search_filter(
    auth.uid(), author, search_posts.since, search_posts.until, search_posts.mode, search_posts.without);
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
  app.searched_rows(text, app.search_question), app.search_by_trigrams(app.search_question, int[]),
  app.search_by_walk(app.search_question, int, app.search_hit[]), app.search_hits(app.search_question),
  app.search_filter(uuid, uuid, timestamptz, timestamptz, text, text[]),
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
from public, anon, authenticated;
grant execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
to anon, authenticated;
