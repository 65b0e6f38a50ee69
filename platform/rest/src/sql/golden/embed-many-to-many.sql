select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "genres_1"."name"
from "public"."genres" as "genres_1"
join "public"."book_genres" as "book_genres_1_via" on "book_genres_1_via"."genre_id" = "genres_1"."id"
where "book_genres_1_via"."book_id" = "books"."id"
limit 1000) as pgrst_row) as "genres"
from "public"."books"
limit 1000) as pgrst_t;
