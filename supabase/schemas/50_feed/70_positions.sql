-- Where somebody stopped reading.

create table public.feed_positions (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  tab text not null check (tab in ('for_you', 'following', 'latest', 'trending')),
  anchor_post_id uuid not null,
  anchor_cursor text check (char_length(anchor_cursor) <= 200),
  anchor_offset int not null default 0 check (anchor_offset between -100000 and 100000),
  updated_at timestamptz not null default now(),
  primary key (user_id, tab)
);
comment on table public.feed_positions is 'Where a person stopped reading, on whatever device. The publication may be gone.';
comment on column public.feed_positions.anchor_cursor is
  'The cursor of the entry before the anchor: the page after it begins with the anchor. Null where the anchor came first.';

alter table public.feed_positions enable row level security;
revoke all on public.feed_positions from anon, authenticated;
grant
  select,
  insert (user_id, tab, anchor_post_id, anchor_cursor, anchor_offset),
  update (user_id, tab, anchor_post_id, anchor_cursor, anchor_offset),
  delete
on public.feed_positions to authenticated;
create policy "people read where they stopped" on public.feed_positions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people note where they stopped" on public.feed_positions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people move on" on public.feed_positions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people forget where they stopped" on public.feed_positions
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger touch before update on public.feed_positions
  for each row execute function app.touch();
