select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", "publishers_1_rows".*
from "public"."books"
left
join lateral (select "publishers_1"."name" as "house"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") as "publishers_1_rows" on true
limit 1000) as pgrst_t;
