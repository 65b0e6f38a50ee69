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

create function app.search_filter(viewer uuid, without text[], lang text) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' and ',
    format('(r.rating <= %s or r.creator_id = %L)', app.my_max_rating(), viewer),
    case when lang is null then (
        select format('(r.lang is null or r.lang = any (%L::text[]) or r.creator_id = %L)', chosen, viewer)
        from app.my_languages() as chosen where chosen <> '{}')
      when lang <> '*' then format('r.lang = %L', lang) end,
    (select format('r.creator_id <> all (%L::uuid[])', people)
     from (select app.hidden_people() || app.muted_people('search')) as unseen (people) where people <> '{}'),
    (select string_agg(format(
        'strpos(w.prompt, %1$L) = 0 and strpos(w.description, %1$L) = 0 and strpos(w.hashtags, %1$L) = 0', word), ' and ')
     from app.unwanted_words(without) as word),
    (select string_agg(format('strpos('','' || w.hashtags || '','', %L) = 0', ',' || tag || ','), ' and ')
     from unnest(app.muted_tags('search')) as muted (tag)))
$$;
comment on function app.search_filter(uuid, text[], text) is
  'SQL over ranks r and words w: rated as the viewer accepts it, by nobody hidden or muted, without muted words and tags, without words that were not wanted, and in the languages that the viewer reads, in this one, or in any (*).';

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
  app.searched_pattern(int, text), app.unwanted_words(text[]), app.search_filter(uuid, text[], text),
  app.search_narrowing(uuid, timestamptz, timestamptz, text), app.estimated_rows(text) from public;
