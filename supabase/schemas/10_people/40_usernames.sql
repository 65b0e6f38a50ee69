-- Names by which people are found: which may be taken, and where an old one leads.

create table app.username_history (
  username extensions.citext primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  released_at timestamptz not null default now(),
  reserved_until timestamptz not null default now() + interval '30 days'
);
comment on table app.username_history is 'Names that somebody gave up: for thirty days they lead to that person and nobody else takes them.';
create index username_history_of_person on app.username_history (user_id, released_at);

alter table app.username_history enable row level security;

create function app.is_reserved_username(given text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select app.username_skeleton(given) like '%' || app.username_skeleton('cortexia') || '%'
    or exists (
      select from unnest('{
        admin,administrator,administrateur,admins,root,system,systeme,staff,equipe,team,official,officiel,moderator,moderateur,
        moderation,support,aide,help,helpdesk,security,securite,service,contact,abuse,noreply,postmaster,webmaster,hostmaster,
        info,api,auth,login,logout,signin,signup,connexion,inscription,settings,account,compte,profile,profil,search,messages,
        notifications,create,post,posts,feed,payment,paiement,credits,workflow,workflows,commissions,stats,creator,debug,about,
        terms,privacy,legal,null,undefined,everyone,everybody,tous,anonymous,anonyme,deleted,user,utilisateur}'::text[]) as name
      where app.username_skeleton(name) = app.username_skeleton(given))
$$;
comment on function app.is_reserved_username(text) is
  'Names that pass for the house or for a page of it, and those that look like one.';

create function app.username_problem(p_user uuid, p_username text) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_username is null or p_username !~ '^[a-z0-9_.]{3,30}$' then 'username_invalid'
    when exists (select from public.profiles p where p.username operator(extensions.=) p_username::extensions.citext and p.id = p_user) then null
    when app.is_reserved_username(p_username) then 'username_reserved'
    when exists (select from public.profiles p where p.username operator(extensions.=) p_username::extensions.citext)
      or exists (
        select from app.username_history h
        where h.username operator(extensions.=) p_username::extensions.citext and h.user_id is distinct from p_user and h.reserved_until > now())
      then 'username_taken'
  end
$$;
comment on function app.username_problem(uuid, text) is 'Why somebody (null: whoever signs up) cannot have a name; null where they can.';

create function app.free_usernames(p_username text, p_most int) returns text[]
language sql volatile
set search_path = ''
as $$
  with base as (
    select left(coalesce(nullif(btrim(regexp_replace(app.fold(p_username), '[^a-z0-9_.]', '', 'g'), '_.'), ''), 'ami'), 25) as name
  ), numbers as (
    select n, n as place from generate_series(2, 30) as n
    union all
    select 100 + floor(random() * 9900)::int, 100 + n from generate_series(1, 5) as n
  )
  select coalesce(array_agg(free.name), '{}')
  from (
    select base.name || case when base.name ~ '[0-9]$' then '_' else '' end || numbers.n as name
    from base cross join numbers
    where app.username_problem(null, base.name || case when base.name ~ '[0-9]$' then '_' else '' end || numbers.n) is null
    order by numbers.place
    limit p_most
  ) as free
$$;
comment on function app.free_usernames(text, int) is 'Names close to one that cannot be had, which can; none where the name itself is reserved.';

create function app.username_from(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  -- A word that does not fit is left out, and the « de la » that led to it.
  select case
    when char_length(words) <= 25 then words
    when left(words, 26) !~ '\.' then left(words, 25)
    else regexp_replace(regexp_replace(left(words, 26), '\.[^.]*$', ''), '(\.(de|du|des|d|la|le|les|l))+$', '')
  end
  from (select btrim(regexp_replace(translate(app.fold(name), '''’', ''), '[^a-z0-9]+', '.', 'g'), '.')) as w (words)
$$;
comment on function app.username_from(text) is
  'What a name would be as a username: Awa N''Diaye is awa.ndiaye. It may be too short, reserved or taken.';

create function app.usernames_for(p_user uuid, p_most int) returns text[]
language sql volatile
set search_path = ''
as $$
  with own as (
    select app.username_from(coalesce(p.chosen_name, concat_ws(' ', p.first_name, p.last_name))) as name
    from public.profiles p where p.id = p_user
  ), offered as (
    select own.name as username, 1 as place from own where app.username_problem(p_user, own.name) is null
    union all
    select close.username, 2
    from own cross join unnest(app.free_usernames(own.name, p_most)) as close (username)
    where char_length(own.name) >= 3 and not app.is_reserved_username(own.name)
    union all
    select friend.username, 3 from unnest(app.free_usernames('ami', p_most)) as friend (username)
  )
  select array_agg(chosen.username)
  from (select offered.username from offered order by offered.place limit p_most) as chosen
$$;
comment on function app.usernames_for(uuid, int) is
  'Usernames that are free for somebody: made of their names, else of « ami » and a number.';

create function app.give_username(p_user uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted text;
begin
  if exists (select from public.profiles p where p.id = p_user and p.username is not null) then
    return;
  end if;
  foreach wanted in array app.usernames_for(p_user, 5) loop
    begin
      update public.profiles p set username = wanted where p.id = p_user and p.username is null;
      return;
    exception when unique_violation or sqlstate 'PT409' then
      -- Somebody took it at this moment: the next one.
      continue;
    end;
  end loop;
end
$$;
comment on function app.give_username(uuid) is
  'A username for somebody who has none, made of their names, else of « ami » and a number; nothing where they have one.';

create function app.name_author() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.give_username(new.creator_id);
  return new;
end
$$;
comment on function app.name_author() is 'Whoever publishes can be found and mentioned: a username is there before the first publication.';

create function app.guard_username() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if app.is_reserved_username(new.username::text) then
    raise exception 'This username is reserved' using errcode = 'PT400', hint = 'username_reserved';
  end if;
  -- After the write, for which one waits on whoever gives the name up at this moment: only then is its history there.
  if exists (
    select from app.username_history h
    where h.username = new.username and h.user_id <> new.id and h.reserved_until > now()) then
    raise exception 'This username is taken' using errcode = 'PT409', hint = 'username_taken';
  end if;
  delete from app.username_history h where h.username = new.username;
  if old.username is not null then
    if new.id = auth.uid() and (
      select count(*) from app.username_history h
      where h.user_id = new.id and h.released_at > now() - interval '30 days') >= 5 then
      raise exception 'At most five usernames in thirty days' using errcode = 'PT429', hint = 'too_many_usernames';
    end if;
    insert into app.username_history (username, user_id) values (old.username, new.id);
  end if;
  return null;
end
$$;
comment on function app.guard_username() is
  'PT400 username_reserved, PT409 username_taken, PT429 too_many_usernames: each name that is given up is kept from others for a while.';

create trigger guard_username after update of username on public.profiles
  for each row when (old.username is distinct from new.username) execute function app.guard_username();

create function app.clean_username(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select ltrim(lower(normalize(btrim(left(given, 200)), nfkc)), '@') $$;

create function public.username_free(username text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := app.clean_username(username);
  problem constant text := app.username_problem(auth.uid(), wanted);
begin
  return jsonb_build_object('free', problem is null, 'problem', problem,
    'suggestions', to_jsonb(case
      when problem is null then '{}'
      -- What is close to a name of the house would pass for it as well.
      when problem = 'username_reserved' then app.usernames_for(auth.uid(), 2)
      else app.free_usernames(wanted, 2) end));
end
$$;
comment on function public.username_free(text) is
  '{free, problem: null | username_invalid | username_reserved | username_taken, suggestions: at most two names that are free}.';

create function public.change_username(username text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := app.clean_username(username);
  problem constant text := app.username_problem(auth.uid(), wanted);
begin
  if problem is null then
    update public.profiles p set username = wanted
    where p.id = auth.uid() and p.username is distinct from wanted::extensions.citext;
    return wanted;
  elsif problem = 'username_taken' then
    raise exception 'This username is taken'
      using errcode = 'PT409', hint = problem, detail = to_jsonb(app.free_usernames(wanted, 2))::text;
  end if;
  raise exception 'This is no username that can be had'
    using errcode = 'PT400', hint = problem, detail = to_jsonb(app.usernames_for(auth.uid(), 2))::text;
exception when unique_violation then
  raise exception 'This username is taken'
    using errcode = 'PT409', hint = 'username_taken', detail = to_jsonb(app.free_usernames(wanted, 2))::text;
end
$$;
comment on function public.change_username(text) is
  'The new name; the old one leads here for thirty days. PT409 username_taken or PT400 username_invalid or username_reserved (their details are a JSON list of two that are free), PT429 too_many_usernames.';

create function app.find_handle(p_handle text) returns table (id uuid, username text, state text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  wanted constant text := app.clean_username(p_handle);
  is_moved boolean := false;
  found_one public.profiles;
begin
  if wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select p.* into found_one from public.profiles p where p.id = wanted::uuid;
  else
    select p.* into found_one from public.profiles p where p.username operator(extensions.=) wanted::extensions.citext;
    if found_one.id is null then
      select p.* into found_one
      from app.username_history h join public.profiles p on p.id = h.user_id
      where h.username operator(extensions.=) wanted::extensions.citext and h.reserved_until > now();
      is_moved := found_one.id is not null;
    end if;
  end if;
  if found_one.id = auth.uid() or found_one.status = 'active' and not coalesce(found_one.id = any (app.blocking_people()), false) then
    return query select found_one.id, found_one.username::text, case when is_moved then 'moved' else 'here' end;
  elsif found_one.id is null or found_one.status = 'deleting' then
    return query select null::uuid, null::text, 'missing';
  elsif found_one.status = 'suspended' then
    return query select found_one.id, found_one.username::text, 'suspended';
  else
    return query select found_one.id, null::text, 'blocked_by_them';
  end if;
end
$$;

create function public.profile_by_handle(handle text) returns table (id uuid, username text, state text)
language sql stable
set search_path = ''
as $$ select f.id, f.username, f.state from app.find_handle(handle) f $$;
comment on function public.profile_by_handle(text) is
  'Whom a username, an earlier one (moved: the row names the present one) or an id means, always one row: here, moved, blocked_by_them, suspended or missing.';

revoke execute on function
  app.is_reserved_username(text), app.username_problem(uuid, text),
  app.free_usernames(text, int), app.username_from(text), app.usernames_for(uuid, int), app.give_username(uuid),
  app.name_author(), app.guard_username(), app.clean_username(text), app.find_handle(text) from public;
revoke execute on function
  public.username_free(text), public.change_username(text), public.profile_by_handle(text)
from public, anon, authenticated;
grant execute on function public.username_free(text), public.change_username(text) to authenticated;
grant execute on function app.find_handle(text) to anon, authenticated, service_role;
grant execute on function public.profile_by_handle(text) to anon, authenticated;
