-- $1 = "1"
-- $2 = "2"
-- $3 = "%x"
-- $4 = "9"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where (("books"."id" = $1) or not (("books"."price" > $2) and ("books"."title" ilike $3))) and (("books"."id" < $4))
limit 1000) as pgrst_t;
