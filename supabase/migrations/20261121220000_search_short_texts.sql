-- One and two characters, of which trigrams know nothing, have indexes of their own, each place of a text by itself; and
-- the words of a publication know its age, so that what is new is found without reading what is old.
create or replace function app.short_parts(form text) returns text[]
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

drop index app.post_words_texts;
truncate app.post_words, app.post_ranks, app.person_words;
alter table app.post_words add column created_at timestamptz not null;
alter table app.person_words drop column parts;

create or replace function app.index_post() returns trigger
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
  select p.id, app.search_form(p.username::text), app.search_form(concat_ws(' ', p.first_name, p.last_name)),
    app.search_form(p.bio), p.created_at
  from public.profiles p
  where p.status = 'active';
$$;
select app.rebuild_search();

create index post_words_texts on app.post_words using gin (
  prompt extensions.gin_trgm_ops, description extensions.gin_trgm_ops, hashtags extensions.gin_trgm_ops);
create index post_words_parts on app.post_words using gin (
  app.short_parts(prompt), app.short_parts(description), app.short_parts(hashtags));
create index post_words_newest on app.post_words (created_at);
create index person_words_parts on app.person_words using gin (
  app.short_parts(username), app.short_parts(name), app.short_parts(bio));
-- How many hold a text is estimated from the columns; samples of their parts would only cost.
alter index app.post_words_parts
  alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0;
alter index app.person_words_parts
  alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0;
analyze app.post_words, app.post_ranks, app.person_words;
