-- One step of a workflow, run by itself for whoever tries it.

create function app.run_to_step(p_user uuid, p_asked jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows;
  run public.workflow_runs;
begin
  if not pg_input_is_valid(coalesce(p_asked ->> 'workflow', ''), 'uuid')
    or not pg_input_is_valid(coalesce(p_asked ->> 'run', gen_random_uuid()::text), 'uuid') then
    perform app.not_there('workflow');
  end if;
  if p_asked ->> 'run' is null then
    perform pg_advisory_xact_lock(hashtextextended('workflow:' || p_user, 0));
  end if;
  -- A key names one run, whether it is over or not; without one, it is the last one that is not.
  select * into run from public.workflow_runs r
  where r.user_id = p_user and r.workflow_id = (p_asked ->> 'workflow')::uuid
    and case
      when p_asked ->> 'run' is not null then r.id = (p_asked ->> 'run')::uuid
      when p_asked ->> 'key' is not null then r.idempotency_key = p_asked ->> 'key'
      else r.status not in ('succeeded', 'canceled')
    end
  order by r.id desc
  limit 1;
  if run.id is null then
    if p_asked ->> 'run' is not null then
      perform app.not_there('run');
    end if;
    workflow := app.readable_workflow((p_asked ->> 'workflow')::uuid, p_user);
    if not exists (
      select from public.workflow_versions v
      where v.workflow_id = workflow.id and v.version = workflow.current_version
        and (p_asked ->> 'step')::numeric between 0 and jsonb_array_length(v.steps) - 1) then
      perform app.not_there('step');
    end if;
    run := app.begin_run(workflow.id, p_user, jsonb_build_object(
      'key', coalesce(p_asked ->> 'key', gen_random_uuid()::text), 'mode', 'step', 'inputs', p_asked -> 'inputs'));
  elsif (p_asked ->> 'step')::numeric not between 0 and jsonb_array_length(run.steps) - 1 then
    perform app.not_there('step');
  end if;
  return run;
end
$$;
comment on function app.run_to_step(uuid, jsonb) is
  'The run that execute_step means: the one that is named, else the caller''s last one of that workflow that is not over, else a new one.';

create function public.begin_workflow_step(p_user uuid, p_asked jsonb, p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs := app.run_to_step(p_user, p_asked);
  step public.workflow_run_steps;
  index constant int := (p_asked ->> 'step')::int;
begin
  run := app.lock_own_run(run.id, p_user);
  step := app.last_step(run.id, index);
  if step.status in ('succeeded', 'waiting') then
    return app.step_receipt(run.id, index);
  end if;
  if run.status = 'canceled' then
    raise exception 'The run was stopped' using errcode = 'PT409', hint = 'canceled';
  end if;
  if index > run.current_step then
    raise exception 'Earlier steps are not over' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  if step.status = 'running' and (step.generation_id is not null
    or exists (select from app.workflow_leases l where l.run_id = run.id and l.due_at > clock_timestamp())) then
    raise exception 'The step is at work' using errcode = 'PT409', hint = 'already_running';
  end if;
  if step.status = 'failed' then
    insert into public.workflow_run_steps (run_id, step_index, attempt, kind, title)
    values (run.id, index, step.attempt + 1, step.kind, step.title)
    returning * into step;
  end if;
  return app.step_receipt(run.id, index) || jsonb_build_object('work', app.begin_step(run, step, p_worker, p_lease_seconds));
end
$$;
comment on function public.begin_workflow_step(uuid, jsonb, uuid, int) is
  'Takes up one step for execute_step: with work to do, or what is there already. A failed one begins anew. PT404 for what is not there or not this person''s, PT409 out_of_order, already_running or canceled, and what begin_run refuses.';

create function app.step_receipt(p_run uuid, p_index int) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'run', app.run_receipt(r),
    'step', jsonb_build_object(
      'index', s.step_index, 'kind', s.kind, 'title', s.title, 'attempt', s.attempt, 'status', s.status, 'input', s.input,
      'output', s.output, 'cost', s.cost, 'generation_id', s.generation_id,
      'error', case when s.error is not null then jsonb_strip_nulls(jsonb_build_object(
        'code', s.error, 'message', coalesce(s.error_message, ''), 'terms', to_jsonb(s.error_terms))) end))
  from public.workflow_runs r, app.last_step(p_run, p_index) as s
  where r.id = p_run
$$;
comment on function app.step_receipt(uuid, int) is 'A run and one step of it, as execute_step answers.';

create function public.workflow_step_receipt(p_user uuid, p_run uuid, p_step int) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select app.step_receipt(r.id, p_step) from public.workflow_runs r where r.id = p_run and r.user_id = p_user
$$;
comment on function public.workflow_step_receipt(uuid, uuid, int) is 'The same, for this person''s run.';

revoke execute on function app.run_to_step(uuid, jsonb), app.step_receipt(uuid, int) from public;
revoke execute on function
  public.begin_workflow_step(uuid, jsonb, uuid, int), public.workflow_step_receipt(uuid, uuid, int)
from public, anon, authenticated;
