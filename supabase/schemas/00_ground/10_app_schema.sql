-- The product's own schema, which is not exposed over the wire, and what all of it uses: ids, clean text, stamps.

-- A function's text may name tables that stand in a later folder.
set check_function_bodies = off;

create schema app;

grant usage on schema app to anon, authenticated, service_role;

create function app.uuid_v7() returns uuid
language sql volatile
set search_path = ''
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
comment on function app.uuid_v7() is
  'A time-ordered UUID (RFC 9562, version 7): newer rows have greater ids, so the primary key is also the page cursor.';

create function app.fold(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent', coalesce(value, '')) collate "und-x-icu") $$;
comment on function app.fold(text) is 'Lower case without accents, whatever the locale of the database: the form in which French text is compared.';

create function app.touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function app.uuid_or_null(given text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select case when given ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then given::uuid end $$;

create function app.clean_text(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when regexp_replace(clean, '[\s\u00a0\u115f\u1160\u200c\u200d\u2800\u3164\ufe0e\ufe0f]', '', 'g') <> '' then clean end
  from (
    select btrim(regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(normalize(given, nfc), '\r\n?|[\u2028\u2029]', E'\n', 'g'),
          '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]+', ' ', 'g'),
        '[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '\n(?:[\s\u00a0]*\n){2,}', E'\n\n', 'g'), E' \n\u00a0') as clean
  ) as cleaned
$$;
comment on function app.clean_text(text) is
  'Text of several lines without control characters and without marks that turn or hide the text around it, at most one empty line in a row; null where nothing visible is left. What looks like HTML is text and stays.';

create function app.clean_name(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when regexp_replace(name, '[\s\u00a0\u115f\u1160\u200c\u200d\u2800\u3164]', '', 'g') <> '' then btrim(name) end
  from (
    select regexp_replace(
      regexp_replace(given, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g'),
      '[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g') as name
  ) as visible
$$;
comment on function app.clean_name(text) is
  'A name without control characters and without marks that turn or hide the text around it; null where nothing visible is left.';

revoke execute on function app.uuid_or_null(text) from public;
