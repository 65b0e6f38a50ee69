create function public.has_due_generations() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from app.generation_jobs j where j.state = 'waiting' and j.run_after <= clock_timestamp())
    or exists (
      select from app.generation_jobs j
      where j.state = 'leased' and j.lease_until < clock_timestamp() and j.attempts < j.max_attempts and not j.is_canceled)
$$;
comment on function public.has_due_generations() is
  'Whether a worker would find something to claim: an idle process need not load what makes pictures.';
revoke execute on function public.has_due_generations() from public, anon, authenticated;
grant execute on function public.has_due_generations() to service_role;
