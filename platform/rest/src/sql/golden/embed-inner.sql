-- $1 = "5"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "publishers"."name", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "books_1"."title"
from "public"."books" as "books_1"
where "books_1"."publisher_id" = "publishers"."id" and ("books_1"."price" > $1)
limit 1000) as pgrst_row) as "books"
from "public"."publishers"
where exists (select 1
from "public"."books" as "books_1"
where "books_1"."publisher_id" = "publishers"."id" and ("books_1"."price" > $1))
limit 1000) as pgrst_t;
