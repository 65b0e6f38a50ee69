-- Messages: what is written is sealed on the device; the server knows who, when, and how long.

create table public.encrypted_messages (
  id uuid primary key default app.uuid_v7(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid(),
  encrypted_content text not null check (length(encrypted_content) <= 65536),
  iv text not null check (iv ~ '^[A-Za-z0-9+/]{16}$' or iv in ('simple', 'deleted')),
  message_type text not null default 'text' check (message_type in ('text', 'image', 'post_share')),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 1024),
  created_at timestamptz not null default clock_timestamp(),
  is_read boolean not null default false,
  expires_at timestamptz
);
comment on table public.encrypted_messages is 'The id is the sender''s: the same message twice is one row (E2EE §2.3).';
comment on column public.encrypted_messages.sender_id is 'Stays when the account is gone: of its messages, the places alone.';
comment on column public.encrypted_messages.iv is 'simple: text that was never encrypted, from before; deleted: nothing is left but that something was written.';
create index encrypted_messages_page on public.encrypted_messages (conversation_id, created_at desc, id desc);
create index encrypted_messages_unread on public.encrypted_messages (conversation_id, created_at) where not is_read;
create index encrypted_messages_expiring on public.encrypted_messages (expires_at) where expires_at is not null;

alter table public.encrypted_messages enable row level security;
revoke all on public.encrypted_messages from anon, authenticated;
grant
  select,
  insert (id, conversation_id, sender_id, encrypted_content, iv, message_type, metadata),
  update (is_read)
on public.encrypted_messages to authenticated;
create policy "members read what is written while they take part" on public.encrypted_messages
  for select to authenticated using (
    conversation_id = any ((select app.my_conversations())::uuid[])
    and (expires_at is null or expires_at > now())
    and created_at >= coalesce((
      select s.reads_from from public.conversation_settings s
      where s.user_id = (select auth.uid()) and s.conversation_id = encrypted_messages.conversation_id), '-infinity'));
create policy "members write as themselves" on public.encrypted_messages
  for insert to authenticated with check (
    sender_id = (select auth.uid()) and conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "members mark what others wrote as read" on public.encrypted_messages
  for update to authenticated using (
    sender_id <> (select auth.uid()) and conversation_id = any ((select app.my_conversations())::uuid[]))
  with check (is_read and sender_id <> (select auth.uid()));

create table app.message_notices (
  message_id uuid primary key references public.encrypted_messages (id) on delete cascade
);
comment on table app.message_notices is 'Messages of which notifications are still to be made, outside the transaction that sends them.';

alter table app.message_notices enable row level security;

create function app.refuse_message(m public.encrypted_messages, c public.conversations) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  other uuid;
begin
  if exists (select from public.profiles p where p.id = m.sender_id and p.status = 'suspended') then
    return 'account_suspended';
  end if;
  if c.kind = 'direct' then
    select p.user_id into other from public.conversation_participants p
    where p.conversation_id = c.id and p.user_id <> m.sender_id;
    if not found or app.are_apart(m.sender_id, other) then
      return 'cannot_message';
    end if;
  end if;
  if app.is_unanswered(c.id, m.sender_id) and app.has_written(c.id, m.sender_id, 3) and not app.talks_of_order(m.sender_id, other) then
    return 'not_accepted';
  end if;
  if m.iv = 'deleted' or m.iv = 'simple' and app.is_all_keyed(c.id) then
    return 'plaintext_refused';
  end if;
  if m.iv <> 'simple' and (m.metadata #>> '{e2ee,epoch}' = c.epoch_id::text) is not true then
    return 'stale_epoch';
  end if;
  return null;
end
$$;

create function app.is_all_keyed(p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.conversation_epochs e where e.conversation_id = p_conversation)
    or not exists (
      select from public.conversation_participants p
      left join public.user_public_keys k on k.user_id = p.user_id
      where p.conversation_id = p_conversation and p.is_active and k.signature is null)
$$;
comment on function app.is_all_keyed(uuid) is 'Whether nothing may be written in the open there any more: everybody has a signed key, or had one once.';

create function app.admit_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  conversation public.conversations;
  refusal text;
begin
  -- Policies are asked after this: in somebody else's name nothing may be learnt here. Without a name, it is the server.
  if auth.uid() is null or new.sender_id <> auth.uid() then
    return new;
  end if;
  -- Whoever writes at the same moment waits, so that the order of times is the order in which rows can be seen.
  select c.* into conversation from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = new.sender_id and p.is_active
  where c.id = new.conversation_id
  for no key update of c;
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  -- It has been read, and is gone.
  if exists (
    select from app.vanished_messages v
    where v.id = new.id and v.sender_id = new.sender_id and v.conversation_id = new.conversation_id) then
    return null;
  end if;
  refusal := app.refuse_message(new, conversation);
  -- Nobody remembers any more whether it was sent once.
  if app.written_at(new.id) < clock_timestamp() - interval '60 days' then
    refusal := 'message_too_old';
  end if;
  if refusal is not null then
    -- What has arrived already may be sent again, whatever has changed since.
    if exists (
      select from public.encrypted_messages m
      where m.id = new.id and m.sender_id = new.sender_id and m.conversation_id = new.conversation_id) then
      return null;
    end if;
    raise exception '%', refusal using hint = refusal, errcode =
      case when refusal = 'stale_epoch' then 'PT409' when refusal in ('plaintext_refused', 'message_too_old') then 'PT422' else 'PT403' end;
  end if;
  new.created_at := clock_timestamp();
  new.is_read := false;
  new.expires_at := new.created_at + conversation.vanish_after * interval '1 second';
  return new;
end
$$;
comment on function app.admit_message() is
  '42501 for who takes no part; PT403 account_suspended, cannot_message (blocked, gone), not_accepted (three messages before an answer, where no order is between the two); PT422 plaintext_refused, message_too_old (made sixty days ago); PT409 stale_epoch. What has vanished is taken as sent, and does not come back. These keep honest clients working: what a dishonest server could do is what signatures are for (E2EE §7).';

create trigger admit_message before insert on public.encrypted_messages
  for each row execute function app.admit_message();

create function app.message_news(m public.encrypted_messages) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when length(m.encrypted_content) <= 16384 then to_jsonb(m)
    else jsonb_build_object('id', m.id, 'conversation_id', m.conversation_id, 'sender_id', m.sender_id, 'created_at', m.created_at) end
$$;
comment on function app.message_news(public.encrypted_messages) is 'The whole row, as the channel tells it; of a large one, the ids by which it is read.';

create function app.is_quiet(m public.encrypted_messages) returns boolean
language sql immutable
set search_path = ''
as $$ select (m.metadata -> 'quiet') is not distinct from 'true'::jsonb $$;
comment on function app.is_quiet(public.encrypted_messages) is
  'Said about the conversation instead of in it, as a group''s name: there is nothing to read, and nobody is told.';

create function app.message_arrived() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function app.message_arrived() is
  'All that a message sets in motion at once; what may wait a second is left to message-worker.';

create trigger message_arrived after insert on public.encrypted_messages
  for each row execute function app.message_arrived();

-- Whoever has written knows already: the others are told first.
create function app.tell_message(m public.encrypted_messages) returns void
language plpgsql
set search_path = ''
as $$
declare
  news constant jsonb := app.message_news(m);
begin
  perform realtime.send(news, 'message', 'user:' || member.user_id, true)
  from (
    select p.user_id from public.conversation_participants p
    where p.conversation_id = m.conversation_id and p.is_active
    order by p.user_id = m.sender_id) as member;
end
$$;
comment on function app.tell_message(public.encrypted_messages) is 'The event message on user:{id} of each member, the sender''s other devices among them.';

create function public.erase_message(message uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  erased public.encrypted_messages;
begin
  update public.encrypted_messages m set encrypted_content = '', iv = 'deleted', metadata = '{}'
  where m.id = erase_message.message and m.sender_id = auth.uid()
    and m.conversation_id = any (app.my_conversations())
  returning m.* into erased;
  if found then
    perform app.tell_message(erased);
  end if;
end
$$;
comment on function public.erase_message(uuid) is
  'Takes what one wrote off the server. That its author wanted so is said by a signed message, which clients believe; this alone they need not.';

revoke execute on function
  app.refuse_message(public.encrypted_messages, public.conversations), app.is_all_keyed(uuid), app.admit_message(),
  app.message_news(public.encrypted_messages), app.message_arrived(), app.is_quiet(public.encrypted_messages), app.tell_message(public.encrypted_messages)
from public;
revoke execute on function public.erase_message(uuid) from public, anon, authenticated;
grant execute on function public.erase_message(uuid) to authenticated;
