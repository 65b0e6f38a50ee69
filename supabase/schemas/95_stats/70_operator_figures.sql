-- What whoever runs this sees of the product besides requests: for a system of metrics, by the service alone.

create function public.operator_figures() returns table (name text, help text, labels jsonb, value double precision)
language sql stable security definer
set search_path = ''
as $$
  select 'generation_jobs', 'Orders of pictures that are not over', jsonb_build_object('state', s.state),
    (select count(*) from app.generation_jobs j where j.state = s.state)
  from (values ('waiting'), ('leased')) as s (state)
  union all
  select 'generation_oldest_seconds', 'Since the oldest order that waits could have begun', '{}',
    coalesce(extract(epoch from clock_timestamp() - min(run_after)), 0)
  from app.generation_jobs where state = 'waiting' and run_after <= clock_timestamp()
  union all
  select 'holds_overdue', 'Credits set aside for longer than they may be', '{}', count(*)
  from ledger.holds where state = 'open' and expires_at < clock_timestamp() - interval '1 minute'
  union all
  select 'payment_oldest_seconds', 'Since the oldest payment began whose end is not known', '{}',
    coalesce(extract(epoch from billing.clock() - min(created_at)), 0)
  from billing.payments where status = 'pending'
  union all
  select 'payment_bells_waiting', 'What providers rang for and was not read yet', '{}', count(*)
  from billing.inbox where done_at is null and run_after < clock_timestamp()
  union all
  select 'push_waiting', 'Push messages that are due', '{}', count(*) from app.push_jobs where due_at <= clock_timestamp()
  union all
  select 'moved_pictures_waiting', 'Pictures whose address too many know still', '{}', count(*) from app.picture_moves
$$;
comment on function public.operator_figures() is 'Figures for a system of metrics: what waits, for how long, and what is overdue.';

create function public.operator_proofs() returns table (name text, help text, labels jsonb, value double precision)
language sql stable security definer
set search_path = ''
as $$
  select 'ledger_violations', 'What must never be found in the ledger', '{}'::jsonb, count(*)::double precision
  from ledger.violations
$$;
comment on function public.operator_proofs() is 'Figures that read whole tables: what the ledger proves of itself.';

revoke execute on function public.operator_figures(), public.operator_proofs() from public, anon, authenticated;
grant execute on function public.operator_figures(), public.operator_proofs() to service_role;
