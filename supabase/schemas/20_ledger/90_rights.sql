-- All of it belongs to a role that nobody logs in as. Nobody else, the service key included, writes a table of it; four
-- functions are what servers may call.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'ledger'::regnamespace and c.relkind in ('r', 'v')
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p where p.pronamespace = 'ledger'::regnamespace
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on schema ledger from public, anon, authenticated, service_role;
revoke all on all tables in schema ledger from public, anon, authenticated, service_role;
revoke all on all sequences in schema ledger from public, anon, authenticated, service_role;
revoke all on all functions in schema ledger from public, anon, authenticated, service_role;
grant usage on schema ledger to service_role;
grant execute on function
  ledger.hold(uuid, uuid, bigint, text, text, interval),
  ledger.settle(uuid, bigint, jsonb, text),
  ledger.extend(uuid, interval),
  ledger.sweep(int)
to service_role;
