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
  mode text,
  lang text
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
    delete from app.post_meanings m where m.post_id = new.id;
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
  insert into app.post_ranks (post_id, creator_id, created_at, popularity, rating, mode, lang)
  values (new.id, new.creator_id, new.created_at, app.popularity(new.likes_count, new.comments_count), new.rating, new.mode,
    new.read_lang)
  on conflict (post_id) do update set
    created_at = excluded.created_at, popularity = excluded.popularity, rating = excluded.rating, mode = excluded.mode,
    lang = excluded.lang;
  insert into app.post_meanings (post_id, created_at) values (new.id, new.created_at)
  on conflict (post_id) do update set created_at = excluded.created_at, keys = '{}', lexicon = 0,
    words_no = excluded.words_no;
  perform app.learn_words(concat_ws(' ', w.prompt, w.description, w.hashtags)) from app.post_words w where w.post_id = new.id;
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
