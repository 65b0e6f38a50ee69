-- Whom nobody has accepted yet is heard three times, in a group as by one person, and tells of it once; and puts no files where
-- they may not write.
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

create or replace function app.refuse_message(m public.encrypted_messages, c public.conversations) returns text
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
  if app.is_unanswered(c.id, m.sender_id) and app.has_written(c.id, m.sender_id, 3) then
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

create or replace function public.tell_messages(p_limit int) returns int
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

create or replace function app.share_conversation(p_one uuid, p_other uuid, p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = 2 from public.conversation_participants p
  where p.conversation_id = p_conversation and p.user_id in (p_one, p_other) and p.is_active
    and (p.user_id = p_one or p.state = 'accepted')
$$;
comment on function app.share_conversation(uuid, uuid, uuid) is
  'Whether both take part in this conversation now, and the other one has accepted.';

-- What somebody adds to a conversation within a day is found by its own index: an account may have many files elsewhere.
create index objects_of_messages on storage.objects (owner_id, created_at) where bucket_id = 'dm-blobs';

create function app.may_add_file(p_conversation uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
      select from public.conversation_participants p
      join public.conversations c on c.id = p.conversation_id
      join public.profiles own on own.id = p.user_id and own.status <> 'suspended'
      where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.is_active
        and (c.kind = 'group' or exists (
          select from public.conversation_participants o
          where o.conversation_id = c.id and o.user_id <> p.user_id and not app.are_apart(o.user_id, p.user_id))))
    and 500 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'dm-blobs' and o.owner_id = auth.uid()::text and o.created_at > now() - interval '1 day')
    and (not app.is_unanswered(p_conversation, auth.uid()) or (
      not app.has_written(p_conversation, auth.uid(), 3) and (
        select count(*) < 30 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 52428800
        from storage.objects o
        where o.bucket_id = 'dm-blobs' and o.name > p_conversation || '/' and o.name < p_conversation || '0'
          and o.owner_id = auth.uid()::text)))
$$;
comment on function app.may_add_file(uuid) is
  'Whether one may write there: not suspended, of two not kept apart, and within what a day holds, 500 files; before anybody has accepted 30 files and 50 MB, as long as a message may follow.';

create function app.folder_conversation(p_name text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select substring(p_name from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{32}$')::uuid $$;
comment on function app.folder_conversation(text) is 'Whose a file of messages is, by its name; null where it is no such name.';

alter policy "members add files to their conversations" on storage.objects with check (
  bucket_id = 'dm-blobs' and case when app.folder_conversation(name) is null then false
    else app.may_add_file(app.folder_conversation(name)) end);

create or replace function public.review_message_files(p_after text, p_limit int) returns table (name text, is_dead boolean)
language sql stable security definer
set search_path = ''
as $$
  -- Each file is looked up by itself: to hash what it is looked up in, all messages would be read.
  select page.name, conversation.is_there is null or person.is_there is null
    or page.created_at < now() - interval '1 day' and message.is_there is null
  from (
    select o.name, o.created_at, app.uuid_or_null(split_part(o.name, '/', 1)) as conversation_id,
      app.uuid_or_null(o.owner_id) as sender_id, app.uuid_or_null(o.user_metadata ->> 'message_id') as message_id
    from storage.objects o
    where o.bucket_id = 'dm-blobs' and o.name > p_after
    order by o.name
    limit p_limit) as page
  left join lateral (
    select true as is_there from public.conversations c where c.id = page.conversation_id limit 1) as conversation on true
  left join lateral (
    select true as is_there from public.profiles p where p.id = page.sender_id limit 1) as person on true
  left join lateral (
    select true as is_there from public.encrypted_messages m
    where m.id = page.message_id and m.conversation_id = page.conversation_id and m.sender_id = page.sender_id
      and m.iv <> 'deleted'
    limit 1) as message on true
  order by page.name
$$;
comment on function public.review_message_files(text, int) is
  'Files of messages, after the one that is named, and which of them nobody needs: the conversation or the sender is gone, or, a day after, no message of theirs there is the one that they name.';

revoke execute on function
  app.is_unanswered(uuid, uuid), app.has_written(uuid, uuid, int), app.is_first_heard(uuid, uuid, timestamptz, timestamptz),
  app.may_add_file(uuid), app.folder_conversation(text)
from public, anon, authenticated;
grant execute on function app.may_add_file(uuid), app.folder_conversation(text) to authenticated;
