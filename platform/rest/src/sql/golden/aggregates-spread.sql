select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select sum("books"."price") as "sum", "publishers_1_rows"."name" as "name", max("publishers_1_rows"."pgrst_lifted_1") as "most", count("publishers_1_rows"."pgrst_lifted_2") as "count"
from "public"."books"
left
join lateral (select "publishers_1"."name", "publishers_1"."id" as "pgrst_lifted_1", 1 as "pgrst_lifted_2"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") as "publishers_1_rows" on true
group by "publishers_1_rows"."name"
limit 1000) as pgrst_t;
