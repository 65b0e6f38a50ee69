-- Web Push (RFC 8030): which browsers may be told, and what waits to be sent.

create table public.push_subscriptions (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 2048 and endpoint ~ '^https?://[^\s]+$'),
  p256dh text not null check (p256dh ~ '^[\w-]{86,88}=*$'),
  auth text not null check (auth ~ '^[\w-]{22,24}=*$'),
  user_agent text check (char_length(user_agent) <= 400),
  failures smallint not null default 0,
  created_at timestamptz not null default now(),
  last_ok_at timestamptz
);
comment on column public.push_subscriptions.failures is 'Notifications in a row that did not arrive, each after three attempts.';
create index push_subscriptions_of_user on public.push_subscriptions (user_id, created_at);

alter table public.push_subscriptions enable row level security;
revoke all on public.push_subscriptions from anon, authenticated;
grant select, delete on public.push_subscriptions to authenticated;
create policy "people read their own subscriptions" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people drop their own subscriptions" on public.push_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()));

create table app.push_jobs (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  due_at timestamptz,
  sent_at timestamptz,
  lease_until timestamptz,
  worker uuid,
  attempts smallint not null default 0,
  delivered uuid[] not null default '{}'
);
comment on table app.push_jobs is 'One per group: when it is to be sent, when it last was (at most every ten minutes), and who is at it.';
comment on column app.push_jobs.delivered is 'Subscriptions that have this round already: a retry is for the others.';
create index push_jobs_due on app.push_jobs (due_at) where due_at is not null;
create index push_jobs_leased on app.push_jobs (lease_until) where lease_until is not null;

alter table app.push_jobs enable row level security;

create function public.save_push_subscription(endpoint text, p256dh text, auth_key text, user_agent text default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  kept uuid;
begin
  insert into public.push_subscriptions as s (user_id, endpoint, p256dh, auth, user_agent)
  values (me, save_push_subscription.endpoint, save_push_subscription.p256dh, auth_key, left(save_push_subscription.user_agent, 400))
  on conflict on constraint push_subscriptions_endpoint_key do update
    set user_id = me, failures = 0, user_agent = excluded.user_agent
    -- Whoever knows an address alone must not turn another's browser to themselves.
    where s.p256dh = excluded.p256dh and s.auth = excluded.auth
  returning s.id into kept;
  if kept is null then
    raise exception 'This address has other keys' using errcode = 'PT409', hint = 'subscription_taken';
  end if;
  delete from public.push_subscriptions s
  where s.id in (
    select old.id from public.push_subscriptions old where old.user_id = me order by old.created_at desc, old.id desc offset 20);
  return kept;
end
$$;
comment on function public.save_push_subscription(text, text, text, text) is
  'This browser may be told; it belongs to whoever is signed in on it last. Twenty per person, the oldest go. PT409 subscription_taken.';

create function app.after_quiet_hours(p_user uuid, p_at timestamptz) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  s record;
  local timestamp;
  minute int;
  wait int;
begin
  select quiet_hours, time_zone into s from public.profile_settings where user_id = p_user;
  if s.quiet_hours is null or isempty(s.quiet_hours) then
    return p_at;
  end if;
  local := p_at at time zone s.time_zone;
  minute := extract(hour from local) * 60 + extract(minute from local);
  -- A night goes past midnight: 22:00–07:00 is [1320,1860).
  wait := upper(s.quiet_hours)
    - case when s.quiet_hours @> minute then minute when s.quiet_hours @> minute + 1440 then minute + 1440 end;
  return case when wait is null then p_at else (date_trunc('minute', local) + wait * interval '1 minute') at time zone s.time_zone end;
exception when invalid_parameter_value then
  -- A time zone that this server does not know.
  return p_at;
end
$$;
comment on function app.after_quiet_hours(uuid, timestamptz) is
  'This moment, or the end of the person''s quiet hours that it falls into, in their own time zone.';

create function app.plan_push(p_notification public.notifications) returns void
language plpgsql
set search_path = ''
as $$
declare
  n alias for p_notification;
  is_urgent constant boolean := n.type in ('message', 'tip', 'payment', 'payout');
  -- Somebody who has the app before them reads it there first.
  grace constant interval := case when n.type = 'generation' then interval '5 seconds' else interval '0' end;
  sent timestamptz;
  wished timestamptz;
  due timestamptz;
begin
  if not exists (select from public.push_subscriptions s where s.user_id = n.user_id) or app.plan_digest(n) then
    return;
  end if;
  select j.sent_at into sent from app.push_jobs j where j.notification_id = n.id;
  wished := greatest(clock_timestamp() + grace, sent + interval '10 minutes');
  due := case when is_urgent and not app.is_teen(n.user_id) then wished else app.after_quiet_hours(n.user_id, wished) end;
  if due > wished and app.join_held(n, due) then
    return;
  end if;
  insert into app.push_jobs as j (notification_id, due_at) values (n.id, due)
  on conflict (notification_id) do update set due_at = coalesce(j.due_at, excluded.due_at);
end
$$;
comment on function app.plan_push(public.notifications) is
  'Has a group sent: at most once in ten minutes, not in quiet hours but for money and messages, which wait too in teen mode; what quiet hours hold back of several groups is one push. What waits already stays as it is.';

create function app.push_content(p_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'notification_id', n.id, 'type', n.type, 'title', n.title, 'body', n.body, 'data', n.data, 'user_id', n.user_id,
    'actors_count', n.actors_count, 'unread', app.unread_notifications(n.user_id) + app.unread_conversations(n.user_id),
    'language', (
      select coalesce(s.language, p.locale) from public.profile_settings s join public.profiles p on p.id = s.user_id
      where s.user_id = n.user_id),
    'names', (
      select coalesce(jsonb_agg(p.display_name order by place), '[]')
      from unnest(n.actor_ids[1:2]) with ordinality as actor (id, place)
      join public.profiles p on p.id = actor.id),
    'excerpt', (
      select left(c.body, 120) from public.post_comments c
      where c.id = (n.data ->> 'comment_id')::uuid and c.hidden_at is null and c.deleted_at is null),
    'digest', case when n.data ->> 'what' = 'digest' then app.digest_of(n.user_id, n.first_at) end,
    'message', case when n.type = 'message' then app.pushed_message(n.user_id, (n.data ->> 'message_id')::uuid) end,
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth)), '[]')
      from public.push_subscriptions s
      where s.user_id = n.user_id and s.id <> all (j.delivered)))
  from public.notifications n
  join app.push_jobs j on j.notification_id = n.id
  where n.id = p_id
$$;
comment on function app.push_content(uuid) is 'All that is needed to word and send a group to those browsers that do not have it yet.';

create function public.claim_pushes(p_worker uuid, p_lease_seconds int, p_limit int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claimed uuid[];
begin
  -- What was read meanwhile need not be told.
  update app.push_jobs j set due_at = null, attempts = 0, delivered = '{}'
  from public.notifications n
  where n.id = j.notification_id and j.due_at <= clock_timestamp() and j.lease_until is null
    and (n.read_at is not null or n.data ->> 'what' = 'digest' and app.digest_of(n.user_id, n.first_at) = '{}');
  with due as (
    select j.notification_id from app.push_jobs j
    where j.due_at <= clock_timestamp() and j.lease_until is null or j.lease_until < clock_timestamp()
    order by j.due_at
    limit p_limit
    for update skip locked
  ), leased as (
    -- What happens from now on makes it due anew, after this one.
    update app.push_jobs j
    set worker = p_worker, lease_until = clock_timestamp() + p_lease_seconds * interval '1 second', attempts = j.attempts + 1,
      due_at = null
    from due where j.notification_id = due.notification_id
    returning j.notification_id
  )
  select array_agg(leased.notification_id) into claimed from leased;
  return (select coalesce(jsonb_agg(app.push_content(id)), '[]') from unnest(claimed) as id);
end
$$;
comment on function public.claim_pushes(uuid, int, int) is
  'Leases what is due to a worker, those whose worker fell silent among them, with all that is needed to send it.';

create function public.finish_push(p_worker uuid, p_notification uuid, p_outcomes jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.push_jobs;
  outcome record;
  retry_in interval;
begin
  select * into job from app.push_jobs j
  where j.notification_id = p_notification and j.worker = p_worker and j.lease_until is not null
  for update;
  if not found then
    return;
  end if;
  for outcome in
    select * from jsonb_to_recordset(p_outcomes) as o (id uuid, kind text, retry_seconds int) order by o.id
  loop
    if outcome.kind = 'ok' then
      job.delivered := job.delivered || outcome.id;
      update public.push_subscriptions s set failures = 0, last_ok_at = clock_timestamp() where s.id = outcome.id;
    elsif outcome.kind = 'gone' then
      delete from public.push_subscriptions s where s.id = outcome.id;
    elsif outcome.kind = 'failed' and job.attempts < 3 then
      retry_in := greatest(retry_in, coalesce(outcome.retry_seconds, 30 * job.attempts * job.attempts) * interval '1 second');
    else
      update public.push_subscriptions s set failures = s.failures + 1 where s.id = outcome.id;
      delete from public.push_subscriptions s where s.id = outcome.id and s.failures >= 3;
    end if;
  end loop;
  if retry_in is not null then
    update app.push_jobs j
    set lease_until = null, delivered = job.delivered, due_at = clock_timestamp() + retry_in
    where j.notification_id = p_notification;
    return;
  end if;
  update app.push_jobs j
  set lease_until = null, delivered = '{}', attempts = 0, due_at = null,
    sent_at = case when job.delivered = '{}' then j.sent_at else clock_timestamp() end
  where j.notification_id = p_notification;
  if job.due_at is not null then
    perform app.plan_push(n) from public.notifications n where n.id = p_notification;
  end if;
end
$$;
comment on function public.finish_push(uuid, uuid, jsonb) is
  'What became of each browser: ok, gone (404, 410: its subscription goes), failed (again after a while, three times), refused. A subscription goes after three notifications in a row that did not arrive. Only the worker that holds the lease is heard.';

revoke execute on function
  public.save_push_subscription(text, text, text, text), public.claim_pushes(uuid, int, int),
  public.finish_push(uuid, uuid, jsonb) from public, anon, authenticated;
revoke execute on function
  app.after_quiet_hours(uuid, timestamptz), app.plan_push(public.notifications), app.push_content(uuid) from public;
grant execute on function public.save_push_subscription(text, text, text, text) to authenticated;
