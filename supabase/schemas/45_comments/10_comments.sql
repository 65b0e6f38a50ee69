-- Comments of publications, in two levels, with their likes.

create function app.can_see_comment(comment uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.post_comments c
    left join public.post_comments top on top.id = c.parent_id
    where c.id = comment and c.deleted_at is null and c.hidden_at is null and top.hidden_at is null
      and c.author_id <> all (app.hidden_people()) and app.can_see_post(c.post_id))
$$;

create function app.comment_under_own_post(p_comment uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from public.post_comments c join public.feed_posts p on p.id = c.post_id
    where c.id = p_comment and p.creator_id = auth.uid() and c.deleted_at is null) then
    raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;

create table public.post_comments (
  id uuid primary key default app.uuid_v7(),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  parent_id uuid references public.post_comments (id) on delete cascade,
  body text not null,
  likes_count int not null default 0 check (likes_count >= 0),
  replies_count int not null default 0 check (replies_count >= 0),
  relevance int generated always as (likes_count + 2 * replies_count) stored,
  pinned_at timestamptz,
  hidden_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint post_comments_body_check check (char_length(body) <= 1000 and (body <> '' or deleted_at is not null)),
  constraint post_comments_author_check check (author_id is not null or deleted_at is not null),
  constraint post_comments_pinned_check check (pinned_at is null or parent_id is null)
);
comment on column public.post_comments.author_id is 'Null where the account is gone; its words went with it, the replies of others stay.';
comment on column public.post_comments.parent_id is 'The comment of the first level that it hangs under.';
comment on column public.post_comments.replies_count is 'How many replies are neither deleted nor hidden: a cache, kept with every change.';
comment on column public.post_comments.relevance is 'What the order « relevant » goes by: one for each like, two for each reply.';
comment on column public.post_comments.hidden_at is 'Hidden by the author of the publication: seen by those two alone.';
comment on column public.post_comments.removed_at is 'By the staff: it stays hidden whatever the author of the publication does.';
create index post_comments_of_post on public.post_comments (post_id);
create index post_comments_newest on public.post_comments (post_id, created_at desc, id desc) where parent_id is null;
create index post_comments_relevant on public.post_comments (post_id, relevance desc, created_at desc, id desc) where parent_id is null;
create index post_comments_replies on public.post_comments (parent_id, created_at, id) where parent_id is not null;
create index post_comments_of_author on public.post_comments (author_id, created_at desc);
create unique index post_comments_pinned on public.post_comments (post_id) where pinned_at is not null;

alter table public.post_comments enable row level security;
revoke all on public.post_comments from anon, authenticated;
grant select on public.post_comments to anon;
grant select, insert (id, post_id, parent_id, body), update (body) on public.post_comments to authenticated;
-- Lists come from comments_page, which asks once about the publication; this is for one comment at a time.
create policy "visitors read comments of posts they see" on public.post_comments
  for select to anon using (hidden_at is null and deleted_at is null and app.can_see_comment(id));
create policy "people read comments of posts they see, and their own" on public.post_comments
  for select to authenticated using (
    author_id = (select auth.uid()) or hidden_at is null and deleted_at is null and app.can_see_comment(id));
create policy "people comment as themselves" on public.post_comments
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "people change their own comments" on public.post_comments
  for update to authenticated using (author_id = (select auth.uid()) and deleted_at is null)
  with check (author_id = (select auth.uid()));

create table public.comment_likes (
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_likes_of_user on public.comment_likes (user_id, created_at desc);

alter table public.comment_likes enable row level security;
revoke all on public.comment_likes from anon, authenticated;
grant select, insert (comment_id, user_id), delete on public.comment_likes to authenticated;
create policy "people read their own likes of comments" on public.comment_likes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people like comments they can see" on public.comment_likes
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_comment(comment_id));
create policy "people take back their own likes of comments" on public.comment_likes
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.comment_likes
  for each row execute function app.keep_to_pace('likes', '1000');

create table app.comment_edits (
  id uuid primary key default app.uuid_v7(),
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  before text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table app.comment_edits is 'What a comment said before each change, for whoever judges a report; gone with the comment.';
create index comment_edits_of_comment on app.comment_edits (comment_id, created_at);

alter table app.comment_edits enable row level security;

revoke execute on function app.can_see_comment(uuid), app.comment_under_own_post(uuid) from public;
grant execute on function app.can_see_comment(uuid) to anon, authenticated, service_role;
