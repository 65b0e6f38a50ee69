-- Whom one could follow, and why.

create function app.people_around() returns table (id uuid, reason jsonb, weight double precision)
language sql stable security definer
set search_path = ''
as $$
  select around.* from (
  (select f.followee_id, jsonb_build_object('kind', 'followed_by', 'count', count(*)), 3 + ln(count(*))
   from unnest((app.my_followees())[:200]) as followee (id)
   join public.profile_settings s on s.user_id = followee.id and s.show_follow_lists = 'everyone'
   cross join lateral (
     select newest.followee_id from public.follows newest
     where newest.follower_id = followee.id and newest.state = 'active'
     order by newest.created_at desc limit 100) as f
   group by f.followee_id
   order by count(*) desc limit 60)
  union all
  (select liked.creator_id, '{"kind": "liked_author"}'::jsonb, 2 + ln(count(*))
   from app.my_likes(100) liked group by liked.creator_id having count(*) >= 2 order by count(*) desc limit 40)
  union all
  (select t.target::uuid, '{"kind": "trending"}'::jsonb, 1.5 - t.rank / 200.0
   from public.trending t
   where t.window_h = 168 and t.kind = 'creator' and t.snapshot_at = app.newest_snapshot(168) and t.rank <= 60)
  union all
  (select newest.creator_id, '{"kind": "recent"}'::jsonb, 0.5
   from (
     select p.creator_id from public.feed_posts p where p.audience = 'public'
     order by p.created_at desc, p.id desc limit 200) as newest
   group by newest.creator_id limit 60)
  ) as around (id, reason, weight)
  -- Whoever is in teen mode is proposed to nobody.
  where not exists (select from public.profile_settings s where s.user_id = around.id and s.teen_until > current_date)
$$;
comment on function app.people_around() is
  'Followed by people one follows, where their lists are public; authors whose publications one has liked; whoever trends this week; the newest authors.';

create function app.people_known() returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select auth.uid() where auth.uid() is not null
  union all select f.followee_id from public.follows f where f.follower_id = auth.uid()
  union all select unnest(app.hidden_people())
  union all select unnest(app.muted_people('feed'))
$$;

create function public.people_to_follow(max int default 3)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, followers_count int, reasons jsonb)
language sql stable
set search_path = ''
as $$
  select person.id, person.username::text, person.display_name, person.avatar_url, person.bio, person.is_private,
    coalesce(counters.followers_count, 0), best.reasons
  from (
    select around.id, jsonb_agg(around.reason order by around.weight desc) as reasons, sum(around.weight) as weight
    from app.people_around() around
    where around.id not in (select known from app.people_known() known)
    group by around.id
    order by weight desc, around.id
    limit 100
  ) as best
  join public.profiles person on person.id = best.id and person.status = 'active'
  left join public.profile_counters counters on counters.user_id = best.id
  order by best.weight desc, best.id
  limit least(greatest(people_to_follow.max, 1), 50)
$$;
comment on function public.people_to_follow(int) is
  'People whom one does not follow yet, nor has asked to, with the reasons, the strongest first: [{"kind": "followed_by", "count"}, {"kind": "liked_author"}, {"kind": "trending"}, {"kind": "recent"}]. Visitors have the last two.';

revoke execute on function app.people_around(), app.people_known() from public;
revoke execute on function public.people_to_follow(int) from public, anon, authenticated;
grant execute on function app.people_around(), app.people_known(), public.people_to_follow(int) to anon, authenticated;
