-- $1 = "1"
select case when count(*) < 20 then count(*) else (select count(*)
from (select 1
from "public"."books"
where ("books"."id" > $1)) as pgrst_all) end, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."id" > $1)
limit 20) as pgrst_t;
