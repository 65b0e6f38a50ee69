-- As all of the payments: it belongs to the ledger's owner, and nobody else has a right on a table.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, 'table' as sort from pg_class c
    where c.oid in ('billing.letters'::regclass, 'billing.numbers'::regclass, 'billing.number_codes'::regclass,
      'billing.statement_keys'::regclass)
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p
    where p.pronamespace = 'billing'::regnamespace and p.proowner <> 'ledger_owner'::regrole
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on billing.letters, billing.numbers, billing.number_codes, billing.statement_keys from public, anon, authenticated, service_role;
revoke all on all sequences in schema billing from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
grant execute on function billing.clock() to authenticated;
revoke execute on function
  public.claim_payment_letters(int), public.finish_payment_letter(bigint), public.note_number_code(uuid, text, text),
  public.prove_number(uuid, text, text, text, text), public.note_statement_key(text), public.statement_keys()
from public, anon, authenticated;
revoke execute on function public.statement_to_print(date, date) from public, anon;
revoke all on public.my_numbers from anon, authenticated, service_role;
grant select on public.my_numbers to authenticated;
