drop function public.compare_provider_balance(text,text,bigint);

CREATE OR REPLACE FUNCTION public.claim_sandbox_deliveries(p_limit integer)
 RETURNS TABLE(id bigint, transaction_id bigint, event_id text, type text, signature text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select r.kind from billing.realm r) <> 'test' then
    return;
  end if;
  return query
    update sandbox.deliveries d
    set lease_until = clock_timestamp() + interval '30 seconds', tries = d.tries + 1
    from (
      select x.id from sandbox.deliveries x
      where x.done_at is null and x.due_at <= billing.clock() and (x.lease_until is null or x.lease_until < clock_timestamp())
      order by x.id
      limit p_limit
      for update skip locked) as due
    where d.id = due.id
    returning d.id, d.transaction_id, d.event_id, d.type, d.signature;
end
$function$;
CREATE OR REPLACE FUNCTION public.finish_sandbox_delivery(p_id bigint, p_was_heard boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update sandbox.deliveries
  set lease_until = null, done_at = case when p_was_heard or tries >= 10 then clock_timestamp() end,
    due_at = billing.clock() + least(interval '1 minute', interval '1 second' * power(2, least(tries, 6)))
  where id = p_id
$function$;
CREATE OR REPLACE FUNCTION public.sandbox_refund(p_id bigint, p_amount bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t sandbox.transactions;
begin
  perform sandbox.require_test();
  update sandbox.transactions x set refunded = x.refunded + p_amount where x.id = p_id returning * into t;
  if not found then
    return null;
  end if;
  insert into sandbox.deliveries (transaction_id, event_id, type, due_at)
  values (t.id, format('evt_%s_refund_%s', t.id, t.refunded), 'transaction.updated', billing.clock() + interval '1 second');
  return sandbox.describe(t);
end
$function$;
CREATE OR REPLACE FUNCTION public.sandbox_send(p_id bigint, p_scenario text, p_mode text, p_number text, p_deliveries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent sandbox.transactions;
begin
  perform sandbox.require_test();
  update sandbox.transactions
  set sent_at = billing.clock(), scenario = p_scenario, mode = p_mode, number = p_number
  where id = p_id and sent_at is null
  returning * into sent;
  if not found then
    select * into sent from sandbox.transactions t where t.id = p_id;
    return sandbox.describe(sent);
  end if;
  insert into sandbox.deliveries (transaction_id, event_id, type, signature, due_at)
  select sent.id, d.event_id, d.type, coalesce(d.signature, 'good'), sent.sent_at + d.after * interval '1 second'
  from jsonb_to_recordset(p_deliveries) as d (event_id text, type text, signature text, after float8);
  return sandbox.describe(sent);
end
$function$;
CREATE OR REPLACE FUNCTION billing.money_unbooked(p_provider text, p_currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((f.details ->> 'amount')::bigint - coalesce((f.details ->> 'refunded')::bigint, 0) - coalesce((f.details ->> 'fee')::bigint, 0)), 0)::bigint
  from billing.findings f
  join billing.attempts a on a.id::text = f.ref
  where f.kind = 'amount_mismatch' and f.settled_at is null and a.provider = p_provider and a.state <> 'paid'
    and f.details ->> 'currency' = p_currency
$function$;
CREATE OR REPLACE FUNCTION public.compare_provider_balance(p_provider text, p_currency text, p_balance bigint, p_ours bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ours bigint := p_ours;
begin
  if ours is null then
    select coalesce(sum(b.amount), 0) into ours from public.provider_books(p_provider) b where b.currency = p_currency;
  end if;
  ours := ours + billing.money_unbooked(p_provider, p_currency);
  if ours <> p_balance then
    perform billing.report('balance_differs', format('%s:%s:%s', p_provider, p_currency, billing.today()),
      jsonb_build_object('ours', ours, 'theirs', p_balance, 'difference', p_balance - ours));
  end if;
  return p_balance - ours;
end
$function$;
CREATE OR REPLACE FUNCTION public.provider_books(p_provider text)
 RETURNS TABLE(currency text, amount bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.asset, coalesce(-sum(e.amount), 0)::bigint
  from ledger.accounts a join ledger.entries e on e.account_id = a.id
  where a.owner = 'platform' and a.kind = 'clearing_' || p_provider
  group by a.asset
$function$;

alter function billing.money_unbooked(text,text) owner to ledger_owner;

revoke all on function billing.money_unbooked(text,text) from public, anon, authenticated, service_role;
revoke all on function public.compare_provider_balance(text,text,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.compare_provider_balance(text,text,bigint,bigint) to service_role;
revoke all on function public.provider_books(text) from public, anon, authenticated, service_role;
grant execute on function public.provider_books(text) to service_role;

comment on function billing.money_unbooked(text,text) is 'Money that came in another amount than was asked for: the provider has it, our books do not, and it already lies before the staff as a finding of its own.';
comment on function public.compare_provider_balance(text,text,bigint,bigint) is 'What the provider says it has of ours, less what our books said (p_ours, else what they say now) and what is known to be unbooked; what is not 0 lies before the staff, once a day.';
comment on function public.provider_books(text) is 'What our books say that a provider has of ours, by currency: to be read between two equal answers of the provider.';
