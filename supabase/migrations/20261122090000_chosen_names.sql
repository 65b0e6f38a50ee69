-- The name that somebody shows is made of their others, unless they have chosen one. Search finds them by what is shown,
-- and by the names behind it as by the words about them.
alter table public.profiles
  add column chosen_name text constraint profiles_chosen_name_check check (char_length(chosen_name) <= 80);
comment on column public.profiles.chosen_name is 'What somebody wants to be called, in place of what their names make.';
grant update (chosen_name) on public.profiles to authenticated;

create or replace function app.fill_profile() returns trigger
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

create or replace function app.index_person() returns trigger
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

drop trigger index_person_changed on public.profiles;
create trigger index_person_changed after update on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.chosen_name, old.username, old.bio, old.status, old.created_at)
    is distinct from
    (new.first_name, new.last_name, new.chosen_name, new.username, new.bio, new.status, new.created_at))
  execute function app.index_person();

create or replace function app.rebuild_search() returns void
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

revoke execute on function app.name_words(public.profiles), app.about_words(public.profiles)
  from public, anon, authenticated;
