-- What people are told of likes, follows and remixes. Each act has one trigger, which takes it back when the act is.

create function app.settle_like(p_post uuid, p_user uuid, p_at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  key constant text := app.notification_key('like', p_post, p_at);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = p_post and p.status <> 'deleted');
begin
  if exists (
    select from public.post_likes l
    where l.post_id = p_post and l.user_id = p_user and app.notification_key('like', p_post, l.created_at) = key)
  then
    perform app.notify(owner, 'like', key, p_user, jsonb_build_object('post_id', p_post));
  else
    perform app.take_back(owner, key, p_user);
  end if;
end
$$;
comment on function app.settle_like(uuid, uuid, timestamptz) is
  'Has the author told of a like that stands, and of none that does not, whatever they were told before.';

create function app.notify_of_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act public.post_likes := coalesce(new, old);
begin
  if not exists (
    select from app.likes_to_fold f
    where f.post_id = act.post_id and f.user_id = act.user_id and f.liked_at = act.created_at
      and f.change = case tg_op when 'INSERT' then 1 else -1 end)
  then
    perform app.settle_like(act.post_id, act.user_id, act.created_at);
  end if;
  return null;
end
$$;
comment on function app.notify_of_like() is
  'Tells of a like with it, but for one that waits to be counted (app.likes_to_fold), which is told when it is.';

create function app.notify_of_folded_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.settle_like(old.post_id, old.user_id, old.liked_at);
  return null;
end
$$;

create function app.notify_of_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  followed constant text := app.notification_key('follow', act.followee_id, act.created_at);
  request constant text := app.notification_key('follow', act.follower_id, act.created_at) || ':request';
  accepted constant text := app.notification_key('follow', act.followee_id, act.created_at) || ':accepted';
begin
  if tg_op = 'DELETE' then
    perform app.take_back(act.followee_id, followed, act.follower_id);
    perform app.take_back(act.followee_id, request, act.follower_id);
    perform app.take_back(act.follower_id, accepted, act.followee_id);
  elsif tg_op = 'UPDATE' then
    perform app.take_back(act.followee_id, request, act.follower_id);
    perform app.notify(act.follower_id, 'follow', accepted, act.followee_id, '{"is_accepted": true}');
  elsif act.state = 'requested' then
    perform app.notify(act.followee_id, 'follow', request, act.follower_id, '{"is_request": true}');
  else
    perform app.notify(act.followee_id, 'follow', followed, act.follower_id, '{}');
  end if;
  return null;
end
$$;
comment on function app.notify_of_follow() is
  'Followers of a day together; each request alone, since each wants an answer, and goes when it is answered.';

create function app.notify_of_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  key constant text := app.notification_key('remix', act.remix_of, act.created_at);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = act.remix_of);
  is_public constant boolean := tg_op <> 'DELETE' and new.audience = 'public';
begin
  if is_public then
    perform app.notify(owner, 'remix', key, act.creator_id,
      jsonb_build_object('post_id', act.id, 'parent_id', act.remix_of), act.id);
  else
    perform app.take_back(owner, key, act.id);
  end if;
  return null;
end
$$;
comment on function app.notify_of_remix() is 'Remixes that everybody may see; one that no longer is, is taken back.';

create function app.forget_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications n
  using (values ('like:'), ('comment:'), ('remix:')) as of (kind)
  where n.user_id = old.creator_id
    and n.group_key >= kind || old.id || ':' and n.group_key < kind || old.id || ';';
  return null;
end
$$;
comment on function app.forget_post() is 'What its author was told about a publication goes with it.';

revoke execute on function
  app.settle_like(uuid, uuid, timestamptz), app.notify_of_like(), app.notify_of_folded_like(), app.notify_of_follow(),
  app.notify_of_remix(), app.forget_post() from public;
