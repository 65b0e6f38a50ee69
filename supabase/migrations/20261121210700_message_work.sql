-- What follows messages at leisure: notifications, what vanishes, files without their message, accounts that are gone.
create or replace function app.share_conversation(p_one uuid, p_other uuid, p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = 2 from public.conversation_participants p
  where p.conversation_id = p_conversation and p.user_id in (p_one, p_other) and p.is_active
$$;

create function public.tell_messages(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  notice record;
  taken int := 0;
begin
  for notice in
    select m.id, m.conversation_id, m.sender_id, m.created_at, m.iv
    from app.message_notices n join public.encrypted_messages m on m.id = n.message_id
    order by n.message_id
    limit p_limit
    for update of n skip locked
  loop
    delete from app.message_notices n where n.message_id = notice.id;
    taken := taken + 1;
    perform app.notify_of_message(p.user_id, notice.sender_id, notice.conversation_id, notice.id)
    from public.conversation_participants p
    join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
    where p.conversation_id = notice.conversation_id and p.is_active and p.user_id <> notice.sender_id
      and notice.iv <> 'deleted' and not (s.muted_until > clock_timestamp()) is true
      -- Who reads it as it comes need not be told.
      and not (s.read_up_to >= notice.created_at) is true
    order by p.user_id;
  end loop;
  return taken;
end
$$;
comment on function public.tell_messages(int) is 'Makes the notifications of messages that have just been sent; answers of how many.';

create function public.expire_messages(p_limit int) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (
    delete from public.encrypted_messages m
    where m.id in (
      select old.id from public.encrypted_messages old
      where old.expires_at <= clock_timestamp() order by old.expires_at limit p_limit for update skip locked)
    returning m.id)
  select count(*)::int from gone
$$;
comment on function public.expire_messages(int) is 'Deletes what has vanished, which policies have hidden already; answers how many.';

create function app.uuid_or_null(given text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select case when given ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then given::uuid end $$;

create function public.review_message_files(p_after text, p_limit int) returns table (name text, is_dead boolean)
language sql stable security definer
set search_path = ''
as $$
  select o.name,
    not exists (select from public.conversations c where c.id = app.uuid_or_null(split_part(o.name, '/', 1)))
    or not exists (select from public.profiles p where p.id = app.uuid_or_null(o.owner_id))
    or o.created_at < now() - interval '1 day' and o.user_metadata ? 'message_id' and not exists (
      select from public.encrypted_messages m where m.id = app.uuid_or_null(o.user_metadata ->> 'message_id') and m.iv <> 'deleted')
  from storage.objects o
  where o.bucket_id = 'dm-blobs' and o.name > p_after
  order by o.name
  limit p_limit
$$;
comment on function public.review_message_files(text, int) is
  'Files of messages, after the one that is named, and which of them nobody needs: the conversation, the sender or, a day after, the message is gone.';

create function app.leave_tombstones() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.encrypted_messages m set encrypted_content = '', iv = 'deleted', metadata = '{}'
  where m.sender_id = old.id and m.conversation_id in (
    select p.conversation_id from public.conversation_participants p where p.user_id = old.id);
  return old;
end
$$;
comment on function app.leave_tombstones() is 'Of what somebody wrote whose account is deleted, the places stay, so that a thread is not torn.';
create trigger leave_tombstones before delete on public.profiles
  for each row execute function app.leave_tombstones();

create function app.close_deserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.conversations c set epoch_id = null where c.id = old.conversation_id;
  delete from public.conversations c
  where c.id = old.conversation_id and not exists (
    select from public.conversation_participants p where p.conversation_id = c.id and p.is_active);
  return null;
end
$$;
create trigger close_deserted after delete on public.conversation_participants
  for each row execute function app.close_deserted();

-- What a browser needs to open a message by itself, as far as it fits (E2EE §9).
create function app.pushed_message(p_user uuid, p_message uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'row', to_jsonb(m) - '{is_read,expires_at}'::text[],
    'wrap', (
      select to_jsonb(k) - 'user_id' from public.conversation_keys k
      join public.user_public_keys own on own.user_id = k.user_id and own.kid = k.kid
      where k.epoch_id = e.epoch_id and k.user_id = p_user),
    'epoch', to_jsonb(e) - 'created_at')
  from public.encrypted_messages m
  join public.conversation_epochs e on e.epoch_id = app.uuid_or_null(m.metadata #>> '{e2ee,epoch}')
  where m.id = p_message and length(m.encrypted_content) <= 3000
$$;

create or replace function app.push_content(p_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'notification_id', n.id, 'type', n.type, 'title', n.title, 'body', n.body, 'data', n.data, 'user_id', n.user_id,
    'actors_count', n.actors_count, 'unread', app.unread_notifications(n.user_id),
    'language', (select s.language from public.profile_settings s where s.user_id = n.user_id),
    'names', (
      select coalesce(jsonb_agg(p.display_name order by place), '[]')
      from unnest(n.actor_ids[1:2]) with ordinality as actor (id, place)
      join public.profiles p on p.id = actor.id),
    'excerpt', (
      select left(c.body, 120) from public.post_comments c
      where c.id = (n.data ->> 'comment_id')::uuid and c.hidden_at is null and c.deleted_at is null),
    'message', case when n.type = 'message' then app.pushed_message(n.user_id, (n.data ->> 'message_id')::uuid) end,
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth)), '[]')
      from public.push_subscriptions s
      where s.user_id = n.user_id and s.id <> all (j.delivered)))
  from public.notifications n
  join app.push_jobs j on j.notification_id = n.id
  where n.id = p_id
$$;

revoke execute on function
  app.share_conversation(uuid, uuid, uuid), app.uuid_or_null(text), public.tell_messages(int), public.expire_messages(int),
  public.review_message_files(text, int), app.leave_tombstones(), app.close_deserted(), app.pushed_message(uuid, uuid),
  app.push_content(uuid)
from public, anon, authenticated;
grant execute on function public.tell_messages(int), public.expire_messages(int), public.review_message_files(text, int)
to service_role;
