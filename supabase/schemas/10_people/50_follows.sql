-- Who follows whom, at what pace, and the requests that private accounts answer.

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
create index follows_bell_idx on public.follows (followee_id, follower_id) where notify and state = 'active';

alter table public.follows enable row level security;
revoke all on public.follows from anon, authenticated;
grant select, insert (follower_id, followee_id, notify), update (notify), delete on public.follows to authenticated;
create policy "people read whom they follow and who follows them" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));
create policy "people follow as themselves" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));
create policy "people change what their own follows tell them" on public.follows
  for update to authenticated using (follower_id = (select auth.uid())) with check (follower_id = (select auth.uid()));
create policy "either side ends a follow" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));

create table app.follow_pace (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  made int not null
);
comment on table app.follow_pace is 'How many people somebody has begun to follow since the hour began; unfollowing gives nothing back.';

alter table app.follow_pace enable row level security;

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
  app.hold_counters(uuid, uuid), app.prepare_follow(), app.keep_pace(), app.count_follow(), app.admit_followers()
from public;
revoke execute on function public.answer_follow(uuid, boolean) from public, anon, authenticated;
grant execute on function public.answer_follow(uuid, boolean) to authenticated;

-- In the very order of the indexes: of somebody with a million followers a page reads a page.
create function public.follow_list(person uuid, list text, cursor text default null, page_size int default 30)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, followed_at timestamptz,
  my_state text, after text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  place constant text[] := regexp_match(follow_list.cursor, '^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  since constant timestamptz := coalesce(timestamptz 'epoch' + place[1]::bigint * interval '1 microsecond', 'infinity');
  last_id constant uuid := place[2]::uuid;
  hidden constant uuid[] := app.hidden_people();
  most constant int := least(greatest(page_size, 1), 100);
  whose public.profiles;
  shown_to text;
begin
  if list not in ('followers', 'following') or follow_list.cursor is not null and place is null then
    raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  if person <> auth.uid() then
    select p.* into whose from public.profiles p where p.id = person;
    if whose.id is null or whose.status <> 'active' or app.are_apart(person, auth.uid()) then
      raise exception 'There is no such person' using errcode = 'PT404', hint = 'person_gone';
    end if;
    select s.show_follow_lists into shown_to from public.profile_settings s where s.user_id = person;
    if shown_to = 'nobody' or (shown_to = 'followers' or whose.is_private) and not (person = any (app.my_followees())) then
      raise exception 'This list is not shown' using errcode = 'PT403', hint = 'follow_list_hidden';
    end if;
  end if;
  if list = 'followers' then
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.follower_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.followee_id = person and f.state = 'active' and not (f.follower_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.follower_id > last_id)
    order by f.created_at desc, f.follower_id
    limit most;
  else
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.followee_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.follower_id = person and f.state = 'active' and not (f.followee_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.followee_id > last_id)
    order by f.created_at desc, f.followee_id
    limit most;
  end if;
end
$$;
comment on function public.follow_list(uuid, text, text, int) is
  'followers or following of a person, newest first, as show_follow_lists and a private account allow: PT403 follow_list_hidden, PT404 person_gone, PT400 cursor_invalid. my_state is how the one who asks follows each. after is the cursor of what comes after a row.';

revoke execute on function public.follow_list(uuid, text, text, int) from public, anon, authenticated;
grant execute on function public.follow_list(uuid, text, text, int) to authenticated;
