-- What policies ask about the person who asks, once per statement: `(select app.f())` in a policy is an InitPlan.
create function app.is_staff() returns boolean
language sql stable
set search_path = ''
as $$ select coalesce(auth.jwt() #> '{app_metadata,staff}' = 'true'::jsonb, false) $$;
comment on function app.is_staff() is 'Whether the token of who asks says so, which only the server can make it say: app_metadata is not for its owner to write.';

create function app.hidden_people() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(other), '{}')
  from (
    select b.blocked_id from public.blocks b where b.blocker_id = auth.uid()
    union
    select b.blocker_id from public.blocks b where b.blocked_id = auth.uid()
  ) as hidden (other)
$$;
comment on function app.hidden_people() is 'Whoever has blocked the person who asks, or is blocked by them.';

create function app.blocking_people() returns uuid[]
language sql stable security definer
set search_path = ''
as $$ select coalesce(array_agg(b.blocker_id), '{}') from public.blocks b where b.blocked_id = auth.uid() $$;
comment on function app.blocking_people() is
  'Whoever has blocked the person who asks. Profiles are hidden by this alone: one sees whom one blocks oneself, to take it back.';

create function app.my_followees() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(f.followee_id), '{}')
  from public.follows f where f.follower_id = auth.uid() and f.state = 'active'
$$;
comment on function app.my_followees() is 'Whom the person who asks follows, requests that wait for an answer left out.';

create function app.my_max_rating() returns smallint
language sql stable security definer
set search_path = ''
as $$ select coalesce((select s.max_rating from public.profile_settings s where s.user_id = auth.uid()), 1::smallint) $$;
comment on function app.my_max_rating() is 'The most sensitive publications that the person who asks is shown; 1 for visitors.';

create function app.muted_targets(p_kind text, p_scope text) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(m.target), '{}')
  from public.mutes m
  where m.user_id = auth.uid() and m.kind = p_kind and p_scope = any (m.scope)
    and (m.expires_at is null or m.expires_at > now())
$$;

create function app.muted_people(scope text) returns uuid[]
language sql stable
set search_path = ''
as $$ select app.muted_targets('user', scope)::uuid[] $$;
comment on function app.muted_people(text) is 'Whom the person who asks does not want to meet in feed, search, notifications, comments or messages.';

create function app.muted_words(scope text) returns text[]
language sql stable
set search_path = ''
as $$ select array(select app.fold(word) from unnest(app.muted_targets('word', scope)) as word) $$;
comment on function app.muted_words(text) is 'Folded, to be compared with folded text.';

create function app.muted_tags(scope text) returns text[]
language sql stable
set search_path = ''
as $$ select app.muted_targets('hashtag', scope) $$;
comment on function app.muted_tags(text) is 'Folded, as app.tag_key() makes them.';

create function app.are_apart(one uuid, other uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.blocks b
    where b.blocker_id = one and b.blocked_id = other or b.blocker_id = other and b.blocked_id = one)
$$;
comment on function app.are_apart(uuid, uuid) is 'Whether either has blocked the other.';

create function app.may_mention(target uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.profiles p
    join public.profile_settings s on s.user_id = p.id
    where p.id = target and p.status = 'active' and auth.uid() is not null and not app.are_apart(p.id, auth.uid())
      and (p.id = auth.uid() or s.who_can_mention = 'everyone'
        or s.who_can_mention = 'following' and exists (
          select from public.follows f
          where f.follower_id = p.id and f.followee_id = auth.uid() and f.state = 'active')))
$$;
comment on function app.may_mention(uuid) is 'Whether that person may be mentioned by the one who asks: everybody may, only whom they follow, or nobody.';

revoke execute on function app.muted_targets(text, text), app.are_apart(uuid, uuid) from public, anon, authenticated;
grant execute on function app.muted_targets(text, text) to anon, authenticated, service_role;

drop policy "everybody reads profiles" on public.profiles;
create policy "visitors read profiles that are here" on public.profiles
  for select to anon using (status = 'active');
create policy "people read profiles that are here and have not blocked them" on public.profiles
  for select to authenticated using (
    id = (select auth.uid()) or status = 'active' and not (id = any ((select app.blocking_people())::uuid[])));
