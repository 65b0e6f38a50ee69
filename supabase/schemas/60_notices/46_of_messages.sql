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
  update public.notifications o set is_listed = false
  where o.user_id = p_user and o.type = 'message' and o.is_listed and o.data ->> 'conversation_id' = p_conversation::text
    and 'in_app' = any (app.notification_channels(
      p_user, 'message', p_sender, jsonb_build_object('conversation_id', p_conversation)));
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$$;
comment on function app.notify_of_message(uuid, uuid, uuid, uuid) is
  'For messages: each is told, the newest of a conversation stands in the list, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';

revoke execute on function
  app.share_conversation(uuid, uuid, uuid), app.notify_of_message(uuid, uuid, uuid, uuid) from public;
