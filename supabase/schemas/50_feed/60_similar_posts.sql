-- What looks like one publication, as far as its hashtags say.

create function app.tags_to_compare(p_post uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(t.tag), '{}')
  from public.feed_posts p, app.tags_of(p.hashtags) t
  where p.id = p_post
    and (app.can_see_post(p.id) or p.status in ('deleted', 'removed') and p.visibility in ('public', 'unlisted'))
$$;
comment on function app.tags_to_compare(uuid) is
  'Also of what is gone and was once for everybody, so that its page can lead on; nothing of what is not for who asks.';

create function public.similar_posts(post_id uuid, max int default 6) returns setof public.feed_posts
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
comment on function public.similar_posts(uuid, int) is
  'Public ones that share hashtags with it, the rarest count most; then the newest. Also for a publication that is gone.';

revoke execute on function app.tags_to_compare(uuid) from public;
revoke execute on function public.similar_posts(uuid, int) from public, anon, authenticated;
grant execute on function app.tags_to_compare(uuid) to anon, authenticated, service_role;
grant execute on function public.similar_posts(uuid, int) to anon, authenticated;
