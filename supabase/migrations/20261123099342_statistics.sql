set local check_function_bodies = off;
create schema stats;

create table stats.keys (
  kind text not null check (kind in ('month', 'day')),
  since date not null,
  key bytea not null default extensions.gen_random_bytes(32),
  primary key (kind, since)
);

create unlogged table stats.seen (
  viewer bigint not null,
  post_id uuid not null,
  at timestamptz not null,
  primary key (viewer, post_id)
);
create index seen_at on stats.seen using brin (at);

create unlogged table stats.viewer_paces (
  viewer bigint primary key,
  since timestamptz not null,
  views int not null
);

create unlogged table stats.beats (
  at timestamptz not null default clock_timestamp(),
  post_id uuid not null,
  viewer bigint not null,
  source text not null check (source in ('feed', 'search', 'profile', 'link', 'remix', 'other'))
);

create unlogged table stats.deltas (
  at timestamptz not null,
  creator_id uuid not null,
  kind text not null check (kind in ('likes', 'comments', 'saves', 'remixes', 'gained', 'lost')),
  change int not null
);

create table stats.post_hours (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  hour timestamptz not null,
  source text not null,
  views int not null,
  primary key (post_id, hour, source)
);
create index post_hours_hour on stats.post_hours using brin (hour);

create table stats.post_days (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  views int not null,
  primary key (creator_id, day, post_id)
);
create index post_days_of_post on stats.post_days (post_id, day);

create table stats.creator_hours (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  hour timestamptz not null,
  views int not null default 0,
  likes int not null default 0,
  comments int not null default 0,
  saves int not null default 0,
  remixes int not null default 0,
  gained int not null default 0,
  lost int not null default 0,
  primary key (creator_id, hour)
);

create table stats.creator_days (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  source text not null,
  views int not null,
  viewers bigint[] not null default '{}',
  primary key (creator_id, day, source)
);

create table stats.progress (
  is_only boolean primary key default true check (is_only),
  counted_on date not null default '-infinity'
);
insert into stats.progress default values;

alter table stats.keys enable row level security;
alter table stats.seen enable row level security;
alter table stats.viewer_paces enable row level security;
alter table stats.beats enable row level security;
alter table stats.deltas enable row level security;
alter table stats.post_hours enable row level security;
alter table stats.post_days enable row level security;
alter table stats.creator_hours enable row level security;
alter table stats.creator_days enable row level security;
alter table stats.progress enable row level security;

CREATE OR REPLACE FUNCTION public.post_stats(post_id uuid, days integer DEFAULT NULL::integer, time_zone text DEFAULT 'UTC'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.creator_stats(days integer DEFAULT 30, time_zone text DEFAULT 'UTC'::text)
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
    select d.source, sum(d.views) as views from stats.creator_days d
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
CREATE OR REPLACE FUNCTION public.fold_stats(p_limit integer DEFAULT 20000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  folded int;
  last date;
begin
  if not pg_try_advisory_xact_lock(hashtext('stats.fold')) then
    return 0;
  end if;
  folded := stats.fold_views(p_limit) + stats.fold_acts(p_limit);
  select p.counted_on into last from stats.progress p;
  if last < today then
    perform stats.count_again(case when last = '-infinity' then 36500 else 35 end);
    perform stats.forget();
    update stats.progress set counted_on = today;
  end if;
  return folded;
end
$function$;
CREATE OR REPLACE FUNCTION public.report_views(p_views jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me bigint;
  now_told constant timestamptz := clock_timestamp();
  pace stats.viewer_paces;
begin
  if jsonb_typeof(p_views) is distinct from 'array' or jsonb_array_length(p_views) not between 1 and 50 then
    raise exception 'From 1 to 50 views at once' using errcode = 'PT400', hint = 'views_invalid';
  end if;
  if exists (
    select from jsonb_array_elements(p_views) as told
    where jsonb_typeof(told) <> 'object'
      or coalesce(told ->> 'post_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(told ->> 'source', '') not in ('feed', 'search', 'profile', 'link', 'remix', 'other')
  ) then
    raise exception 'A view is {post_id, source}' using errcode = 'PT400', hint = 'views_invalid';
  end if;
  me := stats.viewer();
  if me is null then
    return;
  end if;
  insert into stats.viewer_paces as known (viewer, since, views) values (me, now_told, jsonb_array_length(p_views))
  on conflict on constraint viewer_paces_pkey do update set
    since = case when known.since < now_told - interval '1 minute' then now_told else known.since end,
    views = excluded.views + case when known.since < now_told - interval '1 minute' then 0 else known.views end
  returning * into pace;
  if pace.views > 600 then
    return;
  end if;
  with told as (
    select distinct on (t.post_id) t.post_id, t.source
    from jsonb_to_recordset(p_views) as t (post_id uuid, source text)
    join public.feed_posts p on p.id = t.post_id and p.creator_id is distinct from auth.uid()
    where app.can_see_post(t.post_id)
    order by t.post_id
  ), counted as (
    insert into stats.seen as known (viewer, post_id, at) select me, t.post_id, now_told from told t
    on conflict on constraint seen_pkey do update set at = excluded.at where known.at <= excluded.at - interval '30 minutes'
    returning post_id
  )
  insert into stats.beats (at, post_id, viewer, source)
  select now_told, t.post_id, me, t.source from told t join counted c using (post_id);
end
$function$;
CREATE OR REPLACE FUNCTION stats.count_again(p_days integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- One statement sees one moment: what waits to be folded is dropped exactly where the facts that it tells of are counted.
  with since as (
    select date_trunc('hour', now(), 'UTC') - make_interval(days => p_days) as at
  ), dropped as (
    delete from stats.deltas d using since where d.kind not in ('gained', 'lost') and d.at >= since.at
  ), facts as (
    select f.* from since, stats.facts(since.at) f
  ), zeroed as (
    update stats.creator_hours h set likes = 0, comments = 0, saves = 0, remixes = 0
    from since
    where h.hour >= since.at and (h.likes, h.comments, h.saves, h.remixes) <> (0, 0, 0, 0)
      and not exists (select from facts f where f.creator_id = h.creator_id and f.hour = h.hour)
    returning 1
  ), corrected as (
    insert into stats.creator_hours as known (creator_id, hour, likes, comments, saves, remixes)
    select f.creator_id, f.hour, f.likes, f.comments, f.saves, f.remixes from facts f order by f.creator_id, f.hour
    on conflict (creator_id, hour) do update set
      likes = excluded.likes, comments = excluded.comments, saves = excluded.saves, remixes = excluded.remixes
    where (known.likes, known.comments, known.saves, known.remixes)
      <> (excluded.likes, excluded.comments, excluded.saves, excluded.remixes)
    returning 1
  )
  select ((select count(*) from zeroed) + (select count(*) from corrected))::int
$function$;
CREATE OR REPLACE FUNCTION stats.counts_between(p_creator uuid, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'views', coalesce(sum(h.views), 0), 'likes', coalesce(sum(h.likes), 0), 'comments', coalesce(sum(h.comments), 0),
    'saves', coalesce(sum(h.saves), 0), 'remixes', coalesce(sum(h.remixes), 0),
    'gained', coalesce(sum(h.gained), 0), 'lost', coalesce(sum(h.lost), 0))
  from stats.creator_hours h where h.creator_id = p_creator and h.hour >= p_from and h.hour < p_to
$function$;
CREATE OR REPLACE FUNCTION stats.distinct_viewers(p_sketch bigint[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when cardinality(p_sketch) < 512 then cardinality(p_sketch)::bigint
    else round(511 / (p_sketch[512]::numeric / 4611686018427387904))::bigint end
$function$;
CREATE OR REPLACE FUNCTION stats.facts(p_since timestamp with time zone)
 RETURNS TABLE(creator_id uuid, hour timestamp with time zone, likes integer, comments integer, saves integer, remixes integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with acts as (
    select l.post_id, 'likes' as kind, l.created_at from public.post_likes l where l.created_at >= p_since
    union all
    select s.post_id, 'saves', s.created_at from public.post_saves s where s.created_at >= p_since
    union all
    select r.remix_of, 'remixes', r.created_at from public.feed_posts r
    where r.created_at >= p_since and r.remix_of is not null and r.audience = 'public'
    union all
    select c.post_id, 'comments', c.created_at from public.post_comments c
    left join public.post_comments above on above.id = c.parent_id
    where c.created_at >= p_since and c.deleted_at is null and c.hidden_at is null and above.hidden_at is null
  )
  select p.creator_id, date_trunc('hour', a.created_at, 'UTC') as hour,
    count(*) filter (where a.kind = 'likes')::int, count(*) filter (where a.kind = 'comments')::int,
    count(*) filter (where a.kind = 'saves')::int, count(*) filter (where a.kind = 'remixes')::int
  from acts a join public.feed_posts p on p.id = a.post_id and p.status <> 'deleted'
  group by p.creator_id, hour
$function$;
CREATE OR REPLACE FUNCTION stats.fold_acts(p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with taken as (
    delete from stats.deltas d
    where d.ctid = any (array(select waiting.ctid from stats.deltas waiting limit p_limit for update skip locked))
    returning d.*
  ), folded as (
    insert into stats.creator_hours as known (creator_id, hour, likes, comments, saves, remixes, gained, lost)
    select t.creator_id, date_trunc('hour', t.at, 'UTC') as hour,
      coalesce(sum(t.change) filter (where t.kind = 'likes'), 0), coalesce(sum(t.change) filter (where t.kind = 'comments'), 0),
      coalesce(sum(t.change) filter (where t.kind = 'saves'), 0), coalesce(sum(t.change) filter (where t.kind = 'remixes'), 0),
      coalesce(sum(t.change) filter (where t.kind = 'gained'), 0), coalesce(sum(t.change) filter (where t.kind = 'lost'), 0)
    from taken t
    where exists (select from public.profiles p where p.id = t.creator_id)
    group by t.creator_id, hour order by t.creator_id, hour
    on conflict (creator_id, hour) do update set
      likes = known.likes + excluded.likes, comments = known.comments + excluded.comments,
      saves = known.saves + excluded.saves, remixes = known.remixes + excluded.remixes,
      gained = known.gained + excluded.gained, lost = known.lost + excluded.lost
  )
  select count(*)::int from taken
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
  ), of_days as (
    select v.creator_id, (v.hour at time zone 'UTC')::date as day, v.source, u.viewer
    from views v cross join unnest(v.viewers) as u (viewer)
  ), creator_days as (
    insert into stats.creator_days as known (creator_id, day, source, views, viewers)
    select d.creator_id, d.day, d.source, count(*), stats.smallest(array_agg(d.viewer)) from of_days d
    group by d.creator_id, d.day, d.source order by d.creator_id, d.day, d.source
    on conflict (creator_id, day, source) do update set
      views = known.views + excluded.views, viewers = stats.smallest(known.viewers || excluded.viewers)
  )
  select count(*)::int from taken
$function$;
CREATE OR REPLACE FUNCTION stats.forget()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from stats.seen where at < now() - interval '30 minutes';
  delete from stats.viewer_paces where since < now() - interval '1 minute';
  delete from stats.keys where since < now() - interval '35 days';
  delete from stats.post_hours where hour < now() - interval '93 days';
  update stats.creator_days set viewers = '{}' where day < now() - interval '400 days' and viewers <> '{}';
$function$;
CREATE OR REPLACE FUNCTION stats.key_of(p_kind text)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  began constant date := date_trunc(p_kind, now() at time zone 'UTC')::date;
  found bytea;
begin
  select k.key into found from stats.keys k where k.kind = p_kind and k.since = began;
  if found is null then
    insert into stats.keys (kind, since) values (p_kind, began) on conflict do nothing;
    select k.key into found from stats.keys k where k.kind = p_kind and k.since = began;
  end if;
  return found;
end
$function$;
CREATE OR REPLACE FUNCTION stats.network_of(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return network(set_masklen(p_address::inet, case family(p_address::inet) when 4 then 24 else 48 end))::text;
exception when data_exception then
  return '';
end
$function$;
CREATE OR REPLACE FUNCTION stats.note_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  act record := case tg_op when 'DELETE' then old else new end;
begin
  insert into stats.deltas (at, creator_id, kind, change)
  select act.created_at, p.creator_id, tg_argv[0], case tg_op when 'DELETE' then -1 else 1 end
  from public.feed_posts p where p.id = act.post_id;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION stats.note_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  comment public.post_comments := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null then 1 else 0 end;
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    select comment.created_at, p.creator_id, 'comments', becomes - was
    from public.feed_posts p where p.id = comment.post_id;
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION stats.note_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  follow public.follows := case tg_op when 'DELETE' then old else new end;
  was boolean := tg_op <> 'INSERT' and old.state = 'active';
  becomes boolean := tg_op <> 'DELETE' and new.state = 'active';
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    values (now(), follow.followee_id, case when becomes then 'gained' else 'lost' end, 1);
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION stats.note_remix()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remix public.feed_posts := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.audience = 'public' then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.audience = 'public' then 1 else 0 end;
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    select remix.created_at, p.creator_id, 'remixes', becomes - was
    from public.feed_posts p where p.id = remix.remix_of;
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION stats.people_between(p_creator uuid, p_from date, p_to date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select stats.distinct_viewers(stats.smallest(array(
    select u.h from stats.creator_days d cross join unnest(d.viewers) as u (h)
    where d.creator_id = p_creator and d.day between p_from and p_to)))
$function$;
CREATE OR REPLACE FUNCTION stats.smallest(p_hashes bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select coalesce(array_agg(s.h order by s.h), '{}') from (select distinct u.h from unnest(p_hashes) as u (h) order by u.h limit 512) s $function$;
CREATE OR REPLACE FUNCTION stats.viewer()
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  agent constant text := coalesce(headers ->> 'user-agent', '');
  who text := auth.uid()::text;
begin
  if who is null and (agent = '' or agent ~* 'bot|crawl|spider|slurp|preview|facebookexternalhit|headless|curl|wget|python|axios|node') then
    return null;
  end if;
  who := coalesce(who, stats.network_of(btrim(split_part(headers ->> 'x-forwarded-for', ',', 1))) || ' ' || agent);
  return ('x' || left(encode(extensions.hmac(convert_to(who, 'UTF8'),
    stats.key_of(case when auth.uid() is null then 'day' else 'month' end), 'sha256'), 'hex'), 16))::bit(64)::bigint
    & 4611686018427387903;
end
$function$;

CREATE TRIGGER note_changed_remix AFTER UPDATE OF audience ON public.feed_posts FOR EACH ROW WHEN (((new.remix_of IS NOT NULL) AND (old.audience <> new.audience))) EXECUTE FUNCTION stats.note_remix();
CREATE TRIGGER note_gone_remix AFTER DELETE ON public.feed_posts FOR EACH ROW WHEN ((old.remix_of IS NOT NULL)) EXECUTE FUNCTION stats.note_remix();
CREATE TRIGGER note_remix AFTER INSERT ON public.feed_posts FOR EACH ROW WHEN ((new.remix_of IS NOT NULL)) EXECUTE FUNCTION stats.note_remix();
CREATE TRIGGER note_follow AFTER INSERT OR DELETE OR UPDATE OF state ON public.follows FOR EACH ROW EXECUTE FUNCTION stats.note_follow();
CREATE TRIGGER note_comment AFTER INSERT OR DELETE OR UPDATE ON public.post_comments FOR EACH ROW EXECUTE FUNCTION stats.note_comment();
CREATE TRIGGER note_act AFTER INSERT OR DELETE ON public.post_likes FOR EACH ROW EXECUTE FUNCTION stats.note_act('likes');
CREATE TRIGGER note_act AFTER INSERT OR DELETE ON public.post_saves FOR EACH ROW EXECUTE FUNCTION stats.note_act('saves');

revoke all on function public.creator_stats(integer,text) from public, anon, authenticated, service_role;
grant execute on function public.creator_stats(integer,text) to authenticated;
grant execute on function public.creator_stats(integer,text) to service_role;
revoke all on function public.fold_stats(integer) from public, anon, authenticated, service_role;
grant execute on function public.fold_stats(integer) to service_role;
revoke all on function public.report_views(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.report_views(jsonb) to anon;
grant execute on function public.report_views(jsonb) to authenticated;
grant execute on function public.report_views(jsonb) to service_role;
revoke all on function stats.count_again(integer) from public, anon, authenticated, service_role;
revoke all on function stats.counts_between(uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function stats.distinct_viewers(bigint[]) from public, anon, authenticated, service_role;
revoke all on function stats.facts(timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function stats.fold_acts(integer) from public, anon, authenticated, service_role;
revoke all on function stats.fold_views(integer) from public, anon, authenticated, service_role;
revoke all on function stats.forget() from public, anon, authenticated, service_role;
revoke all on function stats.key_of(text) from public, anon, authenticated, service_role;
revoke all on function stats.network_of(text) from public, anon, authenticated, service_role;
revoke all on function stats.note_act() from public, anon, authenticated, service_role;
revoke all on function stats.note_comment() from public, anon, authenticated, service_role;
revoke all on function stats.note_follow() from public, anon, authenticated, service_role;
revoke all on function stats.note_remix() from public, anon, authenticated, service_role;
revoke all on function stats.people_between(uuid,date,date) from public, anon, authenticated, service_role;
revoke all on function stats.smallest(bigint[]) from public, anon, authenticated, service_role;
revoke all on function stats.viewer() from public, anon, authenticated, service_role;
revoke all on schema stats from public, anon, authenticated, service_role;
revoke all on table stats.beats from public, anon, authenticated, service_role;
revoke all on table stats.creator_days from public, anon, authenticated, service_role;
revoke all on table stats.creator_hours from public, anon, authenticated, service_role;
revoke all on table stats.deltas from public, anon, authenticated, service_role;
revoke all on table stats.keys from public, anon, authenticated, service_role;
revoke all on table stats.post_days from public, anon, authenticated, service_role;
revoke all on table stats.post_hours from public, anon, authenticated, service_role;
revoke all on table stats.progress from public, anon, authenticated, service_role;
revoke all on table stats.seen from public, anon, authenticated, service_role;
revoke all on table stats.viewer_paces from public, anon, authenticated, service_role;

comment on function public.post_stats(uuid,integer,text) is 'Views, likes, comments, remixes and saves of one''s own publication in the last days (null: since it is there), {published_at, from, to, step, points, before}: by day, and by week or month where they are many, in the caller''s time zone; `before` counts as many days before, where the publication was there in all of them. Views of 93 days are by the hour, older ones by days of UTC. PT404 not_found, PT400 days_invalid.';
comment on function public.creator_stats(integer,text) is 'What came to one''s own publications in the last days (null: since the first), in the caller''s time zone (offsets of half an hour: off by 30 minutes): {from, to, step, as_of, totals, before, points, sources, hours, posts}. Each count holds views, people, likes, comments, saves, remixes, gained and lost; people are exact below 512 and an estimate from there on, by days of UTC. before: as many days before, null where not all of them had begun. sources: views by where they came from, null below ten people. hours: views by day of the week (1 is Monday) and hour, null below 100 views. posts: the 100 most seen, with what stands of their likes, comments, saves and remixes. PT400 days_invalid, time_zone_invalid; PT401.';
comment on function public.fold_stats(integer) is 'Folds at most so many of the views and of the acts that wait into hours and days, one process at a time; once a day counts the acts of the last 35 days again and forgets what is old. How many were folded. The server''s alone.';
comment on function public.report_views(jsonb) is 'Whoever asks saw these publications, [{post_id, source}], 1 to 50 of them: at least half of the picture for a second (source: feed, search, profile, link, remix or other). Counted once per viewer and publication in thirty minutes; never one''s own, none that one may not see, no robots, nobody above 600 a minute; who it was is told nowhere. PT400 views_invalid.';
comment on function stats.count_again(integer) is 'Counts the acts of the last days again from what stands; how many hours were not right.';
comment on function stats.distinct_viewers(bigint[]) is 'How many viewers a sketch stands for: exact below 512, then an estimate (error of 2 to 3 % in the mean).';
comment on function stats.facts(timestamp with time zone) is 'What stands of likes, comments, saves and remixes since then, by whose publications they are of and the hour.';
comment on function stats.fold_acts(integer) is 'Folds so many of the acts that wait into the hours in which they were done. How many.';
comment on function stats.fold_views(integer) is 'Folds so many of the views that wait, in one statement: gone from there when they stand here. How many.';
comment on function stats.network_of(text) is 'The /24 or /48 that an address is in; empty where it is none.';
comment on function stats.note_act() is 'A like or a save of a publication, or that it was taken back; its kind is the argument.';
comment on function stats.note_comment() is 'A comment that can be read, or no longer. What goes with a hidden comment above it is counted again at night.';
comment on function stats.note_remix() is 'A public remix of a publication, or that it is public no longer.';
comment on function stats.people_between(uuid,date,date) is 'Distinct viewers on these days (UTC), both included.';
comment on function stats.smallest(bigint[]) is 'The sketch of a set of viewers: its 512 smallest hashes, each once, in order.';
comment on function stats.viewer() is 'Whoever asks as 62 bits that nobody can turn back: people by their id, visitors by their network and browser; null for a robot that says so.';
comment on table stats.beats is 'Views that nobody has folded into hours yet; a crash loses some seconds of them and nothing else.';
comment on table stats.creator_days is 'Where a day''s views (UTC) came from, and a sketch of who they were: the 512 smallest hashes, emptied after 400 days.';
comment on table stats.creator_hours is 'What came to somebody''s publications in an hour, so that days are right in every time zone of whole hours. Likes, comments, saves and remixes stand at the hour in which they were made, as long as they stand; followers gained and lost are both kept.';
comment on table stats.deltas is 'What was done and taken back, at the hour in which it was done, until it is folded; a crash loses what the night counts again.';
comment on table stats.keys is 'What viewers are hashed with: people by the key of the month, visitors by the key of the day. Dropped after 35 days: from then on nobody can tell whose hash one was.';
comment on table stats.post_days is 'Views of a publication by the day (UTC).';
comment on table stats.post_hours is 'Views of a publication by the hour; for 93 days.';
comment on table stats.progress is 'The last day on which the acts of the last 35 days were counted again.';
comment on table stats.seen is 'Who saw which publication in the last half hour, so that a view counts once; lost with a crash.';
comment on table stats.viewer_paces is 'How many views a viewer told since their minute began: above 600 nobody looks, a script does.';
