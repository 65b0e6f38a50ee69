select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", (select row_to_json(pgrst_row.*)
from (select "publishers_1"."name"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") as pgrst_row) as "publishers"
from "public"."books"
limit 1000) as pgrst_t;
