-- $1 = "1"
select null, count(*), json_strip_nulls(coalesce(json_agg(pgrst_t.*)->0, 'null')), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."id" = $1)
limit 1000) as pgrst_t;
