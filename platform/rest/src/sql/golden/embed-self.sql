select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "sections"."name", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "sections_1"."name"
from "public"."sections" as "sections_1"
where "sections_1"."parent_id" = "sections"."id"
limit 1000) as pgrst_row) as "sections", (select row_to_json(pgrst_row.*)
from (select "sections_2"."name"
from "public"."sections" as "sections_2"
where "sections_2"."id" = "sections"."parent_id") as pgrst_row) as "parent"
from "public"."sections"
limit 1000) as pgrst_t;
