-- Comments of publications, in two levels, with their likes.
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
  constraint post_comments_body_check check (char_length(body) <= 1000 and (body <> '' or deleted_at is not null)),
  constraint post_comments_author_check check (author_id is not null or deleted_at is not null),
  constraint post_comments_pinned_check check (pinned_at is null or parent_id is null)
);
comment on column public.post_comments.author_id is 'Null where the account is gone; its words went with it, the replies of others stay.';
comment on column public.post_comments.parent_id is 'The comment of the first level that it hangs under.';
comment on column public.post_comments.replies_count is 'How many replies are neither deleted nor hidden: a cache, kept with every change.';
comment on column public.post_comments.relevance is 'What the order « relevant » goes by: one for each like, two for each reply.';
comment on column public.post_comments.hidden_at is 'Hidden by the author of the publication: seen by those two alone.';
create index post_comments_of_post on public.post_comments (post_id);
create index post_comments_newest on public.post_comments (post_id, created_at desc, id desc) where parent_id is null;
create index post_comments_relevant on public.post_comments (post_id, relevance desc, created_at desc, id desc) where parent_id is null;
create index post_comments_replies on public.post_comments (parent_id, created_at, id) where parent_id is not null;
create index post_comments_of_author on public.post_comments (author_id, created_at desc);
create unique index post_comments_pinned on public.post_comments (post_id) where pinned_at is not null;

create table public.comment_likes (
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_likes_of_user on public.comment_likes (user_id, created_at desc);

create table app.comment_edits (
  id uuid primary key default app.uuid_v7(),
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  before text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table app.comment_edits is 'What a comment said before each change, for whoever judges a report; gone with the comment.';
create index comment_edits_of_comment on app.comment_edits (comment_id, created_at);
alter table app.comment_edits enable row level security;
revoke all on app.comment_edits from anon, authenticated;

create function app.clean_comment(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  clean text;
begin
  -- Whatever is longer by far cannot become short enough, and is not worth cleaning.
  if char_length(given) <= 10000 then
    clean := app.clean_text(given);
    if clean is null then
      raise exception 'A comment needs words' using errcode = 'PT400', hint = 'comment_empty';
    end if;
  end if;
  if clean is null or char_length(clean) > 1000 then
    raise exception 'At most 1000 characters' using errcode = 'PT400', hint = 'comment_too_long';
  end if;
  return clean;
end
$$;
comment on function app.clean_comment(text) is 'PT400 comment_empty or comment_too_long, counted in characters (code points).';

create function app.slow_down_comments(author uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  written timestamptz[];
begin
  -- One after the other: of many at the same moment none may miss the others.
  perform pg_advisory_xact_lock(hashtextextended('comments ' || author, 0));
  select array_agg(recent.created_at order by recent.created_at desc) into written
  from (
    select c.created_at from public.post_comments c
    where c.author_id = author and c.created_at > clock_timestamp() - interval '1 hour'
    order by c.created_at desc
    limit 100
  ) as recent;
  if written[10] > clock_timestamp() - interval '1 minute' or cardinality(written) = 100 then
    raise exception 'At most 10 comments a minute and 100 an hour' using errcode = 'PT429', hint = 'too_many_comments';
  end if;
end
$$;

create function app.may_comment(post public.feed_posts) returns boolean
language sql stable
set search_path = ''
as $$
  select case post.comments_policy
    when 'everyone' then true
    when 'followers' then post.creator_id = auth.uid() or exists (
      select from public.follows f
      where f.follower_id = auth.uid() and f.followee_id = post.creator_id and f.state = 'active')
    else false
  end
$$;

create function app.check_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  above public.post_comments;
begin
  new.body := app.clean_comment(new.body);
  -- Only the server itself writes for somebody.
  if auth.uid() is null then
    return new;
  end if;
  select p.* into post from app.post_by_id(new.post_id) p;
  if post.id is null then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
  if not app.may_comment(post) then
    raise exception 'Not everybody may comment here' using errcode = 'PT403', hint = 'comments_closed', detail = post.comments_policy;
  end if;
  if new.parent_id is not null then
    select c.* into above
    from public.post_comments c
    left join public.post_comments top on top.id = c.parent_id
    where c.id = new.parent_id and c.post_id = new.post_id and c.deleted_at is null and c.hidden_at is null
      and top.hidden_at is null and c.author_id <> all (app.hidden_people());
    if above.id is null then
      raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
    end if;
    new.parent_id := coalesce(above.parent_id, above.id);
  end if;
  perform app.slow_down_comments(new.author_id);
  return new;
end
$$;
comment on function app.check_comment() is
  'A comment is written where its author sees the publication and may comment: PT404 not_found, PT403 comments_closed, PT429 too_many_comments. A reply to a reply hangs under the first level.';

create trigger check_comment before insert on public.post_comments
  for each row execute function app.check_comment();

create function app.change_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The account is gone, and what it said.
  if new.author_id is null then
    new.deleted_at := coalesce(new.deleted_at, clock_timestamp());
  end if;
  if new.deleted_at is not null then
    new.body := '';
    new.pinned_at := null;
    delete from app.comment_edits e where e.comment_id = new.id;
    return new;
  end if;
  new.body := app.clean_comment(new.body);
  if new.body = old.body then
    return new;
  end if;
  if 60 <= (
    select count(*) from app.comment_edits e
    where e.comment_id = new.id and e.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 60 changes an hour' using errcode = 'PT429', hint = 'too_many_comments';
  end if;
  insert into app.comment_edits (comment_id, before) values (old.id, old.body);
  new.edited_at := clock_timestamp();
  return new;
end
$$;
comment on function app.change_comment() is 'Other words are cleaned and dated, and what they replace is kept; a deleted comment has none.';

create trigger change_comment before update of body, deleted_at, author_id on public.post_comments
  for each row execute function app.change_comment();

create function app.count_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  comment public.post_comments := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null then 1 else 0 end;
  change int := becomes - was;
  is_under_hidden boolean := false;
begin
  -- Always the comment above first, then the publication: two that change one thread wait for each other in one order.
  if comment.parent_id is not null and change <> 0 then
    update public.post_comments above set replies_count = above.replies_count + change
    where above.id = comment.parent_id
    returning above.hidden_at is not null into is_under_hidden;
  end if;
  if is_under_hidden then
    change := 0;
  end if;
  -- What hangs under a comment is seen where it is seen.
  if tg_op = 'UPDATE' and comment.parent_id is null and (old.hidden_at is null) <> (new.hidden_at is null) then
    change := change + case when new.hidden_at is null then new.replies_count else -new.replies_count end;
  end if;
  if change <> 0 then
    update public.feed_posts p set comments_count = greatest(p.comments_count + change, 0) where p.id = comment.post_id;
  end if;
  return null;
end
$$;
comment on function app.count_comment() is
  'Keeps comments_count of the publication (what everybody can read of it: neither deleted nor hidden, nor under a hidden one) and replies_count in the transaction of the change; row locks make both exact under concurrency.';

create trigger count_comment after insert or delete or update of deleted_at, hidden_at, author_id on public.post_comments
  for each row execute function app.count_comment();

create function app.count_comment_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.post_comments c
  set likes_count = greatest(c.likes_count + case tg_op when 'INSERT' then 1 else -1 end, 0)
  where c.id = case tg_op when 'INSERT' then new.comment_id else old.comment_id end;
  return null;
end
$$;

create trigger count_comment_like after insert or delete on public.comment_likes
  for each row execute function app.count_comment_like();

create function app.recount_comments() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.post_comments, public.comment_likes in share row exclusive mode;
  with counted as (
    select c.id, (select count(*) from public.comment_likes l where l.comment_id = c.id) as likes,
      (select count(*) from public.post_comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null) as replies
    from public.post_comments c
  ), comments as (
    update public.post_comments c set likes_count = counted.likes, replies_count = counted.replies
    from counted
    where counted.id = c.id and (c.likes_count, c.replies_count) <> (counted.likes, counted.replies)
    returning 1
  ), posts as (
    update public.feed_posts p set comments_count = seen.comments
    from (
      select source.id, count(c.id) filter (
        where c.deleted_at is null and c.hidden_at is null and top.hidden_at is null) as comments
      from public.feed_posts source
      left join public.post_comments c on c.post_id = source.id
      left join public.post_comments top on top.id = c.parent_id
      group by source.id
    ) as seen
    where seen.id = p.id and p.comments_count <> seen.comments
    returning 1
  )
  select (select count(*) from comments) + (select count(*) from posts) into corrected;
  return corrected;
end
$$;
comment on function app.recount_comments() is 'Counts all comments and their likes anew, for the operator; answers how many counts were wrong.';

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

alter table public.post_comments enable row level security;
alter table public.comment_likes enable row level security;
revoke all on public.post_comments, public.comment_likes from anon, authenticated;
grant select on public.post_comments to anon, authenticated;
grant insert (id, post_id, parent_id, body), update (body) on public.post_comments to authenticated;
grant select, insert (comment_id, user_id), delete on public.comment_likes to authenticated;

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
create policy "people read their own likes of comments" on public.comment_likes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people like comments they can see" on public.comment_likes
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_comment(comment_id));
create policy "people take back their own likes of comments" on public.comment_likes
  for delete to authenticated using (user_id = (select auth.uid()));

revoke execute on function
  app.clean_comment(text), app.slow_down_comments(uuid), app.may_comment(public.feed_posts), app.check_comment(),
  app.change_comment(), app.count_comment(), app.count_comment_like(), app.recount_comments(), app.can_see_comment(uuid)
from public, anon, authenticated;
grant execute on function app.can_see_comment(uuid) to anon, authenticated, service_role;
