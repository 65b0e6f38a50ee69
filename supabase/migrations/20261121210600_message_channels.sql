-- Who is here and who writes, on presence:{conversation}; and the files that messages name, sealed, in dm-blobs.
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

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dm-blobs', 'dm-blobs', false, 26214400, '{application/octet-stream}')
on conflict (id) do nothing;
create policy "members read the files of their conversations" on storage.objects
  for select to authenticated using (
    bucket_id = 'dm-blobs' and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));
create policy "members add files to their conversations" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'dm-blobs' and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}$'
    and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));
create policy "people take away files that they sent" on storage.objects
  for delete to authenticated using (
    bucket_id = 'dm-blobs' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));

revoke execute on function app.may_meet(uuid), app.met_conversation(text) from public, anon, authenticated;
grant execute on function app.may_meet(uuid), app.met_conversation(text) to authenticated;
