-- Folders of one's own pictures: named by the person, seen by nobody else.

create table public.image_folders (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (btrim(name) = name and char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  unique (user_id, name),
  unique (user_id, id)
);
comment on table public.image_folders is 'Where people put their own pictures; a picture is in one at most.';

alter table public.image_folders enable row level security;
revoke all on public.image_folders from anon, authenticated;
grant select, update (name), delete on public.image_folders to authenticated;
create policy "people read their folders" on public.image_folders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people rename their folders" on public.image_folders
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their folders" on public.image_folders
  for delete to authenticated using (user_id = (select auth.uid()));
