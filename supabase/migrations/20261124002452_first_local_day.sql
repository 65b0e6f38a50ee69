CREATE OR REPLACE FUNCTION public.creator_stats(days integer DEFAULT NULL::integer, time_zone text DEFAULT 'UTC'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
