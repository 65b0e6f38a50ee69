select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title", (select row_to_json(pgrst_row.*)
from (select "covers_1"."colour"
from "public"."covers" as "covers_1"
where "covers_1"."book_id" = "books"."id") as pgrst_row) as "covers"
from "public"."books"
limit 1000) as pgrst_t;
