-- Who moved most people this week, by hashtag too: counted in people, so that nobody brings anybody up alone.

create table public.leaders (
  week date not null check (extract(isodow from week) = 1),
  theme text not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  rank int not null check (rank > 0),
  people int not null check (people >= 3),
  post_id uuid references public.feed_posts (id) on delete set null,
  primary key (week, theme, user_id)
);
comment on table public.leaders is
  'The people of a week (its Monday, UTC) whose public pictures most others liked, saved, commented or remixed in it; fifty for each theme.';
comment on column public.leaders.theme is 'A hashtag; empty for all pictures.';
comment on column public.leaders.people is 'How many different others; nobody is named for fewer than three.';
comment on column public.leaders.post_id is 'The picture that most of them chose.';
create index leaders_ranked on public.leaders (week, theme, rank);
create index leaders_of_user on public.leaders (user_id);
create index leaders_of_post on public.leaders (post_id) where post_id is not null;

alter table public.leaders enable row level security;
revoke all on public.leaders from anon, authenticated;
grant select on public.leaders to anon, authenticated;
create policy "whoever sees the person sees their place" on public.leaders
  for select to anon, authenticated using (exists (select from public.profiles p where p.id = user_id));

create table app.leader_counts (
  week date primary key,
  counted_at timestamptz not null
);
comment on table app.leader_counts is 'When each week was counted last.';
alter table app.leader_counts enable row level security;

create function app.moved_people(p_week date) returns table (creator_id uuid, post_id uuid, user_id uuid)
language sql stable
set search_path = ''
as $$
  with week as (
    select p_week::timestamp at time zone 'UTC' as begins, (p_week + 7)::timestamp at time zone 'UTC' as ends
  ), acts as (
    select l.post_id, l.user_id from week, public.post_likes l where l.created_at >= week.begins and l.created_at < week.ends
    union
    select s.post_id, s.user_id from week, public.post_saves s where s.created_at >= week.begins and s.created_at < week.ends
    union
    select r.remix_of, r.creator_id from week, public.feed_posts r
    where r.created_at >= week.begins and r.created_at < week.ends and r.remix_of is not null and r.audience = 'public'
    union
    select c.post_id, c.author_id from week, public.post_comments c
    where c.created_at >= week.begins and c.created_at < week.ends and c.deleted_at is null and c.hidden_at is null
  )
  select p.creator_id, p.id, a.user_id
  from acts a
  join public.feed_posts p on p.id = a.post_id and p.creator_id <> a.user_id
  join public.profiles maker on maker.id = p.creator_id
  join public.profile_settings s on s.user_id = p.creator_id
  join public.profiles other on other.id = a.user_id
  join auth.users u on u.id = a.user_id
  where p.audience = 'public' and p.status = 'published' and p.rating <= 1
    and maker.status = 'active' and not maker.is_private and not maker.is_demo and s.in_leaders
    and other.status = 'active' and not other.is_demo and not u.is_anonymous
$$;
comment on function app.moved_people(date) is
  'Whose public pictures were liked, saved, commented or remixed that week, and by whom: each person once a picture, never its author, no demo, no account without a proof.';

create function app.count_leaders(p_week date) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.leaders l where l.week = p_week;
  insert into public.leaders (week, theme, user_id, rank, people, post_id)
  with moved as materialized (
    select * from app.moved_people(p_week)
  ), themes as (
    select h.tag from moved m join public.post_hashtags t on t.post_id = m.post_id join public.hashtags h on h.tag = t.tag and not h.blocked
    group by h.tag
    having count(distinct m.creator_id) >= 3
    order by count(distinct m.user_id) desc, h.tag
    limit 8
  ), themed as (
    select '' as theme, m.* from moved m
    union all
    select t.tag, m.* from moved m join public.post_hashtags t on t.post_id = m.post_id join themes on themes.tag = t.tag
  ), counted as (
    select x.theme, x.creator_id, count(distinct x.user_id)::int as people, mode() within group (order by x.post_id) as post_id
    from themed x group by x.theme, x.creator_id
    having count(distinct x.user_id) >= 3
  )
  select p_week, r.theme, r.creator_id, r.rank, r.people, r.post_id
  from (
    select c.*, rank() over (partition by c.theme order by c.people desc)::int as rank,
      row_number() over (partition by c.theme order by c.people desc, c.creator_id) as place
    from counted c) as r
  where r.place <= 50;
  insert into app.leader_counts values (p_week, now()) on conflict (week) do update set counted_at = excluded.counted_at;
end
$$;
comment on function app.count_leaders(date) is
  'Counts a week anew, for all pictures and for the eight hashtags that moved most people; as many people are the same place.';

create function public.refresh_leaders() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'UTC')::date;
  due date;
  counted int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('public.refresh_leaders')) then
    return 0;
  end if;
  for due in
    select w.week from (values (this_week, now() - interval '10 minutes'), (this_week - 7, this_week::timestamp at time zone 'UTC')) as w (week, since)
    where not exists (select from app.leader_counts c where c.week = w.week and c.counted_at >= w.since)
  loop
    perform app.count_leaders(due);
    counted := counted + 1;
  end loop;
  delete from public.leaders l where l.week < this_week - 7;
  delete from app.leader_counts c where c.week < this_week - 7;
  return counted;
end
$$;
comment on function public.refresh_leaders() is
  'Counts this week every ten minutes, the last one once more after its end, and forgets older ones. For feed-worker; one at a time, the others have nothing to do.';

create function app.leave_leaders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.leaders l where l.user_id = new.user_id;
  return null;
end
$$;
comment on function app.leave_leaders() is 'Whoever does not want to be there is gone at once.';

create trigger leave_leaders after update of in_leaders on public.profile_settings
  for each row when (old.in_leaders and not new.in_leaders) execute function app.leave_leaders();

revoke execute on function app.moved_people(date), app.count_leaders(date), app.leave_leaders() from public;
revoke execute on function public.refresh_leaders() from public, anon, authenticated;
