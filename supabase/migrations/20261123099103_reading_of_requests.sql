CREATE OR REPLACE FUNCTION app.message_arrived()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.conversations c
  set last_message_at = greatest(c.last_message_at, new.created_at), updated_at = clock_timestamp()
  where c.id = new.conversation_id;
  -- Who answers has accepted.
  if exists (
    select from public.conversation_participants p
    where p.conversation_id = new.conversation_id and p.user_id = new.sender_id and p.state = 'requested') then
    perform app.accept_request(new.conversation_id, new.sender_id);
  end if;
  update public.conversation_settings s
  set last_at = greatest(s.last_at, new.created_at), unread_count = s.unread_count + (s.user_id <> new.sender_id and not new.is_read and not app.is_quiet(new))::int
  from public.conversation_participants p
  where p.conversation_id = new.conversation_id and p.is_active
    and s.conversation_id = p.conversation_id and s.user_id = p.user_id;
  perform app.tell_message(new);
  if not app.is_quiet(new) then
    insert into app.message_notices (message_id) values (new.id);
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.answer_request(conversation uuid, answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.conversation_participants;
  is_group boolean;
  asker uuid;
begin
  mine := app.must_share(conversation);
  select c.kind = 'group', case c.kind when 'group' then c.created_by else (
      select p.user_id from public.conversation_participants p where p.conversation_id = c.id and p.user_id <> auth.uid()) end
    into is_group, asker
  from public.conversations c where c.id = conversation;
  if answer not in ('accept', 'delete', 'block') or answer is null then
    raise exception 'There is no such answer' using errcode = 'PT400', hint = 'answer_invalid';
  elsif mine.state <> 'requested' and answer <> 'block' then
    return;
  elsif answer = 'accept' then
    perform app.accept_request(conversation, auth.uid());
    perform app.tell_members(conversation);
    return;
  end if;
  if answer = 'block' and asker <> auth.uid() then
    -- Nobody where their account is gone.
    insert into public.blocks (blocker_id, blocked_id)
    select auth.uid(), p.id from public.profiles p where p.id = asker
    on conflict do nothing;
  end if;
  if is_group then
    perform app.part_from(conversation, auth.uid());
  else
    perform app.delete_for_oneself(conversation);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.mark_read(conversation uuid, up_to timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION app.accept_request(p_conversation uuid, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION app.show_reading(p_conversation uuid, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.conversation_participants p set last_read_at = p_until
  where p.conversation_id = p_conversation and p.user_id = auth.uid() and (p.last_read_at is null or p.last_read_at < p_until);
  update public.encrypted_messages m set is_read = true
  where m.conversation_id = p_conversation and m.created_at <= p_until and not m.is_read and m.sender_id <> auth.uid();
end
$function$;

revoke all on function app.accept_request(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function app.show_reading(uuid,timestamp with time zone) from public, anon, authenticated, service_role;

comment on function app.accept_request(uuid,uuid) is 'This person lets them write, and they learn what was read of the request until then.';
comment on function app.show_reading(uuid,timestamp with time zone) is 'From now on the others see how far the caller has read.';
