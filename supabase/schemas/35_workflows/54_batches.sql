-- A workflow over a list. All its runs are written at once and wait; whenever one is no longer at work, the next begins.
-- No second lock: a run that another transaction holds is passed over, and whoever holds it looks for the next itself.

create function app.release_batch(p_batch uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  most_at_work constant int := 2;
  next_run uuid;
begin
  for place in 1 .. most_at_work loop
    exit when (select count(*) from public.workflow_runs r where r.batch_id = p_batch and r.status = 'running') >= most_at_work;
    select r.id into next_run from public.workflow_runs r
    where r.batch_id = p_batch and r.status = 'queued'
    order by r.batch_row
    limit 1
    for no key update skip locked;
    exit when not found;
    perform app.advance_run(next_run, 0);
  end loop;
end
$$;
comment on function app.release_batch(uuid) is 'Begins the next runs of a batch, until two are at work.';

create function app.go_on_with_batch() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.release_batch(new.batch_id);
  return null;
end
$$;
comment on function app.go_on_with_batch() is 'One that ends, or waits for a choice, makes room for the next of its batch.';

create trigger go_on_with_batch after update of status on public.workflow_runs
  for each row
  when (new.batch_id is not null and old.status in ('queued', 'running') and new.status not in ('queued', 'running'))
  execute function app.go_on_with_batch();

create function app.write_batch_run(p_version public.workflow_versions, p_batch public.workflow_batches, p_row jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  message text;
  field text;
begin
  perform app.write_run(p_version, p_batch.user_id, jsonb_build_object(
    'key', format('batch:%s:%s', p_batch.id, p_row ->> 'n'), 'mode', 'whole', 'inputs', p_row -> 'inputs',
    'batch', p_batch.id, 'row', p_row -> 'n'));
exception when sqlstate 'PT422' then
  get stacked diagnostics message = message_text, field = pg_exception_detail;
  raise exception '%', message
    using errcode = 'PT422', hint = 'invalid_inputs', detail = format('rows.%s.%s', p_row ->> 'n', field);
end
$$;
comment on function app.write_batch_run(public.workflow_versions, public.workflow_batches, jsonb) is
  'The run of one line. PT422 with the line, from 1, and the field as detail: rows.3.inputs.titre.';

create function public.start_workflow_batch(workflow_id uuid, rows jsonb, idempotency_key text)
returns public.workflow_batches
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  batch public.workflow_batches;
  version public.workflow_versions;
  lines constant int := case jsonb_typeof(rows) when 'array' then jsonb_array_length(rows) else 0 end;
begin
  if lines not between 1 and 50 or coalesce(char_length(idempotency_key), 0) not between 1 and 200 then
    raise exception 'rows: 1 to 50 forms; idempotency_key: 1 to 200 characters' using errcode = 'PT400', hint = 'bad_request';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('workflow:' || person, 0));
  select * into batch from public.workflow_batches b
  where b.user_id = person and b.idempotency_key = start_workflow_batch.idempotency_key;
  if found then
    if batch.workflow_id is distinct from start_workflow_batch.workflow_id then
      raise exception 'This key stands for a batch of another workflow' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return batch;
  end if;
  version := app.version_to_run(start_workflow_batch.workflow_id, person, lines);
  if (select count(distinct r.batch_id) from public.workflow_runs r
      where r.user_id = person and r.status in ('queued', 'running') and r.batch_id is not null) >= 3 then
    raise exception '3 batches may be at work at once' using errcode = 'PT429', hint = 'too_many_running', detail = '30';
  end if;
  insert into public.workflow_batches (workflow_id, user_id, idempotency_key, title, rows_count, cost_quoted)
  values (version.workflow_id, person, start_workflow_batch.idempotency_key,
    (select w.title from public.workflows w where w.id = version.workflow_id), lines, lines * app.price_of_steps(version.steps))
  returning * into batch;
  perform app.write_batch_run(version, batch, jsonb_build_object('n', line.n, 'inputs', line.value))
  from jsonb_array_elements(rows) with ordinality as line (value, n);
  perform app.require_credits(person, batch.cost_quoted);
  perform app.release_batch(batch.id);
  return batch;
end
$$;
comment on function public.start_workflow_batch(uuid, jsonb, text) is
  'Begins one run per line, two at a time; the same key again answers the first one''s. What fails leaves the others as they are. PT402 insufficient_credits with what is missing as detail, PT404, PT422 invalid_inputs with rows.{line}.inputs.{field} as detail, PT429 too_many_running.';

create function public.cancel_workflow_batch(batch_id uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  left_out int;
  run uuid;
begin
  if not exists (select from public.workflow_batches b where b.id = cancel_workflow_batch.batch_id and b.user_id = person) then
    perform app.not_there('batch');
  end if;
  -- Those that wait first: then nothing begins while the others are stopped.
  with stopped as (
    update public.workflow_runs r set status = 'canceled', finished_at = clock_timestamp()
    where r.batch_id = cancel_workflow_batch.batch_id and r.status = 'queued'
    returning r.id)
  update public.workflow_run_steps s set status = 'skipped', finished_at = clock_timestamp()
  where s.run_id in (select id from stopped) and s.status = 'pending';
  for run in
    select r.id from public.workflow_runs r
    where r.batch_id = cancel_workflow_batch.batch_id and r.status in ('queued', 'running', 'waiting') order by r.batch_row
  loop
    perform public.cancel_workflow_run(run);
  end loop;
  select count(*) into left_out from public.workflow_runs r
  where r.batch_id = cancel_workflow_batch.batch_id and r.status = 'canceled';
  return left_out;
end
$$;
comment on function public.cancel_workflow_batch(uuid) is
  'Stops what is left of one''s own batch, and answers how many of its runs are stopped. What is made stays. PT404.';

create function public.resume_workflow_batch(batch_id uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  failed public.workflow_runs[];
  run public.workflow_runs;
begin
  select array_agg(r order by r.batch_row) into failed
  from public.workflow_runs r join public.workflow_batches b on b.id = r.batch_id
  where b.id = resume_workflow_batch.batch_id and b.user_id = person and r.status in ('failed', 'partial', 'canceled');
  perform app.require_credits(person, (
    select coalesce(sum(app.price_of_steps(jsonb_path_query_array(
      f.steps, '$[$from to last]', jsonb_build_object('from', f.current_step)))), 0)::int
    from unnest(failed) as f));
  foreach run in array coalesce(failed, '{}') loop
    -- Written like a resumed run, but it waits for its turn.
    perform app.lock_own_run(run.id, person);
    insert into public.workflow_run_steps (run_id, step_index, attempt, kind, title)
    select s.run_id, s.step_index, s.attempt + 1, s.kind, s.title
    from public.workflow_run_steps s
    where s.run_id = run.id and s.step_index >= run.current_step and s.status in ('failed', 'skipped')
      and s.attempt = (app.last_step(s.run_id, s.step_index)).attempt;
    update public.workflow_runs r set status = 'queued', finished_at = null where r.id = run.id;
  end loop;
  perform app.release_batch(resume_workflow_batch.batch_id);
  return coalesce(cardinality(failed), 0);
end
$$;
comment on function public.resume_workflow_batch(uuid) is
  'Takes up again what failed or was stopped in one''s own batch, from the step that failed, and answers how many runs those are. PT402.';

revoke execute on function
  app.release_batch(uuid), app.go_on_with_batch(),
  app.write_batch_run(public.workflow_versions, public.workflow_batches, jsonb) from public;
revoke execute on function
  public.start_workflow_batch(uuid, jsonb, text), public.cancel_workflow_batch(uuid), public.resume_workflow_batch(uuid)
from public, anon, authenticated;
grant execute on function
  public.start_workflow_batch(uuid, jsonb, text), public.cancel_workflow_batch(uuid), public.resume_workflow_batch(uuid)
to authenticated;
