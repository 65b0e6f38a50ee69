-- Runs that somebody asks for together, or ahead of time. Their runs are runs like any other.

create table public.workflow_batches (
  id uuid primary key default app.uuid_v7(),
  workflow_id uuid references public.workflows (id) on delete set null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  title text not null,
  rows_count int not null check (rows_count between 1 and 50),
  cost_quoted int not null check (cost_quoted >= 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, idempotency_key)
);
comment on table public.workflow_batches is 'One workflow over a list: a run per line, two at work at once.';
create index workflow_batches_of_workflow on public.workflow_batches (workflow_id, user_id, id desc);

alter table public.workflow_batches enable row level security;
revoke all on public.workflow_batches from anon, authenticated;
grant select on public.workflow_batches to authenticated;
create policy "people read their own batches" on public.workflow_batches
  for select to authenticated using (user_id = (select auth.uid()));

create table public.workflow_schedules (
  id uuid primary key default app.uuid_v7(),
  workflow_id uuid not null references public.workflows (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  inputs jsonb not null default '{}' check (jsonb_typeof(inputs) = 'object'),
  every text not null check (every in ('once', 'day', 'week', 'month')),
  starts_at timestamptz not null,
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  next_at timestamptz,
  runs_count int not null default 0 check (runs_count >= 0),
  failed_code text,
  created_at timestamptz not null default clock_timestamp()
);
comment on column public.workflow_schedules.starts_at is 'Its first time. The others are at the same hour of the clock in its time zone.';
comment on column public.workflow_schedules.next_at is 'Null: it has ended, or waits to be taken up again.';
comment on column public.workflow_schedules.failed_code is 'Why its last time did not begin: a stable code, as start_workflow_run refuses.';
create index workflow_schedules_of_user on public.workflow_schedules (user_id, id desc);
create index workflow_schedules_of_workflow on public.workflow_schedules (workflow_id);
create index workflow_schedules_due on public.workflow_schedules (next_at) where next_at is not null;

alter table public.workflow_schedules enable row level security;
revoke all on public.workflow_schedules from anon, authenticated;
grant select, delete on public.workflow_schedules to authenticated;
create policy "people read their own schedules" on public.workflow_schedules
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people delete their own schedules" on public.workflow_schedules
  for delete to authenticated using (user_id = (select auth.uid()));
