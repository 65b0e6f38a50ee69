-- $1 = "{\"1\",\"2,3\"}"
-- $2 = "4"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."id" = any ($1)) and ("books"."title" is null) and ("books"."author_id" is distinct
from $2)
limit 1000) as pgrst_t;
