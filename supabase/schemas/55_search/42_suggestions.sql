-- Hashtags with the exact scores of spec §9, and the few of each kind that are suggested while somebody types.

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
    app.containing(form), app.muted_tags('search'), app.search_filter(viewer, null, null));
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

revoke execute on function
  public.search_hashtags(text, int, text), public.search_suggestions(text) from public, anon, authenticated;
revoke execute on function app.suggested_hashtags(text, uuid) from public;
grant execute on function public.search_hashtags(text, int, text), public.search_suggestions(text) to authenticated;
