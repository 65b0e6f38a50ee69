-- The figures of one's own work.

create function stats.counts_between(p_creator uuid, p_from timestamptz, p_to timestamptz)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'views', coalesce(sum(h.views), 0), 'likes', coalesce(sum(h.likes), 0), 'comments', coalesce(sum(h.comments), 0),
    'saves', coalesce(sum(h.saves), 0), 'remixes', coalesce(sum(h.remixes), 0),
    'gained', coalesce(sum(h.gained), 0), 'lost', coalesce(sum(h.lost), 0))
  from stats.creator_hours h where h.creator_id = p_creator and h.hour >= p_from and h.hour < p_to
$$;

create function stats.people_between(p_creator uuid, p_from date, p_to date) returns bigint
language plpgsql stable
set search_path = ''
as $$
declare
  -- As many of each sketch as together are likely to hold the smallest of all.
  a_few constant int := 8 + 1536 / (p_to - p_from + 1);
  bound bigint;
begin
  select case when count(*) = 512 then max(s.h) end into bound
  from (
    select distinct u.h from stats.creator_days d cross join unnest(d.viewers[:a_few]) as u (h)
    where d.creator_id = p_creator and d.day between p_from and p_to
    order by u.h limit 512) as s;
  -- Nothing above the 512th of those is among the 512 smallest; each sketch is in order.
  return stats.distinct_viewers(stats.smallest(array(
    select u.h from stats.creator_days d
    cross join unnest(case when bound is null then d.viewers else d.viewers[:width_bucket(bound, d.viewers)] end) as u (h)
    where d.creator_id = p_creator and d.day between p_from and p_to)));
end
$$;
comment on function stats.people_between(uuid, date, date) is 'Distinct viewers on these days (UTC), both included.';

create function public.creator_stats(days int default null, time_zone text default 'UTC') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  today date;
  began date;
  first date;
  -- What is kept by days of UTC: a local day begins and ends in others. Nothing was before the beginning, nothing is after now.
  since date;
  until date;
  step text;
  starts timestamptz;
  ends timestamptz;
  totals jsonb;
  people bigint;
  answer jsonb;
begin
  if days not between 1 and 366 then
    raise exception 'From 1 to 366 days, or all of them' using errcode = 'PT400', hint = 'days_invalid';
  end if;
  begin
    today := (now() at time zone time_zone)::date;
  exception when invalid_parameter_value then
    raise exception 'There is no such time zone' using errcode = 'PT400', hint = 'time_zone_invalid';
  end;
  select (min(p.created_at) at time zone time_zone)::date into began
  from public.feed_posts p where p.creator_id = me and p.status <> 'deleted';
  began := least(coalesce(began, today),
    (select (min(h.hour) at time zone time_zone)::date from stats.creator_hours h where h.creator_id = me));
  first := greatest(began, today - days + 1);
  step := case when today - first < 92 then 'day' when today - first < 730 then 'week' else 'month' end;
  starts := first::timestamp at time zone time_zone;
  ends := (today + 1)::timestamp at time zone time_zone;
  since := case when first = began then least(first, (starts at time zone 'UTC')::date) else first end;
  until := greatest(today, (now() at time zone 'UTC')::date);
  people := stats.people_between(me, since, until);
  totals := stats.counts_between(me, starts, ends) || jsonb_build_object('people', people);
  with hours as (
    select (h.hour at time zone time_zone) as local, h.* from stats.creator_hours h
    where h.creator_id = me and h.hour >= starts and h.hour < ends
  ), points as (
    select point::date as day, coalesce(sum(h.views), 0) as views, coalesce(sum(h.likes), 0) as likes,
      coalesce(sum(h.comments), 0) as comments, coalesce(sum(h.saves), 0) as saves, coalesce(sum(h.remixes), 0) as remixes,
      coalesce(sum(h.gained), 0) as gained, coalesce(sum(h.lost), 0) as lost
    from generate_series(date_trunc(step, first::timestamp), today::timestamp, ('1 ' || step)::interval) as point
    left join hours h on date_trunc(step, h.local) = point
    group by point
  ), peopled as (
    -- The sketch of one day is its own.
    select p.*, case when step = 'day' then coalesce(stats.distinct_viewers(d.viewers), 0)
      else stats.people_between(me, p.day, least(today, (p.day + ('1 ' || step)::interval)::date - 1)) end as people
    from points p left join stats.creator_days d on step = 'day' and d.creator_id = me and d.day = p.day
  ), seen as materialized (
    select d.post_id, sum(d.views) as views from stats.post_days d
    where d.creator_id = me and d.day between since and until group by d.post_id
  ), posts as (
    select p.id, p.title, p.image_url, p.created_at, p.likes_count as likes, p.comments_count as comments,
      p.saves_count as saves, p.remixes_count as remixes, coalesce(s.views, 0) as views
    from public.feed_posts p left join seen s on s.post_id = p.id
    where p.creator_id = me and p.status <> 'deleted'
    order by views desc, p.likes_count desc, p.id desc
    limit 100
  ), sources as (
    select d.source, sum(d.views) as views from stats.creator_sources d
    where d.creator_id = me and d.day between since and until group by d.source
  ), week as (
    select extract(isodow from h.local)::int as day, extract(hour from h.local)::int as hour, sum(h.views) as views
    from hours h where h.views > 0 group by 1, 2
  )
  select jsonb_build_object(
    'from', first, 'to', today, 'step', step, 'totals', totals,
    'as_of', coalesce((select min(b.at) from stats.beats b), now()),
    'before', case when began <= today - 2 * days + 1 then
      stats.counts_between(me, (today - 2 * days + 1)::timestamp at time zone time_zone, starts)
        || jsonb_build_object('people', stats.people_between(me, today - 2 * days + 1, today - days)) end,
    'points', (select jsonb_agg(to_jsonb(p) order by p.day) from peopled p),
    'sources', case when people >= 10 then
      (select jsonb_object_agg(s.source, s.views) from sources s) end,
    'hours', case when (totals ->> 'views')::bigint >= 100 then
      (select jsonb_agg(to_jsonb(w) order by w.day, w.hour) from week w) end,
    'posts', coalesce((select jsonb_agg(to_jsonb(p) order by p.views desc, p.likes desc, p.id desc) from posts p), '[]'))
  into answer;
  return answer;
end
$$;
comment on function public.creator_stats(int, text) is
  'What came to one''s own publications in the last days (null: since the first), in the caller''s time zone (offsets of half an hour: off by 30 minutes): {from, to, step, as_of, totals, before, points, sources, hours, posts}. Each count holds views, people, likes, comments, saves, remixes, gained and lost; people are exact below 512 and an estimate from there on, by days of UTC. before: as many days before, null where not all of them had begun. sources: views by where they came from, null below ten people. hours: views by day of the week (1 is Monday) and hour, null below 100 views. posts: the 100 most seen, with what stands of their likes, comments, saves and remixes. PT400 days_invalid, time_zone_invalid; PT401.';

revoke execute on function stats.counts_between(uuid, timestamptz, timestamptz), stats.people_between(uuid, date, date) from public;
revoke execute on function public.creator_stats(int, text) from public, anon, authenticated;
grant execute on function public.creator_stats(int, text) to authenticated;
