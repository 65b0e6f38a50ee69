with pgrst_source as (select "public"."touch"() as pgrst_scalar)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "pgrst_call".*
from pgrst_source as "pgrst_call"
limit 1000) as pgrst_t;
