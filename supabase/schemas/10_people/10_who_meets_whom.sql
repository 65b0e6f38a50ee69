-- What every page of a list asks about its reader: whom they do not see, whom they follow, what they have muted.

-- Whoever is blocked both ways stands there twice, which costs less than looking for them.
create function app.hidden_people() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(
    select b.blocked_id from public.blocks b where b.blocker_id = me
    union all
    select b.blocker_id from public.blocks b where b.blocked_id = me);
end
$$;
comment on function app.hidden_people() is 'Whoever has blocked the person who asks, or is blocked by them.';

create function app.blocking_people() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(select b.blocker_id from public.blocks b where b.blocked_id = me);
end
$$;
comment on function app.blocking_people() is
  'Whoever has blocked the person who asks. Profiles are hidden by this alone: one sees whom one blocks oneself, to take it back.';

create function app.my_followees() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(select f.followee_id from public.follows f where f.follower_id = me and f.state = 'active');
end
$$;
comment on function app.my_followees() is 'Whom the person who asks follows, requests that wait for an answer left out.';

-- A function in SQL that cannot be inlined is set up anew for each call; one in PL/pgSQL keeps its plans for the
-- session.
create function app.my_max_rating() returns smallint
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return coalesce((select s.max_rating from public.profile_settings s where s.user_id = me), 1::smallint);
end
$$;
comment on function app.my_max_rating() is 'The most sensitive publications that the person who asks is shown; 1 for visitors.';

create function app.muted_targets(p_kind text, p_scope text) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(
    select m.target from public.mutes m
    where m.user_id = me and m.kind = p_kind and p_scope = any (m.scope) and (m.expires_at is null or m.expires_at > now()));
end
$$;

create function app.my_mutes(p_scope text, out people uuid[], out words text[], out tags text[])
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  mute record;
begin
  people := '{}';
  words := '{}';
  tags := '{}';
  for mute in
    select m.kind, array_agg(m.target) as targets from public.mutes m
    where m.user_id = me and p_scope = any (m.scope) and (m.expires_at is null or m.expires_at > now())
    group by m.kind
  loop
    case mute.kind
      when 'user' then people := mute.targets::uuid[];
      when 'word' then words := array(select app.fold(word) from unnest(mute.targets) as word);
      when 'hashtag' then tags := mute.targets;
      else null;
    end case;
  end loop;
end
$$;
comment on function app.my_mutes(text) is
  'muted_people, muted_words and muted_tags of who asks, in one statement.';

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

revoke execute on function app.muted_targets(text, text), app.my_mutes(text), app.are_apart(uuid, uuid) from public;
grant execute on function app.muted_targets(text, text) to anon, authenticated, service_role;
grant execute on function app.my_mutes(text) to anon, authenticated;
