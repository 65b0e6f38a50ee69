-- $1 = "{\"title\":\"x\"}"
with pgrst_source as (insert into "public"."books" ("title")
select "title"
from json_to_record($1::json) as "books"("title" text)
returning "books"."id")
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, case when count(*) = 1 then json_agg(pgrst_t.*)->0 end
from (select cast("books"."id" as "text") as "id"
from pgrst_source as "books") as pgrst_t;
