-- What people are told of comments, their likes, and mentions.

create function app.notify_of_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  c record := coalesce(new, old);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = c.post_id);
  parent_author constant uuid := (select o.author_id from public.post_comments o where o.id = c.parent_id);
  of_post constant text := app.notification_key('comment', c.post_id, c.created_at);
  of_reply constant text := app.notification_key('comment', c.id, c.created_at);
  told constant jsonb := jsonb_build_object('post_id', c.post_id, 'comment_id', c.id, 'text', c.body);
  named uuid[];
begin
  if tg_op = 'DELETE' or new.deleted_at is not null or new.hidden_at is not null then
    perform app.take_back(owner, of_post, c.id);
    perform app.take_back(parent_author, of_reply, c.id);
    return null;
  end if;
  -- Whoever is mentioned in it was told of that (mention_in_comment comes before in the alphabet), and of one comment once.
  named := array(select m.user_id from public.mentions m where m.source_type = 'comment' and m.source_id = c.id);
  if parent_author <> all (named) then
    perform app.notify(parent_author, 'comment', of_reply, c.author_id, told || '{"is_reply": true}', c.id);
  end if;
  if owner <> all (named) and owner is distinct from parent_author then
    perform app.notify(owner, 'comment', of_post, c.author_id, told, c.id);
  end if;
  return null;
end
$$;
comment on function app.notify_of_comment() is
  'Comments on a publication are told together, each reply alone. What is deleted or hidden is taken back. The words stay where they are: the app reads them by the comment''s own policies.';

create function app.notify_of_comment_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  c public.post_comments;
  key constant text := app.notification_key('like', act.comment_id, act.created_at);
begin
  select * into c from public.post_comments o where o.id = act.comment_id;
  if tg_op = 'INSERT' then
    perform app.notify(c.author_id, 'like', key, act.user_id, jsonb_build_object('post_id', c.post_id, 'comment_id', c.id));
  else
    perform app.take_back(c.author_id, key, act.user_id);
  end if;
  return null;
end
$$;

create function app.notify_of_mention() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  m record := coalesce(new, old);
  key constant text := app.notification_key('mention', m.source_id, m.created_at);
  said record;
begin
  if tg_op = 'DELETE' then
    perform app.take_back(m.user_id, key, m.source_id);
    return null;
  end if;
  if m.source_type = 'comment' then
    select c.author_id as person, c.post_id, c.id as comment_id, c.body as words into said
    from public.post_comments c where c.id = m.source_id;
  else
    select p.creator_id as person, p.id as post_id, null::uuid as comment_id, concat_ws(' ', p.title, p.description) as words
    into said
    from public.feed_posts p where p.id = m.source_id;
  end if;
  perform app.notify(m.user_id, 'mention', key, said.person,
    jsonb_strip_nulls(jsonb_build_object('post_id', said.post_id, 'comment_id', said.comment_id, 'text', said.words,
      'is_stranger', not exists (
        select from public.follows f
        where f.follower_id = m.user_id and f.followee_id = said.person and f.state = 'active'))),
    m.source_id);
  return null;
end
$$;
comment on function app.notify_of_mention() is
  'Each comment or publication that names somebody is told alone; is_stranger: by whom they do not follow.';

revoke execute on function app.notify_of_comment(), app.notify_of_comment_like(), app.notify_of_mention() from public;
