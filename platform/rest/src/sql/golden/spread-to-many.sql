select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "publishers"."name", "books_1_rows".*
from "public"."publishers"
left
join lateral (select coalesce(json_agg(pgrst_row."titles"), '[]') as "titles"
from (select "books_1"."title" as "titles"
from "public"."books" as "books_1"
where "books_1"."publisher_id" = "publishers"."id"
limit 1000) as pgrst_row) as "books_1_rows" on true
limit 1000) as pgrst_t;
