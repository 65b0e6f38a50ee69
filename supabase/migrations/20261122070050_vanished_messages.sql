-- A message whose answer was lost is sent again: also when it has vanished meanwhile, it must not come back.
create table app.vanished_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null,
  created_at timestamptz not null,
  vanished_at timestamptz not null default clock_timestamp()
);
comment on table app.vanished_messages is
  'That something was written, for ninety days after it has vanished: longer than any device tries to send it.';
create index vanished_messages_of_conversation on app.vanished_messages (conversation_id, created_at);
create index vanished_messages_by_age on app.vanished_messages (vanished_at);
alter table app.vanished_messages enable row level security;
revoke all on app.vanished_messages from anon, authenticated;

create function app.written_at(p_id uuid) returns timestamptz
language sql immutable parallel safe
set search_path = ''
as $$
  select case when substr(p_id::text, 15, 1) = '7'
    then to_timestamp((('x' || substr(p_id::text, 1, 8) || substr(p_id::text, 10, 4))::bit(48)::bigint) / 1000.0) end
$$;
comment on function app.written_at(uuid) is 'When a device made this id, where it is one of version 7 (RFC 9562).';

create or replace function app.admit_message() returns trigger
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
  '42501 for who takes no part; PT403 account_suspended, cannot_message (blocked, gone), not_accepted (three messages before an answer); PT422 plaintext_refused, message_too_old (made sixty days ago); PT409 stale_epoch. What has vanished is taken as sent, and does not come back. These keep honest clients working: what a dishonest server could do is what signatures are for (E2EE §7).';

create or replace function public.expire_messages(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  amount int := 0;
  gone record;
  reader uuid;
begin
  for gone in
    with expired as (
      delete from public.encrypted_messages m
      where m.id in (
        select old.id from public.encrypted_messages old
        where old.expires_at <= clock_timestamp() order by old.expires_at limit p_limit for update skip locked)
      returning m.id, m.conversation_id, m.sender_id, m.created_at, m.is_read),
    remembered as (
      insert into app.vanished_messages (id, conversation_id, sender_id, created_at)
      select e.id, e.conversation_id, e.sender_id, e.created_at from expired e
      on conflict do nothing)
    select e.conversation_id, count(*)::int as amount,
      jsonb_agg(jsonb_build_object('by', e.sender_id, 'at', e.created_at)) filter (where not e.is_read) as unread
    from expired e
    group by e.conversation_id
    order by e.conversation_id
  loop
    amount := amount + gone.amount;
    for reader in
      update public.conversation_settings s set unread_count = greatest(0, s.unread_count - (
        select count(*) from jsonb_to_recordset(gone.unread) as m (by uuid, at timestamptz)
        where m.by <> s.user_id and m.at > coalesce(s.read_up_to, '-infinity'))::int)
      where s.conversation_id = gone.conversation_id and s.unread_count > 0 and gone.unread is not null
      returning s.user_id
    loop
      perform realtime.send(jsonb_build_object('conversation_id', gone.conversation_id), 'conversation', 'user:' || reader, true);
    end loop;
  end loop;
  delete from app.vanished_messages v
  where v.id in (
    select old.id from app.vanished_messages old
    where old.vanished_at < clock_timestamp() - interval '90 days' order by old.vanished_at limit p_limit for update skip locked);
  return amount;
end
$$;
comment on function public.expire_messages(int) is
  'Deletes what has vanished, which policies have hidden already, counts it as unread no more and remembers that it was; answers how many.';

revoke execute on function app.written_at(uuid) from public, anon, authenticated;
