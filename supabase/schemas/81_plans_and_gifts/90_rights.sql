-- As all of the payments: it belongs to the ledger's owner, and nobody else has a right on a table.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, 'table' as sort from pg_class c
    where c.oid in ('billing.periods'::regclass, 'billing.daily_gifts'::regclass, 'billing.low_balances'::regclass)
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p
    where p.pronamespace = 'billing'::regnamespace and p.proowner <> 'ledger_owner'::regrole
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on billing.periods, billing.daily_gifts, billing.low_balances from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
grant execute on function billing.clock() to authenticated;
revoke execute on function app.notice_low_balance() from public;
revoke execute on function public.claim_plan_renewals(int), public.advance_billing_clock() from public, anon, authenticated;
revoke execute on function
  public.plan_quote(uuid), public.change_plan(uuid), public.cancel_plan(), public.resume_plan(), public.pause_plan(int),
  public.daily_gift(), public.take_daily_gift()
from public, anon;
