-- $1 = "english"
-- $2 = "rain"
-- $3 = "long"
select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "books".*
from "public"."books"
where ("books"."search" @@ to_tsquery($1::text::regconfig, $2)) and (to_tsvector("books"."title") @@ websearch_to_tsquery($3))
limit 1000) as pgrst_t;
