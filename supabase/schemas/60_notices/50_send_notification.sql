-- What people are told of messages; and the call send-notification (spec §7): whom a client may have told, and how often.

create function app.share_conversation(p_one uuid, p_other uuid, p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = 2 from public.conversation_participants p
  where p.conversation_id = p_conversation and p.user_id in (p_one, p_other) and p.is_active
    and (p.user_id = p_one or p.state = 'accepted')
$$;
comment on function app.share_conversation(uuid, uuid, uuid) is
  'Whether both take part in this conversation now, and the other one has accepted.';

create function app.notify_of_message(p_user uuid, p_sender uuid, p_conversation uuid, p_message uuid) returns void
language sql
set search_path = ''
as $$
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$$;
comment on function app.notify_of_message(uuid, uuid, uuid, uuid) is
  'For messages: each is told by push, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';

create table app.notification_calls (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  calls int not null
);

alter table app.notification_calls enable row level security;

create function public.send_notification(p_caller uuid, p_notice jsonb, p_calls_per_minute int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  target constant uuid := p_notice ->> 'userId';
  kind constant text := p_notice ->> 'type';
  conversation constant uuid := p_notice #>> '{data,conversation_id}';
  message constant uuid := p_notice #>> '{data,message_id}';
  made int;
  until timestamptz;
begin
  -- Refused calls count too: nobody finds out in quick succession whom they share a conversation with.
  insert into app.notification_calls as c (user_id, since, calls) values (p_caller, clock_timestamp(), 1)
  on conflict (user_id) do update set
    calls = case when c.since < clock_timestamp() - interval '1 minute' then 1 else c.calls + 1 end,
    since = case when c.since < clock_timestamp() - interval '1 minute' then clock_timestamp() else c.since end
  returning calls, since + interval '1 minute' into made, until;
  if made > p_calls_per_minute then
    return jsonb_build_object('outcome', 'throttled', 'retry_after', ceil(extract(epoch from until - clock_timestamp())));
  end if;
  if target = p_caller then
    perform app.notify(target, kind, kind || ':self:' || app.uuid_v7(), null, p_notice -> 'data'
      || jsonb_build_object('title', p_notice ->> 'title', 'body', p_notice ->> 'body'));
  elsif kind = 'message' and app.share_conversation(p_caller, target, conversation) then
    perform app.notify_of_message(target, p_caller, conversation, coalesce(message, conversation));
  else
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  return jsonb_build_object('outcome', 'sent');
end
$$;
comment on function public.send_notification(uuid, jsonb, int) is
  'Tells oneself, or of a message whoever shares its conversation; answers sent, not_allowed, or throttled with retry_after in seconds. What a message says is never part of it, whatever the caller sends.';

revoke execute on function public.send_notification(uuid, jsonb, int) from public, anon, authenticated;
revoke execute on function
  app.share_conversation(uuid, uuid, uuid), app.notify_of_message(uuid, uuid, uuid, uuid) from public;
