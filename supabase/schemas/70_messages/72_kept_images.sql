-- Pictures that came in messages and that their reader keeps among their own: a copy in the clear, seen by nobody else.
-- They are no creations: nothing that publishes, enters a challenge or licenses a picture can name one.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kept-images', 'kept-images', false, 26214400, '{image/png,image/jpeg,image/webp,image/gif,image/avif}')
on conflict (id) do nothing;

create table public.kept_images (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  message_id uuid not null,
  place smallint not null check (place between 0 and 9),
  from_id uuid references public.profiles (id) on delete set null,
  path text not null unique,
  width int not null check (width between 1 and 20000),
  height int not null check (height between 1 and 20000),
  thumbhash text check (char_length(thumbhash) <= 64),
  created_at timestamptz not null default now(),
  unique (user_id, message_id, place)
);
comment on table public.kept_images is 'Pictures of messages that somebody keeps: where each came from, and where its copy lies.';
comment on column public.kept_images.message_id is 'No foreign key: the copy outlives the message.';
comment on column public.kept_images.from_id is 'Who sent it, as the server knows from the message; null once their account is gone.';
comment on column public.kept_images.path is 'In the private bucket kept-images.';
create index kept_images_of_person on public.kept_images (user_id, id desc);
create index kept_images_of_sender on public.kept_images (from_id) where from_id is not null;

alter table public.kept_images enable row level security;
revoke all on public.kept_images from anon, authenticated;
grant select, delete on public.kept_images to authenticated;
create policy "people read the pictures they keep" on public.kept_images
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people let go of the pictures they keep" on public.kept_images
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "people see the files they keep" on storage.objects
  for select to authenticated using (
    bucket_id = 'kept-images' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people add the file of a picture they keep" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'kept-images' and exists (
      select from public.kept_images k where k.path = name and k.user_id = (select auth.uid())));
create policy "people remove the files they keep" on storage.objects
  for delete to authenticated using (
    bucket_id = 'kept-images' and (storage.foldername(name))[1] = (select auth.uid())::text);

create function public.keep_image(
  message uuid, place int, width int, height int, thumbhash text default null
) returns table (id uuid, path text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := app.require_person();
  sender uuid;
begin
  select m.sender_id into sender
  from public.encrypted_messages m
  where m.id = keep_image.message and m.conversation_id = any (app.my_conversations()) and m.sender_id <> me
    and m.message_type = 'image' and m.iv <> 'deleted' and m.expires_at is null;
  if not found then
    raise exception 'There is no such picture to keep' using errcode = 'PT404', hint = 'not_found';
  end if;
  -- One at a time counts and adds, so that two at once do not pass the bound together.
  perform pg_advisory_xact_lock(hashtextextended('kept_images:' || me, 0));
  return query select k.id, k.path from public.kept_images k
    where k.user_id = me and k.message_id = keep_image.message and k.place = keep_image.place;
  if found then
    return;
  end if;
  if (select count(*) from public.kept_images k where k.user_id = me) >= 500 then
    raise exception 'At most 500 pictures' using errcode = 'PT409', hint = 'too_many';
  end if;
  return query
  insert into public.kept_images as k (user_id, message_id, place, from_id, path, width, height, thumbhash)
  select me, keep_image.message, keep_image.place, (select p.id from public.profiles p where p.id = sender),
    format('%s/%s-%s', me, keep_image.message, keep_image.place), keep_image.width, keep_image.height, keep_image.thumbhash
  returning k.id, k.path;
end
$$;
comment on function public.keep_image(uuid, int, int, int, text) is
  'Room for a copy of a picture that came in a message, 500 at most: the bytes go to the path that it answers, and the same picture again is the same one. PT404 not_found: it is one''s own, gone, of no conversation of one''s own, or will vanish. PT409 too_many. What is to be looked at once no device of ours sends here; the server cannot tell, because that is sealed.';

create function public.my_kept_images(before uuid default null, page_size int default 60)
returns table (
  id uuid, path text, width int, height int, thumbhash text, created_at timestamptz, from_id uuid, from_name text,
  from_username text)
language sql stable
set search_path = ''
as $$
  select k.id, k.path, k.width, k.height, k.thumbhash, k.created_at, p.id, p.display_name, p.username
  from public.kept_images k
  left join public.profiles p on p.id = k.from_id
  where k.user_id = auth.uid() and (my_kept_images.before is null or k.id < my_kept_images.before)
    and exists (select from storage.objects o where o.bucket_id = 'kept-images' and o.name = k.path)
  order by k.id desc
  limit least(greatest(my_kept_images.page_size, 1), 100)
$$;
comment on function public.my_kept_images(uuid, int) is
  'What one keeps of what came in messages, newest first, each with who sent it where they are still here; the last id is the cursor of the next page.';

revoke execute on function
  public.keep_image(uuid, int, int, int, text), public.my_kept_images(uuid, int) from public, anon, authenticated;
grant execute on function public.keep_image(uuid, int, int, int, text), public.my_kept_images(uuid, int) to authenticated;
