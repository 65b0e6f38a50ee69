-- Telling somebody that something happened, and taking it back.

create function app.notification_key(p_type text, p_object uuid, p_at timestamptz) returns text
language sql immutable
set search_path = ''
as $$ select p_type || ':' || p_object || ':' || to_char(p_at at time zone 'UTC', 'YYYY-MM-DD') $$;
comment on function app.notification_key(text, uuid, timestamptz) is 'The group of an act: {type}:{object}:{day}, the day in UTC.';

-- In order: one person's act, counted once, in the one row of its group.
create function app.notify(
  p_user uuid, p_type text, p_group_key text, p_actor uuid, p_data jsonb, p_source uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
declare
  channels constant text[] := app.notification_channels(p_user, p_type, p_actor, p_data);
  kept constant jsonb := coalesce(p_data, '{}') - '{text,title,body}'::text[];
  n public.notifications;
  is_news boolean;
  is_new_actor boolean;
begin
  if p_user is null or channels = '{}' then
    return;
  end if;
  loop
    insert into public.notifications (user_id, type, group_key, title, body, data, is_listed)
    values (p_user, p_type, p_group_key, left(coalesce(p_data ->> 'title', ''), 120), left(coalesce(p_data ->> 'body', ''), 200),
      kept, 'in_app' = any (channels))
    on conflict (user_id, group_key) do nothing
    returning * into n;
    is_news := found;
    exit when found;
    -- Whoever acts at the same moment waits here, so that nobody is counted twice or lost.
    select * into n from public.notifications o where o.user_id = p_user and o.group_key = p_group_key for update;
    exit when found;
  end loop;

  is_new_actor := p_actor is not null and not exists (
    select from app.notification_events e where e.notification_id = n.id and e.actor_id = p_actor);
  insert into app.notification_events (notification_id, source_id, actor_id, data)
  values (n.id, coalesce(p_source, p_actor, p_user), p_actor, kept)
  on conflict do nothing;
  if not found then
    return;
  end if;
  -- Who is listening hears of a busy group every two seconds. One more like of a picture whose likes were read counts
  -- and moves up, and is unread no more than before.
  is_news := is_news or n.read_at is not null and p_type <> 'like' or n.last_at < clock_timestamp() - interval '2 seconds';
  update public.notifications o
  set actors_count = o.actors_count + is_new_actor::int, last_at = clock_timestamp(), data = kept,
    actor_ids = case when p_actor is null then o.actor_ids else (p_actor || array_remove(o.actor_ids, p_actor))[1:5] end,
    read_at = case when p_type = 'like' then o.read_at end,
    is_listed = o.is_listed or 'in_app' = any (channels)
  where o.id = n.id
  returning * into n;
  if n.read_at is null and 'push' = any (channels) then
    perform app.plan_push(n);
  end if;
  if n.read_at is null and 'email' = any (channels) then
    perform app.plan_mail(n);
  end if;
  if is_news and n.is_listed then
    perform app.tell_notifications(p_user, jsonb_build_object('id', n.id, 'type', n.type));
  end if;
end
$$;
comment on function app.notify(uuid, text, text, uuid, jsonb, uuid) is
  'Tells somebody of an act, unless they do not want to know: blocks, mutes and preferences first. data: ids for the app, which words it; title and body where the app cannot; text is looked through for muted words and not kept. The source (a comment, a remix; else who did it) counts once in its group, however often and however many at once.';

create function app.take_back(p_user uuid, p_group_key text, p_source uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  n public.notifications;
  gone uuid;
begin
  select * into n from public.notifications o where o.user_id = p_user and o.group_key = p_group_key for update;
  delete from app.notification_events e where e.notification_id = n.id and e.source_id = p_source returning e.actor_id into gone;
  if not found then
    return;
  end if;
  if exists (select from app.notification_events e where e.notification_id = n.id) then
    update public.notifications o
    set last_at = last.at, data = last.data,
      actors_count = o.actors_count - (gone is not null and not exists (
        select from app.notification_events e where e.notification_id = n.id and e.actor_id = gone))::int,
      actor_ids = coalesce((
        select array_agg(actor_id order by at desc)
        from (
          select actor_id, max(at) as at
          from (
            select e.actor_id, e.at from app.notification_events e
            where e.notification_id = n.id and e.actor_id is not null order by e.at desc limit 50) as newest
          group by actor_id order by 2 desc limit 5) as actors), '{}')
    from (select e.at, e.data from app.notification_events e where e.notification_id = n.id order by e.at desc limit 1) as last
    where o.id = n.id;
  else
    delete from public.notifications o where o.id = n.id;
    if n.read_at is null and n.is_listed then
      perform app.tell_notifications(p_user, '{}');
    end if;
  end if;
end
$$;
comment on function app.take_back(uuid, text, uuid) is
  'An act that is no more: a like taken back, a comment deleted. The group goes with its last act.';

create function app.forget_between() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told record;
begin
  for told in
    select n.user_id, n.group_key, e.source_id
    from app.notification_events e
    join public.notifications n on n.id = e.notification_id
    where e.actor_id = new.blocked_id and n.user_id = new.blocker_id
      or e.actor_id = new.blocker_id and n.user_id = new.blocked_id
    order by n.user_id, n.group_key, e.source_id
  loop
    perform app.take_back(told.user_id, told.group_key, told.source_id);
  end loop;
  return null;
end
$$;
comment on function app.forget_between() is 'Who blocks is reminded of nothing that the other did, nor the other way round.';

revoke execute on function
  app.notification_key(text, uuid, timestamptz), app.notify(uuid, text, text, uuid, jsonb, uuid),
  app.take_back(uuid, text, uuid), app.forget_between() from public;
