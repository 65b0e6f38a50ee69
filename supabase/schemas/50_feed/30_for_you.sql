-- « Pour vous »: a score that can be written on one line, from signals that the person knows of. Nothing is learned and
-- nothing is guessed: what counts, and how much, stands here and in docs/decisions/0018-the-feed.md.

create unlogged table app.for_you_lists (
  user_id uuid not null references public.profiles (id) on delete cascade,
  made_at timestamptz not null default clock_timestamp(),
  post_ids uuid[] not null,
  reasons jsonb not null,
  primary key (user_id, made_at)
);
comment on table app.for_you_lists is
  'What was put together for a person, in order, with the reasons of each entry. Made anew when it is lost.';
create index for_you_lists_old on app.for_you_lists (made_at);

alter table app.for_you_lists enable row level security;

create function app.for_you_candidates() returns setof uuid
language sql stable
set search_path = ''
as $$
  with liked as materialized (select * from app.my_likes(30))
  (select p.id
   from unnest((app.my_followees())[:500]) as followee (id)
   cross join lateral (
     select newest.id, newest.created_at from public.feed_posts newest
     where newest.creator_id = followee.id and newest.audience in ('public', 'followers')
       and newest.created_at > now() - interval '14 days'
     order by newest.created_at desc, newest.id desc limit 6) as p
   order by p.created_at desc limit 250)
  union
  (select ph.post_id
   from app.my_tags() mine
   cross join lateral (
     select newest.post_id from public.post_hashtags newest
     where newest.tag = mine.tag and newest.created_at > now() - interval '30 days'
     order by newest.created_at desc, newest.post_id desc limit 25) as ph
   limit 250)
  union
  (select remix.id
   from liked
   cross join lateral (
     select newest.id from public.feed_posts newest
     where newest.remix_of in (liked.post_id, liked.remix_of) and newest.audience = 'public'
     order by newest.created_at desc, newest.id desc limit 6) as remix
   limit 120)
  union
  select liked.remix_of from liked where liked.remix_of is not null
  union
  (select t.target::uuid from public.trending t
   where t.window_h = 24 and t.kind = 'post' and t.snapshot_at = app.newest_snapshot(24) and t.rank <= 100)
  union
  (select t.target::uuid from public.trending t
   where t.window_h = 168 and t.kind = 'post' and t.snapshot_at = app.newest_snapshot(168) and t.rank <= 60)
  union
  (select newest.id
   from (
     select p.id, p.creator_id, p.created_at from public.feed_posts p where p.audience = 'public'
     order by p.created_at desc, p.id desc limit 300) as newest
   join public.profiles author on author.id = newest.creator_id
   order by author.created_at > now() - interval '30 days' desc, newest.created_at desc limit 100)
$$;
comment on function app.for_you_candidates() is
  'What could interest the person: from people they follow, under their hashtags, around the remixes they like, from what trends, and the newest, those of new authors first.';

create function app.for_you_signals(p_posts uuid[])
returns table (
  post_id uuid, creator_id uuid, username text, is_followed boolean, followed_tag text, liked_tag text, is_remix_of_liked boolean,
  trending_hours int, is_new_author boolean, likes_of_author int, hides_of_author int, age_hours double precision,
  engagement double precision)
language sql stable
set search_path = ''
as $$
  with liked as materialized (select * from app.my_likes(100)),
  near as materialized (
    select liked.post_id as id from liked union select liked.remix_of from liked where liked.remix_of is not null
  ), tags as materialized (select * from app.my_tags()),
  trends as materialized (
    select t.target::uuid as id, min(t.since) as since
    from public.trending t
    where t.kind = 'post' and t.rank <= 100
      and (t.window_h = 24 and t.snapshot_at = app.newest_snapshot(24)
        or t.window_h = 168 and t.snapshot_at = app.newest_snapshot(168))
    group by t.target
  ), favourites as materialized (select liked.creator_id, count(*)::int as likes from liked group by liked.creator_id),
  hidden as materialized (
    select p.creator_id, count(*)::int as hides
    from (
      select h.post_id from public.post_hides h
      where h.user_id = auth.uid() and h.created_at > now() - interval '90 days'
      limit 500
    ) as recent
    join public.feed_posts p on p.id = recent.post_id
    group by p.creator_id
  )
  select p.id, p.creator_id, author.username::text,
    coalesce(p.creator_id = any ((select app.my_followees())::uuid[]), false),
    (select h.display from public.post_hashtags ph join tags on tags.tag = ph.tag and tags.is_followed
     join public.hashtags h on h.tag = ph.tag where ph.post_id = p.id order by ph.tag limit 1),
    (select h.display from public.post_hashtags ph join tags on tags.tag = ph.tag and not tags.is_followed
     join public.hashtags h on h.tag = ph.tag where ph.post_id = p.id order by ph.tag limit 1),
    p.remix_of in (select near.id from near) or p.id in (select liked.remix_of from liked where liked.remix_of is not null),
    (extract(epoch from now() - trends.since) / 3600)::int,
    author.created_at > now() - interval '30 days',
    coalesce(favourites.likes, 0), coalesce(hidden.hides, 0),
    greatest(extract(epoch from now() - p.created_at) / 3600, 0),
    app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)
  from public.feed_posts p
  join public.profiles author on author.id = p.creator_id
  left join trends on trends.id = p.id
  left join favourites on favourites.creator_id = p.creator_id
  left join hidden on hidden.creator_id = p.creator_id
  where p.id = any (p_posts)
$$;
comment on function app.for_you_signals(uuid[]) is
  'Everything that the score and the reasons of « Pour vous » are made of, for the person who asks.';

create function app.for_you_score(
  is_followed boolean, is_tag_followed boolean, is_tag_liked boolean, is_remix_of_liked boolean, is_trending boolean,
  is_new_author boolean, likes_of_author int, hides_of_author int, age_hours double precision, engagement double precision)
returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select (1 + 3.0 * coalesce(is_followed, false)::int + 2.5 * coalesce(is_remix_of_liked, false)::int
      + 2.0 * coalesce(is_tag_followed, false)::int + 1.5 * coalesce(is_trending, false)::int
      + 1.0 * coalesce(is_tag_liked, false)::int + 1.0 * coalesce(is_new_author, false)::int + 0.4 * least(likes_of_author, 5))
    * (1 / (1 + age_hours / 24))
    * (1 + ln(1 + engagement) / 4)
    - 0.5 * hides_of_author
$$;
comment on function app.for_you_score(boolean, boolean, boolean, boolean, boolean, boolean, int, int, double precision, double precision) is
  'Interest × freshness × quality − fatigue. Interest: 1, and 3 for somebody one follows, 2.5 for a remix around what one liked, 2 for a hashtag one follows, 1.5 for what trends, 1 for a hashtag one often likes, 1 for a new author, 0.4 for each like of the author''s publications (5 at most). Freshness: a half after a day, a third after two. Quality: 1 and a quarter of the logarithm of the engagement. Fatigue: 0.5 for each publication of the author that one hid within 90 days.';

create function app.rules_weight(p_rules jsonb, p_text text) returns double precision
language sql immutable
set search_path = ''
as $$
  select coalesce(exp(sum(case rule ->> 'kind' when 'more' then ln(2) when 'less' then ln(0.25) else 0 end)), 1)
  from jsonb_array_elements(p_rules) as rule
  where strpos(app.fold(p_text), app.fold(nullif(btrim(rule ->> 'words'), ''))) > 0
$$;
comment on function app.rules_weight(jsonb, text) is
  'What the wishes of profile_settings.feed_rules ({kind: more | less, words}) make of a score: twice for each that asks for more of what the words say, a quarter for each that asks for less.';

-- In the order of the score, but whoever has two among the last nineteen waits. Nobody's pictures fill a screen; where
-- only one person publishes, the list is short.
create function app.spread_authors(p_authors uuid[], p_most int) returns int[]
language plpgsql immutable
set search_path = ''
as $$
declare
  chosen int[] := '{}';
  recent uuid[] := '{}';
  is_taken boolean[] := array_fill(false, array[greatest(cardinality(p_authors), 1)]);
  first_left int := 1;
  candidate int;
begin
  while cardinality(chosen) < p_most loop
    while first_left <= cardinality(p_authors) and is_taken[first_left] loop
      first_left := first_left + 1;
    end loop;
    candidate := first_left;
    while candidate <= cardinality(p_authors)
      and (is_taken[candidate] or cardinality(array_positions(recent, p_authors[candidate])) >= 2) loop
      candidate := candidate + 1;
    end loop;
    exit when candidate > cardinality(p_authors);
    is_taken[candidate] := true;
    chosen := chosen || candidate;
    recent := (recent || p_authors[candidate])[greatest(cardinality(recent) - 17, 1):];
  end loop;
  return chosen;
end
$$;
comment on function app.spread_authors(uuid[], int) is
  'The places of an ordered list that are kept, in order, so that of twenty in a row at most two are of one author.';

create function app.make_for_you() returns timestamptz
language plpgsql security definer
set search_path = ''
set plan_cache_mode = auto
as $$
declare
  me constant uuid := auth.uid();
  muted constant uuid[] := app.muted_people('feed');
  hidden constant uuid[] := app.hidden_people();
  most_sensitive constant smallint := app.my_max_rating();
  rules constant jsonb := (select s.feed_rules from public.profile_settings s where s.user_id = me);
  ids uuid[];
  authors uuid[];
  whys jsonb[];
  kept int[];
  made timestamptz;
begin
  with candidates as materialized (
    select array(
      select p.id
      from app.for_you_candidates() as candidate (id)
      join public.feed_posts p on p.id = candidate.id
      where p.audience in ('public', 'followers') and p.status = 'published' and p.rating <= most_sensitive
        and p.creator_id <> me and p.creator_id <> all (muted) and p.creator_id <> all (hidden)
        and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
        and not exists (select from public.post_likes l where l.post_id = p.id and l.user_id = me)) as ids
  ), scored as (
    select s.*, app.for_you_score(
      s.is_followed, s.followed_tag is not null, s.liked_tag is not null, s.is_remix_of_liked, s.trending_hours is not null,
      s.is_new_author, s.likes_of_author, s.hides_of_author, s.age_hours, s.engagement)
      * case when rules = '[]' then 1 else app.rules_weight(rules, (
        select concat_ws(' ', p.prompt, p.title, p.hashtags) from public.feed_posts p where p.id = s.post_id)) end as score
    from candidates, app.for_you_signals(candidates.ids) s
  ), placed as (
    select scored.*, row_number() over (partition by scored.creator_id order by scored.score desc, scored.post_id desc) as place
    from scored where scored.score > 0
  )
  select array_agg(placed.post_id order by placed.score desc, placed.post_id desc),
    array_agg(placed.creator_id order by placed.score desc, placed.post_id desc),
    array_agg(app.for_you_reasons(placed.username, placed.is_followed, placed.is_remix_of_liked, placed.followed_tag,
      placed.trending_hours, placed.liked_tag, placed.is_new_author, placed.likes_of_author)
      order by placed.score desc, placed.post_id desc)
  into ids, authors, whys
  from placed where placed.place <= 30;
  kept := app.spread_authors(coalesce(authors, '{}'), 300);
  insert into app.for_you_lists (user_id, post_ids, reasons)
  select me, coalesce(array_agg(ids[k.place] order by k.at), '{}'), coalesce(jsonb_agg(whys[k.place] order by k.at), '[]')
  from unnest(kept) with ordinality as k (place, at)
  returning made_at into made;
  -- The one before stays, for whoever is reading it on another device.
  delete from app.for_you_lists l
  where l.user_id = me and l.made_at < (
    select before.made_at from app.for_you_lists before
    where before.user_id = me and before.made_at < made order by before.made_at desc limit 1);
  return made;
end
$$;
comment on function app.make_for_you() is 'Puts « Pour vous » together for the person who asks: 300 publications at most.';

create function app.for_you_list(p_made timestamptz) returns app.for_you_lists
language plpgsql security definer
set search_path = ''
as $$
declare
  list app.for_you_lists;
begin
  select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  if list.user_id is null then
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() order by l.made_at desc limit 1;
  end if;
  if list.user_id is null or p_made is null and (
    list.made_at < now() - interval '5 minutes'
    or exists (select from public.follows f where f.follower_id = auth.uid() and f.state = 'active' and f.created_at > list.made_at)
    or exists (select from public.hashtag_follows f where f.user_id = auth.uid() and f.created_at > list.made_at)
    or exists (select from public.profile_settings s where s.user_id = auth.uid() and s.updated_at > list.made_at)) then
    p_made := app.make_for_you();
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  end if;
  return list;
end
$$;
comment on function app.for_you_list(timestamptz) is
  'The list that was begun at that moment; without one, that of the last five minutes, or a new one where there is none the person began to follow somebody or changed a setting since.';

revoke execute on function
  app.for_you_candidates(), app.for_you_signals(uuid[]),
  app.for_you_score(boolean, boolean, boolean, boolean, boolean, boolean, int, int, float, float),
  app.rules_weight(jsonb, text), app.spread_authors(uuid[], int), app.make_for_you(), app.for_you_list(timestamptz) from public;
