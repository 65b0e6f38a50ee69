create function app.tell_read(p_conversation uuid, p_news jsonb, p_is_shown boolean) returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation, 'user_id', auth.uid()),
    'message_read', 'user:' || p.user_id, true)
  from public.conversation_participants p
  where p.conversation_id = p_conversation and p.is_active and (p_is_shown or p.user_id = auth.uid())
$$;
comment on function app.tell_read(uuid, jsonb, boolean) is 'The event message_read on user:{id}: of one''s own devices, and of the others where they may know.';

create function app.lets_know_of_reading(p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select p.state = 'accepted' and s.read_receipts and not exists (
    select from public.conversation_participants o
    where c.kind = 'direct' and o.conversation_id = c.id and o.user_id <> p.user_id and app.are_apart(o.user_id, p.user_id))
  from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = auth.uid()
  join public.profile_settings s on s.user_id = p.user_id
  where c.id = p_conversation
$$;
comment on function app.lets_know_of_reading(uuid) is
  'Whether the others learn how far one has read: not where one has settled otherwise, not before one accepts, not once one of two has blocked the other.';

create function app.show_reading(p_conversation uuid, p_until timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.conversation_participants p set last_read_at = p_until
  where p.conversation_id = p_conversation and p.user_id = auth.uid() and (p.last_read_at is null or p.last_read_at < p_until);
  update public.encrypted_messages m set is_read = true
  where m.conversation_id = p_conversation and m.created_at <= p_until and not m.is_read and m.sender_id <> auth.uid();
end
$$;
comment on function app.show_reading(uuid, timestamptz) is 'From now on the others see how far the caller has read.';

create function app.accept_request(p_conversation uuid, p_person uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  read_up_to timestamptz;
begin
  -- Whoever reads at this moment has told how far before this, or does so after it, as one who has accepted.
  select s.read_up_to into read_up_to from public.conversation_settings s
  where s.conversation_id = p_conversation and s.user_id = p_person
  for update;
  update public.conversation_participants p set state = 'accepted'
  where p.conversation_id = p_conversation and p.user_id = p_person and p.state = 'requested';
  -- Without a name it is the server, which has read nothing.
  if read_up_to is not null and p_person = auth.uid() and app.lets_know_of_reading(p_conversation) then
    perform app.show_reading(p_conversation, read_up_to);
    perform app.tell_read(p_conversation, jsonb_build_object('up_to', read_up_to), true);
  end if;
end
$$;
comment on function app.accept_request(uuid, uuid) is 'This person lets them write, and they learn what was read of the request until then.';

create function public.mark_read(conversation uuid, up_to timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  until constant timestamptz := least(up_to, clock_timestamp());
  is_shown boolean;
begin
  perform from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id and p.is_active
  where s.conversation_id = mark_read.conversation and s.user_id = me
  for update of s;
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  -- What arrives from here on waits for the row, and counts itself.
  update public.conversation_settings s
  set read_up_to = until, unread_count = (
    select count(*) from (
      select from public.encrypted_messages m
      where m.conversation_id = s.conversation_id and m.created_at > until and m.sender_id <> me and not app.is_quiet(m) limit 1000) as later)
  where s.conversation_id = mark_read.conversation and s.user_id = me and (s.read_up_to is null or s.read_up_to < until);
  if not found then
    return;
  end if;
  -- Asked behind the lock: a request that was accepted meanwhile is no request.
  is_shown := app.lets_know_of_reading(conversation);
  if is_shown then
    perform app.show_reading(conversation, until);
  end if;
  perform app.tell_read(conversation, jsonb_build_object('up_to', until), is_shown);
  update public.notifications n set read_at = clock_timestamp(), seen_at = coalesce(n.seen_at, clock_timestamp())
  from public.encrypted_messages m
  where n.user_id = me and n.group_key >= 'message:' and n.group_key < 'message;' and n.read_at is null
    and n.data ->> 'conversation_id' = mark_read.conversation::text
    and m.id = (n.data ->> 'message_id')::uuid and m.created_at <= until;
  if found then
    perform app.tell_notifications(me, '{}');
  end if;
end
$$;
comment on function public.mark_read(uuid, timestamptz) is
  'One has read everything up to then; it never moves back. 42501 not_participant.';

-- The same by hand (spec §7), a message or a row at a time.
create function app.read_by_hand() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed record;
begin
  for changed in
    select m.conversation_id, array_agg(m.id) as ids,
      (count(*) filter (where (m.metadata -> 'quiet') is distinct from 'true'::jsonb))::int as amount
    from now_read m join was_unread w on w.id = m.id
    where m.is_read and not w.is_read
    group by m.conversation_id order by m.conversation_id
  loop
    update public.conversation_settings s set unread_count = greatest(0, s.unread_count - changed.amount)
    where s.conversation_id = changed.conversation_id and s.user_id = auth.uid();
    perform app.tell_read(changed.conversation_id, jsonb_build_object('message_ids', changed.ids[1:100]), true);
  end loop;
  return null;
end
$$;

create trigger read_by_hand after update on public.encrypted_messages
  referencing old table as was_unread new table as now_read
  for each statement when (current_user = 'authenticated') execute function app.read_by_hand();

-- Nothing, written by hand, is no time to have read up to.
create function app.keep_last_read() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.last_read_at := case when new.last_read_at is null then old.last_read_at
    else greatest(old.last_read_at, least(new.last_read_at, clock_timestamp())) end;
  return new;
end
$$;
comment on function app.keep_last_read() is 'How far somebody has read never moves back, nor ahead of the clock.';

create trigger keep_last_read before update of last_read_at on public.conversation_participants
  for each row when (current_user = 'authenticated') execute function app.keep_last_read();

revoke execute on function
  app.tell_read(uuid, jsonb, boolean), app.lets_know_of_reading(uuid), app.show_reading(uuid, timestamptz), app.accept_request(uuid, uuid),
  app.read_by_hand(), app.keep_last_read()
from public;
revoke execute on function public.mark_read(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.mark_read(uuid, timestamptz) to authenticated;
