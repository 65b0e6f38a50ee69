-- $1 = "{\"title\":\"x\"}"
with pgrst_source as (insert into "public"."books" ("title")
select "title"
from json_to_record($1::json) as "books"("title" text)
on conflict ("title") do nothing
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "books") as pgrst_t;
