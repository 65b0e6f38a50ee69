-- $1 = "[{\"id\":1,\"hue\":\"red\"}]"
with pgrst_source as (insert into "public"."labels" ("id", "hue")
select "id", "hue"
from (select "pgrst_json"."id", "public"."hue_of"("pgrst_json"."hue") as "hue"
from jsonb_to_recordset($1::jsonb) as "pgrst_json"("id" int4, "hue" json)) as "labels"
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "labels") as pgrst_t;
