alter table public.user_key_backups add column confirmed_at timestamptz;
-- A confirmation saved the list of whom one knows, which tells the most of those that were there before.
update public.user_key_backups b set confirmed_at = b.updated_at where b.pins is not null;

CREATE OR REPLACE FUNCTION public.claim_payouts(p_limit integer, p_provider text)
 RETURNS TABLE(payout_id uuid, provider text, provider_ref text, amount bigint, operator text, country text, sealed text, since timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select x.id from billing.payouts x
    where x.status in ('prepared', 'sending', 'unknown') and x.run_after <= billing.clock()
      and (x.lease_until is null or x.lease_until < clock_timestamp())
      -- What a provider was asked for is followed to its end; nothing more is begun for somebody who is suspended.
      and not (x.status = 'prepared' and exists (
        select from public.profiles p where p.id = x.user_id and p.status = 'suspended'))
    order by x.run_after
    limit p_limit
    for update skip locked
  )
  update billing.payouts x
  set lease_until = clock_timestamp() + interval '30 seconds', tries = x.tries + 1, provider = coalesce(x.provider, p_provider),
    status = case when x.status = 'prepared' then 'sending' when x.started_at is null then 'unknown' else x.status end,
    run_after = billing.clock() + least(interval '10 minutes', interval '2 seconds' * power(2, least(x.tries, 9)))
  from due, billing.operators o
  where x.id = due.id and o.code = x.operator
  returning x.id, x.provider, x.provider_ref, x.amount - x.fee, x.operator, o.country, x.msisdn_sealed, x.created_at
$function$;
CREATE OR REPLACE FUNCTION public.creator_overview()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  lately constant timestamptz := billing.clock() - interval '7 days';
begin
  return jsonb_build_object(
    'checklist', jsonb_build_object(
      'posts', (select count(*) from (select from public.feed_posts p where p.creator_id = me and p.audience = 'public' limit 3) as few),
      'has_profile', (select p.avatar_url is not null and p.bio <> '' and p.username is not null from public.profiles p where p.id = me),
      'has_recovery_key', exists (select from public.user_key_backups b where b.user_id = me and b.confirmed_at is not null),
      'has_number', exists (select from billing.numbers n where n.user_id = me)),
    'averages', (
      select jsonb_build_object('remix_milli', coalesce(round(avg(r.milli)), 2500),
        'tip_credits', coalesce((
          select round(avg(t.credits)) from billing.tips t where t.kind = 'tip' and t.created_at > billing.clock() - interval '90 days'), 5))
      from billing.royalties r where r.level = 1 and r.milli > 0 and r.accrued_on > billing.today() - 90),
    'week', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > lately group by e.source) as s), '{}'),
    'remixes', (select count(*) from public.feed_posts r join public.feed_posts p on p.id = r.remix_of
      where p.creator_id = me and r.creator_id <> me and r.audience = 'public' and r.created_at > lately));
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
  select unnest(array['credit_statement', 'my_earnings', 'my_gifts', 'my_identity', 'my_numbers', 'my_payments', 'my_payouts', 'my_promo_codes', 'my_receipts', 'my_royalties', 'my_subscription'])
  order by 1
$function$;
CREATE OR REPLACE FUNCTION public.save_key_backup(bundle jsonb, slots jsonb, seq bigint, key_signature text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.user_key_backups;
begin
  insert into public.user_key_backups (user_id, bundle, slots, seq, key_signature)
  values (auth.uid(), save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq, save_key_backup.key_signature)
  on conflict (user_id) do nothing;
  if found then
    return;
  end if;
  select b.* into strict held from public.user_key_backups b where b.user_id = auth.uid() for update;
  -- An answer that was lost: it is saved already.
  if (held.bundle, held.slots, held.seq, held.key_signature)
    is not distinct from (save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq,
      coalesce(save_key_backup.key_signature, held.key_signature)) then
    return;
  end if;
  -- A slot comes or goes without a new bundle.
  if (held.seq < save_key_backup.seq or held.seq = save_key_backup.seq and held.bundle = save_key_backup.bundle) is not true then
    raise exception 'A newer backup has been saved' using errcode = 'PT409', hint = 'stale_backup';
  end if;
  -- It is counted up; a leap to the end of the numbers would leave none for its owner.
  if save_key_backup.seq > held.seq + 1000 then
    raise exception 'The number of this backup is far ahead' using errcode = 'PT400', hint = 'backup_invalid';
  end if;
  if not app.has_signed_in_lately() then
    raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
  end if;
  perform app.keep_former_backup(held);
  update public.user_key_backups b
  set bundle = save_key_backup.bundle, slots = save_key_backup.slots, seq = save_key_backup.seq, updated_at = clock_timestamp(),
    key_signature = coalesce(save_key_backup.key_signature, b.key_signature),
    -- Other keys under other secrets: nobody has shown yet that they kept one.
    confirmed_at = case when b.bundle = save_key_backup.bundle or b.slots = save_key_backup.slots then b.confirmed_at end
  where b.user_id = auth.uid();
end
$function$;
CREATE OR REPLACE FUNCTION public.confirm_key_backup()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update public.user_key_backups b set confirmed_at = coalesce(b.confirmed_at, clock_timestamp()) where b.user_id = auth.uid() $function$;

create or replace view public.my_earning_years with (security_invoker=true) as
 SELECT (EXTRACT(year FROM (created_at AT TIME ZONE 'UTC'::text)))::integer AS year,
    source,
    (count(*))::integer AS lines,
    (sum(gross))::bigint AS gross,
    (sum(fee))::bigint AS fee,
    (sum(taken_back))::bigint AS taken_back,
    (sum(amount))::bigint AS amount
   FROM public.my_earnings e
  WHERE (state <> 'reversed'::text)
  GROUP BY ((EXTRACT(year FROM (created_at AT TIME ZONE 'UTC'::text)))::integer), source;
create or replace view public.my_identity with (security_barrier=true) as
 SELECT legal_name,
    birth_date,
    country,
    stated_at
   FROM billing.identities i
  WHERE (user_id = ( SELECT auth.uid() AS uid));

revoke all on function public.confirm_key_backup() from public, anon, authenticated, service_role;
grant execute on function public.confirm_key_backup() to authenticated;
grant execute on function public.confirm_key_backup() to service_role;
revoke all on table public.my_earning_years from public, anon, authenticated, service_role;
grant select on table public.my_earning_years to authenticated;
revoke all on table public.my_identity from public, anon, authenticated, service_role;
grant select on table public.my_identity to authenticated;

comment on function public.claim_payouts(integer,text) is 'Withdrawals to move on, for thirty seconds; committed as sending before the provider is asked. Without a reference the provider is first searched by the withdrawal''s id; its own withdrawal moves no money until it is started, and it is started only where it is the one whose reference stands here. What is prepared for somebody who is suspended waits until they are not.';
comment on column public.user_key_backups.confirmed_at is 'When its person showed that they have kept what opens it; the device makes and saves the first one without a question.';
comment on function public.confirm_key_backup() is 'One has shown on a device that one kept what opens one''s backup.';
comment on view public.my_earning_years is 'One''s own earnings added up by year (UTC) and source, without those that went back whole: gross - fee - taken_back = amount.';
comment on view public.my_identity is 'Who one said that one is, before the first withdrawal.';
