-- $1 = "city"
-- $2 = "Oslo"
-- $3 = "size"
-- $4 = "2"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "authors".*
from "public"."authors"
where (("authors"."details"->>$1::text) = $2) and (("authors"."details"->$3::text->(0)) > $4)
limit 1000) as pgrst_t;
