select null, count(*), (select string_agg(k, ',')
from json_object_keys(json_agg(pgrst_t.*)->0) as k) || E'\n' || string_agg(substring((pgrst_t.*)::text, 2, length((pgrst_t.*)::text) - 2), E'\n'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."id", "books"."title"
from "public"."books"
limit 1000) as pgrst_t;
