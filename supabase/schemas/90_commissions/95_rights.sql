-- As all of the payments: what is of billing belongs to the ledger's owner, and nobody else has a right on a table.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'v') and c.relowner <> 'ledger_owner'::regrole
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p
    where p.pronamespace = 'billing'::regnamespace and p.proowner <> 'ledger_owner'::regrole
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on all tables in schema billing from public, anon, authenticated, service_role;
revoke all on all sequences in schema billing from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
grant execute on function billing.clock() to authenticated;
revoke execute on function app.may_read_commission_file(text) from public;
grant execute on function app.may_read_commission_file(text) to authenticated;
revoke execute on function
  public.advance_commissions(int), public.set_commissions_live(boolean), public.add_commission_file(uuid, uuid, jsonb),
  public.store_commission_file(uuid), public.claim_previews(int), public.note_preview(uuid, text),
  public.commission_files_to_remove(int), public.forget_commission_files(uuid[])
from public, anon, authenticated;
revoke execute on function
  public.commissions_open(), public.save_service(jsonb, uuid), public.set_service_state(uuid, text), public.my_services(),
  public.services_of(uuid), public.find_services(jsonb), public.service_page(uuid), public.join_waitlist(uuid), public.leave_waitlist(uuid),
  public.service_waitlist(uuid),
  public.request_commission(uuid, uuid, jsonb), public.commission_step(uuid, text, int, jsonb, uuid),
  public.read_commission(uuid), public.my_commissions(text, uuid), public.commission_cards(uuid, uuid), public.commission_licence(uuid),
  public.review_commission(uuid, int, text), public.answer_review(uuid, text), public.remove_commission_file(uuid),
  public.rule_dispute(uuid, int, text, text), public.staff_commission_disputes()
from public, anon;
