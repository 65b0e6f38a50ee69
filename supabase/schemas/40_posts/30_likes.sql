create table public.post_likes (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_likes_of_user on public.post_likes (user_id, created_at desc);

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

create function app.count_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.feed_posts set likes_count = likes_count + 1 where id = new.post_id;
  else
    update public.feed_posts set likes_count = greatest(likes_count - 1, 0) where id = old.post_id;
  end if;
  return null;
end
$$;
comment on function app.count_like() is
  'Keeps feed_posts.likes_count, a cache of count(post_likes), in the transaction of the like; the row lock makes it exact under concurrency.';

create trigger count_like after insert or delete on public.post_likes
  for each row execute function app.count_like();
