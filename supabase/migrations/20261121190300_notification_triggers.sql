-- What people are told of. Each act has one trigger, which takes it back when the act is.
create function app.notify_of_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  key constant text := app.notification_key('like', act.post_id, act.created_at);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = act.post_id);
begin
  if tg_op = 'INSERT' then
    perform app.notify(owner, 'like', key, act.user_id, jsonb_build_object('post_id', act.post_id));
  else
    perform app.take_back(owner, key, act.user_id);
  end if;
  return null;
end
$$;
-- After count_like, which locks the publication: all who like it wait in the same order.
create trigger notify_of_like after insert or delete on public.post_likes
  for each row execute function app.notify_of_like();

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
create trigger notify_of_follow after insert or delete on public.follows
  for each row execute function app.notify_of_follow();
create trigger notify_of_accepted_follow after update of state on public.follows
  for each row when (old.state = 'requested' and new.state = 'active') execute function app.notify_of_follow();

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
create trigger notify_of_remix after insert on public.feed_posts
  for each row when (new.remix_of is not null and new.audience = 'public') execute function app.notify_of_remix();
create trigger notify_of_changed_remix after update on public.feed_posts
  for each row when (new.remix_of is not null and (old.audience = 'public') <> (new.audience = 'public'))
  execute function app.notify_of_remix();
create trigger notify_of_deleted_remix after delete on public.feed_posts
  for each row when (old.remix_of is not null) execute function app.notify_of_remix();

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
create trigger forget_deleted_post after delete on public.feed_posts
  for each row execute function app.forget_post();
create trigger forget_withdrawn_post after update on public.feed_posts
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function app.forget_post();

create or replace function app.generation_ended(p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  g public.generations;
begin
  perform app.tell_generation(p_id);
  select * into strict g from public.generations o where o.id = p_id;
  -- Whoever cancels knows, and a workflow tells of itself.
  if g.status <> 'canceled' and g.source <> 'workflow' then
    perform app.notify(g.user_id, 'generation', app.notification_key('generation', g.id, g.finished_at), null,
      jsonb_build_object('generation_id', g.id, 'status', g.status), g.id);
  end if;
end
$$;

create function app.notify_of_message(p_user uuid, p_sender uuid, p_conversation uuid, p_message uuid) returns void
language sql
set search_path = ''
as $$
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$$;
comment on function app.notify_of_message(uuid, uuid, uuid, uuid) is
  'For messages: each is told alone, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';

revoke execute on function
  app.notify_of_like(), app.notify_of_follow(), app.notify_of_remix(), app.forget_post(), app.generation_ended(uuid),
  app.notify_of_message(uuid, uuid, uuid, uuid)
from public, anon, authenticated;
