-- What became of a publication, for its author alone. It is counted from what stands: a like that was taken back is in
-- no day, and who it was is told nowhere here. Views come from 95_stats.

create function public.post_stats(post_id uuid, days int default null, time_zone text default 'UTC') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  today constant date := (now() at time zone time_zone)::date;
  published date;
  first date;
  step text;
  answer jsonb;
begin
  select p.* into post from public.feed_posts p
  where p.id = post_stats.post_id and p.creator_id = auth.uid() and p.status <> 'deleted';
  if not found then
    raise exception 'No publication of yours' using errcode = 'PT404', hint = 'not_found';
  end if;
  if days not between 1 and 366 then
    raise exception 'From 1 to 366 days, or all of them' using errcode = 'PT400', hint = 'days_invalid';
  end if;
  published := (post.created_at at time zone time_zone)::date;
  first := greatest(published, today - days + 1);
  step := case when today - first < 92 then 'day' when today - first < 730 then 'week' else 'month' end;
  with acts as (
    select 'likes' as kind, l.created_at from public.post_likes l where l.post_id = post.id
    union all
    select 'saves', s.created_at from public.post_saves s where s.post_id = post.id
    union all
    select 'remixes', r.created_at from public.feed_posts r where r.remix_of = post.id and r.audience = 'public'
    union all
    select 'comments', c.created_at from public.post_comments c
    left join public.post_comments above on above.id = c.parent_id
    where c.post_id = post.id and c.deleted_at is null and c.hidden_at is null and above.hidden_at is null
  ), dated as (
    select a.kind, (a.created_at at time zone time_zone)::date as day from acts a
  ), seen as (
    select (h.hour at time zone time_zone)::date as day, h.views from stats.post_hours h where h.post_id = post.id and step = 'day'
    union all
    select d.day, d.views from stats.post_days d where d.post_id = post.id and step <> 'day'
  ), views as (
    select date_trunc(step, s.day::timestamp) as point, sum(s.views) as views from seen s where s.day >= first group by 1
  ), points as (
    select point::date as day, coalesce(max(v.views), 0) as views,
      count(*) filter (where d.kind = 'likes') as likes, count(*) filter (where d.kind = 'comments') as comments,
      count(*) filter (where d.kind = 'remixes') as remixes, count(*) filter (where d.kind = 'saves') as saves
    from generate_series(date_trunc(step, first::timestamp), today::timestamp, ('1 ' || step)::interval) as point
    left join dated d on d.day >= first and date_trunc(step, d.day::timestamp) = point
    left join views v using (point)
    group by point
  )
  select jsonb_build_object(
    'published_at', post.created_at, 'from', first, 'to', today, 'step', step,
    'points', (select jsonb_agg(to_jsonb(p) order by p.day) from points p),
    'before', case when published <= today - 2 * days + 1 then (
      select jsonb_build_object(
        'views', (select coalesce(sum(s.views), 0) from seen s where s.day between today - 2 * days + 1 and today - days),
        'likes', count(*) filter (where d.kind = 'likes'), 'comments', count(*) filter (where d.kind = 'comments'),
        'remixes', count(*) filter (where d.kind = 'remixes'), 'saves', count(*) filter (where d.kind = 'saves'))
      from dated d where d.day between today - 2 * days + 1 and today - days) end)
  into answer;
  return answer;
end
$$;
comment on function public.post_stats(uuid, int, text) is
  'Views, likes, comments, remixes and saves of one''s own publication in the last days (null: since it is there), {published_at, from, to, step, points, before}: by day, and by week or month where they are many, in the caller''s time zone; `before` counts as many days before, where the publication was there in all of them. Views of 93 days are by the hour, older ones by days of UTC. PT404 not_found, PT400 days_invalid.';

revoke execute on function public.post_stats(uuid, int, text) from public, anon, authenticated;
grant execute on function public.post_stats(uuid, int, text) to authenticated;
