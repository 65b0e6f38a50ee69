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
  chosen_name text constraint profiles_chosen_name_check check (char_length(chosen_name) <= 80),
  is_demo boolean not null default false,
  verified_domain text check (char_length(verified_domain) between 4 and 200)
);
comment on column public.profiles.links is 'At most three of {label, url}; the address is https.';
comment on column public.profiles.is_private is 'What is published for everybody is then for followers, and who wants to follow asks.';
comment on column public.profiles.status is 'suspended by the staff, deleting by its owner: either is hidden from everybody else.';
comment on column public.profiles.deletes_at is 'When an account whose owner deletes it will be gone for good.';
comment on column public.profiles.noindex is 'Follows profile_settings.noindex: search engines are asked to pass by.';
comment on column public.profiles.verified_domain is 'A domain whose own records say that it is theirs. Only the server writes it.';
comment on column public.profiles.is_demo is
  'Nobody: somebody of the demo, whom the seed makes. Only the server writes it, and nobody signs in as one.';
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
language sql stable
set search_path = ''
as $$
  select coalesce(
    nullif(concat_ws(' ', person.first_name, person.last_name), ''),
    person.username::text,
    'Utilisateur' || right(person.id::text, 4))
$$;
comment on function app.display_name_for(public.profiles) is
  'Full name, else username, else ''Utilisateur'' and the last 4 characters of the id: an address, which its owner alone may read, is no name (decision 0039).';

create function app.fill_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.first_name := app.clean_name(new.first_name);
  new.last_name := app.clean_name(new.last_name);
  new.chosen_name := app.clean_name(new.chosen_name);
  if app.passes_for_house(coalesce(new.chosen_name, concat_ws(' ', new.first_name, new.last_name))) then
    -- A sign-up is not refused for its names: they are left out. Whoever acts for the house may give it its name.
    if tg_op = 'INSERT' then
      new.first_name := null;
      new.last_name := null;
      new.chosen_name := null;
    elsif new.id = auth.uid() and (new.chosen_name, new.first_name, new.last_name)
      is distinct from (old.chosen_name, old.first_name, old.last_name) then
      raise exception 'This name passes for the house' using errcode = 'PT400', hint = 'name_reserved';
    end if;
  end if;
  new.username := lower(new.username::text);
  new.display_name := coalesce(new.chosen_name, left(app.display_name_for(new), 101));
  if tg_op = 'INSERT' or new.links is distinct from old.links then
    new.links := app.clean_links(new.links);
  end if;
  return new;
end
$$;

comment on function app.fill_profile() is 'PT400 name_reserved for a name that passes for the house.';

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

revoke execute on function app.display_name_for(public.profiles), app.clean_links(jsonb), public.email(public.profiles) from public;
