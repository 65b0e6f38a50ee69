select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "publishers"."name"
from "public"."publishers"
where not exists (select 1
from "public"."books" as "books_1"
where "books_1"."publisher_id" = "publishers"."id")
limit 1000) as pgrst_t;
