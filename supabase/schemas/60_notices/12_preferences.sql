-- What somebody wants to be told of, by whom, and where.

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  type text not null check (type in ('like', 'comment', 'follow', 'message', 'mention', 'remix', 'tip', 'generation',
    'payment', 'payout', 'commission', 'moderation', 'system', 'post', 'search')),
  about_user uuid references public.profiles (id) on delete cascade check (about_user <> user_id),
  in_app boolean not null default true,
  push boolean not null default true,
  email boolean not null default false,
  unique nulls not distinct (user_id, type, about_user)
);
comment on table public.notification_preferences is
  'Where there is no row: in the app and by push, by mail what is_mailed_unasked names. A row about one person goes before the one about everybody.';
create index notification_preferences_about on public.notification_preferences (about_user) where about_user is not null;

alter table public.notification_preferences enable row level security;
revoke all on public.notification_preferences from anon, authenticated;
grant
  select,
  insert (user_id, type, about_user, in_app, push, email),
  update (in_app, push, email),
  delete
on public.notification_preferences to authenticated;
create policy "people read their own preferences" on public.notification_preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add their own preferences" on public.notification_preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own preferences" on public.notification_preferences
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people drop their own preferences" on public.notification_preferences
  for delete to authenticated using (user_id = (select auth.uid()));

create function app.is_notification_muted(p_user uuid, p_actor uuid, p_data jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select app.are_apart(p_user, p_actor)
    or exists (
      select from public.mutes m
      where m.user_id = p_user and m.scope @> '{notifications}' and (m.expires_at is null or m.expires_at > clock_timestamp())
        and case m.kind
          when 'user' then m.target = p_actor::text
          when 'conversation' then m.target = p_data ->> 'conversation_id'
          when 'hashtag' then position('#' || m.target in app.fold(p_data ->> 'text')) > 0
          else position(app.fold(m.target) in app.fold(p_data ->> 'text')) > 0
        end)
$$;
comment on function app.is_notification_muted(uuid, uuid, jsonb) is
  'Blocked either way, or muted in notifications: the person, the conversation, or a word of the text.';

create function app.is_mailed_unasked(p_type text) returns boolean
language sql immutable
set search_path = ''
as $$ select p_type in ('tip', 'commission', 'moderation') $$;
comment on function app.is_mailed_unasked(text) is 'Money and safety: told by mail where nothing is chosen.';

create function app.notification_channels(p_user uuid, p_type text, p_actor uuid, p_data jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  select case
    when p_actor = p_user or app.is_notification_muted(p_user, p_actor, p_data) then '{}'
    else array_remove(array[
      case when p_type <> 'message' and coalesce(wanted.in_app, true) or p_type in ('payment', 'payout', 'moderation') then 'in_app' end,
      case when coalesce(wanted.push, true) then 'push' end,
      -- Payments and withdrawals have letters of their own, which nobody turns off.
      case when coalesce(wanted.email, app.is_mailed_unasked(p_type)) and p_type not in ('payment', 'payout') then 'email' end], null)
  end
  from (select) as always
  left join lateral (
    select p.in_app, p.push, p.email from public.notification_preferences p
    where p.user_id = p_user and p.type = p_type and (p.about_user is null or p.about_user = p_actor)
    order by p.about_user nulls last
    limit 1
  ) as wanted on true
$$;
comment on function app.notification_channels(uuid, text, uuid, jsonb) is
  'Where somebody wants to be told of this: in_app, push, email; nowhere of what they did themselves, of whom they blocked or muted. Money and decisions always stand in the app; messages have a place of their own, and stand in no list.';

revoke execute on function
  app.is_notification_muted(uuid, uuid, jsonb), app.is_mailed_unasked(text), app.notification_channels(uuid, text, uuid, jsonb) from public;
