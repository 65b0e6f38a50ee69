-- A workflow is an ordered list of steps behind a form. What is run is a run's own copy: whatever becomes of the workflow
-- afterwards, the run goes on, and can be read.
create table public.workflows (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid references public.profiles (id) on delete cascade,
  slug text unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  summary text not null default '' check (char_length(summary) <= 1000),
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  cover_url text check (char_length(cover_url) <= 2048),
  goal text check (goal in ('affiche', 'motif', 'portrait', 'produit', 'bd', 'carte', 'banniere', 'logo', 'retouche')),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  fee_credits int not null default 0 check (fee_credits between 0 and 5),
  forked_from uuid references public.workflows (id) on delete set null,
  current_version int not null default 1 check (current_version > 0),
  runs_count int not null default 0 check (runs_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (owner_id is not null or slug is not null)
);
comment on column public.workflows.owner_id is 'Null: ours, a template, which has a slug.';
comment on column public.workflows.labels is 'Title and summary in other languages, as title_en and summary_en.';
create index workflows_of_owner on public.workflows (owner_id, updated_at desc);
create index workflows_public on public.workflows (runs_count desc, id desc) where visibility = 'public';
create index workflows_forks on public.workflows (forked_from) where forked_from is not null;
create trigger touch before update on public.workflows
  for each row when (old.runs_count = new.runs_count) execute function app.touch();

create table public.workflow_versions (
  workflow_id uuid not null references public.workflows (id) on delete cascade,
  version int not null check (version > 0),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  inputs jsonb not null default '[]' check (jsonb_typeof(inputs) = 'array'),
  created_at timestamptz not null default now(),
  primary key (workflow_id, version)
);

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
  unique (user_id, idempotency_key)
);
comment on column public.workflow_runs.steps is 'The steps of its version, as they were when it began.';
comment on column public.workflow_runs.inputs is 'What the form was filled in with, defaults included.';
comment on column public.workflow_runs.current_step is 'The first step that is not over, from 0; as many as there are steps when all are.';
create index workflow_runs_of_user on public.workflow_runs (user_id, id desc);
create index workflow_runs_of_workflow on public.workflow_runs (workflow_id, user_id, id desc);

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

create table app.workflow_leases (
  run_id uuid primary key references public.workflow_runs (id) on delete cascade,
  due_at timestamptz,
  worker uuid,
  fence int not null default 0
);
comment on table app.workflow_leases is 'Who works on a run, which nobody reads but the functions beside it.';
comment on column app.workflow_leases.due_at is
  'When a worker may take the run up: at once, after a pause, or when the lease of whoever works on it has run out. Null: there is nothing to do, as while a picture is being made or a person chooses.';
comment on column app.workflow_leases.fence is
  'How often it was taken up: whoever comes with an older number has lost the run and writes nothing.';
create index workflow_leases_due on app.workflow_leases (due_at) where due_at is not null;

alter table public.workflows enable row level security;
alter table public.workflow_versions enable row level security;
alter table public.workflow_runs enable row level security;
alter table public.workflow_run_steps enable row level security;
alter table app.workflow_leases enable row level security;
revoke all on public.workflows, public.workflow_versions, public.workflow_runs, public.workflow_run_steps, app.workflow_leases
  from anon, authenticated;
revoke all on app.workflow_leases from service_role;
grant select on public.workflows, public.workflow_versions, public.workflow_runs, public.workflow_run_steps to authenticated;
grant delete on public.workflows to authenticated;

create policy "people read workflows that are public or theirs" on public.workflows
  for select to authenticated using (visibility = 'public' or owner_id = (select auth.uid()));
create policy "people delete their own workflows" on public.workflows
  for delete to authenticated using (owner_id = (select auth.uid()));
create policy "versions are read with their workflow" on public.workflow_versions
  for select to authenticated using (
    exists (
      select from public.workflows w
      where w.id = workflow_id and (w.visibility = 'public' or w.owner_id = (select auth.uid()))));
create policy "people read their own runs" on public.workflow_runs
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people read the steps of their own runs" on public.workflow_run_steps
  for select to authenticated using (
    exists (select from public.workflow_runs r where r.id = run_id and r.user_id = (select auth.uid())));
