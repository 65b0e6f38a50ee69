-- People by their names and words, with the exact scores of spec §9.

-- One or two characters that few people hold are looked up among the parts of the one place that a class asks about;
-- those that many hold are met soon among the newest people.
create function app.held_by_person(place text, form text, most int) returns text
language plpgsql volatile strict
set search_path = ''
as $$
declare
  holds constant text := format('w.%I like %L', place, app.containing(form));
begin
  if app.is_short(form) and app.estimated_rows('select from app.person_words w where ' || holds) ^ 2 <= most * greatest(
    (select c.reltuples from pg_catalog.pg_class c where c.oid = 'app.person_words'::regclass), 10000) then
    -- Apart, so that nobody reads the newest people for it.
    return format('app.short_parts(w.%I) operator(pg_catalog.@>) array[%L] offset 0', place, form);
  end if;
  return holds;
end
$$;
comment on function app.held_by_person(text, text, int) is 'SQL: this place (username, name, bio) holds the text, as it is found fastest.';

create function app.searched_people(form text, as_of timestamptz, after app.search_hit, most int)
returns setof app.search_hit
language plpgsql volatile rows 50
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  holds constant text := app.containing(form);
  starts constant text := substring(holds from 2);
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
      (100, null, format('w.username = %L', form)),
      (90, null, format('w.name = %1$L and w.username <> %1$L', form)),
      (80, null, format('w.username like %1$L and w.username <> %2$L and w.name <> %2$L', starts, form)),
      (70, null, format('w.name like %1$L and w.name <> %2$L and w.username not like %1$L', starts, form)),
      (60, 'username', format('w.username not like %1$L and w.name not like %1$L', starts)),
      (50, 'name', format('w.name not like %2$L and w.username not like %1$L', holds, starts)),
      (30, 'bio', format('w.username not like %1$L and w.name not like %1$L', holds))
    ) as classes (base, place, condition)
  loop
    -- What the last of the best leaves to this class: all, the accounts of 90 or of 30 days, or nothing.
    wanted_bonus := case when cardinality(best) >= most then (best[most]).score - class.base else 0 end;
    exit when wanted_bonus > 20;
    execute format('select array_agg((score, created_at, id)::app.search_hit) from (
        select %s + %s as score, w.created_at, w.user_id as id
        from (select * from app.person_words w where %s) as w
        where %s and w.user_id <> all (%L) %s %s
        order by w.created_at desc, w.user_id limit %s) as hit',
      class.base, bonus, coalesce(app.held_by_person(class.place, form, most), 'true'), class.condition, unseen,
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

revoke execute on function
  app.held_by_person(text, text, int), app.searched_people(text, timestamptz, app.search_hit, int) from public;
revoke execute on function
  public.search_users(text, int, float, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.search_users(text, int, float, uuid, timestamptz) to authenticated;
