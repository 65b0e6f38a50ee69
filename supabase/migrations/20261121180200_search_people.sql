-- People by their names and words, with the exact scores of spec §9; hashtags by theirs; and the few of each that are
-- suggested while somebody types.
create function app.searched_people(form text, as_of timestamptz, after app.search_hit, most int)
returns setof app.search_hit
language plpgsql stable rows 50
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  holds constant text := app.containing(form);
  starts constant text := substring(holds from 2);
  short constant text := case when char_length(form) < 3 then format('and w.parts @> array[%L]', form) end;
  unseen constant uuid[] := app.hidden_people() || app.muted_people('search');
  bonus constant text := format(
    'case when w.created_at > %L then 20 when w.created_at > %L then 10 else 0 end',
    as_of - interval '30 days', as_of - interval '90 days');
  class record;
  wanted_bonus int;
  found app.search_hit[];
  best app.search_hit[] := '{}';
begin
  for class in
    select * from (values
      (100, format('w.username = %L', form)),
      (90, format('w.name = %1$L and w.username <> %1$L', form)),
      (80, format('w.username like %1$L and w.username <> %2$L and w.name <> %2$L', starts, form)),
      (70, format('w.name like %1$L and w.name <> %2$L and w.username not like %1$L', starts, form)),
      (60, format('w.username like %1$L and w.username not like %2$L and w.name not like %2$L', holds, starts)),
      (50, format('w.name like %1$L and w.name not like %2$L and w.username not like %1$L', holds, starts)),
      (30, format('w.bio like %1$L and w.username not like %1$L and w.name not like %1$L', holds))
    ) as classes (base, condition)
  loop
    -- What the last of the best leaves to this class: all, the accounts of 90 or of 30 days, or nothing.
    wanted_bonus := case when cardinality(best) >= most then (best[most]).score - class.base else 0 end;
    exit when wanted_bonus > 20;
    execute format('select array_agg((score, created_at, id)::app.search_hit) from (
        select %s + %s as score, w.created_at, w.user_id as id from app.person_words w
        where %s %s and w.user_id <> all (%L) %s %s
        order by w.created_at desc, w.user_id limit %s) as hit',
      class.base, bonus, class.condition, short, unseen,
      case when wanted_bonus > 0 then
        format('and w.created_at > %L', as_of - case when wanted_bonus > 10 then interval '30 days' else interval '90 days' end) end,
      case when after is not null then format(
        'and (%1$s + %2$s < %3$s or %1$s + %2$s = %3$s and (w.created_at < %4$L or w.created_at = %4$L and w.user_id > %5$L))',
        class.base, bonus, after.score, after.created_at, after.id) end,
      most)
    into found;
    best := app.best_hits(best, found, most);
  end loop;
  return query select * from unnest(best) order by score desc, created_at desc, id;
end
$$;
comment on function app.searched_people(text, timestamptz, app.search_hit, int) is
  'The first class that fits counts: username, name (exact, beginning, within), bio. An account younger than 30 or else 90 days has a bonus; within a class the newest are best, so its first ones are enough.';

create function public.search_users(
  query text, max_results int default 20, after_score float default null, after_id uuid default null,
  as_of timestamptz default null)
returns table (
  id uuid, title text, username text, description text, avatar text, followers_count int, is_following boolean,
  relevance_score float)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_users.query), 200), '@'));
  after app.search_hit;
begin
  if form = '' then
    return;
  end if;
  if search_users.after_id is not null then
    select round(search_users.after_score)::int, w.created_at, w.user_id into after
    from app.person_words w where w.user_id = search_users.after_id;
    if after.score is null then
      raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
  end if;
  return query
  select person.id, person.display_name, person.username::text, person.bio, person.avatar_url,
    coalesce(counters.followers_count, 0),
    exists (
      select from public.follows f
      where f.follower_id = auth.uid() and f.followee_id = person.id and f.state = 'active'),
    hit.score::float
  from app.searched_people(form, least(coalesce(search_users.as_of, now()), now()), after,
    least(greatest(search_users.max_results, 1), 100)) as hit
  join public.profiles person on person.id = hit.id
  left join public.profile_counters counters on counters.user_id = person.id
  order by hit.score desc, hit.created_at desc, hit.id;
end
$$;
comment on function public.search_users(text, int, float, uuid, timestamptz) is
  'People by username, name or bio, best first (spec §9; 20, at most 100). The next page gives score and id of the last one, and the moment as_of which ages were counted.';

create index hashtags_texts on public.hashtags using gin (tag extensions.gin_trgm_ops);
create index hashtags_largest on public.hashtags (posts_count desc, tag);

create function public.search_hashtags(query text, max_results int default 20, after_title text default null)
returns table (title text, posts_count int, relevance_score float)
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  form constant text := replace(app.search_form(ltrim(left(btrim(search_hashtags.query), 200), '#')), ' ', '');
  after record;
begin
  if form = '' then
    return;
  end if;
  select t.tag, t.posts_count into after from public.hashtags t where t.tag = app.fold(search_hashtags.after_title);
  if search_hashtags.after_title is not null and after.tag is null then
    raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  return query execute
    'select t.display, t.posts_count, t.posts_count * 10::float from public.hashtags t
     where t.tag like $1 and t.posts_count > 0 and not t.blocked and t.tag <> all ($2)
       and ($3 is null or t.posts_count < $4 or t.posts_count = $4 and t.tag > $3)
     order by t.posts_count desc, t.tag limit $5'
  using app.containing(form), app.muted_tags('search'), after.tag, after.posts_count,
    least(greatest(search_hashtags.max_results, 1), 100);
end
$$;
comment on function public.search_hashtags(text, int, text) is
  'Hashtags that hold a text, 10 points a publication (spec §9; 20, at most 100). The next page gives the title of the last one.';

create function app.suggested_hashtags(form text, viewer uuid) returns table (tag text, display text)
language plpgsql volatile
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
begin
  return query execute format(
    'with fitting as (
       select t.tag, t.display from public.hashtags t
       where t.tag like %1$L and t.posts_count > 0 and not t.blocked and t.tag <> all (%2$L)
       order by t.posts_count desc, t.tag limit 100
     ), scanned as (
       select distinct newest.created_at, newest.post_id
       from fitting cross join lateral (
         select ph.created_at, ph.post_id from public.post_hashtags ph
         join app.post_ranks r using (post_id) join app.post_words w using (post_id)
         where ph.tag = fitting.tag and %3$s
         order by ph.created_at desc, ph.post_id desc limit 10) as newest
       order by newest.created_at desc, newest.post_id limit 10)
     select fitting.tag, fitting.display
     from scanned join public.post_hashtags ph using (post_id) join fitting on fitting.tag = ph.tag
     group by fitting.tag, fitting.display
     order by count(*) desc, max(scanned.created_at) desc, fitting.tag limit 2',
    app.containing(form), app.muted_tags('search'), app.search_filter(viewer, null));
end
$$;
comment on function app.suggested_hashtags(text, uuid) is
  'The two hashtags that occur most in the ten newest publications with such a hashtag (spec §9), of the hundred most used.';

create function public.search_suggestions(query text) returns table (kind text, id text, title text)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_suggestions.query), 200), '@#'));
begin
  if char_length(form) < 2 then
    return;
  end if;
  return query
  select 'user', hit.id::text, person.display_name
  from app.searched_people(form, now(), null, 3) with ordinality as hit (score, created_at, id, place)
  join public.profiles person on person.id = hit.id
  order by hit.place;
  return query select 'hashtag', tags.tag, tags.display from app.suggested_hashtags(form, auth.uid()) as tags;
end
$$;
comment on function public.search_suggestions(text) is
  'Five suggestions from two characters on: three people and two hashtags out of ten publications (spec §9).';

revoke execute on function app.searched_people(text, timestamptz, app.search_hit, int),
  app.suggested_hashtags(text, uuid), public.search_users(text, int, float, uuid, timestamptz),
  public.search_hashtags(text, int, text), public.search_suggestions(text)
from public, anon, authenticated;
grant execute on function public.search_users(text, int, float, uuid, timestamptz),
  public.search_hashtags(text, int, text), public.search_suggestions(text)
to authenticated;
