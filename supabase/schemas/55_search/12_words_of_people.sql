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
  perform app.learn_words(concat_ws(' ', new.username, app.name_words(new)));
  return null;
end
$$;
comment on function app.index_person() is 'Keeps the words of a person. Whoever is suspended or leaving is not found.';

create function app.rebuild_search() returns void
language sql
set search_path = ''
as $$
  truncate app.post_words, app.post_ranks, app.post_meanings, app.person_words, app.known_words;
  insert into app.post_words (post_id, prompt, description, hashtags, created_at)
  select p.id, case when p.prompt_visible then app.search_form(p.prompt) else '' end,
    app.search_form(p.description), app.search_form(p.hashtags), p.created_at
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.post_ranks (post_id, creator_id, created_at, popularity, rating, mode, lang)
  select p.id, p.creator_id, p.created_at, app.popularity(p.likes_count, p.comments_count), p.rating, p.mode, p.read_lang
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.post_meanings (post_id, created_at)
  select p.id, p.created_at from public.feed_posts p where p.audience = 'public' and p.status = 'published';
  insert into app.person_words (user_id, username, name, bio, created_at)
  select p.id, app.search_form(p.username::text), app.name_words(p), app.about_words(p), p.created_at
  from public.profiles p
  where p.status = 'active';
  insert into app.known_words (word)
  select words.word from app.post_words w, app.words_of(concat_ws(' ', w.prompt, w.description, w.hashtags)) as words (word)
  union
  select words.word from app.person_words w, app.words_of(concat_ws(' ', w.username, w.name)) as words (word);
$$;
comment on function app.rebuild_search() is
  'Fills what search reads anew, after rows were written past the triggers (a restored backup, a benchmark).';

revoke execute on function
  app.name_words(public.profiles), app.about_words(public.profiles), app.index_person(), app.rebuild_search()
from public;
