-- Why a publication stands in « Pour vous », for whoever asks.

create function app.my_likes(p_most int) returns table (post_id uuid, creator_id uuid, remix_of uuid)
language sql stable
set search_path = ''
as $$
  select p.id, p.creator_id, p.remix_of
  from (
    select l.post_id from public.post_likes l where l.user_id = auth.uid() order by l.created_at desc limit p_most
  ) as liked
  join public.feed_posts p on p.id = liked.post_id
$$;

create function app.my_tags() returns table (tag text, is_followed boolean)
language sql stable
set search_path = ''
as $$
  (select f.tag, true from public.hashtag_follows f where f.user_id = auth.uid() order by f.created_at desc limit 20)
  union all
  (select ph.tag, false
   from app.my_likes(50) liked join public.post_hashtags ph on ph.post_id = liked.post_id
   where not exists (select from public.hashtag_follows f where f.user_id = auth.uid() and f.tag = ph.tag)
   group by ph.tag having count(*) >= 3
   order by count(*) desc, ph.tag limit 8)
$$;
comment on function app.my_tags() is
  'The hashtags that the person follows, and those that at least three of their last fifty likes bear.';

create function app.for_you_reasons(
  username text, is_followed boolean, is_remix_of_liked boolean, followed_tag text, trending_hours int, liked_tag text,
  is_new_author boolean, likes_of_author int)
returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_agg(reason order by place), '[{"kind": "recent"}]')
  from (values
    (1, case when is_followed then jsonb_build_object('kind', 'follows', 'username', username) end),
    (2, case when is_remix_of_liked then '{"kind": "remix_of_liked"}'::jsonb end),
    (3, case when followed_tag is not null then jsonb_build_object('kind', 'tag', 'tag', followed_tag) end),
    (4, case when trending_hours is not null then jsonb_build_object('kind', 'trending', 'hours', greatest(trending_hours, 1)) end),
    (5, case when liked_tag is not null then jsonb_build_object('kind', 'tag', 'tag', liked_tag) end),
    (6, case when likes_of_author >= 2 and not is_followed then jsonb_build_object('kind', 'liked_author', 'username', username) end),
    (7, case when is_new_author then '{"kind": "new_author"}'::jsonb end)
  ) as known (place, reason)
  where reason is not null
$$;
comment on function app.for_you_reasons(text, boolean, boolean, text, int, text, boolean, int) is
  'The signals that raised the score, the strongest first; recent where there is none but that it is new.';

create function app.reasons_now(p_post uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select app.for_you_reasons(s.username, s.is_followed, s.is_remix_of_liked, s.followed_tag, s.trending_hours, s.liked_tag,
    s.is_new_author, s.likes_of_author)
  from app.for_you_signals(array[p_post]) s
$$;

create function app.reasons_then(p_post uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select l.reasons -> (array_position(l.post_ids, p_post) - 1)
  from app.for_you_lists l
  where l.user_id = auth.uid() and p_post = any (l.post_ids)
  order by l.made_at desc
  limit 1
$$;

create function public.why_this_post(post_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from public.feed_posts p where p.id = why_this_post.post_id) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_gone';
  end if;
  return coalesce(app.reasons_then(why_this_post.post_id), app.reasons_now(why_this_post.post_id));
end
$$;
comment on function public.why_this_post(uuid) is
  'Why « Pour vous » shows one a publication, as it was recorded when the list was made; else what speaks for it now. [{"kind": "follows", "username"}, {"kind": "remix_of_liked"}, {"kind": "tag", "tag"}, {"kind": "trending", "hours"}, {"kind": "liked_author", "username"}, {"kind": "new_author"}, {"kind": "recent"}], the strongest first. PT404 post_gone.';

revoke execute on function
  app.my_likes(int), app.my_tags(), app.for_you_reasons(text, boolean, boolean, text, int, text, boolean, int),
  app.reasons_now(uuid), app.reasons_then(uuid) from public;
revoke execute on function public.why_this_post(uuid) from public, anon, authenticated;
grant execute on function
  app.reasons_now(uuid), app.reasons_then(uuid), public.why_this_post(uuid) to anon, authenticated;
