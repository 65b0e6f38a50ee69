-- A digest: one push in place of one for each like, comment, mention, follower, remix, publication or search. Once a day
-- for who asks for it, and after quiet hours for what they held back.

create function app.can_wait(p_type text) returns boolean
language sql immutable
set search_path = ''
as $$ select p_type in ('like', 'comment', 'mention', 'follow', 'remix', 'post', 'search') $$;
comment on function app.can_wait(text) is 'Whether a digest tells of this type: neither money, messages nor what one waits for.';

create function app.next_minute(p_user uuid, p_minute int, p_at timestamptz) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  zone constant text := (select s.time_zone from public.profile_settings s where s.user_id = p_user);
  local constant timestamp := p_at at time zone zone;
  next constant timestamp := date_trunc('day', local) + p_minute * interval '1 minute';
begin
  return case when next > local then next else next + interval '1 day' end at time zone zone;
exception when invalid_parameter_value then
  -- A time zone that this server does not know.
  return null;
end
$$;
comment on function app.next_minute(uuid, int, timestamptz) is 'When it is next this minute of the day in the person''s own time zone.';

create function app.next_digest(p_user uuid, p_at timestamptz) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case when app.is_teen(p_user) then app.after_quiet_hours(p_user, due.at) else due.at end
  from public.profile_settings s, app.next_minute(p_user, s.digest_minute, p_at) as due (at)
  where s.user_id = p_user
$$;
comment on function app.next_digest(uuid, timestamptz) is 'When the person''s next digest is sent; null for who wants none.';

create function app.plan_digest(p_notification public.notifications) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  n alias for p_notification;
  due constant timestamptz := case when app.can_wait(n.type) then app.next_digest(n.user_id, clock_timestamp()) end;
  digest uuid;
begin
  if due is null then
    return false;
  end if;
  insert into public.notifications (user_id, type, group_key, data, is_listed, first_at)
  values (n.user_id, 'system', app.notification_key('digest', n.user_id, due),
    jsonb_build_object('what', 'digest', 'url', '/notifications'), false, n.last_at)
  on conflict (user_id, group_key) do nothing
  returning id into digest;
  if digest is not null then
    insert into app.push_jobs (notification_id, due_at) values (digest, due);
  end if;
  return true;
end
$$;
comment on function app.plan_digest(public.notifications) is
  'Whether this group waits for its person''s digest, which is then due; the digest is a row of its own that no list shows.';

create function app.join_held(p_notification public.notifications, p_due timestamptz) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  n alias for p_notification;
  key constant text := format('held:%s:%s', n.user_id, extract(epoch from p_due)::bigint);
  digest uuid;
  since timestamptz;
begin
  if not app.can_wait(n.type) then
    return false;
  end if;
  if exists (select from public.notifications d where d.user_id = n.user_id and d.group_key = key) then
    return true;
  end if;
  with held as (
    update app.push_jobs j set due_at = null
    from public.notifications other
    where other.id = j.notification_id and other.user_id = n.user_id and other.id <> n.id and app.can_wait(other.type)
      and j.due_at = p_due and j.lease_until is null
    returning other.last_at)
  select min(held.last_at) into since from held;
  if since is null then
    return false;
  end if;
  update app.push_jobs j set due_at = null where j.notification_id = n.id and j.lease_until is null;
  insert into public.notifications (user_id, type, group_key, data, is_listed, first_at)
  values (n.user_id, 'system', key, jsonb_build_object('what', 'digest', 'held', true, 'url', '/notifications'), false, since)
  on conflict (user_id, group_key) do nothing
  returning id into digest;
  if digest is not null then
    insert into app.push_jobs (notification_id, due_at) values (digest, p_due);
  end if;
  return true;
end
$$;
comment on function app.join_held(public.notifications, timestamptz) is
  'Whether this group is told together with others that quiet hours hold back until then; alone it keeps its own push.';

create function app.digest_of(p_user uuid, p_since timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(told.type, told.acts), '{}')
  from (
    select n.type, sum(greatest(n.actors_count, 1)) as acts
    from public.notifications n
    left join public.notification_preferences p on p.user_id = n.user_id and p.type = n.type and p.about_user is null
    where n.user_id = p_user and n.last_at >= p_since and n.read_at is null and n.is_listed and app.can_wait(n.type)
      and coalesce(p.push, true)
    group by n.type) as told
$$;
comment on function app.digest_of(uuid, timestamptz) is 'How many acts of each type somebody has not read since then, of those that they want pushed.';

revoke execute on function
  app.can_wait(text), app.next_minute(uuid, int, timestamptz), app.next_digest(uuid, timestamptz), app.plan_digest(public.notifications),
  app.join_held(public.notifications, timestamptz), app.digest_of(uuid, timestamptz) from public;
