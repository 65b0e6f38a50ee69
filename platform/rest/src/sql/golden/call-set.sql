-- $1 = "rain"
-- $2 = "1"
with pgrst_source as (select "pgrst_call"."title", "pgrst_call"."id"
from "public"."find_books"("term" := $1::text) as pgrst_call)
select case when count(*) < 1000 then count(*) else (select count(*)
from (select 1
from pgrst_source as "books"
where ("books"."id" > $2)) as pgrst_all) end, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "genres_1"."name"
from "public"."genres" as "genres_1"
join "public"."book_genres" as "book_genres_1_via" on "book_genres_1_via"."genre_id" = "genres_1"."id"
where "book_genres_1_via"."book_id" = "books"."id"
limit 1000) as pgrst_row) as "genres"
from pgrst_source as "books"
where ("books"."id" > $2)
order by "books"."id"
limit 1000) as pgrst_t;
