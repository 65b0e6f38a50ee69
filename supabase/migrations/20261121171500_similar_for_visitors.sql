-- Visitors hide nothing and have no rights on what members hide, so similar_posts asks for it by a function.
create function app.my_hides() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(newest.post_id), '{}')
  from (
    select h.post_id from public.post_hides h where h.user_id = auth.uid() order by h.created_at desc limit 1000
  ) as newest
$$;
comment on function app.my_hides() is 'What the caller has put aside, the last thousand; nothing for a visitor.';
revoke execute on function app.my_hides() from public, anon, authenticated;
grant execute on function app.my_hides() to anon, authenticated, service_role;

create or replace function public.similar_posts(post_id uuid, max int default 6) returns setof public.feed_posts
language sql stable rows 6
set search_path = ''
as $$
  with clues as (
    select h.tag, 1 / ln(2 + h.posts_count) as weight
    from public.hashtags h
    where h.tag = any (app.tags_to_compare(similar_posts.post_id))
    order by h.posts_count
    limit 8
  ), alike as (
    select near.post_id, sum(clues.weight) as score
    from clues
    cross join lateral (
      select ph.post_id from public.post_hashtags ph
      where ph.tag = clues.tag
      order by ph.created_at desc, ph.post_id desc
      limit 100
    ) as near
    group by near.post_id
    order by score desc, near.post_id desc
    limit 100
  ), newest as (
    select p.id as post_id, 0 as score from public.feed_posts p
    where p.audience = 'public'
    order by p.created_at desc, p.id desc
    limit 50
  ), candidates as (
    select each.post_id, max(each.score) as score
    from (select alike.post_id, alike.score from alike union all select newest.post_id, newest.score from newest) as each
    where each.post_id <> similar_posts.post_id
    group by each.post_id
  )
  select p.*
  from candidates
  join public.feed_posts p on p.id = candidates.post_id
  where p.audience = 'public' and p.status = 'published'
    and p.creator_id <> all ((select app.muted_people('feed'))::uuid[])
    and p.id <> all ((select app.my_hides())::uuid[])
  order by candidates.score desc, p.created_at desc, p.id desc
  limit least(greatest(similar_posts.max, 1), 24)
$$;
