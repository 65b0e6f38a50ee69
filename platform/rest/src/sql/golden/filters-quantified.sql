-- $1 = "{%a%,b}"
-- $2 = "{1,2}"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."title" ilike any ($1)) and not ("books"."id" = all ($2))
limit 1000) as pgrst_t;
