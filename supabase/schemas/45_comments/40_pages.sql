-- Comments as they are read.

create type app.comment_entry as (
  id uuid, post_id uuid, parent_id uuid, author_id uuid, username text, display_name text, avatar_url text, body text,
  likes_count int, replies_count int, is_liked boolean, pinned_at timestamptz, hidden_at timestamptz,
  edited_at timestamptz, deleted_at timestamptz, created_at timestamptz, cursor text);

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
  if part is null or part[1] <> list or part[2] <> app.list_mark(below) then
    raise exception 'The cursor is not of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  return row(part[3]::int, timestamptz 'epoch' + part[4]::bigint * interval '1 microsecond', part[5]::uuid)::app.comment_place;
end
$$;

create function app.list_mark(below uuid) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select left(md5(below::text), 8) $$;

create function app.comments_as_read(p_ids uuid[], p_list text, p_below uuid) returns setof app.comment_entry
language sql stable
set search_path = ''
as $$
  select c.id, c.post_id, c.parent_id, a.id, a.username::text, a.display_name, a.avatar_url, c.body, c.likes_count, c.replies_count,
    l.comment_id is not null, c.pinned_at, c.hidden_at, c.edited_at, c.deleted_at, c.created_at,
    concat_ws('.', p_list, app.list_mark(p_below), c.relevance, (extract(epoch from c.created_at) * 1000000)::bigint, c.id)
  from unnest(p_ids) with ordinality as page (id, place)
  join public.post_comments c on c.id = page.id
  left join public.profiles a on a.id = c.author_id and c.deleted_at is null
  left join public.comment_likes l on l.comment_id = c.id and l.user_id = (select auth.uid())
  order by page.place
$$;
comment on function app.comments_as_read(uuid[], text, uuid) is
  'In the order given; the cursor says where a page ends: which order, of which publication or comment, and the place in it.';

-- Without a search path of its own, so that it becomes part of the queries that use it.
create function app.is_comment_shown(comment public.post_comments, me uuid, creator uuid, others uuid[]) returns boolean
language sql immutable parallel safe
as $$
  select case
    when comment.deleted_at is not null then comment.replies_count > 0
    when comment.author_id = me then true
    else (comment.hidden_at is null or creator = me) and comment.author_id <> all (others)
  end
$$;
comment on function app.is_comment_shown(public.post_comments, uuid, uuid, uuid[]) is
  'Not what is hidden (but for the two concerned), nor by those who are blocked or muted; a deleted one only as the place that replies hang under.';

create function app.has_word(body text, words text[]) returns boolean
language sql stable
set search_path = ''
as $$ select exists (select from unnest(words) as word where strpos(app.fold(body), word) > 0) $$;

create function app.comments_of_post(p_post uuid, p_sort text, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  list constant text := coalesce(p_sort, 'relevant');
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
  size constant int := least(greatest(coalesce(p_size, 20), 1), 50);
  place app.comment_place;
  creator uuid;
  pinned uuid[] := '{}';
  ids uuid[];
begin
  if list not in ('relevant', 'newest') then
    raise exception 'There is no such order' using errcode = 'PT400', hint = 'sort_invalid';
  end if;
  place := app.read_comment_cursor(p_cursor, list, p_post);
  select p.creator_id into creator from app.post_by_id(p_post) p;
  if creator is null then
    return;
  end if;
  if place is null then
    pinned := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.pinned_at is not null and app.is_comment_shown(c, me, creator, others));
  end if;
  if list = 'relevant' then
    ids := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.relevance, c.created_at, c.id) < (place.relevance, place.created_at, place.id))
        and app.is_comment_shown(c, me, creator, others)
        and not (cardinality(words) > 0 and app.has_word(c.body, words))
        and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
      order by c.relevance desc, c.created_at desc, c.id desc
      limit size);
  else
    ids := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.created_at, c.id) < (place.created_at, place.id))
        and app.is_comment_shown(c, me, creator, others)
        and not (cardinality(words) > 0 and app.has_word(c.body, words))
        and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
      order by c.created_at desc, c.id desc
      limit size);
  end if;
  return query select * from app.comments_as_read(pinned || ids, list, p_post);
end
$$;
comment on function app.comments_of_post(uuid, text, text, int) is
  'Whether the publication is seen is asked once, not for each comment. Left out, beside what is_comment_shown says: words that one has muted, and people who are suspended or leave.';

create function app.replies_of_comment(p_comment uuid, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
  place constant app.comment_place := app.read_comment_cursor(p_cursor, 'replies', p_comment);
  above public.post_comments;
  creator uuid;
  ids uuid[];
begin
  select c.* into above from public.post_comments c where c.id = p_comment;
  select p.creator_id into creator from app.post_by_id(above.post_id) p;
  if creator is null or not coalesce(app.is_comment_shown(above, me, creator, others), false) then
    return;
  end if;
  ids := array(
    select c.id from public.post_comments c
    where c.parent_id = p_comment
      and (place is null or (c.created_at, c.id) > (place.created_at, place.id))
      and app.is_comment_shown(c, me, creator, others)
      and not (cardinality(words) > 0 and app.has_word(c.body, words))
      and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
    order by c.created_at, c.id
    limit least(greatest(coalesce(p_size, 20), 1), 50));
  return query select * from app.comments_as_read(ids, 'replies', p_comment);
end
$$;

create function app.one_comment(p_comment uuid) returns setof app.comment_entry
language plpgsql stable security definer rows 1
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people();
  found_one public.post_comments;
  above public.post_comments;
  creator uuid;
begin
  select c.* into found_one from public.post_comments c where c.id = p_comment and c.deleted_at is null;
  select c.* into above from public.post_comments c where c.id = found_one.parent_id;
  select p.creator_id into creator from app.post_by_id(found_one.post_id) p;
  if creator is null or not coalesce(app.is_comment_shown(found_one, me, creator, others), false)
    or above.id is not null and not coalesce(app.is_comment_shown(above, me, creator, others), false)
    or exists (select from public.profiles a where a.id = found_one.author_id and a.status <> 'active') then
    return;
  end if;
  return query select * from app.comments_as_read(
    array[p_comment], case when above.id is null then 'newest' else 'replies' end, coalesce(above.id, found_one.post_id));
end
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

revoke execute on function
  app.read_comment_cursor(text, text, uuid), app.list_mark(uuid), app.comments_as_read(uuid[], text, uuid),
  app.is_comment_shown(public.post_comments, uuid, uuid, uuid[]), app.has_word(text, text[]),
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid)
from public;
revoke execute on function
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid)
from public, anon, authenticated;
grant execute on function
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid)
to anon, authenticated, service_role;
grant execute on function
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid)
to anon, authenticated;
