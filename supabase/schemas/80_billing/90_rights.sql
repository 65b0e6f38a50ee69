-- All of it belongs to the ledger's owner, whom nobody logs in as. Nobody else, the service key included, has a right on a
-- table; servers call the functions of public that are named here, people those that ask who they are.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'v')
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p where p.pronamespace = 'billing'::regnamespace
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on schema billing from public, anon, authenticated, service_role;
revoke all on all tables in schema billing from public, anon, authenticated, service_role;
revoke all on all sequences in schema billing from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
-- my_payments reads the clock as whoever asks.
grant execute on function billing.clock() to authenticated;
revoke execute on function app.tell_payment(uuid), app.notify_of_payment(), app.notify_of_gift(), app.notify_giver() from public;

revoke execute on function
  public.enter_payment_realm(text), public.move_payment_clock(interval), public.note_provider_call(text, text, boolean),
  public.receive_payment_event(text, text, text, text, text), public.count_webhook_reject(text, text),
  public.claim_payment_events(int), public.finish_payment_event(text, text, text),
  public.apply_payment_truth(text, text, uuid, jsonb), public.apply_payment_dispute(text, text, text, text, bigint, timestamptz),
  public.claim_refunds(int), public.note_refund(uuid, text),
  public.start_payment(uuid, jsonb), public.retry_payment(uuid, uuid, jsonb), public.note_attempt(uuid, text, text, text, text),
  public.claim_payment_attempts(int), public.attempt_not_found(uuid), public.claim_ring(uuid, uuid, text), public.billing_violations(),
  public.issue_receipts(int, jsonb), public.promo_for_order(uuid, text, uuid),
  public.claim_billing_job(text, interval), public.finish_billing_job(text), public.note_settlement(text, text, text, bigint),
  public.compare_provider_balance(text, text, bigint, bigint), public.provider_books(text), public.report_webhook_off(text)
from public, anon, authenticated;
revoke execute on function
  public.ask_refund(uuid), public.redeem_gift(uuid), public.redeem_gift_code(text), public.take_back_gift(uuid), public.return_gift(uuid),
  public.payment_status(uuid), public.cancel_payment(uuid), public.receipt_to_print(uuid), public.check_promo_code(text, uuid),
  public.redeem_code(text), public.create_promo_code(text, text, text, int, timestamptz, int),
  public.staff_findings(boolean, bigint), public.settle_finding(bigint, text), public.staff_payments(), public.staff_disputes(),
  public.reread_payment(uuid, text), public.fail_payment(uuid, text), public.settle_refund_by_hand(uuid, boolean, text)
from public, anon;
