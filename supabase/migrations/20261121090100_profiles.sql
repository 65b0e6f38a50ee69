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
  updated_at timestamptz not null default now()
);

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
revoke execute on function app.display_name_for(public.profiles) from public, anon, authenticated;

create function app.fill_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.first_name := app.clean_name(new.first_name);
  new.last_name := app.clean_name(new.last_name);
  new.username := lower(new.username::text);
  new.display_name := left(app.display_name_for(new), 101);
  return new;
end
$$;

create trigger fill_profile before insert or update on public.profiles
  for each row execute function app.fill_profile();
create trigger touch before update on public.profiles
  for each row execute function app.touch();

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
  if username !~ '^[a-z0-9_.]{3,30}$' then
    username := null;
  end if;
  insert into public.profiles (id, first_name, last_name, username)
  values (new.id, first_name, last_name, username);
  return new;
exception when unique_violation then
  -- Not looked up beforehand: of two people who sign up with one username at the same moment, neither is refused.
  insert into public.profiles (id, first_name, last_name)
  values (new.id, first_name, last_name)
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function app.handle_new_user() is
  'Makes the profile of a new account in the transaction of its sign-up. A username that is malformed or taken is left out, so that it never refuses the sign-up.';

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

create function public.email(person public.profiles) returns text
language sql stable security definer
set search_path = ''
as $$
  select u.email::text from auth.users u where u.id = person.id and person.id = auth.uid()
$$;
comment on function public.email(public.profiles) is
  'Computed column: the e-mail of a profile, null for everybody but its owner.';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon, authenticated;
grant update (first_name, last_name, username, avatar_url, bio) on public.profiles to authenticated;

create policy "everybody reads profiles" on public.profiles
  for select to anon, authenticated using (true);
create policy "people change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
