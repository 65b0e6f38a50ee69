select null, count(*), json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg("extensions"."st_asgeojson"(pgrst_t.*)::json), '[]')), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
limit 1000) as pgrst_t;
