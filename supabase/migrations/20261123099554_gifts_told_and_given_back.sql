drop function public.redeem_gift_code(text);

CREATE OR REPLACE FUNCTION billing.gift_for(p_gift uuid, p_person uuid)
 RETURNS billing.gifts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift for update;
  if g.state = 'redeemed' and g.redeemed_by = p_person then
    return g;
  end if;
  if g.state is distinct from 'open' or g.recipient_id <> p_person or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.open_accounts(p_person);
  perform ledger.post('gift:' || g.id || ':redeem', 'gift', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || p_person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'redeemed', redeemed_by = p_person, closed_at = billing.clock() where id = g.id
  returning * into g;
  return g;
end
$function$;
CREATE OR REPLACE FUNCTION billing.legs_of_gift(p billing.payments)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update billing.refunds set state = 'done', closed_at = billing.clock() where payment_id = p.id and closed_at is null;
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where payment_id = p.id and state = 'open';
  if not found then
    return '[]';
  end if;
  return jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -p.credits), billing.leg('platform', 'issued', 'CREDIT', p.credits));
end
$function$;
CREATE OR REPLACE FUNCTION public.ask_refund(p_payment uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  p billing.payments;
  a billing.attempts;
  frozen int;
  made uuid;
begin
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = person for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  select r.id into made from billing.refunds r where r.payment_id = p.id and r.closed_at is null;
  if found then
    return made;
  end if;
  if p.status <> 'paid' or p.refunded > 0 or p.dispute <> 'none'
    or p.purpose <> 'gift' and p.paid_at < billing.clock() - interval '14 days'
  then
    raise exception 'This payment is not refunded on demand' using errcode = 'PT422', hint = 'not_refundable';
  end if;
  frozen := billing.refundable_credits(p);
  if frozen is null then
    raise exception 'Credits of this purchase were used' using errcode = 'PT422', hint = 'credits_used';
  end if;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
  insert into billing.refunds (payment_id, amount, credits, way)
  values (p.id, p.amount, frozen, case when a.provider = 'fedapay' then 'staff' else 'provider' end)
  returning id into made;
  if frozen > 0 then
    perform ledger.post('refund:' || made || ':freeze', 'refund_freeze', jsonb_build_array(
      billing.leg('user:' || person, 'paid', 'CREDIT', -frozen),
      billing.leg('user:' || person, 'frozen', 'CREDIT', frozen)), 'payment', p.id::text);
  end if;
  if a.provider = 'fedapay' then
    perform billing.report('refund_by_hand', made::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
      'amount', p.amount, 'currency', p.currency, 'number', a.msisdn_last4));
  end if;
  perform app.tell_payment(p.id);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.note_refund(p_refund uuid, p_outcome text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r billing.refunds;
  person uuid;
begin
  select q.user_id into person from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund for update;
  if not found then
    raise exception 'There is no such refund' using errcode = 'PT404';
  end if;
  if r.closed_at is not null then
    return;
  end if;
  if p_outcome = 'not_possible' then
    if r.credits > 0 then
      perform ledger.post('refund:' || r.id || ':thaw', 'refund_thaw', jsonb_build_array(
        billing.leg('user:' || person, 'frozen', 'CREDIT', -r.credits),
        billing.leg('user:' || person, 'paid', 'CREDIT', r.credits)), 'payment', r.payment_id::text);
    end if;
    update billing.refunds set state = 'failed', closed_at = billing.clock(), lease_until = null where id = r.id;
    perform billing.report('refund_failed', r.id::text, jsonb_build_object('payment', r.payment_id));
    perform app.tell_payment(r.payment_id);
    return;
  end if;
  update billing.refunds
  set state = 'unknown', lease_until = null,
    run_after = clock_timestamp() + least(interval '1 hour', interval '5 seconds' * power(2, least(r.tries, 10)))
  where id = r.id;
  if r.created_at < billing.clock() - interval '48 hours' then
    perform billing.report('refund_unresolved', r.id::text, jsonb_build_object('payment', r.payment_id));
  end if;
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
  select unnest(array['credit_statement', 'my_earnings', 'my_gifts', 'my_numbers', 'my_payments', 'my_promo_codes', 'my_receipts', 'my_subscription'])
  order by 1
$function$;
CREATE OR REPLACE FUNCTION public.redeem_code(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  gift uuid;
  c billing.promo_codes;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is not null then
    return billing.describe_gift(billing.gift_for(gift, person)) || '{"kind":"gift"}';
  end if;
  c := billing.promo_for(person, p_code);
  if c.kind = 'credits' then
    perform billing.reserve_promo(c.id, person, null, null);
    update billing.promo_uses set state = 'kept' where promo_id = c.id and user_id = person;
    perform ledger.give(person, c.value, 'promo:' || c.id);
    return jsonb_build_object('kind', 'credits', 'credits', c.value);
  end if;
  if c.id is not null then
    return jsonb_build_object('kind', 'discount', 'credits', 0, 'percent', case c.kind when 'percent' then c.value end,
      'amount', case c.kind when 'amount' then c.value end);
  end if;
  perform billing.count_try(person);
  return jsonb_build_object('kind', 'none', 'credits', 0);
end
$function$;
CREATE OR REPLACE FUNCTION public.redeem_gift_code(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  gift uuid;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is null then
    perform billing.count_try(person);
    -- An answer, not an error: the try must stay counted.
    return null;
  end if;
  return billing.describe_gift(billing.gift_for(gift, person));
end
$function$;
CREATE OR REPLACE FUNCTION public.return_gift(p_gift uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift and x.recipient_id = person for update;
  if g.state is distinct from 'open' or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || g.giver_id, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$function$;
CREATE OR REPLACE FUNCTION public.take_back_gift(p_gift uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift and x.giver_id = person for update;
  if g.state is distinct from 'open' or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there to be taken back' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  if g.opened_at > billing.clock() - interval '30 days' then
    raise exception 'A gift can be taken back after thirty days' using errcode = 'PT422', hint = 'gift_young';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$function$;
CREATE OR REPLACE FUNCTION billing.describe_gift(g billing.gifts)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('gift_id', g.id, 'giver_id', g.giver_id, 'credits', g.credits, 'message', g.message)
$function$;
CREATE OR REPLACE FUNCTION billing.is_going_back(p_payment uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select exists (select from billing.refunds r where r.payment_id = p_payment and r.closed_at is null) $function$;
CREATE OR REPLACE FUNCTION billing.refundable_credits(p billing.payments)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p.purpose = 'gift' then
    -- They are with the gift, which is not opened any more.
    perform from billing.gifts g where g.payment_id = p.id and g.state = 'open' for update;
    return case when found then 0 end;
  end if;
  return case when billing.locked_balance('user:' || p.user_id, 'paid') >= p.credits then p.credits end;
end
$function$;

create or replace view public.my_gifts with (security_barrier=true) as
 SELECT g.id,
    g.payment_id,
    (g.giver_id = ( SELECT auth.uid() AS uid)) AS is_mine_to_give,
    g.giver_id,
    g.recipient_id,
    g.credits,
    g.message,
    g.state,
    g.opened_at,
    g.closed_at,
    ((g.state = 'open'::text) AND (r.id IS NOT NULL)) AS is_going_back
   FROM (billing.gifts g
     LEFT JOIN billing.refunds r ON (((r.payment_id = g.payment_id) AND (r.closed_at IS NULL))))
  WHERE ((g.giver_id = ( SELECT auth.uid() AS uid)) OR ((g.state <> 'unpaid'::text) AND ((( SELECT auth.uid() AS uid) = g.recipient_id) OR (( SELECT auth.uid() AS uid) = g.redeemed_by)) AND ((g.state <> 'open'::text) OR (r.id IS NULL))));
create or replace view public.my_payments with (security_barrier=true) as
 SELECT p.id,
    p.purpose,
    p.sku,
    p.currency,
    p.amount,
    p.tax,
    p.credits,
    p.status,
    p.reason,
    p.refunded,
    p.dispute,
    p.duplicate_of,
    p.return_to,
    p.created_at,
    p.paid_at,
    a.provider,
    a.method,
    a.msisdn_last4,
    a.checkout_url,
    a.attempt_started_at,
    r.state AS refund_state,
    r.created_at AS refund_asked_at,
    ((p.status = 'paid'::text) AND (p.refunded = 0) AND (p.dispute = 'none'::text) AND (r.state IS NULL) AND
        CASE p.purpose
            WHEN 'gift'::text THEN (EXISTS ( SELECT
               FROM billing.gifts g
              WHERE ((g.payment_id = p.id) AND (g.state = 'open'::text))))
            ELSE (p.paid_at > (billing.clock() - '14 days'::interval))
        END) AS is_refundable,
    p.plan_step,
    c.number AS receipt_number,
    c.id AS receipt_id
   FROM (((billing.payments p
     LEFT JOIN LATERAL ( SELECT t.provider,
            t.method,
            t.msisdn_last4,
                CASE
                    WHEN (t.state = 'open'::text) THEN t.checkout_url
                    ELSE NULL::text
                END AS checkout_url,
            t.created_at AS attempt_started_at
           FROM billing.attempts t
          WHERE (t.payment_id = p.id)
          ORDER BY t.id DESC
         LIMIT 1) a ON (true))
     LEFT JOIN LATERAL ( SELECT x.state,
            x.created_at
           FROM billing.refunds x
          WHERE ((x.payment_id = p.id) AND (x.state <> 'failed'::text))
          ORDER BY x.id DESC
         LIMIT 1) r ON (true))
     LEFT JOIN billing.receipts c ON (((c.payment_id = p.id) AND (c.kind = 'receipt'::text))))
  WHERE (p.user_id = ( SELECT auth.uid() AS uid));
create or replace view public.payment_methods with (security_barrier=true) as
 SELECT code,
    country,
    name,
    dial,
    digits,
    prefixes,
    max_amount,
    ussd,
    "position",
    (NOT (EXISTS ( SELECT
           FROM billing.provider_health h
          WHERE ((h.method = o.code) AND (NOT h.is_up))))) AS is_up,
    (( SELECT r.kind
           FROM billing.realm r) = 'test'::text) AS is_fictional
   FROM billing.operators o
  WHERE is_active;
create or replace view public.my_promo_codes with (security_barrier=true) as
 SELECT u.promo_id,
    u.payment_id,
    c.label,
    c.kind,
    c.value,
    u.state,
    u.at AS used_at
   FROM (billing.promo_uses u
     JOIN billing.promo_codes c ON ((c.id = u.promo_id)))
  WHERE (u.user_id = ( SELECT auth.uid() AS uid));

alter function billing.describe_gift(billing.gifts) owner to ledger_owner;
alter function billing.is_going_back(uuid) owner to ledger_owner;
alter function billing.refundable_credits(billing.payments) owner to ledger_owner;

revoke all on function billing.describe_gift(billing.gifts) from public, anon, authenticated, service_role;
revoke all on function billing.is_going_back(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.refundable_credits(billing.payments) from public, anon, authenticated, service_role;
revoke all on function public.redeem_gift_code(text) from public, anon, authenticated, service_role;
grant execute on function public.redeem_gift_code(text) to authenticated;
grant execute on function public.redeem_gift_code(text) to service_role;
revoke all on table public.my_promo_codes from public, anon, authenticated, service_role;
grant select on table public.my_promo_codes to authenticated;

comment on function public.ask_refund(uuid) is 'Asks one''s money back within 14 days while the credits of that purchase are unused (directive 2011/83/EU, article 9); they are frozen from now on. The money of a gift comes back as long as nobody has opened it, and nobody can from now on. Answers the refund; again: the same one. PT404 payment_unknown, PT422 not_refundable or credits_used.';
comment on function public.redeem_code(text) is 'Redeems any code: {kind: gift | credits | discount | none, credits, percent, amount}, and of a gift {gift_id, giver_id, message}. A discount is not used up by this: it is given with payment-start as promo_code. none for one that does not exist, is over or was used. PT429 throttled after five of those in an hour.';
comment on function public.redeem_gift_code(text) is 'Redeems the code of a gift (ten characters of Crockford''s alphabet, in any case, with or without dashes); answers {gift_id, giver_id, credits, message}, null for a code that does not exist or was used. PT429 throttled after five wrong ones in an hour.';
comment on view public.my_gifts is 'Gifts that one gave, paid or not, and those that one got. open: waits to be accepted, or for its code; is_going_back: not any more, since its giver has asked for the money.';
comment on view public.payment_methods is 'The Mobile Money operators, for everybody: country (ISO 3166-1), dialling code, digits of a number, usual beginnings, highest amount in XOF, whether they answer just now, and whether no money moves here (is_fictional: realm test).';
comment on function billing.describe_gift(billing.gifts) is 'What whoever opens it sees: the words of its giver with the credits.';
comment on function billing.is_going_back(uuid) is 'Its giver has asked for the money of this gift: nobody opens it meanwhile. To be asked under the lock of the gift, which asking for a refund takes too.';
comment on function billing.refundable_credits(billing.payments) is 'How many of their own credits whoever paid has to leave for their money; null where some were used, or a gift was opened.';
comment on view public.my_promo_codes is 'Codes that one has used, by the name that the staff gave them: reserved by a payment that is open, kept once it is paid.';
