-- What the drawn cases of PostgREST are asked of, beside the bookshop: its shapes, in our words.

-- What travels otherwise than it is kept.
create domain public.moment as timestamptz;
create function public.moment_json(public.moment) returns json language sql immutable
  as $$ select to_json(to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) $$;
create function public.moment_of(json) returns public.moment language sql immutable
  as $$ select ($1 #>> '{}')::timestamptz::public.moment $$;
create cast (public.moment as json) with function public.moment_json(public.moment) as implicit;
create cast (json as public.moment) with function public.moment_of(json) as implicit;
create table public.todos (
  id int primary key,
  name text,
  hue public.hue default 0,
  due public.moment default '2018-01-01'
);
create view public.todos_seen as select id, name, hue, due, (hue / 2)::public.hue as dark from public.todos;

-- A view of two tables, one of whose keys may be null.
create table public.patrons (id int primary key);
create table public.racers (id int primary key, patron_id int references public.patrons);
create view public.racers_patrons as
  select racers.id, patrons.id as patron_id from public.racers left join public.patrons on patrons.id = patron_id;
create function public.add_racer() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.racers values (new.id, new.patron_id);
    return new;
  end $$;
create trigger add_racer instead of insert on public.racers_patrons for each row execute function public.add_racer();

-- Relationships that functions make.
create function public.child_sections(public.sections) returns setof public.sections language sql stable
  as $$ select * from public.sections where parent_id = $1.id order by id $$;
create function public.parent_section(public.sections) returns setof public.sections rows 1 language sql stable
  as $$ select * from public.sections where id = $1.parent_id $$;
create table public.makers (id int primary key, name text);
create table public.games (id int primary key, name text, maker_id int references public.makers);
create function public.makers(public.games) returns setof public.makers rows 1 language sql stable
  as $$ select * from public.makers where false $$;
create function public.games(public.makers) returns setof public.games language sql stable
  as $$ select * from public.games where false $$;
insert into public.makers values (1, 'Sol'), (2, 'Hiro');
insert into public.games values (1, 'Empire', 1), (2, 'Quest', 2);
create table public.fees (id int primary key);
create table public.bars (id int primary key);
create table public.smiths (id int primary key, fee_id int references public.fees, bar_id int references public.bars);
create function public.bars_of(public.fees) returns setof public.bars language sql stable as $$ select * from public.bars $$;
create function public.jane(public.bars) returns setof public.smiths language sql stable as $$ select * from public.smiths $$;

-- What is hidden, and shown as views.
create schema cellar;
create table cellar.pieces (id int primary key, body text);
create table cellar.stars (piece_id int references cellar.pieces, reader_id int, primary key (piece_id, reader_id));
insert into cellar.pieces values (1, 'one'), (2, 'two');
insert into cellar.stars values (1, 1), (1, 2), (2, 3);
create view public.pieces as select id, body from cellar.pieces;
create view public."pieceStars" as select piece_id as "pieceId", reader_id as "readerId" from cellar.stars;
create function public.single_piece(id int) returns public.pieces language sql stable
  as $$ select * from public.pieces where pieces.id = single_piece.id $$;

-- What functions return.
create type public.place as (x int, y int);
create domain public.some_place as public.place;
create function public.no_rows() returns setof int language sql as $$ select null::int where false $$;
create function public.range_of(low int, up int) returns int4range language sql as $$ select int4range(low, up) $$;
create function public.place_here() returns public.some_place language sql as $$ select row(10, 5)::public.some_place $$;
create function public.one_publisher() returns record language sql as $$ select id, name, country from public.publishers where id = 1 $$;
create function public.one_publisher_by(id int, name text) returns record language sql
  as $$ select p.id, p.name, p.country from public.publishers p where p.id = $1 and p.name like $2 $$;
create function public.two_publishers() returns setof record language sql
  as $$ select id, name, country from public.publishers where id < 3 order by id $$;
create function public.two_publishers_by(id int, name text) returns setof record language sql
  as $$ select p.id, p.name, p.country from public.publishers p where p.id <= $1 and p.name like $2 order by p.id $$;
create function public.place_at(x int, y int) returns public.place language sql as $$ select row(x, y)::public.place $$;
create function public.place_at(x json) returns json language sql as $$ select x $$;
create type public.word as enum ('foo', 'bar');
create function public.varied("double" double precision, "varchar" varchar, "boolean" boolean, "date" date, "money" money,
  "enum" public.word, arr text[], "integer" int default 42, "json" json default '{}', "jsonb" jsonb default '{}')
  returns json language sql as $$ select json_build_object('double', "double", 'varchar', "varchar", 'boolean', "boolean",
    'date', "date", 'money', "money", 'enum', "enum", 'arr', arr, 'integer', "integer", 'json', "json", 'jsonb', "jsonb") $$;
create function public.assert_nothing() returns void language plpgsql as $$ begin assert false, 'bad thing'; end $$;
create function public.test() returns table (test text, value int) language sql as $$ values ('hello', 1) $$;
create function public.plus_one(inout num int) language sql as $$ select num + 1 $$;
create function public.three_out(out my_json json, out num int, out str text) language sql
  as $$ select '{"a": 1, "b": "two"}'::json, 3, 'four'::text $$;
create function public.words_of(variadic v text[] default '{}') returns text[] language sql as $$ select v $$;
create function public.by_form() returns setof int language sql as $$ values (1), (2), (3) $$;
create function public.by_form(json) returns json language sql as $$ select $1 $$;
create function public.by_form(a int, b int) returns int language sql as $$ select a + b $$;
create function public.by_form(a text, b text, c text) returns text language sql as $$ select a || b || c $$;
create function public.unnamed(json) returns json language sql as $$ select $1 $$;
create function public.unnamed(bytea) returns int language sql as $$ select 2 $$;
create function public.unnamed(text) returns int language sql as $$ select 3 $$;
create function public.unnamed() returns int language sql as $$ select 1 $$;
create function public.unnamed(x int, y int) returns int language sql as $$ select x + y $$;
create function public.setting_of(prefix text, name text) returns text language sql stable
  as $$ select nullif(current_setting(prefix), '')::json ->> name $$;
create function public.setting_of(name text) returns text language sql stable as $$ select current_setting(name) $$;
create domain public."text/xml" as xml;
create function public."welcome.xml"() returns public."text/xml" language sql immutable
  as $$ select '<shop><h1>Come in</h1></shop>'::xml::public."text/xml" $$;
create function public.publisher_of(id int) returns setof public.publishers language sql stable
  as $$ select * from public.publishers p where p.id = publisher_of.id $$;

-- What is made in steps: to one and to many, for spreads.
create table public.workshops (id int primary key, name text);
create table public.steps (id int primary key, name text, workshop_id int references public.workshops, kind_id int);
create table public.step_costs (step_id int primary key references public.steps, cost numeric(6, 2));
create table public.step_notes (id int primary key, name text, step_id int references public.steps);
create view public.steps_seen as select id, name, workshop_id from public.steps;
insert into public.workshops values (1, 'Works A'), (2, 'Works B');
insert into public.steps values (1, 'Step A1', 1, 1), (2, 'Step A2', 1, 2), (3, 'Step B1', 2, 1), (4, 'Step B2', 2, 1);
insert into public.step_costs values (1, 150), (2, 200), (3, 180), (4, 70);
insert into public.step_notes values (1, 'Cut', 1), (2, 'Fold', 1), (3, 'Bind', 2);

-- Rows to filter, change and remove.
create table public.items (id bigserial primary key);
insert into public.items select generate_series(1, 15);
select setval('public.items_id_seq', 100);
create function public.anti_id(public.items) returns bigint language sql immutable as $$ select $1.id * -1 $$;
create table public.languages (name text primary key, rank int);
insert into public.languages values ('Java', 1), ('C', 2);
create table public.shaped_items (id int primary key, name text, settings json);
insert into public.shaped_items values (1, 'One', '{}'), (2, 'Two', '{}');
create table public.has_count (count int);
create table public.chores (id int primary key, name text, done boolean);
insert into public.chores values (1, 'garbage', true), (2, 'laundry', false), (3, 'dishes', null);
create table public.simple_keys (k text primary key, extra text);
insert into public.simple_keys values ('xyyx', 'u'), ('xYYx', 'v');
create table public.searched (vector tsvector);
insert into public.searched values (to_tsvector('english', 'It is kind of fun to do the impossible')),
  (to_tsvector('english', 'But also fun to do what is possible')), (to_tsvector('english', 'Fat cats ate rats')),
  (to_tsvector('french', 'C''est un peu amusant de faire l''impossible')), (to_tsvector('german', 'Es ist eine Art Spass, das Unmögliche zu machen'));
create table public.addresses (id int primary key, address text);
insert into public.addresses select id, 'address ' || id from generate_series(1, 4) as id;
create table public.zoo ("integer" int primary key, "double" double precision, "varchar" varchar, "boolean" boolean,
  "date" date, "money" money, "enum" public.word);
create table public.car_models (name text not null, year int not null, primary key (name, year)) partition by range (year);
create table public.car_models_now partition of public.car_models for values from (2000) to (2100);
create table public.counting (id serial primary key, word text not null);
create table public.loose_rows (a text, b text);
create table public.json_rows (data jsonb);
