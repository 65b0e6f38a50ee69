-- Whom nobody has accepted yet is heard three times, in a group as by one person, and tells of it once; and puts no
-- files where they may not write. And whether somebody may be written to at all.

create function app.is_unanswered(p_conversation uuid, p_person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_and(o.state = 'requested'), false)
  from public.conversation_participants o
  where o.conversation_id = p_conversation and o.user_id <> p_person and o.is_active
$$;
comment on function app.is_unanswered(uuid, uuid) is 'Whether there are others in it, and none of them has accepted.';

create function app.has_written(p_conversation uuid, p_person uuid, p_times int) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = p_times
  from (
    (select 1 from public.encrypted_messages m where m.conversation_id = p_conversation and m.sender_id = p_person limit p_times)
    union all
    (select 1 from app.vanished_messages v where v.conversation_id = p_conversation and v.sender_id = p_person limit p_times)
    limit p_times) as written
$$;
comment on function app.has_written(uuid, uuid, int) is 'Whether this person has written there so many times: what has vanished counts.';

create function app.is_first_heard(p_conversation uuid, p_person uuid, p_from timestamptz, p_at timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
      select from public.encrypted_messages m
      where m.conversation_id = p_conversation and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < p_at
        and m.sender_id <> p_person)
    and not exists (
      select from app.vanished_messages v
      where v.conversation_id = p_conversation and v.created_at >= coalesce(p_from, '-infinity') and v.created_at < p_at
        and v.sender_id <> p_person)
$$;
comment on function app.is_first_heard(uuid, uuid, timestamptz, timestamptz) is
  'Whether others had written nothing there before, of what this person was let to read.';

create function app.talks_of_order(p_person uuid, p_other uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from billing.commissions c
    where c.mode <> 'single_message' and (
      (c.creator_id, c.client_id) = (p_person, p_other)
      or (c.client_id, c.creator_id) = (p_person, p_other) and (
        c.mode = 'proposal' and c.terms > 0 or exists (select from billing.escrows e where e.commission_id = c.id))));
end
$$;
comment on function app.talks_of_order(uuid, uuid) is
  'Whether an order lets this person write to the other as they need: whoever was asked may, whoever asks once there was a proposal or a payment. Asking alone opens no door.';

revoke execute on function
  app.is_unanswered(uuid, uuid), app.has_written(uuid, uuid, int),
  app.is_first_heard(uuid, uuid, timestamptz, timestamptz), app.talks_of_order(uuid, uuid) from public;

create function public.may_write_to(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select auth.uid() is not null and (
    app.state_if_written(person) is not null
    or not app.are_apart(auth.uid(), person) and exists (
      select from public.conversations c
      where c.pair_key = least(auth.uid(), person) || ':' || greatest(auth.uid(), person)))
$$;
comment on function public.may_write_to(uuid) is
  'Whether start_conversation would lead to a conversation with this person, apart from how many one has begun.';

revoke execute on function public.may_write_to(uuid) from public, anon, authenticated;
grant execute on function public.may_write_to(uuid) to authenticated;
