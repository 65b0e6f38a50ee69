-- What is told by mail: what can wait once a day, the rest together after a while, and nothing that was read meanwhile.

create table app.mail_people (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  sent_at timestamptz
);
comment on table app.mail_people is 'Who got mails: the secret that ends them without a session, and when the last one left.';

create table app.mail_jobs (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- When a transaction began, as the acts have it.
  since timestamptz not null default now(),
  again_since timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  worker uuid,
  attempts smallint not null default 0
);
comment on table app.mail_jobs is 'One per group: what happened since is to be told by mail then. Null: it is being sent, and nothing came meanwhile.';
create index mail_jobs_due on app.mail_jobs (due_at) where due_at is not null;
create index mail_jobs_leased on app.mail_jobs (lease_until) where lease_until is not null;
create index mail_jobs_of_user on app.mail_jobs (user_id);

alter table app.mail_people enable row level security;
alter table app.mail_jobs enable row level security;

create function app.plan_mail(p_notification public.notifications) returns void
language plpgsql
set search_path = ''
as $$
declare
  n alias for p_notification;
  now constant timestamptz := clock_timestamp();
  due timestamptz;
begin
  if app.can_wait(n.type) then
    select app.next_minute(n.user_id, coalesce(s.digest_minute, 1080), now) into due
    from public.profile_settings s where s.user_id = n.user_id;
    due := coalesce(due, now + interval '1 day');
  else
    -- Whoever has the app before them reads it there; and one mail an hour is enough.
    due := greatest(now + interval '10 minutes', (select p.sent_at + interval '1 hour' from app.mail_people p where p.user_id = n.user_id));
  end if;
  insert into app.mail_jobs as j (notification_id, user_id, due_at)
  values (n.id, n.user_id, app.after_quiet_hours(n.user_id, due))
  on conflict (notification_id) do update
    set due_at = coalesce(j.due_at, excluded.due_at), again_since = coalesce(j.again_since, case when j.lease_until is not null then now() end);
end
$$;
comment on function app.plan_mail(public.notifications) is
  'Has a group told by mail: at the hour of the digest, at 18:00 for who has none, what can wait; else in ten minutes, an hour after the last one; never in quiet hours.';

create function app.mail_entry(j app.mail_jobs, n public.notifications) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', n.type, 'title', n.title, 'data', n.data, 'at', n.last_at,
    'actors_count', (
      select count(distinct e.actor_id) from app.notification_events e where e.notification_id = n.id and e.at >= j.since),
    'names', (
      select coalesce(jsonb_agg(p.display_name order by newest.at desc), '[]')
      from (
        select e.actor_id, max(e.at) as at from app.notification_events e
        where e.notification_id = n.id and e.at >= j.since and e.actor_id is not null
        group by e.actor_id order by 2 desc limit 2) as newest
      join public.profiles p on p.id = newest.actor_id))
$$;
comment on function app.mail_entry(app.mail_jobs, public.notifications) is
  'What a mail tells of a group: who did what since the last one. No words of anybody: neither comments nor messages.';

create function app.lease_mail(p_worker uuid, p_lease_seconds int, p_user uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now constant timestamptz := clock_timestamp();
  entries jsonb;
begin
  -- Read meanwhile, or no longer wanted by mail.
  delete from app.mail_jobs j
  using public.notifications n
  where j.user_id = p_user and n.id = j.notification_id and j.lease_until is null
    and (n.read_at is not null or 'email' <> all (app.notification_channels(p_user, n.type, n.actor_ids[1], n.data)));
  with waiting as (
    select j.notification_id, app.can_wait(n.type) as can_wait, coalesce(j.due_at, j.lease_until) <= now as is_due
    from app.mail_jobs j join public.notifications n on n.id = j.notification_id
    where j.user_id = p_user and (j.lease_until is null or j.lease_until < now)
  ), taken as (
    -- What need not wait goes along; what waits for its hour does so together.
    update app.mail_jobs j
    set worker = p_worker, lease_until = now + make_interval(secs => p_lease_seconds),
      attempts = j.attempts + 1, due_at = null
    from waiting w
    where w.notification_id = j.notification_id and (select bool_or(is_due) from waiting)
      and (not w.can_wait or (select bool_or(is_due) from waiting where can_wait))
    returning j.*
  )
  select jsonb_agg(app.mail_entry(taken, n) order by n.last_at desc) into entries
  from taken join public.notifications n on n.id = taken.notification_id;
  if entries is null then
    return null;
  end if;
  insert into app.mail_people (user_id) values (p_user) on conflict do nothing;
  return (
    select jsonb_build_object('user_id', p_user, 'token', m.token, 'language', coalesce(s.language, p.locale), 'entries', entries)
    from public.profiles p
    join public.profile_settings s on s.user_id = p.id
    join app.mail_people m on m.user_id = p.id
    where p.id = p_user);
end
$$;
comment on function app.lease_mail(uuid, int, uuid) is 'One person''s mail, with all that it tells of; null where nothing is left to tell.';

create function public.claim_mails(p_worker uuid, p_lease_seconds int, p_limit int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid;
  mail jsonb;
  mails jsonb := '[]';
begin
  for person in
    select due.user_id
    from (
      select j.user_id, j.due_at as at from app.mail_jobs j where j.due_at <= clock_timestamp() and j.lease_until is null
      union all
      select j.user_id, j.lease_until from app.mail_jobs j where j.lease_until < clock_timestamp()) as due
    group by due.user_id order by min(due.at) limit p_limit
  loop
    -- Of several workers one puts a person's mail together.
    continue when not pg_try_advisory_xact_lock(hashtextextended('mail ' || person, 0));
    mail := app.lease_mail(p_worker, p_lease_seconds, person);
    if mail is not null then
      mails := mails || mail;
    end if;
  end loop;
  return mails;
end
$$;
comment on function public.claim_mails(uuid, int, int) is
  'Leases the mails of so many people to a worker, those whose worker fell silent among them. For mail-worker.';

create function public.finish_mail(p_worker uuid, p_user uuid, p_is_over boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  now constant timestamptz := clock_timestamp();
begin
  if p_is_over then
    delete from app.mail_jobs j where j.user_id = p_user and j.worker = p_worker and j.lease_until is not null and j.due_at is null;
    -- What came while it was sent is told by the next.
    update app.mail_jobs j
    set since = coalesce(j.again_since, j.since), again_since = null, lease_until = null, attempts = 0,
      due_at = greatest(j.due_at, now + interval '1 hour')
    where j.user_id = p_user and j.worker = p_worker and j.lease_until is not null;
    update app.mail_people m set sent_at = now where m.user_id = p_user;
    return;
  end if;
  delete from app.mail_jobs j where j.user_id = p_user and j.worker = p_worker and j.lease_until is not null and j.attempts >= 10;
  update app.mail_jobs j
  set again_since = null, lease_until = null, due_at = now + interval '30 seconds' * power(2, least(j.attempts, 8))
  where j.user_id = p_user and j.worker = p_worker and j.lease_until is not null;
end
$$;
comment on function public.finish_mail(uuid, uuid, boolean) is
  'The mail was handed over, or there is nobody to hand it to; else it comes again after a pause that doubles, ten times at most. Only the worker that holds the lease is heard.';

create function public.stop_mails(token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := (select m.user_id from app.mail_people m where m.token = stop_mails.token);
begin
  if person is null then
    return false;
  end if;
  update public.notification_preferences p set email = false where p.user_id = person and p.email;
  insert into public.notification_preferences (user_id, type, email)
  select person, kind, false from unnest('{tip,commission,moderation}'::text[]) as kind
  on conflict do nothing;
  delete from app.mail_jobs j where j.user_id = person;
  return true;
end
$$;
comment on function public.stop_mails(text) is
  'Ends the notifications by mail of whom this mail was for, without a session; false where the link is none. Letters about payments go on.';

revoke execute on function
  app.plan_mail(public.notifications), app.mail_entry(app.mail_jobs, public.notifications), app.lease_mail(uuid, int, uuid) from public;
revoke execute on function
  public.claim_mails(uuid, int, int), public.finish_mail(uuid, uuid, boolean), public.stop_mails(text) from public, anon, authenticated;
grant execute on function public.stop_mails(text) to anon, authenticated;
