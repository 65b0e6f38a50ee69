-- What follows messages at leisure: notifications, accounts that are gone, conversations that nobody is in.

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
      and (p.state = 'accepted' or app.is_first_heard(p.conversation_id, p.user_id, s.reads_from, notice.created_at))
    order by p.user_id;
  end loop;
  return taken;
end
$$;
comment on function public.tell_messages(int) is
  'Makes the notifications of messages that have just been sent, for whoever has not accepted yet of the first one alone; answers of how many.';

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

revoke execute on function public.tell_messages(int) from public, anon, authenticated;
revoke execute on function app.pushed_message(uuid, uuid), app.leave_tombstones(), app.close_deserted() from public;
