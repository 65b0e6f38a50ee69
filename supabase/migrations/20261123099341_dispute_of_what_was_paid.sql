CREATE OR REPLACE FUNCTION public.apply_payment_dispute(p_provider text, p_ref text, p_transaction text, p_state text, p_fee bigint DEFAULT 0, p_evidence_due timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p billing.payments;
  d billing.disputes;
begin
  if p_state is null or p_state not in ('open', 'won', 'lost') or p_fee < 0 then
    raise exception 'Unknown truth of a dispute: %', p_state using errcode = 'PT422', hint = 'payment_truth';
  end if;
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id
  where t.provider = p_provider and t.provider_ref = p_transaction and t.state = 'paid'
  for update of q;
  if not found or p.status <> 'paid' then
    perform billing.report('unknown_dispute', p_provider || ':' || p_ref, jsonb_build_object('transaction', p_transaction));
    return null;
  end if;
  if not exists (select from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref) then
    perform billing.open_dispute(p, p_provider, p_ref, p_evidence_due);
  end if;
  select x.* into strict d from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref;
  if d.state = 'open' and p_state <> 'open' then
    perform billing.close_dispute(p, d, p_state, p_fee);
  end if;
  return p.id;
end
$function$;

comment on function public.apply_payment_dispute(text,text,text,text,bigint,timestamp with time zone) is 'Believes what a provider says of a chargeback: open freezes what is left of the purchase, won gives it back, lost takes it and what is missing is owed (fee: what the provider charges for it). In any order and any number of times; answers the payment, null and a report for one that is none of ours, or of a transaction by which nothing was paid. PT422 payment_truth.';
