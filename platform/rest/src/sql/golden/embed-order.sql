select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."title"
from "public"."books"
order by (select "publishers_1"."name"
from "public"."publishers" as "publishers_1"
where "publishers_1"."id" = "books"."publisher_id") desc
limit 1000) as pgrst_t;
