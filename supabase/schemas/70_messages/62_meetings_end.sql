-- Who takes no part any more is out of presence:{conversation} at once: the channel asks anew who may be in it.

create function app.end_meeting(p_conversation uuid) returns void
language sql
set search_path = ''
as $$ select realtime.send('{}', 'rights_changed', 'presence:' || p_conversation, true) $$;
comment on function app.end_meeting(uuid) is
  'After somebody has lost the right to show themselves there: realtime asks for everybody''s right again before anything else is said.';

create function app.end_meeting_of_who_left() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.end_meeting(old.conversation_id);
  return null;
end
$$;

create trigger end_meeting_of_who_left after update of state, is_active on public.conversation_participants
  for each row when (old.state = 'accepted' and new.state <> 'accepted') execute function app.end_meeting_of_who_left();
create trigger end_meeting_of_who_is_gone after delete on public.conversation_participants
  for each row when (old.state = 'accepted') execute function app.end_meeting_of_who_left();

create function app.end_meeting_of_blocked() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.end_meeting(c.id) from public.conversations c
  where c.pair_key = least(new.blocker_id, new.blocked_id) || ':' || greatest(new.blocker_id, new.blocked_id);
  return null;
end
$$;

revoke execute on function
  app.end_meeting(uuid), app.end_meeting_of_who_left(), app.end_meeting_of_blocked() from public;
