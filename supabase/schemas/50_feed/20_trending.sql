-- What is liked at the moment: snapshots, taken on a schedule, so that whoever pages through one is not overtaken by
-- the next.

create table public.trending (
  window_h smallint not null check (window_h in (24, 168, 720)),
  kind text not null check (kind in ('post', 'tag', 'creator')),
  snapshot_at timestamptz not null,
  rank int not null check (rank > 0),
  target text not null,
  score double precision not null,
  since timestamptz not null,
  primary key (window_h, kind, snapshot_at, rank)
);
comment on table public.trending is
  'The publications, hashtags and people of the last 24 hours, 7 and 30 days, as they were ranked at one moment.';
comment on column public.trending.since is 'Since when the target is in the snapshots of its window without interruption.';

alter table public.trending enable row level security;
revoke all on public.trending from anon, authenticated;
grant select on public.trending to anon, authenticated;
create policy "everybody reads what trends" on public.trending
  for select to anon, authenticated using (true);

create table app.trending_snapshots (
  window_h smallint not null,
  snapshot_at timestamptz not null,
  primary key (window_h, snapshot_at)
);
comment on table app.trending_snapshots is 'Which snapshots there are: one in which nothing trends has no rows.';

alter table app.trending_snapshots enable row level security;

create function app.engagement(likes int, comments int, remixes int, saves int) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$ select likes + 2.0 * comments + 3.0 * remixes + 2.0 * saves $$;
comment on function app.engagement(int, int, int, int) is
  'What readers did with a publication: a like counts once, a comment and a save twice, a remix three times.';

create function app.rank_posts(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  with heated as (
    select p.id, p.creator_id,
      app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)
        / power(extract(epoch from now() - p.created_at) / 3600 * 24 / p_window + 2, 1.5) as heat
    from public.feed_posts p
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
      and p.likes_count + p.comments_count + p.remixes_count + p.saves_count > 0
  ), fair as (
    select h.*, row_number() over (partition by h.creator_id order by h.heat desc, h.id desc) as place from heated h
  )
  select row_number() over (order by f.heat desc, f.id desc), f.id::text, f.heat
  from fair f where f.place <= 3
  order by 1
  limit 500
$$;
comment on function app.rank_posts(int) is
  'Engagement, divided by age to the power of 1.5: what is younger needs less. At most three of one author, 500 in all.';

create function app.rank_tags(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  select row_number() over (order by counted.authors desc, counted.engagement desc, counted.tag),
    counted.tag, counted.authors + counted.engagement / (counted.engagement + 1)
  from (
    select ph.tag, count(distinct p.creator_id)::double precision as authors,
      sum(app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)) as engagement
    from public.feed_posts p
    join public.post_hashtags ph on ph.post_id = p.id
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
    group by ph.tag
  ) as counted
  join public.hashtags h on h.tag = counted.tag and not h.blocked
  order by 1
  limit 50
$$;
comment on function app.rank_tags(int) is
  'By how many different people used a hashtag, then by what came of it: nobody brings one up alone.';

create function app.rank_creators(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  select row_number() over (order by counted.engagement desc, counted.creator_id), counted.creator_id::text, counted.engagement
  from (
    select p.creator_id, sum(app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)) as engagement
    from public.feed_posts p
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
    group by p.creator_id
  ) as counted
  where counted.engagement > 0
  order by 1
  limit 100
$$;
comment on function app.rank_creators(int) is 'By the engagement with what they published within the window.';

create function app.take_snapshot(p_window int) returns int
language plpgsql
set search_path = ''
as $$
declare
  before timestamptz := (select max(s.snapshot_at) from app.trending_snapshots s where s.window_h = p_window);
  ranked int;
begin
  insert into app.trending_snapshots (window_h, snapshot_at) values (p_window, now()) on conflict do nothing;
  insert into public.trending (window_h, kind, snapshot_at, rank, target, score, since)
  select p_window, now_ranked.kind, now(), now_ranked.rank, now_ranked.target, now_ranked.score, coalesce(known.since, now())
  from (
    select 'post' as kind, r.* from app.rank_posts(p_window) r
    union all select 'tag', r.* from app.rank_tags(p_window) r
    union all select 'creator', r.* from app.rank_creators(p_window) r
  ) as now_ranked
  left join public.trending known
    on known.window_h = p_window and known.kind = now_ranked.kind and known.snapshot_at = before
      and known.target = now_ranked.target;
  get diagnostics ranked = row_count;
  delete from public.trending t where t.window_h = p_window and t.snapshot_at < least(now() - interval '6 hours', before);
  delete from app.trending_snapshots s where s.window_h = p_window and s.snapshot_at < least(now() - interval '6 hours', before);
  return ranked;
end
$$;
comment on function app.take_snapshot(int) is
  'Ranks a window anew. Earlier snapshots are kept for six hours, for those who are reading them.';

create function public.refresh_trending(only_hours int default null) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  taken int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('public.refresh_trending')) then
    return 0;
  end if;
  for due in
    select w.window_h from (values (24, interval '5 minutes'), (168, interval '1 hour'), (720, interval '1 hour')) as w (window_h, pause)
    -- Where nothing trended yet, one looks again at once: the first publications of a new place do not wait.
    where (only_hours is null or w.window_h = only_hours) and not exists (
      select from app.trending_snapshots s
      join public.trending t
        on t.window_h = s.window_h and t.kind = 'post' and t.snapshot_at = s.snapshot_at and t.rank = 1
      where s.window_h = w.window_h and s.snapshot_at > now() - w.pause)
    order by w.window_h
  loop
    perform app.take_snapshot(due.window_h);
    taken := taken + 1;
  end loop;
  return taken;
end
$$;
comment on function public.refresh_trending(int) is
  'Takes the snapshots that are due, or that of one window alone: of 24 hours every 5 minutes, of 7 and 30 days every hour. For feed-worker; one at a time, the others have nothing to do.';

create function app.newest_snapshot(p_window int) returns timestamptz
language sql stable security definer
set search_path = ''
as $$ select max(s.snapshot_at) from app.trending_snapshots s where s.window_h = p_window $$;

create function public.trending_tags(max int default 10) returns table (tag text, display text, posts_count int, since timestamptz)
language sql stable
set search_path = ''
as $$
  select h.tag, h.display, h.posts_count, t.since
  from (
    -- The shortest window in which there is something to tell.
    select w.window_h, app.newest_snapshot(w.window_h) as snapshot_at
    from (values (24), (168), (720)) as w (window_h)
    where exists (
      select from public.trending t
      where t.window_h = w.window_h and t.kind = 'tag' and t.snapshot_at = app.newest_snapshot(w.window_h) and t.rank = 3)
      or w.window_h = 720
    order by w.window_h
    limit 1
  ) as snapshot
  join public.trending t
    on t.window_h = snapshot.window_h and t.kind = 'tag' and t.snapshot_at = snapshot.snapshot_at
  join public.hashtags h on h.tag = t.target
  where h.tag <> all (app.muted_tags('feed'))
  order by t.rank
  limit least(greatest(trending_tags.max, 1), 50)
$$;
comment on function public.trending_tags(int) is
  'The hashtags of the day; of the week or the month where the day has fewer than three.';

revoke execute on function
  app.engagement(int, int, int, int), app.rank_posts(int), app.rank_tags(int), app.rank_creators(int),
  app.take_snapshot(int), app.newest_snapshot(int) from public;
revoke execute on function public.refresh_trending(int), public.trending_tags(int) from public, anon, authenticated;
grant execute on function app.newest_snapshot(int), public.trending_tags(int) to anon, authenticated;
