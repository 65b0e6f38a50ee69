select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "publishers_1_rows"."pgrst_json" as "publishers", sum("books"."price") as "sum", count(*) as "count", cast(min("books"."id") as "text") as "first"
from "public"."books"
left
join lateral (select (select row_to_json(pgrst_row.*)
from (select "publishers_1"."name"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") as pgrst_row)::jsonb as "pgrst_json") as "publishers_1_rows" on true
group by "publishers_1_rows"."pgrst_json"
limit 1000) as pgrst_t;
