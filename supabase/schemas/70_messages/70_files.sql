-- The files that messages name, sealed, in dm-blobs.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dm-blobs', 'dm-blobs', false, 26214400, '{application/octet-stream}')
on conflict (id) do nothing;

create function app.folder_conversation(p_name text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select substring(p_name from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{32}$')::uuid $$;
comment on function app.folder_conversation(text) is 'Whose a file of messages is, by its name; null where it is no such name.';

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

create policy "members read the files of their conversations" on storage.objects
  for select to authenticated using (
    bucket_id = 'dm-blobs' and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));

create policy "members add files to their conversations" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'dm-blobs' and case when app.folder_conversation(name) is null then false
      else app.may_add_file(app.folder_conversation(name)) end);

create policy "people take away files that they sent" on storage.objects
  for delete to authenticated using (
    bucket_id = 'dm-blobs' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));

create function public.review_message_files(p_after text, p_limit int) returns table (name text, is_dead boolean)
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

revoke execute on function app.folder_conversation(text), app.may_add_file(uuid) from public;
revoke execute on function public.review_message_files(text, int) from public, anon, authenticated;
grant execute on function app.folder_conversation(text), app.may_add_file(uuid) to authenticated;
