-- Who follows whom, and whom or what somebody does not want to meet.
create table public.follows (
  follower_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  followee_id uuid not null references public.profiles (id) on delete cascade,
  state text not null default 'active' check (state in ('requested', 'active')),
  notify boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  constraint follows_not_oneself check (follower_id <> followee_id)
);
comment on column public.follows.state is 'requested where the followee is private, until they answer.';
comment on column public.follows.notify is 'The follower wants to be told of everything new that this person publishes.';
create index follows_from on public.follows (follower_id, created_at desc, followee_id) where state = 'active';
create index follows_to on public.follows (followee_id, created_at desc, follower_id);

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on public.blocks (blocked_id, blocker_id);

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

create table public.hashtag_follows (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  tag text not null check (char_length(tag) between 1 and 50),
  created_at timestamptz not null default now(),
  primary key (user_id, tag)
);
comment on column public.hashtag_follows.tag is 'Folded: lower case, without # or accents.';
create index hashtag_follows_of_tag on public.hashtag_follows (tag);

create table app.follow_pace (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  made int not null
);
comment on table app.follow_pace is 'How many people somebody has begun to follow since the hour began; unfollowing gives nothing back.';
alter table app.follow_pace enable row level security;
revoke all on app.follow_pace from anon, authenticated;

create function app.hold_counters(one uuid, other uuid) returns void
language sql
set search_path = ''
as $$
  select from public.profile_counters c where c.user_id in (one, other) order by c.user_id for no key update
$$;
comment on function app.hold_counters(uuid, uuid) is
  'Locks the counts of two people, always in the same order: who follows and who blocks the other at that moment wait for each other, and nobody forever.';

create function app.prepare_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  followee public.profiles;
begin
  -- Policies are asked after this: in somebody else's name nothing may be learnt here.
  if new.follower_id <> auth.uid() then
    return new;
  end if;
  select p.* into followee from public.profiles p where p.id = new.followee_id for share;
  perform app.hold_counters(new.follower_id, new.followee_id);
  if exists (select from public.blocks b where b.blocker_id = new.follower_id and b.blocked_id = new.followee_id) then
    raise exception 'Whom one blocks one does not follow' using errcode = 'PT409', hint = 'blocked_by_you';
  end if;
  if followee.id is null or followee.status <> 'active'
    or exists (select from public.blocks b where b.blocker_id = new.followee_id and b.blocked_id = new.follower_id) then
    raise exception 'There is no such person' using errcode = 'PT404', hint = 'person_gone';
  end if;
  new.state := case when followee.is_private then 'requested' else 'active' end;
  new.created_at := clock_timestamp();
  return new;
end
$$;
comment on function app.prepare_follow() is
  'PT409 blocked_by_you; PT404 person_gone, the same for who is not there and for who has blocked the follower.';
create trigger prepare_follow before insert on public.follows
  for each row execute function app.prepare_follow();

create function app.keep_pace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  pace app.follow_pace;
begin
  insert into app.follow_pace as known (user_id, since, made) values (new.follower_id, clock_timestamp(), 1)
  on conflict (user_id) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then 1 else known.made + 1 end
  returning * into pace;
  if pace.made > 200 then
    raise exception 'At most 200 people are followed in an hour' using errcode = 'PT429', hint = 'too_many_follows',
      detail = ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp()))::text;
  end if;
  return null;
end
$$;
comment on function app.keep_pace() is 'PT429 too_many_follows; the detail is how many seconds are left of the hour.';
create trigger keep_pace after insert on public.follows
  for each row execute function app.keep_pace();

create function app.count_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  change constant int :=
    (tg_op <> 'DELETE' and new.state = 'active')::int - (tg_op <> 'INSERT' and old.state = 'active')::int;
  follower constant uuid := case tg_op when 'DELETE' then old.follower_id else new.follower_id end;
  followee constant uuid := case tg_op when 'DELETE' then old.followee_id else new.followee_id end;
begin
  if change <> 0 then
    perform app.hold_counters(follower, followee);
    update public.profile_counters c
    set following_count = c.following_count + case when c.user_id = follower then change else 0 end,
      followers_count = c.followers_count + case when c.user_id = followee then change else 0 end
    where c.user_id in (follower, followee);
  end if;
  return null;
end
$$;
comment on function app.count_follow() is 'Keeps both counts of a follow, in its transaction; the row locks make them exact under concurrency.';
create trigger count_follow after insert or delete or update of state on public.follows
  for each row execute function app.count_follow();

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

create function app.admit_followers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.follows f set state = 'active' where f.followee_id = new.id and f.state = 'requested';
  return null;
end
$$;
comment on function app.admit_followers() is 'Whoever stops being private has no requests to answer any more.';
create trigger admit_followers after update of is_private on public.profiles
  for each row when (old.is_private and not new.is_private) execute function app.admit_followers();

create function app.tag_key(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select app.fold(split_part(app.normalise_hashtags(given), ',', 1)) $$;
comment on function app.tag_key(text) is 'By what a hashtag is known: its first word, lower case, without # or accents; empty where nothing is left.';

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

create function app.fill_hashtag_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tag := app.tag_key(new.tag);
  if new.tag = '' then
    raise exception 'There is no hashtag to follow' using errcode = 'PT400', hint = 'hashtag_invalid';
  end if;
  if (select count(*) from public.hashtag_follows f where f.user_id = auth.uid()) >= 500 then
    raise exception 'At most 500 hashtags are followed' using errcode = 'PT409', hint = 'too_many_hashtags';
  end if;
  return new;
end
$$;
comment on function app.fill_hashtag_follow() is 'PT400 hashtag_invalid, PT409 too_many_hashtags.';
create trigger fill_hashtag_follow before insert on public.hashtag_follows
  for each row execute function app.fill_hashtag_follow();

alter table public.follows enable row level security;
alter table public.blocks enable row level security;
alter table public.mutes enable row level security;
alter table public.hashtag_follows enable row level security;
revoke all on public.follows, public.blocks, public.mutes, public.hashtag_follows from anon, authenticated;
grant select, insert (follower_id, followee_id, notify), update (notify), delete on public.follows to authenticated;
grant select, insert (blocker_id, blocked_id), delete on public.blocks to authenticated;
grant select, insert (user_id, kind, target, scope, expires_at), update (kind, target, scope, expires_at), delete
  on public.mutes to authenticated;
grant select, insert (user_id, tag), delete on public.hashtag_follows to authenticated;

create policy "people read whom they follow and who follows them" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));
create policy "people follow as themselves" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));
create policy "people change what their own follows tell them" on public.follows
  for update to authenticated using (follower_id = (select auth.uid())) with check (follower_id = (select auth.uid()));
create policy "either side ends a follow" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));

create policy "people read whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "people take back their own blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

create policy "people read their own mutes" on public.mutes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mute for themselves" on public.mutes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own mutes" on public.mutes
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take back their own mutes" on public.mutes
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "people read the hashtags that they follow" on public.hashtag_follows
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people follow hashtags for themselves" on public.hashtag_follows
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people take back the hashtags that they follow" on public.hashtag_follows
  for delete to authenticated using (user_id = (select auth.uid()));

create function public.answer_follow(follower uuid, accept boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if accept then
    update public.follows f set state = 'active' where f.follower_id = follower and f.followee_id = auth.uid();
  else
    delete from public.follows f
    where f.follower_id = follower and f.followee_id = auth.uid() and f.state = 'requested';
  end if;
  if accept and not found then
    raise exception 'There is no such request' using errcode = 'PT404', hint = 'follow_request_gone';
  end if;
end
$$;
comment on function public.answer_follow(uuid, boolean) is
  'Accepts or declines who asks to follow one; the same answer again changes nothing. PT404 follow_request_gone where the request was taken back before it was accepted.';

revoke execute on function
  app.hold_counters(uuid, uuid), app.prepare_follow(), app.keep_pace(), app.count_follow(), app.part_by_block(),
  app.admit_followers(), app.fill_mute(), app.fill_hashtag_follow(), public.answer_follow(uuid, boolean)
from public, anon, authenticated;
grant execute on function public.answer_follow(uuid, boolean) to authenticated;
