-- What somebody is told: one row per group, however many people act.

create table public.notifications (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null check (type in ('like', 'comment', 'follow', 'message', 'mention', 'remix', 'tip', 'generation',
    'payment', 'payout', 'commission', 'moderation', 'system', 'post', 'search')),
  group_key text collate "C" not null check (char_length(group_key) between 3 and 200),
  title text not null default '' check (char_length(title) <= 120),
  body text not null default '' check (char_length(body) <= 200),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 4096),
  actor_ids uuid[] not null default '{}',
  actors_count int not null default 0 check (actors_count >= 0),
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  seen_at timestamptz,
  is_listed boolean not null default true,
  unique (user_id, group_key)
);
comment on column public.notifications.group_key is
  '{type}:{object}:{day}, the day in UTC: what is told together. What must not be folded has an object of its own.';
comment on column public.notifications.title is 'Empty where the app words it by type, people and data, in the reader''s language.';
comment on column public.notifications.actor_ids is 'The last five who acted, newest first; actors_count counts all.';
comment on column public.notifications.is_listed is 'False where the person wants this type as push or mail alone: nobody reads the row.';
create index notifications_list on public.notifications (user_id, last_at desc, id desc) where is_listed;
create index notifications_unread on public.notifications (user_id) where read_at is null and is_listed;
create index notifications_old on public.notifications (last_at);

alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated;
grant select, update (read_at, seen_at) on public.notifications to authenticated;
create policy "people read what they are told" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()) and is_listed);
create policy "people mark what they have read" on public.notifications
  for update to authenticated using (user_id = (select auth.uid()) and is_listed)
  with check (user_id = (select auth.uid()));

-- Each act once, so that counts stay exact and an act that is taken back is found again.
create table app.notification_events (
  notification_id uuid not null references public.notifications (id) on delete cascade,
  source_id uuid not null,
  actor_id uuid,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  primary key (notification_id, source_id)
);
comment on column app.notification_events.source_id is 'The comment, the remix; of likes and follows, who did it.';
create index notification_events_newest on app.notification_events (notification_id, at desc);
create index notification_events_of_actor on app.notification_events (actor_id, notification_id);

alter table app.notification_events enable row level security;

create function app.unread_notifications(p_user uuid) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int
  from (select from public.notifications n where n.user_id = p_user and n.read_at is null and n.is_listed limit 1000) as unread
$$;
comment on function app.unread_notifications(uuid) is 'How many groups somebody has not read, up to a thousand.';

create function app.tell_notifications(p_user uuid, p_news jsonb) returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    p_news || jsonb_build_object('unread', app.unread_notifications(p_user)), 'notification', 'user:' || p_user, true)
$$;
comment on function app.tell_notifications(uuid, jsonb) is
  'The event notification on user:{id}: how many are unread now, and the id and type of what is new. A hint: the rows are the truth.';

create function public.unread_notifications() returns int
language sql stable security definer
set search_path = ''
as $$ select app.unread_notifications(auth.uid()) $$;
comment on function public.unread_notifications() is 'How many of one''s own groups are unread, up to a thousand.';

create function public.mark_notifications_read(ids uuid[] default null) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  stamp constant timestamptz := clock_timestamp();
begin
  update public.notifications n
  set read_at = stamp, seen_at = coalesce(n.seen_at, stamp)
  where n.user_id = auth.uid() and n.read_at is null and n.is_listed and (ids is null or n.id = any (ids));
  if found then
    perform app.tell_notifications(auth.uid(), '{}');
  end if;
  return stamp;
end
$$;
comment on function public.mark_notifications_read(uuid[]) is
  'Marks one''s own as read, all of them where none is named, and tells one''s other devices. The answer takes it back: mark_notifications_unread.';

create function public.mark_notifications_unread(stamp timestamptz default null, ids uuid[] default null) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.notifications n
  set read_at = null
  where n.user_id = auth.uid() and n.is_listed and (n.read_at = stamp or n.id = any (ids));
  if found then
    perform app.tell_notifications(auth.uid(), '{}');
  end if;
end
$$;
comment on function public.mark_notifications_unread(timestamptz, uuid[]) is
  'Takes back what mark_notifications_read did at this moment, and whatever else is named.';

create function public.notification_acts(notification uuid, before_at timestamptz default null, before_id uuid default null, most int default 30)
returns table (id uuid, actor_id uuid, comment_id uuid, at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select e.source_id, e.actor_id, (e.data ->> 'comment_id')::uuid, e.at
  from public.notifications n
  join app.notification_events e on e.notification_id = n.id
  where n.id = notification_acts.notification and n.user_id = auth.uid() and n.is_listed and e.actor_id is not null
    and (before_at is null or (e.at, e.source_id) < (before_at, before_id))
  order by e.at desc, e.source_id desc
  limit least(most, 100)
$$;
comment on function public.notification_acts(uuid, timestamptz, uuid, int) is
  'Who did what one of one''s own groups tells together, newest first; on from an act by its time and id.';

create function public.forget_watched_generation(generation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  key constant text := 'generation:' || forget_watched_generation.generation || ':';
begin
  delete from public.notifications n
  where n.user_id = auth.uid() and n.group_key >= key and n.group_key < rtrim(key, ':') || ';';
  if found then
    perform app.tell_notifications(auth.uid(), '{}');
  end if;
end
$$;
comment on function public.forget_watched_generation(uuid) is
  'Whoever saw a generation come to its end is not told of it: neither in the list nor by push.';

create function public.sweep_notifications(p_limit int) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (
    delete from public.notifications n
    where n.id in (
      select old.id from public.notifications old
      where old.last_at < clock_timestamp() - interval '180 days' order by old.last_at limit p_limit)
    returning n.id)
  select count(*)::int from gone
$$;
comment on function public.sweep_notifications(int) is 'Forgets what is older than 180 days; answers how many.';

revoke execute on function app.unread_notifications(uuid), app.tell_notifications(uuid, jsonb) from public;
revoke execute on function
  public.unread_notifications(), public.mark_notifications_read(uuid[]),
  public.mark_notifications_unread(timestamptz, uuid[]), public.forget_watched_generation(uuid),
  public.notification_acts(uuid, timestamptz, uuid, int),
  public.sweep_notifications(int)
from public, anon, authenticated;
grant execute on function
  public.unread_notifications(), public.mark_notifications_read(uuid[]),
  public.mark_notifications_unread(timestamptz, uuid[]), public.forget_watched_generation(uuid),
  public.notification_acts(uuid, timestamptz, uuid, int) to authenticated;
