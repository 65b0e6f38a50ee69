-- A generation is a row with a state, a lease and a hold. What people see of it is in public; lease, fence and hold are
-- in a table that nobody reads but the functions beside it.
alter table public.generations
  add column idempotency_key text not null default app.uuid_v7()::text
    constraint generations_idempotency_key_check check (char_length(idempotency_key) between 1 and 200),
  add column request_hash text,
  add column n_images smallint not null default 1 check (n_images between 1 and 4),
  add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  add column source text not null default 'api'
    check (source in ('create-modal', 'remix-modal', 'workflow', 'conversation', 'api')),
  add column parent_post_id uuid,
  add column stage text check (char_length(stage) <= 40),
  add column progress real check (progress between 0 and 1),
  add column cost_quoted int not null default 0 check (cost_quoted >= 0),
  add column cost_charged int not null default 0 check (cost_charged between 0 and cost_quoted),
  add column blocked_rule text,
  add column blocked_terms text[],
  add column started_at timestamptz,
  add constraint generations_key_of_user unique (user_id, idempotency_key),
  drop constraint generations_status_check,
  add constraint generations_status_check
    check (status in ('queued', 'running', 'succeeded', 'failed', 'blocked', 'canceled', 'expired')),
  alter column status set default 'queued';
comment on column public.generations.idempotency_key is
  'The client''s name for this order: the same one again is the same generation, and costs nothing more.';
comment on column public.generations.parent_post_id is
  'The post that is remixed. No foreign key: where a picture comes from outlives the post.';
create index generations_speed on public.generations (engine, finished_at desc)
  where status = 'succeeded' and started_at is not null;

-- Processes that were killed have left these; nobody paid for them.
update public.generations
set status = 'failed', error_code = 'crashed', error_message = 'Erreur lors de la génération', finished_at = now()
where status in ('queued', 'running');

create table public.generation_references (
  generation_id uuid not null references public.generations (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  bucket text not null,
  path text not null,
  role text not null default 'auto' check (role in ('auto', 'subject', 'style', 'composition')),
  influence real not null default 0.5 check (influence between 0 and 1),
  used boolean,
  used_as text,
  used_note text,
  primary key (generation_id, position)
);
comment on table public.generation_references is
  'What a generation was given to look at, and the receipt of how each served: used is null until the engine has said.';

create table app.generation_jobs (
  generation_id uuid primary key references public.generations (id) on delete cascade,
  place bigint generated always as identity,
  user_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'over')),
  priority smallint not null default 0,
  run_after timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  max_attempts int not null default 3,
  worker uuid,
  lease_until timestamptz,
  is_canceled boolean not null default false,
  unit_price int not null check (unit_price >= 0),
  hold_id uuid,
  hold_until timestamptz,
  file_key uuid not null default gen_random_uuid(),
  upstream_ids jsonb not null default '{}',
  preview text,
  told_at timestamptz not null default '-infinity',
  last_error text,
  check ((state = 'leased') = (lease_until is not null))
);
comment on column app.generation_jobs.attempts is
  'How often it was claimed: the fence. A worker that comes with an older number has lost the job and writes nothing.';
comment on column app.generation_jobs.file_key is
  'Names the files: the same at every attempt, so that a crash leaves none behind, and not to be guessed from a sibling.';
create index generation_jobs_waiting on app.generation_jobs (priority desc, place) where state = 'waiting';
create index generation_jobs_leased on app.generation_jobs (lease_until) where state = 'leased';
create index generation_jobs_of_user on app.generation_jobs (user_id) where state <> 'over';
create index generation_jobs_holds on app.generation_jobs (hold_until) where state <> 'over';

alter table public.generation_references enable row level security;
alter table app.generation_jobs enable row level security;
revoke all on public.generation_references, app.generation_jobs from anon, authenticated;
revoke all on app.generation_jobs from service_role;
grant select on public.generation_references to authenticated;
create policy "people read the references of their own generations" on public.generation_references
  for select to authenticated using (
    exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));

-- The channel of one person: the server speaks, only that person listens, and nobody sends: no policy lets anybody insert.
create policy "people listen to their own channel" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));
