select null, count(*), "public"."names_of"(pgrst_t::"public"."genres"), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), null, null
from (select "genres".*
from "public"."genres"
limit 1000) as pgrst_t;
