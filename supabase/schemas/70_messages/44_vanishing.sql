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

create function app.written_at(p_id uuid) returns timestamptz
language sql immutable parallel safe
set search_path = ''
as $$
  select case when substr(p_id::text, 15, 1) = '7'
    then to_timestamp((('x' || substr(p_id::text, 1, 8) || substr(p_id::text, 10, 4))::bit(48)::bigint) / 1000.0) end
$$;
comment on function app.written_at(uuid) is 'When a device made this id, where it is one of version 7 (RFC 9562).';

-- What vanished before it was read waits for nobody any more.
create function public.expire_messages(p_limit int) returns int
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

revoke execute on function app.written_at(uuid) from public;
revoke execute on function public.expire_messages(int) from public, anon, authenticated;
