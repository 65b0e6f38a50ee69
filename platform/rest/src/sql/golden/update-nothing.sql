with pgrst_source as (select 1
from "public"."books"
where false)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "books") as pgrst_t;
