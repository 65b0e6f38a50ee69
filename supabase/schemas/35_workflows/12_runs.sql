create table public.workflow_runs (
  id uuid primary key default app.uuid_v7(),
  workflow_id uuid references public.workflows (id) on delete set null,
  version int not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  mode text not null default 'whole' check (mode in ('step', 'whole')),
  title text not null,
  steps jsonb not null,
  inputs jsonb not null default '{}' check (jsonb_typeof(inputs) = 'object'),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'succeeded', 'partial', 'failed', 'canceled')),
  current_step int not null default 0 check (current_step >= 0),
  cost_quoted int not null check (cost_quoted >= 0),
  cost_charged int not null default 0 check (cost_charged >= 0),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  batch_id uuid references public.workflow_batches (id) on delete set null,
  batch_row int check (batch_row > 0),
  schedule_id uuid references public.workflow_schedules (id) on delete set null,
  unique (user_id, idempotency_key)
);
comment on column public.workflow_runs.batch_row is 'Which line of its batch it is, from 1. One that is queued waits for its turn.';
comment on column public.workflow_runs.steps is 'The steps of its version, as they were when it began.';
comment on column public.workflow_runs.inputs is 'What the form was filled in with, defaults included.';
comment on column public.workflow_runs.current_step is 'The first step that is not over, from 0; as many as there are steps when all are.';
create index workflow_runs_of_user on public.workflow_runs (user_id, id desc);
create index workflow_runs_of_workflow on public.workflow_runs (workflow_id, user_id, id desc);
create index workflow_runs_of_batch on public.workflow_runs (batch_id, batch_row) where batch_id is not null;
create index workflow_runs_of_schedule on public.workflow_runs (schedule_id) where schedule_id is not null;

alter table public.workflow_runs enable row level security;
revoke all on public.workflow_runs from anon, authenticated;
grant select on public.workflow_runs to authenticated;
create policy "people read their own runs" on public.workflow_runs
  for select to authenticated using (user_id = (select auth.uid()));

create table public.workflow_run_steps (
  run_id uuid not null references public.workflow_runs (id) on delete cascade,
  step_index int not null check (step_index >= 0),
  attempt int not null default 1 check (attempt > 0),
  kind text not null check (kind in ('enhance', 'analyse', 'generate', 'remix', 'upscale', 'choose', 'publish')),
  title text not null,
  status text not null default 'pending'
    check (status in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped')),
  input jsonb,
  output jsonb,
  generation_id uuid references public.generations (id) on delete set null,
  cost int not null default 0 check (cost >= 0),
  error text,
  error_message text,
  error_terms text[],
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, step_index, attempt)
);
comment on table public.workflow_run_steps is 'What each step was given and gave, attempt by attempt: the last one counts.';
comment on column public.workflow_run_steps.error is 'A stable code; error_message is a sentence, error_terms the words that a refused prompt is refused for.';
create index workflow_run_steps_generations on public.workflow_run_steps (generation_id) where generation_id is not null;

alter table public.workflow_run_steps enable row level security;
revoke all on public.workflow_run_steps from anon, authenticated;
grant select on public.workflow_run_steps to authenticated;
create policy "people read the steps of their own runs" on public.workflow_run_steps
  for select to authenticated using (
    exists (select from public.workflow_runs r where r.id = run_id and r.user_id = (select auth.uid())));

create table app.workflow_leases (
  run_id uuid primary key references public.workflow_runs (id) on delete cascade,
  due_at timestamptz,
  worker uuid,
  fence int not null default 0,
  tries int not null default 0,
  said_at timestamptz not null default clock_timestamp()
);
comment on table app.workflow_leases is 'Who works on a run, which nobody reads but the functions beside it.';
comment on column app.workflow_leases.due_at is
  'When a worker may take the run up: at once, after a pause, or when the lease of whoever works on it has run out. Null: there is nothing to do, as while a picture is being made or a person chooses.';
comment on column app.workflow_leases.fence is
  'How often it was taken up: whoever comes with an older number has lost the run and writes nothing.';
comment on column app.workflow_leases.tries is 'How often the step in work was taken up: one that ends its process each time is given up.';
comment on column app.workflow_leases.said_at is
  'When the form was filled in, which of a schedule was when it was made: what it says of photographs was said then.';
create index workflow_leases_due on app.workflow_leases (due_at) where due_at is not null;

alter table app.workflow_leases enable row level security;
