-- $1 = "{\"id\":1,\"title\":\"x\"}"
with pgrst_source as (insert into "public"."books" ("id", "title")
select "id", "title"
from json_to_record($1::json) as "books"("id" int4, "title" text)
where set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) + 1)::text, true) <> '0'
on conflict ("id") do update set "id" = excluded."id", "title" = excluded."title"
where set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) - 1)::text, true) <> '-1'
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), nullif(current_setting('pgrst.inserted', true), ''), null
from (select 
from pgrst_source as "books") as pgrst_t;
