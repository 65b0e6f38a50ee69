CREATE OR REPLACE FUNCTION app.trace_lineage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parent app.post_lineage;
begin
  select l.* into parent
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  join app.post_lineage l on l.post_id = g.parent_post_id
  where gi.id = any (app.shown_images(new))
  -- Others' work before one's own: no order of the pictures leaves its maker out.
  order by exists (select from public.feed_posts p where p.id = l.post_id and p.creator_id = new.creator_id),
    array_position(app.shown_images(new), gi.id)
  limit 1;
  new.remix_of := parent.post_id;
  new.root_id := coalesce(parent.root_id, new.id);
  new.depth := coalesce(parent.depth + 1, 0);
  new.remixes_count := 0;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION public.payout_terms()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  obstacle record;
  d billing.destinations;
begin
  select * into obstacle from billing.payout_obstacle(me, null);
  select x.* into d from billing.destinations x where x.user_id = me;
  return jsonb_build_object(
    'obstacle', obstacle.code, 'until', obstacle.until,
    'destination', case when d.user_id is not null then jsonb_build_object(
      'operator', d.operator, 'last4', d.msisdn_last4, 'locked_until', case when d.changed_at + interval '72 hours' > billing.clock() then d.changed_at + interval '72 hours' end) end,
    'legal_name', (select i.legal_name from billing.identities i where i.user_id = me),
    'is_fee_free', billing.payout_fee(me, 2000) = 0,
    'at_most', greatest(0, 50000 - billing.payout_sum(me, interval '24 hours')));
end
$function$;
CREATE OR REPLACE FUNCTION public.personal_tables()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.relname::text
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
    and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and a.attname in ('id', 'user_id', 'owner_id', 'creator_id', 'author_id', 'follower_id', 'blocker_id', 'reporter_id')
    and pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
  union
  -- Of money people have no tables, but views that show them their own.
  select unnest(array['credit_statement', 'my_earnings', 'my_gifts', 'my_numbers', 'my_payments', 'my_payouts', 'my_promo_codes', 'my_receipts', 'my_royalties', 'my_subscription'])
  order by 1
$function$;

comment on function app.trace_lineage() is 'What a publication remixes is what its picture, or the first of its pictures that is a remix of somebody else, was ordered as a remix of: it can be neither claimed nor left out afterwards.';
