-- $1 = "Ann"
with pgrst_source as (select "public"."greet"("name" := $1::text) as pgrst_scalar)
select null, count(*), coalesce(json_agg(pgrst_t.pgrst_scalar)->0, 'null'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "pgrst_call".*
from pgrst_source as "pgrst_call"
limit 1000) as pgrst_t;
