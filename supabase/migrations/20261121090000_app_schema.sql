-- Helpers of the product that are not exposed over the wire.
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
