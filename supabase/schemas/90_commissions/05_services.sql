-- What creators offer to make for others, and who waits for a place with them. As all money, it belongs to the ledger's
-- owner: nobody else writes a row.

create table billing.services (
  id uuid primary key default app.uuid_v7(),
  creator_id uuid not null,
  title text not null check (char_length(title) between 1 and 80),
  description text not null check (char_length(description) between 1 and 2000),
  refuses text not null check (char_length(refuses) <= 500),
  mode text not null check (mode in ('proposal', 'instant', 'single_message')),
  price_from bigint not null check (price_from between 2000 and 10000000 and price_from % 100 = 0),
  options jsonb not null check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 8),
  days int not null check (days between 1 and 120),
  revisions_sketch smallint not null check (revisions_sketch between 0 and 5),
  revisions_final smallint not null check (revisions_final between 0 and 3),
  rights text not null check (rights in ('perso', 'commercial')),
  ai_share text not null check (ai_share in ('full', 'mixed', 'none')),
  languages text[] not null check (cardinality(languages) <= 5),
  style text not null check (char_length(style) <= 40),
  slots int not null check (slots between 1 and 20),
  state text not null default 'open' check (state in ('open', 'waitlist', 'closed')),
  away_from date,
  away_to date,
  samples uuid[] not null check (cardinality(samples) between 3 and 9),
  created_at timestamptz not null default billing.clock(),
  updated_at timestamptz not null default billing.clock(),
  constraint services_away check ((away_from is null) = (away_to is null) and away_from <= away_to)
);
comment on column billing.services.refuses is 'What this creator does not do, in their words.';
comment on column billing.services.ai_share is 'How much of it is made by machine, as its maker declares: all, some, none.';
comment on column billing.services.slots is 'How many orders are made at once: an order holds a place from the payment to its end.';
create index services_of_creator on billing.services (creator_id, id desc);
create index services_found on billing.services (id desc) where state <> 'closed';

create table billing.waitlist (
  id uuid primary key default app.uuid_v7(),
  service_id uuid not null references billing.services,
  client_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left')),
  offered_until timestamptz,
  created_at timestamptz not null default billing.clock(),
  constraint waitlist_offered check ((state = 'offered') <= (offered_until is not null))
);
comment on table billing.waitlist is 'Who waits for a place, first come first served. An offer keeps the place for 48 hours.';
create unique index waitlist_once on billing.waitlist (service_id, client_id) where state in ('waiting', 'offered');
create index waitlist_next on billing.waitlist (service_id, id) where state = 'waiting';
create index waitlist_due on billing.waitlist (offered_until) where state = 'offered';

create function billing.whole(p_value jsonb) returns bigint
language sql immutable
set search_path = ''
as $$ select case when jsonb_typeof(p_value) = 'number' and p_value::text ~ '^-?\d{1,12}$' then p_value::text::bigint end $$;
comment on function billing.whole(jsonb) is 'A whole number; null for whatever else was sent.';

create function billing.words(p_value jsonb) returns text
language sql immutable
set search_path = ''
as $$ select case when jsonb_typeof(p_value) = 'string' then coalesce(app.clean_text(left(p_value #>> '{}', 10000)), '') end $$;
comment on function billing.words(jsonb) is 'What somebody wrote, cleaned; null for whatever is no text.';

create function billing.day(p_value jsonb) returns date
language sql stable
set search_path = ''
as $$
  select case when p_value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(p_value #>> '{}', 'date') then (p_value #>> '{}')::date end
$$;

create function billing.ids(p_value jsonb) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'array'
    and not jsonb_path_exists(p_value, '$[*] ? (@.type() != "string")')
    then (select coalesce(array_agg(app.uuid_or_null(given.id) order by given.place), '{}')
      from jsonb_array_elements_text(p_value) with ordinality as given (id, place)) end
$$;
comment on function billing.ids(jsonb) is 'The ids of an array, null among them where one is none; null for whatever is no array of texts.';

create function billing.are_options(p_value jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'array' and jsonb_array_length(p_value) <= 8 and (
    select coalesce(bool_and(o - '{name,price,days}'::text[] = '{}' and char_length(billing.words(o -> 'name')) between 1 and 60
      and billing.whole(o -> 'price') between 0 and 1000000 and billing.whole(o -> 'price') % 100 = 0
      and billing.whole(o -> 'days') between 0 and 60), true)
    from jsonb_array_elements(case when jsonb_typeof(p_value) = 'array' and not jsonb_path_exists(p_value, '$[*] ? (@.type() != "object")')
      then p_value else '[{"x":0}]' end) as o), false)
$$;

create function billing.are_samples(p_person uuid, p_samples uuid[]) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(cardinality(p_samples) between 3 and 9 and (
    select count(*) = cardinality(p_samples) from public.feed_posts p
    where p.id = any (p_samples) and p.creator_id = p_person and p.audience = 'public' and p.status = 'published'), false)
$$;

create function billing.wrong_field(p_person uuid, d jsonb) returns text
language sql stable
set search_path = ''
as $$
  select t.field
  from (values
    (1, 'title', char_length(billing.words(d -> 'title')) between 1 and 80),
    (2, 'description', char_length(billing.words(d -> 'description')) between 1 and 2000),
    (3, 'refuses', char_length(billing.words(coalesce(d -> 'refuses', '""'))) <= 500),
    (4, 'mode', d ->> 'mode' in ('proposal', 'instant', 'single_message')),
    (5, 'price_from', billing.whole(d -> 'price_from') between 2000 and 10000000 and billing.whole(d -> 'price_from') % 100 = 0),
    (6, 'options', billing.are_options(coalesce(d -> 'options', '[]'))),
    (7, 'days', billing.whole(d -> 'days') between 1 and 120),
    (8, 'revisions_sketch', billing.whole(coalesce(d -> 'revisions_sketch', '3')) between 0 and 5),
    (9, 'revisions_final', billing.whole(coalesce(d -> 'revisions_final', '1')) between 0 and 3),
    (10, 'rights', d ->> 'rights' in ('perso', 'commercial')),
    (11, 'ai_share', d ->> 'ai_share' in ('full', 'mixed', 'none')),
    (12, 'languages', jsonb_typeof(coalesce(d -> 'languages', '[]')) = 'array' and jsonb_array_length(coalesce(d -> 'languages', '[]')) <= 5
      and not jsonb_path_exists(coalesce(d -> 'languages', '[]'), '$[*] ? (@.type() != "string" || !(@ like_regex "^[a-z]{2,3}$"))')),
    (13, 'style', char_length(billing.words(coalesce(d -> 'style', '""'))) <= 40),
    (14, 'slots', billing.whole(d -> 'slots') between 1 and 20),
    (15, 'away_from', (coalesce(d ->> 'away_from', d ->> 'away_to') is null)
      or billing.day(d -> 'away_from') <= billing.day(d -> 'away_to')),
    (16, 'samples', billing.are_samples(p_person, billing.ids(d -> 'samples')))
  ) as t (place, field, is_right)
  where t.is_right is not true
  order by t.place
  limit 1
$$;
comment on function billing.wrong_field(uuid, jsonb) is 'The first field of a service that cannot stand; null where all can.';
