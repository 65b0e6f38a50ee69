-- $1 = "prizes"
-- $2 = "name"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "authors"."name" as "label", cast("authors"."id" as "text") as "id", ("authors"."details"->$1::text->(0)->>$2::text) as "name"
from "public"."authors"
limit 1000) as pgrst_t;
