select null, count(*), (array_agg((select string_agg(k, ',')
from json_object_keys(row_to_json(pgrst_t.*)) as k)))[1] || E'\n' || string_agg(substring((pgrst_t.*)::text, 2, length((pgrst_t.*)::text) - 2), E'\n'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books"."id", "books"."title"
from "public"."books"
limit 1000) as pgrst_t;
