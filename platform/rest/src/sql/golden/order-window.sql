select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
order by "books"."price" desc nulls last, "books"."title"
limit 20 offset 40) as pgrst_t;
