-- How many comments a publication has, replies a comment, and likes.

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

revoke execute on function app.count_comment(), app.count_comment_like(), app.recount_comments() from public;
