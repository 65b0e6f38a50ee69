-- $1 = "[{\"title\":\"x\"}]"
with pgrst_source as (insert into "public"."books" ("title")
select "title"
from json_to_recordset($1::json) as "books"("title" text)
returning "books"."id", "books"."publisher_id")
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."id", (select row_to_json(pgrst_row.*)
from (select "publishers_1"."name"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") as pgrst_row) as "publishers"
from pgrst_source as "books") as pgrst_t;
