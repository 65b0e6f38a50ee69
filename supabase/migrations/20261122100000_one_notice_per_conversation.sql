-- Each message is pushed by itself, but a conversation stands once in the list: with its newest message.
create index notifications_of_conversations on public.notifications (user_id, (data ->> 'conversation_id'))
where type = 'message' and is_listed;

create or replace function app.notify_of_message(p_user uuid, p_sender uuid, p_conversation uuid, p_message uuid) returns void
language sql
set search_path = ''
as $$
  update public.notifications o set is_listed = false
  where o.user_id = p_user and o.type = 'message' and o.is_listed and o.data ->> 'conversation_id' = p_conversation::text
    and 'in_app' = any (app.notification_channels(
      p_user, 'message', p_sender, jsonb_build_object('conversation_id', p_conversation)));
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$$;
comment on function app.notify_of_message(uuid, uuid, uuid, uuid) is
  'For messages: each is told, the newest of a conversation stands in the list, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';
