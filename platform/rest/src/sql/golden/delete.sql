-- $1 = "1"
with pgrst_source as (delete
from "public"."books"
where ("books"."price" < $1)
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "books") as pgrst_t;
