-- $1 = "1"
-- $2 = "%a%"
-- $3 = "5"
-- $4 = "{x}"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."id" > $1) and not ("books"."title" like $2) and ("books"."price" <= $3) and ("books"."tags" @> $4)
limit 1000) as pgrst_t;
