-- $1 = "{\"title\":\"x\"}"
-- $2 = "1"
with pgrst_source as (update "public"."books" set "title" = pgrst_body."title"
from json_to_record($1::json) as "pgrst_body"("title" text)
where ("books"."id" = $2)
returning "books"."title", "books"."id")
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "genres_1"."name"
from "public"."genres" as "genres_1"
join "public"."book_genres" as "book_genres_1_via" on "book_genres_1_via"."genre_id" = "genres_1"."id"
where "book_genres_1_via"."book_id" = "books"."id") as pgrst_row) as "genres"
from pgrst_source as "books") as pgrst_t;
