-- Generated from supabase/schemas by `npm run migration:new`: read those instead.

-- supabase/schemas/00_ground/10_app_schema.sql
-- The product's own schema, which is not exposed over the wire, and what all of it uses: ids, clean text, stamps.

-- A function's text may name tables that stand in a later folder.
set check_function_bodies = off;

create schema app;

grant usage on schema app to anon, authenticated, service_role;

create function app.uuid_v7() returns uuid
language sql volatile
set search_path = ''
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
comment on function app.uuid_v7() is
  'A time-ordered UUID (RFC 9562, version 7): newer rows have greater ids, so the primary key is also the page cursor.';

create function app.fold(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent', coalesce(value, '')) collate "und-x-icu") $$;
comment on function app.fold(text) is 'Lower case without accents, whatever the locale of the database: the form in which French text is compared.';

create function app.touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function app.uuid_or_null(given text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select case when given ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then given::uuid end $$;

create function app.clean_text(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when regexp_replace(clean, '[\s\u00a0\u115f\u1160\u200c\u200d\u2800\u3164\ufe0e\ufe0f]', '', 'g') <> '' then clean end
  from (
    select btrim(regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(normalize(given, nfc), '\r\n?|[\u2028\u2029]', E'\n', 'g'),
          '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]+', ' ', 'g'),
        '[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '\n(?:[\s\u00a0]*\n){2,}', E'\n\n', 'g'), E' \n\u00a0') as clean
  ) as cleaned
$$;
comment on function app.clean_text(text) is
  'Text of several lines without control characters and without marks that turn or hide the text around it, at most one empty line in a row; null where nothing visible is left. What looks like HTML is text and stays.';

create function app.clean_name(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when regexp_replace(name, '[\s\u00a0\u115f\u1160\u200c\u200d\u2800\u3164]', '', 'g') <> '' then btrim(name) end
  from (
    select regexp_replace(
      regexp_replace(given, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g'),
      '[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g') as name
  ) as visible
$$;
comment on function app.clean_name(text) is
  'A name without control characters and without marks that turn or hide the text around it; null where nothing visible is left.';

revoke execute on function app.uuid_or_null(text) from public;

-- supabase/schemas/00_ground/20_who_asks.sql
-- What policies and calls ask about the person who asks, once per statement: `(select app.f())` in a policy is an
-- InitPlan.

create function app.is_staff() returns boolean
language sql stable
set search_path = ''
as $$ select coalesce(auth.jwt() #> '{app_metadata,staff}' = 'true'::jsonb, false) $$;
comment on function app.is_staff() is 'Whether the token of who asks says so, which only the server can make it say: app_metadata is not for its owner to write.';

create function app.require_staff() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not app.is_staff() then
    raise exception 'Only for the staff' using errcode = 'PT403', hint = 'staff_only';
  end if;
end
$$;

create function app.require_person() returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'User must be authenticated' using errcode = 'PT401', hint = 'not_authenticated';
  end if;
  return auth.uid();
end
$$;
comment on function app.require_person() is 'Whoever asks; PT401 for a visitor.';

create function app.not_there(p_what text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception 'There is no such %', p_what using errcode = 'PT404', hint = 'not_found';
end
$$;
comment on function app.not_there(text) is 'PT404: unknown, or nothing of the caller''s, and nobody learns which.';

-- Whoever finds a device unlocked does not end its owner's account: it takes a sign-in of the last quarter of an hour.
create function app.has_signed_in_lately() returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(max((proof ->> 'timestamp')::bigint) > extract(epoch from now() - interval '15 minutes'), false)
  from jsonb_array_elements(coalesce((select auth.jwt()) -> 'amr', '[]')) as proof
$$;
comment on function app.has_signed_in_lately() is
  'Whether this session was proved, by whatever means, in the last fifteen minutes: renewing it is no proof.';

revoke execute on function
  app.require_staff(), app.require_person(), app.not_there(text), app.has_signed_in_lately() from public;

-- supabase/schemas/00_ground/30_cursors.sql
-- Places in lists: a mark is the place of an entry in its list; a cursor is a mark with the list that it belongs to.

create function app.refuse_cursor() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
end
$$;

-- Without a search path of their own both forms are inlined, and nothing in them depends on one.
create function app.time_mark(at timestamptz, id uuid) returns text
language sql stable parallel safe
as $$ select (extract(epoch from at) * 1000000)::bigint || '.' || id $$;

create function app.read_time_mark(p_mark text, out at timestamptz, out id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,16})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  if p_mark is null then
    at := 'infinity';
    id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  if parts is null then
    perform app.refuse_cursor();
  end if;
  at := timestamptz 'epoch' + parts[1]::bigint * interval '1 microsecond';
  id := parts[2]::uuid;
end
$$;

create function app.rank_mark(window_h int, at timestamptz, rank int) returns text
language sql stable parallel safe
as $$ select window_h || '.' || (extract(epoch from at) * 1000000)::bigint || '.' || rank $$;

create function app.read_rank_mark(p_mark text, out window_h int, out at timestamptz, out rank int)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,3})\.(\d{1,16})\.(\d{1,5})$');
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  window_h := parts[1]::int;
  at := timestamptz 'epoch' + parts[2]::bigint * interval '1 microsecond';
  rank := coalesce(parts[3]::int, 0);
end
$$;

revoke execute on function
  app.refuse_cursor(), app.time_mark(timestamptz, uuid), app.read_time_mark(text),
  app.rank_mark(int, timestamptz, int), app.read_rank_mark(text) from public;
grant execute on function
  app.refuse_cursor(), app.time_mark(timestamptz, uuid), app.read_time_mark(text) to anon, authenticated;

-- supabase/schemas/10_people/10_who_meets_whom.sql
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

-- supabase/schemas/10_people/20_profiles.sql
-- People as others see them. The name that somebody shows is made of their others, unless they have chosen one.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text check (char_length(first_name) <= 50),
  last_name text check (char_length(last_name) <= 50),
  username extensions.citext unique
    constraint profiles_username_check check (username ~ '^[a-z0-9_.]{3,30}$'),
  display_name text not null check (char_length(display_name) between 1 and 101),
  avatar_url text check (char_length(avatar_url) <= 2048 and avatar_url ~ '^https?://'),
  bio text not null default '' check (char_length(bio) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  banner_url text check (char_length(banner_url) <= 2048 and banner_url ~ '^https?://'),
  links jsonb not null default '[]'
    constraint profiles_links_check check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= 3),
  is_private boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleting')),
  locale text not null default 'fr' check (locale in ('fr', 'en')),
  country text check (country ~ '^[A-Z]{2}$'),
  deletes_at timestamptz,
  noindex boolean not null default false,
  chosen_name text constraint profiles_chosen_name_check check (char_length(chosen_name) <= 80)
);
comment on column public.profiles.links is 'At most three of {label, url}; the address is https.';
comment on column public.profiles.is_private is 'What is published for everybody is then for followers, and who wants to follow asks.';
comment on column public.profiles.status is 'suspended by the staff, deleting by its owner: either is hidden from everybody else.';
comment on column public.profiles.deletes_at is 'When an account whose owner deletes it will be gone for good.';
comment on column public.profiles.noindex is 'Follows profile_settings.noindex: search engines are asked to pass by.';
comment on column public.profiles.chosen_name is 'What somebody wants to be called, in place of what their names make.';
create index profiles_due on public.profiles (deletes_at) where deletes_at is not null;

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon;
grant
  select,
  update (first_name, last_name, username, avatar_url, bio, banner_url, links, is_private, locale, country,
    chosen_name)
on public.profiles to authenticated;
create policy "people change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "visitors read profiles that are here" on public.profiles
  for select to anon using (status = 'active');
create policy "people read profiles that are here and have not blocked them" on public.profiles
  for select to authenticated using (
    id = (select auth.uid()) or status = 'active' and not (id = any ((select app.blocking_people())::uuid[])));

create trigger touch before update on public.profiles
  for each row execute function app.touch();

create function app.display_name_for(person public.profiles) returns text
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    nullif(concat_ws(' ', person.first_name, person.last_name), ''),
    person.username::text,
    (select nullif(split_part(u.email, '@', 1), '') from auth.users u where u.id = person.id),
    'Utilisateur' || right(person.id::text, 4))
$$;
comment on function app.display_name_for(public.profiles) is
  'Full name, else username, else the part of the e-mail before @, else ''Utilisateur'' and the last 4 characters of the id (spec §3).';

create function app.fill_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.first_name := app.clean_name(new.first_name);
  new.last_name := app.clean_name(new.last_name);
  new.chosen_name := app.clean_name(new.chosen_name);
  new.username := lower(new.username::text);
  new.display_name := coalesce(new.chosen_name, left(app.display_name_for(new), 101));
  if tg_op = 'INSERT' or new.links is distinct from old.links then
    new.links := app.clean_links(new.links);
  end if;
  return new;
end
$$;

create trigger fill_profile before insert or update on public.profiles
  for each row execute function app.fill_profile();

create function app.clean_links(given jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  kept jsonb;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > 3 then
    raise exception 'A profile has at most three links' using errcode = 'PT400', hint = 'links_invalid';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(label, host), 'url', url) order by place), '[]') into kept
  from (
    select place, link ->> 'url' as url, left(app.clean_name(link ->> 'label'), 40) as label,
      substring(link ->> 'url' from '^https://([^/?#]+)') as host
    from jsonb_array_elements(given) with ordinality as links (link, place)
    where jsonb_typeof(link) = 'object'
  ) as links
  -- No user before @, whose name could pass for the host; no blank or control character.
  where url ~ '^https://[a-zA-Z0-9.-]+(:[0-9]{1,5})?([/?#][\x21-\x7e]*)?$' and char_length(url) <= 300;
  if jsonb_array_length(kept) < jsonb_array_length(given) then
    raise exception 'A link has a label and an https address' using errcode = 'PT400', hint = 'link_invalid';
  end if;
  return kept;
end
$$;
comment on function app.clean_links(jsonb) is
  'The links of a profile, with nothing in them but label and url; PT400 links_invalid or link_invalid.';

create function public.email(person public.profiles) returns text
language sql stable security definer
set search_path = ''
as $$
  select u.email::text from auth.users u where u.id = person.id and person.id = auth.uid()
$$;
comment on function public.email(public.profiles) is
  'Computed column: the e-mail of a profile, null for everybody but its owner.';

revoke execute on function app.display_name_for(public.profiles), app.clean_links(jsonb) from public;

-- supabase/schemas/10_people/22_profile_pictures.sql
-- Portraits and banners: read by their public URL, written only into one's own folder, and worn only from there.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 1048576, '{image/jpeg,image/webp}'),
  ('banners', 'banners', true, 2097152, '{image/jpeg,image/webp}')
on conflict (id) do nothing;

create policy "people see their own portraits and banners" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people add their own portraits and banners" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people remove their own portraits and banners" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'banners') and (storage.foldername(name))[1] = (select auth.uid())::text);

create function app.check_profile_pictures() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  own text := '^https?://[^/?#\\@]+/storage/v1/object/public/%s/' || new.id::text || '/[0-9a-z.-]+$';
begin
  if (new.avatar_url ~ '^https?://' and new.avatar_url !~ format(own, 'avatars'))
    or (new.banner_url ~ '^https?://' and new.banner_url !~ format(own, 'banners')) then
    raise exception 'A picture of a profile is a file of one''s own folder.'
      using errcode = 'PT400', hint = 'picture_not_own';
  end if;
  return new;
end
$$;
comment on function app.check_profile_pictures() is
  'A portrait from elsewhere would tell its host who looks at it, and one from another person''s folder could change without its wearer.';

-- Only for people: what the server itself writes needs no folder.
create trigger check_profile_pictures before update of avatar_url, banner_url on public.profiles
  for each row
  when (
    current_user = 'authenticated'
    and (new.avatar_url is distinct from old.avatar_url or new.banner_url is distinct from old.banner_url))
  execute function app.check_profile_pictures();

-- supabase/schemas/10_people/24_accounts.sql
-- An account has its profile from the transaction in which it is made.

create function app.handle_new_user() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  given jsonb := (
    select coalesce(jsonb_object_agg(field, value), '{}')
    from jsonb_each(case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data end)
      as fields (field, value)
    where jsonb_typeof(value) = 'string');
  first_name text := left(app.clean_name(given ->> 'first_name'), 50);
  last_name text := left(app.clean_name(given ->> 'last_name'), 50);
  username text := lower(given ->> 'username');
begin
  if app.username_problem(null, username) is not null then
    username := null;
  end if;
  insert into public.profiles (id, first_name, last_name, username)
  values (new.id, first_name, last_name, username);
  return new;
exception when unique_violation then
  -- Not looked up beforehand alone: of two people who sign up with one username at the same moment, neither is refused.
  insert into public.profiles (id, first_name, last_name)
  values (new.id, first_name, last_name)
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function app.handle_new_user() is
  'Makes the profile of a new account in the transaction of its sign-up. A username that is malformed, reserved or taken is left out, so that it never refuses the sign-up.';

create trigger handle_new_user after insert on auth.users
  for each row execute function app.handle_new_user();

create function app.handle_changed_email() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set updated_at = now() where id = new.id;
  return new;
end
$$;

create trigger handle_changed_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function app.handle_changed_email();

-- supabase/schemas/10_people/30_settings.sql
-- How many there are of what around a person, and what they have settled.

create table public.profile_counters (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  posts_count int not null default 0 check (posts_count >= 0),
  followers_count int not null default 0 check (followers_count >= 0),
  following_count int not null default 0 check (following_count >= 0),
  remixes_received_count int not null default 0 check (remixes_received_count >= 0)
) with (fillfactor = 60);
comment on table public.profile_counters is
  'Caches, written by triggers alone in the transaction of what they count; app.recount_people() counts anew. Room is left on each page, so that a change of a count touches no index.';
comment on column public.profile_counters.posts_count is 'Publications for everybody or for followers that are not removed or deleted.';
comment on column public.profile_counters.remixes_received_count is 'Public remixes that others made of this person''s publications.';

alter table public.profile_counters enable row level security;
revoke all on public.profile_counters from anon, authenticated;
grant select on public.profile_counters to anon, authenticated;
create policy "everybody reads counts" on public.profile_counters
  for select to anon, authenticated using (true);

create table public.profile_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  who_can_message text not null default 'everyone' check (who_can_message in ('everyone', 'following', 'nobody')),
  who_can_mention text not null default 'everyone' check (who_can_mention in ('everyone', 'following', 'nobody')),
  default_remix_allowed boolean not null default true,
  default_prompt_visible boolean not null default true,
  read_receipts boolean not null default true,
  typing_indicators boolean not null default true,
  show_follow_lists text not null default 'everyone' check (show_follow_lists in ('everyone', 'followers', 'nobody')),
  noindex boolean not null default false,
  ai_training boolean not null default false,
  max_rating smallint not null default 1 check (max_rating between 0 and 3),
  data_saver text not null default 'auto' check (data_saver in ('auto', 'on', 'off')),
  data_budget_mb int check (data_budget_mb between 1 and 1000000),
  daily_spend_limit int check (daily_spend_limit >= 0),
  quiet_hours int4range check (
    not isempty(quiet_hours) and not lower_inf(quiet_hours) and not upper_inf(quiet_hours)
    and lower(quiet_hours) between 0 and 1439 and upper(quiet_hours) - lower(quiet_hours) <= 1440),
  time_zone text not null default 'Africa/Abidjan' check (char_length(time_zone) <= 60),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  text_size text not null default 'normal' check (text_size in ('small', 'normal', 'large', 'largest')),
  motion text not null default 'system' check (motion in ('system', 'reduced', 'full')),
  language text check (language in ('fr', 'en')),
  shortcuts boolean not null default true,
  hide_counts boolean not null default false,
  feed_rules jsonb not null default '[]' check (jsonb_typeof(feed_rules) = 'array' and octet_length(feed_rules::text) <= 8192),
  updated_at timestamptz not null default now()
);
comment on column public.profile_settings.quiet_hours is
  'Minutes of the day in time_zone; a night that passes midnight goes on past 1440: [1320,1860) is from 22:00 to 7:00.';
comment on column public.profile_settings.max_rating is 'The most sensitive publications that this person wants to be shown.';
comment on column public.profile_settings.language is 'Null: what the browser asks for.';

alter table public.profile_settings enable row level security;
revoke all on public.profile_settings from anon, authenticated;
grant
  select,
  update (who_can_message, who_can_mention, default_remix_allowed, default_prompt_visible, read_receipts,
    typing_indicators, show_follow_lists, noindex, ai_training, max_rating, data_saver, data_budget_mb,
    daily_spend_limit, quiet_hours, time_zone, theme, text_size, motion, language, shortcuts, hide_counts, feed_rules)
on public.profile_settings to authenticated;
create policy "people read their own settings" on public.profile_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings" on public.profile_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function app.fill_settings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.time_zone <> old.time_zone then
    perform now() at time zone new.time_zone;
  end if;
  new.updated_at := now();
  return new;
exception when invalid_parameter_value then
  raise exception 'There is no such time zone' using errcode = 'PT400', hint = 'time_zone_unknown';
end
$$;

create trigger fill_settings before update on public.profile_settings
  for each row execute function app.fill_settings();

create function app.follow_noindex() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles p set noindex = new.noindex where p.id = new.user_id;
  return null;
end
$$;

create trigger follow_noindex after update of noindex on public.profile_settings
  for each row when (old.noindex <> new.noindex) execute function app.follow_noindex();

create function app.equip_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profile_counters (user_id) values (new.id);
  insert into public.profile_settings (user_id) values (new.id);
  return null;
end
$$;
comment on function app.equip_profile() is 'Every profile has its row of counts and its row of settings, from its first moment.';

create trigger equip_profile after insert on public.profiles
  for each row execute function app.equip_profile();

revoke execute on function app.fill_settings(), app.follow_noindex(), app.equip_profile() from public;

-- supabase/schemas/10_people/32_paces.sql
-- How much of one kind a person does in an hour. Far above what anybody does by hand: what stands against scripts is
-- the work that each of these makes for others, in counts, notifications, lists and files.

create table app.paces (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  since timestamptz not null,
  made int not null,
  primary key (user_id, kind)
);
comment on table app.paces is 'What somebody has done of one kind since the beginning of their hour.';

alter table app.paces enable row level security;

create function app.keep_to_pace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  pace app.paces;
begin
  -- What the server does itself is done for many.
  if me is null then
    return new;
  end if;
  insert into app.paces as known (user_id, kind, since, made) values (me, tg_argv[0], clock_timestamp(), 1)
  on conflict (user_id, kind) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then 1 else known.made + 1 end
  returning * into pace;
  if pace.made > tg_argv[1]::int then
    raise exception 'At most % in an hour', tg_argv[1] using errcode = 'PT429', hint = 'too_many_' || tg_argv[0],
      detail = ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp()))::text;
  end if;
  return new;
end
$$;
comment on function app.keep_to_pace() is
  'For a kind and how many an hour has of it: PT429 too_many_{kind}; the detail is how many seconds are left of the hour.';

-- Each has the publications and their pictures follow.
create trigger a_keep_to_pace before update of is_private on public.profiles
  for each row when (old.is_private <> new.is_private) execute function app.keep_to_pace('privacy_changes', '10');

revoke execute on function app.keep_to_pace() from public;

-- supabase/schemas/10_people/40_usernames.sql
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

create function app.username_skeleton(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select replace(replace(translate(lower(given), '013457i8_.', 'oleastlb'), 'rn', 'm'), 'vv', 'w')
$$;
comment on function app.username_skeleton(text) is
  'What a name looks like at a glance, with look-alikes made one: adm1n and ad_min are admin. Other scripts need no table: names have a–z 0–9 _ . alone.';

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
    'suggestions', to_jsonb(case when problem is null then '{}' else app.free_usernames(wanted, 2) end));
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
  raise exception 'This is no username that can be had' using errcode = 'PT400', hint = problem;
exception when unique_violation then
  raise exception 'This username is taken'
    using errcode = 'PT409', hint = 'username_taken', detail = to_jsonb(app.free_usernames(wanted, 2))::text;
end
$$;
comment on function public.change_username(text) is
  'The new name; the old one leads here for thirty days. PT409 username_taken (its details are a JSON list of two that are free), PT400 username_invalid or username_reserved, PT429 too_many_usernames.';

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
  app.username_skeleton(text), app.is_reserved_username(text), app.username_problem(uuid, text),
  app.free_usernames(text, int), app.guard_username(), app.clean_username(text), app.find_handle(text) from public;
revoke execute on function
  public.username_free(text), public.change_username(text), public.profile_by_handle(text)
from public, anon, authenticated;
grant execute on function public.username_free(text), public.change_username(text) to authenticated;
grant execute on function app.find_handle(text) to anon, authenticated, service_role;
grant execute on function public.profile_by_handle(text) to anon, authenticated;

-- supabase/schemas/10_people/50_follows.sql
-- Who follows whom, at what pace, and the requests that private accounts answer.

create table public.follows (
  follower_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  followee_id uuid not null references public.profiles (id) on delete cascade,
  state text not null default 'active' check (state in ('requested', 'active')),
  notify boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  constraint follows_not_oneself check (follower_id <> followee_id)
);
comment on column public.follows.state is 'requested where the followee is private, until they answer.';
comment on column public.follows.notify is 'The follower wants to be told of everything new that this person publishes.';
create index follows_from on public.follows (follower_id, created_at desc, followee_id) where state = 'active';
create index follows_to on public.follows (followee_id, created_at desc, follower_id);
create index follows_bell_idx on public.follows (followee_id, follower_id) where notify and state = 'active';

alter table public.follows enable row level security;
revoke all on public.follows from anon, authenticated;
grant select, insert (follower_id, followee_id, notify), update (notify), delete on public.follows to authenticated;
create policy "people read whom they follow and who follows them" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));
create policy "people follow as themselves" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));
create policy "people change what their own follows tell them" on public.follows
  for update to authenticated using (follower_id = (select auth.uid())) with check (follower_id = (select auth.uid()));
create policy "either side ends a follow" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) or followee_id = (select auth.uid()));

create table app.follow_pace (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  made int not null
);
comment on table app.follow_pace is 'How many people somebody has begun to follow since the hour began; unfollowing gives nothing back.';

alter table app.follow_pace enable row level security;

create function app.hold_counters(one uuid, other uuid) returns void
language sql
set search_path = ''
as $$
  select from public.profile_counters c where c.user_id in (one, other) order by c.user_id for no key update
$$;
comment on function app.hold_counters(uuid, uuid) is
  'Locks the counts of two people, always in the same order: who follows and who blocks the other at that moment wait for each other, and nobody forever.';

create function app.prepare_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  followee public.profiles;
begin
  -- Policies are asked after this: in somebody else's name nothing may be learnt here.
  if new.follower_id <> auth.uid() then
    return new;
  end if;
  select p.* into followee from public.profiles p where p.id = new.followee_id for share;
  perform app.hold_counters(new.follower_id, new.followee_id);
  if exists (select from public.blocks b where b.blocker_id = new.follower_id and b.blocked_id = new.followee_id) then
    raise exception 'Whom one blocks one does not follow' using errcode = 'PT409', hint = 'blocked_by_you';
  end if;
  if followee.id is null or followee.status <> 'active'
    or exists (select from public.blocks b where b.blocker_id = new.followee_id and b.blocked_id = new.follower_id) then
    raise exception 'There is no such person' using errcode = 'PT404', hint = 'person_gone';
  end if;
  new.state := case when followee.is_private then 'requested' else 'active' end;
  new.created_at := clock_timestamp();
  return new;
end
$$;
comment on function app.prepare_follow() is
  'PT409 blocked_by_you; PT404 person_gone, the same for who is not there and for who has blocked the follower.';

create trigger prepare_follow before insert on public.follows
  for each row execute function app.prepare_follow();

create function app.keep_pace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  pace app.follow_pace;
begin
  insert into app.follow_pace as known (user_id, since, made) values (new.follower_id, clock_timestamp(), 1)
  on conflict (user_id) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then 1 else known.made + 1 end
  returning * into pace;
  if pace.made > 200 then
    raise exception 'At most 200 people are followed in an hour' using errcode = 'PT429', hint = 'too_many_follows',
      detail = ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp()))::text;
  end if;
  return null;
end
$$;
comment on function app.keep_pace() is 'PT429 too_many_follows; the detail is how many seconds are left of the hour.';

create trigger keep_pace after insert on public.follows
  for each row execute function app.keep_pace();

create function app.count_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  change constant int :=
    (tg_op <> 'DELETE' and new.state = 'active')::int - (tg_op <> 'INSERT' and old.state = 'active')::int;
  follower constant uuid := case tg_op when 'DELETE' then old.follower_id else new.follower_id end;
  followee constant uuid := case tg_op when 'DELETE' then old.followee_id else new.followee_id end;
begin
  if change <> 0 then
    perform app.hold_counters(follower, followee);
    update public.profile_counters c
    set following_count = c.following_count + case when c.user_id = follower then change else 0 end,
      followers_count = c.followers_count + case when c.user_id = followee then change else 0 end
    where c.user_id in (follower, followee);
  end if;
  return null;
end
$$;
comment on function app.count_follow() is 'Keeps both counts of a follow, in its transaction; the row locks make them exact under concurrency.';

create trigger count_follow after insert or delete or update of state on public.follows
  for each row execute function app.count_follow();

create function app.admit_followers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.follows f set state = 'active' where f.followee_id = new.id and f.state = 'requested';
  return null;
end
$$;
comment on function app.admit_followers() is 'Whoever stops being private has no requests to answer any more.';

create trigger admit_followers after update of is_private on public.profiles
  for each row when (old.is_private and not new.is_private) execute function app.admit_followers();

create function public.answer_follow(follower uuid, accept boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if accept then
    update public.follows f set state = 'active' where f.follower_id = follower and f.followee_id = auth.uid();
  else
    delete from public.follows f
    where f.follower_id = follower and f.followee_id = auth.uid() and f.state = 'requested';
  end if;
  if accept and not found then
    raise exception 'There is no such request' using errcode = 'PT404', hint = 'follow_request_gone';
  end if;
end
$$;
comment on function public.answer_follow(uuid, boolean) is
  'Accepts or declines who asks to follow one; the same answer again changes nothing. PT404 follow_request_gone where the request was taken back before it was accepted.';

revoke execute on function
  app.hold_counters(uuid, uuid), app.prepare_follow(), app.keep_pace(), app.count_follow(), app.admit_followers()
from public;
revoke execute on function public.answer_follow(uuid, boolean) from public, anon, authenticated;
grant execute on function public.answer_follow(uuid, boolean) to authenticated;

-- In the very order of the indexes: of somebody with a million followers a page reads a page.
create function public.follow_list(person uuid, list text, cursor text default null, page_size int default 30)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, followed_at timestamptz,
  my_state text, after text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  place constant text[] := regexp_match(follow_list.cursor, '^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  since constant timestamptz := coalesce(timestamptz 'epoch' + place[1]::bigint * interval '1 microsecond', 'infinity');
  last_id constant uuid := place[2]::uuid;
  hidden constant uuid[] := app.hidden_people();
  most constant int := least(greatest(page_size, 1), 100);
  whose public.profiles;
  shown_to text;
begin
  if list not in ('followers', 'following') or follow_list.cursor is not null and place is null then
    raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  if person <> auth.uid() then
    select p.* into whose from public.profiles p where p.id = person;
    if whose.id is null or whose.status <> 'active' or app.are_apart(person, auth.uid()) then
      raise exception 'There is no such person' using errcode = 'PT404', hint = 'person_gone';
    end if;
    select s.show_follow_lists into shown_to from public.profile_settings s where s.user_id = person;
    if shown_to = 'nobody' or (shown_to = 'followers' or whose.is_private) and not (person = any (app.my_followees())) then
      raise exception 'This list is not shown' using errcode = 'PT403', hint = 'follow_list_hidden';
    end if;
  end if;
  if list = 'followers' then
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.follower_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.followee_id = person and f.state = 'active' and not (f.follower_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.follower_id > last_id)
    order by f.created_at desc, f.follower_id
    limit most;
  else
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.followee_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.follower_id = person and f.state = 'active' and not (f.followee_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.followee_id > last_id)
    order by f.created_at desc, f.followee_id
    limit most;
  end if;
end
$$;
comment on function public.follow_list(uuid, text, text, int) is
  'followers or following of a person, newest first, as show_follow_lists and a private account allow: PT403 follow_list_hidden, PT404 person_gone, PT400 cursor_invalid. my_state is how the one who asks follows each. after is the cursor of what comes after a row.';

revoke execute on function public.follow_list(uuid, text, text, int) from public, anon, authenticated;
grant execute on function public.follow_list(uuid, text, text, int) to authenticated;

-- supabase/schemas/10_people/54_followed_hashtags.sql
create table public.hashtag_follows (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  tag text not null check (char_length(tag) between 1 and 50),
  created_at timestamptz not null default now(),
  primary key (user_id, tag)
);
comment on column public.hashtag_follows.tag is 'Folded: lower case, without # or accents.';
create index hashtag_follows_of_tag on public.hashtag_follows (tag);

alter table public.hashtag_follows enable row level security;
revoke all on public.hashtag_follows from anon, authenticated;
grant select, insert (user_id, tag), delete on public.hashtag_follows to authenticated;
create policy "people read the hashtags that they follow" on public.hashtag_follows
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people follow hashtags for themselves" on public.hashtag_follows
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people take back the hashtags that they follow" on public.hashtag_follows
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.hashtag_follows
  for each row execute function app.keep_to_pace('follows', '500');

create function app.tag_key(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select app.fold(split_part(app.normalise_hashtags(given), ',', 1)) $$;
comment on function app.tag_key(text) is 'By what a hashtag is known: its first word, lower case, without # or accents; empty where nothing is left.';

create function app.fill_hashtag_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tag := app.tag_key(new.tag);
  if new.tag = '' then
    raise exception 'There is no hashtag to follow' using errcode = 'PT400', hint = 'hashtag_invalid';
  end if;
  if (select count(*) from public.hashtag_follows f where f.user_id = auth.uid()) >= 500 then
    raise exception 'At most 500 hashtags are followed' using errcode = 'PT409', hint = 'too_many_hashtags';
  end if;
  return new;
end
$$;
comment on function app.fill_hashtag_follow() is 'PT400 hashtag_invalid, PT409 too_many_hashtags.';

create trigger fill_hashtag_follow before insert on public.hashtag_follows
  for each row execute function app.fill_hashtag_follow();

revoke execute on function app.fill_hashtag_follow() from public;

-- supabase/schemas/10_people/60_blocks_and_mutes.sql
-- Two people of whom one blocks the other neither meet nor follow each other.

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on public.blocks (blocked_id, blocker_id);

alter table public.blocks enable row level security;
revoke all on public.blocks from anon, authenticated;
grant select, insert (blocker_id, blocked_id), delete on public.blocks to authenticated;
create policy "people read whom they block" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "people take back their own blocks" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.blocks
  for each row execute function app.keep_to_pace('blocks', '200');

create function app.part_by_block() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.hold_counters(new.blocker_id, new.blocked_id);
  delete from public.follows f
  where f.follower_id = new.blocker_id and f.followee_id = new.blocked_id
    or f.follower_id = new.blocked_id and f.followee_id = new.blocker_id;
  return null;
end
$$;

create trigger part_by_block after insert on public.blocks
  for each row execute function app.part_by_block();

revoke execute on function app.part_by_block() from public;

-- People, words, hashtags and conversations that somebody does not want to meet.
create table public.mutes (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('user', 'word', 'hashtag', 'conversation')),
  target text not null check (char_length(target) between 1 and 100),
  scope text[] not null default '{feed,search,notifications,comments}' check (
    cardinality(scope) > 0 and scope <@ '{feed,search,notifications,comments,messages}'::text[]),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint mutes_once unique (user_id, kind, target)
);
comment on column public.mutes.target is 'Id of a person or conversation; a word as given; a hashtag folded, as in hashtag_follows.';

alter table public.mutes enable row level security;
revoke all on public.mutes from anon, authenticated;
grant
  select,
  insert (user_id, kind, target, scope, expires_at),
  update (kind, target, scope, expires_at),
  delete
on public.mutes to authenticated;
create policy "people read their own mutes" on public.mutes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mute for themselves" on public.mutes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own mutes" on public.mutes
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take back their own mutes" on public.mutes
  for delete to authenticated using (user_id = (select auth.uid()));

create function app.fill_mute() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.target := case new.kind
    when 'hashtag' then app.tag_key(new.target)
    when 'word' then left(app.clean_name(new.target), 100)
    else (select lower(new.target) where lower(new.target) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  end;
  if coalesce(new.target, '') = '' then
    raise exception 'There is nothing to mute' using errcode = 'PT400', hint = 'mute_invalid';
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.mutes m where m.user_id = auth.uid()) >= 1000 then
    raise exception 'At most 1000 mutes' using errcode = 'PT409', hint = 'too_many_mutes';
  end if;
  return new;
end
$$;
comment on function app.fill_mute() is 'PT400 mute_invalid, PT409 too_many_mutes.';

create trigger fill_mute before insert or update on public.mutes
  for each row execute function app.fill_mute();

revoke execute on function app.fill_mute() from public;

-- supabase/schemas/10_people/70_people_to_follow.sql
-- Whom one could follow, and why.

create function app.people_around() returns table (id uuid, reason jsonb, weight double precision)
language sql stable security definer
set search_path = ''
as $$
  (select f.followee_id, jsonb_build_object('kind', 'followed_by', 'count', count(*)), 3 + ln(count(*))
   from unnest((app.my_followees())[:200]) as followee (id)
   join public.profile_settings s on s.user_id = followee.id and s.show_follow_lists = 'everyone'
   cross join lateral (
     select newest.followee_id from public.follows newest
     where newest.follower_id = followee.id and newest.state = 'active'
     order by newest.created_at desc limit 100) as f
   group by f.followee_id
   order by count(*) desc limit 60)
  union all
  (select liked.creator_id, '{"kind": "liked_author"}'::jsonb, 2 + ln(count(*))
   from app.my_likes(100) liked group by liked.creator_id having count(*) >= 2 order by count(*) desc limit 40)
  union all
  (select t.target::uuid, '{"kind": "trending"}'::jsonb, 1.5 - t.rank / 200.0
   from public.trending t
   where t.window_h = 168 and t.kind = 'creator' and t.snapshot_at = app.newest_snapshot(168) and t.rank <= 60)
  union all
  (select newest.creator_id, '{"kind": "recent"}'::jsonb, 0.5
   from (
     select p.creator_id from public.feed_posts p where p.audience = 'public'
     order by p.created_at desc, p.id desc limit 200) as newest
   group by newest.creator_id limit 60)
$$;
comment on function app.people_around() is
  'Followed by people one follows, where their lists are public; authors whose publications one has liked; whoever trends this week; the newest authors.';

create function app.people_known() returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select auth.uid() where auth.uid() is not null
  union all select f.followee_id from public.follows f where f.follower_id = auth.uid()
  union all select unnest(app.hidden_people())
  union all select unnest(app.muted_people('feed'))
$$;

create function public.people_to_follow(max int default 3)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, followers_count int, reasons jsonb)
language sql stable
set search_path = ''
as $$
  select person.id, person.username::text, person.display_name, person.avatar_url, person.bio, person.is_private,
    coalesce(counters.followers_count, 0), best.reasons
  from (
    select around.id, jsonb_agg(around.reason order by around.weight desc) as reasons, sum(around.weight) as weight
    from app.people_around() around
    where around.id not in (select known from app.people_known() known)
    group by around.id
    order by weight desc, around.id
    limit 100
  ) as best
  join public.profiles person on person.id = best.id and person.status = 'active'
  left join public.profile_counters counters on counters.user_id = best.id
  order by best.weight desc, best.id
  limit least(greatest(people_to_follow.max, 1), 50)
$$;
comment on function public.people_to_follow(int) is
  'People whom one does not follow yet, nor has asked to, with the reasons, the strongest first: [{"kind": "followed_by", "count"}, {"kind": "liked_author"}, {"kind": "trending"}, {"kind": "recent"}]. Visitors have the last two.';

revoke execute on function app.people_around(), app.people_known() from public;
revoke execute on function public.people_to_follow(int) from public, anon, authenticated;
grant execute on function app.people_around(), app.people_known(), public.people_to_follow(int) to anon, authenticated;

-- supabase/schemas/10_people/80_sessions_and_leaving.sql
-- One's own sessions, each of which one may end; and leaving.

create function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at), s.user_agent, host(s.ip),
    s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc
  limit 100
$$;
comment on function public.my_sessions() is 'Where one is signed in: this device first, then the one used last.';

create function public.end_session(id uuid) returns void
language sql security definer
set search_path = ''
as $$ delete from auth.sessions s where s.id = end_session.id and s.user_id = auth.uid() $$;
comment on function public.end_session(uuid) is
  'Signs a device of one''s own out: its tokens are refreshed no more, and what asks for its session refuses it. One that has ended stays ended.';

revoke execute on function public.my_sessions(), public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

-- Hidden at once, gone for good after thirty days.
create table app.leaving (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  status_before text not null,
  begun_at timestamptz
);
comment on table app.leaving is 'Whose account is being deleted.';
comment on column app.leaving.status_before is 'What the account returns to: who was suspended is so again.';
comment on column app.leaving.begun_at is 'When a worker last began to erase it; from then on there is no way back.';

alter table app.leaving enable row level security;

create function app.keep_leaving() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.status := 'deleting';
  return new;
end
$$;
comment on function app.keep_leaving() is 'Whoever is no longer suspended while their account is being deleted is not shown again by that.';

create trigger keep_leaving before update of status on public.profiles
  for each row when (new.deletes_at is not null and new.status = 'active') execute function app.keep_leaving();

create function public.delete_my_account(username text) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = auth.uid() for update;
  if person.id is null or app.clean_username(delete_my_account.username)
    is distinct from app.clean_username(coalesce(person.username::text, person.display_name)) then
    raise exception 'That is not the name of this account' using errcode = 'PT400', hint = 'username_mismatch';
  end if;
  if person.deletes_at is not null then
    return person.deletes_at;
  end if;
  if not app.has_signed_in_lately() then
    raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
  end if;
  insert into app.leaving (user_id, status_before) values (person.id, person.status);
  update public.profiles p
  set deletes_at = now() + interval '30 days', status = case person.status when 'suspended' then 'suspended' else 'deleting' end
  where p.id = person.id
  returning p.deletes_at into person.deletes_at;
  return person.deletes_at;
end
$$;
comment on function public.delete_my_account(text) is
  'Hides the account from everybody else at once, and answers when it will be gone for good. It names itself, by its username or, without one, its display name: PT400 username_mismatch. It takes a sign-in of the last fifteen minutes: PT403 sign_in_again. Asked again, the date stays.';

create function public.keep_my_account() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  was app.leaving;
begin
  perform from public.profiles p where p.id = auth.uid() for update;
  select l.* into was from app.leaving l where l.user_id = auth.uid();
  if was.begun_at is not null then
    raise exception 'This account is being erased' using errcode = 'PT409', hint = 'account_gone';
  end if;
  update public.profiles p
  set deletes_at = null, status = case p.status when 'deleting' then was.status_before else p.status end
  where p.id = was.user_id;
  delete from app.leaving l where l.user_id = was.user_id;
end
$$;
comment on function public.keep_my_account() is
  'Takes the deletion of one''s account back, with everything as it was; without one it does nothing. PT409 account_gone once it is being erased.';

create function public.claim_leaving_accounts(p_limit int) returns setof uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  person record;
begin
  -- The order of keep_my_account: the profile first.
  for person in
    select p.id from public.profiles p
    join app.leaving l on l.user_id = p.id
    where p.deletes_at <= now() and (l.begun_at is null or l.begun_at < now() - interval '10 minutes')
    order by p.deletes_at
    limit p_limit
    for update of p skip locked
  loop
    update app.leaving l set begun_at = now() where l.user_id = person.id;
    return next person.id;
  end loop;
end
$$;
comment on function public.claim_leaving_accounts(int) is
  'Accounts to be erased now, each for one worker; one that a killed worker has left comes again after ten minutes.';

create function public.files_of_person(p_user uuid, p_limit int, p_after_bucket text default '', p_after_path text default '')
returns table (bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
  select o.bucket_id, o.name
  from storage.buckets b
  cross join lateral (
    select o.bucket_id, o.name from storage.objects o
    -- 0 comes right after /.
    where o.bucket_id = b.id and o.name < p_user || '0'
      and o.name > case when b.id = p_after_bucket then p_after_path else p_user || '/' end
    order by o.name
    limit p_limit
  ) as o
  where b.id collate "C" >= p_after_bucket
  order by b.id collate "C", o.name
  limit p_limit
$$;
comment on function public.files_of_person(uuid, int, text, text) is
  'Files in the folders of one person, in whatever bucket; after the one that is named.';

revoke execute on function app.keep_leaving() from public;
revoke execute on function
  public.delete_my_account(text), public.keep_my_account(), public.claim_leaving_accounts(int),
  public.files_of_person(uuid, int, text, text) from public, anon, authenticated;
grant execute on function public.delete_my_account(text), public.keep_my_account() to authenticated;

-- supabase/schemas/10_people/90_data_exports.sql
-- Everything that somebody has here, as one archive that they fetch within a week.

insert into storage.buckets (id, name, public, allowed_mime_types)
values ('exports', 'exports', false, '{application/zip}')
on conflict (id) do nothing;

create table public.data_exports (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed', 'expired')),
  paths text[] not null default '{}',
  bytes bigint check (bytes > 0),
  pictures int,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  constraint data_exports_ready_check check (status <> 'ready' or (paths <> '{}' and expires_at is not null))
);
comment on column public.data_exports.paths is
  'In the private bucket exports, more than one where there are many pictures; signed for a moment when its owner fetches them.';
comment on column public.data_exports.bytes is 'Of all its files together.';
create index data_exports_of_person on public.data_exports (user_id, id desc);
create unique index data_exports_one_at_a_time on public.data_exports (user_id) where status in ('waiting', 'running');
create index data_exports_expiring on public.data_exports (expires_at) where status = 'ready';

alter table public.data_exports enable row level security;
revoke all on public.data_exports from anon, authenticated;
grant select on public.data_exports to authenticated;
create policy "people read their own exports" on public.data_exports
  for select to authenticated using (user_id = (select auth.uid()));

create table app.export_work (
  export_id uuid primary key references public.data_exports (id) on delete cascade,
  attempts int not null default 0,
  leased_until timestamptz not null default '-infinity'
);

alter table app.export_work enable row level security;

create policy "people fetch their own archives" on storage.objects
  for select to authenticated using (bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text);

create function public.request_data_export() returns public.data_exports
language plpgsql security definer
set search_path = ''
as $$
declare
  latest public.data_exports;
begin
  perform from public.profiles p where p.id = auth.uid() for no key update;
  if not found then
    raise exception 'Nobody is signed in' using errcode = 'PT401', hint = 'not_authenticated';
  end if;
  select e.* into latest from public.data_exports e where e.user_id = auth.uid() and e.status <> 'failed' order by e.id desc limit 1;
  if latest.status in ('waiting', 'running') then
    return latest;
  end if;
  if latest.created_at > now() - interval '1 day' then
    raise exception 'One archive a day' using errcode = 'PT429', hint = 'export_too_soon',
      detail = ceil(extract(epoch from latest.created_at + interval '1 day' - now()))::text;
  end if;
  insert into public.data_exports (user_id) values (auth.uid()) returning * into latest;
  insert into app.export_work (export_id) values (latest.id);
  return latest;
end
$$;
comment on function public.request_data_export() is
  'Asks for an archive, or answers the one that is being made. PT429 export_too_soon: one a day; the details are the seconds left.';

create function public.claim_data_export() returns public.data_exports
language plpgsql security definer
set search_path = ''
as $$
declare
  claimed public.data_exports;
begin
  update public.data_exports e set status = 'failed', finished_at = clock_timestamp()
  from app.export_work w
  where w.export_id = e.id and e.status = 'running' and w.leased_until < clock_timestamp() and w.attempts >= 3;
  with next as (
    select e.id from public.data_exports e
    join app.export_work w on w.export_id = e.id
    where e.status in ('waiting', 'running') and w.leased_until < clock_timestamp()
    order by e.id
    limit 1
    for update of e, w skip locked
  ), leased as (
    update app.export_work w set attempts = w.attempts + 1, leased_until = clock_timestamp() + interval '2 minutes'
    from next where w.export_id = next.id
  )
  update public.data_exports e set status = 'running' from next where e.id = next.id
  returning e.* into claimed;
  return claimed;
end
$$;
comment on function public.claim_data_export() is
  'The archive to make next, for two minutes; null where none waits. What a killed worker has left is tried three times.';

create function public.hold_data_export(p_id uuid) returns boolean
language sql security definer
set search_path = ''
as $$
  with held as (
    update app.export_work w set leased_until = clock_timestamp() + interval '2 minutes'
    from public.data_exports e
    where w.export_id = p_id and e.id = w.export_id and e.status = 'running' and w.leased_until > clock_timestamp()
    returning true)
  select exists (select from held)
$$;
comment on function public.hold_data_export(uuid) is 'Two minutes more; false where somebody else may have taken it up.';

create function public.finish_data_export(p_id uuid, p_paths text[], p_bytes bigint, p_pictures int) returns void
language sql security definer
set search_path = ''
as $$
  update public.data_exports e
  set status = 'ready', paths = p_paths, bytes = p_bytes, pictures = p_pictures, finished_at = clock_timestamp(),
    expires_at = clock_timestamp() + interval '7 days'
  where e.id = p_id and e.status = 'running'
$$;

create function public.expired_data_exports(p_limit int) returns table (id uuid, paths text[])
language sql stable security definer
set search_path = ''
as $$ select e.id, e.paths from public.data_exports e where e.status = 'ready' and e.expires_at < now() order by e.expires_at limit p_limit $$;

create function public.forget_data_exports(p_ids uuid[]) returns void
language sql security definer
set search_path = ''
as $$
  update public.data_exports e set status = 'expired', paths = '{}'
  where e.id = any (p_ids) and e.status = 'ready' and e.expires_at < now()
$$;

revoke execute on function
  public.request_data_export(), public.claim_data_export(), public.hold_data_export(uuid),
  public.finish_data_export(uuid, text[], bigint, int), public.expired_data_exports(int),
  public.forget_data_exports(uuid[]) from public, anon, authenticated;
grant execute on function public.request_data_export() to authenticated;

-- What an archive is read from.
create function public.personal_tables() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select c.relname::text
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
    and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and a.attname in ('id', 'user_id', 'owner_id', 'creator_id', 'author_id', 'follower_id', 'blocker_id', 'reporter_id')
    and pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
  union
  select 'credit_statement'
  order by 1
$$;
comment on function public.personal_tables() is
  'Tables with rows of people, by the name of the column that says whose: what refers to somebody otherwise (who blocks or reports them) is not theirs to have. A new table comes by itself.';

create function public.personal_rows(p_user uuid, p_table text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  relation constant regclass := (
    select pg_catalog.to_regclass('public.' || pg_catalog.quote_ident(name)) from public.personal_tables() as name where name = p_table);
  whose text;
  columns text;
  found_rows jsonb;
begin
  select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
    and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select');
  select pg_catalog.string_agg(pg_catalog.format('%I = %L', a.attname, p_user), ' or ') into whose
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.conrelid = relation and k.contype = 'f' and cardinality(k.conkey) = 1
    and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and a.attname in ('id', 'user_id', 'owner_id', 'creator_id', 'author_id', 'follower_id', 'blocker_id', 'reporter_id');
  if relation is null or columns is null then
    return '[]';
  end if;
  -- Views on the ledger show what is of the person who asks.
  perform pg_catalog.set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);
  execute pg_catalog.format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s where %s limit 100000) as r',
    columns, relation, coalesce(whose, 'true')) into found_rows;
  return found_rows;
end
$$;
comment on function public.personal_rows(uuid, text) is 'A person''s rows of one table, with the columns that they could read themselves.';

revoke execute on function public.personal_tables(), public.personal_rows(uuid, text) from public, anon, authenticated;

-- supabase/schemas/20_ledger/10_tables.sql
-- The credit ledger: append-only, double entry, no overdraft. An amount > 0 credits its account, < 0 debits it, and the
-- amounts of a transfer sum to 0 per asset. Integers only, in the smallest unit of the asset.

do $$
begin
  if not exists (select from pg_roles where rolname = 'ledger_owner') then
    begin
      create role ledger_owner nologin noinherit;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  grant ledger_owner to current_user;
end
$$;

create schema ledger authorization ledger_owner;

create table ledger.assets (
  code text primary key check (code ~ '^[A-Z]{3,8}$'),
  scale smallint not null check (scale between 0 and 8)
);

insert into ledger.assets (code, scale) values ('CREDIT', 0), ('XOF', 0), ('EUR', 2), ('USD', 2);

create table ledger.accounts (
  id bigint generated always as identity primary key,
  owner text not null check (owner ~ '^(platform|(user|commission):[0-9a-f-]{36})$'),
  kind text not null,
  asset text not null references ledger.assets (code),
  floor bigint,
  ceiling bigint,
  created_at timestamptz not null default now(),
  unique (owner, kind, asset),
  constraint accounts_kind_of_owner check (case
    when owner = 'platform' then kind in
      ('issued', 'bonus', 'revenue', 'royalty_pool', 'fees', 'clearing', 'refunds', 'chargebacks', 'writeoff')
    else kind in ('promo', 'paid', 'held', 'frozen', 'debt', 'earned', 'payable', 'escrow')
  end),
  constraint accounts_floor_unless_platform check ((floor is null) = (owner = 'platform'))
);
comment on column ledger.accounts.floor is
  'The lowest balance allowed. Null for the accounts of the platform, which are in nearly every transfer: they keep no balance row, or it would put all transfers in one queue.';
comment on column ledger.accounts.ceiling is 'The highest balance allowed: a debt is 0 or less.';

create table ledger.balances (
  account_id bigint primary key references ledger.accounts (id),
  balance bigint not null default 0,
  floor bigint not null,
  ceiling bigint,
  version bigint not null default 0,
  constraint no_overdraft check (balance >= floor),
  constraint no_overfill check (balance <= ceiling)
) with (fillfactor = 70);
comment on table ledger.balances is 'One row per account with a floor: the lock that every transfer takes, in ascending order of accounts.';
comment on column ledger.balances.version is 'The number of entries of the account so far.';

create table ledger.transfers (
  id bigint generated always as identity primary key,
  idem_key text not null unique check (length(idem_key) between 8 and 200),
  kind text not null check (length(kind) between 1 and 40),
  fingerprint bytea not null,
  reverses bigint references ledger.transfers (id),
  ref_type text,
  ref_id text,
  actor text not null default 'system',
  meta jsonb not null default '{}',
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp()
);
comment on column ledger.transfers.fingerprint is 'SHA-256 of what was asked for: the same key with other content is an error.';
comment on column ledger.transfers.xid is 'The transaction it was born in, the only one in which entries may join it.';
create index transfers_by_ref on ledger.transfers (ref_type, ref_id);
create unique index one_reversal on ledger.transfers (reverses) where kind = 'reversal';

create table ledger.entries (
  transfer_id bigint not null references ledger.transfers (id),
  seq smallint not null,
  account_id bigint not null references ledger.accounts (id),
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  balance_after bigint,
  account_version bigint,
  primary key (transfer_id, seq)
);
comment on column ledger.entries.account_version is
  'Counts the entries of an account without a gap, which proves that none was removed. Null, as balance_after, for the platform.';
create index entries_of_account on ledger.entries (account_id, transfer_id desc);
create unique index entries_version on ledger.entries (account_id, account_version) where account_version is not null;

create table ledger.holds (
  id uuid primary key,
  owner text not null,
  amount bigint not null check (amount > 0),
  from_promo bigint not null check (from_promo >= 0),
  from_paid bigint not null check (from_paid >= 0),
  captured bigint not null default 0,
  captured_paid bigint not null default 0,
  released bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  ref_type text not null,
  ref_id text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  unique (ref_type, ref_id),
  constraint holds_parts check (from_promo + from_paid = amount and captured_paid between 0 and least(captured, from_paid)),
  constraint holds_closed check ((state = 'open') = (closed_at is null)),
  constraint holds_outcome check (captured >= 0 and released >= 0 and case
    when state = 'open' then captured = 0 and released = 0
    when state = 'captured' then captured > 0 and captured + released = amount
    else released = amount
  end)
);
comment on table ledger.holds is
  'Credits set aside for one job (ref_type, ref_id) until they are captured or released. Gifts are spent first.';
comment on column ledger.holds.captured_paid is 'The part of what was captured that had been paid for: the only one that earns royalties.';
create index holds_due on ledger.holds (expires_at) where state = 'open';
create index holds_of_owner on ledger.holds (owner) where state = 'open';

-- supabase/schemas/20_ledger/20_guards.sql
-- What holds whoever writes. These functions run with their owner's rights, because the check at COMMIT would otherwise
-- run as whoever commits, who may read nothing here.

create function ledger.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The ledger is append-only: no % on %', tg_op, tg_table_name using errcode = '42501';
end
$$;

create trigger append_only before update or delete on ledger.transfers
  for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.entries
  for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.accounts
  for each row execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.transfers execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.entries execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.accounts execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.balances execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.holds execute function ledger.refuse_change();

create function ledger.refuse_late_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select xid from ledger.transfers where id = new.transfer_id) is distinct from pg_current_xact_id() then
    raise exception 'Transfer % is closed', new.transfer_id using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function ledger.refuse_late_entry() is
  'An entry joins only a transfer of its own transaction: a past one cannot be extended, not even by a balanced pair.';

create trigger refuse_late_entry before insert on ledger.entries
  for each row execute function ledger.refuse_late_entry();

create function ledger.require_balance() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  entries int;
  unbalanced text;
begin
  select count(*) into entries from ledger.entries where transfer_id = new.id;
  if entries < 2 then
    raise exception 'Transfer % has % entries', new.id, entries using errcode = '23514';
  end if;
  select a.asset into unbalanced
  from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where e.transfer_id = new.id
  group by a.asset
  having sum(e.amount) <> 0
  limit 1;
  if found then
    raise exception 'Transfer % does not balance in %', new.id, unbalanced using errcode = '23514';
  end if;
  return null;
end
$$;
comment on function ledger.require_balance() is 'At COMMIT every new transfer has two entries or more, which sum to 0 per asset.';

create constraint trigger require_balance after insert on ledger.transfers
  deferrable initially deferred for each row execute function ledger.require_balance();

create function ledger.guard_balance() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and (new.balance, new.version) = (0, 0) then
    return new;
  end if;
  if tg_op = 'UPDATE'
    and (new.account_id, new.floor) = (old.account_id, old.floor)
    and new.ceiling is not distinct from old.ceiling
    and new.version = old.version + 1
  then
    return new;
  end if;
  raise exception 'Balances move with an entry only' using errcode = '42501';
end
$$;
comment on function ledger.guard_balance() is 'A balance begins at 0, moves one version at a time, and is never deleted.';

create trigger guard_balance before insert or update or delete on ledger.balances
  for each row execute function ledger.guard_balance();

create function ledger.guard_hold() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and old.state = 'open'
    and (new.id, new.owner, new.amount, new.from_promo, new.ref_type, new.ref_id, new.created_at)
      = (old.id, old.owner, old.amount, old.from_promo, old.ref_type, old.ref_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'A hold is changed once, when it is settled' using errcode = '42501';
end
$$;
comment on function ledger.guard_hold() is 'Only an open hold changes, and only its state and how long it lasts.';

create trigger guard_hold before update or delete on ledger.holds
  for each row execute function ledger.guard_hold();

-- supabase/schemas/20_ledger/30_postings.sql
-- Transfers: the one function that writes entries, and what opens accounts and gives credits by it.

create function ledger.account(p_owner text, p_kind text, p_asset text) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  found_id bigint;
  lowest bigint := case when p_owner = 'platform' then null when p_kind = 'debt' then -1000000000 else 0 end;
  highest bigint := case when p_kind = 'debt' then 0 end;
begin
  select id into found_id from ledger.accounts where owner = p_owner and kind = p_kind and asset = p_asset;
  if found then
    return found_id;
  end if;
  insert into ledger.accounts (owner, kind, asset, floor, ceiling)
  values (p_owner, p_kind, p_asset, lowest, highest)
  on conflict (owner, kind, asset) do nothing
  returning id into found_id;
  if found_id is null then
    select id into strict found_id from ledger.accounts where owner = p_owner and kind = p_kind and asset = p_asset;
    return found_id;
  end if;
  if lowest is not null then
    insert into ledger.balances (account_id, floor, ceiling) values (found_id, lowest, highest);
  end if;
  return found_id;
end
$$;
comment on function ledger.account(text, text, text) is 'The id of an account, which is opened when there is none yet.';

create function ledger.post(
  p_key text,
  p_kind text,
  p_legs jsonb,
  p_ref_type text default null,
  p_ref_id text default null,
  p_meta jsonb default '{}',
  p_actor text default 'system',
  p_reverses bigint default null
) returns table (transfer_id bigint, replayed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  asked bytea := sha256(convert_to(jsonb_build_array(p_kind, p_legs, p_ref_type, p_ref_id, p_reverses)::text, 'UTF8'));
  made bigint;
  earlier record;
  leg record;
  place int := 0;
  after bigint;
  entry bigint;
begin
  -- Waits for whoever is posting under this key just now.
  insert into ledger.transfers (idem_key, kind, fingerprint, ref_type, ref_id, meta, actor, reverses)
  values (p_key, p_kind, asked, p_ref_type, p_ref_id, p_meta, p_actor, p_reverses)
  on conflict (idem_key) do nothing
  returning id into made;
  if made is null then
    select t.id, t.fingerprint into strict earlier from ledger.transfers t where t.idem_key = p_key;
    if earlier.fingerprint <> asked then
      raise exception 'This key was used for another transfer' using errcode = 'PT409', hint = p_key;
    end if;
    return query select earlier.id, true;
    return;
  end if;

  -- Two sorts: accounts that do not exist yet are opened in the order of their names, all are locked in that of their ids.
  for leg in
    select resolved.id, resolved.amount, resolved.is_kept
    from (
      select ledger.account(named.owner, named.kind, named.asset) as id, named.amount, named.owner <> 'platform' as is_kept
      from (
        select given ->> 'o' as owner, given ->> 'k' as kind, given ->> 'a' as asset, sum((given ->> 'n')::bigint)::bigint as amount
        from jsonb_array_elements(p_legs) as given
        group by 1, 2, 3
        having sum((given ->> 'n')::bigint) <> 0
        order by 1, 2, 3
      ) as named
      offset 0
    ) as resolved
    order by resolved.id
  loop
    after := null;
    entry := null;
    if leg.is_kept then
      -- The condition is evaluated on the latest committed row, after the wait for its lock; the CHECK stands behind it.
      update ledger.balances b
      set balance = b.balance + leg.amount, version = b.version + 1
      where b.account_id = leg.id and b.balance + leg.amount >= b.floor
      returning b.balance, b.version into after, entry;
      if not found then
        raise exception 'Insufficient credits'
          using errcode = 'PT402', hint = 'insufficient_credits', detail = format('Account %s needs %s more', leg.id, -leg.amount);
      end if;
    end if;
    place := place + 1;
    insert into ledger.entries (transfer_id, seq, account_id, amount, balance_after, account_version)
    values (made, place, leg.id, leg.amount, after, entry);
  end loop;
  return query select made, false;
end
$$;
comment on function ledger.post(text, text, jsonb, text, text, jsonb, text, bigint) is
  'The only way to move value. Legs: [{"o": owner, "k": kind, "a": asset, "n": amount}, …]. The same key again: the first transfer when the content is the same, else PT409. PT402 where a balance does not suffice.';

create function ledger.open_accounts(p_user uuid) returns void
language sql security definer
set search_path = ''
as $$
  select ledger.account('user:' || p_user, kind, 'CREDIT')
  from unnest(array['promo', 'paid', 'held', 'debt']) with ordinality as kinds (kind, place)
  order by place
$$;
comment on function ledger.open_accounts(uuid) is
  'Opens a person''s accounts in the order in which they are locked: promo (gifts), paid, held, debt.';

create function ledger.give(p_user uuid, p_amount bigint, p_reason text) returns bigint
language sql security definer
set search_path = ''
as $$
  select transfer_id from ledger.post(
    'bonus:' || p_user || ':' || p_reason,
    'bonus',
    jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'bonus', 'a', 'CREDIT', 'n', -p_amount),
      jsonb_build_object('o', 'user:' || p_user, 'k', 'promo', 'a', 'CREDIT', 'n', p_amount)),
    'bonus', p_reason)
$$;
comment on function ledger.give(uuid, bigint, text) is
  'Gives credits, once per person and reason; answers the transfer. For a person who was disappointed, too: an entry is never edited.';

-- supabase/schemas/20_ledger/40_holds.sql
-- Spending has two phases: a hold when the work is ordered, then one settlement, which captures what was used and gives
-- the rest back.

create function ledger.hold(
  p_id uuid,
  p_user uuid,
  p_amount bigint,
  p_ref_type text,
  p_ref_id text,
  p_ttl interval default interval '15 minutes'
) returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  payer text := 'user:' || p_user;
  promo bigint;
  paid bigint;
  debt bigint;
  of_promo bigint;
  made ledger.holds;
begin
  if p_amount is null or p_amount <= 0 then
    raise exception 'A hold is of one credit or more' using errcode = 'PT422';
  end if;
  -- The split must be true until it is posted. Whoever waits here for another hold of the same job finds it below.
  perform from ledger.balances b
  join ledger.accounts a on a.id = b.account_id
  where a.owner = payer and a.asset = 'CREDIT' and a.kind in ('promo', 'paid')
  order by b.account_id
  for update of b;

  select * into made from ledger.holds h where h.ref_type = p_ref_type and h.ref_id = p_ref_id;
  if found then
    if made.owner <> payer or made.amount <> p_amount then
      raise exception 'The hold of this job has other terms' using errcode = 'PT409';
    end if;
    return made;
  end if;

  select coalesce(sum(b.balance) filter (where a.kind = 'promo'), 0),
    coalesce(sum(b.balance) filter (where a.kind = 'paid'), 0),
    coalesce(sum(b.balance) filter (where a.kind = 'debt'), 0)
  into promo, paid, debt
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = payer and a.asset = 'CREDIT';
  if debt < 0 or promo + paid < p_amount then
    raise exception 'Insufficient credits' using
      errcode = 'PT402', hint = 'insufficient_credits',
      detail = format('%s wanted, %s available, %s owed', p_amount, promo + paid, -debt);
  end if;

  of_promo := least(promo, p_amount);
  perform ledger.post(
    'hold:' || p_id,
    'hold',
    jsonb_build_array(
      jsonb_build_object('o', payer, 'k', 'promo', 'a', 'CREDIT', 'n', -of_promo),
      jsonb_build_object('o', payer, 'k', 'paid', 'a', 'CREDIT', 'n', of_promo - p_amount),
      jsonb_build_object('o', payer, 'k', 'held', 'a', 'CREDIT', 'n', p_amount)),
    p_ref_type, p_ref_id);
  insert into ledger.holds (id, owner, amount, from_promo, from_paid, ref_type, ref_id, expires_at)
  values (p_id, payer, p_amount, of_promo, p_amount - of_promo, p_ref_type, p_ref_id, clock_timestamp() + p_ttl)
  on conflict do nothing
  returning * into made;
  if made.id is null then
    raise exception 'This job is held for somebody else at this moment' using errcode = '40001';
  end if;
  return made;
end
$$;
comment on function ledger.hold(uuid, uuid, bigint, text, text, interval) is
  'Sets credits of a person aside for one job. The same job again: its hold, whatever became of it; with another person or amount PT409. PT402 when short or in debt.';

create function ledger.settle(p_id uuid, p_capture bigint, p_splits jsonb default null, p_why text default 'capture')
returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  settled ledger.holds;
  parts jsonb := coalesce(p_splits, jsonb_build_array(jsonb_build_object('o', 'platform', 'k', 'revenue', 'n', p_capture)));
  promo_used bigint;
  kind text := case when p_capture > 0 then 'capture' when p_why = 'expire' then 'expire' else 'release' end;
begin
  select * into settled from ledger.holds where id = p_id for update;
  if not found then
    raise exception 'There is no such hold' using errcode = 'PT404';
  end if;
  if settled.state <> 'open' then
    if settled.captured = p_capture then
      return settled;
    end if;
    raise exception 'The hold is % already', settled.state using errcode = 'PT409';
  end if;
  if p_capture is null or p_capture not between 0 and settled.amount then
    raise exception 'Between 0 and % may be captured', settled.amount using errcode = 'PT422';
  end if;
  if p_capture > 0 and (
    select sum((part ->> 'n')::bigint) is distinct from p_capture
      or bool_or((part ->> 'n')::bigint <= 0 or part ->> 'k' not in ('revenue', 'royalty_pool', 'fees', 'earned', 'promo'))
    from jsonb_array_elements(parts) as part)
  then
    raise exception 'The parts must be what is captured' using errcode = 'PT422';
  end if;

  promo_used := least(p_capture, settled.from_promo);
  perform ledger.post(
    'settle:' || p_id,
    kind,
    jsonb_build_array(
      jsonb_build_object('o', settled.owner, 'k', 'held', 'a', 'CREDIT', 'n', -settled.amount),
      jsonb_build_object('o', settled.owner, 'k', 'promo', 'a', 'CREDIT', 'n', settled.from_promo - promo_used),
      jsonb_build_object('o', settled.owner, 'k', 'paid', 'a', 'CREDIT', 'n', settled.from_paid - (p_capture - promo_used)))
    || case when p_capture > 0 then
      (select jsonb_agg(part || jsonb_build_object('a', 'CREDIT')) from jsonb_array_elements(parts) as part)
    else '[]' end,
    settled.ref_type, settled.ref_id, jsonb_build_object('why', p_why));
  update ledger.holds
  set state = case kind when 'capture' then 'captured' when 'expire' then 'expired' else 'released' end,
    captured = p_capture,
    captured_paid = p_capture - promo_used,
    released = amount - p_capture,
    closed_at = clock_timestamp()
  where id = p_id
  returning * into settled;
  return settled;
end
$$;
comment on function ledger.settle(uuid, bigint, jsonb, text) is
  'Closes a hold once: captures a part, gifts first, and gives the rest back to where it came from. Parts: [{"o": owner, "k": kind, "n": amount}, …] that sum to the capture; null: all of it is revenue. Why is kept for the statement; ''expire'' makes it expired. The same capture again answers the hold as it is, another one PT409.';

create function ledger.extend(p_id uuid, p_ttl interval) returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  extended ledger.holds;
begin
  update ledger.holds
  set expires_at = greatest(expires_at, clock_timestamp() + p_ttl)
  where id = p_id and state = 'open'
  returning * into extended;
  if not found then
    raise exception 'There is no such open hold' using errcode = 'PT404';
  end if;
  return extended;
end
$$;
comment on function ledger.extend(uuid, interval) is
  'A hold lasts so much longer from now, never shorter than it did. PT404 once it is settled: whoever still works on it works for nothing.';

create function ledger.sweep(p_limit int default 100) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  swept int := 0;
begin
  for due in
    with locked as materialized (
      select id, owner from ledger.holds
      where state = 'open' and expires_at < clock_timestamp()
      order by expires_at
      limit p_limit
      for update skip locked
    )
    select locked.id
    from locked join ledger.accounts a on a.owner = locked.owner and a.kind = 'promo' and a.asset = 'CREDIT'
    order by a.id
  loop
    perform ledger.settle(due.id, 0, '[]', 'expire');
    swept := swept + 1;
  end loop;
  return swept;
end
$$;
comment on function ledger.sweep(int) is
  'Gives back what expired holds set aside, and answers how many they were. Any number of processes may sweep at once: each hold is settled by one, and balances are locked in ascending order as everywhere.';

-- supabase/schemas/20_ledger/50_violations.sql
-- What must never be found in the ledger.

create view ledger.violations as
select 'I1 transfer does not balance' as rule, t.id::text as what
from ledger.transfers t
join ledger.entries e on e.transfer_id = t.id
join ledger.accounts a on a.id = e.account_id
group by t.id, a.asset
having sum(e.amount) <> 0
union all
select 'I2 transfer with less than two entries', t.id::text
from ledger.transfers t left join ledger.entries e on e.transfer_id = t.id
group by t.id
having count(e.transfer_id) < 2
union all
select 'I3 balance differs from its entries', b.account_id::text
from ledger.balances b left join ledger.entries e on e.account_id = b.account_id
group by b.account_id
having b.balance <> coalesce(sum(e.amount), 0)
union all
select 'I4 balance outside its limits', account_id::text
from ledger.balances
where balance < floor or balance > ceiling
union all
select 'I5 gap in the versions of an account', b.account_id::text
from ledger.balances b left join ledger.entries e on e.account_id = b.account_id
group by b.account_id
having b.version <> count(e.transfer_id) or b.version <> coalesce(max(e.account_version), 0)
union all
select 'I6 chain of balances broken', account_id || '@' || account_version
from (
  select account_id, account_version, amount, balance_after,
    lag(balance_after, 1, 0::bigint) over (partition by account_id order by account_version) as balance_before
  from ledger.entries
  where account_version is not null
) as chain
where balance_before + amount <> balance_after
union all
select 'I7 asset not conserved', a.asset
from ledger.entries e join ledger.accounts a on a.id = e.account_id
group by a.asset
having sum(e.amount) <> 0
union all
select 'I8 held differs from the open holds', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (select owner, sum(amount) as amount from ledger.holds where state = 'open' group by owner) as open_holds
  on open_holds.owner = a.owner
where a.kind = 'held' and b.balance <> coalesce(open_holds.amount, 0)
union all
select 'I9 closed hold without settlement, or the reverse', h.id::text
from ledger.holds h left join ledger.transfers t on t.idem_key = 'settle:' || h.id
where (h.state <> 'open') <> (t.id is not null)
union all
select 'I10 hold without transfer', h.id::text
from ledger.holds h left join ledger.transfers t on t.idem_key = 'hold:' || h.id
where t.id is null
union all
select 'I12 hold expired for five minutes and still open', id::text
from ledger.holds
where state = 'open' and expires_at < now() - interval '5 minutes'
union all
select 'I14 account without its balance', a.id::text
from ledger.accounts a left join ledger.balances b on b.account_id = a.id
where (a.floor is null) <> (b.account_id is null);
comment on view ledger.violations is
  'Every row is a defect. The numbers are those of the ledger''s design; I11 (payments) and I13 (escrow) come with their tables.';

create function public.ledger_violations() returns table (rule text, what text)
language sql stable security definer
set search_path = ''
as $$ select v.rule, v.what from ledger.violations v $$;
comment on function public.ledger_violations() is
  'The defects of the ledger, none when all is well: for whoever operates it, who asks with the service key.';

revoke execute on function public.ledger_violations() from public, anon, authenticated;

-- supabase/schemas/20_ledger/60_prices.sql
create table public.price_book (
  sku text primary key check (sku ~ '^[a-z][a-z0-9_-]*(:[a-z0-9][a-z0-9_.-]*)?$'),
  credits int not null check (credits between 0 and 100000),
  updated_at timestamptz not null default now()
);
comment on table public.price_book is
  'What an action costs, in credits: a sku (generation), or one variant of it (generation:comfyui). Changed by migrations only.';

alter table public.price_book enable row level security;
revoke all on public.price_book from anon, authenticated, service_role;
grant select on public.price_book to anon, authenticated, service_role;
create policy "everybody reads prices" on public.price_book for select to anon, authenticated using (true);

create trigger touch before update on public.price_book
  for each row execute function app.touch();

insert into public.price_book (sku, credits) values ('generation', 1), ('enhance', 0);

create function app.price_of(sku text, variant text default null) returns int
language plpgsql stable security definer
set search_path = ''
as $$
declare
  price int;
begin
  select p.credits into price
  from public.price_book p
  where p.sku in (price_of.sku || ':' || price_of.variant, price_of.sku)
  order by length(p.sku) desc
  limit 1;
  if not found then
    raise exception 'Nothing is sold under %', sku using errcode = 'PT404';
  end if;
  return price;
end
$$;
comment on function app.price_of(text, text) is
  'Credits for an action, those of its variant where it has a price of its own. PT404 for what has none: nothing is free by mistake.';

revoke execute on function app.price_of(text, text) from public;
grant execute on function app.price_of(text, text) to service_role;

-- supabase/schemas/20_ledger/70_credits.sql
-- What people see of the ledger. These views read with their owner's rights on purpose, since people have none on the
-- tables: each compares the accounts' owner with who asks, and is a barrier against functions that would look on.

create view public.my_balance with (security_barrier) as
select
  coalesce(sum(b.balance) filter (where a.kind = 'promo'), 0)::bigint as promo,
  coalesce(sum(b.balance) filter (where a.kind = 'paid'), 0)::bigint as paid,
  coalesce(sum(b.balance) filter (where a.kind in ('promo', 'paid')), 0)::bigint as available,
  coalesce(sum(b.balance) filter (where a.kind = 'held'), 0)::bigint as held,
  coalesce(-sum(b.balance) filter (where a.kind = 'debt'), 0)::bigint as debt
from ledger.accounts a join ledger.balances b on b.account_id = a.id
where a.owner = 'user:' || (select auth.uid()) and a.asset = 'CREDIT'
having (select auth.uid()) is not null;
comment on view public.my_balance is
  'One''s own credits, in one row: gifts (promo), bought ones (paid), both (available), set aside for running work (held), owed (debt, as a positive number).';
revoke all on public.my_balance from anon, authenticated, service_role;
grant select on public.my_balance to authenticated;

create view public.credit_statement with (security_barrier) as
select t.id, e.seq, a.kind as account, t.kind, e.amount, e.balance_after, e.account_version as version,
  t.ref_type, t.ref_id, t.meta ->> 'why' as why, t.created_at
from ledger.accounts a
join ledger.entries e on e.account_id = a.id
join ledger.transfers t on t.id = e.transfer_id
where a.owner = 'user:' || (select auth.uid()) and a.asset = 'CREDIT' and a.kind in ('promo', 'paid', 'held', 'debt');
comment on view public.credit_statement is
  'One''s own entries, one row per account that a transfer moved; newest first by id and seq. promo and paid are what one can spend.';
revoke all on public.credit_statement from anon, authenticated, service_role;
grant select on public.credit_statement to authenticated;

create view public.my_holds with (security_barrier) as
select h.id, h.amount, h.from_promo, h.from_paid, h.ref_type, h.ref_id, h.expires_at, h.created_at
from ledger.holds h
where h.owner = 'user:' || (select auth.uid()) and h.state = 'open';
comment on view public.my_holds is 'One''s own credits that are set aside, by the work they are for.';
revoke all on public.my_holds from anon, authenticated, service_role;
grant select on public.my_holds to authenticated;

-- The credits that somebody begins with.
create function ledger.welcome() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform ledger.open_accounts(new.id);
  -- An account without any proof of who it is costs nothing to make, so it gets its gift once it becomes a real one.
  if not new.is_anonymous then
    perform ledger.give(new.id, 5, 'welcome');
  end if;
  return null;
end
$$;
comment on function ledger.welcome() is
  'Opens a new person''s accounts and gives five credits, once, in the transaction of the sign-up.';

create trigger welcome_credits after insert on auth.users
  for each row execute function ledger.welcome();
create trigger welcome_credits_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function ledger.welcome();

-- supabase/schemas/20_ledger/90_rights.sql
-- All of it belongs to a role that nobody logs in as. Nobody else, the service key included, writes a table of it; four
-- functions are what servers may call.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'ledger'::regnamespace and c.relkind in ('r', 'v')
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p where p.pronamespace = 'ledger'::regnamespace
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on schema ledger from public, anon, authenticated, service_role;
revoke all on all tables in schema ledger from public, anon, authenticated, service_role;
revoke all on all sequences in schema ledger from public, anon, authenticated, service_role;
revoke all on all functions in schema ledger from public, anon, authenticated, service_role;
grant usage on schema ledger to service_role;
grant execute on function
  ledger.hold(uuid, uuid, bigint, text, text, interval),
  ledger.settle(uuid, bigint, jsonb, text),
  ledger.extend(uuid, interval),
  ledger.sweep(int)
to service_role;

-- supabase/schemas/30_making/10_generations.sql
-- A generation is a row with a state; what came of it are its images, and what it started from its references. All that
-- people see of it is here: lease, fence and hold are its job's.

create table public.generations (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  prompt text not null check (char_length(btrim(prompt)) between 1 and 2000),
  negative_prompt text check (char_length(negative_prompt) <= 2000),
  mode text not null default 'cortexia' check (mode in ('normal', 'enhanced', 'cortexia')),
  -- What is enlarged is larger than what may be ordered, and starts from any size.
  width int not null default 1024 constraint generations_width_check
    check (width between 256 and 2048 or engine = 'lanczos' and width between 1 and 4096),
  height int not null default 1024 constraint generations_height_check
    check (height between 256 and 2048 or engine = 'lanczos' and height between 1 and 4096),
  seed bigint,
  reference_count smallint not null default 0 check (reference_count between 0 and 3),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'blocked', 'canceled', 'expired')),
  error_code text,
  error_message text,
  engine text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  idempotency_key text not null default app.uuid_v7()::text
    constraint generations_idempotency_key_check check (char_length(idempotency_key) between 1 and 200),
  request_hash text,
  n_images smallint not null default 1 check (n_images between 1 and 4),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  source text not null default 'api'
    check (source in ('create-modal', 'remix-modal', 'workflow', 'conversation', 'api')),
  parent_post_id uuid,
  stage text check (char_length(stage) <= 40),
  progress real check (progress between 0 and 1),
  cost_quoted int not null default 0 check (cost_quoted >= 0),
  cost_charged int not null default 0 check (cost_charged between 0 and cost_quoted),
  blocked_rule text,
  blocked_terms text[],
  started_at timestamptz,
  constraint generations_key_of_user unique (user_id, idempotency_key)
);
comment on column public.generations.idempotency_key is
  'The client''s name for this order: the same one again is the same generation, and costs nothing more.';
comment on column public.generations.parent_post_id is
  'The post that is remixed. No foreign key: where a picture comes from outlives the post.';
create index generations_of_user on public.generations (user_id, id desc);
create index generations_speed on public.generations (engine, finished_at desc)
  where status = 'succeeded' and started_at is not null;

alter table public.generations enable row level security;
revoke all on public.generations from anon, authenticated;
grant select on public.generations to authenticated;
create policy "people read their own generations" on public.generations
  for select to authenticated using (user_id = (select auth.uid()));

create table public.generation_images (
  id uuid primary key default app.uuid_v7(),
  generation_id uuid not null references public.generations (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  position smallint not null check (position between 1 and 4),
  bucket text not null,
  path text not null,
  url text not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  thumbhash text not null,
  seed bigint,
  created_at timestamptz not null default now(),
  stars smallint check (stars between 1 and 5),
  deleted_at timestamptz,
  unique (generation_id, position)
);
comment on column public.generation_images.url is
  'The public address under which the server stored it, and the only one under which it is published.';
comment on column public.generation_images.deleted_at is
  'Thrown away by its owner: shown nowhere, and brought back within a day; after that a sweep takes row and file.';
create index generation_images_of_user on public.generation_images (user_id, id desc);
create index generation_images_by_path on public.generation_images (bucket, path);
create index generation_images_thrown_away on public.generation_images (deleted_at) where deleted_at is not null;

alter table public.generation_images enable row level security;
revoke all on public.generation_images from anon, authenticated;
grant select, update (stars) on public.generation_images to authenticated;
create policy "people read the images of their own generations" on public.generation_images
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
create policy "people star their own images" on public.generation_images
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create table public.generation_references (
  generation_id uuid not null references public.generations (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  bucket text not null,
  path text not null,
  role text not null default 'auto' check (role in ('auto', 'subject', 'style', 'composition')),
  influence real not null default 0.5 check (influence between 0 and 1),
  used boolean,
  used_as text,
  used_note text,
  primary key (generation_id, position)
);
comment on table public.generation_references is
  'What a generation was given to look at, and the receipt of how each served: used is null until the engine has said.';
create index generation_references_of_file on public.generation_references (bucket, path);

alter table public.generation_references enable row level security;
revoke all on public.generation_references from anon, authenticated;
grant select on public.generation_references to authenticated;
create policy "people read the references of their own generations" on public.generation_references
  for select to authenticated using (
    exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));

-- supabase/schemas/30_making/12_image_buckets.sql
-- References in temp-*, creations in generated-images: read by their public URL, written only into one's own folder.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('temp-images', 'temp-images', true, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('temp-uploads', 'temp-uploads', true, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('generated-images', 'generated-images', true, 20971520, '{image/png,image/jpeg,image/webp}')
on conflict (id) do nothing;

create policy "people see the files of their own folder" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads', 'generated-images')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people add files to their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people replace files of their own folder" on storage.objects
  for update to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people remove files of their own folder" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('temp-images', 'temp-uploads')
    and (storage.foldername(name))[1] = (select auth.uid())::text);

-- supabase/schemas/30_making/20_jobs.sql
-- Lease, fence and hold of a generation, in a table that nobody reads but the functions around it.

create table app.generation_jobs (
  generation_id uuid primary key references public.generations (id) on delete cascade,
  place bigint generated always as identity,
  user_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'over')),
  priority smallint not null default 0,
  run_after timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  max_attempts int not null default 3,
  worker uuid,
  lease_until timestamptz,
  is_canceled boolean not null default false,
  unit_price int not null check (unit_price >= 0),
  hold_id uuid,
  hold_until timestamptz,
  file_key uuid not null default gen_random_uuid(),
  upstream_ids jsonb not null default '{}',
  preview text,
  told_at timestamptz not null default '-infinity',
  last_error text,
  check ((state = 'leased') = (lease_until is not null))
);
comment on column app.generation_jobs.attempts is
  'How often it was claimed: the fence. A worker that comes with an older number has lost the job and writes nothing.';
comment on column app.generation_jobs.file_key is
  'Names the files: the same at every attempt, so that a crash leaves none behind, and not to be guessed from a sibling.';
create index generation_jobs_waiting on app.generation_jobs (priority desc, place) where state = 'waiting';
create index generation_jobs_leased on app.generation_jobs (lease_until) where state = 'leased';
create index generation_jobs_of_user on app.generation_jobs (user_id) where state <> 'over';
create index generation_jobs_holds on app.generation_jobs (hold_until) where state <> 'over';

alter table app.generation_jobs enable row level security;

create function app.lock_own_job(p_worker uuid, p_attempt int, p_id uuid) returns app.generation_jobs
language sql
set search_path = ''
as $$
  select * from app.generation_jobs j
  where j.generation_id = p_id and j.worker = p_worker and j.attempts = p_attempt
  for update
$$;
comment on function app.lock_own_job(uuid, int, uuid) is 'The job where this attempt of this worker is still the last one; else nothing.';

create function app.generation_work(p_job app.generation_jobs) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id, 'attempt', p_job.attempts, 'user_id', g.user_id, 'prompt', g.prompt,
    'negative_prompt', g.negative_prompt, 'width', g.width, 'height', g.height, 'seed', g.seed, 'n_images', g.n_images,
    'upstream_ids', p_job.upstream_ids,
    'done', (select coalesce(jsonb_agg(i.position), '[]') from public.generation_images i where i.generation_id = g.id),
    'paths', (
      select jsonb_agg(g.user_id || '/'
        || left(encode(sha256(convert_to(p_job.file_key || '/' || n, 'UTF8')), 'hex'), 32) || '.webp' order by n)
      from generate_series(1, g.n_images) n),
    'references', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'bucket', r.bucket, 'path', r.path, 'role', r.role, 'influence', r.influence) order by r.position), '[]')
      from public.generation_references r
      where r.generation_id = g.id))
  from public.generations g
  where g.id = p_job.generation_id
$$;
comment on function app.generation_work(app.generation_jobs) is
  'All that a worker needs: the order, what is done already, and under which path each picture''s file belongs.';

create function app.keep_hold(p_job app.generation_jobs) returns void
language plpgsql
set search_path = ''
as $$
declare
  hold_for constant interval := '15 minutes';
begin
  if p_job.hold_id is null or p_job.hold_until > clock_timestamp() + hold_for / 2 then
    return;
  end if;
  begin
    perform ledger.extend(p_job.hold_id, hold_for);
  exception when sqlstate 'PT404' then
    -- It was given back meanwhile: the work goes on, and is a present.
    null;
  end;
  update app.generation_jobs set hold_until = clock_timestamp() + hold_for where generation_id = p_job.generation_id;
end
$$;
comment on function app.keep_hold(app.generation_jobs) is 'Prolongs the hold of a job that is worked on, well before it expires.';

revoke execute on function
  app.lock_own_job(uuid, int, uuid), app.generation_work(app.generation_jobs), app.keep_hold(app.generation_jobs)
from public;

-- supabase/schemas/30_making/30_orders.sql
-- From an order to a job: limits, price and hold in one transaction.

create function app.insert_generation(p_id uuid, p_user uuid, p_order jsonb, p_price int) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.generations (id, user_id, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height,
    seed, n_images, reference_count, settings, source, parent_post_id, engine, cost_quoted, created_at)
  select p_id, p_user, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height, seed, n_images,
    jsonb_array_length(p_order -> 'references'), coalesce(settings, '{}'), source, parent_post_id, engine,
    p_price * n_images, clock_timestamp()
  from jsonb_populate_record(null::public.generations, p_order);
  insert into public.generation_references (generation_id, position, bucket, path, role, influence)
  select p_id, position, bucket, path, role, influence
  from jsonb_populate_recordset(null::public.generation_references, p_order -> 'references');
end
$$;
comment on function app.insert_generation(uuid, uuid, jsonb, int) is 'The rows of an order, at this price a picture.';

create function app.generation_receipt(p_id uuid, p_is_new boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id, 'is_new', p_is_new, 'status', g.status, 'position', app.generation_progress(p_id) -> 'position',
    'eta_seconds', app.generation_progress(p_id) -> 'eta_seconds', 'cost', g.cost_quoted)
  from public.generations g
  where g.id = p_id
$$;
comment on function app.generation_receipt(uuid, boolean) is 'What whoever ordered is told.';

create function app.check_generation_limits(p_user uuid, p_min_gap_ms int, p_max_active int) returns void
language plpgsql
set search_path = ''
as $$
declare
  wait_ms int;
begin
  select ceil(p_min_gap_ms - extract(epoch from clock_timestamp() - max(g.created_at)) * 1000) into wait_ms
  from public.generations g
  where g.user_id = p_user and g.status <> 'blocked' and g.created_at > clock_timestamp() - p_min_gap_ms * interval '1 ms';
  if wait_ms > 0 then
    raise exception 'One generation every % ms may be started', p_min_gap_ms
      using errcode = 'PT429', hint = 'throttled', detail = ceil(wait_ms / 1000.0)::text;
  end if;
  if (select count(*) from app.generation_jobs j where j.user_id = p_user and j.state <> 'over') >= p_max_active then
    raise exception '% generations may be waiting or running at once', p_max_active
      using errcode = 'PT429', hint = 'too_many_running', detail = '2';
  end if;
end
$$;
comment on function app.check_generation_limits(uuid, int, int) is
  'PT429 with the seconds to wait as detail. The caller holds the person''s lock.';

create function public.enqueue_generation(p_user uuid, p_order jsonb, p_min_gap_ms int, p_max_active int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  known public.generations;
  made uuid;
  price int;
  cost bigint;
  hold_for constant interval := '15 minutes';
begin
  -- One order of a person at a time: of 50 with one key, 49 find the first one's.
  perform pg_advisory_xact_lock(hashtextextended('generation:' || p_user, 0));
  select * into known from public.generations g
  where g.user_id = p_user and g.idempotency_key = p_order ->> 'idempotency_key';
  if found then
    if known.request_hash is distinct from p_order ->> 'request_hash' then
      raise exception 'This key stands for another request' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return app.generation_receipt(known.id, false);
  end if;

  made := app.uuid_v7();
  price := app.price_of('generation', p_order ->> 'engine');
  cost := price * (p_order ->> 'n_images')::int;
  -- The limits come after the money: whoever cannot pay is told so, however fast they press.
  if cost > 0 then
    perform ledger.hold(made, p_user, cost, 'generation', made::text, hold_for);
  end if;
  perform app.check_generation_limits(p_user, p_min_gap_ms, p_max_active);
  perform app.insert_generation(made, p_user, p_order, price);
  insert into app.generation_jobs (generation_id, user_id, unit_price, hold_id, hold_until)
  values (made, p_user, price, case when cost > 0 then made end, clock_timestamp() + hold_for);
  perform app.tell_generation(made);
  return app.generation_receipt(made, true);
end
$$;
comment on function public.enqueue_generation(uuid, jsonb, int, int) is
  'Orders a generation: its row, its job and the hold of its price, or nothing. The same key again answers the first one''s. PT402 insufficient_credits, PT422 idempotency_mismatch, PT429 throttled or too_many_running with the seconds to wait as detail.';

create function public.record_blocked_generation(p_user uuid, p_order jsonb, p_rule text, p_terms text[]) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  made constant uuid := app.uuid_v7();
begin
  perform pg_advisory_xact_lock(hashtextextended('generation:' || p_user, 0));
  if exists (
    select from public.generations g
    where g.user_id = p_user
      and (g.idempotency_key = p_order ->> 'idempotency_key'
        or g.status = 'blocked' and g.created_at > clock_timestamp() - interval '2 seconds')) then
    return null;
  end if;
  perform app.insert_generation(made, p_user, p_order, 0);
  update public.generations
  set status = 'blocked', error_code = 'blocked', error_message = '', blocked_rule = p_rule, blocked_terms = p_terms,
    finished_at = clock_timestamp()
  where id = made;
  return made;
end
$$;
comment on function public.record_blocked_generation(uuid, jsonb, text, text[]) is
  'Keeps an order that was refused for what it asks, at no cost: the rule and the words that it is about. One in two seconds of a person, once per key.';

-- What all people together have ordered lately, for whoever bounds what their engines may cost.
create function public.images_ordered_since(p_since timestamptz) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(g.n_images), 0)
  from public.generations g
  where g.id >= rpad(lpad(to_hex((extract(epoch from p_since) * 1000)::bigint), 12, '0'), 32, '0')::uuid
    and g.status not in ('blocked', 'canceled')
$$;
comment on function public.images_ordered_since(timestamptz) is
  'How many images everybody has ordered since then, except what was refused or canceled (THREATS F-13). Ids are in the order of time: only the rows of that time are read.';

revoke execute on function
  app.insert_generation(uuid, uuid, jsonb, int), app.generation_receipt(uuid, boolean),
  app.check_generation_limits(uuid, int, int) from public;
revoke execute on function
  public.enqueue_generation(uuid, jsonb, int, int), public.record_blocked_generation(uuid, jsonb, text, text[]),
  public.images_ordered_since(timestamptz) from public, anon, authenticated;

-- supabase/schemas/30_making/40_work.sql
-- What workers say to the queue. A worker names itself, and the attempt that it works on: the fence.

create function public.claim_generation(p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  select * into job from app.generation_jobs j
  where j.state = 'leased' and j.lease_until < clock_timestamp() and j.attempts < j.max_attempts and not j.is_canceled
  order by j.lease_until
  limit 1
  for update skip locked;
  if not found then
    select * into job from app.generation_jobs j
    where j.state = 'waiting' and j.run_after <= clock_timestamp()
    order by j.priority desc, j.place
    limit 1
    for update skip locked;
  end if;
  if not found then
    return null;
  end if;

  update app.generation_jobs j
  set state = 'leased', worker = p_worker, attempts = j.attempts + 1,
    lease_until = clock_timestamp() + p_lease_seconds * interval '1 second'
  where j.generation_id = job.generation_id
  returning * into job;
  update public.generations g
  set status = 'running', stage = 'preparing', progress = coalesce(g.progress, 0),
    started_at = coalesce(g.started_at, clock_timestamp())
  where g.id = job.generation_id;
  perform app.tell_generation(job.generation_id);
  perform app.tell_waiting();
  return app.generation_work(job);
end
$$;
comment on function public.claim_generation(uuid, int) is
  'Leases the next job to a worker, those whose worker fell silent first, and answers all that is needed to do it; null when there is none.';

create function app.beat_generation(p_worker uuid, p_beat jsonb, p_lease_seconds int) returns text
language plpgsql
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  update app.generation_jobs j
  set lease_until = clock_timestamp() + p_lease_seconds * interval '1 second',
    preview = case when length(p_beat ->> 'preview') <= 8192 then p_beat ->> 'preview' else j.preview end
  where j.generation_id = (p_beat ->> 'generation_id')::uuid and j.worker = p_worker
    and j.attempts = (p_beat ->> 'attempt')::int and j.state = 'leased'
  returning * into job;
  if not found then
    return 'lost';
  end if;
  perform app.keep_hold(job);
  if p_beat ? 'stage' and not job.is_canceled then
    update public.generations g
    set stage = p_beat ->> 'stage', progress = greatest(g.progress, (p_beat ->> 'progress')::real)
    where g.id = job.generation_id;
    if job.told_at < clock_timestamp() - interval '240 ms' then
      perform app.tell_generation(job.generation_id);
    end if;
  end if;
  return case when job.is_canceled then 'cancel' else 'ok' end;
end
$$;
comment on function app.beat_generation(uuid, jsonb, int) is 'One beat of beat_generations.';

create function public.beat_generations(p_worker uuid, p_beats jsonb, p_lease_seconds int) returns jsonb
language sql security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(beat ->> 'generation_id', app.beat_generation(p_worker, beat, p_lease_seconds)), '{}')
  from (select beat from jsonb_array_elements(p_beats) as beat order by beat ->> 'generation_id') as beats
$$;
comment on function public.beat_generations(uuid, jsonb, int) is
  'A worker lives: prolongs its leases and the holds behind them, tells stage, progress and preview where they are given, and answers per job ok, cancel (stop, and settle what is there) or lost (somebody else has it: write nothing).';

-- Some engines name their work by a whole address.
create function public.save_generation_upstream(
  p_worker uuid, p_attempt int, p_id uuid, p_position int, p_upstream_id text
) returns void
language sql security definer
set search_path = ''
as $$
  update app.generation_jobs j
  set upstream_ids = j.upstream_ids || jsonb_build_object(p_position::text, left(p_upstream_id, 2000))
  where j.generation_id = p_id and j.worker = p_worker and j.attempts = p_attempt and j.state = 'leased'
$$;
comment on function public.save_generation_upstream(uuid, int, uuid, int, text) is
  'Keeps the name that an engine gave to the work on one picture: the next attempt takes that work up.';

create function app.keep_receipts(p_id uuid, p_receipts jsonb) returns void
language sql
set search_path = ''
as $$
  update public.generation_references r
  set used = given.used, used_as = given."as", used_note = given.note
  from jsonb_to_recordset(p_receipts) as given (position smallint, used boolean, "as" text, note text)
  where r.generation_id = p_id and r.position = given.position and r.used is null
$$;
comment on function app.keep_receipts(uuid, jsonb) is 'How each reference served, as the first picture that used it says.';

-- What an engine tells of a picture is kept with the picture: whoever takes a job over after the last one has only to
-- settle it.
create function public.record_generation_image(p_worker uuid, p_attempt int, p_id uuid, p_image jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs := app.lock_own_job(p_worker, p_attempt, p_id);
  generation public.generations;
  is_late boolean;
begin
  select * into generation from public.generations g where g.id = p_id for update;
  is_late := job.state = 'over' and generation.status in ('expired', 'failed');
  if job.generation_id is null or (job.state = 'over' and not is_late) then
    return 'lost';
  end if;
  insert into public.generation_images
    (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed)
  select p_id, generation.user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed
  from jsonb_populate_record(null::public.generation_images, p_image)
  on conflict (generation_id, position) do nothing;
  perform app.keep_receipts(p_id, p_image -> 'references');
  update public.generations g
  set engine = coalesce(p_image ->> 'engine', g.engine), metadata = coalesce(p_image -> 'metadata', '{}') || g.metadata,
    progress = greatest(g.progress, (select count(*) from public.generation_images i where i.generation_id = p_id)::real / g.n_images)
  where g.id = p_id;
  if is_late then
    update public.generations
    set status = 'succeeded', error_code = null, error_message = null, stage = null, progress = 1 where id = p_id;
  end if;
  update app.generation_jobs set preview = null where generation_id = p_id;
  perform app.tell_generation(p_id);
  return case when is_late then 'late' when job.is_canceled then 'cancel' else 'ok' end;
end
$$;
comment on function public.record_generation_image(uuid, int, uuid, jsonb) is
  'One picture is there: its file is stored already, and from now on its owner can open it. Answers ok, cancel, lost, or late: its credits were given back before, and it is a present.';

create function public.return_generations(p_worker uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  returned uuid;
  count int := 0;
begin
  for returned in
    update app.generation_jobs j
    set state = 'waiting', lease_until = null, run_after = clock_timestamp(), max_attempts = j.max_attempts + 1
    where j.worker = p_worker and j.state = 'leased'
    returning j.generation_id
  loop
    update public.generations set status = 'queued' where id = returned;
    perform app.tell_generation(returned);
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function public.return_generations(uuid) is
  'A worker that ends in peace gives its leases back: others go on at once, and the attempt does not count.';

create function public.has_due_generations() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from app.generation_jobs j where j.state = 'waiting' and j.run_after <= clock_timestamp())
    or exists (
      select from app.generation_jobs j
      where j.state = 'leased' and j.lease_until < clock_timestamp() and j.attempts < j.max_attempts and not j.is_canceled)
$$;
comment on function public.has_due_generations() is
  'Whether a worker would find something to claim: an idle process need not load what makes pictures.';

revoke execute on function
  public.claim_generation(uuid, int), public.beat_generations(uuid, jsonb, int),
  public.save_generation_upstream(uuid, int, uuid, int, text),
  public.record_generation_image(uuid, int, uuid, jsonb), public.return_generations(uuid),
  public.has_due_generations() from public, anon, authenticated;
revoke execute on function app.beat_generation(uuid, jsonb, int), app.keep_receipts(uuid, jsonb) from public;

-- supabase/schemas/30_making/50_ends.sql
-- The end of a generation: its state and its money in one transaction.

create function app.settle_generation(p_job app.generation_jobs, p_pictures int, p_why text) returns int
language plpgsql
set search_path = ''
as $$
declare
  settled ledger.holds;
begin
  if p_job.hold_id is null then
    return 0;
  end if;
  settled := ledger.settle(p_job.hold_id, p_pictures * p_job.unit_price, null, p_why);
  return settled.captured;
exception when sqlstate 'PT409' then
  -- Given back before the work was done. Nobody pays after a refund was shown.
  return 0;
end
$$;
comment on function app.settle_generation(app.generation_jobs, int, text) is
  'Takes the price of what was delivered and gives the rest back; answers what was taken.';

create function app.generation_ended(p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  g public.generations;
begin
  perform app.tell_generation(p_id);
  select * into strict g from public.generations o where o.id = p_id;
  -- Whoever cancels knows, and a workflow tells of itself.
  if g.status <> 'canceled' and g.source <> 'workflow' then
    perform app.notify(g.user_id, 'generation', app.notification_key('generation', g.id, g.finished_at), null,
      jsonb_build_object('generation_id', g.id, 'status', g.status), g.id);
  end if;
end
$$;
comment on function app.generation_ended(uuid) is
  'Called once when a generation has come to its end, in the transaction that settles it: the place for whatever else should then happen (a notification).';

create function app.close_generation(p_id uuid, p_status text, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  job app.generation_jobs;
  pictures int;
  charged int;
  ending text;
begin
  select * into strict job from app.generation_jobs j where j.generation_id = p_id for update;
  select count(*) into pictures from public.generation_images i where i.generation_id = p_id;
  charged := app.settle_generation(job, pictures, case p_status when 'expired' then 'expire' else p_status end);
  update app.generation_jobs
  set state = 'over', lease_until = null, preview = null, last_error = left(p_outcome ->> 'detail', 2000)
  where generation_id = p_id;
  ending := case
    when pictures > 0 and p_status <> 'canceled' then 'succeeded'
    when p_status = 'succeeded' then 'failed'
    else p_status
  end;
  update public.generations g
  set status = ending, stage = null, progress = case ending when 'succeeded' then 1 else g.progress end, cost_charged = charged,
    error_code = case when ending <> 'succeeded' then coalesce(p_outcome ->> 'error_code', 'empty_result') end,
    error_message = case when ending <> 'succeeded' then p_outcome ->> 'error_message' end,
    blocked_rule = p_outcome ->> 'rule',
    blocked_terms = (select array_agg(term) from jsonb_array_elements_text(p_outcome -> 'terms') as term),
    engine = coalesce(p_outcome ->> 'engine', g.engine),
    seed = coalesce((p_outcome ->> 'seed')::bigint, g.seed),
    metadata = g.metadata || coalesce(p_outcome -> 'metadata', '{}'),
    finished_at = clock_timestamp()
  where g.id = p_id;
  perform app.generation_ended(p_id);
  perform app.tell_waiting();
end
$$;
comment on function app.close_generation(uuid, text, jsonb) is
  'Ends a job: captures the pictures that its owner can open, releases the rest, and tells. With pictures it has succeeded, though perhaps with fewer than ordered, unless it was cancelled.';

create function app.put_off_generation(p_job app.generation_jobs, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  update app.generation_jobs
  set state = 'waiting', lease_until = null, preview = null, last_error = left(p_outcome ->> 'detail', 2000),
    run_after = clock_timestamp() + (p_outcome ->> 'retry_in_ms')::int * interval '1 ms'
  where generation_id = p_job.generation_id;
  update public.generations set status = 'queued', stage = 'retrying' where id = p_job.generation_id;
  perform app.tell_generation(p_job.generation_id);
end
$$;
comment on function app.put_off_generation(app.generation_jobs, jsonb) is
  'Back to the queue for another attempt after a while; its hold stays.';

create function public.finish_generation(p_worker uuid, p_attempt int, p_id uuid, p_outcome jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs := app.lock_own_job(p_worker, p_attempt, p_id);
begin
  if job.generation_id is null then
    return 'lost';
  end if;
  update public.generation_references r
  set used = given.used, used_as = given."as", used_note = given.note
  from jsonb_to_recordset(p_outcome -> 'references') as given (position smallint, used boolean, "as" text, note text)
  where r.generation_id = p_id and r.position = given.position;
  if job.state = 'over' then
    update public.generations g
    set metadata = g.metadata || coalesce(p_outcome -> 'metadata', '{}') where g.id = p_id and g.status = 'succeeded';
    return 'late';
  end if;
  if p_outcome ? 'retry_in_ms' and job.attempts < job.max_attempts and not job.is_canceled then
    perform app.put_off_generation(job, p_outcome);
    return 'retry';
  end if;
  perform app.close_generation(p_id, case when job.is_canceled then 'canceled' else p_outcome ->> 'status' end, p_outcome);
  return 'over';
end
$$;
comment on function public.finish_generation(uuid, int, uuid, jsonb) is
  'A worker is done with a job: it ends and is settled (over), or goes back to the queue for another attempt (retry). lost: somebody else has it, and nothing was written. late: it had ended before, and pays nothing.';

create function public.cancel_generation(generation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  select j.* into job from app.generation_jobs j
  where j.generation_id = cancel_generation.generation_id and j.user_id = auth.uid()
  for update;
  if job.state = 'waiting' or job.lease_until < clock_timestamp() then
    perform app.close_generation(
      generation_id, 'canceled', '{"error_code": "canceled", "error_message": "Génération annulée"}');
  elsif job.state = 'leased' and not job.is_canceled then
    update app.generation_jobs j set is_canceled = true where j.generation_id = cancel_generation.generation_id;
    update public.generations g set stage = 'canceling' where g.id = cancel_generation.generation_id;
    perform app.tell_generation(generation_id);
  end if;
  return public.generation_progress(generation_id);
end
$$;
comment on function public.cancel_generation(uuid) is
  'Stops one''s own generation: at once while it waits, within about a second while it runs. What is finished already stays and is paid, the rest is given back. Answers the state; one that is over stays as it is. PT404 for anybody else''s.';

create function public.sweep_generations(p_limit int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  crashed int := 0;
  expired int := 0;
begin
  for due in
    select j.generation_id, j.is_canceled from app.generation_jobs j
    where j.state = 'leased' and j.lease_until < clock_timestamp() and (j.attempts >= j.max_attempts or j.is_canceled)
    order by j.lease_until limit p_limit for update skip locked
  loop
    perform app.close_generation(due.generation_id, case when due.is_canceled then 'canceled' else 'failed' end,
      case when due.is_canceled then '{"error_code": "canceled", "error_message": "Génération annulée"}'::jsonb
      else '{"error_code": "crashed", "error_message": "Erreur lors de la génération"}' end);
    crashed := crashed + 1;
  end loop;
  for due in
    select j.generation_id from app.generation_jobs j
    where j.state <> 'over' and j.hold_until < clock_timestamp()
      and (j.lease_until is null or j.lease_until < clock_timestamp())
    order by j.hold_until limit p_limit for update skip locked
  loop
    perform app.close_generation(
      due.generation_id, 'expired', '{"error_code": "expired", "error_message": "Erreur lors de la génération"}');
    expired := expired + 1;
  end loop;
  -- Holds whose job is gone, as when an account was deleted.
  return jsonb_build_object('crashed', crashed, 'expired', expired, 'holds', ledger.sweep(p_limit));
end
$$;
comment on function public.sweep_generations(int) is
  'Ends what no worker will end: jobs whose attempts are used up and whose worker fell silent, and jobs whose hold has expired. Gives the credits back in the same transaction. Any number of processes may sweep at once.';

revoke execute on function
  app.settle_generation(app.generation_jobs, int, text), app.generation_ended(uuid),
  app.close_generation(uuid, text, jsonb), app.put_off_generation(app.generation_jobs, jsonb) from public;
revoke execute on function
  public.finish_generation(uuid, int, uuid, jsonb), public.sweep_generations(int), public.cancel_generation(uuid)
from public, anon, authenticated;
grant execute on function public.cancel_generation(uuid) to authenticated;

-- supabase/schemas/30_making/60_progress.sql
-- What a generation tells of itself, and to whom.

create function app.seconds_per_picture(p_engine text) returns double precision
language sql stable
set search_path = ''
as $$
  select coalesce(percentile_cont(0.5) within group (order by seconds), 5)
  from (
    select extract(epoch from g.finished_at - g.started_at) / g.n_images as seconds
    from public.generations g
    where g.engine = p_engine and g.status = 'succeeded' and g.started_at is not null
    order by g.finished_at desc
    limit 50
  ) as recent
$$;
comment on function app.seconds_per_picture(text) is 'The median of an engine''s last 50 generations, 5 while there is none.';

create function app.generation_rank(p_job app.generation_jobs) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int
  from (
    select from app.generation_jobs before
    where before.state = 'waiting' and (before.priority, -before.place) > (p_job.priority, -p_job.place)
    limit 1000
  ) as ahead
$$;
comment on function app.generation_rank(app.generation_jobs) is 'How many wait before it, 1000 at most: 0 is the next one.';

create function app.generation_seconds_left(p_generation public.generations, p_job app.generation_jobs) returns int
language sql stable
set search_path = ''
as $$
  select case p_generation.status
    when 'queued' then ceil(app.seconds_per_picture(p_generation.engine) * (
      p_generation.n_images + app.generation_rank(p_job)::float
        / greatest(1, (select count(*) from app.generation_jobs busy where busy.state = 'leased'))))
    when 'running' then ceil(case
      when p_generation.progress > 0.05 then
        extract(epoch from clock_timestamp() - p_generation.started_at) * (1 / p_generation.progress - 1)
      else app.seconds_per_picture(p_generation.engine) * p_generation.n_images
    end)
  end::int
$$;
comment on function app.generation_seconds_left(public.generations, app.generation_jobs) is
  'While it waits, those before it shared among all that work, then its own pictures; while it runs, from how far it came.';

create function app.generation_progress(p_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id,
    'status', g.status,
    'stage', g.stage,
    'progress', g.progress,
    'position', case when g.status = 'queued' then app.generation_rank(j) end,
    'eta_seconds', app.generation_seconds_left(g, j),
    'preview', j.preview,
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'url', i.url, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash) order by i.position), '[]')
      from public.generation_images i
      where i.generation_id = g.id),
    'error', case when g.error_code is not null and g.status <> 'succeeded' then
      jsonb_build_object('code', g.error_code, 'message', coalesce(g.error_message, '')) end,
    'cost_charged', g.cost_charged)
  from public.generations g left join app.generation_jobs j on j.generation_id = g.id
  where g.id = p_id
$$;
comment on function app.generation_progress(uuid) is 'The state of a generation at this moment, whole, as its owner is told it.';

create function public.generation_progress(generation_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.generations g where g.id = generation_progress.generation_id and g.user_id = auth.uid()) then
    raise exception 'There is no such generation' using errcode = 'PT404', hint = 'not_found';
  end if;
  return app.generation_progress(generation_id);
end
$$;
comment on function public.generation_progress(uuid) is
  'The state of one''s own generation, as the channel tells it: for those who cannot listen. PT404 for anybody else''s.';

create function app.tell_generation(p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner uuid;
begin
  update app.generation_jobs set told_at = clock_timestamp() where generation_id = p_id returning user_id into owner;
  perform realtime.send(app.generation_progress(p_id), 'generation', 'user:' || owner, true);
end
$$;
comment on function app.tell_generation(uuid) is 'Sends the state to the owner''s private channel when the transaction commits.';

create function app.tell_waiting() returns void
language plpgsql
set search_path = ''
as $$
declare
  waiting record;
begin
  for waiting in
    select j.generation_id from app.generation_jobs j
    where j.state = 'waiting' and j.told_at < clock_timestamp() - interval '1 second'
    order by j.priority desc, j.place
    limit 10
    for update skip locked
  loop
    perform app.tell_generation(waiting.generation_id);
  end loop;
end
$$;
comment on function app.tell_waiting() is
  'Tells the first ten of the queue that they moved up, each once a second at most; those farther back learn it when it concerns them.';

-- The channel of one person: the server speaks, only that person listens, and nobody sends: no policy lets anybody insert.
create policy "people listen to their own channel" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));

revoke execute on function
  app.seconds_per_picture(text), app.generation_rank(app.generation_jobs),
  app.generation_seconds_left(public.generations, app.generation_jobs), app.generation_progress(uuid),
  app.tell_generation(uuid), app.tell_waiting() from public;
revoke execute on function public.generation_progress(uuid) from public, anon, authenticated;
grant execute on function public.generation_progress(uuid) to authenticated;

-- supabase/schemas/30_making/70_my_images.sql
-- What a person has made, found by its words, its engine, its format and its time.

create function public.my_images(
  search text default null, mode text default null, format text default null, engine text default null,
  made_from timestamptz default null, made_before timestamptz default null, is_published boolean default null,
  min_stars int default null, before uuid default null, page_size int default 60)
returns table (
  id uuid, generation_id uuid, url text, width int, height int, thumbhash text, seed bigint, stars smallint,
  created_at timestamptz, prompt text, mode text, engine text, post_id uuid)
language sql stable
set search_path = ''
as $$
  select gi.id, gi.generation_id, gi.url, gi.width, gi.height, gi.thumbhash, gi.seed, gi.stars, gi.created_at, g.prompt, g.mode,
    coalesce(g.metadata ->> 'label', g.engine), post.id
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  left join lateral (
    select p.id from public.feed_posts p where p.image_id = gi.id and p.creator_id = auth.uid() order by p.id desc limit 1
  ) as post on true
  where gi.user_id = auth.uid() and gi.deleted_at is null
    and (my_images.before is null or gi.id < my_images.before)
    and (my_images.mode is null or g.mode = my_images.mode)
    and (my_images.engine is null or g.engine = my_images.engine)
    and (my_images.made_from is null or gi.created_at >= my_images.made_from)
    and (my_images.made_before is null or gi.created_at < my_images.made_before)
    and (my_images.min_stars is null or gi.stars >= my_images.min_stars)
    and (my_images.is_published is null or (post.id is not null) = my_images.is_published)
    and (my_images.format is null or my_images.format
      = case when gi.width > gi.height then 'landscape' when gi.width < gi.height then 'portrait' else 'square' end)
    and (my_images.search is null or not exists (
      select from regexp_split_to_table(btrim(app.fold(left(my_images.search, 200))), '\s+') as word
      where strpos(app.fold(g.prompt), word) = 0))
  order by gi.id desc
  limit least(greatest(my_images.page_size, 1), 100)
$$;
comment on function public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int) is
  'One''s own pictures, newest first; the last id is the cursor of the next page. Every word of the search is somewhere in the prompt, whatever its accents; format is square, portrait or landscape.';

create function public.my_engines() returns table (engine text, label text)
language sql stable
set search_path = ''
as $$
  select g.engine, max(coalesce(g.metadata ->> 'label', g.engine))
  from public.generations g
  where g.user_id = auth.uid() and g.status = 'succeeded'
  group by g.engine
  order by 2
$$;
comment on function public.my_engines() is 'The engines that have made one''s own pictures.';

revoke execute on function
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int),
  public.my_engines() from public, anon, authenticated;
grant execute on function
  public.my_images(text, text, text, text, timestamptz, timestamptz, boolean, int, uuid, int),
  public.my_engines() to authenticated;

-- What a person throws away is shown nowhere, and brought back within a day; after that a sweep takes row and file.
create function public.delete_my_images(ids uuid[]) returns table (id uuid, outcome text)
language plpgsql security definer
set search_path = ''
as $$
begin
  if cardinality(ids) > 500 then
    raise exception 'At most 500 images at once' using errcode = 'PT413', hint = 'too_many';
  end if;
  -- Whoever publishes one at this moment holds it, and is seen below: each statement looks anew.
  perform from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
  order by gi.id
  for update;
  return query
  with gone as (
    update public.generation_images gi
    set deleted_at = clock_timestamp()
    where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
      and not exists (select from public.feed_posts p where p.image_id = gi.id and p.status <> 'deleted')
    returning gi.id
  )
  select gone.id, 'deleted' from gone
  union all
  select gi.id, 'published' from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
    and exists (select from public.feed_posts p where p.image_id = gi.id and p.status <> 'deleted');
end
$$;
comment on function public.delete_my_images(uuid[]) is
  'Throws one''s own pictures away, to be brought back within a day. One that is published stays (published): its publication would lose it. Others'' are passed over in silence.';

create function public.restore_my_images(ids uuid[]) returns setof uuid
language sql security definer
set search_path = ''
as $$
  update public.generation_images gi set deleted_at = null
  where gi.id = any (restore_my_images.ids) and gi.user_id = auth.uid()
    and gi.deleted_at > clock_timestamp() - interval '1 day'
  returning gi.id
$$;
comment on function public.restore_my_images(uuid[]) is 'Brings back what one threw away within the last day.';

create function public.thrown_away_images(p_limit int) returns table (id uuid, bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
  select gi.id, gi.bucket, gi.path from public.generation_images gi
  where gi.deleted_at < clock_timestamp() - interval '25 hours'
  order by gi.deleted_at
  limit p_limit
$$;
comment on function public.thrown_away_images(int) is
  'Pictures that nobody can bring back any more, for the sweep that removes their files; an hour after the last moment to restore.';

create function public.forget_images(p_ids uuid[]) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (
    delete from public.generation_images gi
    where gi.id = any (p_ids) and gi.deleted_at < clock_timestamp() - interval '25 hours'
    returning gi.id)
  select count(*)::int from gone
$$;
comment on function public.forget_images(uuid[]) is 'Takes the rows of thrown away pictures, once their files are gone.';

revoke execute on function
  public.delete_my_images(uuid[]), public.restore_my_images(uuid[]), public.thrown_away_images(int),
  public.forget_images(uuid[]) from public, anon, authenticated;
grant execute on function public.delete_my_images(uuid[]), public.restore_my_images(uuid[]) to authenticated;

-- supabase/schemas/35_workflows/10_workflows.sql
-- A workflow is an ordered list of steps behind a form. What is run is a run's own copy: whatever becomes of the
-- workflow afterwards, the run goes on, and can be read.

create table public.workflows (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid references public.profiles (id) on delete cascade,
  slug text unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  summary text not null default '' check (char_length(summary) <= 1000),
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  cover_url text check (char_length(cover_url) <= 2048),
  goal text check (goal in ('affiche', 'motif', 'portrait', 'produit', 'bd', 'carte', 'banniere', 'logo', 'retouche')),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  fee_credits int not null default 0 check (fee_credits between 0 and 5),
  forked_from uuid references public.workflows (id) on delete set null,
  current_version int not null default 1 check (current_version > 0),
  runs_count int not null default 0 check (runs_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (owner_id is not null or slug is not null)
);
comment on column public.workflows.owner_id is 'Null: ours, a template, which has a slug.';
comment on column public.workflows.labels is 'Title and summary in other languages, as title_en and summary_en.';
create index workflows_of_owner on public.workflows (owner_id, updated_at desc);
create index workflows_public on public.workflows (runs_count desc, id desc) where visibility = 'public';
create index workflows_forks on public.workflows (forked_from) where forked_from is not null;

alter table public.workflows enable row level security;
revoke all on public.workflows from anon, authenticated;
grant select, delete on public.workflows to authenticated;
create policy "people read workflows that are public or theirs" on public.workflows
  for select to authenticated using (visibility = 'public' or owner_id = (select auth.uid()));
create policy "people delete their own workflows" on public.workflows
  for delete to authenticated using (owner_id = (select auth.uid()));

create trigger touch before update on public.workflows
  for each row when (old.runs_count = new.runs_count) execute function app.touch();

create table public.workflow_versions (
  workflow_id uuid not null references public.workflows (id) on delete cascade,
  version int not null check (version > 0),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  inputs jsonb not null default '[]' check (jsonb_typeof(inputs) = 'array'),
  created_at timestamptz not null default now(),
  primary key (workflow_id, version)
);

alter table public.workflow_versions enable row level security;
revoke all on public.workflow_versions from anon, authenticated;
grant select on public.workflow_versions to authenticated;
create policy "versions are read with their workflow" on public.workflow_versions
  for select to authenticated using (
    exists (
      select from public.workflows w
      where w.id = workflow_id and (w.visibility = 'public' or w.owner_id = (select auth.uid()))));

create function app.freeze_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.workflow_runs r where r.workflow_id = old.workflow_id and r.version = old.version) then
    raise exception 'A version that has run stays as it is' using errcode = 'PT409', hint = 'version_frozen';
  end if;
  return new;
end
$$;
comment on function app.freeze_version() is 'A version that has run is never written again, by whomever.';

create trigger freeze_version before update on public.workflow_versions
  for each row execute function app.freeze_version();

revoke execute on function app.freeze_version() from public;

-- supabase/schemas/35_workflows/12_runs.sql
create table public.workflow_runs (
  id uuid primary key default app.uuid_v7(),
  workflow_id uuid references public.workflows (id) on delete set null,
  version int not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  mode text not null default 'whole' check (mode in ('step', 'whole')),
  title text not null,
  steps jsonb not null,
  inputs jsonb not null default '{}' check (jsonb_typeof(inputs) = 'object'),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'succeeded', 'partial', 'failed', 'canceled')),
  current_step int not null default 0 check (current_step >= 0),
  cost_quoted int not null check (cost_quoted >= 0),
  cost_charged int not null default 0 check (cost_charged >= 0),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  unique (user_id, idempotency_key)
);
comment on column public.workflow_runs.steps is 'The steps of its version, as they were when it began.';
comment on column public.workflow_runs.inputs is 'What the form was filled in with, defaults included.';
comment on column public.workflow_runs.current_step is 'The first step that is not over, from 0; as many as there are steps when all are.';
create index workflow_runs_of_user on public.workflow_runs (user_id, id desc);
create index workflow_runs_of_workflow on public.workflow_runs (workflow_id, user_id, id desc);

alter table public.workflow_runs enable row level security;
revoke all on public.workflow_runs from anon, authenticated;
grant select on public.workflow_runs to authenticated;
create policy "people read their own runs" on public.workflow_runs
  for select to authenticated using (user_id = (select auth.uid()));

create table public.workflow_run_steps (
  run_id uuid not null references public.workflow_runs (id) on delete cascade,
  step_index int not null check (step_index >= 0),
  attempt int not null default 1 check (attempt > 0),
  kind text not null check (kind in ('enhance', 'analyse', 'generate', 'remix', 'upscale', 'choose', 'publish')),
  title text not null,
  status text not null default 'pending'
    check (status in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped')),
  input jsonb,
  output jsonb,
  generation_id uuid references public.generations (id) on delete set null,
  cost int not null default 0 check (cost >= 0),
  error text,
  error_message text,
  error_terms text[],
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, step_index, attempt)
);
comment on table public.workflow_run_steps is 'What each step was given and gave, attempt by attempt: the last one counts.';
comment on column public.workflow_run_steps.error is 'A stable code; error_message is a sentence, error_terms the words that a refused prompt is refused for.';
create index workflow_run_steps_generations on public.workflow_run_steps (generation_id) where generation_id is not null;

alter table public.workflow_run_steps enable row level security;
revoke all on public.workflow_run_steps from anon, authenticated;
grant select on public.workflow_run_steps to authenticated;
create policy "people read the steps of their own runs" on public.workflow_run_steps
  for select to authenticated using (
    exists (select from public.workflow_runs r where r.id = run_id and r.user_id = (select auth.uid())));

create table app.workflow_leases (
  run_id uuid primary key references public.workflow_runs (id) on delete cascade,
  due_at timestamptz,
  worker uuid,
  fence int not null default 0,
  tries int not null default 0
);
comment on table app.workflow_leases is 'Who works on a run, which nobody reads but the functions beside it.';
comment on column app.workflow_leases.due_at is
  'When a worker may take the run up: at once, after a pause, or when the lease of whoever works on it has run out. Null: there is nothing to do, as while a picture is being made or a person chooses.';
comment on column app.workflow_leases.fence is
  'How often it was taken up: whoever comes with an older number has lost the run and writes nothing.';
comment on column app.workflow_leases.tries is 'How often the step in work was taken up: one that ends its process each time is given up.';
create index workflow_leases_due on app.workflow_leases (due_at) where due_at is not null;

alter table app.workflow_leases enable row level security;

-- supabase/schemas/35_workflows/20_field_rules.sql
-- What the fields of a workflow must be. The same rules as in the contract's findWorkflowProblem: an editor shows them,
-- this enforces them.

create function app.refuse_workflow(p_field text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception '%: %', p_field, p_why using errcode = 'PT422', hint = 'invalid_workflow', detail = p_field;
end
$$;
comment on function app.refuse_workflow(text, text) is 'PT422 with the path of what is wrong as detail.';

create function app.check_keys(p_object jsonb, p_field text, p_allowed text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  unknown text;
begin
  if jsonb_typeof(p_object) is distinct from 'object' then
    perform app.refuse_workflow(p_field, 'is no object');
  end if;
  select key into unknown from jsonb_object_keys(p_object) as key where key <> all (p_allowed) limit 1;
  if found then
    perform app.refuse_workflow(concat_ws('.', nullif(p_field, 'workflow'), unknown), 'is unknown');
  end if;
end
$$;
comment on function app.check_keys(jsonb, text, text[]) is 'It is an object, and has no other fields than these.';

create function app.check_text(p_value jsonb, p_field text, p_min int, p_max int) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_min = 0 and (p_value is null or p_value = 'null') then
    return;
  end if;
  if jsonb_typeof(p_value) is distinct from 'string'
    or char_length(btrim(p_value #>> '{}')) < p_min or char_length(p_value #>> '{}') > p_max then
    perform app.refuse_workflow(p_field, format('is no text of %s to %s characters', p_min, p_max));
  end if;
end
$$;
comment on function app.check_text(jsonb, text, int, int) is 'It is a text of this length; where none is needed, it may be absent.';

create function app.check_number(p_value jsonb, p_field text, p_range numrange, p_is_whole boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  given numeric;
begin
  if p_value is null then
    return;
  end if;
  if jsonb_typeof(p_value) = 'number' then
    given := p_value::numeric;
  end if;
  if given is null or not p_range @> given or p_is_whole and given <> trunc(given) then
    perform app.refuse_workflow(p_field, format('is no number within %s', p_range));
  end if;
end
$$;
comment on function app.check_number(jsonb, text, numrange, boolean) is 'It is absent, or a number in this range.';

create function app.check_one_of(p_value jsonb, p_field text, p_allowed text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_value is not null and (jsonb_typeof(p_value) <> 'string' or p_value #>> '{}' <> all (p_allowed)) then
    perform app.refuse_workflow(p_field, 'is none of ' || array_to_string(p_allowed, ', '));
  end if;
end
$$;
comment on function app.check_one_of(jsonb, text, text[]) is 'It is absent, or one of these texts.';

create function app.check_list(p_value jsonb, p_field text, p_min int, p_max int) returns void
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'array' or jsonb_array_length(p_value) not between p_min and p_max then
    perform app.refuse_workflow(p_field, format('is no list of %s to %s', p_min, p_max));
  end if;
end
$$;
comment on function app.check_list(jsonb, text, int, int) is 'It is a list of so many.';

create function app.check_default(p_input jsonb, p_field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  usual constant jsonb := p_input -> 'default';
  kind constant text := p_input ->> 'kind';
  is_fit boolean;
begin
  if usual is null or usual = 'null' then
    return;
  end if;
  is_fit := case kind
    when 'number' then jsonb_typeof(usual) = 'number'
    when 'image' then jsonb_typeof(usual) in ('string', 'array')
    when 'choice' then exists (select from jsonb_array_elements(p_input -> 'options') o where o -> 'value' = usual)
    else jsonb_typeof(usual) = 'string'
  end;
  if not is_fit then
    perform app.refuse_workflow(p_field, 'is no value of this field');
  end if;
end
$$;
comment on function app.check_default(jsonb, text) is 'What an input is at first could also be given.';

create function app.check_workflow_input(p_inputs jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  field constant jsonb := p_inputs -> p_place;
  at constant text := 'inputs.' || p_place;
  choice record;
begin
  perform app.check_keys(
    field, at, '{name,label,label_en,kind,required,default,options,max,min}');
  if jsonb_typeof(field -> 'name') is distinct from 'string' or field ->> 'name' !~ '^[a-z][a-z0-9_]{0,39}$' then
    perform app.refuse_workflow(at || '.name', 'begins with a letter, and has letters, digits and _ only');
  end if;
  if exists (
    select from jsonb_array_elements(p_inputs) with ordinality as other (input, n)
    where other.n <= p_place and other.input -> 'name' = field -> 'name') then
    perform app.refuse_workflow(at || '.name', 'is there already');
  end if;
  perform app.check_text(field -> 'label', at || '.label', 1, 120);
  perform app.check_text(field -> 'label_en', at || '.label_en', 0, 120);
  perform app.check_one_of(coalesce(field -> 'kind', 'null'), at || '.kind', '{text,long_text,image,choice,number}');
  perform app.check_number(field -> 'max', at || '.max', '[1,1000000]', true);
  perform app.check_number(field -> 'min', at || '.min', '[-1000000,1000000]', true);
  if field ? 'required' and jsonb_typeof(field -> 'required') <> 'boolean' then
    perform app.refuse_workflow(at || '.required', 'is true or false');
  end if;
  if field ? 'options' or field ->> 'kind' = 'choice' then
    perform app.check_list(field -> 'options', at || '.options', 1, 30);
    for choice in select o.value, o.n - 1 as n from jsonb_array_elements(field -> 'options') with ordinality as o (value, n) loop
      perform app.check_keys(choice.value, format('%s.options.%s', at, choice.n), '{value,label,label_en}');
      perform app.check_text(choice.value -> 'value', format('%s.options.%s.value', at, choice.n), 1, 300);
      perform app.check_text(choice.value -> 'label', format('%s.options.%s.label', at, choice.n), 1, 120);
      perform app.check_text(choice.value -> 'label_en', format('%s.options.%s.label_en', at, choice.n), 0, 120);
    end loop;
  end if;
  perform app.check_default(field, at || '.default');
end
$$;
comment on function app.check_workflow_input(jsonb, int) is 'One field of the form.';

revoke execute on function
  app.refuse_workflow(text, text), app.check_keys(jsonb, text, text[]), app.check_text(jsonb, text, int, int),
  app.check_number(jsonb, text, numrange, boolean), app.check_one_of(jsonb, text, text[]),
  app.check_list(jsonb, text, int, int), app.check_default(jsonb, text), app.check_workflow_input(jsonb, int)
from public;

-- supabase/schemas/35_workflows/22_workflow_rules.sql
-- What the steps of a workflow must be, each by itself and one after the other, and what all of them cost.

create function app.workflow_kinds() returns jsonb
language sql immutable
set search_path = ''
as $$
  select '{
    "enhance": {"takes": ["prompt"], "needs": [], "gives": ["prompt"], "settings": ["prompt"]},
    "analyse": {"takes": ["image"], "needs": ["image"], "gives": ["description", "prompt"], "settings": []},
    "generate": {
      "takes": ["prompt", "description", "images"], "needs": [], "gives": ["images", "image", "prompt"],
      "settings": ["prompt", "negative_prompt", "width", "height", "count", "mode"]},
    "remix": {
      "takes": ["image", "prompt", "description"], "needs": ["image"], "gives": ["images", "image", "prompt"],
      "settings": ["prompt", "negative_prompt", "width", "height", "count", "mode", "influence"]},
    "upscale": {"takes": ["image"], "needs": ["image"], "gives": ["image", "images"], "settings": []},
    "choose": {"takes": ["images"], "needs": ["images"], "gives": ["image", "images"], "settings": []},
    "publish": {
      "takes": ["image", "prompt", "description"], "needs": ["image"], "gives": ["post_id"],
      "settings": ["visibility", "title", "description", "hashtags"]}
  }'::jsonb
$$;
comment on function app.workflow_kinds() is 'The kinds of steps: what each takes, needs and gives, and how it may be set.';

create function app.check_step_settings(p_step jsonb, p_field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(p_step -> 'settings', '{}');
  allowed constant text[] := array(
    select jsonb_array_elements_text(app.workflow_kinds() -> (p_step ->> 'kind') -> 'settings'));
  longest record;
begin
  perform app.check_keys(given, p_field, allowed);
  for longest in
    select * from (values
      ('prompt', 2000), ('negative_prompt', 2000), ('title', 120), ('description', 1000), ('hashtags', 500)) as t (name, most)
  loop
    perform app.check_text(given -> longest.name, p_field || '.' || longest.name, 0, longest.most);
  end loop;
  perform app.check_number(given -> 'width', p_field || '.width', '[256,2048]', true);
  perform app.check_number(given -> 'height', p_field || '.height', '[256,2048]', true);
  perform app.check_number(given -> 'count', p_field || '.count', '[1,4]', true);
  perform app.check_number(given -> 'influence', p_field || '.influence', '[0,1]', false);
  perform app.check_one_of(given -> 'mode', p_field || '.mode', '{normal,enhanced,cortexia}');
  perform app.check_one_of(given -> 'visibility', p_field || '.visibility', '{public,followers,unlisted,private}');
end
$$;
comment on function app.check_step_settings(jsonb, text) is 'How a step is set, by its kind.';

create function app.check_source(p_workflow jsonb, p_place int, p_name text) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant jsonb := p_workflow #> array['steps', p_place::text, 'takes', p_name];
  at constant text := format('steps.%s.takes.%s', p_place, p_name);
  wants_image constant boolean := p_name in ('image', 'images');
  is_image boolean;
  giver text;
begin
  perform app.check_keys(source, at, case
    when source ? 'input' then '{input}'::text[]
    when source ? 'step' then '{step,field}'
    else '{value}'
  end);
  if source ? 'input' then
    select input ->> 'kind' = 'image' into is_image
    from jsonb_array_elements(p_workflow -> 'inputs') as input where input -> 'name' = source -> 'input';
    if not found then
      perform app.refuse_workflow(at || '.input', 'is no field of the form');
    end if;
  elsif source ? 'step' then
    perform app.check_number(source -> 'step', at || '.step', '[0,19]', true);
    if (source -> 'step')::int >= p_place then
      perform app.refuse_workflow(at || '.step', 'is no earlier step');
    end if;
    giver := p_workflow #>> array['steps', source ->> 'step', 'kind'];
    if not coalesce(app.workflow_kinds() -> giver -> 'gives' @> (source -> 'field'), false) then
      perform app.refuse_workflow(at || '.field', 'is nothing that this step gives');
    end if;
    is_image := source ->> 'field' in ('image', 'images');
  else
    if jsonb_typeof(source -> 'value') = 'array' and wants_image then
      perform app.check_list(source -> 'value', at || '.value', 1, 4);
    else
      perform app.check_text(source -> 'value', at || '.value', 1, 2048);
    end if;
    is_image := wants_image;
  end if;
  if is_image <> wants_image then
    perform app.refuse_workflow(at, 'is of another kind');
  end if;
end
$$;
comment on function app.check_source(jsonb, int, text) is 'Where a step takes one thing from: the form, an earlier step, or a fixed value.';

create function app.names_in(p_text text) returns setof text
language sql immutable
set search_path = ''
as $$
  select part[1] from regexp_matches(p_text, '\{([^{}]*)\}', 'g') as part
$$;
comment on function app.names_in(text) is 'The names in a text such as Affiche pour {titre}.';

create function app.check_step_names(p_workflow jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  step constant jsonb := p_workflow -> 'steps' -> p_place;
  wrong record;
begin
  select setting.key as setting, name into wrong
  from jsonb_each(coalesce(step -> 'settings', '{}')) as setting, app.names_in(setting.value #>> '{}') as name
  where jsonb_typeof(setting.value) = 'string'
    and not (name in ('prompt', 'description') and coalesce(step -> 'takes', '{}') ? name)
    and not exists (
      select from jsonb_array_elements(p_workflow -> 'inputs') as input
      where input ->> 'name' = name and input ->> 'kind' <> 'image')
  limit 1;
  if found then
    perform app.refuse_workflow(
      format('steps.%s.settings.%s', p_place, wrong.setting), format('nothing is called {%s}', wrong.name));
  end if;
end
$$;
comment on function app.check_step_names(jsonb, int) is 'Every name in a text is an input of the form, or a text that the step takes.';

create function app.check_workflow_step(p_workflow jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  step constant jsonb := p_workflow -> 'steps' -> p_place;
  at constant text := 'steps.' || p_place;
  takes jsonb;
  rules jsonb;
  name text;
begin
  perform app.check_keys(step, at, '{kind,title,title_en,settings,takes}');
  rules := app.workflow_kinds() -> (step ->> 'kind');
  if rules is null then
    perform app.refuse_workflow(at || '.kind', 'is no kind of step');
  end if;
  perform app.check_text(step -> 'title', at || '.title', 1, 80);
  perform app.check_text(step -> 'title_en', at || '.title_en', 0, 80);
  perform app.check_step_settings(step, at || '.settings');
  takes := coalesce(step -> 'takes', '{}');
  perform app.check_keys(takes, at || '.takes', array(select jsonb_array_elements_text(rules -> 'takes')));
  for name in select jsonb_object_keys(takes) loop
    perform app.check_source(p_workflow, p_place, name);
  end loop;
  for name in select jsonb_array_elements_text(rules -> 'needs') loop
    if not takes ? name then
      perform app.refuse_workflow(format('%s.takes.%s', at, name), 'is needed');
    end if;
  end loop;
  if step ->> 'kind' in ('enhance', 'generate', 'remix') and not takes ? 'prompt'
    and btrim(coalesce(step #>> '{settings,prompt}', '')) = '' then
    perform app.refuse_workflow(at || '.settings.prompt', 'is needed');
  end if;
  perform app.check_step_names(p_workflow, p_place);
end
$$;
comment on function app.check_workflow_step(jsonb, int) is 'One step, in its place among the others.';

create function app.check_workflow(p_workflow jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform app.check_keys(p_workflow, 'workflow', '{id,title,summary,goal,visibility,cover_url,steps,inputs}');
  perform app.check_text(p_workflow -> 'title', 'title', 1, 120);
  perform app.check_text(p_workflow -> 'summary', 'summary', 0, 1000);
  perform app.check_one_of(nullif(p_workflow -> 'goal', 'null'), 'goal',
    '{affiche,motif,portrait,produit,bd,carte,banniere,logo,retouche}');
  perform app.check_one_of(p_workflow -> 'visibility', 'visibility', '{private,unlisted,public}');
  perform app.check_text(p_workflow -> 'cover_url', 'cover_url', 0, 2048);
  perform app.check_list(p_workflow -> 'steps', 'steps', 1, 20);
  perform app.check_list(coalesce(p_workflow -> 'inputs', '[]'), 'inputs', 0, 12);
  for place in 0 .. jsonb_array_length(coalesce(p_workflow -> 'inputs', '[]')) - 1 loop
    perform app.check_workflow_input(p_workflow -> 'inputs', place);
  end loop;
  for place in 0 .. jsonb_array_length(p_workflow -> 'steps') - 1 loop
    perform app.check_workflow_step(p_workflow || jsonb_build_object('inputs', coalesce(p_workflow -> 'inputs', '[]')), place);
  end loop;
end
$$;
comment on function app.check_workflow(jsonb) is 'PT422 invalid_workflow, with the path of the first thing that is wrong as detail.';

create function app.price_of_steps(p_steps jsonb) returns int
language sql stable
set search_path = ''
as $$
  select coalesce(sum(app.price_of('generation') * coalesce((step #>> '{settings,count}')::int, 1)), 0)::int
  from jsonb_array_elements(p_steps) as step
  where step ->> 'kind' in ('generate', 'remix')
$$;
comment on function app.price_of_steps(jsonb) is 'What these steps would cost together, in credits.';

revoke execute on function
  app.workflow_kinds(), app.check_step_settings(jsonb, text), app.check_source(jsonb, int, text),
  app.names_in(text), app.check_step_names(jsonb, int), app.check_workflow_step(jsonb, int),
  app.check_workflow(jsonb), app.price_of_steps(jsonb) from public;

-- supabase/schemas/35_workflows/30_saving.sql
-- Writing and copying workflows.

create function app.readable_workflow(p_id uuid, p_user uuid) returns public.workflows
language plpgsql stable
set search_path = ''
as $$
declare
  found_one public.workflows;
begin
  select * into found_one from public.workflows w
  where w.id = p_id and (w.visibility in ('public', 'unlisted') or w.owner_id = p_user);
  if found_one.id is null then
    perform app.not_there('workflow');
  end if;
  return found_one;
end
$$;
comment on function app.readable_workflow(uuid, uuid) is
  'A workflow that this person may read and run: public, their own, or an unlisted one whose id they have. PT404 otherwise.';

create function app.keep_version(p_workflow public.workflows, p_steps jsonb, p_inputs jsonb) returns int
language plpgsql
set search_path = ''
as $$
declare
  last public.workflow_versions;
  next_version int;
begin
  select * into last from public.workflow_versions v
  where v.workflow_id = p_workflow.id and v.version = p_workflow.current_version;
  if last.steps = p_steps and last.inputs = p_inputs then
    return last.version;
  end if;
  next_version := p_workflow.current_version;
  if last.version is not null and exists (
    select from public.workflow_runs r where r.workflow_id = p_workflow.id and r.version = last.version) then
    next_version := next_version + 1;
  end if;
  insert into public.workflow_versions (workflow_id, version, steps, inputs)
  values (p_workflow.id, next_version, p_steps, p_inputs)
  on conflict (workflow_id, version) do update set steps = excluded.steps, inputs = excluded.inputs;
  return next_version;
end
$$;
comment on function app.keep_version(public.workflows, jsonb, jsonb) is
  'Writes the current version, or the next one where it has run. The caller holds the workflow.';

create function app.check_cover(p_url text, p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_url is not null
    and not exists (select from public.generation_images i where i.url = p_url and i.user_id = p_user)
    and not exists (select from public.feed_posts p where p.image_url = p_url and p.audience = 'public') then
    perform app.refuse_workflow('cover_url', 'is none of one''s own creations');
  end if;
end
$$;
comment on function app.check_cover(text, uuid) is 'A cover is a creation of one''s own, or one that is published.';

create function public.save_workflow(workflow jsonb) returns public.workflows
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  saved public.workflows;
begin
  if octet_length(workflow::text) > 100000 then
    perform app.refuse_workflow('workflow', 'is larger than 100 kB');
  end if;
  perform app.check_workflow(workflow);
  perform app.check_cover(workflow ->> 'cover_url', person);
  if workflow ->> 'id' is null then
    if (select count(*) from public.workflows w where w.owner_id = person) >= 500 then
      raise exception 'A person has at most 500 workflows' using errcode = 'PT429', hint = 'throttled';
    end if;
    insert into public.workflows (owner_id, title) values (person, btrim(workflow ->> 'title')) returning * into saved;
  else
    if pg_input_is_valid(workflow ->> 'id', 'uuid') then
      select * into saved from public.workflows w
      where w.id = (workflow ->> 'id')::uuid and w.owner_id = person for no key update;
    end if;
    if saved.id is null then
      perform app.not_there('workflow');
    end if;
  end if;
  update public.workflows w
  set title = btrim(workflow ->> 'title'),
    summary = btrim(coalesce(workflow ->> 'summary', '')),
    goal = workflow ->> 'goal',
    visibility = coalesce(workflow ->> 'visibility', 'private'),
    cover_url = workflow ->> 'cover_url',
    current_version = app.keep_version(saved, workflow -> 'steps', coalesce(workflow -> 'inputs', '[]'))
  where w.id = saved.id
  returning * into saved;
  return saved;
end
$$;
comment on function public.save_workflow(jsonb) is
  'Writes one''s own workflow: a new one without an id. What has run already becomes the next version. PT422 invalid_workflow with the path of what is wrong as detail, PT404 for an id that is not one''s own.';

create function public.duplicate_workflow(workflow_id uuid) returns public.workflows
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  source public.workflows := app.readable_workflow(workflow_id, person);
  made public.workflows;
begin
  if (select count(*) from public.workflows w where w.owner_id = person) >= 500 then
    raise exception 'A person has at most 500 workflows' using errcode = 'PT429', hint = 'throttled';
  end if;
  insert into public.workflows (owner_id, title, summary, goal, cover_url, forked_from)
  values (person, source.title, source.summary, source.goal, source.cover_url, source.id)
  returning * into made;
  insert into public.workflow_versions (workflow_id, version, steps, inputs)
  select made.id, 1, v.steps, v.inputs
  from public.workflow_versions v
  where v.workflow_id = source.id and v.version = source.current_version;
  return made;
end
$$;
comment on function public.duplicate_workflow(uuid) is
  'A private copy of a public workflow, one''s own, or an unlisted one whose id one has: its last version. PT404 otherwise.';

create function public.read_workflow(workflow_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_one public.workflows := app.readable_workflow(workflow_id, app.require_person());
begin
  return (
    select jsonb_build_object(
      'workflow', to_jsonb(found_one),
      'author', (
        select jsonb_build_object(
          'id', p.id, 'display_name', p.display_name, 'username', p.username, 'avatar_url', p.avatar_url)
        from public.profiles p where p.id = found_one.owner_id),
      'version', v.version, 'steps', v.steps, 'inputs', v.inputs, 'cost', app.price_of_steps(v.steps))
    from public.workflow_versions v
    where v.workflow_id = found_one.id and v.version = found_one.current_version);
end
$$;
comment on function public.read_workflow(uuid) is
  'A public workflow, one''s own, or an unlisted one whose id one has, with its last version, author and cost. PT404 otherwise.';

create function public.workflow_cost(workflow_id uuid) returns int
language sql stable security definer
set search_path = ''
as $$
  select app.price_of_steps(v.steps)
  from app.readable_workflow(workflow_id, app.require_person()) as w
  join public.workflow_versions v on v.workflow_id = w.id and v.version = w.current_version
$$;
comment on function public.workflow_cost(uuid) is 'What a whole run would cost, in credits. PT404 for what one may not read.';

revoke execute on function
  app.readable_workflow(uuid, uuid), app.keep_version(public.workflows, jsonb, jsonb), app.check_cover(text, uuid)
from public;
revoke execute on function
  public.save_workflow(jsonb), public.duplicate_workflow(uuid), public.read_workflow(uuid), public.workflow_cost(uuid)
from public, anon, authenticated;
grant execute on function
  public.save_workflow(jsonb), public.duplicate_workflow(uuid), public.read_workflow(uuid), public.workflow_cost(uuid)
to authenticated;

-- supabase/schemas/35_workflows/40_inputs.sql
-- What a form may be filled with.

create function app.refuse_input(p_name text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'inputs.%: %', p_name, p_why using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs.' || p_name;
end
$$;
comment on function app.refuse_input(text, text) is 'PT422 with the field of the form as detail.';

create function app.check_input_text(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  most constant int := least(coalesce((p_input ->> 'max')::int, 1000), 1000);
begin
  if jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') > most then
    perform app.refuse_input(p_input ->> 'name', format('is no text of at most %s characters', most));
  end if;
  if p_input ->> 'kind' = 'choice'
    and not exists (select from jsonb_array_elements(p_input -> 'options') as o where o -> 'value' = p_value) then
    perform app.refuse_input(p_input ->> 'name', 'is none of the choices');
  end if;
  return to_jsonb(btrim(p_value #>> '{}'));
end
$$;
comment on function app.check_input_text(jsonb, jsonb) is 'A text of the form, or one of its choices.';

create function app.check_input_number(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) <> 'number'
    or p_value::numeric < coalesce((p_input ->> 'min')::numeric, '-Infinity')
    or p_value::numeric > coalesce((p_input ->> 'max')::numeric, 'Infinity') then
    perform app.refuse_input(p_input ->> 'name', 'is no number of this range');
  end if;
  return p_value;
end
$$;
comment on function app.check_input_number(jsonb, jsonb) is 'A number of the form.';

create function app.check_input_images(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := case jsonb_typeof(p_value) when 'string' then jsonb_build_array(p_value) else p_value end;
  most constant int := least(coalesce((p_input ->> 'max')::int, 1), 3);
begin
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) not between 1 and most then
    perform app.refuse_input(p_input ->> 'name', format('is no picture, nor a list of up to %s', most));
  end if;
  if exists (
    select from jsonb_array_elements(given) as image
    where jsonb_typeof(image) <> 'string' or length(image #>> '{}') > 2048 or image #>> '{}' !~
      '^(https?://[^/?#\\]+)?/storage/v1/(object|render/image)/public/(temp-images|temp-uploads|generated-images)/[^?#]+(\?[^#]*)?$') then
    perform app.refuse_input(p_input ->> 'name', 'is not the address of a stored picture');
  end if;
  return given;
end
$$;
comment on function app.check_input_images(jsonb, jsonb) is 'Pictures of the form, by their addresses with us: nothing foreign is ever asked for.';

create function app.fill_form(p_form jsonb, p_given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(nullif(p_given, 'null'), '{}');
  input jsonb;
  value jsonb;
  filled jsonb := '{}';
begin
  if jsonb_typeof(given) <> 'object' or octet_length(given::text) > 60000 then
    raise exception 'inputs: is no form' using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs';
  end if;
  for input in select i from jsonb_array_elements(p_form) as i loop
    value := given -> (input ->> 'name');
    if value is null or value in ('null', '[]') or btrim(value #>> '{}') = '' then
      value := nullif(input -> 'default', 'null');
    end if;
    if value is null or value = '""' then
      if coalesce((input -> 'required')::boolean, false) then
        perform app.refuse_input(input ->> 'name', 'is needed');
      end if;
      value := 'null';
    else
      value := case input ->> 'kind'
        when 'number' then app.check_input_number(input, value)
        when 'image' then app.check_input_images(input, value)
        else app.check_input_text(input, value)
      end;
    end if;
    filled := filled || jsonb_build_object(input ->> 'name', value);
  end loop;
  select key into value from (select to_jsonb(key) as key from jsonb_object_keys(given) as key) as names
  where not filled ? (key #>> '{}') limit 1;
  if found then
    perform app.refuse_input(value #>> '{}', 'is no field of the form');
  end if;
  return filled;
end
$$;
comment on function app.fill_form(jsonb, jsonb) is
  'The form as it was filled in, with defaults where nothing was given. PT422 invalid_inputs with the field as detail.';

revoke execute on function
  app.refuse_input(text, text), app.check_input_text(jsonb, jsonb), app.check_input_number(jsonb, jsonb),
  app.check_input_images(jsonb, jsonb), app.fill_form(jsonb, jsonb) from public;

-- supabase/schemas/35_workflows/50_running.sql
-- Runs: begun and taken further. The row of a run is the lock of all that belongs to it, and it is always the last lock
-- that is taken: whatever ends a generation holds that generation's job and money already.

create function app.run_receipt(p_run public.workflow_runs) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_run.id, 'workflow_id', p_run.workflow_id, 'status', p_run.status, 'current_step', p_run.current_step,
    'cost_quoted', p_run.cost_quoted, 'cost_charged', p_run.cost_charged)
$$;
comment on function app.run_receipt(public.workflow_runs) is 'What execute_step tells of a run.';

create function app.last_step(p_run uuid, p_index int) returns public.workflow_run_steps
language sql stable
set search_path = ''
as $$
  select * from public.workflow_run_steps s
  where s.run_id = p_run and s.step_index = p_index
  order by s.attempt desc
  limit 1
$$;
comment on function app.last_step(uuid, int) is 'The attempt that counts.';

create function app.tell_workflow(p_run uuid, p_index int) returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object(
      'run_id', r.id, 'workflow_id', r.workflow_id, 'status', r.status, 'current_step', r.current_step,
      'cost_charged', r.cost_charged,
      'step', case when s.step_index is not null then
        jsonb_build_object('index', s.step_index, 'status', s.status, 'cost', s.cost) end),
    'workflow', 'user:' || r.user_id, true)
  from public.workflow_runs r left join lateral app.last_step(r.id, p_index) s on true
  where r.id = p_run
$$;
comment on function app.tell_workflow(uuid, int) is 'Tells the owner of a run when the transaction commits, with the step that changed.';

create function app.lock_own_run(p_run uuid, p_user uuid) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
begin
  select * into run from public.workflow_runs r where r.id = p_run and r.user_id = p_user for no key update;
  if run.id is null then
    perform app.not_there('run');
  end if;
  return run;
end
$$;
comment on function app.lock_own_run(uuid, uuid) is 'A run of this person, locked. PT404 otherwise.';

create function app.require_credits(p_user uuid, p_cost int) returns void
language plpgsql
set search_path = ''
as $$
declare
  available bigint;
begin
  select coalesce(sum(b.balance), 0) into available
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || p_user and a.asset = 'CREDIT' and a.kind in ('promo', 'paid');
  if available < p_cost then
    raise exception 'It would cost % credits, and % are left', p_cost, available
      using errcode = 'PT402', hint = 'insufficient_credits', detail = (p_cost - available)::text;
  end if;
end
$$;
comment on function app.require_credits(uuid, int) is
  'PT402 with what is missing as detail. Each picture still holds its own price when it is ordered.';

create function app.begin_run(p_workflow uuid, p_user uuid, p_order jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows;
  version public.workflow_versions;
  run public.workflow_runs;
begin
  perform pg_advisory_xact_lock(hashtextextended('workflow:' || p_user, 0));
  select * into run from public.workflow_runs r
  where r.user_id = p_user and r.idempotency_key = p_order ->> 'key';
  if found then
    if run.workflow_id is distinct from p_workflow then
      raise exception 'This key stands for a run of another workflow' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return run;
  end if;
  workflow := app.readable_workflow(p_workflow, p_user);
  -- Written before the version is read: whoever saves the workflow at this moment makes its next version.
  update public.workflows w set runs_count = w.runs_count + 1 where w.id = p_workflow returning * into workflow;
  select * into version from public.workflow_versions v
  where v.workflow_id = workflow.id and v.version = workflow.current_version;
  if (select count(*) from public.workflow_runs r
      where r.user_id = p_user and r.mode = 'whole' and r.status in ('queued', 'running')) >= 10 then
    raise exception '10 runs may be at work at once' using errcode = 'PT429', hint = 'too_many_running', detail = '5';
  end if;
  insert into public.workflow_runs (workflow_id, version, user_id, idempotency_key, mode, title, steps, inputs, cost_quoted)
  values (workflow.id, version.version, p_user, p_order ->> 'key', p_order ->> 'mode', workflow.title, version.steps,
    app.fill_form(version.inputs, p_order -> 'inputs'), app.price_of_steps(version.steps))
  returning * into run;
  perform app.require_credits(p_user, run.cost_quoted);
  insert into public.workflow_run_steps (run_id, step_index, kind, title)
  select run.id, step.n - 1, step.value ->> 'kind', step.value ->> 'title'
  from jsonb_array_elements(run.steps) with ordinality as step (value, n);
  insert into app.workflow_leases (run_id) values (run.id);
  return app.advance_run(run.id, 0);
end
$$;
comment on function app.begin_run(uuid, uuid, jsonb) is
  'A new run, or the one that has this key already. Costs nothing yet, but is refused to whoever could not pay it whole.';

create function app.advance_run(p_run uuid, p_changed int) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
  next_step public.workflow_run_steps;
  offered jsonb;
begin
  select * into run from public.workflow_runs r where r.id = p_run for no key update;
  for place in 0 .. jsonb_array_length(run.steps) - 1 loop
    next_step := app.last_step(p_run, place);
    exit when next_step.status <> 'succeeded';
    next_step := null;
  end loop;
  if next_step.status = 'pending' and next_step.kind = 'choose' then
    offered := app.step_input(run, next_step.step_index);
    update public.workflow_run_steps s
    set status = case offered -> 'images' when '[]' then 'failed' else 'waiting' end,
      error = case offered -> 'images' when '[]' then 'empty_result' end,
      input = offered, started_at = clock_timestamp()
    where s.run_id = p_run and s.step_index = next_step.step_index and s.attempt = next_step.attempt
    returning * into next_step;
  end if;
  update public.workflow_runs r
  set current_step = coalesce(next_step.step_index, jsonb_array_length(r.steps)),
    status = case
      when r.status = 'canceled' then r.status
      when next_step.status is null then 'succeeded'
      when next_step.status = 'failed' then case
        when exists (select from public.workflow_run_steps s where s.run_id = p_run and s.status = 'succeeded') then 'partial'
        else 'failed' end
      when next_step.status = 'pending' then case when r.mode = 'whole' then 'running' else 'queued' end
      else next_step.status
    end,
    cost_charged = (select coalesce(sum(s.cost), 0) from public.workflow_run_steps s where s.run_id = p_run)
  where r.id = p_run
  returning * into run;
  update public.workflow_runs r
  set finished_at = case when r.status in ('succeeded', 'partial', 'failed', 'canceled') then clock_timestamp() end
  where r.id = p_run
  returning * into run;
  update app.workflow_leases l
  set due_at = case when run.mode = 'whole' and run.status = 'running' and next_step.status = 'pending' then clock_timestamp() end,
    worker = null, tries = 0
  where l.run_id = p_run;
  perform app.tell_workflow(p_run, p_changed);
  return run;
end
$$;
comment on function app.advance_run(uuid, int) is
  'After a step has changed: which one is next, how the run stands, and whether a worker has something to do. A choice waits for the person as soon as its turn comes.';

create function public.start_workflow_run(workflow_id uuid, inputs jsonb, mode text, idempotency_key text)
returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
begin
  if coalesce(mode, '') not in ('step', 'whole') or coalesce(char_length(idempotency_key), 0) not between 1 and 200 then
    raise exception 'mode: step or whole; idempotency_key: 1 to 200 characters' using errcode = 'PT400', hint = 'bad_request';
  end if;
  return app.begin_run(workflow_id, person, jsonb_build_object('key', idempotency_key, 'mode', mode, 'inputs', inputs));
end
$$;
comment on function public.start_workflow_run(uuid, jsonb, text, text) is
  'Begins a run; the same key again answers the first one''s. A whole one goes on by itself. PT402 insufficient_credits with what is missing as detail, PT404, PT422 invalid_inputs with the field as detail, PT429 too_many_running.';

revoke execute on function
  app.run_receipt(public.workflow_runs), app.last_step(uuid, int), app.tell_workflow(uuid, int),
  app.lock_own_run(uuid, uuid), app.require_credits(uuid, int), app.begin_run(uuid, uuid, jsonb),
  app.advance_run(uuid, int) from public;
revoke execute on function public.start_workflow_run(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.start_workflow_run(uuid, jsonb, text, text) to authenticated;

-- supabase/schemas/35_workflows/52_stopping_and_resuming.sql
-- Runs: stopped, taken up again, and chosen in.

create function app.end_canceled(p_run uuid, p_user uuid, p_generation uuid) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs := app.lock_own_run(p_run, p_user);
begin
  if exists (
    select from public.workflow_run_steps s join public.generations g on g.id = s.generation_id
    where s.run_id = p_run and g.status in ('queued', 'running') and g.id is distinct from p_generation) then
    -- A picture was ordered since one looked: its job must be locked before the run.
    raise exception 'once more' using errcode = 'PTX01';
  end if;
  if run.status in ('succeeded', 'canceled') then
    return run;
  end if;
  update public.workflow_run_steps s
  set status = 'skipped', finished_at = clock_timestamp()
  where s.run_id = p_run
    and (s.status in ('pending', 'waiting') or s.status = 'running' and s.generation_id is null);
  update public.workflow_runs r set status = 'canceled', finished_at = clock_timestamp() where r.id = p_run returning * into run;
  update app.workflow_leases l set due_at = null, worker = null, fence = l.fence + 1 where l.run_id = p_run;
  perform app.tell_workflow(p_run, run.current_step);
  return run;
end
$$;
comment on function app.end_canceled(uuid, uuid, uuid) is 'Ends a run whose picture under way, if any, has been cancelled. PTX01 where that was another one.';

create function public.cancel_workflow_run(run_id uuid) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  under_way uuid;
begin
  for attempt in 1 .. 5 loop
    select g.id into under_way
    from public.workflow_run_steps s join public.generations g on g.id = s.generation_id
    where s.run_id = cancel_workflow_run.run_id and g.user_id = person and g.status in ('queued', 'running');
    if found then
      perform public.cancel_generation(under_way);
    end if;
    begin
      return app.end_canceled(cancel_workflow_run.run_id, person, under_way);
    exception when sqlstate 'PTX01' then
      null;
    end;
  end loop;
  raise exception 'The run cannot be stopped at this moment' using errcode = 'PT503', hint = 'storage_failed';
end
$$;
comment on function public.cancel_workflow_run(uuid) is
  'Stops one''s own run: what is made stays and is paid, what is being made is cancelled and given back, the rest is left out. One that is over stays as it is. PT404.';

create function public.resume_workflow_run(run_id uuid, from_step int) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  run public.workflow_runs := app.lock_own_run(resume_workflow_run.run_id, person);
begin
  if from_step is null or from_step not between 0 and jsonb_array_length(run.steps) - 1 then
    perform app.not_there('step');
  end if;
  if exists (select from public.workflow_run_steps s where s.run_id = run.id and s.status = 'running') then
    raise exception 'A step is at work' using errcode = 'PT409', hint = 'already_running';
  end if;
  if from_step > run.current_step then
    raise exception 'Earlier steps are not over' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  perform app.require_credits(person, app.price_of_steps(jsonb_path_query_array(
    run.steps, '$[$from to last]', jsonb_build_object('from', from_step))));
  insert into public.workflow_run_steps (run_id, step_index, attempt, kind, title)
  select s.run_id, s.step_index, s.attempt + 1, s.kind, s.title
  from public.workflow_run_steps s
  where s.run_id = run.id and s.step_index >= from_step and s.status <> 'pending'
    and s.attempt = (app.last_step(s.run_id, s.step_index)).attempt;
  update public.workflow_runs r
  set status = 'queued',
    cost_quoted = r.cost_charged + app.price_of_steps(jsonb_path_query_array(
      r.steps, '$[$from to last]', jsonb_build_object('from', from_step)))
  where r.id = run.id;
  return app.advance_run(run.id, from_step);
end
$$;
comment on function public.resume_workflow_run(uuid, int) is
  'Does this step and those after it anew; what earlier steps gave is kept, and so are earlier attempts. PT402, PT404, PT409 already_running or out_of_order.';

create function public.choose_in_step(run_id uuid, step_index int, image_id text) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs := app.lock_own_run(choose_in_step.run_id, app.require_person());
  step public.workflow_run_steps := app.last_step(run.id, choose_in_step.step_index);
  chosen jsonb;
begin
  if step.kind is distinct from 'choose' then
    perform app.not_there('choice');
  end if;
  if step.status <> 'waiting' then
    raise exception 'It is not this step''s turn' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  select image into chosen from jsonb_array_elements(step.input -> 'images') as image
  where choose_in_step.image_id in (image ->> 'id', image ->> 'url');
  if not found then
    perform app.not_there('picture among those to choose from');
  end if;
  update public.workflow_run_steps s
  set status = 'succeeded', finished_at = clock_timestamp(),
    output = jsonb_build_object('image', chosen, 'images', jsonb_build_array(chosen))
  where s.run_id = run.id and s.step_index = step.step_index and s.attempt = step.attempt;
  return app.advance_run(run.id, step.step_index);
end
$$;
comment on function public.choose_in_step(uuid, int, text) is
  'The person''s choice, by the id or the address of a picture; a whole run goes on with it. PT404 for a picture that is not among those to choose from, PT409 where the step does not wait.';

revoke execute on function app.end_canceled(uuid, uuid, uuid) from public;
revoke execute on function
  public.cancel_workflow_run(uuid), public.resume_workflow_run(uuid, int), public.choose_in_step(uuid, int, text)
from public, anon, authenticated;
grant execute on function
  public.cancel_workflow_run(uuid), public.resume_workflow_run(uuid, int), public.choose_in_step(uuid, int, text)
to authenticated;

-- supabase/schemas/35_workflows/60_step_inputs.sql
-- What a step starts from: words and pictures of the form and of the steps before it.

create function app.known_image(p_image jsonb, p_user uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  url constant text := case jsonb_typeof(p_image) when 'string' then p_image #>> '{}' else p_image ->> 'url' end;
  location constant text[] := regexp_match(url, '/public/([^/?#]+)/([^?#]+)');
  own public.generation_images;
begin
  if jsonb_typeof(p_image) = 'object' and p_image ->> 'id' is not null then
    return p_image;
  end if;
  select * into own from public.generation_images i
  where i.bucket = location[1] and i.path = location[2] and i.user_id = p_user
  limit 1;
  return jsonb_build_object(
    'id', own.id, 'url', coalesce(own.url, url), 'width', own.width, 'height', own.height, 'thumbhash', own.thumbhash);
end
$$;
comment on function app.known_image(jsonb, uuid) is 'A picture by its address, with its size where it is a creation of this person.';

create function app.as_images(p_value jsonb, p_user uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(app.known_image(image, p_user) order by n), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_value)
    when 'array' then p_value
    when 'string' then jsonb_build_array(p_value)
    when 'object' then jsonb_build_array(p_value)
    else '[]'
  end) with ordinality as given (image, n)
$$;
comment on function app.as_images(jsonb, uuid) is 'One picture, several or none, as a list.';

create function app.post_of_image(p_image jsonb, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from regexp_match(p_image ->> 'url', '/public/([^/?#]+)/([^?#]+)') as location
  join public.generation_images i on i.bucket = location[1] and i.path = location[2]
  join public.feed_posts p on p.image_url = i.url
  where app.sees_post(p_user, p.id, false)
  order by p.creator_id = p_user desc, p.id
  limit 1
$$;
comment on function app.post_of_image(jsonb, uuid) is 'The publication that a picture is from, as far as this person may know.';

create function app.fill_text(p_text text, p_values jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(regexp_replace(regexp_replace(string_agg(
    case when part[1] ~ '^\{.*\}$' then coalesce(p_values ->> substring(part[1] from 2 for length(part[1]) - 2), '')
    else part[1] end, '' order by n), '\s*,(\s*,)+', ',', 'g'), '[ \t]{2,}', ' ', 'g'), ' ,')
  from regexp_matches(p_text, '([^{]+|\{[^{}]*\}|\{)', 'g') with ordinality as matches (part, n)
$$;
comment on function app.fill_text(text, jsonb) is
  'Affiche pour {titre} with its names filled in; what was left blank leaves no lonely comma behind.';

create function app.taken(p_run public.workflow_runs, p_source jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when p_source ? 'input' then p_run.inputs -> (p_source ->> 'input')
    when p_source ? 'step' then
      (app.last_step(p_run.id, (p_source ->> 'step')::int)).output -> (p_source ->> 'field')
    else p_source -> 'value'
  end
$$;
comment on function app.taken(public.workflow_runs, jsonb) is 'What a source stands for in this run.';

create function app.step_input(p_run public.workflow_runs, p_index int) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  step constant jsonb := p_run.steps -> p_index;
  source record;
  value jsonb;
  texts jsonb := '{}';
  input jsonb := '{}';
begin
  for source in select t.key as name, t.value as place from jsonb_each(coalesce(step -> 'takes', '{}')) as t loop
    value := app.taken(p_run, source.place);
    if source.name in ('image', 'images') then
      value := app.as_images(value, p_run.user_id);
      input := input || jsonb_build_object('images', value);
      if source.name = 'image' then
        input := input || jsonb_build_object('image', value -> 0);
      end if;
    else
      texts := texts || jsonb_build_object(source.name, coalesce(value #>> '{}', ''));
      if source.name = 'prompt' and source.place ? 'step' then
        value := app.taken(p_run, source.place || '{"field": "negative_prompt"}');
        texts := texts || jsonb_strip_nulls(jsonb_build_object('negative_prompt', value));
      end if;
    end if;
  end loop;
  if step ->> 'kind' = 'remix' then
    input := input || jsonb_build_object('remix_of', app.post_of_image(input -> 'image', p_run.user_id));
  end if;
  return texts || input || coalesce((
    select jsonb_object_agg(s.key, case when jsonb_typeof(s.value) = 'string' and s.key in
        ('prompt', 'negative_prompt', 'title', 'description', 'hashtags')
      then to_jsonb(app.fill_text(s.value #>> '{}', p_run.inputs || texts)) else s.value end)
    from jsonb_each(step -> 'settings') as s
    where s.value <> 'null' and s.value <> '""'), '{}');
end
$$;
comment on function app.step_input(public.workflow_runs, int) is
  'All that a step works with: what it takes, its settings, and its texts with the names filled in.';

create function app.image_of(p_image public.generation_images) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_image.id, 'url', p_image.url, 'width', p_image.width, 'height', p_image.height, 'thumbhash', p_image.thumbhash)
$$;
comment on function app.image_of(public.generation_images) is 'A picture as steps hand it on.';

revoke execute on function
  app.known_image(jsonb, uuid), app.as_images(jsonb, uuid), app.post_of_image(jsonb, uuid),
  app.fill_text(text, jsonb), app.taken(public.workflow_runs, jsonb), app.step_input(public.workflow_runs, int),
  app.image_of(public.generation_images) from public;

-- supabase/schemas/35_workflows/62_steps.sql
-- How steps are worked on. Whoever works names itself and the fence that it was given; with an older one nothing is
-- written.

create function app.begin_step(
  p_run public.workflow_runs, p_step public.workflow_run_steps, p_worker uuid, p_lease_seconds int
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
  given int;
begin
  update public.workflow_run_steps s
  set status = 'running', input = app.step_input(p_run, s.step_index), started_at = clock_timestamp()
  where s.run_id = p_run.id and s.step_index = p_step.step_index and s.attempt = p_step.attempt
  returning * into step;
  update public.workflow_runs r set status = 'running', finished_at = null where r.id = p_run.id;
  update app.workflow_leases l
  set due_at = clock_timestamp() + p_lease_seconds * interval '1 second', worker = p_worker, fence = l.fence + 1, tries = l.tries + 1
  where l.run_id = p_run.id
  returning l.fence into given;
  perform app.tell_workflow(p_run.id, step.step_index);
  return jsonb_build_object(
    'run_id', p_run.id, 'user_id', p_run.user_id, 'step', step.step_index, 'attempt', step.attempt, 'kind', step.kind,
    'input', step.input, 'fence', given);
end
$$;
comment on function app.begin_step(public.workflow_runs, public.workflow_run_steps, uuid, int) is
  'A worker takes this step on, for the time of its lease. The same attempt again after a crash: its order has the same key.';

create function app.close_step(p_step public.workflow_run_steps, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.workflow_run_steps s
  set status = p_outcome ->> 'status', output = nullif(p_outcome -> 'output', 'null'), error = p_outcome ->> 'error',
    error_message = left(p_outcome ->> 'message', 500),
    error_terms = (select array_agg(term) from jsonb_array_elements_text(nullif(p_outcome -> 'terms', 'null')) as term),
    cost = coalesce((p_outcome ->> 'cost')::int, 0), finished_at = clock_timestamp()
  where s.run_id = p_step.run_id and s.step_index = p_step.step_index and s.attempt = p_step.attempt;
  perform app.advance_run(p_step.run_id, p_step.step_index);
end
$$;
comment on function app.close_step(public.workflow_run_steps, jsonb) is 'What became of a step, and what follows from it.';

create function app.own_step(p_worker uuid, p_fence int, p_run uuid) returns public.workflow_run_steps
language plpgsql
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
begin
  perform from public.workflow_runs r where r.id = p_run and r.status = 'running' for no key update;
  if not found or not exists (
    select from app.workflow_leases l where l.run_id = p_run and l.worker = p_worker and l.fence = p_fence) then
    return null;
  end if;
  select s.* into step
  from public.workflow_run_steps s
  where s.run_id = p_run and s.status = 'running' and s.generation_id is null;
  return step;
end
$$;
comment on function app.own_step(uuid, int, uuid) is
  'The step that this worker has in hand, with its run locked; nothing where somebody else has it by now, or a picture was ordered for it.';

create function public.claim_workflow(p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs;
  step public.workflow_run_steps;
  tried int;
begin
  loop
    select r.* into run
    from app.workflow_leases l join public.workflow_runs r on r.id = l.run_id
    where l.due_at <= clock_timestamp()
    order by l.due_at
    limit 1
    for no key update skip locked;
    if not found then
      return null;
    end if;
    step := app.last_step(run.id, run.current_step);
    select l.tries into tried from app.workflow_leases l where l.run_id = run.id;
    if step.status is null or run.status not in ('queued', 'running')
      or not (step.status = 'pending' or step.status = 'running' and step.generation_id is null) then
      update app.workflow_leases l set due_at = null, worker = null where l.run_id = run.id;
    elsif tried >= 5 then
      perform app.close_step(step, '{"status": "failed", "error": "crashed"}');
    else
      return app.begin_step(run, step, p_worker, p_lease_seconds);
    end if;
  end loop;
end
$$;
comment on function public.claim_workflow(uuid, int) is
  'Leases the next step that is due to a worker, and answers all that is needed to do it; null when there is none. One that ended its process five times is given up.';

create function public.extend_workflow(p_worker uuid, p_fence int, p_run uuid, p_lease_seconds int) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update app.workflow_leases l set due_at = clock_timestamp() + p_lease_seconds * interval '1 second'
  where l.run_id = p_run and l.worker = p_worker and l.fence = p_fence and l.due_at is not null;
  return found;
end
$$;
comment on function public.extend_workflow(uuid, int, uuid, int) is 'A worker lives: prolongs its lease. False where it has lost the run.';

create function public.put_off_workflow(p_worker uuid, p_fence int, p_run uuid, p_wait jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  tried constant int := (select l.tries from app.workflow_leases l where l.run_id = p_run);
begin
  if step.run_id is null then
    return 'lost';
  end if;
  update public.workflow_run_steps s set status = 'pending', started_at = null
  where s.run_id = p_run and s.step_index = step.step_index and s.attempt = step.attempt;
  perform app.advance_run(p_run, step.step_index);
  update app.workflow_leases l
  set due_at = l.due_at + (p_wait ->> 'ms')::int * interval '1 ms',
    tries = case when (p_wait ->> 'counts')::boolean then tried else 0 end
  where l.run_id = p_run;
  return 'ok';
end
$$;
comment on function public.put_off_workflow(uuid, int, uuid, jsonb) is
  'The step could not be begun, as while too much of the person''s is under way: it is as before, and a whole run comes back to it after so many ms; what counts as a failed try five times at most.';

create function public.finish_workflow_step(p_worker uuid, p_fence int, p_run uuid, p_outcome jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
begin
  if step.run_id is null then
    return 'lost';
  end if;
  perform app.close_step(step, p_outcome);
  return 'ok';
end
$$;
comment on function public.finish_workflow_step(uuid, int, uuid, jsonb) is
  'A worker is done with a step. lost: somebody else has it, and nothing was written.';

create function public.record_workflow_picture(p_worker uuid, p_fence int, p_run uuid, p_picture jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  location constant text[] := regexp_match(step.input #>> '{image,url}', '/public/([^/?#]+)/([^?#]+)');
  origin public.generations;
  made uuid := app.uuid_v7();
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  image public.generation_images;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.bucket = location[1] and i.path = location[2] and i.user_id = person
  limit 1;
  insert into public.generations (id, user_id, idempotency_key, prompt, mode, width, height, n_images, reference_count, settings,
    source, parent_post_id, engine, status, progress, metadata, started_at, finished_at)
  values (made, person, format('workflow:%s:%s:%s', p_run, step.step_index, step.attempt), coalesce(origin.prompt, step.title),
    coalesce(origin.mode, 'normal'), (p_picture ->> 'width')::int, (p_picture ->> 'height')::int, 1, 1, '{"kind": "upscale"}',
    'workflow', origin.parent_post_id, 'lanczos', 'succeeded', 1, coalesce(p_picture -> 'metadata', '{}'), step.started_at,
    clock_timestamp());
  insert into public.generation_references (generation_id, position, bucket, path, influence, used, used_as, used_note)
  values (made, 1, location[1], location[2], 1, true, 'upscale', '');
  insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
  select made, person, 1, bucket, path, url, width, height, bytes, thumbhash
  from jsonb_populate_record(null::public.generation_images, p_picture)
  returning * into image;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object(
    'generation_id', made, 'note', p_picture ->> 'note', 'image', app.image_of(image),
    'images', jsonb_build_array(app.image_of(image)))));
  return 'ok';
end
$$;
comment on function public.record_workflow_picture(uuid, int, uuid, jsonb) is
  'A picture that was enlarged here, without an engine and at no cost, becomes one of the person''s own; where it comes from goes with it.';

create function public.publish_workflow_image(p_worker uuid, p_fence int, p_run uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  origin public.generations;
  post uuid;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.url = step.input #>> '{image,url}' and i.user_id = person
  order by i.id desc
  limit 1;
  insert into public.feed_posts (creator_id, prompt, title, description, hashtags, image_url, visibility, metadata)
  values (person, coalesce(origin.prompt, nullif(btrim(step.input ->> 'prompt'), ''), step.title),
    nullif(left(step.input ->> 'title', 120), ''), nullif(left(step.input ->> 'description', 2200), ''),
    left(coalesce(step.input ->> 'hashtags', ''), 1000), step.input #>> '{image,url}',
    coalesce(step.input ->> 'visibility', 'private'),
    jsonb_strip_nulls(jsonb_build_object('source', 'workflow', 'engine', origin.engine, 'generation_id', origin.id)))
  returning id into post;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object('post_id', post)));
  return 'ok';
end
$$;
comment on function public.publish_workflow_image(uuid, int, uuid) is
  'Publishes a step''s picture as its owner, in the transaction that ends the step: never twice. 23514 image_not_own for a picture of somebody else.';

create function public.return_workflows(p_worker uuid) returns int
language sql security definer
set search_path = ''
as $$
  with returned as (
    update app.workflow_leases l set due_at = clock_timestamp(), worker = null, fence = l.fence + 1, tries = greatest(l.tries - 1, 0)
    where l.worker = p_worker and l.due_at is not null
    returning 1)
  select count(*)::int from returned
$$;
comment on function public.return_workflows(uuid) is 'A worker that ends in peace gives its leases back, and others go on at once.';

revoke execute on function
  app.begin_step(public.workflow_runs, public.workflow_run_steps, uuid, int),
  app.close_step(public.workflow_run_steps, jsonb), app.own_step(uuid, int, uuid) from public;
revoke execute on function
  public.claim_workflow(uuid, int), public.extend_workflow(uuid, int, uuid, int),
  public.put_off_workflow(uuid, int, uuid, jsonb), public.finish_workflow_step(uuid, int, uuid, jsonb),
  public.record_workflow_picture(uuid, int, uuid, jsonb), public.publish_workflow_image(uuid, int, uuid),
  public.return_workflows(uuid) from public, anon, authenticated;

-- supabase/schemas/35_workflows/64_single_steps.sql
-- One step of a workflow, run by itself for whoever tries it.

create function app.run_to_step(p_user uuid, p_asked jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows;
  run public.workflow_runs;
begin
  if not pg_input_is_valid(coalesce(p_asked ->> 'workflow', ''), 'uuid')
    or not pg_input_is_valid(coalesce(p_asked ->> 'run', gen_random_uuid()::text), 'uuid') then
    perform app.not_there('workflow');
  end if;
  if p_asked ->> 'run' is null then
    perform pg_advisory_xact_lock(hashtextextended('workflow:' || p_user, 0));
  end if;
  -- A key names one run, whether it is over or not; without one, it is the last one that is not.
  select * into run from public.workflow_runs r
  where r.user_id = p_user and r.workflow_id = (p_asked ->> 'workflow')::uuid
    and case
      when p_asked ->> 'run' is not null then r.id = (p_asked ->> 'run')::uuid
      when p_asked ->> 'key' is not null then r.idempotency_key = p_asked ->> 'key'
      else r.status not in ('succeeded', 'canceled')
    end
  order by r.id desc
  limit 1;
  if run.id is null then
    if p_asked ->> 'run' is not null then
      perform app.not_there('run');
    end if;
    workflow := app.readable_workflow((p_asked ->> 'workflow')::uuid, p_user);
    if not exists (
      select from public.workflow_versions v
      where v.workflow_id = workflow.id and v.version = workflow.current_version
        and (p_asked ->> 'step')::numeric between 0 and jsonb_array_length(v.steps) - 1) then
      perform app.not_there('step');
    end if;
    run := app.begin_run(workflow.id, p_user, jsonb_build_object(
      'key', coalesce(p_asked ->> 'key', gen_random_uuid()::text), 'mode', 'step', 'inputs', p_asked -> 'inputs'));
  elsif (p_asked ->> 'step')::numeric not between 0 and jsonb_array_length(run.steps) - 1 then
    perform app.not_there('step');
  end if;
  return run;
end
$$;
comment on function app.run_to_step(uuid, jsonb) is
  'The run that execute_step means: the one that is named, else the caller''s last one of that workflow that is not over, else a new one.';

create function public.begin_workflow_step(p_user uuid, p_asked jsonb, p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs := app.run_to_step(p_user, p_asked);
  step public.workflow_run_steps;
  index constant int := (p_asked ->> 'step')::int;
begin
  run := app.lock_own_run(run.id, p_user);
  step := app.last_step(run.id, index);
  if step.status in ('succeeded', 'waiting') then
    return app.step_receipt(run.id, index);
  end if;
  if run.status = 'canceled' then
    raise exception 'The run was stopped' using errcode = 'PT409', hint = 'canceled';
  end if;
  if index > run.current_step then
    raise exception 'Earlier steps are not over' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  if step.status = 'running' and (step.generation_id is not null
    or exists (select from app.workflow_leases l where l.run_id = run.id and l.due_at > clock_timestamp())) then
    raise exception 'The step is at work' using errcode = 'PT409', hint = 'already_running';
  end if;
  if step.status = 'failed' then
    insert into public.workflow_run_steps (run_id, step_index, attempt, kind, title)
    values (run.id, index, step.attempt + 1, step.kind, step.title)
    returning * into step;
  end if;
  return app.step_receipt(run.id, index) || jsonb_build_object('work', app.begin_step(run, step, p_worker, p_lease_seconds));
end
$$;
comment on function public.begin_workflow_step(uuid, jsonb, uuid, int) is
  'Takes up one step for execute_step: with work to do, or what is there already. A failed one begins anew. PT404 for what is not there or not this person''s, PT409 out_of_order, already_running or canceled, and what begin_run refuses.';

create function app.step_receipt(p_run uuid, p_index int) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'run', app.run_receipt(r),
    'step', jsonb_build_object(
      'index', s.step_index, 'kind', s.kind, 'title', s.title, 'attempt', s.attempt, 'status', s.status, 'input', s.input,
      'output', s.output, 'cost', s.cost, 'generation_id', s.generation_id,
      'error', case when s.error is not null then jsonb_strip_nulls(jsonb_build_object(
        'code', s.error, 'message', coalesce(s.error_message, ''), 'terms', to_jsonb(s.error_terms))) end))
  from public.workflow_runs r, app.last_step(p_run, p_index) as s
  where r.id = p_run
$$;
comment on function app.step_receipt(uuid, int) is 'A run and one step of it, as execute_step answers.';

create function public.workflow_step_receipt(p_user uuid, p_run uuid, p_step int) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select app.step_receipt(r.id, p_step) from public.workflow_runs r where r.id = p_run and r.user_id = p_user
$$;
comment on function public.workflow_step_receipt(uuid, uuid, int) is 'The same, for this person''s run.';

revoke execute on function app.run_to_step(uuid, jsonb), app.step_receipt(uuid, int) from public;
revoke execute on function
  public.begin_workflow_step(uuid, jsonb, uuid, int), public.workflow_step_receipt(uuid, uuid, int)
from public, anon, authenticated;

-- supabase/schemas/35_workflows/66_generations_of_steps.sql
-- A picture's order attaches itself to its step in its own transaction, and its end ends the step in that of its money:
-- a process may be killed at any moment, and no step is ordered twice.

create function app.attach_generation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(new.idempotency_key, '^workflow:([0-9a-f-]{36}):(\d{1,2}):(\d{1,6})$');
begin
  if part is null or not pg_input_is_valid(part[1], 'uuid') then
    return null;
  end if;
  perform from public.workflow_runs r where r.id = part[1]::uuid and r.user_id = new.user_id for no key update;
  if not found then
    return null;
  end if;
  update public.workflow_run_steps s set generation_id = new.id
  from public.workflow_runs r
  where r.id = s.run_id and r.status = 'running'
    and s.run_id = part[1]::uuid and s.step_index = part[2]::int and s.attempt = part[3]::int
    and s.status = 'running' and s.generation_id is null;
  if not found then
    raise exception 'The step has ended meanwhile' using errcode = 'PT409', hint = 'canceled';
  end if;
  update app.workflow_leases l set due_at = null, worker = null where l.run_id = part[1]::uuid;
  return null;
end
$$;
comment on function app.attach_generation() is
  'A picture that a step orders is its step''s from the moment that it is ordered; nothing is ordered for a step that was stopped.';

create function app.end_attached_step() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
  images jsonb;
begin
  select s.* into step
  from public.workflow_run_steps s join public.workflow_runs r on r.id = s.run_id
  where s.generation_id = new.id and (s.status = 'running' or s.status = 'failed' and new.status = 'succeeded')
    and not exists (
      select from public.workflow_run_steps later
      where later.run_id = s.run_id and later.step_index = s.step_index and later.attempt > s.attempt)
  for no key update of r;
  if step.run_id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(app.image_of(i) order by i.position), '[]') into images
  from public.generation_images i where i.generation_id = new.id;
  perform app.close_step(step, jsonb_build_object(
    'status', case new.status when 'succeeded' then 'succeeded' else 'failed' end,
    'output', case when images <> '[]' then jsonb_build_object(
      'generation_id', new.id, 'prompt', new.prompt, 'images', images, 'image', images -> 0) end,
    'error', case when new.status <> 'succeeded' then coalesce(new.error_code, 'engine_failed') end,
    'message', new.error_message, 'terms', to_jsonb(new.blocked_terms), 'cost', new.cost_charged));
  return null;
end
$$;
comment on function app.end_attached_step() is
  'The end of a picture is the end of its step, in the same transaction as its money. One that comes after it was given up is a present, and the step has succeeded after all.';

revoke execute on function app.attach_generation(), app.end_attached_step() from public;

-- supabase/schemas/35_workflows/70_templates.sql
-- Our own workflows. Each runs at once with what its form shows at first; on the hosted service as here, they come with
-- the migrations, and a later migration that gives one of them anew makes its next version.

create function app.give_template(p_template jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  saved public.workflows;
begin
  perform app.check_workflow(p_template - 'slug' - 'labels');
  insert into public.workflows (slug, title, visibility)
  values (p_template ->> 'slug', p_template ->> 'title', 'public')
  on conflict (slug) do update set title = excluded.title
  returning * into saved;
  update public.workflows w
  set summary = p_template ->> 'summary', goal = p_template ->> 'goal', labels = p_template -> 'labels',
    current_version = app.keep_version(saved, p_template -> 'steps', p_template -> 'inputs')
  where w.id = saved.id;
end
$$;
comment on function app.give_template(jsonb) is 'Writes one of our own workflows, known by its slug: the same again changes nothing.';

select app.give_template($template${
  "slug": "affiche-evenement",
  "goal": "affiche",
  "title": "Affiche d'événement",
  "summary": "Deux propositions d'affiche verticale, avec la place du titre en haut ; vous gardez la meilleure, agrandie pour l'impression.",
  "labels": {"title_en": "Event poster", "summary_en": "Two upright posters with room for the title at the top; you keep the better one, enlarged for print."},
  "inputs": [
    {"name": "evenement", "label": "L'événement", "label_en": "The event", "kind": "text", "required": true, "default": "un festival de musique au bord de la lagune", "max": 200},
    {"name": "scene", "label": "Ce qu'on y voit", "label_en": "What is to be seen", "kind": "long_text", "required": true, "default": "une fanfare de cuivres devant des pirogues, au crépuscule", "max": 500},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "orange, indigo et or", "max": 120},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "sérigraphie aux aplats francs", "options": [{"value": "sérigraphie aux aplats francs", "label": "Sérigraphie", "label_en": "Screen print"}, {"value": "affiche peinte à la gouache", "label": "Gouache", "label_en": "Gouache"}, {"value": "art déco géométrique", "label": "Art déco", "label_en": "Art deco"}, {"value": "aquarelle lumineuse", "label": "Aquarelle", "label_en": "Watercolour"}]}],
  "steps": [
    {"kind": "enhance", "title": "Enrichir la description", "title_en": "Enrich the description", "settings": {"prompt": "Affiche verticale pour {evenement} : {scene}, {couleurs}, {style}, grand ciel dégagé en haut pour le titre, composition centrée"}, "takes": {}},
    {"kind": "generate", "title": "Peindre deux affiches", "title_en": "Paint two posters", "settings": {"width": 832, "height": 1216, "count": 2, "negative_prompt": "texte, lettres, filigrane, cadre"}, "takes": {"prompt": {"step": 0, "field": "prompt"}}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 1, "field": "images"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 2, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "motif-wax",
  "goal": "motif",
  "title": "Motif wax",
  "summary": "Un motif de tissu à répéter, puis le même dans une seconde gamme de couleurs : une paire prête pour un pagne.",
  "labels": {"title_en": "Wax pattern", "summary_en": "A repeating fabric pattern, then the same one in a second range of colours: a pair, ready for cloth."},
  "inputs": [
    {"name": "motifs", "label": "Motifs", "label_en": "Figures", "kind": "text", "required": true, "default": "fleurs d’hibiscus et poissons stylisés", "max": 200},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "indigo, safran et ivoire", "max": 120},
    {"name": "autres_couleurs", "label": "Secondes couleurs", "label_en": "Second colours", "kind": "text", "required": true, "default": "vert profond, rouge brique et crème", "max": 120},
    {"name": "trame", "label": "Disposition", "label_en": "Layout", "kind": "choice", "required": true, "default": "grands médaillons espacés", "options": [{"value": "grands médaillons espacés", "label": "Grands médaillons", "label_en": "Large medallions"}, {"value": "semis serré et régulier", "label": "Semis serré", "label_en": "Dense scatter"}, {"value": "bandes horizontales alternées", "label": "Bandes", "label_en": "Stripes"}]}],
  "steps": [
    {"kind": "generate", "title": "Dessiner deux motifs", "title_en": "Draw two patterns", "settings": {"prompt": "Motif wax africain, tissu imprimé, {motifs}, {trame}, {couleurs}, contours nets, aplats francs, répétition régulière sans raccord visible, vu de face", "negative_prompt": "personnes, visages, perspective, ombres portées, texte", "width": 1024, "height": 1024, "count": 2}, "takes": {}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "remix", "title": "Décliner les couleurs", "title_en": "Change the colours", "settings": {"prompt": "Motif wax africain, tissu imprimé, {motifs}, {trame}, {autres_couleurs}, contours nets, aplats francs", "negative_prompt": "personnes, visages, perspective, texte", "influence": 0.7}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "portrait-stylise",
  "goal": "portrait",
  "title": "Portrait stylisé",
  "summary": "Deux portraits dans le style de votre choix, d'après une photo si vous en donnez une ; vous gardez le plus ressemblant, agrandi.",
  "labels": {"title_en": "Stylised portrait", "summary_en": "Two portraits in a style of your choice, after a photo if you give one; you keep the better likeness, enlarged."},
  "inputs": [
    {"name": "photo", "label": "Photo (facultative)", "label_en": "Photo (optional)", "kind": "image", "required": false, "max": 1},
    {"name": "personne", "label": "La personne", "label_en": "The person", "kind": "text", "required": true, "default": "une jeune femme souriante, cheveux tressés, boucles dorées", "max": 300},
    {"name": "tenue", "label": "La tenue", "label_en": "The clothes", "kind": "text", "required": true, "default": "boubou bleu brodé de fil d’or", "max": 200},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "peinture à l’huile", "options": [{"value": "peinture à l’huile", "label": "Peinture à l’huile", "label_en": "Oil painting"}, {"value": "gravure sur bois en deux couleurs", "label": "Gravure sur bois", "label_en": "Woodcut"}, {"value": "illustration à aplats", "label": "Illustration", "label_en": "Flat illustration"}, {"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}]},
    {"name": "fond", "label": "Arrière-plan", "label_en": "Background", "kind": "text", "required": true, "default": "motif wax estompé, teintes chaudes", "max": 200}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux portraits", "title_en": "Paint two portraits", "settings": {"prompt": "Portrait de {personne}, {tenue}, cadré aux épaules, lumière douce de fenêtre, {fond} en arrière-plan, {style}", "negative_prompt": "mains, texte, filigrane, visage déformé", "width": 832, "height": 1216, "count": 2}, "takes": {"images": {"input": "photo"}}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "fiche-produit",
  "goal": "produit",
  "title": "Fiche produit",
  "summary": "Le produit sur fond uni, puis en situation, avec une description prête à coller ; le tout devient un brouillon privé à publier.",
  "labels": {"title_en": "Product sheet", "summary_en": "The product on a plain background, then in use, with a description to paste; it becomes a private draft to publish."},
  "inputs": [
    {"name": "photos", "label": "Photos du produit (facultatives)", "label_en": "Photos of the product (optional)", "kind": "image", "required": false, "max": 3},
    {"name": "produit", "label": "Le produit", "label_en": "The product", "kind": "text", "required": true, "default": "une bouteille de jus de bissap artisanal", "max": 90},
    {"name": "fond", "label": "Fond", "label_en": "Background", "kind": "text", "required": true, "default": "fond uni couleur sable", "max": 120},
    {"name": "situation", "label": "En situation", "label_en": "In use", "kind": "long_text", "required": true, "default": "posée sur une table en bois, terrasse ombragée, feuilles de menthe et glaçons", "max": 400}],
  "steps": [
    {"kind": "generate", "title": "Photographier sur fond uni", "title_en": "On a plain background", "settings": {"prompt": "{produit}, photo de produit en studio, {fond}, lumière douce latérale, ombre légère, net, centré", "negative_prompt": "texte, filigrane, mains, désordre", "width": 1024, "height": 1024}, "takes": {"images": {"input": "photos"}}},
    {"kind": "remix", "title": "Mettre en situation", "title_en": "In use", "settings": {"prompt": "{produit}, {situation}, photo lifestyle, lumière naturelle du matin, faible profondeur de champ", "negative_prompt": "texte, filigrane", "influence": 0.6}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "analyse", "title": "Décrire l'image", "title_en": "Describe the picture", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "publish", "title": "Préparer le brouillon", "title_en": "Prepare the draft", "settings": {"title": "{produit}", "description": "{produit}. {description}", "hashtags": "produit, boutique", "visibility": "private"}, "takes": {"image": {"step": 1, "field": "image"}, "description": {"step": 2, "field": "description"}}}]
}$template$);

select app.give_template($template${
  "slug": "bande-dessinee",
  "goal": "bd",
  "title": "Bande dessinée en 4 cases",
  "summary": "Une histoire en quatre images : la première fixe le personnage et le trait, les trois autres la reprennent.",
  "labels": {"title_en": "Comic in 4 panels", "summary_en": "A story in four pictures: the first sets the character and the line, the other three follow it."},
  "inputs": [
    {"name": "heros", "label": "Le personnage", "label_en": "The character", "kind": "text", "required": true, "default": "Adjoa, une fillette en robe jaune, cheveux tressés, sac en bandoulière", "max": 300},
    {"name": "case_1", "label": "Case 1", "label_en": "Panel 1", "kind": "long_text", "required": true, "default": "découvre une carte ancienne dans un marché coloré", "max": 300},
    {"name": "case_2", "label": "Case 2", "label_en": "Panel 2", "kind": "long_text", "required": true, "default": "rame seule sur la lagune sous une pluie fine", "max": 300},
    {"name": "case_3", "label": "Case 3", "label_en": "Panel 3", "kind": "long_text", "required": true, "default": "entre dans une grotte pleine de lucioles", "max": 300},
    {"name": "case_4", "label": "Case 4", "label_en": "Panel 4", "kind": "long_text", "required": true, "default": "revient au village, la carte levée, au soleil couchant", "max": 300},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "ligne claire aux couleurs franches", "options": [{"value": "ligne claire aux couleurs franches", "label": "Ligne claire", "label_en": "Clear line"}, {"value": "encre et lavis", "label": "Encre et lavis", "label_en": "Ink and wash"}, {"value": "manga en noir et blanc", "label": "Manga", "label_en": "Manga"}]}],
  "steps": [
    {"kind": "generate", "title": "Case 1", "title_en": "Panel 1", "settings": {"prompt": "{heros}, {case_1}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "width": 1024, "height": 768}, "takes": {}},
    {"kind": "remix", "title": "Case 2", "title_en": "Panel 2", "settings": {"prompt": "{heros}, {case_2}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "remix", "title": "Case 3", "title_en": "Panel 3", "settings": {"prompt": "{heros}, {case_3}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "remix", "title": "Case 4", "title_en": "Panel 4", "settings": {"prompt": "{heros}, {case_4}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "carte-invitation",
  "goal": "carte",
  "title": "Carte d'invitation",
  "summary": "Le recto d'une carte avec la place du texte au centre, et un verso assorti.",
  "labels": {"title_en": "Invitation card", "summary_en": "The front of a card with room for the text in the middle, and a matching back."},
  "inputs": [
    {"name": "occasion", "label": "L'occasion", "label_en": "The occasion", "kind": "text", "required": true, "default": "un mariage au bord de la mer", "max": 200},
    {"name": "ornements", "label": "Ornements", "label_en": "Ornaments", "kind": "text", "required": true, "default": "guirlande de frangipaniers et feuilles de palmier", "max": 200},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "ivoire, vert sauge et doré", "max": 120},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "aquarelle délicate", "options": [{"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}, {"value": "papier découpé", "label": "Papier découpé", "label_en": "Cut paper"}, {"value": "gravure botanique", "label": "Gravure botanique", "label_en": "Botanical engraving"}]}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux rectos", "title_en": "Paint two fronts", "settings": {"prompt": "Carte d’invitation pour {occasion}, bordure de {ornements}, {couleurs}, grand espace vide et clair au centre pour le texte, {style}, symétrique", "negative_prompt": "texte, lettres, personnes, filigrane", "width": 832, "height": 1216, "count": 2}, "takes": {}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "remix", "title": "Peindre le verso", "title_en": "Paint the back", "settings": {"prompt": "Verso de carte, semis discret de {ornements}, {couleurs}, {style}, motif régulier et léger", "negative_prompt": "texte, lettres, personnes, filigrane", "influence": 0.5}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

revoke execute on function app.give_template(jsonb) from public;

-- supabase/schemas/40_posts/10_posts.sql
-- Publications. What happens when one is written, by the triggers of every subject, stands in 75_triggers/40_posts.sql.

create function app.can_see_post(post uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$ select app.sees_post(auth.uid(), post) $$;
comment on function app.can_see_post(uuid) is 'app.sees_post for whoever asks.';

create table public.feed_posts (
  id uuid primary key default app.uuid_v7(),
  creator_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  prompt text not null check (char_length(btrim(prompt)) between 1 and 2000),
  title text check (char_length(title) <= 120),
  description text check (char_length(description) <= 2200),
  hashtags text not null default '' check (char_length(hashtags) <= 1000),
  image_url text not null check (char_length(image_url) <= 2048),
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  visibility text not null default 'public' check (visibility in ('public', 'followers', 'unlisted', 'private')),
  metadata jsonb not null default '{}'
    check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 8192),
  mode text check (mode in ('normal', 'enhanced', 'cortexia')),
  width int check (width > 0),
  height int check (height > 0),
  thumbhash text check (char_length(thumbhash) <= 64),
  alt_text text check (char_length(alt_text) <= 1000),
  prompt_visible boolean not null default true,
  remix_allowed boolean not null default true,
  image_id uuid references public.generation_images (id) on delete set null,
  remix_of uuid,
  root_id uuid,
  depth int not null default 0 check (depth >= 0),
  remixes_count int not null default 0 check (remixes_count >= 0),
  status text not null default 'published' check (status in ('published', 'limited', 'removed', 'deleted')),
  rating smallint not null default 0 check (rating between 0 and 3),
  deleted_at timestamptz,
  audience text not null default 'none' check (audience in ('public', 'followers', 'unlisted', 'private', 'none')),
  saves_count int not null default 0 check (saves_count >= 0),
  comments_policy text not null default 'everyone' check (comments_policy in ('everyone', 'followers', 'nobody')),
  license text not null default 'perso' check (license in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')),
  lang text check (lang ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  edited_at timestamptz,
  pinned_rank smallint check (pinned_rank between 1 and 3),
  rated_by_author smallint not null default 0 check (rated_by_author between 0 and 3),
  rating_floor smallint not null default 0 check (rating_floor between 0 and 3)
);
comment on column public.feed_posts.prompt_visible is
  'Where false, prompt holds … for everybody, the author included; the words themselves stay with the creation.';
comment on column public.feed_posts.remix_allowed is
  'Where false, nobody but the author makes pictures from this one.';
comment on column public.feed_posts.image_id is 'The picture of its author that it shows, taken from its address at publication.';
comment on column public.feed_posts.remix_of is 'The publication that this one remixes; it may be gone.';
comment on column public.feed_posts.root_id is 'Where its lineage began: itself where it remixes nothing.';
comment on column public.feed_posts.depth is 'How many remixes lie between it and the beginning.';
comment on column public.feed_posts.remixes_count is 'How many public publications remix this one directly.';
comment on column public.feed_posts.status is
  'limited: shown, but recommended to nobody; removed: by the staff, its author still sees it; deleted: by its author, nobody sees it.';
comment on column public.feed_posts.rating is 'How sensitive it is; visitors are shown 1 at most, people what they have chosen.';
comment on column public.feed_posts.audience is
  'What policies and lists read instead of visibility: visibility, status and the author''s account in one, kept by triggers.';
comment on column public.feed_posts.saves_count is 'How many people keep it; who they are, only they know.';
comment on column public.feed_posts.comments_policy is 'Who may comment: everyone who sees it, those who follow its author, or nobody any more.';
comment on column public.feed_posts.lang is 'The language of its words (BCP 47), where the author says so.';
comment on column public.feed_posts.edited_at is 'When its words last changed while others could read them.';
comment on column public.feed_posts.pinned_rank is 'Its place among the three that the author shows first.';
comment on column public.feed_posts.rating_floor is 'What the staff decided: its author may rate it higher, not lower.';
create index feed_posts_newest on public.feed_posts (created_at desc, id desc) where visibility = 'public';
create index feed_posts_of_creator on public.feed_posts (creator_id, created_at desc, id desc);
create index feed_posts_of_image on public.feed_posts (image_id);
create index feed_posts_remixes on public.feed_posts (remix_of) where remix_of is not null;
create index feed_posts_audience on public.feed_posts (created_at desc, id desc) where audience = 'public';
create index feed_posts_followed on public.feed_posts (creator_id, created_at desc, id desc)
  where audience in ('public', 'followers');
create index feed_posts_remixed on public.feed_posts (remix_of, created_at desc, id desc)
  where remix_of is not null and audience = 'public';
create unique index feed_posts_pinned on public.feed_posts (creator_id, pinned_rank) where pinned_rank is not null;
-- What one deletes is kept for thirty days, for appeals and for what was reported of it; then its row goes. Its place in the
-- lineage of its remixes stays, and its address goes on saying that it is gone.
create index feed_posts_deleted on public.feed_posts (deleted_at) where deleted_at is not null;

alter table public.feed_posts enable row level security;
revoke all on public.feed_posts from anon, authenticated;
grant select on public.feed_posts to anon;
grant
  select,
  insert (id, creator_id, prompt, title, description, hashtags, image_url, visibility, metadata, alt_text,
    prompt_visible, remix_allowed, rating, comments_policy, license, lang),
  update (title, description, hashtags, visibility, alt_text, prompt_visible, remix_allowed, rating,
    comments_policy, license, lang)
on public.feed_posts to authenticated;
create policy "people publish as themselves" on public.feed_posts
  for insert to authenticated with check (creator_id = (select auth.uid()));
create policy "people change their own posts" on public.feed_posts
  for update to authenticated using (creator_id = (select auth.uid())) with check (creator_id = (select auth.uid()));
create policy "visitors read what is for everybody" on public.feed_posts
  for select to anon using (audience = 'public' and rating <= 1);
create policy "people read what is theirs or for them" on public.feed_posts
  for select to authenticated using (
    creator_id = (select auth.uid()) and status <> 'deleted'
    or (audience = 'public' or audience = 'followers' and creator_id = any ((select app.my_followees())::uuid[]))
      and rating <= (select app.my_max_rating())
      and not (creator_id = any ((select app.hidden_people())::uuid[])));

create function app.normalise_hashtags(given text) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(tag, ',' order by first_place), '')
  from (
    select min(place) as first_place, (array_agg(tag order by place))[1] as tag
    from (
      -- The longest list of tags that is kept is shorter; in the locale of some databases (C) é is no letter.
      select place, left(regexp_replace(lower(normalize(piece, nfc) collate "und-x-icu"), '[^[:alnum:]_-]', '', 'g'), 50) as tag
      from regexp_split_to_table(left(coalesce(given, ''), 4000), '[,#[:space:]]+') with ordinality as split (piece, place)
    ) as pieces
    where tag <> ''
    group by app.fold(tag)
    order by 1
    limit 30
  ) as tags
$$;
comment on function app.normalise_hashtags(text) is
  'The comma-separated hashtags of spec §3: lower case, without # or blanks, each once whatever its accents, 30 at most, in the order given.';

create function app.fill_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  location text[];
  image public.generation_images;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  location := regexp_match(new.image_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  -- Locked against being thrown away at the same moment.
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = new.creator_id and gi.deleted_at is null
  order by gi.id desc
  limit 1
  for share;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode into new.mode from public.generations g where g.id = image.generation_id;
  return new;
end
$$;
comment on function app.fill_post() is
  'Normalises the hashtags and takes address, size, thumbhash and mode from the creation itself: a picture of somebody else cannot be published (23514, hint image_not_own), nor one''s own under another host.';

-- supabase/schemas/40_posts/20_audience.sql
-- For whom a publication really is: what its author chose, what the staff decided and how the author's account stands.

create function app.audience_of(visibility text, status text, author_status text, author_is_private boolean) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when status not in ('published', 'limited') or author_status <> 'active' then 'none'
    when visibility = 'public' and author_is_private then 'followers'
    else visibility
  end
$$;

create function app.settle_audience() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  author public.profiles;
begin
  -- Held until the end, so that an account that becomes private at this moment sees this publication too.
  select p.* into author from public.profiles p where p.id = new.creator_id for share;
  new.audience := coalesce(app.audience_of(new.visibility, new.status, author.status, author.is_private), 'none');
  new.deleted_at := case when new.status = 'deleted' then coalesce(new.deleted_at, clock_timestamp()) end;
  return new;
end
$$;

create function app.resettle_audiences() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.feed_posts p
  set audience = app.audience_of(p.visibility, p.status, new.status, new.is_private)
  where p.creator_id = new.id
    and p.audience <> app.audience_of(p.visibility, p.status, new.status, new.is_private);
  return null;
end
$$;

create function app.sees_post(p_user uuid, p_post uuid, p_by_link boolean default true) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post record;
begin
  select p.creator_id, p.audience, p.status, p.rating into post from public.feed_posts p where p.id = p_post;
  if post.creator_id = p_user then
    return post.status <> 'deleted';
  end if;
  return coalesce(
    (post.audience in ('public', 'followers') or post.audience = 'unlisted' and p_by_link)
      and post.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = p_user), 1)
      and (post.audience <> 'followers' or exists (
        select from public.follows f
        where f.follower_id = p_user and f.followee_id = post.creator_id and f.state = 'active'))
      and not exists (select from public.blocks b where b.blocker_id = post.creator_id and b.blocked_id = p_user)
      and not exists (select from public.blocks b where b.blocker_id = p_user and b.blocked_id = post.creator_id), false);
end
$$;
comment on function app.sees_post(uuid, uuid, boolean) is
  'Whether somebody, or a visitor (null), sees one publication that they name by its id: what the policies show and, by its link, what is unlisted.';

create function app.is_counted(post public.feed_posts) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$ select post.visibility in ('public', 'followers') and post.status in ('published', 'limited') $$;
comment on function app.is_counted(public.feed_posts) is 'Whether a publication is among those that its author''s profile counts.';

create function app.recount_people() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.feed_posts, public.follows in share row exclusive mode;
  with counted as (
    select c.user_id,
      (select count(*) from public.feed_posts p where p.creator_id = c.user_id and app.is_counted(p))::int as posts,
      (select count(*) from public.follows f where f.followee_id = c.user_id and f.state = 'active')::int as followers,
      (select count(*) from public.follows f where f.follower_id = c.user_id and f.state = 'active')::int as following,
      (select count(*) from public.feed_posts source
       join public.feed_posts remix on remix.remix_of = source.id and remix.audience = 'public'
       where source.creator_id = c.user_id and remix.creator_id <> c.user_id)::int as remixes
    from public.profile_counters c
  )
  update public.profile_counters c
  set posts_count = n.posts, followers_count = n.followers, following_count = n.following, remixes_received_count = n.remixes
  from counted n
  where n.user_id = c.user_id and (c.posts_count, c.followers_count, c.following_count, c.remixes_received_count)
    is distinct from (n.posts, n.followers, n.following, n.remixes);
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_people() is 'Counts anew what profiles count, for the operator; answers how many rows were wrong.';

revoke execute on function
  app.audience_of(text, text, text, boolean), app.settle_audience(), app.resettle_audiences(),
  app.is_counted(public.feed_posts), app.recount_people(), app.sees_post(uuid, uuid, boolean) from public;
grant execute on function app.sees_post(uuid, uuid, boolean) to service_role;

-- supabase/schemas/40_posts/30_likes.sql
create table public.post_likes (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_likes_of_user on public.post_likes (user_id, created_at desc);

alter table public.post_likes enable row level security;
revoke all on public.post_likes from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_likes to authenticated;
create policy "people read their own likes" on public.post_likes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people like what they can see" on public.post_likes
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people take back their own likes" on public.post_likes
  for delete to authenticated using (user_id = (select auth.uid()));

-- Before the row, so that one's own pace is held before any count of others: two statements of one person never wait for
-- each other in a circle.
create trigger a_keep_to_pace before insert on public.post_likes
  for each row execute function app.keep_to_pace('likes', '1000');

create function app.count_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.feed_posts set likes_count = likes_count + 1 where id = new.post_id;
  else
    update public.feed_posts set likes_count = greatest(likes_count - 1, 0) where id = old.post_id;
  end if;
  return null;
end
$$;
comment on function app.count_like() is
  'Keeps feed_posts.likes_count, a cache of count(post_likes), in the transaction of the like; the row lock makes it exact under concurrency.';

create trigger count_like after insert or delete on public.post_likes
  for each row execute function app.count_like();

-- supabase/schemas/40_posts/32_hashtags.sql
-- Hashtags as lists of publications. Only what everybody may see is linked: the links themselves tell nothing that is
-- private.

create table public.hashtags (
  tag text primary key check (tag <> '' and tag !~ '[\s,#]'),
  display text not null,
  posts_count int not null default 0 check (posts_count >= 0),
  blocked boolean not null default false
);
comment on table public.hashtags is
  'Every hashtag ever used publicly, in the form in which it is compared (app.fold), as it was first written, and how many public publications bear it.';
comment on column public.hashtags.blocked is 'Set by the staff: it has no page and is suggested to nobody.';
create index hashtags_texts on public.hashtags using gin (tag extensions.gin_trgm_ops);
create index hashtags_largest on public.hashtags (posts_count desc, tag);

alter table public.hashtags enable row level security;
revoke all on public.hashtags from anon, authenticated;
grant select on public.hashtags to anon, authenticated;
create policy "everybody reads hashtags" on public.hashtags
  for select to anon, authenticated using (not blocked);

create table public.post_hashtags (
  tag text not null references public.hashtags (tag),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, tag)
);
comment on table public.post_hashtags is 'The hashtags of public publications, kept by a trigger; created_at is that of the publication.';
create index post_hashtags_newest on public.post_hashtags (tag, created_at desc, post_id desc);

alter table public.post_hashtags enable row level security;
revoke all on public.post_hashtags from anon, authenticated;
grant select on public.post_hashtags to anon, authenticated;
create policy "everybody reads what public publications are about" on public.post_hashtags
  for select to anon, authenticated using (true);

create function app.tags_of(hashtags text) returns table (tag text, display text)
language sql immutable parallel safe
set search_path = ''
as $$
  select distinct on (app.fold(piece)) app.fold(piece), piece
  from unnest(string_to_array(hashtags, ',')) as piece
  where app.fold(piece) <> '' and app.fold(piece) !~ '[\s,#]'
  order by 1
$$;
comment on function app.tags_of(text) is 'The hashtags of a publication as its column holds them, each with the form in which it is compared.';

create function app.link_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.post_hashtags ph
    where ph.post_id = new.id
      and (new.audience <> 'public' or ph.tag not in (select t.tag from app.tags_of(new.hashtags) t));
  end if;
  if new.audience = 'public' and new.hashtags <> '' then
    insert into public.hashtags (tag, display)
    select t.tag, t.display from app.tags_of(new.hashtags) t order by t.tag
    on conflict do nothing;
    insert into public.post_hashtags (tag, post_id, created_at)
    select t.tag, new.id, new.created_at from app.tags_of(new.hashtags) t
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function app.link_hashtags() is 'Links a publication to its hashtags while it is public.';

create function app.count_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Locked in one order: two publications with the same hashtags wait for each other, and never in a circle.
  perform from public.hashtags h where h.tag in (select changed.tag from changed) order by h.tag for no key update;
  update public.hashtags h
  set posts_count = h.posts_count + counted.links * case tg_op when 'INSERT' then 1 else -1 end
  from (select changed.tag, count(*)::int as links from changed group by changed.tag) as counted
  where h.tag = counted.tag;
  return null;
end
$$;
comment on function app.count_hashtags() is 'Keeps hashtags.posts_count, a cache of count(post_hashtags), exact under concurrency.';

create trigger count_added after insert on public.post_hashtags
  referencing new table as changed for each statement execute function app.count_hashtags();
create trigger count_removed after delete on public.post_hashtags
  referencing old table as changed for each statement execute function app.count_hashtags();

create function app.recount_hashtags() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.post_hashtags in share row exclusive mode;
  update public.hashtags h
  set posts_count = counted.links
  from (
    select known.tag, count(ph.post_id)::int as links
    from public.hashtags known left join public.post_hashtags ph on ph.tag = known.tag
    group by known.tag
  ) as counted
  where h.tag = counted.tag and h.posts_count <> counted.links;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_hashtags() is 'Counts the publications of all hashtags anew, for the operator; answers how many counts were wrong.';

revoke execute on function
  app.tags_of(text), app.link_hashtags(), app.count_hashtags(), app.recount_hashtags() from public;
grant execute on function app.tags_of(text) to anon, authenticated;

-- supabase/schemas/40_posts/34_saves_and_collections.sql
-- What people keep for later, and the collections they put it into.

create table public.post_saves (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_saves_of_user on public.post_saves (user_id, created_at desc, post_id desc);

alter table public.post_saves enable row level security;
revoke all on public.post_saves from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_saves to authenticated;
create policy "people read what they keep" on public.post_saves
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people keep what they can see" on public.post_saves
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people let go of what they keep" on public.post_saves
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.post_saves
  for each row execute function app.keep_to_pace('saves', '1000');

create function app.count_save() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.feed_posts set saves_count = saves_count + 1 where id = new.post_id;
  else
    update public.feed_posts set saves_count = greatest(saves_count - 1, 0) where id = old.post_id;
    delete from public.collection_items i
    using public.collections c
    where i.post_id = old.post_id and c.id = i.collection_id and c.owner_id = old.user_id;
  end if;
  return null;
end
$$;
comment on function app.count_save() is
  'Keeps feed_posts.saves_count, a cache of count(post_saves); what one no longer keeps is in none of one''s collections.';

create trigger count_save after insert or delete on public.post_saves
  for each row execute function app.count_save();

create function app.my_collections() returns setof uuid
language sql stable security definer
set search_path = ''
as $$ select c.id from public.collections c where c.owner_id = auth.uid() $$;

create table public.collections (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  description text not null default '' check (char_length(description) <= 500),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  items_count int not null default 0 check (items_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index collections_of_owner on public.collections (owner_id, updated_at desc, id desc);

alter table public.collections enable row level security;
revoke all on public.collections from anon, authenticated;
grant select on public.collections to anon;
grant
  select,
  insert (owner_id, name, description, visibility),
  update (name, description, visibility),
  delete
on public.collections to authenticated;
create policy "visitors read public collections" on public.collections
  for select to anon using (visibility = 'public');
create policy "people read public collections and their own" on public.collections
  for select to authenticated using (
    owner_id = (select auth.uid())
    or visibility = 'public' and owner_id <> all ((select app.hidden_people())::uuid[]));
create policy "people make their own collections" on public.collections
  for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "people change their own collections" on public.collections
  for update to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "people remove their own collections" on public.collections
  for delete to authenticated using (owner_id = (select auth.uid()));

create trigger touch before update of name, description, visibility on public.collections
  for each row execute function app.touch();

create table public.collection_items (
  collection_id uuid not null references public.collections (id) on delete cascade,
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  position int not null default 0,
  added_at timestamptz not null default now(),
  primary key (collection_id, post_id)
);
comment on column public.collection_items.position is 'The smallest first; of equals the last added first.';
create index collection_items_in_order on public.collection_items (collection_id, position, added_at desc, post_id desc);
create index collection_items_of_post on public.collection_items (post_id);

alter table public.collection_items enable row level security;
revoke all on public.collection_items from anon, authenticated;
grant
  select,
  insert (collection_id, post_id, "position"),
  update ("position"),
  delete
on public.collection_items to authenticated;
create policy "people read what is in their collections" on public.collection_items
  for select to authenticated using (collection_id in (select app.my_collections()));
create policy "people put into their collections what they can see" on public.collection_items
  for insert to authenticated with check (
    collection_id in (select app.my_collections()) and app.can_see_post(post_id));
create policy "people order their collections" on public.collection_items
  for update to authenticated
  using (collection_id in (select app.my_collections())) with check (collection_id in (select app.my_collections()));
create policy "people take out of their collections" on public.collection_items
  for delete to authenticated using (collection_id in (select app.my_collections()));

create function app.fill_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := coalesce(app.clean_name(new.name), '');
  if tg_op = 'INSERT' and (select count(*) from public.collections c where c.owner_id = new.owner_id) >= 200 then
    raise exception 'At most 200 collections' using errcode = 'PT409', hint = 'too_many_collections';
  end if;
  return new;
end
$$;

create trigger fill_collection before insert or update of name on public.collections
  for each row execute function app.fill_collection();

create function app.put_into_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  if tg_op = 'DELETE' then
    update public.collections set items_count = items_count - 1, updated_at = now() where id = old.collection_id;
    return null;
  end if;
  update public.collections set items_count = items_count + 1, updated_at = now()
  where id = new.collection_id and items_count < 5000
  returning owner_id into owner;
  if owner is null then
    raise exception 'At most 5000 publications in a collection' using errcode = 'PT409', hint = 'collection_full';
  end if;
  insert into public.post_saves (post_id, user_id) values (new.post_id, owner) on conflict do nothing;
  return null;
end
$$;
comment on function app.put_into_collection() is 'Counts what a collection holds; what is in a collection is kept.';

create trigger put_into_collection after insert or delete on public.collection_items
  for each row execute function app.put_into_collection();

create function app.collection_by_id(p_collection uuid) returns setof public.collections
language sql stable security definer
set search_path = ''
as $$
  select c.* from public.collections c
  where c.id = p_collection
    and (c.owner_id = auth.uid()
      or c.visibility <> 'private' and c.owner_id <> all (app.hidden_people())
        and exists (select from public.profiles p where p.id = c.owner_id and p.status = 'active'))
$$;
comment on function app.collection_by_id(uuid) is 'One''s own, a public one, or one that is unlisted and whose id one was given.';

create function public.get_collection(collection_id uuid) returns setof public.collections
language sql stable
set search_path = ''
as $$ select * from app.collection_by_id(get_collection.collection_id) $$;
comment on function public.get_collection(uuid) is 'A collection by its id, unlisted ones too; no row where one may not see it.';

create function public.order_collection(collection_id uuid, post_ids uuid[]) returns void
language sql
set search_path = ''
as $$
  update public.collection_items i
  set position = wanted.place - 1 - cardinality(order_collection.post_ids)
  from unnest(order_collection.post_ids) with ordinality as wanted (post_id, place)
  where i.collection_id = order_collection.collection_id and i.post_id = wanted.post_id
$$;
comment on function public.order_collection(uuid, uuid[]) is
  'Puts these publications of one''s own collection first, in this order, before those that are not named.';

revoke execute on function
  app.count_save(), app.fill_collection(), app.put_into_collection(), app.my_collections(), app.collection_by_id(uuid)
from public;
revoke execute on function
  public.get_collection(uuid), public.order_collection(uuid, uuid[]) from public, anon, authenticated;
grant execute on function app.my_collections(), public.order_collection(uuid, uuid[]) to authenticated;
grant execute on function app.collection_by_id(uuid), public.get_collection(uuid) to anon, authenticated;

-- supabase/schemas/40_posts/36_hides.sql
-- What a person does not want to see.

create table public.post_hides (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_hides is '« Pas intéressé »: hidden from one''s lists, and a sign for « Pour vous ».';
create index post_hides_of_post on public.post_hides (post_id);

alter table public.post_hides enable row level security;
revoke all on public.post_hides from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_hides to authenticated;
create policy "people read what they hid" on public.post_hides
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people hide what they can see" on public.post_hides
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people show again what they hid" on public.post_hides
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.post_hides
  for each row execute function app.keep_to_pace('hides', '1000');

-- Visitors hide nothing and have no rights on what members hide, so similar_posts asks for it by a function.
create function app.my_hides() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(newest.post_id), '{}')
  from (
    select h.post_id from public.post_hides h where h.user_id = auth.uid() order by h.created_at desc limit 1000
  ) as newest
$$;
comment on function app.my_hides() is 'What the caller has put aside, the last thousand; nothing for a visitor.';

revoke execute on function app.my_hides() from public;
grant execute on function app.my_hides() to anon, authenticated, service_role;

-- supabase/schemas/40_posts/40_lineage.sql
-- Where a publication comes from. It follows from the generation itself, never from what a client says at publishing,
-- and outlives the publications: a chain whose middle was deleted still holds.

create table app.post_lineage (
  post_id uuid primary key,
  parent_id uuid,
  root_id uuid not null,
  depth int not null check (depth >= 0),
  constraint post_lineage_parent_check check ((parent_id is null) = (depth = 0))
);
comment on table app.post_lineage is
  'Every publication that ever was, and which one it remixes. No foreign keys and no content: it stays when they go, and so nobody can take the id of a deleted one.';
create index post_lineage_children on app.post_lineage (parent_id, post_id);
create index post_lineage_of_root on app.post_lineage (root_id, depth, post_id);

alter table app.post_lineage enable row level security;

create function app.trace_lineage() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  parent app.post_lineage;
begin
  select l.* into parent
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  join app.post_lineage l on l.post_id = g.parent_post_id
  where gi.id = new.image_id;
  new.remix_of := parent.post_id;
  new.root_id := coalesce(parent.root_id, new.id);
  new.depth := coalesce(parent.depth + 1, 0);
  new.remixes_count := 0;
  return new;
end
$$;
comment on function app.trace_lineage() is
  'What a publication remixes is what its picture was ordered as a remix of: it can be neither claimed nor left out afterwards.';

create function app.count_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed constant public.feed_posts := case tg_op when 'DELETE' then old else new end;
  post_change constant int := (tg_op <> 'DELETE' and app.is_counted(new))::int - (tg_op <> 'INSERT' and app.is_counted(old))::int;
  remix_change constant int :=
    (tg_op <> 'DELETE' and new.audience = 'public')::int - (tg_op <> 'INSERT' and old.audience = 'public')::int;
  source_creator uuid;
begin
  if tg_op = 'INSERT' then
    insert into app.post_lineage (post_id, parent_id, root_id, depth) values (new.id, new.remix_of, new.root_id, new.depth);
  end if;
  if remix_change <> 0 and changed.remix_of is not null then
    update public.feed_posts p set remixes_count = p.remixes_count + remix_change
    where p.id = changed.remix_of
    returning nullif(p.creator_id, changed.creator_id) into source_creator;
  end if;
  if post_change <> 0 or source_creator is not null then
    perform app.hold_counters(changed.creator_id, source_creator);
    update public.profile_counters c
    set posts_count = c.posts_count + case when c.user_id = changed.creator_id then post_change else 0 end,
      remixes_received_count = c.remixes_received_count + case when c.user_id = source_creator then remix_change else 0 end
    where c.user_id in (changed.creator_id, source_creator);
  end if;
  if tg_op = 'DELETE' then
    update public.profile_counters c
    set remixes_received_count = c.remixes_received_count - lost.remixes
    from (
      select count(*)::int as remixes from public.feed_posts remix
      where remix.remix_of = old.id and remix.audience = 'public' and remix.creator_id <> old.creator_id
    ) as lost
    where c.user_id = old.creator_id and lost.remixes > 0;
  end if;
  return null;
end
$$;
comment on function app.count_remix() is
  'Records the lineage of a new publication, and keeps remixes_count of its source and the counts of both authors, all caches, in the same transaction; the row locks make them exact under concurrency. An id that was ever used is refused (23505).';

create function app.recount_remixes() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  -- No publication comes or goes between counting and writing; reading goes on.
  lock table public.feed_posts in share row exclusive mode;
  update public.feed_posts p
  set remixes_count = counted.remixes
  from (
    select source.id, count(remix.id)::int as remixes
    from public.feed_posts source
    left join public.feed_posts remix on remix.remix_of = source.id and remix.audience = 'public'
    group by source.id
  ) as counted
  where p.id = counted.id and p.remixes_count <> counted.remixes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_remixes() is 'Counts all remixes anew, for the operator; answers how many counts were wrong.';

revoke execute on function app.trace_lineage(), app.count_remix(), app.recount_remixes() from public;

-- supabase/schemas/40_posts/42_remixing.sql
-- Whether somebody may make a picture from a publication, decided when it is ordered. What exists is never rewritten.

create function app.may_remix(p_user uuid, p_post uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.feed_posts p
    where p.id = p_post and app.sees_post(p_user, p.id, false) and (p.creator_id = p_user or p.remix_allowed))
$$;
comment on function app.may_remix(uuid, uuid) is
  'One''s own publications always; those of others where one sees them and their author allows it.';

create function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from public.generation_references r
  join public.generation_images gi on gi.bucket = r.bucket and gi.path = r.path and gi.user_id <> p_user
  join public.feed_posts p on p.image_id = gi.id and app.sees_post(p_user, p.id, false)
  where r.generation_id = p_generation
  order by bool_or(p.remix_allowed) over (partition by gi.id), r.position, p.remix_allowed desc, p.id
  limit 1
$$;
comment on function app.source_among_references(uuid, uuid) is
  'The publication of somebody else whose picture serves as a reference; one that may not be remixed comes first, and counts as such where none of its picture may be.';

create function app.check_remix() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  named uuid := (select g.parent_post_id from public.generations g where g.id = new.generation_id);
  referenced uuid := app.source_among_references(new.generation_id, new.user_id);
  source uuid;
begin
  foreach source in array array_remove(array[named, referenced], null) loop
    if not app.may_remix(new.user_id, source) then
      if app.sees_post(new.user_id, source, false) then
        raise exception 'The author does not allow this image to be remixed' using errcode = 'PT403', hint = 'remix_not_allowed';
      end if;
      raise exception 'There is no such publication to remix' using errcode = 'PT404', hint = 'remix_source_gone';
    end if;
  end loop;
  if named is null and referenced is not null then
    update public.generations g set parent_post_id = referenced where g.id = new.generation_id;
  end if;
  return new;
end
$$;
comment on function app.check_remix() is
  'An order is a job only where what it remixes is there and may be remixed: PT404 remix_source_gone, PT403 remix_not_allowed. Whoever works from a published picture of somebody else and does not say so is recorded as its remixer all the same.';

revoke execute on function
  app.may_remix(uuid, uuid), app.source_among_references(uuid, uuid), app.check_remix() from public;

-- supabase/schemas/40_posts/44_remix_tree.sql
-- The tree of remixes around one publication, as whoever asks may see it.

create function app.lineage_around(p_post uuid, p_most int)
returns table (post_id uuid, parent_id uuid, depth int, nearness int)
language sql stable security definer
set search_path = ''
as $$
  with recursive up as (
    select l.post_id, l.parent_id, l.root_id, l.depth, 0 as step from app.post_lineage l where l.post_id = p_post
    union all
    select l.post_id, l.parent_id, l.root_id, l.depth, up.step + 1
    from up join app.post_lineage l on l.post_id = up.parent_id
    where up.step < 99
  ), down as (
    select l.post_id, l.parent_id, l.depth from app.post_lineage l where l.parent_id = p_post
    union all
    select l.post_id, l.parent_id, l.depth from down join app.post_lineage l on l.parent_id = down.post_id
  )
  select around.post_id, around.parent_id, around.depth, min(around.nearness)
  from (
    select up.post_id, up.parent_id, up.depth, 0 as nearness from up
    union all
    (select down.post_id, down.parent_id, down.depth, 1 from down limit p_most)
    union all
    (select l.post_id, l.parent_id, l.depth, 2
     from app.post_lineage l
     where l.root_id = (select up.root_id from up limit 1)
     order by l.depth, l.post_id limit p_most)
  ) as around
  group by around.post_id, around.parent_id, around.depth
$$;
comment on function app.lineage_around(uuid, int) is
  'Ids alone, whether their publications are there or not: ancestors (nearness 0), then what comes from it, level by level (1), then the rest of its tree (2).';

create function public.remix_tree(post_id uuid)
returns table (
  id uuid, parent_id uuid, depth int, is_gone boolean, creator_id uuid, username text, display_name text, avatar_url text,
  image_url text, width int, height int, thumbhash text, alt_text text, prompt text, created_at timestamptz,
  remixes_count int)
language sql stable
set search_path = ''
as $$
  with recursive near as (
    select n.*, p.id is not null as is_seen
    from app.lineage_around(remix_tree.post_id, 1000) n
    left join public.feed_posts p on p.id = n.post_id
    where exists (select from public.feed_posts asked where asked.id = remix_tree.post_id)
  ), kept as (
    select near.post_id, near.parent_id from near where near.is_seen
    union
    select near.post_id, near.parent_id from kept join near on near.post_id = kept.parent_id
  )
  select n.post_id, n.parent_id, n.depth, not n.is_seen, p.creator_id, c.username::text, c.display_name, c.avatar_url,
    p.image_url, p.width, p.height, p.thumbhash, p.alt_text, case when p.prompt_visible then p.prompt end, p.created_at,
    p.remixes_count
  from near n
  left join public.feed_posts p on p.id = n.post_id
  left join public.profiles c on c.id = p.creator_id
  where n.post_id in (select kept.post_id from kept)
  order by n.nearness, n.depth, n.post_id
  limit 200
$$;
comment on function public.remix_tree(uuid) is
  'At most 200 publications of one tree, parents before children, by the rights of who asks: what they may not see, or what is deleted, is a node without content (is_gone), and is there only where it joins what they see. Nothing where they do not see the publication itself; no prompt where its author hides it.';

-- One statement: every seventh entry is a remix.
create function app.creator_of_seen(post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts p
    join public.profiles c on c.id = p.creator_id
    where p.id = creator_of_seen.post
      and (p.creator_id = me and p.status <> 'deleted'
        or (p.audience = 'public' or p.audience = 'followers' and exists (
            select from public.follows f where f.follower_id = me and f.followee_id = p.creator_id and f.state = 'active'))
          and p.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = me), 1)
          and not exists (select from public.blocks b where b.blocker_id = p.creator_id and b.blocked_id = me)
          and not exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = p.creator_id)));
end
$$;
comment on function app.creator_of_seen(uuid) is 'Who made a publication; null where the policies show it not to who asks.';

-- Without a search path of its own it is inlined: not every row is packed into an argument.
create function public.remixed_creator(post public.feed_posts) returns jsonb
language sql stable
as $$ select case when post.remix_of is not null then app.creator_of_seen(post.remix_of) end $$;
comment on function public.remixed_creator(public.feed_posts) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

revoke execute on function app.lineage_around(uuid, int), app.creator_of_seen(uuid) from public;
revoke execute on function public.remix_tree(uuid) from public, anon, authenticated;
grant execute on function app.lineage_around(uuid, int) to anon, authenticated, service_role;
grant execute on function public.remix_tree(uuid), app.creator_of_seen(uuid) to anon, authenticated;

-- supabase/schemas/40_posts/50_editing.sql
-- What an author may change about a publication after publishing it, and what it said before.

create table public.post_edits (
  id uuid primary key default app.uuid_v7(),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  editor_id uuid references public.profiles (id) on delete set null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.post_edits is 'What a publication said before each change of its words: the changed fields alone, as they were.';
create index post_edits_of_post on public.post_edits (post_id, created_at desc);
create index post_edits_of_editor on public.post_edits (editor_id, created_at desc);

alter table public.post_edits enable row level security;
revoke all on public.post_edits from anon, authenticated;
grant select on public.post_edits to anon, authenticated;
-- Asked for one publication at a time, which may be one that only its address leads to.
create policy "who sees a post reads what it said before" on public.post_edits
  for select to anon, authenticated using (app.can_see_post(post_id));

create function app.words_of_post(post public.feed_posts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'title', post.title, 'description', post.description, 'hashtags', post.hashtags, 'alt_text', post.alt_text,
    'lang', post.lang, 'license', post.license)
$$;

create function app.clean_post() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.title := app.clean_name(new.title);
  new.description := app.clean_text(new.description);
  new.alt_text := app.clean_text(new.alt_text);
  return new;
end
$$;

create function app.hide_prompt() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not new.prompt_visible then
    new.prompt := '…';
  elsif tg_op = 'UPDATE' and not old.prompt_visible then
    select g.prompt into new.prompt
    from public.generation_images gi
    join public.generations g on g.id = gi.generation_id
    where gi.url = new.image_url and gi.user_id = new.creator_id
    order by gi.id desc
    limit 1;
    new.prompt := coalesce(new.prompt, old.prompt);
  end if;
  return new;
end
$$;
comment on function app.hide_prompt() is
  'Words that are not to be shown are not in the row, where any reader could ask for them; shown again, they come from the creation.';

create function app.record_edit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  becomes constant jsonb := app.words_of_post(new);
  changed constant jsonb := (
    select jsonb_object_agg(word.key, word.value)
    from jsonb_each(app.words_of_post(old)) as word
    where word.value is distinct from becomes -> word.key);
begin
  if changed is null or old.visibility = 'private' or auth.uid() is distinct from old.creator_id then
    return new;
  end if;
  if 30 <= (
    select count(*) from public.post_edits e
    where e.editor_id = old.creator_id and e.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 30 changes an hour' using errcode = 'PT429', hint = 'too_many_edits';
  end if;
  insert into public.post_edits (post_id, editor_id, before) values (old.id, old.creator_id, changed);
  new.edited_at := clock_timestamp();
  return new;
end
$$;
comment on function app.record_edit() is
  'Keeps what an author''s words were while others could read them. PT429 too_many_edits beyond 30 an hour.';

revoke execute on function
  app.words_of_post(public.feed_posts), app.clean_post(), app.hide_prompt(), app.record_edit() from public;

-- supabase/schemas/40_posts/60_post_page.sql
-- One publication by its address: seen, gone, or never there; taken away and put first by its author.

create function app.post_by_id(p_post uuid) returns setof public.feed_posts
language sql stable security definer rows 1
set search_path = ''
as $$
  select p.* from public.feed_posts p where p.id = p_post and app.can_see_post(p_post)
$$;
comment on function app.post_by_id(uuid) is 'By the rights of who asks, unlisted ones included: their address is what opens them.';

create function public.get_post(post_id uuid) returns setof public.feed_posts
language sql stable rows 1
set search_path = ''
as $$ select * from app.post_by_id(get_post.post_id) $$;
comment on function public.get_post(uuid) is 'One publication for whoever may see it, unlisted ones included; no row otherwise.';

-- Why a publication is not shown: also because it is more sensitive than what the person who asks has chosen.
create function app.state_of_post(p_post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
begin
  if app.can_see_post(p_post) then
    return jsonb_build_object('state', 'here');
  end if;
  select p.* into post from public.feed_posts p where p.id = p_post;
  if post.id is null then
    return jsonb_build_object('state', case
      when exists (select from app.post_lineage l where l.post_id = p_post) then 'gone' else 'missing' end);
  end if;
  if post.creator_id = any (app.hidden_people()) then
    return jsonb_build_object('state', 'missing');
  end if;
  if post.status in ('deleted', 'removed') and post.visibility <> 'private' then
    return jsonb_build_object('state', 'gone');
  end if;
  if post.audience = 'followers' and not exists (
    select from public.follows f
    where f.follower_id = auth.uid() and f.followee_id = post.creator_id and f.state = 'active') then
    return jsonb_build_object('state', 'followers_only', 'creator', (
      select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name, 'avatar_url', c.avatar_url)
      from public.profiles c where c.id = post.creator_id));
  end if;
  -- For whoever it would be there, but for this.
  if post.audience in ('public', 'followers', 'unlisted') and post.rating > app.my_max_rating() then
    return jsonb_build_object('state', 'sensitive', 'rating', post.rating);
  end if;
  return jsonb_build_object('state', 'missing');
end
$$;

create function public.post_state(post_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$ select app.state_of_post(post_state.post_id) $$;
comment on function public.post_state(uuid) is
  '{state}: here; followers_only, with its creator, for whoever would see it by following; sensitive, with its rating, for whoever would see it with another setting; gone where it was taken away; missing for everything else, so that neither a block nor a private publication is betrayed.';

create function public.delete_post(post_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.feed_posts p
  set status = 'deleted', deleted_at = clock_timestamp(), pinned_rank = null
  where p.id = delete_post.post_id and p.creator_id = auth.uid() and p.status <> 'deleted';
  if not found and not exists (
    select from public.feed_posts p where p.id = delete_post.post_id and p.creator_id = auth.uid()) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.delete_post(uuid) is
  'Takes one''s own publication away for everybody; a second time does nothing. Its row stays, for remixes and for moderation; its picture is its author''s again, to keep or to throw away. PT404 for anybody else''s.';

create function public.pin_post(post_id uuid, pinned boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  free smallint;
begin
  perform pg_advisory_xact_lock(hashtextextended('pins ' || auth.uid(), 0));
  if not exists (
    select from public.feed_posts p
    where p.id = pin_post.post_id and p.creator_id = auth.uid() and p.status in ('published', 'limited')) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
  if not pinned then
    update public.feed_posts p set pinned_rank = null where p.id = pin_post.post_id;
    return;
  end if;
  select min(place) into free
  from generate_series(1, 3) as place
  where not exists (
    select from public.feed_posts p
    where p.creator_id = auth.uid() and p.pinned_rank = place and p.id <> pin_post.post_id);
  if free is null then
    raise exception 'At most three publications are shown first' using errcode = 'PT409', hint = 'too_many_pins';
  end if;
  update public.feed_posts p set pinned_rank = coalesce(p.pinned_rank, free) where p.id = pin_post.post_id;
end
$$;
comment on function public.pin_post(uuid, boolean) is
  'Puts one''s own publication among the three that one''s profile shows first, or takes it from there. PT409 too_many_pins.';

revoke execute on function app.post_by_id(uuid), app.state_of_post(uuid) from public;
revoke execute on function
  public.get_post(uuid), public.post_state(uuid), public.delete_post(uuid), public.pin_post(uuid, boolean)
from public, anon, authenticated;
grant execute on function app.post_by_id(uuid), app.state_of_post(uuid) to anon, authenticated, service_role;
grant execute on function public.get_post(uuid), public.post_state(uuid) to anon, authenticated;
grant execute on function public.delete_post(uuid), public.pin_post(uuid, boolean) to authenticated;

-- supabase/schemas/40_posts/62_page_heads.sql
-- What pages say of themselves to those that do not run the app: what a visitor may see, whoever asks.

create function app.head_of_post(p_post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  author public.profiles;
begin
  select p.* into post from public.feed_posts p where p.id = p_post;
  if post.id is null then
    return jsonb_build_object('state', case
      when exists (select from app.post_lineage l where l.post_id = p_post) then 'gone' else 'missing' end);
  elsif post.status in ('deleted', 'removed') then
    return jsonb_build_object('state', case when post.visibility = 'private' then 'missing' else 'gone' end);
  elsif post.audience = 'followers' or post.audience in ('public', 'unlisted') and post.rating > 1 then
    return jsonb_build_object('state', 'restricted');
  elsif not app.sees_post(null, p_post) then
    return jsonb_build_object('state', 'missing');
  end if;
  select c.* into author from public.profiles c where c.id = post.creator_id;
  return jsonb_build_object(
    'state', 'here', 'title', post.title, 'description', post.description,
    'prompt', case when post.prompt_visible then post.prompt end,
    'alt_text', post.alt_text, 'created_at', post.created_at, 'edited_at', post.edited_at,
    'image', case when post.rating = 0 then
      jsonb_build_object('url', post.image_url, 'width', post.width, 'height', post.height) end,
    'is_indexed', post.audience = 'public' and post.status = 'published' and post.rating = 0 and not author.noindex,
    'creator', jsonb_build_object('id', author.id, 'username', author.username, 'display_name', author.display_name));
end
$$;

create function public.post_head(post_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$ select app.head_of_post(post_head.post_id) $$;
comment on function public.post_head(uuid) is
  '{state} of a publication for visitors: here, with what may be said of it (no picture of a sensitive one); restricted, gone or missing, with nothing else.';

create function app.head_of_profile(p_handle text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object(
      'state', 'here', 'id', p.id, 'username', p.username, 'display_name', p.display_name, 'avatar_url', p.avatar_url,
      'bio', case when not p.is_private then nullif(p.bio, '') end, 'is_indexed', not (p.noindex or p.is_private))
    from app.find_handle(p_handle) as found
    join public.profiles p on p.id = found.id
    where p.status = 'active'),
    jsonb_build_object('state', 'missing'))
$$;

create function public.profile_head(handle text) returns jsonb
language sql stable
set search_path = ''
as $$ select app.head_of_profile(profile_head.handle) $$;
comment on function public.profile_head(text) is
  'The same for the profile of a username, of one that was given up not long ago, or of an id.';

revoke execute on function app.head_of_post(uuid), app.head_of_profile(text) from public;
revoke execute on function public.post_head(uuid), public.profile_head(text) from public, anon, authenticated;
grant execute on function app.head_of_post(uuid), app.head_of_profile(text) to anon, authenticated, service_role;
grant execute on function public.post_head(uuid), public.profile_head(text) to anon, authenticated;

-- supabase/schemas/40_posts/70_live_counts.sql
-- The counts of a publication that somebody has open, as they change.

create unlogged table app.counts_to_tell (
  post_id uuid primary key,
  is_due boolean not null default true,
  told_at timestamptz not null default '-infinity'
);
comment on table app.counts_to_tell is
  'Publications whose counts have changed since they were last told, and when that was; lost with a crash, as what nobody heard is.';
create index counts_to_tell_due on app.counts_to_tell (told_at) where is_due;

alter table app.counts_to_tell enable row level security;

create function app.counts_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.counts_to_tell (post_id) values (new.id)
  on conflict (post_id) do update set is_due = true where not counts_to_tell.is_due;
  return null;
end
$$;

create function public.tell_counts(p_limit int default 500) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  told int;
begin
  with due as (
    select d.post_id from app.counts_to_tell d
    where d.is_due and d.told_at <= clock_timestamp() - interval '2 seconds'
    order by d.told_at
    limit p_limit
    for update skip locked
  ), taken as (
    update app.counts_to_tell d set is_due = false, told_at = clock_timestamp()
    from due where due.post_id = d.post_id
    returning d.post_id
  ), sent as (
    select realtime.send(
      jsonb_build_object('likes_count', p.likes_count, 'comments_count', p.comments_count,
        'remixes_count', p.remixes_count, 'saves_count', p.saves_count),
      'counts', 'post:' || p.id, true)
    from taken join public.feed_posts p on p.id = taken.post_id
  )
  select count(*) into told from sent;
  delete from app.counts_to_tell d where not d.is_due and d.told_at < clock_timestamp() - interval '10 seconds';
  return told;
end
$$;
comment on function public.tell_counts(int) is
  'Tells the counts of what has changed to whoever has it open: of each publication at most every two seconds, the last state always.';

create policy "who sees a post hears its counts" on realtime.messages
  for select to anon, authenticated using (
    extension = 'broadcast'
    and case when (select realtime.topic()) ~ '^post:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then app.can_see_post(substr((select realtime.topic()), 6)::uuid) else false end);

revoke execute on function app.counts_changed() from public;
revoke execute on function public.tell_counts(int) from public, anon, authenticated;

-- supabase/schemas/40_posts/72_post_stats.sql
-- What became of a publication, for its author alone. It is counted from what stands: a like that was taken back is in
-- no day, and who it was is told nowhere here.

create function public.post_stats(post_id uuid, days int default null, time_zone text default 'UTC') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  today constant date := (now() at time zone time_zone)::date;
  published date;
  first date;
  step text;
  answer jsonb;
begin
  select p.* into post from public.feed_posts p
  where p.id = post_stats.post_id and p.creator_id = auth.uid() and p.status <> 'deleted';
  if not found then
    raise exception 'No publication of yours' using errcode = 'PT404', hint = 'not_found';
  end if;
  if days not between 1 and 366 then
    raise exception 'From 1 to 366 days, or all of them' using errcode = 'PT400', hint = 'days_invalid';
  end if;
  published := (post.created_at at time zone time_zone)::date;
  first := greatest(published, today - days + 1);
  step := case when today - first < 92 then 'day' when today - first < 730 then 'week' else 'month' end;
  with acts as (
    select 'likes' as kind, l.created_at from public.post_likes l where l.post_id = post.id
    union all
    select 'saves', s.created_at from public.post_saves s where s.post_id = post.id
    union all
    select 'remixes', r.created_at from public.feed_posts r where r.remix_of = post.id and r.audience = 'public'
    union all
    select 'comments', c.created_at from public.post_comments c
    left join public.post_comments above on above.id = c.parent_id
    where c.post_id = post.id and c.deleted_at is null and c.hidden_at is null and above.hidden_at is null
  ), dated as (
    select a.kind, (a.created_at at time zone time_zone)::date as day from acts a
  ), points as (
    select point::date as day,
      count(*) filter (where d.kind = 'likes') as likes, count(*) filter (where d.kind = 'comments') as comments,
      count(*) filter (where d.kind = 'remixes') as remixes, count(*) filter (where d.kind = 'saves') as saves
    from generate_series(date_trunc(step, first::timestamp), today::timestamp, ('1 ' || step)::interval) as point
    left join dated d on d.day >= first and date_trunc(step, d.day::timestamp) = point
    group by point
  )
  select jsonb_build_object(
    'published_at', post.created_at, 'from', first, 'to', today, 'step', step,
    'points', (select jsonb_agg(to_jsonb(p) order by p.day) from points p),
    'before', case when published <= today - 2 * days + 1 then (
      select jsonb_build_object(
        'likes', count(*) filter (where d.kind = 'likes'), 'comments', count(*) filter (where d.kind = 'comments'),
        'remixes', count(*) filter (where d.kind = 'remixes'), 'saves', count(*) filter (where d.kind = 'saves'))
      from dated d where d.day between today - 2 * days + 1 and today - days) end)
  into answer;
  return answer;
end
$$;
comment on function public.post_stats(uuid, int, text) is
  'Likes, comments, remixes and saves of one''s own publication in the last days (null: since it is there), {published_at, from, to, step, points, before}: by day, and by week or month where they are many, in the caller''s time zone; `before` counts as many days before, where the publication was there in all of them. PT404 not_found, PT400 days_invalid.';

revoke execute on function public.post_stats(uuid, int, text) from public, anon, authenticated;
grant execute on function public.post_stats(uuid, int, text) to authenticated;

-- supabase/schemas/40_posts/80_moved_pictures.sql
-- Whoever once saw a publication keeps the address of its picture, and files of a public bucket ask nobody's leave. So
-- when a publication is taken from people who saw it, its picture moves to an address that they do not know.

create table app.picture_moves (
  id uuid primary key default app.uuid_v7(),
  image_id uuid not null references public.generation_images (id) on delete cascade,
  bucket text not null,
  old_path text not null,
  new_path text not null,
  -- From then on rows name the new address, and only the old file is left to be removed.
  moved_at timestamptz,
  constraint picture_moves_once unique (bucket, old_path)
);
comment on table app.picture_moves is 'Pictures whose address too many know, until the file under it is gone.';
create index picture_moves_of_image on app.picture_moves (image_id);

alter table app.picture_moves enable row level security;

create function app.reach_of(audience text) returns int
language sql immutable parallel safe
set search_path = ''
as $$ select case audience when 'public' then 2 when 'unlisted' then 2 when 'followers' then 1 else 0 end $$;
comment on function app.reach_of(text) is 'How many may see a publication: everybody who has its link, followers, or its author.';

create function app.move_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  image public.generation_images;
begin
  if app.reach_of(new.audience) >= app.reach_of(old.audience) then
    return null;
  end if;
  -- Shared, so that an address that is being changed at this moment is the new one here.
  select gi.* into image from public.generation_images gi where gi.id = new.image_id for share;
  if image.id is null or exists (
    select from public.feed_posts p
    where p.image_id = image.id and p.id <> new.id and app.reach_of(p.audience) >= app.reach_of(old.audience)) then
    return null;
  end if;
  insert into app.picture_moves (image_id, bucket, old_path, new_path)
  values (image.id, image.bucket, image.path,
    regexp_replace(image.path, '[^/]*$', '') || gen_random_uuid() || coalesce(substring(image.path from '\.[a-z]+$'), ''))
  on conflict do nothing;
  return null;
end
$$;
comment on function app.move_picture() is
  'Has a picture moved when fewer may see its publication than before, unless another one shows it to as many.';

create function public.picture_moves(p_limit int)
returns table (id uuid, bucket text, old_path text, new_path text, is_moved boolean)
language sql stable security definer
set search_path = ''
as $$
  select m.id, m.bucket, m.old_path, m.new_path, m.moved_at is not null from app.picture_moves m order by m.id limit p_limit
$$;
comment on function public.picture_moves(int) is
  'Files to be copied (and then picture_moved), and files to be removed (and then forget_picture_moves), oldest first.';

create function public.picture_moved(p_move uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  move app.picture_moves;
  before public.generation_images;
  new_url text;
begin
  select m.* into move from app.picture_moves m where m.id = p_move and m.moved_at is null for update;
  if move.id is null then
    return;
  end if;
  select gi.* into before from public.generation_images gi where gi.id = move.image_id for update;
  new_url := replace(before.url, move.old_path, move.new_path);
  update public.generation_images gi set path = move.new_path, url = new_url where gi.id = before.id;
  -- What its owner threw away is shown nowhere, and nothing may be published with it.
  if before.deleted_at is null then
    update public.feed_posts p set image_url = new_url where p.image_id = before.id;
  end if;
  -- Where its owner uses it; others used what they may no longer see.
  update public.workflows w set cover_url = new_url
  where w.owner_id = before.user_id and w.cover_url = before.url;
  update public.generation_references r set path = move.new_path
  from public.generations g
  where r.bucket = move.bucket and r.path = move.old_path and g.id = r.generation_id and g.user_id = before.user_id;
  update app.picture_moves m set moved_at = clock_timestamp() where m.id = move.id;
end
$$;
comment on function public.picture_moved(uuid) is 'The file lies at its new address too: from now on that is the one.';

create function public.forget_picture_moves(p_ids uuid[]) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (delete from app.picture_moves m where m.id = any (p_ids) and m.moved_at is not null returning m.id)
  select count(*)::int from gone
$$;
comment on function public.forget_picture_moves(uuid[]) is 'Moves whose old file is gone.';

create function public.erase_deleted_posts(p_limit int) returns int
language sql security definer
set search_path = ''
as $$
  with due as (
    select p.id from public.feed_posts p
    where p.deleted_at < clock_timestamp() - interval '30 days' and p.status = 'deleted'
      and not exists (
        select from public.reports r where r.target_type = 'post' and r.target_id = p.id and r.state = 'open')
      and not exists (
        select from public.moderation_actions a
        join public.appeals open on open.action_id = a.id and open.state = 'open'
        where a.target_type = 'post' and a.target_id = p.id and a.ended_at is null)
    order by p.deleted_at
    limit p_limit
    for update skip locked
  ), gone as (
    delete from public.feed_posts p using due where p.id = due.id returning p.id
  )
  select count(*)::int from gone
$$;
comment on function public.erase_deleted_posts(int) is
  'Erases publications that their authors deleted thirty days ago, unless a report or an appeal about them is open; answers how many.';

revoke execute on function app.reach_of(text), app.move_picture() from public;
revoke execute on function
  public.picture_moves(int), public.picture_moved(uuid), public.forget_picture_moves(uuid[]),
  public.erase_deleted_posts(int) from public, anon, authenticated;

-- supabase/schemas/40_posts/90_gallery.sql
-- Filters of somebody's gallery: from their own hashtags and modes.

create function public.gallery_filters(person uuid, remixes boolean default false)
returns table (kind text, value text, display text, posts_count int)
language sql stable rows 12
set search_path = ''
as $$
  with made as materialized (
    select p.hashtags, p.mode from public.feed_posts p
    where p.creator_id = person and p.audience in ('public', 'followers') and (p.remix_of is not null) = remixes
    order by p.created_at desc, p.id desc
    limit 1000
  ), tags as (
    select t.tag, min(t.display) as display, count(*)::int as posts_count
    from made cross join lateral app.tags_of(made.hashtags) t
    group by t.tag
    order by 3 desc, t.tag
    limit 8
  ), modes as (
    select m.mode, count(*)::int as posts_count from made m where m.mode is not null group by m.mode order by 2 desc, m.mode
  )
  select 'tag', tags.tag, tags.display, tags.posts_count from tags
  union all
  select 'mode', modes.mode, modes.mode, modes.posts_count from modes
$$;
comment on function public.gallery_filters(uuid, boolean) is
  'By what somebody''s creations, or remixes, can be told apart: their eight most frequent hashtags, then the modes, of the thousand newest that the asker may see.';

create function public.gallery_posts(person uuid, tag text) returns setof public.feed_posts
language sql stable
set search_path = ''
as $$
  select p.* from public.feed_posts p
  where p.creator_id = person
    and exists (select from app.tags_of(p.hashtags) t where t.tag = app.fold(ltrim(gallery_posts.tag, '#')))
$$;
comment on function public.gallery_posts(uuid, text) is 'What somebody published with this hashtag, as far as the asker may see it; to be filtered, ordered and limited.';

revoke execute on function
  public.gallery_filters(uuid, boolean), public.gallery_posts(uuid, text) from public, anon, authenticated;
grant execute on function public.gallery_filters(uuid, boolean), public.gallery_posts(uuid, text) to authenticated;

-- supabase/schemas/45_comments/10_comments.sql
-- Comments of publications, in two levels, with their likes.

create function app.can_see_comment(comment uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.post_comments c
    left join public.post_comments top on top.id = c.parent_id
    where c.id = comment and c.deleted_at is null and c.hidden_at is null and top.hidden_at is null
      and c.author_id <> all (app.hidden_people()) and app.can_see_post(c.post_id))
$$;

create function app.comment_under_own_post(p_comment uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from public.post_comments c join public.feed_posts p on p.id = c.post_id
    where c.id = p_comment and p.creator_id = auth.uid() and c.deleted_at is null) then
    raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;

create table public.post_comments (
  id uuid primary key default app.uuid_v7(),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  parent_id uuid references public.post_comments (id) on delete cascade,
  body text not null,
  likes_count int not null default 0 check (likes_count >= 0),
  replies_count int not null default 0 check (replies_count >= 0),
  relevance int generated always as (likes_count + 2 * replies_count) stored,
  pinned_at timestamptz,
  hidden_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint post_comments_body_check check (char_length(body) <= 1000 and (body <> '' or deleted_at is not null)),
  constraint post_comments_author_check check (author_id is not null or deleted_at is not null),
  constraint post_comments_pinned_check check (pinned_at is null or parent_id is null)
);
comment on column public.post_comments.author_id is 'Null where the account is gone; its words went with it, the replies of others stay.';
comment on column public.post_comments.parent_id is 'The comment of the first level that it hangs under.';
comment on column public.post_comments.replies_count is 'How many replies are neither deleted nor hidden: a cache, kept with every change.';
comment on column public.post_comments.relevance is 'What the order « relevant » goes by: one for each like, two for each reply.';
comment on column public.post_comments.hidden_at is 'Hidden by the author of the publication: seen by those two alone.';
comment on column public.post_comments.removed_at is 'By the staff: it stays hidden whatever the author of the publication does.';
create index post_comments_of_post on public.post_comments (post_id);
create index post_comments_newest on public.post_comments (post_id, created_at desc, id desc) where parent_id is null;
create index post_comments_relevant on public.post_comments (post_id, relevance desc, created_at desc, id desc) where parent_id is null;
create index post_comments_replies on public.post_comments (parent_id, created_at, id) where parent_id is not null;
create index post_comments_of_author on public.post_comments (author_id, created_at desc);
create unique index post_comments_pinned on public.post_comments (post_id) where pinned_at is not null;

alter table public.post_comments enable row level security;
revoke all on public.post_comments from anon, authenticated;
grant select on public.post_comments to anon;
grant select, insert (id, post_id, parent_id, body), update (body) on public.post_comments to authenticated;
-- Lists come from comments_page, which asks once about the publication; this is for one comment at a time.
create policy "visitors read comments of posts they see" on public.post_comments
  for select to anon using (hidden_at is null and deleted_at is null and app.can_see_comment(id));
create policy "people read comments of posts they see, and their own" on public.post_comments
  for select to authenticated using (
    author_id = (select auth.uid()) or hidden_at is null and deleted_at is null and app.can_see_comment(id));
create policy "people comment as themselves" on public.post_comments
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "people change their own comments" on public.post_comments
  for update to authenticated using (author_id = (select auth.uid()) and deleted_at is null)
  with check (author_id = (select auth.uid()));

create table public.comment_likes (
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_likes_of_user on public.comment_likes (user_id, created_at desc);

alter table public.comment_likes enable row level security;
revoke all on public.comment_likes from anon, authenticated;
grant select, insert (comment_id, user_id), delete on public.comment_likes to authenticated;
create policy "people read their own likes of comments" on public.comment_likes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people like comments they can see" on public.comment_likes
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_comment(comment_id));
create policy "people take back their own likes of comments" on public.comment_likes
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.comment_likes
  for each row execute function app.keep_to_pace('likes', '1000');

create table app.comment_edits (
  id uuid primary key default app.uuid_v7(),
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  before text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table app.comment_edits is 'What a comment said before each change, for whoever judges a report; gone with the comment.';
create index comment_edits_of_comment on app.comment_edits (comment_id, created_at);

alter table app.comment_edits enable row level security;

revoke execute on function app.can_see_comment(uuid), app.comment_under_own_post(uuid) from public;
grant execute on function app.can_see_comment(uuid) to anon, authenticated, service_role;

-- supabase/schemas/45_comments/20_writing.sql
-- Who may comment, how fast, and what becomes of what they write.

create function app.clean_comment(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  clean text;
begin
  -- Whatever is longer by far cannot become short enough, and is not worth cleaning.
  if char_length(given) <= 10000 then
    clean := app.clean_text(given);
    if clean is null then
      raise exception 'A comment needs words' using errcode = 'PT400', hint = 'comment_empty';
    end if;
  end if;
  if clean is null or char_length(clean) > 1000 then
    raise exception 'At most 1000 characters' using errcode = 'PT400', hint = 'comment_too_long';
  end if;
  return clean;
end
$$;
comment on function app.clean_comment(text) is 'PT400 comment_empty or comment_too_long, counted in characters (code points).';

create function app.slow_down_comments(author uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  written timestamptz[];
begin
  -- One after the other: of many at the same moment none may miss the others.
  perform pg_advisory_xact_lock(hashtextextended('comments ' || author, 0));
  select array_agg(recent.created_at order by recent.created_at desc) into written
  from (
    select c.created_at from public.post_comments c
    where c.author_id = author and c.created_at > clock_timestamp() - interval '1 hour'
    order by c.created_at desc
    limit 100
  ) as recent;
  if written[10] > clock_timestamp() - interval '1 minute' or cardinality(written) = 100 then
    raise exception 'At most 10 comments a minute and 100 an hour' using errcode = 'PT429', hint = 'too_many_comments';
  end if;
end
$$;

create function app.may_comment(post public.feed_posts) returns boolean
language sql stable
set search_path = ''
as $$
  select case post.comments_policy
    when 'everyone' then true
    when 'followers' then post.creator_id = auth.uid() or exists (
      select from public.follows f
      where f.follower_id = auth.uid() and f.followee_id = post.creator_id and f.state = 'active')
    else false
  end
$$;

create function app.check_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  above public.post_comments;
begin
  new.body := app.clean_comment(new.body);
  -- Only the server itself writes for somebody.
  if auth.uid() is null then
    return new;
  end if;
  select p.* into post from app.post_by_id(new.post_id) p;
  if post.id is null then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
  if not app.may_comment(post) then
    raise exception 'Not everybody may comment here' using errcode = 'PT403', hint = 'comments_closed', detail = post.comments_policy;
  end if;
  if new.parent_id is not null then
    select c.* into above
    from public.post_comments c
    left join public.post_comments top on top.id = c.parent_id
    where c.id = new.parent_id and c.post_id = new.post_id and c.deleted_at is null and c.hidden_at is null
      and top.hidden_at is null and c.author_id <> all (app.hidden_people());
    if above.id is null then
      raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
    end if;
    new.parent_id := coalesce(above.parent_id, above.id);
  end if;
  perform app.slow_down_comments(new.author_id);
  return new;
end
$$;
comment on function app.check_comment() is
  'A comment is written where its author sees the publication and may comment: PT404 not_found, PT403 comments_closed, PT429 too_many_comments. A reply to a reply hangs under the first level.';

create trigger check_comment before insert on public.post_comments
  for each row execute function app.check_comment();

create function app.change_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The account is gone, and what it said.
  if new.author_id is null then
    new.deleted_at := coalesce(new.deleted_at, clock_timestamp());
  end if;
  if new.deleted_at is not null then
    new.body := '';
    new.pinned_at := null;
    delete from app.comment_edits e where e.comment_id = new.id;
    return new;
  end if;
  new.body := app.clean_comment(new.body);
  if new.body = old.body then
    return new;
  end if;
  if 60 <= (
    select count(*) from app.comment_edits e
    where e.comment_id = new.id and e.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 60 changes an hour' using errcode = 'PT429', hint = 'too_many_comments';
  end if;
  insert into app.comment_edits (comment_id, before) values (old.id, old.body);
  new.edited_at := clock_timestamp();
  return new;
end
$$;
comment on function app.change_comment() is 'Other words are cleaned and dated, and what they replace is kept; a deleted comment has none.';

create trigger change_comment before update of body, deleted_at, author_id on public.post_comments
  for each row execute function app.change_comment();

revoke execute on function
  app.clean_comment(text), app.slow_down_comments(uuid), app.may_comment(public.feed_posts), app.check_comment(),
  app.change_comment() from public;

-- supabase/schemas/45_comments/30_counts.sql
-- How many comments a publication has, replies a comment, and likes.

create function app.count_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  comment public.post_comments := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null then 1 else 0 end;
  change int := becomes - was;
  is_under_hidden boolean := false;
begin
  -- Always the comment above first, then the publication: two that change one thread wait for each other in one order.
  if comment.parent_id is not null and change <> 0 then
    update public.post_comments above set replies_count = above.replies_count + change
    where above.id = comment.parent_id
    returning above.hidden_at is not null into is_under_hidden;
  end if;
  if is_under_hidden then
    change := 0;
  end if;
  -- What hangs under a comment is seen where it is seen.
  if tg_op = 'UPDATE' and comment.parent_id is null and (old.hidden_at is null) <> (new.hidden_at is null) then
    change := change + case when new.hidden_at is null then new.replies_count else -new.replies_count end;
  end if;
  if change <> 0 then
    update public.feed_posts p set comments_count = greatest(p.comments_count + change, 0) where p.id = comment.post_id;
  end if;
  return null;
end
$$;
comment on function app.count_comment() is
  'Keeps comments_count of the publication (what everybody can read of it: neither deleted nor hidden, nor under a hidden one) and replies_count in the transaction of the change; row locks make both exact under concurrency.';

create trigger count_comment after insert or delete or update of deleted_at, hidden_at, author_id on public.post_comments
  for each row execute function app.count_comment();

create function app.count_comment_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.post_comments c
  set likes_count = greatest(c.likes_count + case tg_op when 'INSERT' then 1 else -1 end, 0)
  where c.id = case tg_op when 'INSERT' then new.comment_id else old.comment_id end;
  return null;
end
$$;

create trigger count_comment_like after insert or delete on public.comment_likes
  for each row execute function app.count_comment_like();

create function app.recount_comments() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.post_comments, public.comment_likes in share row exclusive mode;
  with counted as (
    select c.id, (select count(*) from public.comment_likes l where l.comment_id = c.id) as likes,
      (select count(*) from public.post_comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null) as replies
    from public.post_comments c
  ), comments as (
    update public.post_comments c set likes_count = counted.likes, replies_count = counted.replies
    from counted
    where counted.id = c.id and (c.likes_count, c.replies_count) <> (counted.likes, counted.replies)
    returning 1
  ), posts as (
    update public.feed_posts p set comments_count = seen.comments
    from (
      select source.id, count(c.id) filter (
        where c.deleted_at is null and c.hidden_at is null and top.hidden_at is null) as comments
      from public.feed_posts source
      left join public.post_comments c on c.post_id = source.id
      left join public.post_comments top on top.id = c.parent_id
      group by source.id
    ) as seen
    where seen.id = p.id and p.comments_count <> seen.comments
    returning 1
  )
  select (select count(*) from comments) + (select count(*) from posts) into corrected;
  return corrected;
end
$$;
comment on function app.recount_comments() is 'Counts all comments and their likes anew, for the operator; answers how many counts were wrong.';

revoke execute on function app.count_comment(), app.count_comment_like(), app.recount_comments() from public;

-- supabase/schemas/45_comments/40_pages.sql
-- Comments as they are read.

create type app.comment_entry as (
  id uuid, post_id uuid, parent_id uuid, author_id uuid, username text, display_name text, avatar_url text, body text,
  likes_count int, replies_count int, is_liked boolean, pinned_at timestamptz, hidden_at timestamptz,
  edited_at timestamptz, deleted_at timestamptz, created_at timestamptz, cursor text);

create type app.comment_place as (relevance int, created_at timestamptz, id uuid);

create function app.read_comment_cursor(cursor text, list text, below uuid) returns app.comment_place
language plpgsql immutable
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(
    cursor, '^(relevant|newest|replies)\.([0-9a-f]{8})\.(\d{1,9})\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
begin
  if cursor is null then
    return null;
  end if;
  if part is null or part[1] <> list or part[2] <> app.list_mark(below) then
    raise exception 'The cursor is not of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  return row(part[3]::int, timestamptz 'epoch' + part[4]::bigint * interval '1 microsecond', part[5]::uuid)::app.comment_place;
end
$$;

create function app.list_mark(below uuid) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select left(md5(below::text), 8) $$;

create function app.comments_as_read(p_ids uuid[], p_list text, p_below uuid) returns setof app.comment_entry
language sql stable
set search_path = ''
as $$
  select c.id, c.post_id, c.parent_id, a.id, a.username::text, a.display_name, a.avatar_url, c.body, c.likes_count, c.replies_count,
    l.comment_id is not null, c.pinned_at, c.hidden_at, c.edited_at, c.deleted_at, c.created_at,
    concat_ws('.', p_list, app.list_mark(p_below), c.relevance, (extract(epoch from c.created_at) * 1000000)::bigint, c.id)
  from unnest(p_ids) with ordinality as page (id, place)
  join public.post_comments c on c.id = page.id
  left join public.profiles a on a.id = c.author_id and c.deleted_at is null
  left join public.comment_likes l on l.comment_id = c.id and l.user_id = (select auth.uid())
  order by page.place
$$;
comment on function app.comments_as_read(uuid[], text, uuid) is
  'In the order given; the cursor says where a page ends: which order, of which publication or comment, and the place in it.';

-- Without a search path of its own, so that it becomes part of the queries that use it.
create function app.is_comment_shown(comment public.post_comments, me uuid, creator uuid, others uuid[]) returns boolean
language sql immutable parallel safe
as $$
  select case
    when comment.deleted_at is not null then comment.replies_count > 0
    when comment.author_id = me then true
    else (comment.hidden_at is null or creator = me) and comment.author_id <> all (others)
  end
$$;
comment on function app.is_comment_shown(public.post_comments, uuid, uuid, uuid[]) is
  'Not what is hidden (but for the two concerned), nor by those who are blocked or muted; a deleted one only as the place that replies hang under.';

create function app.has_word(body text, words text[]) returns boolean
language sql stable
set search_path = ''
as $$ select exists (select from unnest(words) as word where strpos(app.fold(body), word) > 0) $$;

create function app.comments_of_post(p_post uuid, p_sort text, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  list constant text := coalesce(p_sort, 'relevant');
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
  size constant int := least(greatest(coalesce(p_size, 20), 1), 50);
  place app.comment_place;
  creator uuid;
  pinned uuid[] := '{}';
  ids uuid[];
begin
  if list not in ('relevant', 'newest') then
    raise exception 'There is no such order' using errcode = 'PT400', hint = 'sort_invalid';
  end if;
  place := app.read_comment_cursor(p_cursor, list, p_post);
  select p.creator_id into creator from app.post_by_id(p_post) p;
  if creator is null then
    return;
  end if;
  if place is null then
    pinned := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.pinned_at is not null and app.is_comment_shown(c, me, creator, others));
  end if;
  if list = 'relevant' then
    ids := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.relevance, c.created_at, c.id) < (place.relevance, place.created_at, place.id))
        and app.is_comment_shown(c, me, creator, others)
        and not (cardinality(words) > 0 and app.has_word(c.body, words))
        and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
      order by c.relevance desc, c.created_at desc, c.id desc
      limit size);
  else
    ids := array(
      select c.id from public.post_comments c
      where c.post_id = p_post and c.parent_id is null and c.pinned_at is null
        and (place is null or (c.created_at, c.id) < (place.created_at, place.id))
        and app.is_comment_shown(c, me, creator, others)
        and not (cardinality(words) > 0 and app.has_word(c.body, words))
        and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
      order by c.created_at desc, c.id desc
      limit size);
  end if;
  return query select * from app.comments_as_read(pinned || ids, list, p_post);
end
$$;
comment on function app.comments_of_post(uuid, text, text, int) is
  'Whether the publication is seen is asked once, not for each comment. Left out, beside what is_comment_shown says: words that one has muted, and people who are suspended or leave.';

create function app.replies_of_comment(p_comment uuid, p_cursor text, p_size int) returns setof app.comment_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people() || app.muted_people('comments');
  words constant text[] := app.muted_words('comments');
  place constant app.comment_place := app.read_comment_cursor(p_cursor, 'replies', p_comment);
  above public.post_comments;
  creator uuid;
  ids uuid[];
begin
  select c.* into above from public.post_comments c where c.id = p_comment;
  select p.creator_id into creator from app.post_by_id(above.post_id) p;
  if creator is null or not coalesce(app.is_comment_shown(above, me, creator, others), false) then
    return;
  end if;
  ids := array(
    select c.id from public.post_comments c
    where c.parent_id = p_comment
      and (place is null or (c.created_at, c.id) > (place.created_at, place.id))
      and app.is_comment_shown(c, me, creator, others)
      and not (cardinality(words) > 0 and app.has_word(c.body, words))
      and not exists (select from public.profiles a where a.id = c.author_id and a.status <> 'active')
    order by c.created_at, c.id
    limit least(greatest(coalesce(p_size, 20), 1), 50));
  return query select * from app.comments_as_read(ids, 'replies', p_comment);
end
$$;

create function app.one_comment(p_comment uuid) returns setof app.comment_entry
language plpgsql stable security definer rows 1
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  others constant uuid[] := app.hidden_people();
  found_one public.post_comments;
  above public.post_comments;
  creator uuid;
begin
  select c.* into found_one from public.post_comments c where c.id = p_comment and c.deleted_at is null;
  select c.* into above from public.post_comments c where c.id = found_one.parent_id;
  select p.creator_id into creator from app.post_by_id(found_one.post_id) p;
  if creator is null or not coalesce(app.is_comment_shown(found_one, me, creator, others), false)
    or above.id is not null and not coalesce(app.is_comment_shown(above, me, creator, others), false)
    or exists (select from public.profiles a where a.id = found_one.author_id and a.status <> 'active') then
    return;
  end if;
  return query select * from app.comments_as_read(
    array[p_comment], case when above.id is null then 'newest' else 'replies' end, coalesce(above.id, found_one.post_id));
end
$$;

create function public.comments_page(
  post_id uuid, sort text default 'relevant', cursor text default null, page_size int default 20)
returns setof app.comment_entry
language sql stable
set search_path = ''
as $$ select * from app.comments_of_post(comments_page.post_id, sort, comments_page.cursor, page_size) $$;
comment on function public.comments_page(uuid, text, text, int) is
  'Comments of the first level of a publication that one sees: the pinned one, then the most relevant (likes plus twice the replies) or the newest; the last row''s cursor leads on. PT400 cursor_invalid.';

create function public.replies_page(comment_id uuid, cursor text default null, page_size int default 20)
returns setof app.comment_entry
language sql stable
set search_path = ''
as $$ select * from app.replies_of_comment(comment_id, replies_page.cursor, page_size) $$;
comment on function public.replies_page(uuid, text, int) is 'What hangs under a comment, oldest first.';

create function public.comment_by_id(comment_id uuid) returns setof app.comment_entry
language sql stable rows 1
set search_path = ''
as $$ select * from app.one_comment(comment_id) $$;
comment on function public.comment_by_id(uuid) is 'One comment, for an address that leads to it; no row where it is not to be seen.';

revoke execute on function
  app.read_comment_cursor(text, text, uuid), app.list_mark(uuid), app.comments_as_read(uuid[], text, uuid),
  app.is_comment_shown(public.post_comments, uuid, uuid, uuid[]), app.has_word(text, text[]),
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid)
from public;
revoke execute on function
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid)
from public, anon, authenticated;
grant execute on function
  app.comments_of_post(uuid, text, text, int), app.replies_of_comment(uuid, text, int), app.one_comment(uuid)
to anon, authenticated, service_role;
grant execute on function
  public.comments_page(uuid, text, text, int), public.replies_page(uuid, text, int), public.comment_by_id(uuid)
to anon, authenticated;

-- supabase/schemas/45_comments/50_removing.sql
-- What one may do with comments of one's own, and with those of others under one's own publication.

create function public.delete_comment(comment_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.post_comments c set deleted_at = clock_timestamp()
  where c.id = comment_id and c.author_id = auth.uid() and c.deleted_at is null;
  if not found and not exists (
    select from public.post_comments c where c.id = comment_id and c.author_id = auth.uid()) then
    raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.delete_comment(uuid) is
  'Takes one''s own comment away, words and all; replies under it stay. A second time does nothing; PT404 for anybody else''s.';

create function public.hide_comment(comment_id uuid, hidden boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.comment_under_own_post(comment_id);
  update public.post_comments c
  set hidden_at = case when hidden then clock_timestamp() end, pinned_at = case when not hidden then c.pinned_at end
  where c.id = comment_id and (c.hidden_at is null) = hidden;
end
$$;
comment on function public.hide_comment(uuid, boolean) is
  'Hides a comment under one''s own publication, and what hangs under it, or shows it again. PT404 under anybody else''s.';

create function public.pin_comment(comment_id uuid, pinned boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  post uuid;
begin
  perform app.comment_under_own_post(comment_id);
  select c.post_id into post from public.post_comments c
  where c.id = comment_id and c.parent_id is null and c.hidden_at is null;
  if post is null then
    raise exception 'Only a comment of the first level that is not hidden can be pinned'
      using errcode = 'PT400', hint = 'not_pinnable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pin ' || post, 0));
  update public.post_comments c set pinned_at = null
  where c.post_id = post and c.pinned_at is not null and (c.id <> comment_id) = pinned;
  if pinned then
    update public.post_comments c set pinned_at = clock_timestamp() where c.id = comment_id and c.pinned_at is null;
  end if;
end
$$;
comment on function public.pin_comment(uuid, boolean) is
  'Puts one comment before all others under one''s own publication, in place of the one that was there, or takes it from there. PT404 under anybody else''s.';

revoke execute on function
  public.delete_comment(uuid), public.hide_comment(uuid, boolean), public.pin_comment(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  public.delete_comment(uuid), public.hide_comment(uuid, boolean), public.pin_comment(uuid, boolean) to authenticated;

-- supabase/schemas/45_comments/60_mentions.sql
-- Whom the words of comments and publications name.

create table public.mentions (
  source_type text not null check (source_type in ('post', 'comment')),
  source_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (source_type, source_id, user_id)
);
comment on table public.mentions is 'People who are named by @username in what they can see, and who let themselves be named by its author.';
create index mentions_of_user on public.mentions (user_id, created_at desc);

alter table public.mentions enable row level security;
revoke all on public.mentions from anon, authenticated;
grant select on public.mentions to authenticated;
create policy "people read where they are mentioned" on public.mentions
  for select to authenticated using (user_id = (select auth.uid()));

create function app.mentioned_names(body text) returns text[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg(name order by place), '{}')
  from (
    select name, min(place) as place
    from regexp_matches(lower(coalesce(body, '')), '(?:^|[^\w@./])@([a-z0-9_.]{3,30})', 'g') with ordinality as found (part, place),
      lateral (values (part[1]), (rtrim(part[1], '.'))) as spelled (name)
    where char_length(name) >= 3
    group by name
    order by place
    limit 20
  ) as names
$$;
comment on function app.mentioned_names(text) is
  'What stands after @, in the order of the text; a full stop may end the name or the sentence, so both are tried. The part after @ of an address is no name.';

create function app.settle_mentions(p_type text, p_source uuid, p_post uuid, p_author uuid, p_body text) returns void
language plpgsql
set search_path = ''
as $$
declare
  people constant uuid[] := array(
    select p.id
    from unnest(app.mentioned_names(p_body)) with ordinality as named (name, place)
    join public.profiles p on p.username operator(extensions.=) named.name::extensions.citext
    where p.id <> p_author and app.may_mention(p.id) and app.sees_post(p.id, p_post)
    order by named.place
    limit 10);
begin
  delete from public.mentions m
  where m.source_type = p_type and m.source_id = p_source and m.user_id <> all (people);
  insert into public.mentions (source_type, source_id, user_id)
  select p_type, p_source, person from unnest(people) as person
  on conflict do nothing;
end
$$;

create function app.mention_in_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.mentions m where m.source_type = 'comment' and m.source_id = old.id;
  elsif new.deleted_at is not null or new.author_id = auth.uid() then
    perform app.settle_mentions('comment', new.id, new.post_id, new.author_id, new.body);
  end if;
  return null;
end
$$;

create trigger mention_in_comment after insert or delete or update of body, deleted_at, author_id on public.post_comments
  for each row execute function app.mention_in_comment();

create function app.mention_in_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.mentions m where m.source_type = 'post' and m.source_id = old.id;
  elsif new.status in ('removed', 'deleted') then
    delete from public.mentions m where m.source_type = 'post' and m.source_id = new.id;
  elsif new.creator_id = auth.uid() then
    perform app.settle_mentions('post', new.id, new.id, new.creator_id, concat_ws(E'\n', new.title, new.description));
  end if;
  return null;
end
$$;

revoke execute on function
  app.mentioned_names(text), app.settle_mentions(text, uuid, uuid, uuid, text), app.mention_in_comment(),
  app.mention_in_post() from public;

-- supabase/schemas/50_feed/20_trending.sql
-- What is liked at the moment: snapshots, taken on a schedule, so that whoever pages through one is not overtaken by
-- the next.

create table public.trending (
  window_h smallint not null check (window_h in (24, 168, 720)),
  kind text not null check (kind in ('post', 'tag', 'creator')),
  snapshot_at timestamptz not null,
  rank int not null check (rank > 0),
  target text not null,
  score double precision not null,
  since timestamptz not null,
  primary key (window_h, kind, snapshot_at, rank)
);
comment on table public.trending is
  'The publications, hashtags and people of the last 24 hours, 7 and 30 days, as they were ranked at one moment.';
comment on column public.trending.since is 'Since when the target is in the snapshots of its window without interruption.';

alter table public.trending enable row level security;
revoke all on public.trending from anon, authenticated;
grant select on public.trending to anon, authenticated;
create policy "everybody reads what trends" on public.trending
  for select to anon, authenticated using (true);

create table app.trending_snapshots (
  window_h smallint not null,
  snapshot_at timestamptz not null,
  primary key (window_h, snapshot_at)
);
comment on table app.trending_snapshots is 'Which snapshots there are: one in which nothing trends has no rows.';

alter table app.trending_snapshots enable row level security;

create function app.engagement(likes int, comments int, remixes int, saves int) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$ select likes + 2.0 * comments + 3.0 * remixes + 2.0 * saves $$;
comment on function app.engagement(int, int, int, int) is
  'What readers did with a publication: a like counts once, a comment and a save twice, a remix three times.';

create function app.rank_posts(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  with heated as (
    select p.id, p.creator_id,
      app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)
        / power(extract(epoch from now() - p.created_at) / 3600 * 24 / p_window + 2, 1.5) as heat
    from public.feed_posts p
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
      and p.likes_count + p.comments_count + p.remixes_count + p.saves_count > 0
  ), fair as (
    select h.*, row_number() over (partition by h.creator_id order by h.heat desc, h.id desc) as place from heated h
  )
  select row_number() over (order by f.heat desc, f.id desc), f.id::text, f.heat
  from fair f where f.place <= 3
  order by 1
  limit 500
$$;
comment on function app.rank_posts(int) is
  'Engagement, divided by age to the power of 1.5: what is younger needs less. At most three of one author, 500 in all.';

create function app.rank_tags(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  select row_number() over (order by counted.authors desc, counted.engagement desc, counted.tag),
    counted.tag, counted.authors + counted.engagement / (counted.engagement + 1)
  from (
    select ph.tag, count(distinct p.creator_id)::double precision as authors,
      sum(app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)) as engagement
    from public.feed_posts p
    join public.post_hashtags ph on ph.post_id = p.id
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
    group by ph.tag
  ) as counted
  join public.hashtags h on h.tag = counted.tag and not h.blocked
  order by 1
  limit 50
$$;
comment on function app.rank_tags(int) is
  'By how many different people used a hashtag, then by what came of it: nobody brings one up alone.';

create function app.rank_creators(p_window int) returns table (rank bigint, target text, score double precision)
language sql stable
set search_path = ''
as $$
  select row_number() over (order by counted.engagement desc, counted.creator_id), counted.creator_id::text, counted.engagement
  from (
    select p.creator_id, sum(app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)) as engagement
    from public.feed_posts p
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and p.created_at between now() - p_window * interval '1 hour' and now()
    group by p.creator_id
  ) as counted
  where counted.engagement > 0
  order by 1
  limit 100
$$;
comment on function app.rank_creators(int) is 'By the engagement with what they published within the window.';

create function app.take_snapshot(p_window int) returns int
language plpgsql
set search_path = ''
as $$
declare
  before timestamptz := (select max(s.snapshot_at) from app.trending_snapshots s where s.window_h = p_window);
  ranked int;
begin
  insert into app.trending_snapshots (window_h, snapshot_at) values (p_window, now()) on conflict do nothing;
  insert into public.trending (window_h, kind, snapshot_at, rank, target, score, since)
  select p_window, now_ranked.kind, now(), now_ranked.rank, now_ranked.target, now_ranked.score, coalesce(known.since, now())
  from (
    select 'post' as kind, r.* from app.rank_posts(p_window) r
    union all select 'tag', r.* from app.rank_tags(p_window) r
    union all select 'creator', r.* from app.rank_creators(p_window) r
  ) as now_ranked
  left join public.trending known
    on known.window_h = p_window and known.kind = now_ranked.kind and known.snapshot_at = before
      and known.target = now_ranked.target;
  get diagnostics ranked = row_count;
  delete from public.trending t where t.window_h = p_window and t.snapshot_at < least(now() - interval '6 hours', before);
  delete from app.trending_snapshots s where s.window_h = p_window and s.snapshot_at < least(now() - interval '6 hours', before);
  return ranked;
end
$$;
comment on function app.take_snapshot(int) is
  'Ranks a window anew. Earlier snapshots are kept for six hours, for those who are reading them.';

create function public.refresh_trending(only_hours int default null) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  taken int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('public.refresh_trending')) then
    return 0;
  end if;
  for due in
    select w.window_h from (values (24, interval '5 minutes'), (168, interval '1 hour'), (720, interval '1 hour')) as w (window_h, pause)
    -- Where nothing trended yet, one looks again at once: the first publications of a new place do not wait.
    where (only_hours is null or w.window_h = only_hours) and not exists (
      select from app.trending_snapshots s
      join public.trending t
        on t.window_h = s.window_h and t.kind = 'post' and t.snapshot_at = s.snapshot_at and t.rank = 1
      where s.window_h = w.window_h and s.snapshot_at > now() - w.pause)
    order by w.window_h
  loop
    perform app.take_snapshot(due.window_h);
    taken := taken + 1;
  end loop;
  return taken;
end
$$;
comment on function public.refresh_trending(int) is
  'Takes the snapshots that are due, or that of one window alone: of 24 hours every 5 minutes, of 7 and 30 days every hour. For feed-worker; one at a time, the others have nothing to do.';

create function app.newest_snapshot(p_window int) returns timestamptz
language sql stable security definer
set search_path = ''
as $$ select max(s.snapshot_at) from app.trending_snapshots s where s.window_h = p_window $$;

create function public.trending_tags(max int default 10) returns table (tag text, display text, posts_count int, since timestamptz)
language sql stable
set search_path = ''
as $$
  select h.tag, h.display, h.posts_count, t.since
  from (
    -- The shortest window in which there is something to tell.
    select w.window_h, app.newest_snapshot(w.window_h) as snapshot_at
    from (values (24), (168), (720)) as w (window_h)
    where exists (
      select from public.trending t
      where t.window_h = w.window_h and t.kind = 'tag' and t.snapshot_at = app.newest_snapshot(w.window_h) and t.rank = 3)
      or w.window_h = 720
    order by w.window_h
    limit 1
  ) as snapshot
  join public.trending t
    on t.window_h = snapshot.window_h and t.kind = 'tag' and t.snapshot_at = snapshot.snapshot_at
  join public.hashtags h on h.tag = t.target
  where h.tag <> all (app.muted_tags('feed'))
  order by t.rank
  limit least(greatest(trending_tags.max, 1), 50)
$$;
comment on function public.trending_tags(int) is
  'The hashtags of the day; of the week or the month where the day has fewer than three.';

revoke execute on function
  app.engagement(int, int, int, int), app.rank_posts(int), app.rank_tags(int), app.rank_creators(int),
  app.take_snapshot(int), app.newest_snapshot(int) from public;
revoke execute on function public.refresh_trending(int), public.trending_tags(int) from public, anon, authenticated;
grant execute on function app.newest_snapshot(int), public.trending_tags(int) to anon, authenticated;

-- supabase/schemas/50_feed/30_for_you.sql
-- « Pour vous »: a score that can be written on one line, from signals that the person knows of. Nothing is learned and
-- nothing is guessed: what counts, and how much, stands here and in docs/decisions/0018-the-feed.md.

create unlogged table app.for_you_lists (
  user_id uuid not null references public.profiles (id) on delete cascade,
  made_at timestamptz not null default clock_timestamp(),
  post_ids uuid[] not null,
  reasons jsonb not null,
  primary key (user_id, made_at)
);
comment on table app.for_you_lists is
  'What was put together for a person, in order, with the reasons of each entry. Made anew when it is lost.';
create index for_you_lists_old on app.for_you_lists (made_at);

alter table app.for_you_lists enable row level security;

create function app.for_you_candidates() returns setof uuid
language sql stable
set search_path = ''
as $$
  with liked as materialized (select * from app.my_likes(30))
  (select p.id
   from unnest((app.my_followees())[:500]) as followee (id)
   cross join lateral (
     select newest.id, newest.created_at from public.feed_posts newest
     where newest.creator_id = followee.id and newest.audience in ('public', 'followers')
       and newest.created_at > now() - interval '14 days'
     order by newest.created_at desc, newest.id desc limit 6) as p
   order by p.created_at desc limit 250)
  union
  (select ph.post_id
   from app.my_tags() mine
   cross join lateral (
     select newest.post_id from public.post_hashtags newest
     where newest.tag = mine.tag and newest.created_at > now() - interval '30 days'
     order by newest.created_at desc, newest.post_id desc limit 25) as ph
   limit 250)
  union
  (select remix.id
   from liked
   cross join lateral (
     select newest.id from public.feed_posts newest
     where newest.remix_of in (liked.post_id, liked.remix_of) and newest.audience = 'public'
     order by newest.created_at desc, newest.id desc limit 6) as remix
   limit 120)
  union
  select liked.remix_of from liked where liked.remix_of is not null
  union
  (select t.target::uuid from public.trending t
   where t.window_h = 24 and t.kind = 'post' and t.snapshot_at = app.newest_snapshot(24) and t.rank <= 100)
  union
  (select t.target::uuid from public.trending t
   where t.window_h = 168 and t.kind = 'post' and t.snapshot_at = app.newest_snapshot(168) and t.rank <= 60)
  union
  (select newest.id
   from (
     select p.id, p.creator_id, p.created_at from public.feed_posts p where p.audience = 'public'
     order by p.created_at desc, p.id desc limit 300) as newest
   join public.profiles author on author.id = newest.creator_id
   order by author.created_at > now() - interval '30 days' desc, newest.created_at desc limit 100)
$$;
comment on function app.for_you_candidates() is
  'What could interest the person: from people they follow, under their hashtags, around the remixes they like, from what trends, and the newest, those of new authors first.';

create function app.for_you_signals(p_posts uuid[])
returns table (
  post_id uuid, creator_id uuid, username text, is_followed boolean, followed_tag text, liked_tag text, is_remix_of_liked boolean,
  trending_hours int, is_new_author boolean, likes_of_author int, hides_of_author int, age_hours double precision,
  engagement double precision)
language sql stable
set search_path = ''
as $$
  with liked as materialized (select * from app.my_likes(100)),
  near as materialized (
    select liked.post_id as id from liked union select liked.remix_of from liked where liked.remix_of is not null
  ), tags as materialized (select * from app.my_tags()),
  trends as materialized (
    select t.target::uuid as id, min(t.since) as since
    from public.trending t
    where t.kind = 'post' and t.rank <= 100
      and (t.window_h = 24 and t.snapshot_at = app.newest_snapshot(24)
        or t.window_h = 168 and t.snapshot_at = app.newest_snapshot(168))
    group by t.target
  ), favourites as materialized (select liked.creator_id, count(*)::int as likes from liked group by liked.creator_id),
  hidden as materialized (
    select p.creator_id, count(*)::int as hides
    from (
      select h.post_id from public.post_hides h
      where h.user_id = auth.uid() and h.created_at > now() - interval '90 days'
      limit 500
    ) as recent
    join public.feed_posts p on p.id = recent.post_id
    group by p.creator_id
  )
  select p.id, p.creator_id, author.username::text,
    coalesce(p.creator_id = any ((select app.my_followees())::uuid[]), false),
    (select h.display from public.post_hashtags ph join tags on tags.tag = ph.tag and tags.is_followed
     join public.hashtags h on h.tag = ph.tag where ph.post_id = p.id order by ph.tag limit 1),
    (select h.display from public.post_hashtags ph join tags on tags.tag = ph.tag and not tags.is_followed
     join public.hashtags h on h.tag = ph.tag where ph.post_id = p.id order by ph.tag limit 1),
    p.remix_of in (select near.id from near) or p.id in (select liked.remix_of from liked where liked.remix_of is not null),
    (extract(epoch from now() - trends.since) / 3600)::int,
    author.created_at > now() - interval '30 days',
    coalesce(favourites.likes, 0), coalesce(hidden.hides, 0),
    greatest(extract(epoch from now() - p.created_at) / 3600, 0),
    app.engagement(p.likes_count, p.comments_count, p.remixes_count, p.saves_count)
  from public.feed_posts p
  join public.profiles author on author.id = p.creator_id
  left join trends on trends.id = p.id
  left join favourites on favourites.creator_id = p.creator_id
  left join hidden on hidden.creator_id = p.creator_id
  where p.id = any (p_posts)
$$;
comment on function app.for_you_signals(uuid[]) is
  'Everything that the score and the reasons of « Pour vous » are made of, for the person who asks.';

create function app.for_you_score(
  is_followed boolean, is_tag_followed boolean, is_tag_liked boolean, is_remix_of_liked boolean, is_trending boolean,
  is_new_author boolean, likes_of_author int, hides_of_author int, age_hours double precision, engagement double precision)
returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select (1 + 3.0 * coalesce(is_followed, false)::int + 2.5 * coalesce(is_remix_of_liked, false)::int
      + 2.0 * coalesce(is_tag_followed, false)::int + 1.5 * coalesce(is_trending, false)::int
      + 1.0 * coalesce(is_tag_liked, false)::int + 1.0 * coalesce(is_new_author, false)::int + 0.4 * least(likes_of_author, 5))
    * (1 / (1 + age_hours / 24))
    * (1 + ln(1 + engagement) / 4)
    - 0.5 * hides_of_author
$$;
comment on function app.for_you_score(boolean, boolean, boolean, boolean, boolean, boolean, int, int, double precision, double precision) is
  'Interest × freshness × quality − fatigue. Interest: 1, and 3 for somebody one follows, 2.5 for a remix around what one liked, 2 for a hashtag one follows, 1.5 for what trends, 1 for a hashtag one often likes, 1 for a new author, 0.4 for each like of the author''s publications (5 at most). Freshness: a half after a day, a third after two. Quality: 1 and a quarter of the logarithm of the engagement. Fatigue: 0.5 for each publication of the author that one hid within 90 days.';

-- In the order of the score, but whoever has two among the last nineteen waits. Nobody's pictures fill a screen; where
-- only one person publishes, the list is short.
create function app.spread_authors(p_authors uuid[], p_most int) returns int[]
language plpgsql immutable
set search_path = ''
as $$
declare
  chosen int[] := '{}';
  recent uuid[] := '{}';
  is_taken boolean[] := array_fill(false, array[greatest(cardinality(p_authors), 1)]);
  first_left int := 1;
  candidate int;
begin
  while cardinality(chosen) < p_most loop
    while first_left <= cardinality(p_authors) and is_taken[first_left] loop
      first_left := first_left + 1;
    end loop;
    candidate := first_left;
    while candidate <= cardinality(p_authors)
      and (is_taken[candidate] or cardinality(array_positions(recent, p_authors[candidate])) >= 2) loop
      candidate := candidate + 1;
    end loop;
    exit when candidate > cardinality(p_authors);
    is_taken[candidate] := true;
    chosen := chosen || candidate;
    recent := (recent || p_authors[candidate])[greatest(cardinality(recent) - 17, 1):];
  end loop;
  return chosen;
end
$$;
comment on function app.spread_authors(uuid[], int) is
  'The places of an ordered list that are kept, in order, so that of twenty in a row at most two are of one author.';

create function app.make_for_you() returns timestamptz
language plpgsql security definer
set search_path = ''
set plan_cache_mode = auto
as $$
declare
  me constant uuid := auth.uid();
  muted constant uuid[] := app.muted_people('feed');
  hidden constant uuid[] := app.hidden_people();
  most_sensitive constant smallint := app.my_max_rating();
  ids uuid[];
  authors uuid[];
  whys jsonb[];
  kept int[];
  made timestamptz;
begin
  with candidates as materialized (
    select array(
      select p.id
      from app.for_you_candidates() as candidate (id)
      join public.feed_posts p on p.id = candidate.id
      where p.audience in ('public', 'followers') and p.status = 'published' and p.rating <= most_sensitive
        and p.creator_id <> me and p.creator_id <> all (muted) and p.creator_id <> all (hidden)
        and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
        and not exists (select from public.post_likes l where l.post_id = p.id and l.user_id = me)) as ids
  ), scored as (
    select s.*, app.for_you_score(
      s.is_followed, s.followed_tag is not null, s.liked_tag is not null, s.is_remix_of_liked, s.trending_hours is not null,
      s.is_new_author, s.likes_of_author, s.hides_of_author, s.age_hours, s.engagement) as score
    from candidates, app.for_you_signals(candidates.ids) s
  ), placed as (
    select scored.*, row_number() over (partition by scored.creator_id order by scored.score desc, scored.post_id desc) as place
    from scored where scored.score > 0
  )
  select array_agg(placed.post_id order by placed.score desc, placed.post_id desc),
    array_agg(placed.creator_id order by placed.score desc, placed.post_id desc),
    array_agg(app.for_you_reasons(placed.username, placed.is_followed, placed.is_remix_of_liked, placed.followed_tag,
      placed.trending_hours, placed.liked_tag, placed.is_new_author, placed.likes_of_author)
      order by placed.score desc, placed.post_id desc)
  into ids, authors, whys
  from placed where placed.place <= 30;
  kept := app.spread_authors(coalesce(authors, '{}'), 300);
  insert into app.for_you_lists (user_id, post_ids, reasons)
  select me, coalesce(array_agg(ids[k.place] order by k.at), '{}'), coalesce(jsonb_agg(whys[k.place] order by k.at), '[]')
  from unnest(kept) with ordinality as k (place, at)
  returning made_at into made;
  -- The one before stays, for whoever is reading it on another device.
  delete from app.for_you_lists l
  where l.user_id = me and l.made_at < (
    select before.made_at from app.for_you_lists before
    where before.user_id = me and before.made_at < made order by before.made_at desc limit 1);
  return made;
end
$$;
comment on function app.make_for_you() is 'Puts « Pour vous » together for the person who asks: 300 publications at most.';

create function app.for_you_list(p_made timestamptz) returns app.for_you_lists
language plpgsql security definer
set search_path = ''
as $$
declare
  list app.for_you_lists;
begin
  select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  if list.user_id is null then
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() order by l.made_at desc limit 1;
  end if;
  if list.user_id is null or p_made is null and (
    list.made_at < now() - interval '5 minutes'
    or exists (select from public.follows f where f.follower_id = auth.uid() and f.state = 'active' and f.created_at > list.made_at)
    or exists (select from public.hashtag_follows f where f.user_id = auth.uid() and f.created_at > list.made_at)) then
    p_made := app.make_for_you();
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  end if;
  return list;
end
$$;
comment on function app.for_you_list(timestamptz) is
  'The list that was begun at that moment; without one, that of the last five minutes, or a new one where there is none or the person began to follow somebody since.';

revoke execute on function
  app.for_you_candidates(), app.for_you_signals(uuid[]),
  app.for_you_score(boolean, boolean, boolean, boolean, boolean, boolean, int, int, float, float),
  app.spread_authors(uuid[], int), app.make_for_you(), app.for_you_list(timestamptz) from public;

-- supabase/schemas/50_feed/32_for_you_reasons.sql
-- Why a publication stands in « Pour vous », for whoever asks.

create function app.my_likes(p_most int) returns table (post_id uuid, creator_id uuid, remix_of uuid)
language sql stable
set search_path = ''
as $$
  select p.id, p.creator_id, p.remix_of
  from (
    select l.post_id from public.post_likes l where l.user_id = auth.uid() order by l.created_at desc limit p_most
  ) as liked
  join public.feed_posts p on p.id = liked.post_id
$$;

create function app.my_tags() returns table (tag text, is_followed boolean)
language sql stable
set search_path = ''
as $$
  (select f.tag, true from public.hashtag_follows f where f.user_id = auth.uid() order by f.created_at desc limit 20)
  union all
  (select ph.tag, false
   from app.my_likes(50) liked join public.post_hashtags ph on ph.post_id = liked.post_id
   where not exists (select from public.hashtag_follows f where f.user_id = auth.uid() and f.tag = ph.tag)
   group by ph.tag having count(*) >= 3
   order by count(*) desc, ph.tag limit 8)
$$;
comment on function app.my_tags() is
  'The hashtags that the person follows, and those that at least three of their last fifty likes bear.';

create function app.for_you_reasons(
  username text, is_followed boolean, is_remix_of_liked boolean, followed_tag text, trending_hours int, liked_tag text,
  is_new_author boolean, likes_of_author int)
returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_agg(reason order by place), '[{"kind": "recent"}]')
  from (values
    (1, case when is_followed then jsonb_build_object('kind', 'follows', 'username', username) end),
    (2, case when is_remix_of_liked then '{"kind": "remix_of_liked"}'::jsonb end),
    (3, case when followed_tag is not null then jsonb_build_object('kind', 'tag', 'tag', followed_tag) end),
    (4, case when trending_hours is not null then jsonb_build_object('kind', 'trending', 'hours', greatest(trending_hours, 1)) end),
    (5, case when liked_tag is not null then jsonb_build_object('kind', 'tag', 'tag', liked_tag) end),
    (6, case when likes_of_author >= 2 and not is_followed then jsonb_build_object('kind', 'liked_author', 'username', username) end),
    (7, case when is_new_author then '{"kind": "new_author"}'::jsonb end)
  ) as known (place, reason)
  where reason is not null
$$;
comment on function app.for_you_reasons(text, boolean, boolean, text, int, text, boolean, int) is
  'The signals that raised the score, the strongest first; recent where there is none but that it is new.';

create function app.reasons_now(p_post uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select app.for_you_reasons(s.username, s.is_followed, s.is_remix_of_liked, s.followed_tag, s.trending_hours, s.liked_tag,
    s.is_new_author, s.likes_of_author)
  from app.for_you_signals(array[p_post]) s
$$;

create function app.reasons_then(p_post uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select l.reasons -> (array_position(l.post_ids, p_post) - 1)
  from app.for_you_lists l
  where l.user_id = auth.uid() and p_post = any (l.post_ids)
  order by l.made_at desc
  limit 1
$$;

create function public.why_this_post(post_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from public.feed_posts p where p.id = why_this_post.post_id) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_gone';
  end if;
  return coalesce(app.reasons_then(why_this_post.post_id), app.reasons_now(why_this_post.post_id));
end
$$;
comment on function public.why_this_post(uuid) is
  'Why « Pour vous » shows one a publication, as it was recorded when the list was made; else what speaks for it now. [{"kind": "follows", "username"}, {"kind": "remix_of_liked"}, {"kind": "tag", "tag"}, {"kind": "trending", "hours"}, {"kind": "liked_author", "username"}, {"kind": "new_author"}, {"kind": "recent"}], the strongest first. PT404 post_gone.';

revoke execute on function
  app.my_likes(int), app.my_tags(), app.for_you_reasons(text, boolean, boolean, text, int, text, boolean, int),
  app.reasons_now(uuid), app.reasons_then(uuid) from public;
revoke execute on function public.why_this_post(uuid) from public, anon, authenticated;
grant execute on function
  app.reasons_now(uuid), app.reasons_then(uuid), public.why_this_post(uuid) to anon, authenticated;

-- supabase/schemas/50_feed/40_walkers.sql
-- Walkers know the order of a list and nothing of rights; what may be seen is decided once, by the policies of
-- feed_posts, when the publications of a page are read.

create function app.walk_latest(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  -- In all walkers: the inner limit is a literal, so that the plan knows how little is wanted; the outer one stops it.
  return query
  select newest.id, app.time_mark(newest.created_at, newest.id), null::jsonb
  from (
    select p.id, p.created_at from public.feed_posts p
    where p.audience = 'public' and (p.created_at, p.id) < (start.at, start.id)
    order by p.created_at desc, p.id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_tag(p_tag text, p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
  known public.hashtags;
begin
  select h.* into known from public.hashtags h where h.tag = p_tag and not h.blocked;
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id),
    jsonb_build_array(jsonb_build_object('kind', 'tag', 'tag', known.display))
  from (
    select ph.post_id, ph.created_at from public.post_hashtags ph
    where ph.tag = known.tag and (ph.created_at, ph.post_id) < (start.at, start.id)
    order by ph.created_at desc, ph.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_saved(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id), null::jsonb
  from (
    select s.post_id, s.created_at from public.post_saves s
    where s.user_id = auth.uid() and (s.created_at, s.post_id) < (start.at, start.id)
    order by s.created_at desc, s.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_liked(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  select newest.post_id, app.time_mark(newest.created_at, newest.post_id), null::jsonb
  from (
    select l.post_id, l.created_at from public.post_likes l
    where l.user_id = auth.uid() and l.created_at <= start.at and (l.created_at, l.post_id) < (start.at, start.id)
    order by l.created_at desc, l.post_id desc limit 101) as newest
  limit p_most;
end
$$;

create function app.walk_following(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_time_mark(p_mark);
begin
  return query
  with heads as materialized (
    select followee.id as creator_id, head.created_at, head.id
    from unnest(app.my_followees()) as followee (id)
    cross join lateral (
      select p.created_at, p.id from public.feed_posts p
      where p.creator_id = followee.id and p.audience in ('public', 'followers')
        and (p.created_at, p.id) < (start.at, start.id)
      order by p.created_at desc, p.id desc limit 1) as head
  ), floor as materialized (
    -- Where so many people have one, nothing older can come onto the page: of most people their head is all that is read.
    select h.created_at, h.id from heads h order by h.created_at desc, h.id desc offset p_most - 1 limit 1
  )
  select newest.id, app.time_mark(newest.created_at, newest.id),
    jsonb_build_array(jsonb_build_object('kind', 'follows', 'username', author.username))
  from (
    select p.id, p.created_at, p.creator_id
    from heads h
    cross join lateral (
      select own.id, own.created_at, own.creator_id from public.feed_posts own
      where own.creator_id = h.creator_id and own.audience in ('public', 'followers')
        and (own.created_at, own.id) <= (h.created_at, h.id)
        and (own.created_at, own.id) >= (
          coalesce((select f.created_at from floor f), '-infinity'),
          coalesce((select f.id from floor f), '00000000-0000-0000-0000-000000000000'))
      order by own.created_at desc, own.id desc limit 101) as p
    order by p.created_at desc, p.id desc limit 101) as newest
  join public.profiles author on author.id = newest.creator_id
  order by newest.created_at desc, newest.id desc
  limit p_most;
end
$$;
comment on function app.walk_following(text, int) is
  'Fan-out on read: the publications of the people one follows, newest first, from the head of each one''s own list.';

create function app.walk_trending(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_rank_mark(p_mark);
begin
  if start.at is null then
    -- The shortest window that fills a page.
    select w.window_h, s.snapshot_at into start.window_h, start.at
    from (values (24), (168), (720)) as w (window_h), app.newest_snapshot(w.window_h) as s (snapshot_at)
    where w.window_h = 720 or exists (
      select from public.trending t
      where t.window_h = w.window_h and t.kind = 'post' and t.snapshot_at = s.snapshot_at and t.rank = 20)
    order by w.window_h
    limit 1;
  elsif not exists (
    select from public.trending t
    where t.window_h = start.window_h and t.kind = 'post' and t.snapshot_at = start.at and t.rank = 1) then
    -- Whoever comes back after hours goes on in the newest one.
    start.at := app.newest_snapshot(start.window_h);
  end if;
  return query
  select t.target::uuid, app.rank_mark(t.window_h, t.snapshot_at, t.rank),
    jsonb_build_array(jsonb_build_object(
      'kind', 'trending', 'hours', greatest(extract(epoch from now() - t.since)::int / 3600, 1)))
  from public.trending t
  where t.window_h = start.window_h and t.kind = 'post' and t.snapshot_at = start.at and t.rank > start.rank
  order by t.rank
  limit p_most;
end
$$;

create function app.walk_for_you(p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql security definer rows 25
set search_path = ''
as $$
declare
  start record := app.read_rank_mark(p_mark);
  list app.for_you_lists := app.for_you_list(start.at);
  -- Unpacked once, not for each entry.
  whys constant jsonb := list.reasons || '[]';
begin
  return query
  select chosen.id, app.rank_mark(0, list.made_at, (start.rank + chosen.place)::int), whys -> (start.rank + chosen.place - 1)::int
  from unnest(list.post_ids[start.rank + 1 : start.rank + p_most]) with ordinality as chosen (id, place)
  order by chosen.place;
end
$$;

create function app.walk_collection(p_collection uuid, p_mark text, p_most int) returns table (post_id uuid, mark text, why jsonb)
language plpgsql stable security definer rows 25
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(-?\d{1,9})\.(.+)$');
  start record;
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  start := app.read_time_mark(parts[2]);
  return query
  select held.post_id, held.position || '.' || app.time_mark(held.added_at, held.post_id), null::jsonb
  from (
    select i.post_id, i.position, i.added_at from public.collection_items i
    where i.collection_id = (select c.id from app.collection_by_id(p_collection) c)
      and i.position >= coalesce(parts[1]::int, -2147483648)
      and (p_mark is null or i.position > parts[1]::int or (i.added_at, i.post_id) < (start.at, start.id))
    order by i.position, i.added_at desc, i.post_id desc limit 101) as held
  limit p_most;
end
$$;

create function app.walk(p_list text, p_subject text, p_mark text, p_most int)
returns table (post_id uuid, mark text, why jsonb, is_hidden boolean)
language plpgsql security definer rows 20
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  case p_list
    when 'latest' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_latest(p_mark, p_most) w;
    when 'tag' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_tag(p_subject, p_mark, p_most) w;
    when 'following' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_following(p_mark, p_most) w;
    when 'trending' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_trending(p_mark, p_most) w;
    when 'for_you' then
      return query select w.*, exists (select from public.post_hides h where h.user_id = me and h.post_id = w.post_id)
      from app.walk_for_you(p_mark, p_most) w;
    when 'saved' then return query select w.*, false from app.walk_saved(p_mark, p_most) w;
    when 'liked' then return query select w.*, false from app.walk_liked(p_mark, p_most) w;
    when 'collection' then return query select w.*, false from app.walk_collection(p_subject::uuid, p_mark, p_most) w;
  end case;
end
$$;
comment on function app.walk(text, text, text, int) is
  'The next ids of a list, each with its mark, the reasons and whether who asks has hidden it. Ids alone: whether they may be seen is not asked here.';

create function app.mark_in(p_cursor text, p_list text, p_subject text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
begin
  if p_cursor is null then
    return null;
  end if;
  if not starts_with(p_cursor, head) then
    perform app.refuse_cursor();
  end if;
  return substr(p_cursor, char_length(head) + 1);
end
$$;

revoke execute on function
  app.walk_latest(text, int), app.walk_tag(text, text, int), app.walk_saved(text, int),
  app.walk_liked(text, int), app.walk_following(text, int), app.walk_trending(text, int),
  app.walk_for_you(text, int), app.walk_collection(uuid, text, int), app.walk(text, text, text, int),
  app.mark_in(text, text, text) from public;
grant execute on function app.walk(text, text, text, int), app.mark_in(text, text, text) to anon, authenticated;

-- supabase/schemas/50_feed/50_pages.sql
-- The lists of publications, page by page.

-- What a list holds of each publication, but not what its author and the staff each made of the rating: a list shows what
-- came of both.
create view public.feed_entries with (security_invoker = on) as
  select
    null::jsonb as reasons, null::text as cursor,
    p.id, p.creator_id, p.prompt, p.title, p.description, p.hashtags, p.image_url, p.likes_count, p.comments_count,
    p.created_at, p.visibility, p.metadata, p.mode, p.width, p.height, p.thumbhash, p.alt_text, p.prompt_visible,
    p.remix_allowed, p.image_id, p.remix_of, p.root_id, p.depth, p.remixes_count, p.status, p.rating, p.deleted_at,
    p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank
  from public.feed_posts p;
comment on view public.feed_entries is
  'A publication as an entry of a list: why it is there, and the cursor of the page after it (null at the end of the list).';
revoke all on public.feed_entries from anon, authenticated;
grant select on public.feed_entries to anon, authenticated;

create function public.remixed_creator(entry public.feed_entries) returns jsonb
language sql stable
as $$ select case when entry.remix_of is not null then app.creator_of_seen(entry.remix_of) end $$;
comment on function public.remixed_creator(public.feed_entries) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

revoke execute on function public.remixed_creator(public.feed_entries) from public, anon, authenticated;
grant execute on function public.remixed_creator(public.feed_entries) to anon, authenticated;

-- A page of a hundred of which one is left out is not the end of its list: no more is asked of a walker than it gives.
create function app.list_page(p_list text, p_subject text, p_cursor text, p_size int) returns setof public.feed_entries
language plpgsql
set search_path = ''
-- No list depends on whose it is in how it is best read; a plan for each reader costs more than its page.
set plan_cache_mode = force_generic_plan
as $$
declare
  size constant int := least(greatest(coalesce(p_size, 20), 1), 100);
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
  -- What one keeps oneself is shown whatever one has muted.
  is_filtered constant boolean := auth.uid() is not null and p_list not in ('saved', 'liked', 'collection');
  people uuid[] := '{}';
  words text[] := '{}';
  tags text[] := '{}';
  mark text := app.mark_in(p_cursor, p_list, p_subject);
  -- A few more than the page, for those that are left out: a second round costs as much as thirty entries. Walkers give
  -- 101 at most, and fewer than they were asked for where their list ends.
  most int := least(size + case when is_filtered then 4 + size / 5 else 1 end, 101);
  me constant uuid := auth.uid();
  start record;
  steps refcursor;
  step record;
  walked int;
  shown int;
  -- Held back until it is known whether anything comes after it.
  held public.feed_entries;
  found_so_far int := 0;
begin
  if is_filtered then
    select m.people, m.words, m.tags into people, words, tags from app.my_mutes('feed') m;
  end if;
  -- Whoever has muted nearly everything waits for a thousand, not for all that there is.
  for round in 1..10 loop
    walked := 0;
    shown := found_so_far;
    if p_list = 'latest' and is_filtered then
      start := app.read_time_mark(mark);
      -- Its order is that of an index of the publications themselves: they are read as they come, until the page is full.
      open steps no scroll for
        select app.time_mark(e.created_at, e.id) as mark, null::jsonb as why, e as entry,
          e.creator_id <> all (people)
            and not exists (select from public.post_hides h where h.user_id = me and h.post_id = e.id)
            and (tags = '{}' or not string_to_array(app.fold(e.hashtags), ',') && tags)
            and (words = '{}' or not exists (
              select
              from (
                select lower(extensions.unaccent('extensions.unaccent',
                  concat_ws(' ', e.prompt, e.title, e.description, e.hashtags, e.alt_text)) collate "und-x-icu") as text offset 0
              ) as said, unnest(words) as word
              where strpos(said.text, word) > 0)) as is_shown
        from public.feed_entries e
        where e.audience = 'public' and (e.created_at, e.id) < (start.at, start.id)
        order by e.created_at desc, e.id desc limit 101;
    else
      open steps no scroll for
        select w.mark, w.why, e as entry,
          e.id is not null and not w.is_hidden and e.creator_id <> all (people)
            and (tags = '{}' or not string_to_array(app.fold(e.hashtags), ',') && tags)
            and (words = '{}' or not exists (
              select
              from (
                -- As app.fold does, once whatever the number of words, and without a call for each entry.
                select lower(extensions.unaccent('extensions.unaccent',
                  concat_ws(' ', e.prompt, e.title, e.description, e.hashtags, e.alt_text)) collate "und-x-icu") as text offset 0
              ) as said, unnest(words) as word
              where strpos(said.text, word) > 0)) as is_shown
        from app.walk(p_list, p_subject, mark, most) with ordinality as w (post_id, mark, why, is_hidden, place)
        left join public.feed_entries e on e.id = w.post_id
        order by w.place;
    end if;
    loop
      fetch steps into step;
      exit when not found;
      walked := walked + 1;
      mark := step.mark;
      continue when not coalesce(step.is_shown, false);
      if found_so_far > 0 then
        return next held;
      end if;
      if found_so_far = size then
        close steps;
        return;
      end if;
      held := step.entry;
      held.reasons := coalesce(step.why, '[]');
      held.cursor := head || step.mark;
      found_so_far := found_so_far + 1;
    end loop;
    close steps;
    exit when walked < most or round = 10;
    -- As many as what is missing should take, where as few are shown as in this round.
    most := least(case when found_so_far = shown then 2 * most
      else (size + 1 - found_so_far) * most / (found_so_far - shown) + 5 end, 101);
  end loop;
  if found_so_far > 0 then
    held.cursor := case when walked >= most then head || mark end;
    return next held;
  end if;
end
$$;
comment on function app.list_page(text, text, text, int) is
  'One page of a list as who asks may see it, without what they have hidden and muted. PT400 cursor_invalid for a cursor of another list.';

-- A plan that was made under the policies of one role is made anew for the other, and a connection serves visitors and
-- members in turn: each has its own copy of the function, whose plans stay.
do $$
begin
  execute replace(pg_get_functiondef('app.list_page(text, text, text, int)'::regprocedure), 'app.list_page', 'app.visitors_page');
end
$$;

-- The newest publications are what most people open first, over and over. Their page is one statement, without a walker, a
-- cursor of PL/pgSQL or a second function around it: half of what a page cost went into calls and copies of rows.
create function public.feed_page(tab text, cursor text default null, page_size int default 20, tag text default null)
returns setof public.feed_entries
language plpgsql rows 20
set search_path = ''
-- As in app.list_page: no list depends on whose it is in how it is best read.
set plan_cache_mode = force_generic_plan
as $$
declare
  me constant uuid := auth.uid();
  size constant int := least(greatest(coalesce(feed_page.page_size, 20), 1), 100);
  subject text;
  from_at timestamptz := 'infinity';
  from_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  people uuid[];
  words text[];
  tags text[];
begin
  if me is not null and feed_page.tab = 'latest' then
    if feed_page.cursor is not null then
      select mark.at, mark.id into from_at, from_id
      from app.read_time_mark(app.mark_in(feed_page.cursor, 'latest', null)) as mark;
    end if;
    select coalesce(array_agg(m.target::uuid) filter (where m.kind = 'user'), '{}'),
      coalesce(array_agg(app.fold(m.target)) filter (where m.kind = 'word'), '{}'),
      coalesce(array_agg(m.target) filter (where m.kind = 'hashtag'), '{}')
    into people, words, tags
    from public.mutes m
    where m.user_id = me and 'feed' = any (m.scope) and (m.expires_at is null or m.expires_at > now());
    return query
    select '[]'::jsonb,
      case when lead(true) over (order by p.created_at desc, p.id desc) then 'latest.' || app.time_mark(p.created_at, p.id)
      else (
        -- The thousandth, where so many were walked: whoever has muted nearly everything goes on from there.
        select 'latest.' || app.time_mark(last.created_at, last.id) from public.feed_posts last
        where last.audience = 'public' and (last.created_at, last.id) < (from_at, from_id)
        order by last.created_at desc, last.id desc offset 999 limit 1)
      end,
      -- The columns of feed_entries, as they stand there.
      p.id, p.creator_id, p.prompt, p.title, p.description, p.hashtags, p.image_url, p.likes_count, p.comments_count,
      p.created_at, p.visibility, p.metadata, p.mode, p.width, p.height, p.thumbhash, p.alt_text, p.prompt_visible,
      p.remix_allowed, p.image_id, p.remix_of, p.root_id, p.depth, p.remixes_count, p.status, p.rating, p.deleted_at,
      p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank
    from (
      -- Read as they come, until the page is full: both limits are behind the index.
      select near.* from public.feed_posts near
      where near.audience = 'public' and (near.created_at, near.id) < (from_at, from_id)
      order by near.created_at desc, near.id desc limit 1000) as p
    where p.creator_id <> all (people)
      and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
      and (tags = '{}' or not string_to_array(app.fold(p.hashtags), ',') && tags)
      and (words = '{}' or not exists (
        select
        from (
          -- As app.fold does, once whatever the number of words, and without a call for each entry.
          select lower(extensions.unaccent('extensions.unaccent',
            concat_ws(' ', p.prompt, p.title, p.description, p.hashtags, p.alt_text)) collate "und-x-icu") as text offset 0
        ) as said, unnest(words) as word
        where strpos(said.text, word) > 0))
    order by p.created_at desc, p.id desc
    limit size;
    return;
  end if;
  if coalesce(feed_page.tab, '') not in ('latest', 'trending', 'tag', 'for_you', 'following', 'saved', 'liked') then
    raise exception 'There is no such list' using errcode = 'PT400', hint = 'tab_unknown';
  end if;
  if me is null and feed_page.tab not in ('latest', 'trending', 'tag') then
    raise exception 'Only who is signed in has this list' using errcode = 'PT401', hint = 'sign_in_first';
  end if;
  if feed_page.tab = 'tag' then
    subject := app.tag_key(coalesce(feed_page.tag, ''));
  end if;
  if me is null then
    return query select e.* from app.visitors_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  else
    return query select e.* from app.list_page(feed_page.tab, subject, feed_page.cursor, feed_page.page_size) e;
  end if;
end
$$;
comment on function public.feed_page(text, text, int, text) is
  'A page of latest (exactly newest first), trending, tag, for_you, following, saved or liked. Each entry tells its reasons and the cursor of the page after it; the last entry of the list has none. for_you may have to be put together first, so it is called by POST. PT400 tab_unknown, cursor_invalid; PT401 sign_in_first.';

create function public.collection_page(collection_id uuid, cursor text default null, page_size int default 20)
returns setof public.feed_entries
language sql rows 20
set search_path = ''
as $$
  select e.* from app.list_page(
    'collection', collection_page.collection_id::text, collection_page.cursor, collection_page.page_size) e
$$;
comment on function public.collection_page(uuid, text, int) is
  'A page of a collection that one may see (one''s own, public, or unlisted by its id), of the publications that one may see.';

revoke execute on function
  app.list_page(text, text, text, int), app.visitors_page(text, text, text, int) from public;
revoke execute on function
  public.feed_page(text, text, int, text), public.collection_page(uuid, text, int)
from public, anon, authenticated;
grant execute on function
  app.list_page(text, text, text, int), app.visitors_page(text, text, text, int),
  public.feed_page(text, text, int, text), public.collection_page(uuid, text, int) to anon, authenticated;

-- supabase/schemas/50_feed/60_similar_posts.sql
-- What looks like one publication, as far as its hashtags say.

create function app.tags_to_compare(p_post uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(t.tag), '{}')
  from public.feed_posts p, app.tags_of(p.hashtags) t
  where p.id = p_post
    and (app.can_see_post(p.id) or p.status in ('deleted', 'removed') and p.visibility in ('public', 'unlisted'))
$$;
comment on function app.tags_to_compare(uuid) is
  'Also of what is gone and was once for everybody, so that its page can lead on; nothing of what is not for who asks.';

create function public.similar_posts(post_id uuid, max int default 6) returns setof public.feed_posts
language sql stable rows 6
set search_path = ''
as $$
  with clues as (
    select h.tag, 1 / ln(2 + h.posts_count) as weight
    from public.hashtags h
    where h.tag = any (app.tags_to_compare(similar_posts.post_id))
    order by h.posts_count
    limit 8
  ), alike as (
    select near.post_id, sum(clues.weight) as score
    from clues
    cross join lateral (
      select ph.post_id from public.post_hashtags ph
      where ph.tag = clues.tag
      order by ph.created_at desc, ph.post_id desc
      limit 100
    ) as near
    group by near.post_id
    order by score desc, near.post_id desc
    limit 100
  ), newest as (
    select p.id as post_id, 0 as score from public.feed_posts p
    where p.audience = 'public'
    order by p.created_at desc, p.id desc
    limit 50
  ), candidates as (
    select each.post_id, max(each.score) as score
    from (select alike.post_id, alike.score from alike union all select newest.post_id, newest.score from newest) as each
    where each.post_id <> similar_posts.post_id
    group by each.post_id
  )
  select p.*
  from candidates
  join public.feed_posts p on p.id = candidates.post_id
  where p.audience = 'public' and p.status = 'published'
    and p.creator_id <> all ((select app.muted_people('feed'))::uuid[])
    and p.id <> all ((select app.my_hides())::uuid[])
  order by candidates.score desc, p.created_at desc, p.id desc
  limit least(greatest(similar_posts.max, 1), 24)
$$;
comment on function public.similar_posts(uuid, int) is
  'Public ones that share hashtags with it, the rarest count most; then the newest. Also for a publication that is gone.';

revoke execute on function app.tags_to_compare(uuid) from public;
revoke execute on function public.similar_posts(uuid, int) from public, anon, authenticated;
grant execute on function app.tags_to_compare(uuid) to anon, authenticated, service_role;
grant execute on function public.similar_posts(uuid, int) to anon, authenticated;

-- supabase/schemas/50_feed/70_positions.sql
-- Where somebody stopped reading.

create table public.feed_positions (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  tab text not null check (tab in ('for_you', 'following', 'latest', 'trending')),
  anchor_post_id uuid not null,
  anchor_cursor text check (char_length(anchor_cursor) <= 200),
  anchor_offset int not null default 0 check (anchor_offset between -100000 and 100000),
  updated_at timestamptz not null default now(),
  primary key (user_id, tab)
);
comment on table public.feed_positions is 'Where a person stopped reading, on whatever device. The publication may be gone.';
comment on column public.feed_positions.anchor_cursor is
  'The cursor of the entry before the anchor: the page after it begins with the anchor. Null where the anchor came first.';

alter table public.feed_positions enable row level security;
revoke all on public.feed_positions from anon, authenticated;
grant
  select,
  insert (user_id, tab, anchor_post_id, anchor_cursor, anchor_offset),
  update (user_id, tab, anchor_post_id, anchor_cursor, anchor_offset),
  delete
on public.feed_positions to authenticated;
create policy "people read where they stopped" on public.feed_positions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people note where they stopped" on public.feed_positions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people move on" on public.feed_positions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people forget where they stopped" on public.feed_positions
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger touch before update on public.feed_positions
  for each row execute function app.touch();

-- supabase/schemas/50_feed/80_channel.sql
-- The channel on which everybody hears that there is something new.

create function app.tell_new_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'creator_id', new.creator_id, 'created_at', new.created_at), 'post', 'feed', true);
  return null;
end
$$;
comment on function app.tell_new_post() is 'Tells the channel feed of what everybody may see: ids alone, when the transaction commits.';

-- Nobody sends: no policy lets anybody insert.
create policy "everybody listens to what is new" on realtime.messages
  for select to anon, authenticated using (extension = 'broadcast' and (select realtime.topic()) = 'feed');

revoke execute on function app.tell_new_post() from public;

-- supabase/schemas/55_search/10_words_of_posts.sql
-- What search reads: the words of public publications and of people in the form in which they are compared, apart from
-- the rows themselves. A pattern that a person gives uses no index under row-level security (LIKE is not leakproof).

create function app.search_form(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select btrim(regexp_replace(
    app.fold(regexp_replace(coalesce(given, ''), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')),
    '\s+', ' ', 'g'))
$$;
comment on function app.search_form(text) is
  'Text as search compares it: without accents, case, invisible marks and doubled blanks.';

create function app.containing(form text) returns text
language sql immutable parallel safe strict
set search_path = ''
as $$ select '%' || regexp_replace(form, '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function app.containing(text) is 'The LIKE pattern of texts that contain this one: % and _ mean themselves.';

create function app.popularity(likes int, comments int) returns smallint
language sql immutable parallel safe
set search_path = ''
as $$ select (least(likes, 200) + least(comments, 75) * 2)::smallint $$;
comment on function app.popularity(int, int) is
  'Tenths of a point: 0.1 a like up to 20 points, 0.2 a comment up to 15 (spec §9).';

-- One and two characters, of which trigrams know nothing, have indexes of their own, each place of a text by itself.
create function app.short_parts(form text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  characters constant text[] := string_to_array(form, null);
begin
  return characters || array(
    select one || other from unnest(characters, characters[2:]) as neighbours (one, other) where other is not null);
end
$$;
comment on function app.short_parts(text) is
  'Every one and two characters in a row: what somebody has typed first, of which trigrams know nothing.';

create table app.post_words (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  prompt text not null,
  description text not null,
  hashtags text not null,
  created_at timestamptz not null
);
comment on table app.post_words is 'The words of publications that may be found, in search form.';
create index post_words_texts on app.post_words using gin (
  prompt extensions.gin_trgm_ops, description extensions.gin_trgm_ops, hashtags extensions.gin_trgm_ops);
create index post_words_parts on app.post_words using gin (
  app.short_parts(prompt), app.short_parts(description), app.short_parts(hashtags));
create index post_words_newest on app.post_words (created_at);

-- Estimates of how many contain a text come from these samples, and decide how it is looked for.
alter table app.post_words
  alter column prompt set statistics 1000,
  alter column description set statistics 1000,
  alter column hashtags set statistics 1000;
-- How many hold a text is estimated from the columns; samples of their parts would only cost.
alter index app.post_words_parts
  alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0;

-- Apart from the words: a like changes this narrow row, and no index of trigrams.
create table app.post_ranks (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  creator_id uuid not null,
  created_at timestamptz not null,
  created_on date not null generated always as ((created_at at time zone 'utc')::date) stored,
  popularity smallint not null,
  rating smallint not null,
  mode text
);
comment on table app.post_ranks is 'What the order of found publications depends on besides their words.';
create index post_ranks_popular on app.post_ranks (popularity desc, created_at desc, post_id);
create index post_ranks_popular_of_day on app.post_ranks (created_on, popularity desc, created_at desc, post_id);
create index post_ranks_newest on app.post_ranks (created_at desc, post_id);
create index post_ranks_of_creator on app.post_ranks (creator_id);

create function app.index_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.audience <> 'public' or new.status <> 'published' then
    delete from app.post_words w where w.post_id = new.id;
    delete from app.post_ranks r where r.post_id = new.id;
    return null;
  end if;
  insert into app.post_words (post_id, prompt, description, hashtags, created_at)
  values (new.id, case when new.prompt_visible then app.search_form(new.prompt) else '' end,
    app.search_form(new.description), app.search_form(new.hashtags), new.created_at)
  on conflict (post_id) do update set
    prompt = excluded.prompt, description = excluded.description, hashtags = excluded.hashtags,
    created_at = excluded.created_at
  where (post_words.prompt, post_words.description, post_words.hashtags, post_words.created_at)
    is distinct from (excluded.prompt, excluded.description, excluded.hashtags, excluded.created_at);
  insert into app.post_ranks (post_id, creator_id, created_at, popularity, rating, mode)
  values (new.id, new.creator_id, new.created_at, app.popularity(new.likes_count, new.comments_count), new.rating, new.mode)
  on conflict (post_id) do update set
    created_at = excluded.created_at, popularity = excluded.popularity, rating = excluded.rating, mode = excluded.mode;
  return null;
end
$$;
comment on function app.index_post() is
  'Keeps what search reads in the transaction of the publication. Only what is public and not limited is found (spec §7).';

create function app.index_post_popularity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update app.post_ranks r set popularity = app.popularity(new.likes_count, new.comments_count) where r.post_id = new.id;
  return null;
end
$$;
comment on function app.index_post_popularity() is 'The smaller part of index_post, for a like or a comment.';

revoke execute on function
  app.search_form(text), app.containing(text), app.short_parts(text), app.index_post(), app.index_post_popularity()
from public;

-- supabase/schemas/55_search/12_words_of_people.sql
-- People are found by the name that they show, and by the names behind it as by the words about them.

create table app.person_words (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  username text not null,
  name text not null,
  bio text not null,
  created_at timestamptz not null
);
comment on table app.person_words is 'The words of people who may be found, in search form.';
create index person_words_texts on app.person_words using gin (
  username extensions.gin_trgm_ops, name extensions.gin_trgm_ops, bio extensions.gin_trgm_ops);
create index person_words_username on app.person_words (username text_pattern_ops);
create index person_words_name on app.person_words (name text_pattern_ops);
create index person_words_newest on app.person_words (created_at desc, user_id);
create index person_words_parts on app.person_words using gin (
  app.short_parts(username), app.short_parts(name), app.short_parts(bio));

-- As for the words of publications: samples of the columns, none of their parts.
alter table app.person_words
  alter column username set statistics 1000,
  alter column name set statistics 1000,
  alter column bio set statistics 1000;
alter index app.person_words_parts
  alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0;

create function app.name_words(person public.profiles) returns text
language sql stable
set search_path = ''
as $$
  select app.search_form(coalesce(person.chosen_name, concat_ws(' ', person.first_name, person.last_name)))
$$;
comment on function app.name_words(public.profiles) is 'By which name somebody is searched: the one that is shown, where they have given any.';

create function app.about_words(person public.profiles) returns text
language sql stable
set search_path = ''
as $$
  select app.search_form(concat_ws(E'\n', person.bio,
    case when person.chosen_name is not null then nullif(concat_ws(' ', person.first_name, person.last_name), '') end))
$$;
comment on function app.about_words(public.profiles) is 'The words about somebody, with the names that another one stands for.';

create function app.index_person() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> 'active' then
    delete from app.person_words w where w.user_id = new.id;
    return null;
  end if;
  insert into app.person_words (user_id, username, name, bio, created_at)
  values (new.id, app.search_form(new.username::text), app.name_words(new), app.about_words(new), new.created_at)
  on conflict (user_id) do update set
    username = excluded.username, name = excluded.name, bio = excluded.bio, created_at = excluded.created_at;
  return null;
end
$$;
comment on function app.index_person() is 'Keeps the words of a person. Whoever is suspended or leaving is not found.';

create function app.rebuild_search() returns void
language sql
set search_path = ''
as $$
  truncate app.post_words, app.post_ranks, app.person_words;
  insert into app.post_words (post_id, prompt, description, hashtags, created_at)
  select p.id, case when p.prompt_visible then app.search_form(p.prompt) else '' end,
    app.search_form(p.description), app.search_form(p.hashtags), p.created_at
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.post_ranks (post_id, creator_id, created_at, popularity, rating, mode)
  select p.id, p.creator_id, p.created_at, app.popularity(p.likes_count, p.comments_count), p.rating, p.mode
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.person_words (user_id, username, name, bio, created_at)
  select p.id, app.search_form(p.username::text), app.name_words(p), app.about_words(p), p.created_at
  from public.profiles p
  where p.status = 'active';
$$;
comment on function app.rebuild_search() is
  'Fills what search reads anew, after rows were written past the triggers (a restored backup, a benchmark).';

revoke execute on function
  app.name_words(public.profiles), app.about_words(public.profiles), app.index_person(), app.rebuild_search()
from public;

-- supabase/schemas/55_search/20_questions.sql
-- What is looked for, where, and how many are likely to hold it.

create type app.search_hit as (score int, created_at timestamptz, id uuid);

create type app.search_question as (
  -- The text, in search form.
  form text,
  -- SQL over ranks r and words w: whom the asker sees, and what was asked besides the text.
  filter text,
  -- The part of it that leaves much less to be found: an author, a time, a mode.
  narrowing text,
  as_of timestamptz,
  -- The last hit of the page before.
  after app.search_hit,
  most int);

create function app.searched_class(place int, form text) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(format('strpos(w.%I, %L) %s 0', name, form, case when n = place then '>' else '=' end), ' and ' order by n desc)
  from unnest('{prompt,description,hashtags}'::text[]) with ordinality as columns (name, n)
  where n <= place
$$;
comment on function app.searched_class(int, text) is
  'SQL: the text is in the prompt (1), else in the description (2), else in the hashtags (3). Not with LIKE, which would be looked up in the samples each time that it is planned.';

create function app.is_short(form text) returns boolean
language sql immutable
set search_path = ''
as $$ select char_length(form) < 3 $$;
comment on function app.is_short(text) is 'Without a trigram: such a text is looked up among the parts.';

create function app.sharpest_part(place text, form text) returns text
language plpgsql volatile
set search_path = ''
set max_parallel_workers_per_gather = 0
as $$
declare
  -- Beginnings and ends of words: the index reads every trigram of a text, and common ones by the hundred thousand.
  parts constant text[] := array(
    select distinct part
    from regexp_matches(form, '\s?[[:alnum:]]{3,}', 'g') with ordinality as words (word, n),
      unnest(array[left(word[1], 5), right(word[1], 5)]) as part
    where n <= 5);
  plan jsonb;
begin
  if cardinality(parts) < 2 then
    return form;
  end if;
  execute 'explain (format json) ' || (
    select string_agg(format('select from app.post_words w where w.%I like %L', place, app.containing(part)), ' union all ' order by n)
    from unnest(parts) with ordinality as sought (part, n))
  into plan;
  return (
    select part from unnest(parts) with ordinality as sought (part, n)
    order by (plan #>> array['0', 'Plan', 'Plans', (n - 1)::text, 'Plan Rows'])::float, char_length(part) desc, n
    limit 1);
end
$$;
comment on function app.sharpest_part(text, text) is
  'The part of a text that fewest publications hold: what is looked up for it, the text itself being sought in what is found.';

create function app.searched_pattern(place int, form text) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  column_name constant text := ('{prompt,description,hashtags}'::text[])[place];
begin
  return case when app.is_short(form)
    then format('app.short_parts(w.%I) operator(pg_catalog.@>) array[%L]', column_name, form)
    else format('w.%I like %L', column_name, app.containing(app.sharpest_part(column_name, form))) end;
end
$$;
comment on function app.searched_pattern(int, text) is
  'SQL by which an index finds whatever holds the text in this place, and little else.';

create function app.unwanted_words(without text[]) returns setof text
language sql stable
set search_path = ''
as $$
  select word
  from unnest(app.muted_words('search') || (select array_agg(app.search_form(given)) from unnest(without) as given)) as word
  where word <> ''
$$;
comment on function app.unwanted_words(text[]) is 'The muted words of who asks, and these.';

create function app.search_filter(viewer uuid, without text[]) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' and ',
    format('(r.rating <= %s or r.creator_id = %L)', app.my_max_rating(), viewer),
    (select format('r.creator_id <> all (%L::uuid[])', people)
     from (select app.hidden_people() || app.muted_people('search')) as unseen (people) where people <> '{}'),
    (select string_agg(format(
        'strpos(w.prompt, %1$L) = 0 and strpos(w.description, %1$L) = 0 and strpos(w.hashtags, %1$L) = 0', word), ' and ')
     from app.unwanted_words(without) as word),
    (select string_agg(format('strpos('','' || w.hashtags || '','', %L) = 0', ',' || tag || ','), ' and ')
     from unnest(app.muted_tags('search')) as muted (tag)))
$$;
comment on function app.search_filter(uuid, text[]) is
  'SQL over ranks r and words w: rated as the viewer accepts it, by nobody hidden or muted, without muted words and tags, and without words that were not wanted.';

create function app.search_narrowing(by_person uuid, since timestamptz, until timestamptz, mode text) returns text
language sql immutable
set search_path = ''
as $$
  select nullif(concat_ws(' and ',
    case when by_person is not null then format('r.creator_id = %L', by_person) end,
    case when since is not null then format('r.created_at >= %L', since) end,
    case when until is not null then format('r.created_at < %L', until) end,
    case when mode is not null then format('r.mode = %L', mode) end), '')
$$;

-- How publications are looked for follows what it costs: all that hold the text, where they are few; else those of the
-- last week, where they are; and of the rest the most popular ones, until no other can be among the best.
create function app.estimated_rows(query text) returns float
language plpgsql volatile
set search_path = ''
as $$
declare
  plan jsonb;
begin
  execute 'explain (format json) ' || query into plan;
  return (plan #>> '{0,Plan,Plan Rows}')::float;
end
$$;
comment on function app.estimated_rows(text) is 'How many rows the planner expects, from its samples.';

revoke execute on function
  app.searched_class(int, text), app.is_short(text), app.sharpest_part(text, text),
  app.searched_pattern(int, text), app.unwanted_words(text[]), app.search_filter(uuid, text[]),
  app.search_narrowing(uuid, timestamptz, timestamptz, text), app.estimated_rows(text) from public;

-- supabase/schemas/55_search/30_posts.sql
-- Publications by their words, with the exact scores of spec §9, in tenths of a point: the place of the text (70, 60,
-- 50: the first that holds it), likes and comments up to their caps, and one bonus of age. Ties: newest first, then id.

create function app.best_hits(hits app.search_hit[], more app.search_hit[], most int) returns app.search_hit[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg((score, created_at, id)::app.search_hit order by score desc, created_at desc, id), '{}')
  from (
    select * from unnest(hits) union select * from unnest(more)
    order by score desc, created_at desc, id
    limit most
  ) as best
$$;

create function app.after_page(score text, after app.search_hit) returns text
language sql immutable
set search_path = ''
as $$
  select case when after is null then 'true' else format(
    '(%1$s < %2$s or %1$s = %2$s and (r.created_at < %3$L or r.created_at = %3$L and r.post_id > %4$L))',
    score, after.score, after.created_at, after.id) end
$$;
comment on function app.after_page(text, app.search_hit) is 'SQL over ranks r: with this score it comes after the page before.';

create function app.search_by_index(question app.search_question, places int[], since timestamptz) returns app.search_hit[]
language plpgsql volatile
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  score constant text := format(
    '(case when strpos(w.prompt, %1$L) > 0 then 700 when strpos(w.description, %1$L) > 0 then 600 else 500 end + r.popularity
      + case when r.created_at > %2$L then 300 when r.created_at > %3$L then 150 else 0 end)',
    question.form, question.as_of - interval '24 hours', question.as_of - interval '7 days');
  patterns constant text := case when since > '-infinity' then format('w.created_at > %L', since) else (
    select string_agg(app.searched_pattern(place, question.form), ' or ') from unnest(places) place) end;
  classes constant text := (
    select string_agg('(' || app.searched_class(place, question.form) || ')', ' or ') from unnest(places) place);
  hits app.search_hit[];
begin
  execute format(
    'select array_agg((score, created_at, id)::app.search_hit)
     from (
       select %s as score, r.created_at, r.post_id as id
       from app.post_ranks r join app.post_words w using (post_id)
       where (%s) and (%s) and %s and %s
       order by 1 desc, 2 desc, 3 limit %s) as hit',
    score, patterns, classes, question.filter, app.after_page(score, question.after), question.most)
  into hits;
  return app.best_hits('{}', hits, question.most);
end
$$;
comment on function app.search_by_index(app.search_question, int[], timestamptz) is
  'For texts that few publications hold in these places: all of them are scored; or all of those since a moment.';

create function app.search_by_walk(
  question app.search_question, place int, share float, bonus int, known app.search_hit[])
returns app.search_hit[]
language plpgsql stable
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  base constant int := 800 - 100 * place + bonus;
  since constant timestamptz := case bonus
    when 0 then '-infinity' when 150 then question.as_of - interval '7 days' else question.as_of - interval '24 hours' end;
  until constant timestamptz := question.as_of
    + case bonus when 0 then interval '-7 days' when 150 then interval '-24 hours' else interval '1 day' end;
  days constant text := case when bonus = 0 then '(select) as whole' else format(
    'generate_series(date_trunc(''day'', %L at time zone ''utc''), %L at time zone ''utc'', ''1 day'') as day', since, until) end;
  -- What is less popular cannot displace the last of the best; at the same score the newer one does.
  least_wanted constant int :=
    greatest(case when cardinality(known) >= question.most then (known[question.most]).score - base end, 0);
  -- Four times as far as the best should lie: not all are spread evenly.
  furthest constant int := greatest(4 * question.most / share, 2000);
  walked constant text := format(
    'select r.* from app.post_ranks r
     where %s r.popularity between %s and %s and r.created_at > %L and r.created_at <= %L and %s
     order by r.popularity desc, r.created_at desc, r.post_id limit %s',
    case when bonus > 0 then 'r.created_on = day::date and' end, least_wanted,
    least(350, coalesce((question.after).score - base, 350)), since, until,
    app.after_page(format('(r.popularity + %s)', base), question.after), furthest);
  found app.search_hit[];
  read int;
begin
  if least_wanted > 350 or (question.after).score < base then
    return known;
  end if;
  execute format(
    'select array_agg((hit.score, hit.created_at, hit.post_id)::app.search_hit)
     from %s cross join lateral (
       select r.popularity + %s as score, r.created_at, r.post_id
       from (%s) as r cross join lateral (
         select from app.post_words w where w.post_id = r.post_id and %s and %s offset 0) as holding
       order by r.popularity desc, r.created_at desc, r.post_id limit %s) as hit',
    days, base, walked, app.searched_class(place, question.form), question.filter, question.most)
  into found;
  if coalesce(cardinality(found), 0) < question.most then
    execute format('select coalesce(max(number), 0) from %s cross join lateral (select count(*) from (%s) as r) as walked (number)',
      days, walked) into read;
    if read >= furthest then
      return null;
    end if;
  end if;
  return app.best_hits(known, found, question.most);
end
$$;
comment on function app.search_by_walk(app.search_question, int, float, int, app.search_hit[]) is
  'For texts that many publications hold: of one age (bonus 300, 150, 0) the most popular ones are read first, until no other can reach the best that are known. Null where they were sought too far.';

create function app.search_often_held(
  question app.search_question, place int, share float, is_week_known boolean, known app.search_hit[])
returns app.search_hit[]
language plpgsql volatile
set search_path = ''
as $$
declare
  best app.search_hit[] := known;
  bonus int;
begin
  foreach bonus in array case when is_week_known then '{0}' else '{300,150,0}'::int[] end loop
    best := app.search_by_walk(question, place, share, bonus, best);
    if best is null then
      return app.best_hits(known, app.search_by_index(question, array[place], '-infinity'), question.most);
    end if;
  end loop;
  return best;
end
$$;

create function app.search_hits(question app.search_question) returns setof app.search_hit
language plpgsql volatile rows 50
set search_path = ''
as $$
declare
  week_ago constant timestamptz := question.as_of - interval '7 days';
  total constant float := greatest(
    (select c.reltuples from pg_catalog.pg_class c where c.oid = 'app.post_ranks'::regclass), 10000);
  matches float[];
  rare int[];
  common int[];
  -- The places where all of the last week are read.
  weekly int[] := '{}';
  best app.search_hit[] := '{}';
  place int;
begin
  for place in 1..3 loop
    matches[place] := app.estimated_rows(format('select from app.post_words w %s where w.%I like %L',
      'join app.post_ranks r on r.post_id = w.post_id and ' || question.narrowing,
      ('{prompt,description,hashtags}'::text[])[place], app.containing(question.form)));
  end loop;
  -- Scoring m publications costs as much as finding the best n of m among all by walking where m² = n × all.
  select coalesce(array_agg(n) filter (where m * m <= question.most * total), '{}'),
    coalesce(array_agg(n) filter (where m * m > question.most * total), '{}')
  into rare, common
  from unnest(matches) with ordinality as held (m, n);
  if common <> '{}' then
    -- A walk of the last day would find too few to end at, and would have to go on through all of the week.
    select coalesce(array_agg(n), '{}') into weekly
    from unnest(common) as n,
      (select app.estimated_rows(format('select from app.post_words w where w.created_at > %L', week_ago)) / total) as week (share)
    where matches[n] * week.share / 7 < 2 * question.most;
  end if;
  if rare <> '{}' then
    best := app.search_by_index(question, rare, '-infinity');
  end if;
  if weekly <> '{}' then
    best := app.best_hits(best, app.search_by_index(question, weekly, week_ago), question.most);
  end if;
  foreach place in array common loop
    best := app.search_often_held(question, place, matches[place] / total, place = any (weekly), best);
  end loop;
  return query select * from unnest(best) order by score desc, created_at desc, id;
end
$$;
comment on function app.search_hits(app.search_question) is
  'The best publications, exactly. How each place of the text is searched follows the planner''s estimate, its samples being of these columns.';

create function public.search_posts(
  query text, max_results int default 20, by_person text default null, since timestamptz default null,
  until timestamptz default null, mode text default null, without text[] default null,
  after_score float default null, after_id uuid default null, as_of timestamptz default null)
returns table (
  id uuid, title text, description text, image_url text, prompt text, likes_count int, comments_count int,
  creator_name text, creator_avatar text, relevance_score float)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_posts.query), 200), '#'));
  author uuid;
  question app.search_question;
begin
  -- Whatever holds the text holds the unwanted word within it: nothing is to be looked for.
  if form = '' or cardinality(search_posts.without) > 10
    or exists (select from app.unwanted_words(search_posts.without) as word where strpos(form, word) > 0) then
    return;
  end if;
  if search_posts.by_person is not null then
    select person.id into author from public.profiles person
    where person.username = lower(ltrim(search_posts.by_person, '@'));
    if author is null then
      return;
    end if;
  end if;
  question.form := form;
  question.narrowing := app.search_narrowing(author, search_posts.since, search_posts.until, search_posts.mode);
  question.filter := concat_ws(' and ', app.search_filter(auth.uid(), search_posts.without), question.narrowing);
  question.as_of := least(coalesce(search_posts.as_of, now()), now());
  question.most := least(greatest(search_posts.max_results, 1), 100);
  if search_posts.after_id is not null then
    select (round(search_posts.after_score * 10)::int, rank.created_at, rank.post_id)::app.search_hit into question.after
    from app.post_ranks rank where rank.post_id = search_posts.after_id;
    if (question.after).score is null then
      raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
  end if;
  return query
  select p.id, p.title, p.description, p.image_url, p.prompt, p.likes_count, p.comments_count,
    person.display_name, person.avatar_url, hit.score / 10.0::float
  from app.search_hits(question) as hit
  join public.feed_posts p on p.id = hit.id
  join public.profiles person on person.id = p.creator_id
  order by hit.score desc, hit.created_at desc, hit.id;
end
$$;
comment on function public.search_posts(
  text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz) is
  'The publications that hold a text and that the asker may see, best first (spec §9; 20, at most 100). The next page gives score and id of the last one, and the moment as_of which ages were counted. An author by username, a time, a mode and words that must not occur narrow it.';

revoke execute on function
  app.best_hits(app.search_hit[], app.search_hit[], int), app.after_page(text, app.search_hit),
  app.search_by_index(app.search_question, int[], timestamptz),
  app.search_by_walk(app.search_question, int, float, int, app.search_hit[]),
  app.search_often_held(app.search_question, int, float, boolean, app.search_hit[]),
  app.search_hits(app.search_question) from public;
revoke execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
from public, anon, authenticated;
grant execute on function
  public.search_posts(text, int, text, timestamptz, timestamptz, text, text[], float, uuid, timestamptz)
to authenticated;

-- supabase/schemas/55_search/40_people.sql
-- People by their names and words, with the exact scores of spec §9.

-- One or two characters that few people hold are looked up among the parts of the one place that a class asks about;
-- those that many hold are met soon among the newest people.
create function app.held_by_person(place text, form text, most int) returns text
language plpgsql volatile strict
set search_path = ''
as $$
declare
  holds constant text := format('w.%I like %L', place, app.containing(form));
begin
  if app.is_short(form) and app.estimated_rows('select from app.person_words w where ' || holds) ^ 2 <= most * greatest(
    (select c.reltuples from pg_catalog.pg_class c where c.oid = 'app.person_words'::regclass), 10000) then
    -- Apart, so that nobody reads the newest people for it.
    return format('app.short_parts(w.%I) operator(pg_catalog.@>) array[%L] offset 0', place, form);
  end if;
  return holds;
end
$$;
comment on function app.held_by_person(text, text, int) is 'SQL: this place (username, name, bio) holds the text, as it is found fastest.';

create function app.searched_people(form text, as_of timestamptz, after app.search_hit, most int)
returns setof app.search_hit
language plpgsql volatile rows 50
set search_path = ''
set jit = off
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
  holds constant text := app.containing(form);
  starts constant text := substring(holds from 2);
  unseen constant uuid[] := app.hidden_people() || app.muted_people('search');
  bonus constant text := format(
    'case when w.created_at > %L then 20 when w.created_at > %L then 10 else 0 end',
    as_of - interval '30 days', as_of - interval '90 days');
  class record;
  wanted_bonus int;
  found app.search_hit[];
  best app.search_hit[] := '{}';
begin
  for class in
    select * from (values
      (100, null, format('w.username = %L', form)),
      (90, null, format('w.name = %1$L and w.username <> %1$L', form)),
      (80, null, format('w.username like %1$L and w.username <> %2$L and w.name <> %2$L', starts, form)),
      (70, null, format('w.name like %1$L and w.name <> %2$L and w.username not like %1$L', starts, form)),
      (60, 'username', format('w.username not like %1$L and w.name not like %1$L', starts)),
      (50, 'name', format('w.name not like %2$L and w.username not like %1$L', holds, starts)),
      (30, 'bio', format('w.username not like %1$L and w.name not like %1$L', holds))
    ) as classes (base, place, condition)
  loop
    -- What the last of the best leaves to this class: all, the accounts of 90 or of 30 days, or nothing.
    wanted_bonus := case when cardinality(best) >= most then (best[most]).score - class.base else 0 end;
    exit when wanted_bonus > 20;
    execute format('select array_agg((score, created_at, id)::app.search_hit) from (
        select %s + %s as score, w.created_at, w.user_id as id
        from (select * from app.person_words w where %s) as w
        where %s and w.user_id <> all (%L) %s %s
        order by w.created_at desc, w.user_id limit %s) as hit',
      class.base, bonus, coalesce(app.held_by_person(class.place, form, most), 'true'), class.condition, unseen,
      case when wanted_bonus > 0 then
        format('and w.created_at > %L', as_of - case when wanted_bonus > 10 then interval '30 days' else interval '90 days' end) end,
      case when after is not null then format(
        'and (%1$s + %2$s < %3$s or %1$s + %2$s = %3$s and (w.created_at < %4$L or w.created_at = %4$L and w.user_id > %5$L))',
        class.base, bonus, after.score, after.created_at, after.id) end,
      most)
    into found;
    best := app.best_hits(best, found, most);
  end loop;
  return query select * from unnest(best) order by score desc, created_at desc, id;
end
$$;
comment on function app.searched_people(text, timestamptz, app.search_hit, int) is
  'The first class that fits counts: username, name (exact, beginning, within), bio. An account younger than 30 or else 90 days has a bonus; within a class the newest are best, so its first ones are enough.';

create function public.search_users(
  query text, max_results int default 20, after_score float default null, after_id uuid default null,
  as_of timestamptz default null)
returns table (
  id uuid, title text, username text, description text, avatar text, followers_count int, is_following boolean,
  relevance_score float)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_users.query), 200), '@'));
  after app.search_hit;
begin
  if form = '' then
    return;
  end if;
  if search_users.after_id is not null then
    select round(search_users.after_score)::int, w.created_at, w.user_id into after
    from app.person_words w where w.user_id = search_users.after_id;
    if after.score is null then
      raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
  end if;
  return query
  select person.id, person.display_name, person.username::text, person.bio, person.avatar_url,
    coalesce(counters.followers_count, 0),
    exists (
      select from public.follows f
      where f.follower_id = auth.uid() and f.followee_id = person.id and f.state = 'active'),
    hit.score::float
  from app.searched_people(form, least(coalesce(search_users.as_of, now()), now()), after,
    least(greatest(search_users.max_results, 1), 100)) as hit
  join public.profiles person on person.id = hit.id
  left join public.profile_counters counters on counters.user_id = person.id
  order by hit.score desc, hit.created_at desc, hit.id;
end
$$;
comment on function public.search_users(text, int, float, uuid, timestamptz) is
  'People by username, name or bio, best first (spec §9; 20, at most 100). The next page gives score and id of the last one, and the moment as_of which ages were counted.';

revoke execute on function
  app.held_by_person(text, text, int), app.searched_people(text, timestamptz, app.search_hit, int) from public;
revoke execute on function
  public.search_users(text, int, float, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.search_users(text, int, float, uuid, timestamptz) to authenticated;

-- supabase/schemas/55_search/42_suggestions.sql
-- Hashtags with the exact scores of spec §9, and the few of each kind that are suggested while somebody types.

create function public.search_hashtags(query text, max_results int default 20, after_title text default null)
returns table (title text, posts_count int, relevance_score float)
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  form constant text := replace(app.search_form(ltrim(left(btrim(search_hashtags.query), 200), '#')), ' ', '');
  after record;
begin
  if form = '' then
    return;
  end if;
  select t.tag, t.posts_count into after from public.hashtags t where t.tag = app.fold(search_hashtags.after_title);
  if search_hashtags.after_title is not null and after.tag is null then
    raise exception 'The page before is not known' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  return query execute
    'select t.display, t.posts_count, t.posts_count * 10::float from public.hashtags t
     where t.tag like $1 and t.posts_count > 0 and not t.blocked and t.tag <> all ($2)
       and ($3 is null or t.posts_count < $4 or t.posts_count = $4 and t.tag > $3)
     order by t.posts_count desc, t.tag limit $5'
  using app.containing(form), app.muted_tags('search'), after.tag, after.posts_count,
    least(greatest(search_hashtags.max_results, 1), 100);
end
$$;
comment on function public.search_hashtags(text, int, text) is
  'Hashtags that hold a text, 10 points a publication (spec §9; 20, at most 100). The next page gives the title of the last one.';

create function app.suggested_hashtags(form text, viewer uuid) returns table (tag text, display text)
language plpgsql volatile
set search_path = ''
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
begin
  return query execute format(
    'with fitting as (
       select t.tag, t.display from public.hashtags t
       where t.tag like %1$L and t.posts_count > 0 and not t.blocked and t.tag <> all (%2$L)
       order by t.posts_count desc, t.tag limit 100
     ), scanned as (
       select distinct newest.created_at, newest.post_id
       from fitting cross join lateral (
         select ph.created_at, ph.post_id from public.post_hashtags ph
         join app.post_ranks r using (post_id) join app.post_words w using (post_id)
         where ph.tag = fitting.tag and %3$s
         order by ph.created_at desc, ph.post_id desc limit 10) as newest
       order by newest.created_at desc, newest.post_id limit 10)
     select fitting.tag, fitting.display
     from scanned join public.post_hashtags ph using (post_id) join fitting on fitting.tag = ph.tag
     group by fitting.tag, fitting.display
     order by count(*) desc, max(scanned.created_at) desc, fitting.tag limit 2',
    app.containing(form), app.muted_tags('search'), app.search_filter(viewer, null));
end
$$;
comment on function app.suggested_hashtags(text, uuid) is
  'The two hashtags that occur most in the ten newest publications with such a hashtag (spec §9), of the hundred most used.';

create function public.search_suggestions(query text) returns table (kind text, id text, title text)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  form constant text := app.search_form(ltrim(left(btrim(search_suggestions.query), 200), '@#'));
begin
  if char_length(form) < 2 then
    return;
  end if;
  return query
  select 'user', hit.id::text, person.display_name
  from app.searched_people(form, now(), null, 3) with ordinality as hit (score, created_at, id, place)
  join public.profiles person on person.id = hit.id
  order by hit.place;
  return query select 'hashtag', tags.tag, tags.display from app.suggested_hashtags(form, auth.uid()) as tags;
end
$$;
comment on function public.search_suggestions(text) is
  'Five suggestions from two characters on: three people and two hashtags out of ten publications (spec §9).';

revoke execute on function
  public.search_hashtags(text, int, text), public.search_suggestions(text) from public, anon, authenticated;
revoke execute on function app.suggested_hashtags(text, uuid) from public;
grant execute on function public.search_hashtags(text, int, text), public.search_suggestions(text) to authenticated;

-- supabase/schemas/55_search/50_saved_searches.sql
-- « Suivre cette recherche »: who follows a search is told of what is published for it from then on.

create function app.search_key(form text) returns text
language sql immutable parallel safe strict
set search_path = ''
as $$
  select left(word, 3) from pg_catalog.string_to_table(form, ' ') as word order by char_length(word) desc, word limit 1
$$;
comment on function app.search_key(text) is
  'Three characters in a row of a text in search form, of its longest word: whatever holds the text holds them.';

create function app.search_keys(form text) returns text[]
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
declare
  characters constant text[] := string_to_array(form, null);
begin
  return app.short_parts(form) || array(
    select one || other || third
    from unnest(characters, characters[2:], characters[3:]) as neighbours (one, other, third) where third is not null);
end
$$;
comment on function app.search_keys(text) is 'Every one, two and three characters in a row: the keys of all searches that a text can answer.';

create table public.saved_searches (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  typed text not null check (char_length(typed) between 1 and 300),
  form text not null check (form <> '' and char_length(form) <= 400),
  by_person uuid references public.profiles (id) on delete cascade,
  mode text,
  without text[] not null default '{}' check (cardinality(without) <= 10),
  key text not null generated always as (app.search_key(form)) stored,
  new_count int not null default 0 check (new_count between 0 and 1000),
  created_at timestamptz not null default now(),
  unique (user_id, typed)
);
comment on table public.saved_searches is 'Searches that people follow.';
comment on column public.saved_searches.typed is 'As the person wrote it: words and operators.';
comment on column public.saved_searches.form is 'The words alone, in search form.';
comment on column public.saved_searches.new_count is
  'Publications that came since the person last looked, who sets it back to 0.';
create index saved_searches_key_idx on public.saved_searches (key);
create index saved_searches_by_person_idx on public.saved_searches (by_person) where by_person is not null;

alter table public.saved_searches enable row level security;
revoke all on public.saved_searches from anon, authenticated;
grant select, update (new_count), delete on public.saved_searches to authenticated;
create policy "people read the searches they follow" on public.saved_searches
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people have looked at the searches they follow" on public.saved_searches
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people leave searches" on public.saved_searches
  for delete to authenticated using (user_id = (select auth.uid()));

create function public.follow_search(
  typed text, query text, by_person text default null, mode text default null, without text[] default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  words constant text := app.search_form(ltrim(left(btrim(follow_search.query), 200), '#'));
  author uuid;
  kept uuid;
begin
  perform from public.profiles p where p.id = me for no key update;
  if not found then
    raise exception 'Nobody is signed in' using errcode = 'PT401', hint = 'not_authenticated';
  elsif words = '' then
    raise exception 'A search needs a word' using errcode = 'PT422', hint = 'search_empty';
  end if;
  if follow_search.by_person is not null then
    select p.id into author from public.profiles p
    where p.username = lower(ltrim(follow_search.by_person, '@')) and not app.are_apart(me, p.id);
    if author is null then
      raise exception 'Nobody has this name' using errcode = 'PT404', hint = 'person_unknown';
    end if;
  end if;
  select s.id into kept from public.saved_searches s where s.user_id = me and s.typed = btrim(follow_search.typed);
  if kept is not null then
    return kept;
  elsif (select count(*) from public.saved_searches s where s.user_id = me) >= 30 then
    raise exception 'Thirty searches at most' using errcode = 'PT409', hint = 'too_many_searches';
  end if;
  insert into public.saved_searches (user_id, typed, form, by_person, mode, without)
  values (me, btrim(follow_search.typed), words, author, follow_search.mode, coalesce(follow_search.without, '{}'))
  returning id into kept;
  return kept;
end
$$;
comment on function public.follow_search(text, text, text, text, text[]) is
  'Follows a search: as it is written, and what it means, as for search_posts. Answers its id, also where it is followed already. PT404 person_unknown, PT409 too_many_searches (30), PT422 search_empty.';

create table app.search_news (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  told_at timestamptz
);
comment on table app.search_news is
  'Publications of which followed searches are still to be told, and those of which they were: each is news once, however often it is hidden and shown again.';
create index search_news_due_idx on app.search_news (post_id) where told_at is null;

alter table app.search_news enable row level security;

create function app.plan_search_news() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.saved_searches) then
    insert into app.search_news (post_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function app.plan_search_news() is 'A publication that may be found from now on is news to searches, where anybody follows one.';

create function public.tell_searches(p_limit int default 100) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  posts uuid[];
  followed record;
  found_posts uuid[];
  newest record;
begin
  with due as (
    select n.post_id from app.search_news n where n.told_at is null order by n.post_id limit p_limit for update skip locked
  ), taken as (
    update app.search_news n set told_at = now() from due where n.post_id = due.post_id returning n.post_id
  )
  select coalesce(array_agg(post_id), '{}') into posts from taken;
  for followed in
    select s.id, s.user_id, s.typed, s.by_person, s.mode, s.without, array_agg(w.post_id) as posts
    from app.post_words w
    cross join lateral (
      select distinct key from unnest(app.search_keys(concat_ws(E'\n', w.prompt, w.description, w.hashtags))) as key) as held
    join public.saved_searches s on s.key = held.key
    where w.post_id = any (posts)
      and (strpos(w.prompt, s.form) > 0 or strpos(w.description, s.form) > 0 or strpos(w.hashtags, s.form) > 0)
    group by s.id
    order by s.id
  loop
    -- What this person may see and wants to see, as when they search themselves.
    perform pg_catalog.set_config(
      'request.jwt.claims', jsonb_build_object('sub', followed.user_id, 'role', 'authenticated')::text, true);
    execute format(
      'select array_agg(r.post_id order by r.created_at desc, r.post_id)
       from app.post_ranks r join app.post_words w using (post_id)
       where r.post_id = any ($1) and r.creator_id <> $2 and %s',
      concat_ws(' and ', app.search_filter(followed.user_id, followed.without),
        app.search_narrowing(followed.by_person, null, null, followed.mode)))
    into found_posts using followed.posts, followed.user_id;
    continue when found_posts is null;
    update public.saved_searches s set new_count = least(s.new_count + cardinality(found_posts), 1000) where s.id = followed.id;
    select p.id, p.creator_id, concat_ws(' ', w.prompt, w.description, w.hashtags) as words into newest
    from public.feed_posts p join app.post_words w on w.post_id = p.id where p.id = found_posts[1];
    perform app.notify(followed.user_id, 'search', app.notification_key('search', followed.id, now()), newest.creator_id,
      jsonb_build_object('search_id', followed.id, 'query', followed.typed, 'post_id', newest.id, 'text', newest.words), newest.id);
  end loop;
  return cardinality(posts);
end
$$;
comment on function public.tell_searches(int) is
  'Tells who follows a search of what was published for it, so many publications at most, and answers how many were looked at. For feed-worker; any number at once.';

revoke execute on function app.search_key(text), app.search_keys(text), app.plan_search_news() from public;
revoke execute on function
  public.follow_search(text, text, text, text, text[]), public.tell_searches(int) from public, anon, authenticated;
grant execute on function public.follow_search(text, text, text, text, text[]) to authenticated;

-- supabase/schemas/60_notices/10_notifications.sql
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
-- Each message is pushed by itself, but a conversation stands once in the list: with its newest message.
create index notifications_of_conversations on public.notifications (user_id, (data ->> 'conversation_id'))
where type = 'message' and is_listed;

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
  public.mark_notifications_unread(timestamptz, uuid[]), public.sweep_notifications(int)
from public, anon, authenticated;
grant execute on function
  public.unread_notifications(), public.mark_notifications_read(uuid[]),
  public.mark_notifications_unread(timestamptz, uuid[]) to authenticated;

-- supabase/schemas/60_notices/12_preferences.sql
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
  'Where there is no row: in the app and by push. A row about one person goes before the one about everybody.';
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

create function app.notification_channels(p_user uuid, p_type text, p_actor uuid, p_data jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  select case
    when p_actor = p_user or app.is_notification_muted(p_user, p_actor, p_data) then '{}'
    else array_remove(array[
      case when coalesce(wanted.in_app, true) or p_type in ('payment', 'payout', 'moderation') then 'in_app' end,
      case when coalesce(wanted.push, true) then 'push' end,
      case when wanted.email then 'email' end], null)
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
  'Where somebody wants to be told of this: in_app, push, email; nowhere of what they did themselves, of whom they blocked or muted. Money and decisions always stand in the app.';

revoke execute on function
  app.is_notification_muted(uuid, uuid, jsonb), app.notification_channels(uuid, text, uuid, jsonb) from public;

-- supabase/schemas/60_notices/20_push.sql
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
  due timestamptz;
begin
  if not exists (select from public.push_subscriptions s where s.user_id = n.user_id) then
    return;
  end if;
  select j.sent_at into sent from app.push_jobs j where j.notification_id = n.id;
  due := greatest(clock_timestamp() + grace, sent + interval '10 minutes');
  if not is_urgent then
    due := app.after_quiet_hours(n.user_id, due);
  end if;
  insert into app.push_jobs as j (notification_id, due_at) values (n.id, due)
  on conflict (notification_id) do update set due_at = coalesce(j.due_at, excluded.due_at);
end
$$;
comment on function app.plan_push(public.notifications) is
  'Has a group sent: at most once in ten minutes, not in quiet hours but for money and messages. What waits already stays as it is.';

create function app.push_content(p_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'notification_id', n.id, 'type', n.type, 'title', n.title, 'body', n.body, 'data', n.data, 'user_id', n.user_id,
    'actors_count', n.actors_count, 'unread', app.unread_notifications(n.user_id),
    'language', (select s.language from public.profile_settings s where s.user_id = n.user_id),
    'names', (
      select coalesce(jsonb_agg(p.display_name order by place), '[]')
      from unnest(n.actor_ids[1:2]) with ordinality as actor (id, place)
      join public.profiles p on p.id = actor.id),
    'excerpt', (
      select left(c.body, 120) from public.post_comments c
      where c.id = (n.data ->> 'comment_id')::uuid and c.hidden_at is null and c.deleted_at is null),
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
  where n.id = j.notification_id and j.due_at <= clock_timestamp() and j.lease_until is null and n.read_at is not null;
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

-- supabase/schemas/60_notices/30_notify.sql
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

-- supabase/schemas/60_notices/40_of_people_and_posts.sql
-- What people are told of likes, follows and remixes. Each act has one trigger, which takes it back when the act is.

create function app.notify_of_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  key constant text := app.notification_key('like', act.post_id, act.created_at);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = act.post_id);
begin
  if tg_op = 'INSERT' then
    perform app.notify(owner, 'like', key, act.user_id, jsonb_build_object('post_id', act.post_id));
  else
    perform app.take_back(owner, key, act.user_id);
  end if;
  return null;
end
$$;

create function app.notify_of_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  followed constant text := app.notification_key('follow', act.followee_id, act.created_at);
  request constant text := app.notification_key('follow', act.follower_id, act.created_at) || ':request';
  accepted constant text := app.notification_key('follow', act.followee_id, act.created_at) || ':accepted';
begin
  if tg_op = 'DELETE' then
    perform app.take_back(act.followee_id, followed, act.follower_id);
    perform app.take_back(act.followee_id, request, act.follower_id);
    perform app.take_back(act.follower_id, accepted, act.followee_id);
  elsif tg_op = 'UPDATE' then
    perform app.take_back(act.followee_id, request, act.follower_id);
    perform app.notify(act.follower_id, 'follow', accepted, act.followee_id, '{"is_accepted": true}');
  elsif act.state = 'requested' then
    perform app.notify(act.followee_id, 'follow', request, act.follower_id, '{"is_request": true}');
  else
    perform app.notify(act.followee_id, 'follow', followed, act.follower_id, '{}');
  end if;
  return null;
end
$$;
comment on function app.notify_of_follow() is
  'Followers of a day together; each request alone, since each wants an answer, and goes when it is answered.';

create function app.notify_of_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  key constant text := app.notification_key('remix', act.remix_of, act.created_at);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = act.remix_of);
  is_public constant boolean := tg_op <> 'DELETE' and new.audience = 'public';
begin
  if is_public then
    perform app.notify(owner, 'remix', key, act.creator_id,
      jsonb_build_object('post_id', act.id, 'parent_id', act.remix_of), act.id);
  else
    perform app.take_back(owner, key, act.id);
  end if;
  return null;
end
$$;
comment on function app.notify_of_remix() is 'Remixes that everybody may see; one that no longer is, is taken back.';

create function app.forget_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications n
  using (values ('like:'), ('comment:'), ('remix:')) as of (kind)
  where n.user_id = old.creator_id
    and n.group_key >= kind || old.id || ':' and n.group_key < kind || old.id || ';';
  return null;
end
$$;
comment on function app.forget_post() is 'What its author was told about a publication goes with it.';

revoke execute on function
  app.notify_of_like(), app.notify_of_follow(), app.notify_of_remix(), app.forget_post() from public;

-- supabase/schemas/60_notices/42_of_comments.sql
-- What people are told of comments, their likes, and mentions.

create function app.notify_of_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  c record := coalesce(new, old);
  owner constant uuid := (select p.creator_id from public.feed_posts p where p.id = c.post_id);
  parent_author constant uuid := (select o.author_id from public.post_comments o where o.id = c.parent_id);
  of_post constant text := app.notification_key('comment', c.post_id, c.created_at);
  of_reply constant text := app.notification_key('comment', c.id, c.created_at);
  told constant jsonb := jsonb_build_object('post_id', c.post_id, 'comment_id', c.id, 'text', c.body);
  named uuid[];
begin
  if tg_op = 'DELETE' or new.deleted_at is not null or new.hidden_at is not null then
    perform app.take_back(owner, of_post, c.id);
    perform app.take_back(parent_author, of_reply, c.id);
    return null;
  end if;
  -- Whoever is mentioned in it was told of that (mention_in_comment comes before in the alphabet), and of one comment once.
  named := array(select m.user_id from public.mentions m where m.source_type = 'comment' and m.source_id = c.id);
  if parent_author <> all (named) then
    perform app.notify(parent_author, 'comment', of_reply, c.author_id, told || '{"is_reply": true}', c.id);
  end if;
  if owner <> all (named) and owner is distinct from parent_author then
    perform app.notify(owner, 'comment', of_post, c.author_id, told, c.id);
  end if;
  return null;
end
$$;
comment on function app.notify_of_comment() is
  'Comments on a publication are told together, each reply alone. What is deleted or hidden is taken back. The words stay where they are: the app reads them by the comment''s own policies.';

create function app.notify_of_comment_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := coalesce(new, old);
  c public.post_comments;
  key constant text := app.notification_key('like', act.comment_id, act.created_at);
begin
  select * into c from public.post_comments o where o.id = act.comment_id;
  if tg_op = 'INSERT' then
    perform app.notify(c.author_id, 'like', key, act.user_id, jsonb_build_object('post_id', c.post_id, 'comment_id', c.id));
  else
    perform app.take_back(c.author_id, key, act.user_id);
  end if;
  return null;
end
$$;

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

revoke execute on function app.notify_of_comment(), app.notify_of_comment_like(), app.notify_of_mention() from public;

-- supabase/schemas/60_notices/44_bells.sql
-- The bell of somebody one follows: one is told of each new publication, grouped by person and day. Publishing does not
-- wait for a crowd to be told.

create table app.bells (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  creator_id uuid not null,
  published_at timestamptz not null default now(),
  -- Whoever comes after this follower is still to be told.
  told_until uuid
);
comment on table app.bells is 'Publications of which those who asked for it are still to be told, by feed-worker.';
create index bells_published_at_idx on app.bells (published_at);

create function app.plan_bell() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followee_id = new.creator_id and f.notify and f.state = 'active') then
    insert into app.bells (post_id, creator_id) values (new.id, new.creator_id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function app.plan_bell() is 'Plans to tell of a publication for everybody or for followers, where somebody wants to be told.';

create function public.ring_bells(p_limit int default 1000) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  bell app.bells;
  people uuid[];
  person uuid;
  told int := 0;
begin
  loop
    select * into bell from app.bells b order by b.published_at limit 1 for update skip locked;
    exit when not found or told >= p_limit;
    people := array(
      select f.follower_id from public.follows f
      where f.followee_id = bell.creator_id and f.notify and f.state = 'active'
        and (bell.told_until is null or f.follower_id > bell.told_until)
        and exists (select from public.feed_posts p where p.id = bell.post_id and p.audience in ('public', 'followers'))
      order by f.follower_id
      limit p_limit - told);
    foreach person in array people loop
      perform app.notify(person, 'post', app.notification_key('post', bell.creator_id, bell.published_at), bell.creator_id,
        jsonb_build_object('post_id', bell.post_id), bell.post_id);
    end loop;
    if cardinality(people) < p_limit - told then
      delete from app.bells b where b.post_id = bell.post_id;
    else
      update app.bells b set told_until = people[cardinality(people)] where b.post_id = bell.post_id;
    end if;
    told := told + cardinality(people);
  end loop;
  return told;
end
$$;
comment on function public.ring_bells(int) is
  'Tells those who asked for it of new publications, so many people at most, and answers how many. For feed-worker; any number at once.';

revoke execute on function app.plan_bell() from public;
revoke execute on function public.ring_bells(int) from public, anon, authenticated;

-- supabase/schemas/60_notices/50_send_notification.sql
-- What people are told of messages; and the call send-notification (spec §7): whom a client may have told, and how often.

create function app.share_conversation(p_one uuid, p_other uuid, p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = 2 from public.conversation_participants p
  where p.conversation_id = p_conversation and p.user_id in (p_one, p_other) and p.is_active
    and (p.user_id = p_one or p.state = 'accepted')
$$;
comment on function app.share_conversation(uuid, uuid, uuid) is
  'Whether both take part in this conversation now, and the other one has accepted.';

create function app.notify_of_message(p_user uuid, p_sender uuid, p_conversation uuid, p_message uuid) returns void
language sql
set search_path = ''
as $$
  update public.notifications o set is_listed = false
  where o.user_id = p_user and o.type = 'message' and o.is_listed and o.data ->> 'conversation_id' = p_conversation::text
    and 'in_app' = any (app.notification_channels(
      p_user, 'message', p_sender, jsonb_build_object('conversation_id', p_conversation)));
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$$;
comment on function app.notify_of_message(uuid, uuid, uuid, uuid) is
  'For messages: each is told, the newest of a conversation stands in the list, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';

create table app.notification_calls (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  calls int not null
);

alter table app.notification_calls enable row level security;

create function public.send_notification(p_caller uuid, p_notice jsonb, p_calls_per_minute int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  target constant uuid := p_notice ->> 'userId';
  kind constant text := p_notice ->> 'type';
  conversation constant uuid := p_notice #>> '{data,conversation_id}';
  message constant uuid := p_notice #>> '{data,message_id}';
  made int;
  until timestamptz;
begin
  -- Refused calls count too: nobody finds out in quick succession whom they share a conversation with.
  insert into app.notification_calls as c (user_id, since, calls) values (p_caller, clock_timestamp(), 1)
  on conflict (user_id) do update set
    calls = case when c.since < clock_timestamp() - interval '1 minute' then 1 else c.calls + 1 end,
    since = case when c.since < clock_timestamp() - interval '1 minute' then clock_timestamp() else c.since end
  returning calls, since + interval '1 minute' into made, until;
  if made > p_calls_per_minute then
    return jsonb_build_object('outcome', 'throttled', 'retry_after', ceil(extract(epoch from until - clock_timestamp())));
  end if;
  if target = p_caller then
    perform app.notify(target, kind, kind || ':self:' || app.uuid_v7(), null, p_notice -> 'data'
      || jsonb_build_object('title', p_notice ->> 'title', 'body', p_notice ->> 'body'));
  elsif kind = 'message' and app.share_conversation(p_caller, target, conversation) then
    perform app.notify_of_message(target, p_caller, conversation, coalesce(message, conversation));
  else
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  return jsonb_build_object('outcome', 'sent');
end
$$;
comment on function public.send_notification(uuid, jsonb, int) is
  'Tells oneself, or of a message whoever shares its conversation; answers sent, not_allowed, or throttled with retry_after in seconds. What a message says is never part of it, whatever the caller sends.';

revoke execute on function public.send_notification(uuid, jsonb, int) from public, anon, authenticated;
revoke execute on function
  app.share_conversation(uuid, uuid, uuid), app.notify_of_message(uuid, uuid, uuid, uuid) from public;

-- supabase/schemas/65_moderation/10_reports.sql
-- Reports: what somebody holds against a publication, a comment, a person or a message. Of a message, whose it is is
-- known by the row; what it says is shown by who read it and signed by who wrote it.

create table public.reports (
  id uuid primary key default app.uuid_v7(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'user', 'message')),
  target_id uuid not null,
  -- Whose it is; null where only the one who reports can read it, and for who is gone.
  subject_id uuid references public.profiles (id) on delete set null,
  reason text not null
    check (reason in ('spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other')),
  details text check (char_length(details) <= 1000),
  disclosed jsonb check (octet_length(disclosed::text) <= 98304),
  state text not null default 'open' check (state in ('open', 'actioned', 'rejected')),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_once unique (reporter_id, target_type, target_id)
);
comment on column public.reports.disclosed is
  'A message is read by nobody but those who hold its key: what the reporter shows of it, with the key of that one message and what its signature can be held against (E2EE §12).';
create index reports_open on public.reports (target_type, target_id) where state = 'open';
create index reports_of_subject on public.reports (subject_id);

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant select on public.reports to authenticated;
create policy "people read their own reports, the staff all" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()) or (select app.is_staff()));

create function app.subject_of(target_type text, target_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then (select p.creator_id from public.feed_posts p where p.id = target_id)
    when 'comment' then (select c.author_id from public.post_comments c where c.id = target_id)
    when 'user' then (select p.id from public.profiles p where p.id = target_id)
    when 'generation' then (select g.user_id from public.generations g where g.id = target_id)
    when 'message' then (
      select p.id from public.encrypted_messages m join public.profiles p on p.id = m.sender_id where m.id = target_id)
  end
$$;
comment on function app.subject_of(text, uuid) is
  'Whose a publication, a comment, a message or a generation is; of a person, themselves.';

create function app.can_read_message(p_message uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.encrypted_messages m
    join public.conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = auth.uid() and p.is_active
    join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
    where m.id = p_message and m.created_at >= coalesce(s.reads_from, '-infinity'))
$$;
comment on function app.can_read_message(uuid) is 'Whether the one who asks takes part where it was written, and was let to read it.';

create function app.may_report(target_type text, target_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then app.can_see_post(target_id)
    when 'comment' then app.can_see_comment(target_id)
    when 'user' then exists (select from public.profiles p where p.id = target_id and p.status = 'active')
    -- One that has disappeared meanwhile can be reported by what was kept of it: its signature says whose it was.
    else target_type = 'message' and (
      app.can_read_message(target_id) or not exists (select from public.encrypted_messages m where m.id = target_id))
  end
$$;
comment on function app.may_report(text, uuid) is
  'What one sees can be reported. A person can be reported by whom they have blocked: blocking ends no responsibility.';

create function public.send_report(
  target_type text, target_id uuid, reason text, details text default null, disclosed jsonb default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  subject constant uuid := app.subject_of(send_report.target_type, send_report.target_id);
  said constant text := left(app.clean_text(left(send_report.details, 10000)), 1000);
  sent uuid;
begin
  if not app.may_report(send_report.target_type, send_report.target_id) then
    raise exception 'There is nothing to report there' using errcode = 'PT404', hint = 'report_target_gone';
  end if;
  if subject = auth.uid() then
    raise exception 'Nobody reports themselves' using errcode = 'PT409', hint = 'report_own';
  end if;
  -- Shown of another message, it would be held against whoever wrote this one.
  if send_report.target_type = 'message' and send_report.disclosed ? 'row'
    and send_report.disclosed #>> '{row,id}' is distinct from send_report.target_id::text then
    raise exception 'What is shown is another message' using errcode = 'PT400', hint = 'disclosed_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reports ' || auth.uid(), 0));
  if 30 <= (select count(*) from public.reports r
    where r.reporter_id = auth.uid() and r.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 30 reports an hour' using errcode = 'PT429', hint = 'too_many_reports';
  end if;
  insert into public.reports as known (reporter_id, target_type, target_id, subject_id, reason, details, disclosed)
  values (auth.uid(), send_report.target_type, send_report.target_id, subject, send_report.reason, said, send_report.disclosed)
  -- Said again, what was said last counts; what is decided stays decided.
  on conflict on constraint reports_once do update set
    reason = case known.state when 'open' then excluded.reason else known.reason end,
    details = case known.state when 'open' then excluded.details else known.details end,
    disclosed = case known.state when 'open' then coalesce(excluded.disclosed, known.disclosed) else known.disclosed end
  returning known.id into sent;
  return sent;
end
$$;
comment on function public.send_report(text, uuid, text, text, jsonb) is
  'Reports what one sees, once; answers the id of the report. PT404 report_target_gone, PT409 report_own, PT400 disclosed_invalid, PT429 too_many_reports.';

revoke execute on function
  app.subject_of(text, uuid), app.can_read_message(uuid), app.may_report(text, uuid) from public;
revoke execute on function public.send_report(text, uuid, text, text, jsonb) from public, anon, authenticated;
grant execute on function public.send_report(text, uuid, text, text, jsonb) to authenticated;

-- supabase/schemas/65_moderation/20_decisions.sql
-- Decisions of the staff: each with a rule and a reason that the person concerned reads, in force until it is ended.

create table public.moderation_actions (
  id uuid primary key default app.uuid_v7(),
  target_type text not null check (target_type in ('post', 'comment', 'user', 'generation')),
  target_id uuid not null,
  subject_id uuid references public.profiles (id) on delete cascade,
  action text not null
    check (action in ('label', 'limit', 'remove', 'restore', 'warn', 'suspend_generation', 'suspend', 'ban', 'block')),
  rule text not null check (rule in ('spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other')),
  public_reason text not null check (char_length(public_reason) between 1 and 500),
  rating smallint check (rating between 1 and 3),
  automated boolean not null default false,
  expires_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint moderation_actions_label_check check ((action = 'label') = (rating is not null))
);
comment on column public.moderation_actions.ended_at is 'No longer in force: restored, overturned on appeal, or expired.';
create index moderation_actions_of_target on public.moderation_actions (target_type, target_id) where ended_at is null;
create index moderation_actions_of_subject on public.moderation_actions (subject_id, created_at desc);
create index moderation_actions_due on public.moderation_actions (expires_at) where ended_at is null;

alter table public.moderation_actions enable row level security;
revoke all on public.moderation_actions from anon, authenticated;
grant select on public.moderation_actions to authenticated;
create policy "people read decisions about them, the staff all" on public.moderation_actions
  for select to authenticated using (subject_id = (select auth.uid()) or (select app.is_staff()));

-- Apart, because whoever a decision is about reads the row of it.
create table app.moderation_records (
  action_id uuid primary key references public.moderation_actions (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  evidence jsonb not null default '{}'
);
comment on table app.moderation_records is 'Who decided, and on what: what was there at that moment.';
create index moderation_records_of_actor on app.moderation_records (actor_id);

alter table app.moderation_records enable row level security;

create function app.settle_rating() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.rated_by_author := new.rating;
  elsif new.rating_floor <> old.rating_floor then
    new.rating := greatest(new.rated_by_author, new.rating_floor);
  elsif new.rating < new.rating_floor then
    raise exception 'The staff rated this publication' using errcode = 'PT403', hint = 'rating_set_by_staff';
  else
    new.rated_by_author := new.rating;
  end if;
  return new;
end
$$;
comment on function app.settle_rating() is
  'The author rates a publication; the staff may raise it, and then it stays at least that high: PT403 rating_set_by_staff.';

create function app.keep_removed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.removed_at is not null then
    new.hidden_at := coalesce(new.hidden_at, new.removed_at);
  elsif old.removed_at is not null and new.hidden_at = old.removed_at then
    new.hidden_at := null;
  end if;
  return new;
end
$$;

create function app.settle_target(target_type text, target_id uuid) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  in_force constant text[] := array(
    select a.action from public.moderation_actions a
    where a.target_type = target_type and a.target_id = target_id and a.ended_at is null);
  floor constant smallint := (
    select coalesce(max(a.rating), 0) from public.moderation_actions a
    where a.target_type = target_type and a.target_id = target_id and a.ended_at is null);
begin
  case target_type
    when 'post' then
      update public.feed_posts p
      set rating_floor = floor,
        status = case when 'remove' = any (in_force) then 'removed' when 'limit' = any (in_force) then 'limited' else 'published' end
      where p.id = target_id and p.status <> 'deleted';
    when 'comment' then
      update public.post_comments c
      set removed_at = case when 'remove' = any (in_force) then coalesce(c.removed_at, clock_timestamp()) end, hidden_at = c.hidden_at
      where c.id = target_id;
    when 'user' then
      update public.profiles p
      set status = case when in_force && '{suspend,ban}' then 'suspended' else 'active' end
      where p.id = target_id and p.status in ('active', 'suspended');
    else
  end case;
end
$$;
comment on function app.settle_target(text, uuid) is
  'Makes a publication, a comment or an account what the decisions in force about it say. What its owner deleted stays deleted.';

create function app.moderated(target_type text, target_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then (
      select jsonb_build_object('text', p.prompt, 'description', p.description, 'image_url', p.image_url, 'width', p.width,
        'height', p.height, 'thumbhash', p.thumbhash, 'rating', p.rating, 'status', p.status, 'visibility', p.visibility)
      from public.feed_posts p where p.id = target_id)
    when 'comment' then (
      select jsonb_build_object('text', c.body, 'post_id', c.post_id, 'status', case when c.removed_at is null then 'published' else 'removed' end)
      from public.post_comments c where c.id = target_id)
    when 'user' then (
      select jsonb_build_object('text', p.bio, 'image_url', p.avatar_url, 'status', p.status)
      from public.profiles p where p.id = target_id)
    when 'generation' then (
      select jsonb_build_object('text', g.prompt, 'status', g.status, 'rule', g.blocked_rule, 'terms', g.blocked_terms)
      from public.generations g where g.id = target_id)
  end
$$;
comment on function app.moderated(text, uuid) is 'What the staff looks at before it decides, whoever else may see it.';

create function app.close_reports(p_type text, p_target uuid, p_state text) returns void
language plpgsql
set search_path = ''
as $$
declare
  closed public.reports;
begin
  for closed in
    update public.reports r set state = p_state, decided_at = clock_timestamp()
    where r.target_type = p_type and r.target_id = p_target and r.state = 'open'
    returning r.*
  loop
    perform app.notify(closed.reporter_id, 'moderation', 'moderation:' || closed.id, null, jsonb_build_object(
      'kind', 'report', 'report_id', closed.id, 'outcome', p_state, 'target_type', p_type, 'target_id', p_target));
  end loop;
end
$$;
comment on function app.close_reports(text, uuid, text) is 'Ends all open reports of one thing, and tells each who reported it.';

create function app.announce_decision(decision public.moderation_actions) returns void
language sql
set search_path = ''
as $$
  select app.notify(decision.subject_id, 'moderation', 'moderation:' || decision.id, null, jsonb_build_object(
    'kind', 'decision', 'action_id', decision.id, 'action', decision.action, 'rule', decision.rule,
    'target_type', decision.target_type, 'target_id', decision.target_id, 'url', '/?modal=decision&id=' || decision.id))
$$;

create function public.decide(
  target_type text, target_id uuid, action text, rule text, public_reason text, rating smallint default null,
  expires_at timestamptz default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  subject constant uuid := app.subject_of(decide.target_type, decide.target_id);
  allowed constant text[] := case decide.target_type
    when 'post' then '{label,limit,remove,restore}' when 'comment' then '{remove,restore}'
    when 'user' then '{warn,suspend_generation,suspend,ban,restore}' else '{}' end;
  decision public.moderation_actions;
begin
  perform app.require_staff();
  if subject is null then
    raise exception 'There is nothing to decide about' using errcode = 'PT404', hint = 'not_found';
  end if;
  if subject = auth.uid() then
    raise exception 'Nobody decides about themselves' using errcode = 'PT403', hint = 'own_case';
  end if;
  if decide.action <> all (allowed) or decide.expires_at < clock_timestamp() then
    raise exception 'That cannot be decided about this' using errcode = 'PT400', hint = 'decision_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('moderation ' || decide.target_id, 0));
  if decide.action = 'restore' then
    update public.moderation_actions a set ended_at = clock_timestamp()
    where a.target_type = decide.target_type and a.target_id = decide.target_id and a.ended_at is null;
  end if;
  insert into public.moderation_actions
    (target_type, target_id, subject_id, action, rule, public_reason, rating, expires_at, ended_at)
  values (decide.target_type, decide.target_id, subject, decide.action, decide.rule, app.clean_text(decide.public_reason),
    decide.rating, decide.expires_at, case when decide.action = 'restore' then clock_timestamp() end)
  returning * into decision;
  insert into app.moderation_records (action_id, actor_id, evidence)
  values (decision.id, auth.uid(), coalesce(app.moderated(decide.target_type, decide.target_id), '{}'));
  perform app.settle_target(decide.target_type, decide.target_id);
  perform app.close_reports(decide.target_type, decide.target_id, case decide.action when 'restore' then 'rejected' else 'actioned' end);
  perform app.announce_decision(decision);
  return decision.id;
end
$$;
comment on function public.decide(text, uuid, text, text, text, smallint, timestamptz) is
  'A decision of the staff, with the rule and the reason that its subject reads: post label (with a rating), limit, remove; comment remove; user warn, suspend_generation, suspend, ban; restore ends all. PT403 staff_only or own_case, PT400 decision_invalid, PT404 not_found.';

create function public.dismiss_reports(target_type text, target_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  perform app.close_reports(dismiss_reports.target_type, dismiss_reports.target_id, 'rejected');
end
$$;
comment on function public.dismiss_reports(text, uuid) is 'Nothing is to be done about this; whoever reported it is told.';

create function public.end_due_decisions() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due public.moderation_actions;
  ended int := 0;
begin
  for due in
    update public.moderation_actions a set ended_at = clock_timestamp()
    where a.id in (
      select d.id from public.moderation_actions d where d.ended_at is null and d.expires_at <= clock_timestamp()
      order by d.expires_at limit 100 for update skip locked)
    returning a.*
  loop
    perform app.settle_target(due.target_type, due.target_id);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function public.end_due_decisions() is 'Ends decisions whose time is over; for the schedule. Answers how many.';

create function app.refuse_suspended() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  author constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (select from public.profiles p where p.id = author and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  if tg_table_name = 'generations' and exists (
    select from public.moderation_actions a
    where a.target_type = 'user' and a.target_id = author and a.ended_at is null and a.action = 'suspend_generation'
      and (a.expires_at is null or a.expires_at > clock_timestamp())) then
    raise exception 'This account may not generate images at the moment' using errcode = 'PT403', hint = 'generation_suspended';
  end if;
  return new;
end
$$;
comment on function app.refuse_suspended() is
  'Who is suspended adds nothing: PT403 account_suspended, or generation_suspended where only that is. Reading, leaving and contesting stay.';

revoke execute on function
  app.settle_rating(), app.keep_removed(), app.settle_target(text, uuid), app.moderated(text, uuid),
  app.close_reports(text, uuid, text), app.announce_decision(public.moderation_actions), app.refuse_suspended()
from public;
revoke execute on function
  public.decide(text, uuid, text, text, text, smallint, timestamptz), public.dismiss_reports(text, uuid),
  public.end_due_decisions() from public, anon, authenticated;
grant execute on function
  public.decide(text, uuid, text, text, text, smallint, timestamptz), public.dismiss_reports(text, uuid)
to authenticated;

-- supabase/schemas/65_moderation/30_appeals.sql
-- One free appeal against each decision, refusals of the generator included.

create table public.appeals (
  id uuid primary key default app.uuid_v7(),
  action_id uuid not null references public.moderation_actions (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  message text not null check (char_length(message) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  answer text check (char_length(answer) <= 500),
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_once unique (action_id, user_id)
);
create index appeals_of_user on public.appeals (user_id);
create index appeals_open on public.appeals (created_at, id) where state = 'open';

alter table public.appeals enable row level security;
revoke all on public.appeals from anon, authenticated;
grant select on public.appeals to authenticated;
create policy "people read their own appeals, the staff all" on public.appeals
  for select to authenticated using (user_id = (select auth.uid()) or (select app.is_staff()));

create function public.appeal(action_id uuid, message text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  decision public.moderation_actions;
  said constant text := app.clean_text(left(appeal.message, 10000));
  made uuid;
begin
  select a.* into decision from public.moderation_actions a
  where a.id = appeal.action_id and a.subject_id = auth.uid() and a.action <> 'restore';
  if decision.id is null then
    raise exception 'There is no such decision' using errcode = 'PT404', hint = 'not_found';
  end if;
  if said is null or char_length(said) > 1000 then
    raise exception 'An appeal has 1 to 1000 characters' using errcode = 'PT400', hint = 'appeal_length';
  end if;
  insert into public.appeals (action_id, user_id, message) values (decision.id, auth.uid(), said)
  on conflict on constraint appeals_once do nothing
  returning id into made;
  if made is null then
    raise exception 'Each decision is contested once' using errcode = 'PT409', hint = 'appeal_made';
  end if;
  return made;
end
$$;
comment on function public.appeal(uuid, text) is
  'Contests a decision about oneself, free of charge, once: PT404 not_found, PT400 appeal_length, PT409 appeal_made.';

create function public.contest_generation(request text, message text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  refused public.generations;
  decision uuid;
begin
  select g.* into refused from public.generations g
  where g.user_id = auth.uid() and g.status = 'blocked'
    and (g.idempotency_key = contest_generation.request or g.id::text = contest_generation.request)
  for update;
  if refused.id is null then
    raise exception 'There is no such refusal' using errcode = 'PT404', hint = 'not_found';
  end if;
  select a.id into decision from public.moderation_actions a
  where a.target_type = 'generation' and a.target_id = refused.id;
  if decision is null then
    insert into public.moderation_actions (target_type, target_id, subject_id, action, rule, public_reason, automated)
    values ('generation', refused.id, refused.user_id, 'block', 'other', coalesce(refused.blocked_rule, 'blocked'), true)
    returning id into decision;
  end if;
  return public.appeal(decision, contest_generation.message);
end
$$;
comment on function public.contest_generation(text, text) is
  'Contests that the generator refused a request of one''s own, named by its id or by its idempotency key; as appeal answers, PT404 not_found where none was refused.';

create function public.answer_appeal(appeal_id uuid, state text, answer text) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  answered public.appeals;
  decision public.moderation_actions;
begin
  perform app.require_staff();
  if answer_appeal.state not in ('upheld', 'overturned') then
    raise exception 'An appeal is upheld or overturned' using errcode = 'PT400', hint = 'decision_invalid';
  end if;
  update public.appeals a
  set state = answer_appeal.state, answer = app.clean_text(left(answer_appeal.answer, 500)), answered_at = clock_timestamp()
  where a.id = answer_appeal.appeal_id and a.state = 'open' and a.user_id <> auth.uid()
  returning a.* into answered;
  if answered.id is null then
    raise exception 'There is no such open appeal' using errcode = 'PT404', hint = 'not_found';
  end if;
  select a.* into decision from public.moderation_actions a where a.id = answered.action_id;
  if answer_appeal.state = 'overturned' then
    perform pg_advisory_xact_lock(hashtextextended('moderation ' || decision.target_id, 0));
    update public.moderation_actions a set ended_at = coalesce(a.ended_at, clock_timestamp()) where a.id = decision.id;
    perform app.settle_target(decision.target_type, decision.target_id);
  end if;
  perform app.notify(answered.user_id, 'moderation', 'moderation:' || answered.id, null, jsonb_build_object(
    'kind', 'appeal', 'action_id', decision.id, 'outcome', answer_appeal.state,
    'target_type', decision.target_type, 'target_id', decision.target_id, 'url', '/?modal=decision&id=' || decision.id));
end
$$;
comment on function public.answer_appeal(uuid, text, text) is
  'The staff''s answer. Overturned, the decision ends and its effect is taken back. PT403 staff_only, PT404 not_found: answered already, or one''s own.';

revoke execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text)
from public, anon, authenticated;
grant execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text)
to authenticated;

-- supabase/schemas/65_moderation/40_queues.sql
-- What the staff works through.

create function public.moderation_queue(after_priority int default null, after_at timestamptz default null, page_size int default 20)
returns table (
  target_type text, target_id uuid, priority int, first_at timestamptz, reports_count int, reasons jsonb, details jsonb,
  subject jsonb, content jsonb, decisions jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform app.require_staff();
  return query
  select open.target_type, open.target_id, open.priority, open.first_at, open.reports, open.reasons, open.details,
    (select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status)
     from public.profiles p where p.id = open.subject_id),
    coalesce(app.moderated(open.target_type, open.target_id), open.disclosed),
    (select coalesce(jsonb_agg(jsonb_build_object('action', a.action, 'rule', a.rule, 'created_at', a.created_at,
       'ended_at', a.ended_at) order by a.created_at desc), '[]')
     from public.moderation_actions a where a.subject_id = open.subject_id)
  from (
    select r.target_type, r.target_id, (array_agg(r.subject_id))[1] as subject_id, count(*)::int as reports,
      min(r.created_at) as first_at,
      max(case when r.reason = 'minor' then 3 when r.reason in ('violence', 'likeness') then 2 else 1 end) as priority,
      to_jsonb(array_agg(distinct r.reason)) as reasons,
      coalesce(jsonb_agg(r.details) filter (where r.details is not null), '[]') as details,
      (jsonb_agg(r.disclosed) filter (where r.disclosed is not null)) -> 0 as disclosed
    from public.reports r
    where r.state = 'open' and r.subject_id is distinct from auth.uid()
    group by r.target_type, r.target_id
  ) as open
  where after_at is null or open.priority < after_priority or open.priority = after_priority and open.first_at > after_at
  order by open.priority desc, open.first_at
  limit least(greatest(page_size, 1), 100);
end
$$;
comment on function public.moderation_queue(int, timestamptz, int) is
  'Open reports by what they are about, gravest first, then oldest; the next page gives priority and first_at of the last one. PT403 staff_only.';

create function public.moderation_appeals(after_at timestamptz default null, page_size int default 20)
returns table (
  id uuid, created_at timestamptz, message text, action jsonb, subject jsonb, content jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform app.require_staff();
  return query
  select a.id, a.created_at, a.message,
    jsonb_build_object('id', d.id, 'action', d.action, 'rule', d.rule, 'public_reason', d.public_reason, 'created_at', d.created_at,
      'target_type', d.target_type, 'target_id', d.target_id, 'automated', d.automated),
    (select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status)
     from public.profiles p where p.id = a.user_id),
    app.moderated(d.target_type, d.target_id)
  from public.appeals a
  join public.moderation_actions d on d.id = a.action_id
  where a.state = 'open' and a.user_id <> auth.uid() and (after_at is null or a.created_at > after_at)
  order by a.created_at, a.id
  limit least(greatest(page_size, 1), 100);
end
$$;
comment on function public.moderation_appeals(timestamptz, int) is
  'Open appeals, oldest first; the next page gives created_at of the last one. PT403 staff_only.';

revoke execute on function
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int)
from public, anon, authenticated;
grant execute on function
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int) to authenticated;

-- supabase/schemas/65_moderation/50_blocked_pictures.sql
-- What the staff removed does not come back under another name: neither is the picture published again, nor does the
-- same file, uploaded by anybody, serve as a reference. It lasts as long as the decision.

create table app.blocked_files (
  action_id uuid not null references public.moderation_actions (id) on delete cascade,
  etag text not null,
  size bigint not null,
  primary key (etag, size, action_id)
);
comment on table app.blocked_files is
  'Files of removed publications by their contents: the entity tag that storage gives whatever has the same bytes, and their number.';
create index blocked_files_of_action on app.blocked_files (action_id);

alter table app.blocked_files enable row level security;

create function app.block_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.blocked_files (action_id, etag, size)
  select new.id, file.metadata ->> 'eTag', (file.metadata ->> 'size')::bigint
  from public.feed_posts p
  join public.generation_images gi on gi.id = p.image_id
  join storage.objects file on file.bucket_id = gi.bucket and file.name = gi.path
  where p.id = new.target_id and file.metadata ->> 'eTag' is not null and file.metadata ->> 'size' is not null
  on conflict do nothing;
  return null;
end
$$;
comment on function app.block_picture() is 'Remembers the file of a publication that the staff removes.';

create trigger block_picture after insert on public.moderation_actions
  for each row when (new.target_type = 'post' and new.action = 'remove') execute function app.block_picture();

create function app.is_blocked_file(p_bucket text, p_path text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from storage.objects file
    join app.blocked_files b on b.etag = file.metadata ->> 'eTag' and b.size = (file.metadata ->> 'size')::bigint
    join public.moderation_actions a on a.id = b.action_id and a.ended_at is null
    where file.bucket_id = p_bucket and file.name = p_path)
$$;
comment on function app.is_blocked_file(text, text) is 'Whether a file is, byte for byte, one that the staff removed.';

create function app.refuse_blocked_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.feed_posts p
    join public.moderation_actions a
      on a.target_type = 'post' and a.target_id = p.id and a.action = 'remove' and a.ended_at is null
    where p.image_id = new.image_id and p.id <> new.id)
    or (select app.is_blocked_file(gi.bucket, gi.path) from public.generation_images gi where gi.id = new.image_id) then
    raise exception 'This picture was removed' using errcode = 'PT403', hint = 'picture_removed';
  end if;
  return new;
end
$$;
comment on function app.refuse_blocked_picture() is 'PT403 picture_removed: what the staff removed is not published again.';

create function app.refuse_blocked_reference() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if app.is_blocked_file(new.bucket, new.path) then
    raise exception 'This picture was removed' using errcode = 'PT403', hint = 'reference_blocked';
  end if;
  return new;
end
$$;
comment on function app.refuse_blocked_reference() is
  'PT403 reference_blocked: what the staff removed gives no picture its subject or style.';

revoke execute on function
  app.block_picture(), app.is_blocked_file(text, text), app.refuse_blocked_picture(), app.refuse_blocked_reference()
from public;

-- supabase/schemas/70_messages/10_keys.sql
-- Keys of people: what the server keeps of them is public, or sealed before it gets here.

create table public.user_public_keys (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  public_key text not null check (char_length(public_key) between 1 and 4096),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kid text,
  generation int,
  identity_key text,
  prev_hash text,
  created_ms bigint,
  signature text,
  succession text check (succession ~ '^[A-Za-z0-9+/]{86}==$'),
  constraint user_public_keys_signed check (case num_nulls(kid, generation, identity_key, prev_hash, created_ms, signature)
    when 6 then succession is null
    when 0 then public_key ~ '^[A-Za-z0-9+/]+$' and char_length(public_key) = 392 and kid ~ '^[A-Za-z0-9_-]{22}$' and generation > 0
      and identity_key ~ '^[A-Za-z0-9+/]{122}==$' and prev_hash ~ '^[A-Za-z0-9+/]{43}=$' and created_ms > 0
      and signature ~ '^[A-Za-z0-9+/]{86}==$'
    else false end)
);
comment on table public.user_public_keys is
  'To whom messages are encrypted. A row with public_key alone (spec §7) is taken, but nobody of ours encrypts to what its owner has not signed.';
comment on column public.user_public_keys.kid is 'The first 16 bytes of SHA-256 of the key, base64url.';
comment on column public.user_public_keys.prev_hash is 'SHA-256 of the statement and the signature before this one: the log is a chain that contacts keep.';
comment on column public.user_public_keys.succession is 'The identity key before this one, signing it.';

alter table public.user_public_keys enable row level security;
revoke all on public.user_public_keys from anon, authenticated;
grant
  select,
  insert (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession),
  update (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession)
on public.user_public_keys to authenticated;
create policy "people read the keys of people" on public.user_public_keys
  for select to authenticated using (true);
create policy "people publish their own key" on public.user_public_keys
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people replace their own key" on public.user_public_keys
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create table public.user_key_log (
  user_id uuid not null,
  seq int not null,
  public_key text,
  kid text,
  generation int,
  identity_key text,
  prev_hash text,
  created_ms bigint,
  signature text,
  succession text,
  hash text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, seq)
);
comment on table public.user_key_log is
  'Every key that somebody ever published, which readers need for what was written with it. Of accounts that are gone, the hashes alone.';
comment on column public.user_key_log.hash is 'Of a signed one: SHA-256 of its statement and signature, which the next one names.';

alter table public.user_key_log enable row level security;
revoke all on public.user_key_log from anon, authenticated;
revoke insert, update, delete, truncate on public.user_key_log from service_role;
grant select on public.user_key_log to authenticated;
create policy "people read the keys that were" on public.user_key_log
  for select to authenticated using (true);

create function app.encode_fields(variadic fields bytea[]) returns bytea
language sql immutable parallel safe
set search_path = ''
as $$ select string_agg(int4send(length(field)) || field, ''::bytea order by place) from unnest(fields) with ordinality as f (field, place) $$;
comment on function app.encode_fields(bytea[]) is 'Each field after its length in four bytes: what is signed and hashed about messages (E2EE §2).';

create function app.key_hash(k public.user_public_keys) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when k.signature is not null then encode(sha256(app.encode_fields('cx1/key'::bytea, uuid_send(k.user_id), int4send(k.generation),
    sha256(decode(k.public_key, 'base64')), sha256(decode(k.identity_key, 'base64')), decode(k.prev_hash, 'base64'),
    int8send(k.created_ms)) || decode(k.signature, 'base64')), 'base64') end
$$;
comment on function app.key_hash(public.user_public_keys) is 'What the next signed key of this person names as prev_hash.';

create function app.check_public_key() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  latest public.user_key_log;
begin
  if auth.uid() <> new.user_id then
    raise exception 'Non autorisé' using errcode = '42501';
  end if;
  -- Of an upsert, only what is really written.
  if tg_op = 'INSERT' and exists (select from public.user_public_keys k where k.user_id = new.user_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if new.public_key <> old.public_key and new.signature is not distinct from old.signature then
      -- A client that signs nothing: the signature was not for this key.
      new.kid := null; new.generation := null; new.identity_key := null; new.prev_hash := null; new.created_ms := null;
      new.signature := null; new.succession := null;
    end if;
    if (new.public_key, new.signature) is not distinct from (old.public_key, old.signature) then
      return old;
    end if;
    if auth.uid() is not null and old.signature is not null and not app.has_signed_in_lately() and not exists (
      select from public.user_key_backups b where b.user_id = new.user_id and b.key_signature = new.signature) then
      raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
    end if;
  end if;
  new.updated_at := clock_timestamp();
  -- What is signed only in part is for the table's own check.
  if num_nulls(new.kid, new.generation, new.identity_key, new.prev_hash, new.created_ms, new.signature) > 0
    or new.public_key !~ '^[A-Za-z0-9+/]+$' or char_length(new.public_key) <> 392 then
    return new;
  end if;
  if new.kid <> translate(rtrim(encode(substr(sha256(decode(new.public_key, 'base64')), 1, 16), 'base64'), '='), '+/', '-_') then
    raise exception 'The id is not of this key' using errcode = 'PT400', hint = 'key_invalid';
  end if;
  select l.* into latest from public.user_key_log l
  where l.user_id = new.user_id and l.signature is not null order by l.seq desc limit 1;
  if new.generation < latest.generation or new.generation = latest.generation and new.kid <> latest.kid then
    raise exception 'A newer key has been published' using errcode = 'PT409', hint = 'key_rollback';
  end if;
  -- No leap: its owner would have no number left to come after it.
  if new.prev_hash <> coalesce(latest.hash, encode(decode(repeat('00', 32), 'hex'), 'base64'))
    or new.generation - 1 > latest.generation then
    raise exception 'This key does not follow the one before it' using errcode = 'PT409', hint = 'stale_key';
  end if;
  return new;
end
$$;
comment on function app.check_public_key() is
  '''Non autorisé'' for anybody else''s (spec §6); PT403 sign_in_again where a signed key is replaced by one that no backup was saved for; PT400 key_invalid; PT409 key_rollback or stale_key where another device was first. What it means that a key changed is for those who verify signatures: contacts.';

create trigger check_public_key before insert or update on public.user_public_keys
  for each row execute function app.check_public_key();

create function app.log_public_key() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.user_key_log l set public_key = null, identity_key = null, signature = null, succession = null
    where l.user_id = old.user_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.public_key, new.signature) is not distinct from (old.public_key, old.signature) then
    return null;
  end if;
  insert into public.user_key_log (user_id, seq, public_key, kid, generation, identity_key, prev_hash, created_ms, signature,
    succession, hash)
  select new.user_id, coalesce(max(l.seq), 0) + 1, new.public_key, new.kid, new.generation, new.identity_key, new.prev_hash,
    new.created_ms, new.signature, new.succession, app.key_hash(new)
  from public.user_key_log l where l.user_id = new.user_id;
  perform app.tell_of_key(new.user_id);
  return null;
end
$$;

create trigger log_public_key after insert or update or delete on public.user_public_keys
  for each row execute function app.log_public_key();

create function public.key_log("user" uuid) returns setof public.user_key_log
language sql stable
set search_path = ''
as $$ select l.* from public.user_key_log l where l.user_id = key_log."user" order by l.seq limit 1000 $$;
comment on function public.key_log(uuid) is 'Every key that somebody published, the oldest first.';

revoke execute on function
  app.encode_fields(bytea[]), app.key_hash(public.user_public_keys), app.check_public_key(), app.log_public_key()
from public;
revoke execute on function public.key_log(uuid) from public, anon, authenticated;
grant execute on function public.key_log(uuid) to authenticated;

-- supabase/schemas/70_messages/12_key_backups.sql
-- What brings keys back on a new device. A session that was stolen has neither keys nor a way to open them, and must
-- not be able to take them from their owner: what replaces a backup or a signed key takes a sign-in of the last quarter
-- of an hour, and what was replaced stays to be restored.

-- Read by the call alone, which counts.
create table public.user_key_backups (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  seq bigint not null check (seq > 0),
  bundle jsonb not null check (jsonb_typeof(bundle) = 'object' and octet_length(bundle::text) <= 131072),
  slots jsonb not null check (jsonb_typeof(slots) = 'array' and jsonb_array_length(slots) between 1 and 16 and octet_length(slots::text) <= 32768),
  -- Somebody's keys take some 600 characters of it: room for as many people as one person writes to.
  pins text check (pins ~ '^[A-Za-z0-9+/]*={0,2}$' and char_length(pins) <= 2097152),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reads_since timestamptz not null default now(),
  reads int not null default 0,
  key_signature text check (key_signature ~ '^[A-Za-z0-9+/]{86}==$')
);
comment on column public.user_key_backups.slots is 'Each seals the same master key otherwise: recovery code, passkey, passphrase (E2EE §5).';
comment on column public.user_key_backups.pins is 'Whose keys this person knows and has verified, sealed on the device.';
comment on column public.user_key_backups.key_signature is
  'Of the key that this backup was saved for: it may be published also later, on whatever device the backup is opened.';

alter table public.user_key_backups enable row level security;
revoke all on public.user_key_backups from anon, authenticated;

create function public.get_pins() returns text
language sql stable security definer
set search_path = ''
as $$ select b.pins from public.user_key_backups b where b.user_id = auth.uid() $$;

create function public.save_pins(pins text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.user_key_backups b set pins = save_pins.pins where b.user_id = auth.uid();
  if not found then
    raise exception 'There is no backup yet' using errcode = 'PT409', hint = 'no_backup';
  end if;
end
$$;
comment on function public.save_pins(text) is 'Keeps whose keys one knows, sealed. PT409 no_backup before the first one.';

create table public.former_key_backups (
  user_id uuid not null references public.profiles (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null,
  seq bigint not null,
  bundle jsonb not null,
  slots jsonb not null,
  primary key (user_id, replaced_at)
);
comment on table public.former_key_backups is
  'Backups that another one has replaced, for thirty days and the last five for longer. Read by the call alone, which counts.';

alter table public.former_key_backups enable row level security;
revoke all on public.former_key_backups from anon, authenticated;

create function app.count_backup_read() returns void
language plpgsql
set search_path = ''
as $$
declare
  since timestamptz;
begin
  update public.user_key_backups b
  set reads = case when b.reads_since < clock_timestamp() - interval '1 hour' then 1 else b.reads + 1 end,
    reads_since = case when b.reads_since < clock_timestamp() - interval '1 hour' then clock_timestamp() else b.reads_since end
  where b.user_id = auth.uid() and (b.reads < 10 or b.reads_since < clock_timestamp() - interval '1 hour');
  if found then
    return;
  end if;
  select b.reads_since into since from public.user_key_backups b where b.user_id = auth.uid();
  if found then
    raise exception 'The backup was read ten times within an hour' using errcode = 'PT429', hint = 'too_many_backup_reads',
      detail = greatest(1, ceil(extract(epoch from since + interval '1 hour' - clock_timestamp())))::text;
  end if;
end
$$;
comment on function app.count_backup_read() is 'PT429 too_many_backup_reads after the tenth within an hour; the detail is how many seconds are left of it.';

create function public.get_key_backup() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.count_backup_read();
  return (
    select jsonb_build_object('seq', b.seq, 'bundle', b.bundle, 'slots', b.slots, 'pins', b.pins, 'updated_at', b.updated_at)
    from public.user_key_backups b where b.user_id = auth.uid());
end
$$;
comment on function public.get_key_backup() is
  'One''s own backup, {seq, bundle, slots, pins, updated_at} or null; ten times an hour, PT429 too_many_backup_reads after that.';

create function public.get_former_key_backups(before timestamptz default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.count_backup_read();
  return (
    select coalesce(jsonb_agg(to_jsonb(page) - 'user_id' order by page.replaced_at desc), '[]')
    from (
      select f.* from public.former_key_backups f
      where f.user_id = auth.uid() and f.replaced_at < coalesce(get_former_key_backups.before, 'infinity')
      order by f.replaced_at desc limit 10) as page);
end
$$;
comment on function public.get_former_key_backups(timestamptz) is
  'One''s own backups that were replaced, the last first, ten at a time: [{seq, bundle, slots, saved_at, replaced_at}]. It counts as a reading of the backup: PT429 too_many_backup_reads.';

create function app.keep_former_backup(b public.user_key_backups) returns void
language plpgsql
set search_path = ''
as $$
declare
  nth_last constant timestamptz := (
    select f.replaced_at from public.former_key_backups f where f.user_id = b.user_id order by f.replaced_at desc offset 19 limit 1);
begin
  if nth_last > clock_timestamp() - interval '1 day' then
    raise exception 'The backup was replaced twenty times within a day' using errcode = 'PT429', hint = 'too_many_backups',
      detail = greatest(1, ceil(extract(epoch from nth_last + interval '1 day' - clock_timestamp())))::text;
  end if;
  insert into public.former_key_backups (user_id, saved_at, seq, bundle, slots)
  values (b.user_id, b.updated_at, b.seq, b.bundle, b.slots);
  delete from public.former_key_backups f
  where f.user_id = b.user_id and f.replaced_at < clock_timestamp() - interval '30 days' and f.replaced_at < (
    select last.replaced_at from public.former_key_backups last
    where last.user_id = b.user_id order by last.replaced_at desc offset 4 limit 1);
end
$$;
comment on function app.keep_former_backup(public.user_key_backups) is
  'PT429 too_many_backups: what is kept for thirty days must not be made to fill the table.';

create function public.save_key_backup(bundle jsonb, slots jsonb, seq bigint, key_signature text default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.user_key_backups;
begin
  insert into public.user_key_backups (user_id, bundle, slots, seq, key_signature)
  values (auth.uid(), save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq, save_key_backup.key_signature)
  on conflict (user_id) do nothing;
  if found then
    return;
  end if;
  select b.* into strict held from public.user_key_backups b where b.user_id = auth.uid() for update;
  -- An answer that was lost: it is saved already.
  if (held.bundle, held.slots, held.seq, held.key_signature)
    is not distinct from (save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq,
      coalesce(save_key_backup.key_signature, held.key_signature)) then
    return;
  end if;
  -- A slot comes or goes without a new bundle.
  if (held.seq < save_key_backup.seq or held.seq = save_key_backup.seq and held.bundle = save_key_backup.bundle) is not true then
    raise exception 'A newer backup has been saved' using errcode = 'PT409', hint = 'stale_backup';
  end if;
  -- It is counted up; a leap to the end of the numbers would leave none for its owner.
  if save_key_backup.seq > held.seq + 1000 then
    raise exception 'The number of this backup is far ahead' using errcode = 'PT400', hint = 'backup_invalid';
  end if;
  if not app.has_signed_in_lately() then
    raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
  end if;
  perform app.keep_former_backup(held);
  update public.user_key_backups b
  set bundle = save_key_backup.bundle, slots = save_key_backup.slots, seq = save_key_backup.seq, updated_at = clock_timestamp(),
    key_signature = coalesce(save_key_backup.key_signature, b.key_signature)
  where b.user_id = auth.uid();
end
$$;
comment on function public.save_key_backup(jsonb, jsonb, bigint, text) is
  'Saves one''s own backup; seq grows with every bundle, key_signature is that of the key it is for. What is replaced is kept. The first is free; another takes a sign-in of the last fifteen minutes: PT403 sign_in_again. PT409 stale_backup where another device was first, PT429 too_many_backups, PT400 backup_invalid.';

create function public.key_backup_info() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('seq', b.seq, 'updated_at', b.updated_at, 'may_replace', app.has_signed_in_lately(),
    'kinds', (select coalesce(jsonb_agg(slot -> 't' order by place), '[]') from jsonb_array_elements(b.slots) with ordinality as s (slot, place)),
    'former_kinds', (
      select coalesce(jsonb_agg(distinct slot -> 't'), '[]')
      from public.former_key_backups f cross join jsonb_array_elements(f.slots) as slot
      where f.user_id = b.user_id))
  from public.user_key_backups b where b.user_id = auth.uid()
$$;
comment on function public.key_backup_info() is
  'Whether one has a backup and what opens it: {seq, kinds, former_kinds, may_replace, updated_at} or null. former_kinds: what opens those that were replaced; may_replace: whether the sign-in is recent enough to replace it. Nothing sealed is in it.';

revoke execute on function
  public.get_pins(), public.save_pins(text), public.get_key_backup(), public.get_former_key_backups(timestamptz),
  public.save_key_backup(jsonb, jsonb, bigint, text), public.key_backup_info() from public, anon, authenticated;
revoke execute on function app.count_backup_read(), app.keep_former_backup(public.user_key_backups) from public;
grant execute on function
  public.get_pins(), public.save_pins(text), public.get_key_backup(), public.get_former_key_backups(timestamptz),
  public.save_key_backup(jsonb, jsonb, bigint, text), public.key_backup_info() to authenticated;

-- supabase/schemas/70_messages/14_devices.sql
create table public.user_devices (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  label text not null check (char_length(label) between 1 and 80),
  has_keys boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table public.user_devices is 'For their owner''s eyes: nothing trusts it.';
create index user_devices_of_person on public.user_devices (user_id, last_seen_at desc);

alter table public.user_devices enable row level security;
revoke all on public.user_devices from anon, authenticated;
grant
  select,
  insert (id, user_id, label, has_keys, last_seen_at),
  update (label, has_keys, last_seen_at, revoked_at),
  delete
on public.user_devices to authenticated;
create policy "people read their own devices" on public.user_devices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add their own devices" on public.user_devices
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own devices" on public.user_devices
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people forget their own devices" on public.user_devices
  for delete to authenticated using (user_id = (select auth.uid()));

-- Two devices of one person meet on link:{id}: one has the keys, the other has scanned its code (E2EE §4). What is said there
-- is sealed for that meeting, and kept by nobody.
create policy "people hear their own devices" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));

create policy "people speak to their own devices" on realtime.messages
  for insert to authenticated with check (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));

-- supabase/schemas/70_messages/20_conversations.sql
-- Who writes with whom.

create function app.my_conversations() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(p.conversation_id), '{}')
  from public.conversation_participants p where p.user_id = auth.uid() and p.is_active
$$;
comment on function app.my_conversations() is 'Conversations that the person who asks takes part in now.';

create table public.conversations (
  id uuid primary key default app.uuid_v7(),
  kind text not null default 'direct' check (kind in ('direct', 'group')),
  pair_key text collate "C" unique,
  -- No foreign key: who began a group has signed its first list of members, and their id stays when their account is
  -- gone. Without it nobody who comes later, or on a new device, could tell who was in a position to.
  created_by uuid default auth.uid(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_message_at timestamptz,
  vanish_after int check (vanish_after between 60 and 31536000),
  epoch_id uuid,
  constraint conversations_pair check ((kind = 'direct') = (pair_key is not null))
) with (fillfactor = 70);
comment on column public.conversations.pair_key is 'Both ids of a conversation of two, the smaller first: there is one per pair, of these two for ever.';
comment on column public.conversations.vanish_after is 'Seconds after which what is written from now on is gone.';
comment on column public.conversations.epoch_id is
  'Under which epoch messages are taken; null where another one must be opened first, since there is none, or members or their keys have changed.';
comment on column public.conversations.created_by is 'Stays when the account is gone: the first epoch is held against it (E2EE §2.2).';
create index conversations_of_creator on public.conversations (created_by);

alter table public.conversations enable row level security;
revoke all on public.conversations from anon, authenticated;
grant
  select,
  insert (id, updated_at, last_message_at),
  update (updated_at, last_message_at)
on public.conversations to authenticated;
-- Who makes a conversation by hand reads it back before anybody takes part in it; there is nothing to learn from it then.
create policy "members read their conversations" on public.conversations
  for select to authenticated using (
    id = any ((select app.my_conversations())::uuid[]) or created_by = (select auth.uid()) and last_message_at is null);
create policy "people begin conversations" on public.conversations
  for insert to authenticated with check (created_by = (select auth.uid()) and kind = 'group');
create policy "members touch their conversations" on public.conversations
  for update to authenticated using (id = any ((select app.my_conversations())::uuid[]))
  with check (id = any ((select app.my_conversations())::uuid[]));

create table public.conversation_participants (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  joined_at timestamptz not null default clock_timestamp(),
  last_read_at timestamptz,
  is_active boolean not null default true,
  state text not null default 'accepted' check (state in ('requested', 'accepted', 'left')),
  role text not null default 'member' check (role in ('member', 'owner')),
  primary key (conversation_id, user_id),
  constraint conversation_participants_here check (is_active = (state <> 'left'))
);
comment on table public.conversation_participants is
  'What members know of each other. Whom a message is encrypted to is said by the manifest that members sign, never by this table.';
comment on column public.conversation_participants.last_read_at is 'Only where this person lets others know.';
create index conversation_participants_of_person on public.conversation_participants (user_id, is_active, conversation_id);

alter table public.conversation_participants enable row level security;
revoke all on public.conversation_participants from anon, authenticated;
grant select, update (last_read_at) on public.conversation_participants to authenticated;
create policy "members read who takes part" on public.conversation_participants
  for select to authenticated using (
    user_id = (select auth.uid()) or conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "members say how far they have read" on public.conversation_participants
  for update to authenticated using (user_id = (select auth.uid()) and is_active)
  with check (user_id = (select auth.uid()) and is_active);

create table public.conversation_settings (
  user_id uuid not null,
  conversation_id uuid not null,
  muted_until timestamptz,
  pinned_at timestamptz,
  archived_at timestamptz,
  unread_count int not null default 0 check (unread_count >= 0),
  read_up_to timestamptz,
  reads_from timestamptz,
  hidden_at timestamptz,
  last_at timestamptz,
  primary key (user_id, conversation_id),
  foreign key (conversation_id, user_id) references public.conversation_participants (conversation_id, user_id) on delete cascade
);
comment on table public.conversation_settings is 'What only its owner may know of a conversation.';
comment on column public.conversation_settings.reads_from is 'What was written before is not for this person: they joined later, or have deleted it for themselves.';
comment on column public.conversation_settings.hidden_at is 'Out of the list until something new is written.';
comment on column public.conversation_settings.last_at is 'The place in the list: when something was last written.';
create index conversation_settings_list on public.conversation_settings (user_id, last_at desc, conversation_id desc);
create index conversation_settings_unread on public.conversation_settings (user_id) where unread_count > 0;
create index conversation_settings_pinned on public.conversation_settings (user_id, pinned_at desc) where pinned_at is not null;

alter table public.conversation_settings enable row level security;
revoke all on public.conversation_settings from anon, authenticated;
grant select, update (muted_until, pinned_at, archived_at) on public.conversation_settings to authenticated;
create policy "people read their own settings of conversations" on public.conversation_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings of conversations" on public.conversation_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function app.fill_conversation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.last_message_at := old.last_message_at;
    new.updated_at := old.updated_at;
    return new;
  end if;
  new.kind := 'group';
  new.created_by := auth.uid();
  new.updated_at := new.created_at;
  new.last_message_at := null;
  perform app.pace_conversations(1);
  return new;
end
$$;
comment on function app.fill_conversation() is
  'What clients write into a conversation by hand (spec §7) is taken, and decided here: it is their own alone until they add somebody, and when something was last written is counted by the messages.';

create trigger fill_conversation before insert or update on public.conversations
  for each row when (current_user = 'authenticated') execute function app.fill_conversation();

create function app.join_own_conversation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.add_participant(new.id, new.created_by, 'accepted', 'owner');
  return null;
end
$$;

create trigger join_own_conversation after insert on public.conversations
  for each row when (current_user = 'authenticated') execute function app.join_own_conversation();

create function app.add_participant(p_conversation uuid, p_person uuid, p_state text, p_role text default 'member') returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp();
begin
  insert into public.conversation_participants as p (conversation_id, user_id, joined_at, state, role)
  values (p_conversation, p_person, since, p_state, p_role)
  on conflict (conversation_id, user_id) do update
    set joined_at = since, is_active = true, state = excluded.state, role = 'member', last_read_at = null
    where not p.is_active;
  if not found then
    return;
  end if;
  insert into public.conversation_settings as s (conversation_id, user_id, last_at, reads_from)
  select p_conversation, p_person, case c.kind when 'group' then since end,
    case when c.last_message_at is not null then since end
  from public.conversations c where c.id = p_conversation
  on conflict (user_id, conversation_id) do update
    set unread_count = 0, read_up_to = null, hidden_at = null, archived_at = null, last_at = since, reads_from = since;
end
$$;

revoke execute on function
  app.my_conversations(), app.fill_conversation(), app.join_own_conversation(),
  app.add_participant(uuid, uuid, text, text) from public;
grant execute on function app.my_conversations() to authenticated;

-- supabase/schemas/70_messages/22_members.sql
-- Beginning conversations, and who takes part in them.

create table app.conversation_pace (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  made int not null
);
comment on table app.conversation_pace is 'How many conversations somebody has begun since the hour began; every five strangers in a group are one more.';

alter table app.conversation_pace enable row level security;

create function app.pace_conversations(p_made int) returns void
language plpgsql
set search_path = ''
as $$
declare
  pace app.conversation_pace;
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  insert into app.conversation_pace as known (user_id, since, made) values (auth.uid(), clock_timestamp(), p_made)
  on conflict (user_id) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then p_made else known.made + p_made end
  returning * into pace;
  if pace.made > 20 then
    raise exception 'At most 20 conversations are begun in an hour' using errcode = 'PT429', hint = 'too_many_conversations',
      detail = greatest(1, ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp())))::text;
  end if;
end
$$;
comment on function app.pace_conversations(int) is 'PT429 too_many_conversations; the detail is how many seconds are left of the hour.';

create function app.state_if_written(p_person uuid) returns text
language sql stable
set search_path = ''
as $$
  select case
    when f.state = 'active' then 'accepted'
    when s.who_can_message = 'everyone' then 'requested' end
  from public.profiles p
  join public.profile_settings s on s.user_id = p.id
  left join public.follows f on f.follower_id = p.id and f.followee_id = auth.uid()
  where p.id = p_person and p.id <> auth.uid() and p.status = 'active' and s.who_can_message <> 'nobody'
    and not app.are_apart(p.id, auth.uid())
$$;
comment on function app.state_if_written(uuid) is
  'How this person takes part where the one who asks writes to them: accepted where they follow them, requested where anybody may write; null: not at all.';

create function app.must_share(p_conversation uuid, p_kind text default null) returns public.conversation_participants
language plpgsql
set search_path = ''
as $$
declare
  mine public.conversation_participants;
begin
  -- Always first, so that nobody waits for who waits for them.
  perform from public.conversations c where c.id = p_conversation for no key update;
  select p.* into mine from public.conversation_participants p
  join public.conversations c on c.id = p.conversation_id
  where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.is_active and c.kind = coalesce(p_kind, c.kind);
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  return mine;
end
$$;
comment on function app.must_share(uuid, text) is 'One''s own part in this conversation, which is held until the end; 42501 not_participant.';

create function public.start_conversation(other uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  pair constant text := least(auth.uid(), other) || ':' || greatest(auth.uid(), other);
  state constant text := app.state_if_written(other);
  found_id uuid;
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  select c.id into found_id from public.conversations c where c.pair_key = pair;
  if found_id is not null and not app.are_apart(auth.uid(), other) then
    return found_id;
  end if;
  if state is null or found_id is not null then
    raise exception 'This person cannot be written to' using errcode = 'PT403', hint = 'cannot_message';
  end if;
  insert into public.conversations (kind, pair_key, created_by) values ('direct', pair, auth.uid())
  on conflict (pair_key) do nothing returning id into found_id;
  if found_id is null then
    select c.id into strict found_id from public.conversations c where c.pair_key = pair;
    return found_id;
  end if;
  perform app.pace_conversations(1);
  perform app.add_participant(found_id, auth.uid(), 'accepted');
  perform app.add_participant(found_id, other, state);
  return found_id;
end
$$;
comment on function public.start_conversation(uuid) is
  'The conversation of these two, begun if there is none. PT403 cannot_message where either has blocked the other or they do not want to be written to; PT429 too_many_conversations, 20 an hour.';

create function public.start_group(members uuid[]) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  invited constant uuid[] := array(select distinct m from unnest(members) as m where m <> auth.uid() order by m);
  states constant text[] := array(select app.state_if_written(m) from unnest(invited) with ordinality as i (m, place) order by place);
  made uuid;
begin
  if cardinality(invited) not between 1 and 49 then
    raise exception 'A group has 2 to 50 members' using errcode = 'PT400', hint = 'group_size';
  end if;
  if array_position(states, null) is not null then
    raise exception 'Somebody cannot be written to' using errcode = 'PT403', hint = 'cannot_message',
      detail = invited[array_position(states, null)];
  end if;
  perform app.pace_conversations(1 + cardinality(array_positions(states, 'requested')) / 5);
  insert into public.conversations (kind, created_by) values ('group', auth.uid()) returning id into made;
  perform app.add_participant(made, auth.uid(), 'accepted', 'owner');
  perform app.add_participant(made, invited[place], states[place]) from generate_subscripts(invited, 1) as place;
  perform app.tell_members(made);
  return made;
end
$$;
comment on function public.start_group(uuid[]) is
  'A group of oneself and up to 49 others. PT403 cannot_message, the detail is whose id; PT400 group_size; PT429 too_many_conversations.';

create function public.add_member(conversation uuid, person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  state constant text := app.state_if_written(person);
begin
  perform app.must_share(conversation, 'group');
  if exists (
    select from public.conversation_participants p
    where p.conversation_id = add_member.conversation and p.user_id = person and p.is_active) then
    return;
  end if;
  if state is null then
    raise exception 'This person cannot be written to' using errcode = 'PT403', hint = 'cannot_message';
  end if;
  if (select count(*) from public.conversation_participants p where p.conversation_id = add_member.conversation and p.is_active) >= 50 then
    raise exception 'A group has at most 50 members' using errcode = 'PT409', hint = 'group_full';
  end if;
  perform app.pace_conversations((state = 'requested')::int);
  perform app.add_participant(conversation, person, state);
  update public.conversations c set epoch_id = null where c.id = add_member.conversation;
  perform app.tell_members(conversation);
end
$$;
comment on function public.add_member(uuid, uuid) is
  'Any member adds somebody to a group, who reads what is written from then on. PT403 cannot_message, PT409 group_full, PT429 too_many_conversations.';

create function app.part_from(p_conversation uuid, p_person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.conversation_participants p set is_active = false, state = 'left', role = 'member'
  where p.conversation_id = p_conversation and p.user_id = p_person and p.is_active;
  if not found then
    return;
  end if;
  update public.conversation_settings s set unread_count = 0, pinned_at = null
  where s.conversation_id = p_conversation and s.user_id = p_person;
  update public.conversations c set epoch_id = null where c.id = p_conversation;
  -- A group is never without somebody who may remove people.
  update public.conversation_participants p set role = 'owner'
  where p.conversation_id = p_conversation and p.user_id = (
    select first.user_id from public.conversation_participants first
    where first.conversation_id = p_conversation and first.is_active order by first.joined_at, first.user_id limit 1)
    and not exists (
      select from public.conversation_participants o
      where o.conversation_id = p_conversation and o.is_active and o.role = 'owner');
  perform app.tell_members(p_conversation);
  perform realtime.send(jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || p_person, true);
  perform app.forget_unreadable(p_conversation);
end
$$;

create function public.remove_member(conversation uuid, person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine public.conversation_participants;
begin
  mine := app.must_share(conversation, 'group');
  if mine.role <> 'owner' or person = auth.uid() then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_owner';
  end if;
  perform app.part_from(conversation, person);
end
$$;
comment on function public.remove_member(uuid, uuid) is 'The owner of a group removes somebody else; 42501 not_owner. What is written then is under a new epoch.';

create function public.leave_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.must_share(conversation);
  if (select c.kind from public.conversations c where c.id = conversation) = 'group' then
    perform app.part_from(conversation, auth.uid());
  else
    perform app.delete_for_oneself(conversation);
  end if;
end
$$;
comment on function public.leave_conversation(uuid) is
  'Leaves a group. A conversation of two is deleted for oneself: out of the list until something is written, without what was; once both have, it is gone.';

create function public.answer_request(conversation uuid, answer text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine public.conversation_participants;
  is_group boolean;
  asker uuid;
begin
  mine := app.must_share(conversation);
  select c.kind = 'group', case c.kind when 'group' then c.created_by else (
      select p.user_id from public.conversation_participants p where p.conversation_id = c.id and p.user_id <> auth.uid()) end
    into is_group, asker
  from public.conversations c where c.id = conversation;
  if answer not in ('accept', 'delete', 'block') or answer is null then
    raise exception 'There is no such answer' using errcode = 'PT400', hint = 'answer_invalid';
  elsif mine.state <> 'requested' and answer <> 'block' then
    return;
  elsif answer = 'accept' then
    update public.conversation_participants p set state = 'accepted'
    where p.conversation_id = answer_request.conversation and p.user_id = auth.uid();
    perform app.tell_members(conversation);
    return;
  end if;
  if answer = 'block' and asker <> auth.uid() then
    -- Nobody where their account is gone.
    insert into public.blocks (blocker_id, blocked_id)
    select auth.uid(), p.id from public.profiles p where p.id = asker
    on conflict do nothing;
  end if;
  if is_group then
    perform app.part_from(conversation, auth.uid());
  else
    perform app.delete_for_oneself(conversation);
  end if;
end
$$;
comment on function public.answer_request(uuid, text) is
  'Answers who asks to write: accept; delete, of which they learn nothing; block, whoever began it. The same answer again changes nothing.';

create function public.set_vanishing(conversation uuid, seconds int) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.must_share(conversation);
  update public.conversations c set vanish_after = seconds, updated_at = clock_timestamp() where c.id = set_vanishing.conversation;
  perform app.tell_members(conversation);
end
$$;
comment on function public.set_vanishing(uuid, int) is 'What is written from now on is gone after so many seconds, a minute to a year; null: it stays.';

create function app.delete_for_oneself(p_conversation uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp();
begin
  update public.conversation_settings s
  set hidden_at = since, reads_from = since, read_up_to = since, unread_count = 0, pinned_at = null, archived_at = null
  where s.conversation_id = p_conversation and s.user_id = auth.uid();
  perform app.forget_unreadable(p_conversation);
  perform realtime.send(jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || auth.uid(), true);
end
$$;

revoke execute on function
  app.pace_conversations(int), app.state_if_written(uuid), app.must_share(uuid, text), app.part_from(uuid, uuid),
  app.delete_for_oneself(uuid) from public;
revoke execute on function
  public.start_conversation(uuid), public.start_group(uuid[]), public.add_member(uuid, uuid),
  public.remove_member(uuid, uuid), public.leave_conversation(uuid), public.answer_request(uuid, text),
  public.set_vanishing(uuid, int) from public, anon, authenticated;
grant execute on function
  public.start_conversation(uuid), public.start_group(uuid[]), public.add_member(uuid, uuid),
  public.remove_member(uuid, uuid), public.leave_conversation(uuid), public.answer_request(uuid, text),
  public.set_vanishing(uuid, int) to authenticated;

-- supabase/schemas/70_messages/30_epochs.sql
-- The epochs of keys that a conversation is written under (E2EE §2.2): opening them, and passing earlier ones on.

create table public.conversation_epochs (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  epoch int not null check (epoch > 0),
  epoch_id uuid not null unique,
  creator_id uuid not null,
  manifest text not null,
  signature text not null check (signature ~ '^[A-Za-z0-9+/]{86}==$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, epoch)
);
comment on table public.conversation_epochs is 'Who may read what is written under one key, signed by the member who opened it.';

alter table public.conversation_epochs enable row level security;
revoke all on public.conversation_epochs from anon, authenticated;
grant select on public.conversation_epochs to authenticated;
create policy "members read the epochs of their conversations" on public.conversation_epochs
  for select to authenticated using (conversation_id = any ((select app.my_conversations())::uuid[]));

create table public.conversation_keys (
  epoch_id uuid not null references public.conversation_epochs (epoch_id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kid text not null check (kid ~ '^[A-Za-z0-9_-]{22}$'),
  wrapped_key text not null check (wrapped_key ~ '^[A-Za-z0-9+/]+==$' and char_length(wrapped_key) = 344),
  shared_by uuid,
  share_sig text check (share_sig ~ '^[A-Za-z0-9+/]{86}==$'),
  primary key (epoch_id, user_id, kid)
);
comment on column public.conversation_keys.shared_by is 'Who passed an earlier epoch on to this member, who was not in it.';
create index conversation_keys_of_person on public.conversation_keys (user_id);

alter table public.conversation_keys enable row level security;
revoke all on public.conversation_keys from anon, authenticated;
grant select on public.conversation_keys to authenticated;
create policy "people read keys that are wrapped for them" on public.conversation_keys
  for select to authenticated using (user_id = (select auth.uid()));

-- The manifest is read as its readers will: a wrong one is refused before anybody writes under it. Whether to believe
-- it is for them to say, who have the signer's key.
create type app.manifest as (
  conversation_id uuid, epoch_id uuid, creator_id uuid, prev_epoch_id uuid, prev_hash bytea, members uuid[], kids text[]);

create function app.read_manifest(manifest text) returns app.manifest
language plpgsql immutable
set search_path = ''
as $$
declare
  field bytea[] := '{}';
  rest bytea;
  size int;
  member bytea;
  m app.manifest;
begin
  rest := decode(manifest, 'base64');
  for place in 1..9 loop
    size := ('x' || encode(substr(rest, 1, 4), 'hex'))::bit(32)::int;
    if size < 0 or size > length(rest) - 4 then
      return null;
    end if;
    field := field || substr(rest, 5, size);
    rest := substr(rest, 5 + size);
  end loop;
  if length(rest) > 0 or field[1] <> 'cx1/epoch'::bytea or length(field[9]) % 68 <> 0 or length(field[9]) not between 68 and 4352
    or array[length(field[2]), length(field[3]), length(field[4]), length(field[5]), length(field[6]), length(field[7]), length(field[8])]
      <> '{16,16,16,8,16,32,32}' then
    return null;
  end if;
  m.conversation_id := encode(field[2], 'hex')::uuid;
  m.epoch_id := encode(field[3], 'hex')::uuid;
  m.creator_id := encode(field[4], 'hex')::uuid;
  m.prev_epoch_id := encode(field[6], 'hex')::uuid;
  m.prev_hash := field[7];
  for place in 0..length(field[9]) / 68 - 1 loop
    member := substr(field[9], 1 + 68 * place, 68);
    m.members := m.members || encode(substr(member, 1, 16), 'hex')::uuid;
    m.kids := m.kids || translate(rtrim(encode(substr(member, 17, 16), 'base64'), '='), '+/', '-_');
  end loop;
  return m;
exception when data_exception then
  return null;
end
$$;
comment on function app.read_manifest(text) is 'What a manifest says (E2EE §2.2); null where it says nothing.';

create function public.publish_epoch(manifest text, signature text, epoch int, wraps jsonb) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  m constant app.manifest := app.read_manifest(manifest);
  latest public.conversation_epochs;
  is_direct boolean;
begin
  if m.epoch_id is null or m.creator_id <> auth.uid() or jsonb_typeof(wraps) is distinct from 'array' then
    raise exception 'The manifest is not in order' using errcode = 'PT400', hint = 'manifest_invalid';
  end if;
  perform app.must_share(m.conversation_id);
  select e.* into latest from public.conversation_epochs e
  where e.conversation_id = m.conversation_id order by e.epoch desc limit 1;
  if publish_epoch.epoch <> coalesce(latest.epoch, 0) + 1
    or m.prev_epoch_id <> coalesce(latest.epoch_id, '00000000-0000-0000-0000-000000000000')
    or m.prev_hash <> coalesce(sha256(decode(latest.manifest, 'base64')), decode(repeat('00', 32), 'hex')) then
    raise exception 'Another epoch has been opened' using errcode = 'PT409', hint = 'epoch_exists',
      detail = coalesce(latest.epoch_id::text, '');
  end if;
  is_direct := (select c.kind = 'direct' from public.conversations c where c.id = m.conversation_id);
  if is_direct and cardinality(m.members) <> 2 then
    raise exception 'Not everybody has a key yet' using errcode = 'PT409', hint = 'no_key';
  end if;
  -- Who takes part, with the keys they have signed last: all of them and nobody else, sorted as the manifest is.
  if (m.members, m.kids) is distinct from (
    select row(array_agg(p.user_id order by p.user_id), array_agg(k.kid order by p.user_id))
    from public.conversation_participants p
    join public.user_public_keys k on k.user_id = p.user_id and k.signature is not null
    where p.conversation_id = m.conversation_id and p.is_active) then
    raise exception 'Members or their keys are others by now' using errcode = 'PT409',
      hint = case when is_direct and exists (
        select from public.conversation_participants p
        left join public.user_public_keys k on k.user_id = p.user_id
        where p.conversation_id = m.conversation_id and k.signature is null) then 'no_key' else 'stale_members' end;
  end if;
  insert into public.conversation_epochs (conversation_id, epoch, epoch_id, creator_id, manifest, signature)
  values (m.conversation_id, publish_epoch.epoch, m.epoch_id, auth.uid(), publish_epoch.manifest, publish_epoch.signature);
  insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key)
  select m.epoch_id, w.user_id, w.kid, w.wrapped_key
  from jsonb_to_recordset(wraps) as w (user_id uuid, kid text, wrapped_key text);
  if jsonb_array_length(wraps) <> cardinality(m.members) or exists (
    select from unnest(m.members, m.kids) as member (user_id, kid)
    where not exists (
      select from public.conversation_keys k
      where k.epoch_id = m.epoch_id and k.user_id = member.user_id and k.kid = member.kid)) then
    raise exception 'The key is wrapped for each member once' using errcode = 'PT400', hint = 'wraps_invalid';
  end if;
  update public.conversations c set epoch_id = m.epoch_id where c.id = m.conversation_id;
  perform app.tell_members(m.conversation_id, jsonb_build_object('epoch_id', m.epoch_id));
  return m.epoch_id;
exception when unique_violation then
  raise exception 'This epoch has been opened' using errcode = 'PT409', hint = 'epoch_exists';
end
$$;
comment on function public.publish_epoch(text, text, int, jsonb) is
  'Opens an epoch with all its keys at once: wraps [{user_id, kid, wrapped_key}]. PT409 epoch_exists where somebody was first, stale_members, no_key where the other of two has none; PT400 manifest_invalid, wraps_invalid; 42501 not_participant.';

-- Whoever is given earlier epochs reads from then on: they alone, and not whoever was given them once, and left since.
create function public.share_epochs(conversation uuid, wraps jsonb) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  shared int;
  given record;
begin
  perform app.must_share(conversation);
  insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key, shared_by, share_sig)
  select e.epoch_id, w.user_id, w.kid, w.wrapped_key, auth.uid(), w.share_sig
  from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid, kid text, wrapped_key text, share_sig text)
  join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
  join public.conversation_participants p on p.conversation_id = e.conversation_id and p.user_id = w.user_id and p.is_active
  join public.user_public_keys k on k.user_id = w.user_id and k.kid = w.kid
  -- One passes on what one has oneself.
  where w.share_sig is not null and exists (
    select from public.conversation_keys own where own.epoch_id = e.epoch_id and own.user_id = auth.uid())
  on conflict do nothing;
  get diagnostics shared = row_count;
  for given in
    select k.user_id, min(e.created_at) as since
    from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid)
    join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
    join public.conversation_keys k on k.epoch_id = e.epoch_id and k.user_id = w.user_id and k.shared_by = auth.uid()
    group by k.user_id
  loop
    update public.conversation_settings s set reads_from = given.since
    where s.conversation_id = share_epochs.conversation and s.user_id = given.user_id and s.reads_from > given.since
      -- What somebody has deleted for themselves stays so.
      and s.hidden_at is null;
    perform realtime.send(jsonb_build_object('conversation_id', conversation), 'conversation', 'user:' || given.user_id, true);
  end loop;
  return shared;
end
$$;
comment on function public.share_epochs(uuid, jsonb) is
  'Passes earlier epochs on to members: wraps [{epoch_id, user_id, kid, wrapped_key, share_sig}]; answers how many were new. Who gets them reads what was written under them.';

create function app.forget_unreadable(p_conversation uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  oldest timestamptz;
begin
  select min(coalesce(s.reads_from, '-infinity')) into oldest
  from public.conversation_participants p
  join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
  where p.conversation_id = p_conversation and p.is_active;
  if oldest is null then
    delete from public.conversations c where c.id = p_conversation;
  elsif oldest > '-infinity' then
    delete from public.encrypted_messages m where m.conversation_id = p_conversation and m.created_at < oldest;
  end if;
end
$$;
comment on function app.forget_unreadable(uuid) is 'What no member may read any more goes: deleted by both sides, or left by all.';

revoke execute on function app.read_manifest(text), app.forget_unreadable(uuid) from public;
revoke execute on function
  public.publish_epoch(text, text, int, jsonb), public.share_epochs(uuid, jsonb) from public, anon, authenticated;
grant execute on function
  public.publish_epoch(text, text, int, jsonb), public.share_epochs(uuid, jsonb) to authenticated;

-- supabase/schemas/70_messages/40_messages.sql
-- Messages: what is written is sealed on the device; the server knows who, when, and how long.

create table public.encrypted_messages (
  id uuid primary key default app.uuid_v7(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid(),
  encrypted_content text not null check (length(encrypted_content) <= 65536),
  iv text not null check (iv ~ '^[A-Za-z0-9+/]{16}$' or iv in ('simple', 'deleted')),
  message_type text not null default 'text' check (message_type in ('text', 'image', 'post_share')),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 1024),
  created_at timestamptz not null default clock_timestamp(),
  is_read boolean not null default false,
  expires_at timestamptz
);
comment on table public.encrypted_messages is 'The id is the sender''s: the same message twice is one row (E2EE §2.3).';
comment on column public.encrypted_messages.sender_id is 'Stays when the account is gone: of its messages, the places alone.';
comment on column public.encrypted_messages.iv is 'simple: text that was never encrypted, from before; deleted: nothing is left but that something was written.';
create index encrypted_messages_page on public.encrypted_messages (conversation_id, created_at desc, id desc);
create index encrypted_messages_unread on public.encrypted_messages (conversation_id, created_at) where not is_read;
create index encrypted_messages_expiring on public.encrypted_messages (expires_at) where expires_at is not null;

alter table public.encrypted_messages enable row level security;
revoke all on public.encrypted_messages from anon, authenticated;
grant
  select,
  insert (id, conversation_id, sender_id, encrypted_content, iv, message_type, metadata),
  update (is_read)
on public.encrypted_messages to authenticated;
create policy "members read what is written while they take part" on public.encrypted_messages
  for select to authenticated using (
    conversation_id = any ((select app.my_conversations())::uuid[])
    and (expires_at is null or expires_at > now())
    and created_at >= coalesce((
      select s.reads_from from public.conversation_settings s
      where s.user_id = (select auth.uid()) and s.conversation_id = encrypted_messages.conversation_id), '-infinity'));
create policy "members write as themselves" on public.encrypted_messages
  for insert to authenticated with check (
    sender_id = (select auth.uid()) and conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "members mark what others wrote as read" on public.encrypted_messages
  for update to authenticated using (
    sender_id <> (select auth.uid()) and conversation_id = any ((select app.my_conversations())::uuid[]))
  with check (is_read and sender_id <> (select auth.uid()));

create table app.message_notices (
  message_id uuid primary key references public.encrypted_messages (id) on delete cascade
);
comment on table app.message_notices is 'Messages of which notifications are still to be made, outside the transaction that sends them.';

alter table app.message_notices enable row level security;

create function app.refuse_message(m public.encrypted_messages, c public.conversations) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  other uuid;
begin
  if exists (select from public.profiles p where p.id = m.sender_id and p.status = 'suspended') then
    return 'account_suspended';
  end if;
  if c.kind = 'direct' then
    select p.user_id into other from public.conversation_participants p
    where p.conversation_id = c.id and p.user_id <> m.sender_id;
    if not found or app.are_apart(m.sender_id, other) then
      return 'cannot_message';
    end if;
  end if;
  if app.is_unanswered(c.id, m.sender_id) and app.has_written(c.id, m.sender_id, 3) then
    return 'not_accepted';
  end if;
  if m.iv = 'deleted' or m.iv = 'simple' and app.is_all_keyed(c.id) then
    return 'plaintext_refused';
  end if;
  if m.iv <> 'simple' and (m.metadata #>> '{e2ee,epoch}' = c.epoch_id::text) is not true then
    return 'stale_epoch';
  end if;
  return null;
end
$$;

create function app.is_all_keyed(p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.conversation_epochs e where e.conversation_id = p_conversation)
    or not exists (
      select from public.conversation_participants p
      left join public.user_public_keys k on k.user_id = p.user_id
      where p.conversation_id = p_conversation and p.is_active and k.signature is null)
$$;
comment on function app.is_all_keyed(uuid) is 'Whether nothing may be written in the open there any more: everybody has a signed key, or had one once.';

create function app.admit_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  conversation public.conversations;
  refusal text;
begin
  -- Policies are asked after this: in somebody else's name nothing may be learnt here. Without a name, it is the server.
  if auth.uid() is null or new.sender_id <> auth.uid() then
    return new;
  end if;
  -- Whoever writes at the same moment waits, so that the order of times is the order in which rows can be seen.
  select c.* into conversation from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = new.sender_id and p.is_active
  where c.id = new.conversation_id
  for no key update of c;
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  -- It has been read, and is gone.
  if exists (
    select from app.vanished_messages v
    where v.id = new.id and v.sender_id = new.sender_id and v.conversation_id = new.conversation_id) then
    return null;
  end if;
  refusal := app.refuse_message(new, conversation);
  -- Nobody remembers any more whether it was sent once.
  if app.written_at(new.id) < clock_timestamp() - interval '60 days' then
    refusal := 'message_too_old';
  end if;
  if refusal is not null then
    -- What has arrived already may be sent again, whatever has changed since.
    if exists (
      select from public.encrypted_messages m
      where m.id = new.id and m.sender_id = new.sender_id and m.conversation_id = new.conversation_id) then
      return null;
    end if;
    raise exception '%', refusal using hint = refusal, errcode =
      case when refusal = 'stale_epoch' then 'PT409' when refusal in ('plaintext_refused', 'message_too_old') then 'PT422' else 'PT403' end;
  end if;
  new.created_at := clock_timestamp();
  new.is_read := false;
  new.expires_at := new.created_at + conversation.vanish_after * interval '1 second';
  return new;
end
$$;
comment on function app.admit_message() is
  '42501 for who takes no part; PT403 account_suspended, cannot_message (blocked, gone), not_accepted (three messages before an answer); PT422 plaintext_refused, message_too_old (made sixty days ago); PT409 stale_epoch. What has vanished is taken as sent, and does not come back. These keep honest clients working: what a dishonest server could do is what signatures are for (E2EE §7).';

create trigger admit_message before insert on public.encrypted_messages
  for each row execute function app.admit_message();

create function app.message_news(m public.encrypted_messages) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when length(m.encrypted_content) <= 16384 then to_jsonb(m)
    else jsonb_build_object('id', m.id, 'conversation_id', m.conversation_id, 'sender_id', m.sender_id, 'created_at', m.created_at) end
$$;
comment on function app.message_news(public.encrypted_messages) is 'The whole row, as the channel tells it; of a large one, the ids by which it is read.';

create function app.message_arrived() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.conversations c
  set last_message_at = greatest(c.last_message_at, new.created_at), updated_at = clock_timestamp()
  where c.id = new.conversation_id;
  -- Who answers has accepted.
  update public.conversation_participants p set state = 'accepted'
  where p.conversation_id = new.conversation_id and p.user_id = new.sender_id and p.state = 'requested';
  update public.conversation_settings s
  set last_at = greatest(s.last_at, new.created_at), unread_count = s.unread_count + (s.user_id <> new.sender_id and not new.is_read)::int
  from public.conversation_participants p
  where p.conversation_id = new.conversation_id and p.is_active
    and s.conversation_id = p.conversation_id and s.user_id = p.user_id;
  perform app.tell_message(new);
  insert into app.message_notices (message_id) values (new.id);
  return null;
end
$$;
comment on function app.message_arrived() is
  'All that a message sets in motion at once; what may wait a second is left to message-worker.';

create trigger message_arrived after insert on public.encrypted_messages
  for each row execute function app.message_arrived();

-- Whoever has written knows already: the others are told first.
create function app.tell_message(m public.encrypted_messages) returns void
language plpgsql
set search_path = ''
as $$
declare
  news constant jsonb := app.message_news(m);
begin
  perform realtime.send(news, 'message', 'user:' || member.user_id, true)
  from (
    select p.user_id from public.conversation_participants p
    where p.conversation_id = m.conversation_id and p.is_active
    order by p.user_id = m.sender_id) as member;
end
$$;
comment on function app.tell_message(public.encrypted_messages) is 'The event message on user:{id} of each member, the sender''s other devices among them.';

create function public.erase_message(message uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  erased public.encrypted_messages;
begin
  update public.encrypted_messages m set encrypted_content = '', iv = 'deleted', metadata = '{}'
  where m.id = erase_message.message and m.sender_id = auth.uid()
    and m.conversation_id = any (app.my_conversations())
  returning m.* into erased;
  if found then
    perform app.tell_message(erased);
  end if;
end
$$;
comment on function public.erase_message(uuid) is
  'Takes what one wrote off the server. That its author wanted so is said by a signed message, which clients believe; this alone they need not.';

revoke execute on function
  app.refuse_message(public.encrypted_messages, public.conversations), app.is_all_keyed(uuid), app.admit_message(),
  app.message_news(public.encrypted_messages), app.message_arrived(), app.tell_message(public.encrypted_messages)
from public;
revoke execute on function public.erase_message(uuid) from public, anon, authenticated;
grant execute on function public.erase_message(uuid) to authenticated;

-- supabase/schemas/70_messages/42_strangers.sql
-- Whom nobody has accepted yet is heard three times, in a group as by one person, and tells of it once; and puts no
-- files where they may not write.

create function app.is_unanswered(p_conversation uuid, p_person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_and(o.state = 'requested'), false)
  from public.conversation_participants o
  where o.conversation_id = p_conversation and o.user_id <> p_person and o.is_active
$$;
comment on function app.is_unanswered(uuid, uuid) is 'Whether there are others in it, and none of them has accepted.';

create function app.has_written(p_conversation uuid, p_person uuid, p_times int) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) = p_times
  from (
    (select 1 from public.encrypted_messages m where m.conversation_id = p_conversation and m.sender_id = p_person limit p_times)
    union all
    (select 1 from app.vanished_messages v where v.conversation_id = p_conversation and v.sender_id = p_person limit p_times)
    limit p_times) as written
$$;
comment on function app.has_written(uuid, uuid, int) is 'Whether this person has written there so many times: what has vanished counts.';

create function app.is_first_heard(p_conversation uuid, p_person uuid, p_from timestamptz, p_at timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
      select from public.encrypted_messages m
      where m.conversation_id = p_conversation and m.created_at >= coalesce(p_from, '-infinity') and m.created_at < p_at
        and m.sender_id <> p_person)
    and not exists (
      select from app.vanished_messages v
      where v.conversation_id = p_conversation and v.created_at >= coalesce(p_from, '-infinity') and v.created_at < p_at
        and v.sender_id <> p_person)
$$;
comment on function app.is_first_heard(uuid, uuid, timestamptz, timestamptz) is
  'Whether others had written nothing there before, of what this person was let to read.';

revoke execute on function
  app.is_unanswered(uuid, uuid), app.has_written(uuid, uuid, int),
  app.is_first_heard(uuid, uuid, timestamptz, timestamptz) from public;

-- supabase/schemas/70_messages/44_vanishing.sql
-- A message whose answer was lost is sent again: also when it has vanished meanwhile, it must not come back.

create table app.vanished_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null,
  created_at timestamptz not null,
  vanished_at timestamptz not null default clock_timestamp()
);
comment on table app.vanished_messages is
  'That something was written, for ninety days after it has vanished: longer than any device tries to send it.';
create index vanished_messages_of_conversation on app.vanished_messages (conversation_id, created_at);
create index vanished_messages_by_age on app.vanished_messages (vanished_at);

alter table app.vanished_messages enable row level security;

create function app.written_at(p_id uuid) returns timestamptz
language sql immutable parallel safe
set search_path = ''
as $$
  select case when substr(p_id::text, 15, 1) = '7'
    then to_timestamp((('x' || substr(p_id::text, 1, 8) || substr(p_id::text, 10, 4))::bit(48)::bigint) / 1000.0) end
$$;
comment on function app.written_at(uuid) is 'When a device made this id, where it is one of version 7 (RFC 9562).';

-- What vanished before it was read waits for nobody any more.
create function public.expire_messages(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  amount int := 0;
  gone record;
  reader uuid;
begin
  for gone in
    with expired as (
      delete from public.encrypted_messages m
      where m.id in (
        select old.id from public.encrypted_messages old
        where old.expires_at <= clock_timestamp() order by old.expires_at limit p_limit for update skip locked)
      returning m.id, m.conversation_id, m.sender_id, m.created_at, m.is_read),
    remembered as (
      insert into app.vanished_messages (id, conversation_id, sender_id, created_at)
      select e.id, e.conversation_id, e.sender_id, e.created_at from expired e
      on conflict do nothing)
    select e.conversation_id, count(*)::int as amount,
      jsonb_agg(jsonb_build_object('by', e.sender_id, 'at', e.created_at)) filter (where not e.is_read) as unread
    from expired e
    group by e.conversation_id
    order by e.conversation_id
  loop
    amount := amount + gone.amount;
    for reader in
      update public.conversation_settings s set unread_count = greatest(0, s.unread_count - (
        select count(*) from jsonb_to_recordset(gone.unread) as m (by uuid, at timestamptz)
        where m.by <> s.user_id and m.at > coalesce(s.read_up_to, '-infinity'))::int)
      where s.conversation_id = gone.conversation_id and s.unread_count > 0 and gone.unread is not null
      returning s.user_id
    loop
      perform realtime.send(jsonb_build_object('conversation_id', gone.conversation_id), 'conversation', 'user:' || reader, true);
    end loop;
  end loop;
  delete from app.vanished_messages v
  where v.id in (
    select old.id from app.vanished_messages old
    where old.vanished_at < clock_timestamp() - interval '90 days' order by old.vanished_at limit p_limit for update skip locked);
  return amount;
end
$$;
comment on function public.expire_messages(int) is
  'Deletes what has vanished, which policies have hidden already, counts it as unread no more and remembers that it was; answers how many.';

revoke execute on function app.written_at(uuid) from public;
revoke execute on function public.expire_messages(int) from public, anon, authenticated;

-- supabase/schemas/70_messages/50_reading.sql
-- The list of conversations, and how far each is read.

create type app.conversation_entry as (
  conversation jsonb, me jsonb, others jsonb, latest jsonb, is_closed boolean, cursor text);

create function app.people_of_conversation(p_conversation uuid, p_me uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.user_id, 'username', shown.username, 'display_name', shown.display_name, 'avatar_url', shown.avatar_url,
    'state', o.state, 'role', o.role, 'is_active', o.is_active, 'joined_at', o.joined_at, 'last_read_at', o.last_read_at)
    order by o.is_active desc, o.joined_at, o.user_id), '[]')
  from public.conversation_participants o
  left join public.profiles shown on shown.id = o.user_id and shown.status = 'active'
    and not exists (select from public.blocks b where b.blocker_id = o.user_id and b.blocked_id = p_me)
  where o.conversation_id = p_conversation and o.user_id <> p_me
$$;
comment on function app.people_of_conversation(uuid, uuid) is
  'The others, nameless where their profile is not for the one who asks; nobody where the account of the other is gone.';

-- The pair of a conversation of two, also once one of them is gone and takes part in nothing.
create function app.conversations_as_read(p_ids uuid[], p_filter text) returns setof app.conversation_entry
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'pair_key', c.pair_key, 'created_by', c.created_by, 'created_at', c.created_at,
      'updated_at', c.updated_at, 'last_message_at', c.last_message_at, 'vanish_after', c.vanish_after, 'epoch_id', c.epoch_id),
    to_jsonb(p) || to_jsonb(s) || case when blocked.by_me then '{"state": "blocked"}' else '{}'::jsonb end,
    people.others,
    (select to_jsonb(m) from public.encrypted_messages m
     where m.conversation_id = c.id and (m.expires_at is null or m.expires_at > now())
       and m.created_at >= coalesce(s.reads_from, '-infinity')
     order by m.created_at desc, m.id desc limit 1),
    c.kind = 'direct' and (people.others = '[]' or coalesce(blocked.apart, false)),
    concat_ws('.', p_filter, (extract(epoch from s.last_at) * 1000000)::bigint, c.id)
  from unnest(p_ids) with ordinality as page (id, place)
  join public.conversations c on c.id = page.id
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = auth.uid() and p.is_active
  join public.conversation_settings s on s.conversation_id = c.id and s.user_id = p.user_id
  cross join lateral (select app.people_of_conversation(c.id, p.user_id) as others) as people
  left join lateral (
    select bool_or(b.blocker_id = p.user_id) as by_me, true as apart
    from public.blocks b
    where c.kind = 'direct' and (b.blocker_id, b.blocked_id) in (
      (p.user_id, (people.others #>> '{0,id}')::uuid), ((people.others #>> '{0,id}')::uuid, p.user_id))
    having count(*) > 0) as blocked on true
  order by page.place
$$;

create function public.conversation_page(filter text default 'all', cursor text default null, page_size int default 30)
returns setof app.conversation_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  part constant text[] := regexp_match(
    cursor, '^(all|unread|requests|archived)\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  size constant int := least(greatest(coalesce(page_size, 30), 1), 100);
  until timestamptz := 'infinity';
  until_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  ids uuid[] := '{}';
begin
  if filter not in ('all', 'unread', 'requests', 'archived') or filter is null then
    raise exception 'There is no such filter' using errcode = 'PT400', hint = 'filter_invalid';
  end if;
  if cursor is not null then
    if part is null or part[1] <> filter then
      raise exception 'The cursor is not of this list' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
    until := timestamptz 'epoch' + part[2]::bigint * interval '1 microsecond';
    until_id := part[3]::uuid;
  elsif filter = 'all' then
    ids := array(
      select s.conversation_id from public.conversation_settings s
      join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
      where s.user_id = me and s.pinned_at is not null and s.archived_at is null and p.state = 'accepted'
        and s.last_at > coalesce(s.hidden_at, '-infinity')
      order by s.pinned_at desc limit 20);
  end if;
  ids := ids || array(
    select s.conversation_id from public.conversation_settings s
    join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
    where s.user_id = me and s.last_at is not null and (s.last_at, s.conversation_id) < (until, until_id)
      and s.last_at > coalesce(s.hidden_at, '-infinity')
      and case filter
        when 'requests' then p.state = 'requested'
        when 'archived' then p.state = 'accepted' and s.archived_at is not null
        when 'unread' then p.state = 'accepted' and s.unread_count > 0
        else p.state = 'accepted' and s.archived_at is null and s.pinned_at is null end
    order by s.last_at desc, s.conversation_id desc
    limit size);
  return query select * from app.conversations_as_read(ids, filter);
end
$$;
comment on function public.conversation_page(text, text, int) is
  'One''s own conversations, what was written in last first: {conversation, me, others, latest, is_closed, cursor}. all: pinned ones before the first page, neither requests nor archived; unread; requests, of those who ask to write; archived. latest is a row as it lies, for the device to open; is_closed: neither can write any more.';

create function public.conversation_entry(conversation uuid) returns setof app.conversation_entry
language sql stable security definer
set search_path = ''
as $$ select * from app.conversations_as_read(array[conversation], 'all') $$;
comment on function public.conversation_entry(uuid) is 'One conversation of one''s own, as the list has it; nothing where one takes no part.';

-- The badge counts conversations (FEATURES N5): ten words of one friend are one thing to look at.
create function public.unread_conversations() returns int
language sql stable security definer
set search_path = ''
as $$
  select count(*)::int
  from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
  where s.user_id = auth.uid() and s.unread_count > 0 and p.state = 'accepted' and p.is_active
    and (s.muted_until is null or s.muted_until <= now())
$$;
comment on function public.unread_conversations() is
  'In how many conversations one has something to read; muted ones and requests are left out.';

revoke execute on function
  app.people_of_conversation(uuid, uuid), app.conversations_as_read(uuid[], text) from public;
revoke execute on function
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_conversations()
from public, anon, authenticated;
grant execute on function
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_conversations()
to authenticated;

-- supabase/schemas/70_messages/52_read_receipts.sql
create function app.tell_read(p_conversation uuid, p_news jsonb, p_is_shown boolean) returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation, 'user_id', auth.uid()),
    'message_read', 'user:' || p.user_id, true)
  from public.conversation_participants p
  where p.conversation_id = p_conversation and p.is_active and (p_is_shown or p.user_id = auth.uid())
$$;
comment on function app.tell_read(uuid, jsonb, boolean) is 'The event message_read on user:{id}: of one''s own devices, and of the others where they may know.';

create function app.lets_know_of_reading(p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select p.state = 'accepted' and s.read_receipts and not exists (
    select from public.conversation_participants o
    where c.kind = 'direct' and o.conversation_id = c.id and o.user_id <> p.user_id and app.are_apart(o.user_id, p.user_id))
  from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = auth.uid()
  join public.profile_settings s on s.user_id = p.user_id
  where c.id = p_conversation
$$;
comment on function app.lets_know_of_reading(uuid) is
  'Whether the others learn how far one has read: not where one has settled otherwise, not before one accepts, not once one of two has blocked the other.';

create function public.mark_read(conversation uuid, up_to timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  until constant timestamptz := least(up_to, clock_timestamp());
  is_shown constant boolean := app.lets_know_of_reading(conversation);
begin
  perform from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id and p.is_active
  where s.conversation_id = mark_read.conversation and s.user_id = me
  for update of s;
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  -- What arrives from here on waits for the row, and counts itself.
  update public.conversation_settings s
  set read_up_to = until, unread_count = (
    select count(*) from (
      select from public.encrypted_messages m
      where m.conversation_id = s.conversation_id and m.created_at > until and m.sender_id <> me limit 1000) as later)
  where s.conversation_id = mark_read.conversation and s.user_id = me and (s.read_up_to is null or s.read_up_to < until);
  if not found then
    return;
  end if;
  if is_shown then
    update public.conversation_participants p set last_read_at = until
    where p.conversation_id = mark_read.conversation and p.user_id = me and (p.last_read_at is null or p.last_read_at < until);
    update public.encrypted_messages m set is_read = true
    where m.conversation_id = mark_read.conversation and m.created_at <= until and not m.is_read and m.sender_id <> me;
  end if;
  perform app.tell_read(conversation, jsonb_build_object('up_to', until), is_shown);
  update public.notifications n set read_at = clock_timestamp(), seen_at = coalesce(n.seen_at, clock_timestamp())
  from public.encrypted_messages m
  where n.user_id = me and n.group_key >= 'message:' and n.group_key < 'message;' and n.read_at is null
    and n.data ->> 'conversation_id' = mark_read.conversation::text
    and m.id = (n.data ->> 'message_id')::uuid and m.created_at <= until;
  if found then
    perform app.tell_notifications(me, '{}');
  end if;
end
$$;
comment on function public.mark_read(uuid, timestamptz) is
  'One has read everything up to then; it never moves back. 42501 not_participant.';

-- The same by hand (spec §7), a message or a row at a time.
create function app.read_by_hand() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed record;
begin
  for changed in
    select m.conversation_id, array_agg(m.id) as ids, count(*)::int as amount
    from now_read m join was_unread w on w.id = m.id
    where m.is_read and not w.is_read
    group by m.conversation_id order by m.conversation_id
  loop
    update public.conversation_settings s set unread_count = greatest(0, s.unread_count - changed.amount)
    where s.conversation_id = changed.conversation_id and s.user_id = auth.uid();
    perform app.tell_read(changed.conversation_id, jsonb_build_object('message_ids', changed.ids[1:100]), true);
  end loop;
  return null;
end
$$;

create trigger read_by_hand after update on public.encrypted_messages
  referencing old table as was_unread new table as now_read
  for each statement when (current_user = 'authenticated') execute function app.read_by_hand();

-- Nothing, written by hand, is no time to have read up to.
create function app.keep_last_read() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.last_read_at := case when new.last_read_at is null then old.last_read_at
    else greatest(old.last_read_at, least(new.last_read_at, clock_timestamp())) end;
  return new;
end
$$;
comment on function app.keep_last_read() is 'How far somebody has read never moves back, nor ahead of the clock.';

create trigger keep_last_read before update of last_read_at on public.conversation_participants
  for each row when (current_user = 'authenticated') execute function app.keep_last_read();

revoke execute on function
  app.tell_read(uuid, jsonb, boolean), app.lets_know_of_reading(uuid), app.read_by_hand(), app.keep_last_read()
from public;
revoke execute on function public.mark_read(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.mark_read(uuid, timestamptz) to authenticated;

-- supabase/schemas/70_messages/60_channels.sql
-- Who is here and who writes, on presence:{conversation}; and what members are told of their conversations.

create function app.tell_members(p_conversation uuid, p_news jsonb default '{}') returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || p.user_id, true)
  from public.conversation_participants p where p.conversation_id = p_conversation and p.is_active
$$;
comment on function app.tell_members(uuid, jsonb) is
  'The event conversation on user:{id} of each member: something about it has changed, which they then ask for.';

create function app.tell_of_key(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id
  where p.user_id = p_user and p.is_active and c.epoch_id is not null
  order by c.id for no key update of c;
  update public.conversations c set epoch_id = null
  from public.conversation_participants p
  where p.user_id = p_user and p.is_active and c.id = p.conversation_id and c.epoch_id is not null;
  perform realtime.send(jsonb_build_object('user_id', p_user), 'keys', 'user:' || told.user_id, true)
  from (
    select p_user as user_id
    union
    select o.user_id from public.conversation_participants p
    join public.conversation_participants o on o.conversation_id = p.conversation_id and o.is_active
    where p.user_id = p_user and p.is_active) as told;
end
$$;
comment on function app.tell_of_key(uuid) is
  'Somebody''s key has changed: what they take part in wants a new epoch, and whoever writes with them hears the event keys.';

create function app.may_meet(p_conversation uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.conversation_participants p
    join public.conversations c on c.id = p.conversation_id
    where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.state = 'accepted'
      and not exists (
        select from public.conversation_participants o
        where c.kind = 'direct' and o.conversation_id = c.id and o.user_id <> p.user_id
          and app.are_apart(o.user_id, p.user_id)))
$$;
comment on function app.may_meet(uuid) is
  'Whether one shows oneself there and sees the others: not before one has accepted, nor where one of two has blocked the other.';

create function app.met_conversation(topic text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select substring(topic from '^presence:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid $$;

create policy "members see who is in a conversation" on realtime.messages
  for select to authenticated using (
    extension in ('broadcast', 'presence')
    and case when app.met_conversation((select realtime.topic())) is null then false
      else app.may_meet(app.met_conversation((select realtime.topic()))) end);

create policy "members show themselves in a conversation" on realtime.messages
  for insert to authenticated with check (
    extension in ('broadcast', 'presence')
    and case when app.met_conversation((select realtime.topic())) is null then false
      else app.may_meet(app.met_conversation((select realtime.topic()))) end);

revoke execute on function
  app.tell_members(uuid, jsonb), app.tell_of_key(uuid), app.may_meet(uuid), app.met_conversation(text) from public;
grant execute on function app.may_meet(uuid), app.met_conversation(text) to authenticated;

-- Who takes no part any more is out of presence:{conversation} at once: the channel asks anew who may be in it.
create function app.end_meeting(p_conversation uuid) returns void
language sql
set search_path = ''
as $$ select realtime.send('{}', 'rights_changed', 'presence:' || p_conversation, true) $$;
comment on function app.end_meeting(uuid) is
  'After somebody has lost the right to show themselves there: realtime asks for everybody''s right again before anything else is said.';

create function app.end_meeting_of_who_left() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.end_meeting(old.conversation_id);
  return null;
end
$$;

create trigger end_meeting_of_who_left after update of state, is_active on public.conversation_participants
  for each row when (old.state = 'accepted' and new.state <> 'accepted') execute function app.end_meeting_of_who_left();
create trigger end_meeting_of_who_is_gone after delete on public.conversation_participants
  for each row when (old.state = 'accepted') execute function app.end_meeting_of_who_left();

create function app.end_meeting_of_blocked() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.end_meeting(c.id) from public.conversations c
  where c.pair_key = least(new.blocker_id, new.blocked_id) || ':' || greatest(new.blocker_id, new.blocked_id);
  return null;
end
$$;

revoke execute on function
  app.end_meeting(uuid), app.end_meeting_of_who_left(), app.end_meeting_of_blocked() from public;

-- supabase/schemas/70_messages/70_files.sql
-- The files that messages name, sealed, in dm-blobs.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dm-blobs', 'dm-blobs', false, 26214400, '{application/octet-stream}')
on conflict (id) do nothing;

create function app.folder_conversation(p_name text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select substring(p_name from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{32}$')::uuid $$;
comment on function app.folder_conversation(text) is 'Whose a file of messages is, by its name; null where it is no such name.';

create function app.may_add_file(p_conversation uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
      select from public.conversation_participants p
      join public.conversations c on c.id = p.conversation_id
      join public.profiles own on own.id = p.user_id and own.status <> 'suspended'
      where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.is_active
        and (c.kind = 'group' or exists (
          select from public.conversation_participants o
          where o.conversation_id = c.id and o.user_id <> p.user_id and not app.are_apart(o.user_id, p.user_id))))
    and 500 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'dm-blobs' and o.owner_id = auth.uid()::text and o.created_at > now() - interval '1 day')
    and (not app.is_unanswered(p_conversation, auth.uid()) or (
      not app.has_written(p_conversation, auth.uid(), 3) and (
        select count(*) < 30 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 52428800
        from storage.objects o
        where o.bucket_id = 'dm-blobs' and o.name > p_conversation || '/' and o.name < p_conversation || '0'
          and o.owner_id = auth.uid()::text)))
$$;
comment on function app.may_add_file(uuid) is
  'Whether one may write there: not suspended, of two not kept apart, and within what a day holds, 500 files; before anybody has accepted 30 files and 50 MB, as long as a message may follow.';

create policy "members read the files of their conversations" on storage.objects
  for select to authenticated using (
    bucket_id = 'dm-blobs' and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));

create policy "members add files to their conversations" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'dm-blobs' and case when app.folder_conversation(name) is null then false
      else app.may_add_file(app.folder_conversation(name)) end);

create policy "people take away files that they sent" on storage.objects
  for delete to authenticated using (
    bucket_id = 'dm-blobs' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]));

create function public.review_message_files(p_after text, p_limit int) returns table (name text, is_dead boolean)
language sql stable security definer
set search_path = ''
as $$
  -- Each file is looked up by itself: to hash what it is looked up in, all messages would be read.
  select page.name, conversation.is_there is null or person.is_there is null
    or page.created_at < now() - interval '1 day' and message.is_there is null
  from (
    select o.name, o.created_at, app.uuid_or_null(split_part(o.name, '/', 1)) as conversation_id,
      app.uuid_or_null(o.owner_id) as sender_id, app.uuid_or_null(o.user_metadata ->> 'message_id') as message_id
    from storage.objects o
    where o.bucket_id = 'dm-blobs' and o.name > p_after
    order by o.name
    limit p_limit) as page
  left join lateral (
    select true as is_there from public.conversations c where c.id = page.conversation_id limit 1) as conversation on true
  left join lateral (
    select true as is_there from public.profiles p where p.id = page.sender_id limit 1) as person on true
  left join lateral (
    select true as is_there from public.encrypted_messages m
    where m.id = page.message_id and m.conversation_id = page.conversation_id and m.sender_id = page.sender_id
      and m.iv <> 'deleted'
    limit 1) as message on true
  order by page.name
$$;
comment on function public.review_message_files(text, int) is
  'Files of messages, after the one that is named, and which of them nobody needs: the conversation or the sender is gone, or, a day after, no message of theirs there is the one that they name.';

revoke execute on function app.folder_conversation(text), app.may_add_file(uuid) from public;
revoke execute on function public.review_message_files(text, int) from public, anon, authenticated;
grant execute on function app.folder_conversation(text), app.may_add_file(uuid) to authenticated;

-- supabase/schemas/70_messages/80_work.sql
-- What follows messages at leisure: notifications, accounts that are gone, conversations that nobody is in.

create function public.tell_messages(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  notice record;
  taken int := 0;
begin
  for notice in
    select m.id, m.conversation_id, m.sender_id, m.created_at, m.iv
    from app.message_notices n join public.encrypted_messages m on m.id = n.message_id
    order by n.message_id
    limit p_limit
    for update of n skip locked
  loop
    delete from app.message_notices n where n.message_id = notice.id;
    taken := taken + 1;
    perform app.notify_of_message(p.user_id, notice.sender_id, notice.conversation_id, notice.id)
    from public.conversation_participants p
    join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
    where p.conversation_id = notice.conversation_id and p.is_active and p.user_id <> notice.sender_id
      and notice.iv <> 'deleted' and not (s.muted_until > clock_timestamp()) is true
      -- Who reads it as it comes need not be told.
      and not (s.read_up_to >= notice.created_at) is true
      and (p.state = 'accepted' or app.is_first_heard(p.conversation_id, p.user_id, s.reads_from, notice.created_at))
    order by p.user_id;
  end loop;
  return taken;
end
$$;
comment on function public.tell_messages(int) is
  'Makes the notifications of messages that have just been sent, for whoever has not accepted yet of the first one alone; answers of how many.';

-- What a browser needs to open a message by itself, as far as it fits (E2EE §9).
create function app.pushed_message(p_user uuid, p_message uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'row', to_jsonb(m) - '{is_read,expires_at}'::text[],
    'wrap', (
      select to_jsonb(k) - 'user_id' from public.conversation_keys k
      join public.user_public_keys own on own.user_id = k.user_id and own.kid = k.kid
      where k.epoch_id = e.epoch_id and k.user_id = p_user),
    'epoch', to_jsonb(e) - 'created_at')
  from public.encrypted_messages m
  join public.conversation_epochs e on e.epoch_id = app.uuid_or_null(m.metadata #>> '{e2ee,epoch}')
  where m.id = p_message and length(m.encrypted_content) <= 3000
$$;

create function app.leave_tombstones() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.encrypted_messages m set encrypted_content = '', iv = 'deleted', metadata = '{}'
  where m.sender_id = old.id and m.conversation_id in (
    select p.conversation_id from public.conversation_participants p where p.user_id = old.id);
  return old;
end
$$;
comment on function app.leave_tombstones() is 'Of what somebody wrote whose account is deleted, the places stay, so that a thread is not torn.';

create function app.close_deserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.conversations c set epoch_id = null where c.id = old.conversation_id;
  delete from public.conversations c
  where c.id = old.conversation_id and not exists (
    select from public.conversation_participants p where p.conversation_id = c.id and p.is_active);
  return null;
end
$$;

create trigger close_deserted after delete on public.conversation_participants
  for each row execute function app.close_deserted();

revoke execute on function public.tell_messages(int) from public, anon, authenticated;
revoke execute on function app.pushed_message(uuid, uuid), app.leave_tombstones(), app.close_deserted() from public;

-- supabase/schemas/75_triggers/10_people.sql
-- What subjects that come later do when people, their follows or their blocks change.

create trigger leave_tombstones before delete on public.profiles
  for each row execute function app.leave_tombstones();

create trigger index_person_changed after update on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.chosen_name, old.username, old.bio, old.status, old.created_at)
    is distinct from
    (new.first_name, new.last_name, new.chosen_name, new.username, new.bio, new.status, new.created_at))
  execute function app.index_person();

create trigger index_person_made after insert on public.profiles
  for each row execute function app.index_person();

create trigger resettle_audiences after update of is_private, status on public.profiles
  for each row when (old.is_private <> new.is_private or old.status <> new.status)
  execute function app.resettle_audiences();

create trigger end_meeting_of_blocked after insert on public.blocks
  for each row execute function app.end_meeting_of_blocked();

create trigger forget_notifications after insert on public.blocks
  for each row execute function app.forget_between();

create trigger a_refuse_suspended before insert on public.follows
  for each row execute function app.refuse_suspended('follower_id');

create trigger notify_of_accepted_follow after update of state on public.follows
  for each row when (old.state = 'requested' and new.state = 'active') execute function app.notify_of_follow();

create trigger notify_of_follow after insert or delete on public.follows
  for each row execute function app.notify_of_follow();

-- supabase/schemas/75_triggers/30_generations.sql
-- What subjects that come later do when a picture is ordered, and when it ends.

create trigger a_refuse_suspended before insert on public.generations
  for each row execute function app.refuse_suspended('user_id');

create trigger attach_to_step after insert on public.generations
  for each row when (new.source = 'workflow') execute function app.attach_generation();

create trigger end_step after update of status on public.generations
  for each row
  when (new.source = 'workflow' and old.status is distinct from new.status and new.status not in ('queued', 'running'))
  execute function app.end_attached_step();

create trigger check_remix before insert on app.generation_jobs
  for each row execute function app.check_remix();

create trigger refuse_blocked_reference before insert on public.generation_references
  for each row execute function app.refuse_blocked_reference();

-- supabase/schemas/75_triggers/40_posts.sql
-- All that happens when a publication is written, in the order in which it happens: the triggers before the row, then
-- those after it, each by their names.

create trigger a_keep_to_pace before insert on public.feed_posts
  for each row execute function app.keep_to_pace('posts', '500');

create trigger a_keep_visibility_pace before update of visibility on public.feed_posts
  for each row when (old.visibility <> new.visibility) execute function app.keep_to_pace('edits', '200');

create trigger a_refuse_suspended before insert on public.feed_posts
  for each row execute function app.refuse_suspended('creator_id');

-- Before fill_post: triggers fire in the order of their names.
create trigger clean_post before insert or update of title, description, alt_text on public.feed_posts
  for each row execute function app.clean_post();

create trigger fill_post before insert or update on public.feed_posts
  for each row execute function app.fill_post();

-- After fill_post: triggers fire in the order of their names.
create trigger hide_prompt before insert or update of prompt_visible on public.feed_posts
  for each row execute function app.hide_prompt();

-- After fill_post, whose form of the hashtags counts.
create trigger record_edit before update of title, description, hashtags, alt_text, lang, license on public.feed_posts
  for each row execute function app.record_edit();

-- After fill_post, which finds the picture: triggers fire in the order of their names.
create trigger refuse_blocked_picture before insert on public.feed_posts
  for each row execute function app.refuse_blocked_picture();

-- After fill_post: triggers fire in the order of their names.
create trigger settle_audience before insert or update of visibility, status on public.feed_posts
  for each row execute function app.settle_audience();

create trigger settle_rating before insert or update of rating, rating_floor on public.feed_posts
  for each row execute function app.settle_rating();

-- After fill_post, which finds the picture: triggers fire in the order of their names.
create trigger trace_lineage before insert on public.feed_posts
  for each row execute function app.trace_lineage();

create trigger count_remix after insert or delete or update of visibility, status, audience on public.feed_posts
  for each row execute function app.count_remix();

create trigger counts_changed after update of likes_count, comments_count, remixes_count, saves_count on public.feed_posts
  for each row when (
    new.audience <> 'none' and (old.likes_count, old.comments_count, old.remixes_count, old.saves_count)
      is distinct from (new.likes_count, new.comments_count, new.remixes_count, new.saves_count))
  execute function app.counts_changed();

create trigger forget_deleted_post after delete on public.feed_posts
  for each row execute function app.forget_post();

create trigger forget_withdrawn_post after update on public.feed_posts
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function app.forget_post();

create trigger index_post_changed after update on public.feed_posts
  for each row when (
    (old.prompt, old.description, old.hashtags, old.audience, old.status, old.rating, old.prompt_visible, old.mode, old.created_at)
    is distinct from
    (new.prompt, new.description, new.hashtags, new.audience, new.status, new.rating, new.prompt_visible, new.mode, new.created_at))
  execute function app.index_post();

create trigger index_post_made after insert on public.feed_posts
  for each row execute function app.index_post();

create trigger index_post_popularity after update on public.feed_posts
  for each row when (
    new.audience = 'public' and app.popularity(old.likes_count, old.comments_count)
      is distinct from app.popularity(new.likes_count, new.comments_count))
  execute function app.index_post_popularity();

create trigger link_hashtags after insert on public.feed_posts
  for each row execute function app.link_hashtags();

create trigger mention_in_post after insert or delete or update of title, description, visibility, status on public.feed_posts
  for each row execute function app.mention_in_post();

create trigger move_picture after update on public.feed_posts
  for each row when (old.audience is distinct from new.audience and new.image_id is not null)
  execute function app.move_picture();

create trigger notify_of_changed_remix after update on public.feed_posts
  for each row when (new.remix_of is not null and (old.audience = 'public') <> (new.audience = 'public'))
  execute function app.notify_of_remix();

create trigger notify_of_deleted_remix after delete on public.feed_posts
  for each row when (old.remix_of is not null) execute function app.notify_of_remix();

create trigger notify_of_remix after insert on public.feed_posts
  for each row when (new.remix_of is not null and new.audience = 'public') execute function app.notify_of_remix();

create trigger plan_bell after insert on public.feed_posts
  for each row when (new.audience in ('public', 'followers')) execute function app.plan_bell();

create trigger plan_search_news_of_new after insert on public.feed_posts
  for each row when (new.audience = 'public' and new.status = 'published') execute function app.plan_search_news();

create trigger plan_search_news_of_shown after update on public.feed_posts
  for each row when (
    new.audience = 'public' and new.status = 'published' and (old.audience <> 'public' or old.status <> 'published')
    -- What an account that opens has shown for years is no news.
    and new.created_at > now() - interval '7 days')
  execute function app.plan_search_news();

create trigger relink_hashtags after update on public.feed_posts
  for each row when (old.hashtags is distinct from new.hashtags or old.audience is distinct from new.audience)
  execute function app.link_hashtags();

create trigger tell_new_post after insert on public.feed_posts
  for each row when (new.audience = 'public' and new.status = 'published' and new.rating <= 1)
  execute function app.tell_new_post();

-- supabase/schemas/75_triggers/45_likes_and_comments.sql
-- What subjects that come later do when somebody likes or comments.

-- After count_like, which locks the publication: all who like it wait in the same order.
create trigger notify_of_like after insert or delete on public.post_likes
  for each row execute function app.notify_of_like();

create trigger a_refuse_suspended before insert on public.post_comments
  for each row execute function app.refuse_suspended('author_id');

create trigger keep_removed before update of hidden_at, removed_at on public.post_comments
  for each row execute function app.keep_removed();

-- Without a list of columns: a comment of an account that goes is marked deleted by another trigger.
create trigger notify_of_changed_comment after update on public.post_comments
  for each row when ((old.deleted_at is null and old.hidden_at is null) <> (new.deleted_at is null and new.hidden_at is null))
  execute function app.notify_of_comment();

create trigger notify_of_comment after insert or delete on public.post_comments
  for each row execute function app.notify_of_comment();

create trigger notify_of_comment_like after insert or delete on public.comment_likes
  for each row execute function app.notify_of_comment_like();

create trigger notify_of_mention after insert or delete on public.mentions
  for each row execute function app.notify_of_mention();

reset check_function_bodies;
