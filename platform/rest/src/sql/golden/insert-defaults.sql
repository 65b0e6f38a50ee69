-- $1 = "[{\"title\":\"x\"}]"
with pgrst_source as (insert into "public"."books" ("title", "price")
select "title", "price"
from jsonb_to_recordset((select coalesce(jsonb_agg(jsonb_build_object('price'::text, 9.90) || pgrst_item), '[]')
from jsonb_array_elements($1::jsonb) as pgrst_item)) as "books"("title" text, "price" numeric)
returning 1)
select null, count(*), null, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select 
from pgrst_source as "books") as pgrst_t;
