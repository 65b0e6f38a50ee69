-- Folding what was gathered into hours and days, and the night's work.

create function stats.smallest(p_hashes bigint[]) returns bigint[]
language sql immutable parallel safe
set search_path = ''
as $$ select coalesce(array_agg(s.h order by s.h), '{}') from (select distinct u.h from unnest(p_hashes) as u (h) order by u.h limit 512) s $$;
comment on function stats.smallest(bigint[]) is 'The sketch of a set of viewers: its 512 smallest hashes, each once, in order.';

create function stats.distinct_viewers(p_sketch bigint[]) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select case when cardinality(p_sketch) < 512 then cardinality(p_sketch)::bigint
    else round(511 / (p_sketch[512]::numeric / 4611686018427387904))::bigint end
$$;
comment on function stats.distinct_viewers(bigint[]) is
  'How many viewers a sketch stands for: exact below 512, then an estimate (error of 2 to 3 % in the mean).';

create function stats.fold_views(p_limit int) returns int
language sql
set search_path = ''
as $$
  with taken as (
    delete from stats.beats b
    where b.ctid = any (array(select waiting.ctid from stats.beats waiting limit p_limit))
    returning b.*
  ), gathered as (
    select t.post_id, date_trunc('hour', t.at, 'UTC') as hour, t.source, count(*)::int as views, array_agg(t.viewer) as viewers
    from taken t
    group by t.post_id, hour, t.source
  ), views as (
    select g.*, p.creator_id from gathered g join public.feed_posts p on p.id = g.post_id
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
    -- A full sketch stays as it is where nobody is below its last: most often, once many have looked.
    where cardinality(known.viewers) < 512 or excluded.viewers[1] < known.viewers[512]
  )
  select count(*)::int from taken
$$;
comment on function stats.fold_views(int) is 'Folds so many of the views that wait, in one statement: gone from there when they stand here. How many.';

create function stats.fold_acts(p_limit int) returns int
language sql
set search_path = ''
as $$
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
$$;
comment on function stats.fold_acts(int) is 'Folds so many of the acts that wait into the hours in which they were done. How many.';

create function public.fold_stats(p_limit int default 20000) returns int
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.fold_stats(int) is
  'Folds at most so many of the views and of the acts that wait into hours and days, one process at a time; once a day counts the acts of the last 35 days again and forgets what is old. How many were folded. The server''s alone.';
