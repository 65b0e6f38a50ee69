-- Two people of whom one blocks the other neither meet nor follow each other.

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on public.blocks (blocked_id, blocker_id);

alter table public.blocks enable row level security;
revoke all on public.blocks from anon, authenticated;
grant select, insert (blocker_id, blocked_id), delete on public.blocks to authenticated;
create policy "people read whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "people take back their own blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.blocks
  for each row execute function app.keep_to_pace('blocks', '200');

create function app.part_by_block() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.hold_counters(new.blocker_id, new.blocked_id);
  delete from public.follows f
  where f.follower_id = new.blocker_id and f.followee_id = new.blocked_id
    or f.follower_id = new.blocked_id and f.followee_id = new.blocker_id;
  return null;
end
$$;

create trigger part_by_block after insert on public.blocks
  for each row execute function app.part_by_block();

revoke execute on function app.part_by_block() from public;
