create table public.user_devices (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  label text not null check (char_length(label) between 1 and 80),
  has_keys boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table public.user_devices is 'For their owner''s eyes: nothing trusts it.';
create index user_devices_of_person on public.user_devices (user_id, last_seen_at desc);

alter table public.user_devices enable row level security;
revoke all on public.user_devices from anon, authenticated;
grant
  select,
  insert (id, user_id, label, has_keys, last_seen_at),
  update (label, has_keys, last_seen_at, revoked_at),
  delete
on public.user_devices to authenticated;
create policy "people read their own devices" on public.user_devices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add their own devices" on public.user_devices
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own devices" on public.user_devices
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people forget their own devices" on public.user_devices
  for delete to authenticated using (user_id = (select auth.uid()));

-- Two devices of one person meet on link:{id}: one has the keys, the other has scanned its code (E2EE §4). What is said there
-- is sealed for that meeting, and kept by nobody.
create policy "people hear their own devices" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));

create policy "people speak to their own devices" on realtime.messages
  for insert to authenticated with check (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));
