-- $1 = "Emma"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."title" = 'Dune') and ("books"."title" <> $1)
limit 1000) as pgrst_t;
