-- Challenges: a theme with a hashtag, a beginning and an end. Whoever publishes with the hashtag meanwhile takes part; what
-- they publish is a publication like any other, seen and moderated as such.

create table public.challenges (
  id uuid primary key default app.uuid_v7(),
  title text not null check (char_length(title) between 3 and 60),
  words text not null default '' check (char_length(words) <= 300),
  tag text not null check (tag = app.tag_key(tag) and tag <> ''),
  hashtag text not null check (char_length(hashtag) between 1 and 50),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (ends_at - starts_at between interval '1 hour' and interval '31 days')
);
comment on column public.challenges.tag is 'The hashtag as hashtags are compared; hashtag is how it is written.';
comment on column public.challenges.settled_at is 'When its winners were written down, after its end.';
create index challenges_newest on public.challenges (ends_at desc, id desc);
create index challenges_unsettled on public.challenges (ends_at) where settled_at is null;

create table public.challenge_winners (
  challenge_id uuid not null references public.challenges (id) on delete cascade,
  place int not null check (place between 1 and 10),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  likes int not null check (likes > 0),
  primary key (challenge_id, post_id)
);
comment on table public.challenge_winners is 'The ten entries that most people liked until the end; as many likes are the same place.';
create index challenge_winners_of_post on public.challenge_winners (post_id);

alter table public.challenges enable row level security;
alter table public.challenge_winners enable row level security;
revoke all on public.challenges, public.challenge_winners from anon, authenticated;
grant select on public.challenges, public.challenge_winners to anon, authenticated;
create policy "everybody reads challenges that have begun, the staff all" on public.challenges
  for select to anon, authenticated using (starts_at <= now() or (select app.is_staff()));
create policy "whoever sees the publication sees its place" on public.challenge_winners
  for select to anon, authenticated using (exists (select from public.feed_posts p where p.id = post_id));

create function app.challenge_entries(c public.challenges) returns table (post_id uuid, created_at timestamptz)
language sql stable
set search_path = ''
as $$
  select ph.post_id, ph.created_at from public.post_hashtags ph
  where ph.tag = c.tag and ph.created_at >= c.starts_at and ph.created_at < c.ends_at
$$;
comment on function app.challenge_entries(public.challenges) is 'The public publications that bear its hashtag and appeared in its time.';

create function public.entries_count(challenge public.challenges) returns int
language sql stable
set search_path = ''
as $$ select count(*)::int from (select from app.challenge_entries(challenge) limit 10000) as entries $$;
comment on function public.entries_count(public.challenges) is 'Computed column: how many take part, up to ten thousand.';

create function app.walk_challenge(p_challenge uuid, p_by_likes boolean, p_mark text, p_most int)
returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,9})\.(.+)$');
  c public.challenges;
  start record;
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  start := app.read_time_mark(parts[2]);
  select known.* into c from public.challenges known where known.id = p_challenge;
  return query
  select entry.post_id, entry.likes || '.' || app.time_mark(entry.created_at, entry.post_id), null::jsonb
  from (
    select e.post_id, e.created_at, case when p_by_likes then p.likes_count else 0 end as likes
    from app.challenge_entries(c) e join public.feed_posts p on p.id = e.post_id) as entry
  where p_mark is null or (entry.likes, entry.created_at, entry.post_id) < (parts[1]::int, start.at, start.id)
  order by entry.likes desc, entry.created_at desc, entry.post_id desc
  limit p_most;
end
$$;

create function public.open_challenge(title text, words text, hashtag text, starts_at timestamptz, ends_at timestamptz) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  key constant text := app.tag_key(open_challenge.hashtag);
  written constant text := split_part(app.normalise_hashtags(open_challenge.hashtag), ',', 1);
  made uuid;
begin
  perform app.require_staff();
  if key = '' or exists (select from public.hashtags h where h.tag = key and h.blocked) then
    raise exception 'There is no such hashtag to use' using errcode = 'PT400', hint = 'hashtag_invalid';
  end if;
  -- Two at once with the same hashtag would share their entries.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || key, 0));
  if exists (
    select from public.challenges c
    where c.tag = key and c.starts_at < open_challenge.ends_at and open_challenge.starts_at < c.ends_at) then
    raise exception 'Another challenge has this hashtag then' using errcode = 'PT409', hint = 'hashtag_in_use';
  end if;
  if open_challenge.ends_at <= now() then
    raise exception 'It would be over already' using errcode = 'PT400', hint = 'time_invalid';
  end if;
  insert into public.challenges (title, words, tag, hashtag, starts_at, ends_at)
  values (btrim(open_challenge.title), btrim(coalesce(open_challenge.words, '')), key, written,
    open_challenge.starts_at, open_challenge.ends_at)
  returning id into made;
  return made;
exception when check_violation then
  raise exception 'A title of 3 to 60 characters, 300 of words, an hour to 31 days' using errcode = 'PT400', hint = 'challenge_invalid';
end
$$;
comment on function public.open_challenge(text, text, text, timestamptz, timestamptz) is
  'The staff''s: a theme with a hashtag, from then until then. PT403 staff_only, PT400 hashtag_invalid, time_invalid, challenge_invalid, PT409 hashtag_in_use.';

create function public.drop_challenge(challenge_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  delete from public.challenges c where c.id = drop_challenge.challenge_id;
  if not found then
    perform app.not_there('challenge');
  end if;
end
$$;
comment on function public.drop_challenge(uuid) is
  'The staff''s: it is gone, with its places; what was published for it stays. PT403 staff_only, PT404 not_found.';

create function public.challenge_page(challenge_id uuid, sort text default 'new', cursor text default null, page_size int default 24)
returns setof public.feed_entries
language plpgsql stable rows 20
set search_path = ''
as $$
begin
  if coalesce(challenge_page.sort, '') not in ('new', 'likes') then
    raise exception 'There is no such order' using errcode = 'PT400', hint = 'sort_unknown';
  end if;
  -- Whoever may not see it yet sees nothing in it.
  if exists (select from public.challenges c where c.id = challenge_page.challenge_id) then
    return query select e.* from app.list_page(
      'challenge_' || challenge_page.sort, challenge_page.challenge_id::text, challenge_page.cursor, challenge_page.page_size) e;
  end if;
end
$$;
comment on function public.challenge_page(uuid, text, text, int) is
  'A page of what was published for a challenge, newest or most liked first. PT400 sort_unknown, cursor_invalid.';

create function app.settle_challenge(c public.challenges) returns void
language plpgsql
set search_path = ''
as $$
declare
  winner record;
begin
  insert into public.challenge_winners (challenge_id, place, post_id, likes)
  select c.id, ranked.place, ranked.post_id, ranked.likes
  from (
    select p.id as post_id, count(*)::int as likes, rank() over (order by count(*) desc)::int as place,
      row_number() over (order by count(*) desc, p.created_at, p.id) as line
    from app.challenge_entries(c) e
    join public.feed_posts p on p.id = e.post_id and p.audience = 'public' and p.status = 'published' and p.rating <= 1
    join public.profiles maker on maker.id = p.creator_id and maker.status = 'active' and not maker.is_demo
    join public.post_likes l on l.post_id = p.id and l.user_id <> p.creator_id and l.created_at < c.ends_at
    join public.profiles fan on fan.id = l.user_id and fan.status = 'active' and not fan.is_demo
    join auth.users u on u.id = l.user_id and not u.is_anonymous
    group by p.id) as ranked
  where ranked.line <= 10;
  update public.challenges x set settled_at = clock_timestamp() where x.id = c.id;
  for winner in
    select w.place, w.post_id, p.creator_id from public.challenge_winners w join public.feed_posts p on p.id = w.post_id
    where w.challenge_id = c.id and w.place <= 3 order by p.creator_id, w.place
  loop
    perform app.notify(winner.creator_id, 'system', 'system:challenge:' || c.id || ':' || winner.post_id, null,
      jsonb_build_object('what', 'challenge_won', 'place', winner.place, 'challenge_title', c.title, 'url', '/challenges/' || c.id));
  end loop;
end
$$;
comment on function app.settle_challenge(public.challenges) is
  'Writes down the ten that most people liked until the end, each person once, none their own; tells the first three places.';

create function public.settle_challenges() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  c public.challenges;
  settled int := 0;
begin
  loop
    select due.* into c from public.challenges due
    where due.settled_at is null and due.ends_at <= now() order by due.ends_at limit 1 for update skip locked;
    exit when not found;
    perform app.settle_challenge(c);
    settled := settled + 1;
  end loop;
  return settled;
end
$$;
comment on function public.settle_challenges() is 'Ends the challenges whose time is over, and answers how many. For feed-worker; any number at once.';

revoke execute on function
  app.challenge_entries(public.challenges), app.walk_challenge(uuid, boolean, text, int), app.settle_challenge(public.challenges) from public;
grant execute on function app.challenge_entries(public.challenges) to anon, authenticated;
revoke execute on function
  public.entries_count(public.challenges), public.open_challenge(text, text, text, timestamptz, timestamptz),
  public.drop_challenge(uuid), public.challenge_page(uuid, text, text, int), public.settle_challenges()
from public, anon, authenticated;
grant execute on function public.entries_count(public.challenges), public.challenge_page(uuid, text, text, int) to anon, authenticated;
grant execute on function
  public.open_challenge(text, text, text, timestamptz, timestamptz), public.drop_challenge(uuid) to authenticated;
