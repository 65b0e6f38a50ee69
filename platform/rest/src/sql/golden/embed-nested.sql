select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "publishers"."name", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "books_1"."title", (select row_to_json(pgrst_row.*)
from (select "authors_2"."name"
from "public"."authors" as "authors_2"
where "authors_2"."id" = "books_1"."author_id") as pgrst_row) as "author_id", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "genres_3"."name"
from "public"."genres" as "genres_3"
join "public"."book_genres" as "book_genres_3_via" on "book_genres_3_via"."genre_id" = "genres_3"."id"
where "book_genres_3_via"."book_id" = "books_1"."id"
limit 1000) as pgrst_row) as "genres"
from "public"."books" as "books_1"
where "books_1"."publisher_id" = "publishers"."id"
limit 1000) as pgrst_row) as "books"
from "public"."publishers"
limit 1000) as pgrst_t;
