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
create trigger notify_of_mention after insert or delete on public.mentions
  for each row execute function app.notify_of_mention();
revoke execute on function app.notify_of_mention() from public, anon, authenticated;
