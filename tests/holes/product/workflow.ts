import type { Hole } from '../hole.ts'

const runs = { project: 'db', file: 'supabase/tests/making/workflow-database.test.ts' } as const
const rights = { project: 'db', file: 'supabase/tests/rights/rights.test.ts' } as const

export const workflowHoles: readonly Hole[] = [
  {
    threat: 'F-11',
    opens: "every workflow is everybody's to run",
    sql: `create or replace function app.readable_workflow(p_id uuid, p_user uuid) returns public.workflows
      language sql stable set search_path = '' as $$ select * from public.workflows w where w.id = p_id $$`,
    test: { ...runs, title: 'F-11 of a workflow of somebody else' },
  },
  {
    threat: 'F-11',
    opens: 'whoever knows the id of a run may stop it',
    sql: `create or replace function app.lock_own_run(p_run uuid, p_user uuid) returns public.workflow_runs
      language sql set search_path = '' as $$ select * from public.workflow_runs r where r.id = p_run for update $$`,
    test: { ...runs, title: 'F-11 and a run of somebody else' },
  },
  {
    threat: 'R-01',
    opens: "everybody reads everybody's runs",
    sql: 'create policy planted on public.workflow_runs for select to authenticated using (true)',
    test: { ...rights, title: 'R-01 workflow_runs: somebody else' },
  },
  {
    threat: 'F-01',
    opens: 'a form takes the address of any picture',
    sql: `create or replace function app.check_input_images(p_input jsonb, p_value jsonb) returns jsonb
      language sql set search_path = '' as $$ select p_value $$`,
    test: { ...runs, title: 'F-01 a picture of the form' },
  },
  {
    threat: 'F-07',
    opens: 'a picture is ordered for a step that was stopped',
    sql: `create or replace function app.attach_generation() returns trigger
      language plpgsql set search_path = '' as $$ begin return null; end $$`,
    test: { ...runs, title: 'F-07 nothing is ordered for a step' },
  },
  {
    threat: 'F-07',
    opens: 'each crash of a worker orders another picture',
    sql: `create function app.planted() returns trigger language plpgsql as $$ begin
        new.idempotency_key := gen_random_uuid(); return new; end $$;
      create trigger planted before insert on public.generations for each row execute function app.planted()`,
    test: { ...runs, title: 'F-07 a step taken up again' },
  },
  {
    threat: 'F-07',
    opens: 'a step at work is begun again',
    sql: `create function app.planted() returns trigger language plpgsql as $$ begin
        new.due_at := null; return new; end $$;
      create trigger planted before update on app.workflow_leases for each row execute function app.planted()`,
    test: { ...runs, title: 'F-07 a step that is begun 50 times' },
  },
  {
    threat: 'F-07',
    opens: 'a run begins that cannot be paid',
    sql: `create or replace function app.require_credits(p_user uuid, p_cost int) returns void
      language sql set search_path = '' as $$ select $$`,
    test: { ...runs, title: 'F-07 whoever could not pay' },
  },
  {
    threat: 'F-07',
    opens: 'a step does not learn that its picture has ended',
    sql: 'drop trigger end_step on public.generations',
    test: { ...runs, title: 'F-07 the end of a picture' },
  },
  {
    threat: 'D-15',
    opens: 'whoever once had a run may still write',
    sql: `create or replace function app.own_step(p_worker uuid, p_fence int, p_run uuid) returns public.workflow_run_steps
      language sql set search_path = '' as $$
        select * from public.workflow_run_steps s where s.run_id = p_run and s.status = 'running' $$`,
    test: { ...runs, title: 'D-15 that fell silent' },
  },
  {
    threat: 'versions',
    opens: 'what has run is rewritten',
    sql: 'drop trigger freeze_version on public.workflow_versions',
    test: { ...runs, title: 'a version that has run stays' },
  },
]
