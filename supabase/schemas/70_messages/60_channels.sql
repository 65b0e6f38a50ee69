-- Who is here and who writes, on presence:{conversation}; and what members are told of their conversations.

create function app.tell_members(p_conversation uuid, p_news jsonb default '{}') returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || p.user_id, true)
  from public.conversation_participants p where p.conversation_id = p_conversation and p.is_active
$$;
comment on function app.tell_members(uuid, jsonb) is
  'The event conversation on user:{id} of each member: something about it has changed, which they then ask for.';

create function app.tell_of_key(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id
  where p.user_id = p_user and p.is_active and c.epoch_id is not null
  order by c.id for no key update of c;
  update public.conversations c set epoch_id = null
  from public.conversation_participants p
  where p.user_id = p_user and p.is_active and c.id = p.conversation_id and c.epoch_id is not null;
  perform realtime.send(jsonb_build_object('user_id', p_user), 'keys', 'user:' || told.user_id, true)
  from (
    select p_user as user_id
    union
    select o.user_id from public.conversation_participants p
    join public.conversation_participants o on o.conversation_id = p.conversation_id and o.is_active
    where p.user_id = p_user and p.is_active) as told;
end
$$;
comment on function app.tell_of_key(uuid) is
  'Somebody''s key has changed: what they take part in wants a new epoch, and whoever writes with them hears the event keys.';

create function app.may_meet(p_conversation uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.conversation_participants p
    join public.conversations c on c.id = p.conversation_id
    where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.state = 'accepted'
      and not exists (
        select from public.conversation_participants o
        where c.kind = 'direct' and o.conversation_id = c.id and o.user_id <> p.user_id
          and app.are_apart(o.user_id, p.user_id)))
$$;
comment on function app.may_meet(uuid) is
  'Whether one shows oneself there and sees the others: not before one has accepted, nor where one of two has blocked the other.';

create function app.met_conversation(topic text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select substring(topic from '^presence:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid $$;

create policy "members see who is in a conversation" on realtime.messages
  for select to authenticated using (
    extension in ('broadcast', 'presence')
    and case when app.met_conversation((select realtime.topic())) is null then false
      else app.may_meet(app.met_conversation((select realtime.topic()))) end);

create policy "members show themselves in a conversation" on realtime.messages
  for insert to authenticated with check (
    extension in ('broadcast', 'presence')
    and case when app.met_conversation((select realtime.topic())) is null then false
      else app.may_meet(app.met_conversation((select realtime.topic()))) end);

revoke execute on function
  app.tell_members(uuid, jsonb), app.tell_of_key(uuid), app.may_meet(uuid), app.met_conversation(text) from public;
grant execute on function app.may_meet(uuid), app.met_conversation(text) to authenticated;

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
