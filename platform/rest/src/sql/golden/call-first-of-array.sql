-- $1 = "[{\"name\":\"Ann\"}]"
with pgrst_source as (select "public"."greet"("name" := "pgrst_body"."name") as pgrst_scalar
from (select *
from json_to_recordset($1::json) as pgrst_body("name" text)
limit 1) as pgrst_body)
select null, count(*), coalesce(json_agg(pgrst_t.pgrst_scalar)->0, 'null'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "pgrst_call".*
from pgrst_source as "pgrst_call"
limit 1000) as pgrst_t;
