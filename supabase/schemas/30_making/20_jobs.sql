-- Lease, fence and hold of a generation, in a table that nobody reads but the functions around it.

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
  turn bigint not null default 0,
  traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  check ((state = 'leased') = (lease_until is not null))
);
comment on column app.generation_jobs.attempts is
  'How often it was claimed: the fence. A worker that comes with an older number has lost the job and writes nothing.';
comment on column app.generation_jobs.file_key is
  'Names the files: the same at every attempt, so that a crash leaves none behind, and not to be guessed from a sibling.';
comment on column app.generation_jobs.turn is
  'In which round it is served: one job of everybody who waits, then one more of everybody; within a round the oldest first.';
comment on column app.generation_jobs.traceparent is
  'The trace of the request that ordered, where one is followed: what works on the job goes on with it.';
-- Negative, so that « before this one » is one stretch of the index.
create index generation_jobs_waiting on app.generation_jobs ((-priority), turn, place) where state = 'waiting';
create index generation_jobs_leased on app.generation_jobs (lease_until) where state = 'leased';
create index generation_jobs_of_user on app.generation_jobs (user_id) where state <> 'over';
create index generation_jobs_holds on app.generation_jobs (hold_until) where state <> 'over';
create index generation_jobs_turns on app.generation_jobs (user_id, turn) where state <> 'over' or attempts > 0;

alter table app.generation_jobs enable row level security;

-- The round that is served now. A sequence: no claim waits for another one's, and a number that is lost harms nobody.
create sequence app.generation_turn minvalue 0 start 0;

create function app.next_turn(p_user uuid) returns bigint
language sql volatile
set search_path = ''
as $$
  select greatest(
    (select last_value from app.generation_turn),
    (select max(j.turn) + 1 from app.generation_jobs j where j.user_id = p_user and (j.state <> 'over' or j.attempts > 0)))
$$;
comment on function app.next_turn(uuid) is
  'The round of a person''s next order: the one that is served now, or the one after that of their last order. What was canceled before anybody worked on it took no turn.';

create function app.begin_turn(p_turn bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_turn > (select last_value from app.generation_turn) then
    perform setval('app.generation_turn', p_turn);
  end if;
end
$$;
comment on function app.begin_turn(bigint) is
  'A job of this round was leased. The rounds never go back, also when a job of an earlier one comes again.';

create function app.lock_own_job(p_worker uuid, p_attempt int, p_id uuid) returns app.generation_jobs
language sql
set search_path = ''
as $$
  select * from app.generation_jobs j
  where j.generation_id = p_id and j.worker = p_worker and j.attempts = p_attempt
  for update
$$;
comment on function app.lock_own_job(uuid, int, uuid) is 'The job where this attempt of this worker is still the last one; else nothing.';

create function app.generation_path(p_job app.generation_jobs, p_position int) returns text
language sql immutable
set search_path = ''
as $$
  select p_job.user_id || '/'
    || left(encode(sha256(convert_to(p_job.file_key || '/' || p_position, 'UTF8')), 'hex'), 32) || '.webp'
$$;
comment on function app.generation_path(app.generation_jobs, int) is 'Where the file of one picture belongs.';

create function app.generation_work(p_job app.generation_jobs) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id, 'attempt', p_job.attempts, 'user_id', g.user_id, 'prompt', coalesce(g.translation, g.prompt),
    'negative_prompt', g.negative_prompt, 'width', g.width, 'height', g.height, 'seed', g.seed, 'n_images', g.n_images,
    'upstream_ids', p_job.upstream_ids, 'traceparent', p_job.traceparent,
    'done', (select coalesce(jsonb_agg(i.position), '[]') from public.generation_images i where i.generation_id = g.id),
    'paths', (
      select jsonb_agg(app.generation_path(p_job, n) order by n) from generate_series(1, g.n_images) n),
    'references', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'bucket', r.bucket, 'path', r.path, 'role', r.role, 'influence', r.influence, 'sha256', l.sha256)
        order by r.position), '[]')
      from public.generation_references r
      left join app.reference_likeness l on l.generation_id = r.generation_id and l.position = r.position
      where r.generation_id = g.id))
  from public.generations g
  where g.id = p_job.generation_id
$$;
comment on function app.generation_work(app.generation_jobs) is
  'All that a worker needs: the order, what is done already, and under which path each picture''s file belongs.';

create function app.keep_hold(p_job app.generation_jobs) returns void
language plpgsql
set search_path = ''
as $$
declare
  hold_for constant interval := '15 minutes';
begin
  if p_job.hold_id is null or p_job.hold_until > clock_timestamp() + hold_for / 2 then
    return;
  end if;
  begin
    perform ledger.extend(p_job.hold_id, hold_for);
  exception when sqlstate 'PT404' then
    -- It was given back meanwhile: the work goes on, and is a present.
    null;
  end;
  update app.generation_jobs set hold_until = clock_timestamp() + hold_for where generation_id = p_job.generation_id;
end
$$;
comment on function app.keep_hold(app.generation_jobs) is 'Prolongs the hold of a job that is worked on, well before it expires.';

revoke execute on function
  app.next_turn(uuid), app.begin_turn(bigint), app.lock_own_job(uuid, int, uuid), app.generation_path(app.generation_jobs, int), app.generation_work(app.generation_jobs), app.keep_hold(app.generation_jobs)
from public;
