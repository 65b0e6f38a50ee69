create table public.post_likes (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_likes_of_user on public.post_likes (user_id, created_at desc);
create index post_likes_newest on public.post_likes (post_id, created_at desc, user_id);

alter table public.post_likes enable row level security;
revoke all on public.post_likes from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_likes to authenticated;
create policy "people read their own likes" on public.post_likes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people like what they can see" on public.post_likes
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people take back their own likes" on public.post_likes
  for delete to authenticated using (user_id = (select auth.uid()));

-- Before the row, so that one's own pace is held before any count of others: two statements of one person never wait for
-- each other in a circle.
create trigger a_keep_to_pace before insert on public.post_likes
  for each row execute function app.keep_to_pace('likes', '1000');

create table app.likes_to_fold (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  user_id uuid not null,
  liked_at timestamptz not null,
  change smallint not null check (change in (1, -1))
);
comment on table app.likes_to_fold is
  'Likes, and likes taken back, of publications that very many like at once: counted and told within a second by fold_likes. Empty at all other times.';
create index likes_to_fold_of_post on app.likes_to_fold (post_id);

alter table app.likes_to_fold enable row level security;

create function app.may_count_now(p_post uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- In this order: what is taken back is counted after what it takes back.
  if exists (select from app.likes_to_fold f where f.post_id = p_post) then
    return false;
  end if;
  perform from public.feed_posts p where p.id = p_post for no key update skip locked;
  if found then
    return true;
  end if;
  -- Not those of an account that goes with all of its likes: it would wait with many publications in its hands.
  if pg_trigger_depth() > 1 or not (
    pg_try_advisory_xact_lock(hashtext('likes:1'), hashtext(p_post::text))
    or pg_try_advisory_xact_lock(hashtext('likes:2'), hashtext(p_post::text)))
  then
    return false;
  end if;
  perform from public.feed_posts p where p.id = p_post for no key update;
  return true;
end
$$;
comment on function app.may_count_now(uuid) is
  'Holds the row of a publication for a like, where nobody else has it, or two at most wait for it already; false where its likes are to be folded.';

create function app.count_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act public.post_likes := coalesce(new, old);
  step constant smallint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if app.may_count_now(act.post_id) then
    update public.feed_posts p set likes_count = greatest(p.likes_count + step, 0) where p.id = act.post_id;
  else
    -- A publication that goes takes its likes with it, and nobody counts them.
    insert into app.likes_to_fold (post_id, user_id, liked_at, change)
    select p.id, act.user_id, act.created_at, step from public.feed_posts p where p.id = act.post_id;
  end if;
  return null;
end
$$;
comment on function app.count_like() is
  'Keeps feed_posts.likes_count, a cache of count(post_likes): in the transaction of the like, whose row lock makes it exact, and within a second where very many like at once.';

create trigger count_like after insert or delete on public.post_likes
  for each row execute function app.count_like();

create function public.fold_likes(p_limit int default 200) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  waiting record;
  change int;
  acts int;
  folded int := 0;
begin
  for waiting in
    select distinct oldest.post_id from (select f.post_id from app.likes_to_fold f order by f.id limit p_limit) as oldest
    order by oldest.post_id
  loop
    -- Whoever holds one publication waits for no other.
    if folded = 0 then
      perform from public.feed_posts p where p.id = waiting.post_id for no key update;
    else
      perform from public.feed_posts p where p.id = waiting.post_id for no key update skip locked;
      continue when not found and exists (select from public.feed_posts p where p.id = waiting.post_id);
    end if;
    with taken as (
      delete from app.likes_to_fold f
      where f.id = any (array(
        select one.id from app.likes_to_fold one where one.post_id = waiting.post_id order by one.id limit p_limit))
      returning f.change
    )
    select coalesce(sum(t.change), 0), count(*) into change, acts from taken t;
    update public.feed_posts p set likes_count = greatest(p.likes_count + change, 0) where p.id = waiting.post_id and change <> 0;
    folded := folded + acts;
  end loop;
  return folded;
end
$$;
comment on function public.fold_likes(int) is
  'Counts and tells the oldest likes that wait, so many of each publication at most. How many. The server''s alone.';

revoke execute on function app.may_count_now(uuid), app.count_like() from public;
revoke execute on function public.fold_likes(int) from public, anon, authenticated;

create function public.post_likers(post uuid, cursor text default null, page_size int default 30)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, liked_at timestamptz,
  my_state text, after text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  place constant text[] := regexp_match(post_likers.cursor, '^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  since constant timestamptz := coalesce(timestamptz 'epoch' + place[1]::bigint * interval '1 microsecond', 'infinity');
  last_id constant uuid := place[2]::uuid;
  hidden constant uuid[] := app.hidden_people();
  author uuid;
begin
  if post_likers.cursor is not null and place is null then
    raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  if not app.can_see_post(post) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_gone';
  end if;
  select p.creator_id into author from public.feed_posts p where p.id = post;
  if author <> auth.uid() and not (select s.show_likers from public.profile_settings s where s.user_id = author) then
    raise exception 'This list is not shown' using errcode = 'PT403', hint = 'likers_hidden';
  end if;
  return query
  select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, l.created_at, mine.state,
    (extract(epoch from l.created_at) * 1000000)::bigint || '.' || p.id
  from public.post_likes l
  join public.profiles p on p.id = l.user_id and (p.status = 'active' or p.id = auth.uid())
  left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
  where l.post_id = post and not (l.user_id = any (hidden))
    and l.created_at <= since and (l.created_at < since or l.user_id > last_id)
  order by l.created_at desc, l.user_id
  limit least(greatest(page_size, 1), 100);
end
$$;
comment on function public.post_likers(uuid, text, int) is
  'Who likes a publication that the one who asks sees, newest first, unless its author keeps that to themselves (show_likers): PT403 likers_hidden, PT404 post_gone, PT400 cursor_invalid. Columns as follow_list answers them; liked_at is when.';

revoke execute on function public.post_likers(uuid, text, int) from public, anon, authenticated;
grant execute on function public.post_likers(uuid, text, int) to authenticated;
