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

-- People, words, hashtags and conversations that somebody does not want to meet.
create table public.mutes (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('user', 'word', 'hashtag', 'conversation')),
  target text not null check (char_length(target) between 1 and 100),
  scope text[] not null default '{feed,search,notifications,comments}' check (
    cardinality(scope) > 0 and scope <@ '{feed,search,notifications,comments,messages}'::text[]),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint mutes_once unique (user_id, kind, target)
);
comment on column public.mutes.target is 'Id of a person or conversation; a word as given; a hashtag folded, as in hashtag_follows.';

alter table public.mutes enable row level security;
revoke all on public.mutes from anon, authenticated;
grant
  select,
  insert (user_id, kind, target, scope, expires_at),
  update (kind, target, scope, expires_at),
  delete
on public.mutes to authenticated;
create policy "people read their own mutes" on public.mutes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mute for themselves" on public.mutes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own mutes" on public.mutes
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take back their own mutes" on public.mutes
  for delete to authenticated using (user_id = (select auth.uid()));

create function app.fill_mute() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.target := case new.kind
    when 'hashtag' then app.tag_key(new.target)
    when 'word' then left(app.clean_name(new.target), 100)
    else (select lower(new.target) where lower(new.target) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  end;
  if coalesce(new.target, '') = '' then
    raise exception 'There is nothing to mute' using errcode = 'PT400', hint = 'mute_invalid';
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.mutes m where m.user_id = auth.uid()) >= 1000 then
    raise exception 'At most 1000 mutes' using errcode = 'PT409', hint = 'too_many_mutes';
  end if;
  return new;
end
$$;
comment on function app.fill_mute() is 'PT400 mute_invalid, PT409 too_many_mutes.';

create trigger fill_mute before insert or update on public.mutes
  for each row execute function app.fill_mute();

revoke execute on function app.fill_mute() from public;
