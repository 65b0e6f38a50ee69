-- The night's work: drift lives a day, and who somebody was is forgotten.

create function stats.facts(p_since timestamptz)
returns table (creator_id uuid, hour timestamptz, likes int, comments int, saves int, remixes int)
language sql stable
set search_path = ''
as $$
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
$$;
comment on function stats.facts(timestamptz) is 'What stands of likes, comments, saves and remixes since then, by whose publications they are of and the hour.';

create function stats.count_again(p_days int) returns int
language sql
set search_path = ''
as $$
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
$$;
comment on function stats.count_again(int) is 'Counts the acts of the last days again from what stands; how many hours were not right.';

create function stats.forget() returns void
language sql
set search_path = ''
as $$
  delete from stats.seen where at < now() - interval '30 minutes';
  delete from stats.viewer_paces where since < now() - interval '1 minute';
  delete from stats.keys where since < now() - interval '35 days';
  delete from stats.post_hours where hour < now() - interval '93 days';
  update stats.creator_days set viewers = '{}' where day < now() - interval '400 days' and viewers <> '{}';
$$;

revoke execute on function
  stats.smallest(bigint[]), stats.distinct_viewers(bigint[]), stats.fold_views(int), stats.fold_acts(int),
  stats.facts(timestamptz), stats.count_again(int), stats.forget() from public;
revoke execute on function public.fold_stats(int) from public, anon, authenticated;
