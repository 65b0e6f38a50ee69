-- Who may comment, how fast, and what becomes of what they write.

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

revoke execute on function
  app.clean_comment(text), app.slow_down_comments(uuid), app.may_comment(public.feed_posts), app.check_comment(),
  app.change_comment() from public;
