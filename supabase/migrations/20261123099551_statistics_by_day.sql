set local check_function_bodies = off;
create table stats.creator_sources (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  source text not null,
  views int not null,
  primary key (creator_id, day, source)
);
alter table stats.creator_sources enable row level security;
insert into stats.creator_sources (creator_id, day, source, views)
select d.creator_id, d.day, d.source, d.views from stats.creator_days d;
alter table stats.creator_days rename to creator_days_by_source;
alter table stats.creator_days_by_source drop constraint creator_days_pkey, drop constraint creator_days_creator_id_fkey;
create table stats.creator_days (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  viewers bigint[] not null,
  primary key (creator_id, day)
);
alter table stats.creator_days enable row level security;
insert into stats.creator_days (creator_id, day, viewers)
select d.creator_id, d.day, stats.smallest(array_agg(u.h))
from stats.creator_days_by_source d cross join unnest(d.viewers) as u (h) group by d.creator_id, d.day;
drop table stats.creator_days_by_source;

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
  people := stats.people_between(me, first, today);
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
  ), posts as (
    select p.id, p.title, p.image_url, p.created_at, p.likes_count as likes, p.comments_count as comments,
      p.saves_count as saves, p.remixes_count as remixes, coalesce(sum(d.views), 0) as views
    from public.feed_posts p
    left join stats.post_days d on d.creator_id = me and d.post_id = p.id and d.day between first and today
    where p.creator_id = me and p.status <> 'deleted'
    group by p.id
    order by views desc, p.likes_count desc, p.id desc
    limit 100
  ), sources as (
    select d.source, sum(d.views) as views from stats.creator_sources d
    where d.creator_id = me and d.day between first and today group by d.source
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
    'points', (select jsonb_agg(to_jsonb(p) || jsonb_build_object('people', stats.people_between(me, p.day,
      case step when 'day' then p.day else least(today, (p.day + ('1 ' || step)::interval)::date - 1) end)) order by p.day) from points p),
    'sources', case when people >= 10 then
      (select jsonb_object_agg(s.source, s.views) from sources s) end,
    'hours', case when (totals ->> 'views')::bigint >= 100 then
      (select jsonb_agg(to_jsonb(w) order by w.day, w.hour) from week w) end,
    'posts', coalesce((select jsonb_agg(to_jsonb(p) order by p.views desc, p.likes desc, p.id desc) from posts p), '[]'))
  into answer;
  return answer;
end
$function$;
CREATE OR REPLACE FUNCTION stats.fold_views(p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with taken as (
    delete from stats.beats b
    where b.ctid = any (array(select waiting.ctid from stats.beats waiting limit p_limit for update skip locked))
    returning b.*
  ), views as (
    select t.post_id, p.creator_id, date_trunc('hour', t.at, 'UTC') as hour, t.source, count(*)::int as views,
      array_agg(t.viewer) as viewers
    from taken t join public.feed_posts p on p.id = t.post_id
    group by t.post_id, p.creator_id, hour, t.source
  ), post_hours as (
    insert into stats.post_hours as known (post_id, hour, source, views)
    select v.post_id, v.hour, v.source, v.views from views v order by v.post_id, v.hour, v.source
    on conflict (post_id, hour, source) do update set views = known.views + excluded.views
  ), post_days as (
    insert into stats.post_days as known (creator_id, day, post_id, views)
    select v.creator_id, (v.hour at time zone 'UTC')::date as day, v.post_id, sum(v.views) from views v
    group by v.creator_id, day, v.post_id order by v.creator_id, day, v.post_id
    on conflict (creator_id, day, post_id) do update set views = known.views + excluded.views
  ), creator_hours as (
    insert into stats.creator_hours as known (creator_id, hour, views)
    select v.creator_id, v.hour, sum(v.views) from views v group by v.creator_id, v.hour order by v.creator_id, v.hour
    on conflict (creator_id, hour) do update set views = known.views + excluded.views
  ), sources as (
    insert into stats.creator_sources as known (creator_id, day, source, views)
    select v.creator_id, (v.hour at time zone 'UTC')::date as day, v.source, sum(v.views) from views v
    group by v.creator_id, day, v.source order by v.creator_id, day, v.source
    on conflict (creator_id, day, source) do update set views = known.views + excluded.views
  ), creator_days as (
    insert into stats.creator_days as known (creator_id, day, viewers)
    select v.creator_id, (v.hour at time zone 'UTC')::date as day, stats.smallest(array_agg(u.viewer))
    from views v cross join unnest(v.viewers) as u (viewer)
    group by v.creator_id, day order by v.creator_id, day
    on conflict (creator_id, day) do update set viewers = stats.smallest(known.viewers || excluded.viewers)
  )
  select count(*)::int from taken
$function$;
CREATE OR REPLACE FUNCTION stats.people_between(p_creator uuid, p_from date, p_to date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The sketch of one day is its own; it is in order already.
  select case when p_from = p_to
    then coalesce((select stats.distinct_viewers(d.viewers) from stats.creator_days d where d.creator_id = p_creator and d.day = p_from), 0)
    else stats.distinct_viewers(stats.smallest(array(
      select u.h from stats.creator_days d cross join unnest(d.viewers) as u (h)
      where d.creator_id = p_creator and d.day between p_from and p_to))) end
$function$;

revoke all on table stats.creator_sources from public, anon, authenticated, service_role;

comment on table stats.creator_days is 'A sketch of who looked on a day (UTC): the 512 smallest hashes, emptied after 400 days.';
comment on table stats.creator_sources is 'Where a day''s views (UTC) came from.';
