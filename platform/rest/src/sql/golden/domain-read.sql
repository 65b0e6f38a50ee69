-- $1 = "red"
-- $2 = "blue"
-- $3 = "green"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "labels"."id", "public"."hue_json"("labels"."hue") as "hue"
from "public"."labels"
where ("labels"."hue" = any (array["public"."hue_of"($1::text), "public"."hue_of"($2::text)])) and ("labels"."hue" <> "public"."hue_of"($3::text))
limit 1000) as pgrst_t;
