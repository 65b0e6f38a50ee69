-- What the cases that were drawn by tests are asked of, beside drawn.sql: shapes of PostgREST's own, in our words.

-- Names that SQL must quote, and values that a list must.
create table public."Wei;rd" ("odd Id Column" int primary key);
create table public."ghostShelves" ("shelfId" int references public."Wei;rd");
insert into public."Wei;rd" select generate_series(1, 5);
insert into public."ghostShelves" values (1), (3), (5);
create table public.quoted_names (name text);
insert into public.quoted_names values ('Hebdon, John'), ('Double"Quote"Name"'), ('"'), ('\'), ('/\Slash/\Beast/\');
create table public.typed_rows (int_data int, text_data text, bool_data bool, bin_data bytea, char_data char, date_data date, real_data real, time_data time);
insert into public.typed_rows values (1, 'a', true, '\x01', 'c', '2020-01-01', 1.5, '10:00');
create table public.being (being int primary key);
create table public.descendant (descendant int primary key, being int references public.being);
insert into public.being values (1), (2);
insert into public.descendant values (1, 1), (2, 1), (3, 1), (4, 2);

-- Functions: their own status, a parameter without a name, errors in full.
create domain cellar."text/plain" as text;
create domain public."application/octet-stream" as bytea;
create function public.refuses() returns json language plpgsql as $$
  begin
    perform set_config('response.status', '403', true);
    return '{"message": "invalid user or password"}';
  end $$;
create function public.one_int_param(int) returns int language sql as $$ select $1 $$;
create function public.one_text_param(text) returns cellar."text/plain" language sql as $$ select $1 $$;
create function public.mixed(json) returns json language sql as $$ select $1 $$;
create function public.mixed(bytea) returns public."application/octet-stream" language sql as $$ select $1 $$;
create function public.mixed(text) returns cellar."text/plain" language sql as $$ select $1 $$;
create function public.mixed() returns int language sql as $$ select 1 $$;
create function public.mixed(x int, y int) returns int language sql as $$ select x + y $$;
create function public.raises(message text, detail text) returns void language plpgsql as $$
  begin
    if detail is null then raise sqlstate 'PGRST' using message = message; end if;
    raise sqlstate 'PGRST' using message = message, detail = detail;
  end $$;

-- Media types.
create domain public."shop/rows" as text;
create function public.add_row(state text, next anyelement) returns public."shop/rows" language sql immutable
  as $$ select state || next::text || E'\n' $$;
create aggregate public.rows_of(anyelement) (initcond = '', stype = public."shop/rows", sfunc = public.add_row);
create function public.any_type() returns public."*/*" language sql as $$ select 'any'::bytea $$;
create function public.some_types() returns public."*/*" language plpgsql as $$
  declare wanted text := current_setting('request.headers')::json ->> 'accept';
  begin
    if wanted not in ('app/chico', 'app/harpo', '*/*') then
      raise sqlstate 'PT406' using message = 'Not Acceptable';
    end if;
    if wanted = '*/*' then wanted := 'app/groucho'; end if;
    perform set_config('response.headers', json_build_array(json_build_object('Content-Type', wanted))::text, true);
    return convert_to(split_part(wanted, '/', 2), 'UTF8');
  end $$;

-- A second schema that is shown, and one that is not.
create table archive.parents (id int primary key, name text);
create table archive.children (id int primary key, name text, parent_id int references archive.parents);
create table archive.other_things (id int primary key, another_value text);
insert into archive.parents values (3, 'parent 3'), (4, 'parent 4');
create function archive.parents_below(id int) returns setof archive.parents language sql stable
  as $$ select * from archive.parents where parents.id < $1 order by 1 $$;
create domain archive."text/special" as text;
create function archive.plain_text() returns cellar."text/plain" language sql as $$ select 'plain'::cellar."text/plain" $$;
create function archive.special_text() returns archive."text/special" language sql as $$ select 'special'::archive."text/special" $$;
grant usage on schema archive, cellar to anon, authenticated, service_role;
grant select on all tables in schema archive to anon, authenticated, service_role;
grant execute on all functions in schema archive to anon, authenticated, service_role;
create table public.parents (id int primary key, name text);

-- Rows to write.
create domain public.evil as int default 666;
create table public.evil_friends (id public.evil, name text);
create table public.json_twice (id int primary key, data json);
create table cellar.article_stars (article_id int, user_id int, created_at timestamptz default now(), primary key (article_id, user_id));
create view public.limited_stars as select article_id, user_id, created_at from cellar.article_stars;
revoke all on public.limited_stars from anon, authenticated, service_role;
grant select (article_id, user_id), insert (article_id, user_id) on public.limited_stars to anon;
