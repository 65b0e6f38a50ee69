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
  if g.state is distinct from 'open' then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || g.giver_id, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$function$;
CREATE OR REPLACE FUNCTION public.sandbox_postings(p_payment uuid)
 RETURNS TABLE(id bigint, kind text, owner text, account text, asset text, amount bigint, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
begin
  perform sandbox.require_test();
  if not exists (select from billing.payments p where p.id = p_payment and p.user_id = person) then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  return query
    select t.id, t.kind, case when a.owner = 'platform' then 'platform' else 'person' end, a.kind, a.asset, e.amount, t.created_at
    from ledger.transfers t
    join ledger.entries e on e.transfer_id = t.id
    join ledger.accounts a on a.id = e.account_id
    where t.ref_type = 'payment' and t.ref_id = p_payment::text
    order by t.id, e.seq;
end
$function$;

revoke all on function public.return_gift(uuid) from public, anon, authenticated, service_role;
grant execute on function public.return_gift(uuid) to authenticated;
grant execute on function public.return_gift(uuid) to service_role;
revoke all on function public.sandbox_postings(uuid) from public, anon, authenticated, service_role;
grant execute on function public.sandbox_postings(uuid) to authenticated;
grant execute on function public.sandbox_postings(uuid) to service_role;

comment on function public.return_gift(uuid) is 'Whoever got a gift and does not want it gives it back: its credits are the giver''s own; answers how many. PT404 gift_gone for one that is closed or somebody else''s.';
comment on function public.sandbox_postings(uuid) is 'Every leg that one''s own payment has in the ledger, the platform''s too: for trying, so only in realm test. PT404 in realm live and for anybody else''s.';
