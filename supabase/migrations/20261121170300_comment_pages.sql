-- Comments as they are read, and what one may do with those of others.
create type app.comment_entry as (
  id uuid, post_id uuid, parent_id uuid, author_id uuid, username text, display_name text, avatar_url text, body text,
  likes_count int, replies_count int, is_liked boolean, pinned_at timestamptz, hidden_at timestamptz,
  edited_at timestamptz, deleted_at timestamptz, created_at timestamptz, cursor text);

create function app.comment_cursor(list text, comment public.post_comments) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws('.', list, left(md5(coalesce(comment.parent_id, comment.post_id)::text), 8),
    case list when 'relevant' then comment.relevance else 0 end,
    (extract(epoch from comment.created_at) * 1000000)::bigint, comment.id)
$$;
comment on function app.comment_cursor(text, public.post_comments) is
  'Where a page ends: which order, of which publication or comment, and the place in it.';

create type app.comment_place as (relevance int, created_at timestamptz, id uuid);

create function app.read_comment_cursor(cursor text, list text, below uuid) returns app.comment_place
language plpgsql immutable
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(
    cursor, '^(relevant|newest|replies)\.([0-9a-f]{8})\.(\d{1,9})\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
begin
  if cursor is null then
    return null;
  end if;
  if part is null or part[1] <> list or part[2] <> left(md5(below::text), 8) then
    raise exception 'The cursor is not of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  return row(part[3]::int, timestamptz 'epoch' + part[4]::bigint * interval '1 microsecond', part[5]::uuid)::app.comment_place;
end
$$;

create function app.comment_as_read(comment public.post_comments, list text) returns app.comment_entry
language sql stable
set search_path = ''
as $$
  select row(
    comment.id, comment.post_id, comment.parent_id, a.id, a.username::text, a.display_name, a.avatar_url, comment.body,
    comment.likes_count, comment.replies_count,
    exists (select from public.comment_likes l where l.comment_id = comment.id and l.user_id = auth.uid()),
    comment.pinned_at, comment.hidden_at, comment.edited_at, comment.deleted_at, comment.created_at,
    app.comment_cursor(list, comment))::app.comment_entry
  from (select) as one
  left join public.profiles a on a.id = comment.author_id and comment.deleted_at is null
$$;

create function app.is_comment_shown(
  comment public.post_comments, creator uuid, others uuid[], words text[]) returns boolean
language sql stable
set search_path = ''
as $$
  select case
    when comment.deleted_at is not null then comment.replies_count > 0
    when comment.author_id = auth.uid() then true
    else (comment.hidden_at is null or creator = auth.uid())
      and comment.author_id <> all (others)
      and (cardinality(words) = 0 or not exists (
        select from unnest(words) as word where strpos(app.fold(comment.body), word) > 0))
      and exists (select from public.profiles a where a.id = comment.author_id and a.status = 'active')
  end
$$;
comment on function app.is_comment_shown(public.post_comments, uuid, uuid[], text[]) is
  'Not what is hidden (but for the two concerned), nor by those who are blocked, muted or suspended, nor with a muted word; a deleted one only as the place that replies hang under.';

create function app.comments_of_post(p_post uuid, p_sort text, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  list constant text := coalesce(p_sort, 'relevant');
  place app.comment_place;
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
  size constant int := least(greatest(coalesce(p_size, 20), 1), 50);
begin
  if list not in ('relevant', 'newest') then
    raise exception 'There is no such order' using errcode = 'PT400', hint = 'sort_invalid';
  end if;
  place := app.read_comment_cursor(p_cursor, list, p_post);
  select p.* into post from app.post_by_id(p_post) p;
  if post.id is null then
    return;
  end if;
  if place is null then
    return query
    select read.* from public.post_comments c cross join lateral app.comment_as_read(c, list) as read
    where c.post_id = p_post and c.pinned_at is not null and app.is_comment_shown(c, post.creator_id, others, words);
  end if;
  if list = 'relevant' then
    return query
    select read.* from (
      select c.* from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.relevance, c.created_at, c.id) < (place.relevance, place.created_at, place.id))
        and app.is_comment_shown(c, post.creator_id, others, words)
      order by c.relevance desc, c.created_at desc, c.id desc
      limit size
    ) as c cross join lateral app.comment_as_read(c, list) as read;
  else
    return query
    select read.* from (
      select c.* from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.created_at, c.id) < (place.created_at, place.id))
        and app.is_comment_shown(c, post.creator_id, others, words)
      order by c.created_at desc, c.id desc
      limit size
    ) as c cross join lateral app.comment_as_read(c, list) as read;
  end if;
end
$$;

create function app.replies_of_comment(p_comment uuid, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  above public.post_comments;
  post public.feed_posts;
  place constant app.comment_place := app.read_comment_cursor(p_cursor, 'replies', p_comment);
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
begin
  select c.* into above from public.post_comments c where c.id = p_comment;
  select p.* into post from app.post_by_id(above.post_id) p;
  if post.id is null or not app.is_comment_shown(above, post.creator_id, others, words) then
    return;
  end if;
  return query
  select read.* from (
    select c.* from public.post_comments c
    where c.parent_id = p_comment
      and (place is null or (c.created_at, c.id) > (place.created_at, place.id))
      and app.is_comment_shown(c, post.creator_id, others, words)
    order by c.created_at, c.id
    limit least(greatest(coalesce(p_size, 20), 1), 50)
  ) as c cross join lateral app.comment_as_read(c, 'replies') as read;
end
$$;

create function app.one_comment(p_comment uuid) returns setof app.comment_entry
language sql stable security definer rows 1
set search_path = ''
as $$
  select read.*
  from public.post_comments c
  cross join lateral app.comment_as_read(c, case when c.parent_id is null then 'newest' else 'replies' end) as read
  left join public.post_comments top on top.id = c.parent_id
  join app.post_by_id(c.post_id) p on true
  where c.id = p_comment and c.deleted_at is null
    and app.is_comment_shown(c, p.creator_id, app.hidden_people(), '{}')
    and (top.hidden_at is null or auth.uid() in (top.author_id, p.creator_id))
$$;

create function public.comments_page(
  post_id uuid, sort text default 'relevant', cursor text default null, page_size int default 20)
returns setof app.comment_entry
language sql stable
set search_path = ''
as $$ select * from app.comments_of_post(comments_page.post_id, sort, comments_page.cursor, page_size) $$;
comment on function public.comments_page(uuid, text, text, int) is
  'Comments of the first level of a publication that one sees: the pinned one, then the most relevant (likes plus twice the replies) or the newest; the last row''s cursor leads on. PT400 cursor_invalid.';

create function public.replies_page(comment_id uuid, cursor text default null, page_size int default 20)
returns setof app.comment_entry
language sql stable
set search_path = ''
as $$ select * from app.replies_of_comment(comment_id, replies_page.cursor, page_size) $$;
comment on function public.replies_page(uuid, text, int) is 'What hangs under a comment, oldest first.';

create function public.comment_by_id(comment_id uuid) returns setof app.comment_entry
language sql stable rows 1
set search_path = ''
as $$ select * from app.one_comment(comment_id) $$;
comment on function public.comment_by_id(uuid) is 'One comment, for an address that leads to it; no row where it is not to be seen.';

create function public.delete_comment(comment_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.post_comments c set deleted_at = clock_timestamp()
  where c.id = comment_id and c.author_id = auth.uid() and c.deleted_at is null;
  if not found and not exists (
    select from public.post_comments c where c.id = comment_id and c.author_id = auth.uid()) then
    raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.delete_comment(uuid) is
  'Takes one''s own comment away, words and all; replies under it stay. A second time does nothing; PT404 for anybody else''s.';

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

create function public.hide_comment(comment_id uuid, hidden boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.comment_under_own_post(comment_id);
  update public.post_comments c
  set hidden_at = case when hidden then clock_timestamp() end, pinned_at = case when not hidden then c.pinned_at end
  where c.id = comment_id and (c.hidden_at is null) = hidden;
end
$$;
comment on function public.hide_comment(uuid, boolean) is
  'Hides a comment under one''s own publication, and what hangs under it, or shows it again. PT404 under anybody else''s.';

create function public.pin_comment(comment_id uuid, pinned boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  post uuid;
begin
  perform app.comment_under_own_post(comment_id);
  select c.post_id into post from public.post_comments c
  where c.id = comment_id and c.parent_id is null and c.hidden_at is null;
  if post is null then
    raise exception 'Only a comment of the first level that is not hidden can be pinned'
      using errcode = 'PT400', hint = 'not_pinnable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pin ' || post, 0));
  update public.post_comments c set pinned_at = null
  where c.post_id = post and c.pinned_at is not null and (c.id <> comment_id) = pinned;
  if pinned then
    update public.post_comments c set pinned_at = clock_timestamp() where c.id = comment_id and c.pinned_at is null;
  end if;
end
$$;
comment on function public.pin_comment(uuid, boolean) is
  'Puts one comment before all others under one''s own publication, in place of the one that was there, or takes it from there. PT404 under anybody else''s.';

revoke execute on function
  app.comment_cursor(text, public.post_comments), app.read_comment_cursor(text, text, uuid),
  app.comment_as_read(public.post_comments, text), app.is_comment_shown(public.post_comments, uuid, uuid[], text[]),
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid),
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid),
  public.delete_comment(uuid), app.comment_under_own_post(uuid), public.hide_comment(uuid, boolean),
  public.pin_comment(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid),
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid)
to anon, authenticated, service_role;
grant execute on function public.delete_comment(uuid), public.hide_comment(uuid, boolean), public.pin_comment(uuid, boolean)
to authenticated;
