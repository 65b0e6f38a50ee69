select null, count(*), coalesce(json_agg(pgrst_t.*), '[]'), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "authors"."name", (select coalesce(json_agg(pgrst_row.*), '[]')
from (select "books_1"."title"
from "public"."bestsellers"("authors") as "books_1"
limit 1000) as pgrst_row) as "bestsellers"
from "public"."authors"
limit 1000) as pgrst_t;
