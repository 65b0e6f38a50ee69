-- Publications by what they are about: keys that the engine's lexicon finds in their words, and all that these are kinds of.
-- The lexicon stays with the engine; here are only the keys of each publication, written shortly after its words.

-- Never given twice, even where a publication leaves search and comes back.
create sequence app.post_words_no;

create table app.post_meanings (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  created_at timestamptz not null,
  keys text[] not null default '{}',
  -- By which lexicon its words were read; 0 where they have not been.
  lexicon int not null default 0,
  -- Another with each change of the words: what was read of older ones is not kept.
  words_no bigint not null default nextval('app.post_words_no')
);
comment on table app.post_meanings is 'What publications that may be found are about, as keys of the lexicon.';
create index post_meanings_keys on app.post_meanings using gin (keys);
create index post_meanings_newest on app.post_meanings (created_at);
create index post_meanings_unread on app.post_meanings (lexicon, created_at desc);
alter table app.post_meanings alter column keys set statistics 500;

alter table app.post_meanings enable row level security;

create function public.posts_to_read(p_lexicon int, p_limit int)
returns table (post_id uuid, words_no bigint, words text)
language sql stable security definer
set search_path = ''
as $$
  select m.post_id, m.words_no, concat_ws('. ',
    p.title,
    case when p.prompt_visible then p.prompt end,
    app.translation_of(p.id) ->> 'text',
    p.description,
    replace(p.hashtags, ',', '. '))
  from (
    select due.post_id, due.words_no from app.post_meanings due
    where due.lexicon < p_lexicon
    order by due.lexicon, due.created_at desc
    limit p_limit
  ) as m
  join public.feed_posts p on p.id = m.post_id
$$;
comment on function public.posts_to_read(int, int) is
  'Publications whose words no lexicon, or an older one, has read, the newest first; words as others may read them.';

create function public.record_meanings(p_lexicon int, p_meanings jsonb) returns int
language sql security definer
set search_path = ''
as $$
  with given as (
    select * from jsonb_to_recordset(p_meanings) as row (post_id uuid, words_no bigint, keys text[])
  ), kept as (
    update app.post_meanings m
    set keys = given.keys, lexicon = p_lexicon
    from given
    where m.post_id = given.post_id and m.words_no = given.words_no
    returning m.post_id
  )
  select count(*)::int from kept
$$;
comment on function public.record_meanings(int, jsonb) is
  'Keeps [{post_id, words_no, keys}], but not of words that have changed meanwhile; answers how many it kept.';

create function app.newest_about(p_condition text, p_form text, p_filter text) returns uuid[]
language plpgsql stable
set search_path = ''
set max_parallel_workers_per_gather = 0
as $$
declare
  found uuid[];
begin
  -- The newest by their keys alone, whose frequency is known; what else is asked of them would be taken for rare. What
  -- holds the text itself is found by the text: whoever looks for a common word is not to be left with such ones alone.
  execute format(
    'with w as materialized (
       select held.post_id, held.prompt, held.description, held.hashtags, about.created_at
       from (
         select m.post_id, m.created_at from app.post_meanings m where %1$s order by m.created_at desc limit 1000
       ) as about
       join app.post_words held on held.post_id = about.post_id
       where strpos(held.prompt, %2$L) = 0 and strpos(held.description, %2$L) = 0 and strpos(held.hashtags, %2$L) = 0
       order by about.created_at desc limit 300
     )
     select coalesce(array_agg(near.post_id), ''{}'') from (
       select w.post_id from w
       join app.post_ranks r on r.post_id = w.post_id
       where %3$s
       order by w.created_at desc limit 100) as near', p_condition, p_form, p_filter)
  into found;
  return found;
end
$$;
comment on function app.newest_about(text, text, text) is
  'A hundred at most, of the newest that hold some keys and not the text, that the asker may find. Planned anew for these keys: common ones are walked newest first, rare ones looked up.';

create function app.wanted_keys(p_wanted jsonb) returns text[]
language sql immutable
set search_path = ''
as $$
  select array(select jsonb_array_elements_text(coalesce(p_wanted -> 'exact', '[]') || coalesce(p_wanted -> 'near', '[]')))
$$;
comment on function app.wanted_keys(jsonb) is 'Whatever is, or is like, one thing that is looked for.';

create function app.share_meant(p_wanted jsonb, p_keys text[], p_text text) returns double precision
language sql immutable
set search_path = ''
as $$
  select avg(case
    when wanted.value ->> 'word' is not null then (strpos(p_text, wanted.value ->> 'word') > 0)::int::double precision
    when p_keys && array(select jsonb_array_elements_text(wanted.value -> 'exact')) then 1
    when p_keys && array(select jsonb_array_elements_text(wanted.value -> 'near')) then 0.5
    else 0 end)
  from jsonb_array_elements(p_wanted) as wanted
$$;
comment on function app.share_meant(jsonb, text[], text) is
  'How much of what is looked for a publication is about, 0 to 1; what is only like it counts half.';

create function app.posts_about(p_wanted jsonb, p_form text) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  filter constant text := app.search_filter(auth.uid(), null, null);
  conditions constant text[] := array(
    select format('m.keys && %L::text[]', app.wanted_keys(wanted)) from jsonb_array_elements(p_wanted) as wanted
    where app.wanted_keys(wanted) <> '{}');
  found uuid[];
begin
  if conditions = '{}' then
    return '{}';
  end if;
  found := app.newest_about(array_to_string(conditions, ' and '), p_form, filter);
  if cardinality(conditions) > 1 and cardinality(found) < 60 then
    found := found || array(
      select near from unnest(conditions) as condition, unnest(app.newest_about(condition, p_form, filter)) as near);
  end if;
  return found;
end
$$;
comment on function app.posts_about(jsonb, text) is
  'Candidates: the newest that are about all of it, else also those that are about some of it.';

create function app.says_beside(p_post public.feed_posts, p_words text[]) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from (
      select app.search_form(concat_ws(' ', p_post.title, p_post.alt_text, app.translation_of(p_post.id) ->> 'text')) as text offset 0
    ) as said, unnest(p_words) as word
    where strpos(said.text, word) > 0)
$$;
comment on function app.says_beside(public.feed_posts, text[]) is
  'Any of these words, in search form, stands where search by the text does not look: title, description of the picture, translation.';

create function public.search_posts_by_meaning(query text, wanted jsonb, max_results int default 24)
returns setof public.feed_posts
language plpgsql stable security definer rows 24
set search_path = ''
as $$
declare
  form constant text := app.search_form(ltrim(left(btrim(query), 200), '#'));
  unwanted constant text[] := array(select app.unwanted_words(null));
begin
  if jsonb_typeof(wanted) <> 'array' or jsonb_array_length(wanted) > 8 or octet_length(wanted::text) > 8192 then
    raise exception 'wanted: a list of eight things at most' using errcode = 'PT400', hint = 'bad_request';
  end if;
  if form = '' or exists (select from unnest(unwanted) as word where strpos(form, word) > 0) then
    return;
  end if;
  return query
  select p.*
  from (select distinct near.id from unnest(app.posts_about(wanted, form)) as near (id)) as candidates
  join app.post_meanings m on m.post_id = candidates.id
  join app.post_words w on w.post_id = candidates.id
  join public.feed_posts p on p.id = candidates.id
  cross join lateral app.share_meant(wanted, m.keys, concat_ws(' ', w.prompt, w.description, w.hashtags)) as meant (share)
  where meant.share >= 0.5 and p.id <> all ((select app.my_hides())::uuid[])
    and (unwanted = '{}' or not app.says_beside(p, unwanted))
  order by meant.share desc, p.created_at desc, p.id desc
  limit least(greatest(max_results, 1), 60);
end
$$;
comment on function public.search_posts_by_meaning(text, jsonb, int) is
  'Public ones that the asker may find by search, about what is wanted and without the text itself, nearest first: [{exact: [key], near: [key], word}], as the engine''s lexicon reads a text.';

revoke execute on function
  app.newest_about(text, text, text), app.wanted_keys(jsonb), app.share_meant(jsonb, text[], text), app.posts_about(jsonb, text),
  app.says_beside(public.feed_posts, text[]) from public;
revoke execute on function public.posts_to_read(int, int), public.record_meanings(int, jsonb) from public, anon, authenticated;
grant execute on function public.posts_to_read(int, int), public.record_meanings(int, jsonb) to service_role;
revoke execute on function public.search_posts_by_meaning(text, jsonb, int) from public, anon, authenticated;
grant execute on function public.search_posts_by_meaning(text, jsonb, int) to authenticated;
