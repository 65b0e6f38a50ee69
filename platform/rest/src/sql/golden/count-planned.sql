-- $1 = "1"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."id" > $1)
limit 1000) as pgrst_t;

-- $1 = "1"
explain (format json)
select 1
from "public"."books"
where ("books"."id" > $1);
