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

create table app.post_words (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  prompt text not null,
  description text not null,
  hashtags text not null
);
comment on table app.post_words is 'The words of publications that may be found, in search form.';
-- Estimates of how many contain a text come from these samples, and decide how it is looked for.
alter table app.post_words
  alter column prompt set statistics 1000,
  alter column description set statistics 1000,
  alter column hashtags set statistics 1000;
create index post_words_texts on app.post_words using gin (
  prompt extensions.gin_trgm_ops, description extensions.gin_trgm_ops, hashtags extensions.gin_trgm_ops);

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
  insert into app.post_words (post_id, prompt, description, hashtags)
  values (new.id, case when new.prompt_visible then app.search_form(new.prompt) else '' end,
    app.search_form(new.description), app.search_form(new.hashtags))
  on conflict (post_id) do update set
    prompt = excluded.prompt, description = excluded.description, hashtags = excluded.hashtags
  where (post_words.prompt, post_words.description, post_words.hashtags)
    is distinct from (excluded.prompt, excluded.description, excluded.hashtags);
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

create trigger index_post_made after insert on public.feed_posts
  for each row execute function app.index_post();
create trigger index_post_changed after update on public.feed_posts
  for each row when (
    (old.prompt, old.description, old.hashtags, old.audience, old.status, old.rating, old.prompt_visible, old.mode, old.created_at)
    is distinct from
    (new.prompt, new.description, new.hashtags, new.audience, new.status, new.rating, new.prompt_visible, new.mode, new.created_at))
  execute function app.index_post();
create trigger index_post_popularity after update on public.feed_posts
  for each row when (
    new.audience = 'public' and app.popularity(old.likes_count, old.comments_count)
      is distinct from app.popularity(new.likes_count, new.comments_count))
  execute function app.index_post_popularity();

create function app.short_parts(form text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(distinct part), '{}')
  from generate_series(1, char_length(form)) as place, unnest(array[substr(form, place, 1), substr(form, place, 2)]) as part
$$;
comment on function app.short_parts(text) is
  'Every one and two characters in a row: what somebody has typed first, of which trigrams know nothing.';

create table app.person_words (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  username text not null,
  name text not null,
  bio text not null,
  parts text[] not null generated always as (app.short_parts(username || E'\n' || name || E'\n' || bio)) stored,
  created_at timestamptz not null
);
comment on table app.person_words is 'The words of people who may be found, in search form.';
alter table app.person_words
  alter column username set statistics 1000,
  alter column name set statistics 1000,
  alter column bio set statistics 1000;
create index person_words_texts on app.person_words using gin (
  username extensions.gin_trgm_ops, name extensions.gin_trgm_ops, bio extensions.gin_trgm_ops);
create index person_words_parts on app.person_words using gin (parts);
create index person_words_username on app.person_words (username text_pattern_ops);
create index person_words_name on app.person_words (name text_pattern_ops);
create index person_words_newest on app.person_words (created_at desc, user_id);

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
  values (new.id, app.search_form(new.username::text), app.search_form(concat_ws(' ', new.first_name, new.last_name)),
    app.search_form(new.bio), new.created_at)
  on conflict (user_id) do update set
    username = excluded.username, name = excluded.name, bio = excluded.bio, created_at = excluded.created_at;
  return null;
end
$$;
comment on function app.index_person() is 'Keeps the words of a person. Whoever is suspended or leaving is not found.';

create trigger index_person_made after insert on public.profiles
  for each row execute function app.index_person();
create trigger index_person_changed after update on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.username, old.bio, old.status, old.created_at)
    is distinct from (new.first_name, new.last_name, new.username, new.bio, new.status, new.created_at))
  execute function app.index_person();

create function app.rebuild_search() returns void
language sql
set search_path = ''
as $$
  truncate app.post_words, app.post_ranks, app.person_words;
  insert into app.post_words (post_id, prompt, description, hashtags)
  select p.id, case when p.prompt_visible then app.search_form(p.prompt) else '' end,
    app.search_form(p.description), app.search_form(p.hashtags)
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.post_ranks (post_id, creator_id, created_at, popularity, rating, mode)
  select p.id, p.creator_id, p.created_at, app.popularity(p.likes_count, p.comments_count), p.rating, p.mode
  from public.feed_posts p
  where p.audience = 'public' and p.status = 'published';
  insert into app.person_words (user_id, username, name, bio, created_at)
  select p.id, app.search_form(p.username::text), app.search_form(concat_ws(' ', p.first_name, p.last_name)),
    app.search_form(p.bio), p.created_at
  from public.profiles p
  where p.status = 'active';
$$;
comment on function app.rebuild_search() is
  'Fills what search reads anew, after rows were written past the triggers (a restored backup, a benchmark).';
select app.rebuild_search();

revoke all on app.post_words, app.post_ranks, app.person_words from public, anon, authenticated;
revoke execute on function app.search_form(text), app.containing(text), app.short_parts(text), app.index_post(),
  app.index_post_popularity(), app.index_person(), app.rebuild_search()
from public, anon, authenticated;
