CREATE OR REPLACE FUNCTION public.staff_disputes()
 RETURNS TABLE(provider text, provider_ref text, payment_id uuid, username text, currency text, amount bigint, frozen integer, state text, evidence_due timestamp with time zone, opened_at timestamp with time zone, closed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select d.provider, d.provider_ref, d.payment_id, f.username::text, q.currency, q.amount, d.frozen, d.state, d.evidence_due, d.opened_at, d.closed_at
    from billing.disputes d
    join billing.payments q on q.id = d.payment_id
    left join public.profiles f on f.id = q.user_id
    order by d.state <> 'open', coalesce(d.evidence_due, d.opened_at)
    limit 100;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_findings(p_open boolean DEFAULT true, p_before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, kind text, ref text, details jsonb, found_at timestamp with time zone, settled_at timestamp with time zone, settled_by text, note text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select f.id, f.kind, f.ref, f.details, f.found_at, f.settled_at, p.username::text, f.note
    from billing.findings f left join public.profiles p on p.id = f.settled_by
    where (f.settled_at is null) = p_open and (p_before is null or f.id < p_before)
    order by f.id desc
    limit 50;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_payments()
 RETURNS TABLE(id uuid, username text, currency text, amount bigint, credits integer, status text, reason text, dispute text, provider text, provider_ref text, provider_status text, method text, created_at timestamp with time zone, acts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select q.id, f.username::text, q.currency, q.amount, q.credits, q.status, q.reason, q.dispute, a.provider, a.provider_ref, a.provider_status,
      a.method, q.created_at, billing.acts_on(q.id::text)
    from billing.payments q
    left join public.profiles f on f.id = q.user_id
    left join lateral (select t.* from billing.attempts t where t.payment_id = q.id order by t.id desc limit 1) as a on true
    where q.status = 'review'
    order by q.id desc
    limit 100;
end
$function$;
