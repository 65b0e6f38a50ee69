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
  lang text check (lang ~ '^([a-z]{2,3}|[*])$'),
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
  typed text, query text, by_person text default null, mode text default null, without text[] default null,
  lang text default null)
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
  insert into public.saved_searches (user_id, typed, form, by_person, mode, without, lang)
  values (me, btrim(follow_search.typed), words, author, follow_search.mode, coalesce(follow_search.without, '{}'), follow_search.lang)
  returning id into kept;
  return kept;
end
$$;
comment on function public.follow_search(text, text, text, text, text[], text) is
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
    select s.id, s.user_id, s.typed, s.by_person, s.mode, s.without, s.lang, array_agg(w.post_id) as posts
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
      concat_ws(' and ', app.search_filter(followed.user_id, followed.without, followed.lang),
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
  public.follow_search(text, text, text, text, text[], text), public.tell_searches(int) from public, anon, authenticated;
grant execute on function public.follow_search(text, text, text, text, text[], text) to authenticated;
