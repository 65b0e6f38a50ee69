-- $1 = "{\"hue\":\"blue\"}"
-- $2 = "red"
with pgrst_source as (update "public"."labels" set "hue" = pgrst_body."hue"
from (select "public"."hue_of"("pgrst_json"."hue") as "hue"
from json_to_record($1::json) as "pgrst_json"("hue" json)) as "pgrst_body"
where ("labels"."hue" = "public"."hue_of"($2::text))
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "labels") as pgrst_t;
