-- Runs: begun and taken further. The row of a run is the lock of all that belongs to it, and it is always the last lock
-- that is taken: whatever ends a generation holds that generation's job and money already.

create function app.run_receipt(p_run public.workflow_runs) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_run.id, 'workflow_id', p_run.workflow_id, 'status', p_run.status, 'current_step', p_run.current_step,
    'cost_quoted', p_run.cost_quoted, 'cost_charged', p_run.cost_charged)
$$;
comment on function app.run_receipt(public.workflow_runs) is 'What execute_step tells of a run.';

create function app.last_step(p_run uuid, p_index int) returns public.workflow_run_steps
language sql stable
set search_path = ''
as $$
  select * from public.workflow_run_steps s
  where s.run_id = p_run and s.step_index = p_index
  order by s.attempt desc
  limit 1
$$;
comment on function app.last_step(uuid, int) is 'The attempt that counts.';

create function app.tell_workflow(p_run uuid, p_index int) returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object(
      'run_id', r.id, 'workflow_id', r.workflow_id, 'status', r.status, 'current_step', r.current_step,
      'cost_charged', r.cost_charged,
      'step', case when s.step_index is not null then
        jsonb_build_object('index', s.step_index, 'status', s.status, 'cost', s.cost) end),
    'workflow', 'user:' || r.user_id, true)
  from public.workflow_runs r left join lateral app.last_step(r.id, p_index) s on true
  where r.id = p_run
$$;
comment on function app.tell_workflow(uuid, int) is 'Tells the owner of a run when the transaction commits, with the step that changed.';

create function app.lock_own_run(p_run uuid, p_user uuid) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
begin
  select * into run from public.workflow_runs r where r.id = p_run and r.user_id = p_user for no key update;
  if run.id is null then
    perform app.not_there('run');
  end if;
  return run;
end
$$;
comment on function app.lock_own_run(uuid, uuid) is 'A run of this person, locked. PT404 otherwise.';

create function app.require_credits(p_user uuid, p_cost int) returns void
language plpgsql
set search_path = ''
as $$
declare
  available bigint;
begin
  select coalesce(sum(b.balance), 0) into available
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || p_user and a.asset = 'CREDIT' and a.kind in ('promo', 'paid');
  if available < p_cost then
    raise exception 'It would cost % credits, and % are left', p_cost, available
      using errcode = 'PT402', hint = 'insufficient_credits', detail = (p_cost - available)::text;
  end if;
end
$$;
comment on function app.require_credits(uuid, int) is
  'PT402 with what is missing as detail. Each picture still holds its own price when it is ordered.';

create function app.version_to_run(p_workflow uuid, p_user uuid, p_runs int) returns public.workflow_versions
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows := app.readable_workflow(p_workflow, p_user);
  version public.workflow_versions;
begin
  -- Written before the version is read: whoever saves the workflow at this moment makes its next version.
  update public.workflows w set runs_count = w.runs_count + p_runs where w.id = workflow.id returning * into workflow;
  select * into version from public.workflow_versions v
  where v.workflow_id = workflow.id and v.version = workflow.current_version;
  return version;
end
$$;
comment on function app.version_to_run(uuid, uuid, int) is 'What runs when this person starts the workflow now, counted as so many runs. PT404.';

create function app.write_run(p_version public.workflow_versions, p_user uuid, p_order jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
begin
  insert into public.workflow_runs (workflow_id, version, user_id, idempotency_key, mode, title, steps, inputs, cost_quoted,
    batch_id, batch_row, schedule_id)
  values (p_version.workflow_id, p_version.version, p_user, p_order ->> 'key', p_order ->> 'mode',
    (select w.title from public.workflows w where w.id = p_version.workflow_id), p_version.steps,
    app.fill_form(p_version.inputs, p_order -> 'inputs'), app.price_of_steps(p_version.steps),
    (p_order ->> 'batch')::uuid, (p_order ->> 'row')::int, (p_order ->> 'schedule')::uuid)
  returning * into run;
  insert into public.workflow_run_steps (run_id, step_index, kind, title)
  select run.id, step.n - 1, step.value ->> 'kind', step.value ->> 'title'
  from jsonb_array_elements(run.steps) with ordinality as step (value, n);
  insert into app.workflow_leases (run_id, said_at)
  values (run.id, coalesce((select s.created_at from public.workflow_schedules s where s.id = run.schedule_id), clock_timestamp()));
  perform app.pay_workflow_fee(run, (p_order ->> 'fee')::int);
  return run;
end
$$;
comment on function app.write_run(public.workflow_versions, uuid, jsonb) is 'A run with its steps, which nobody works on yet; its author''s fee is paid.';

create function app.begin_run(p_workflow uuid, p_user uuid, p_order jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
  version public.workflow_versions;
begin
  perform pg_advisory_xact_lock(hashtextextended('workflow:' || p_user, 0));
  select * into run from public.workflow_runs r
  where r.user_id = p_user and r.idempotency_key = p_order ->> 'key';
  if found then
    if run.workflow_id is distinct from p_workflow then
      raise exception 'This key stands for a run of another workflow' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return run;
  end if;
  version := app.version_to_run(p_workflow, p_user, 1);
  if (select count(*) from public.workflow_runs r
      where r.user_id = p_user and r.mode = 'whole' and r.status in ('queued', 'running') and r.batch_id is null) >= 10 then
    raise exception '10 runs may be at work at once' using errcode = 'PT429', hint = 'too_many_running', detail = '5';
  end if;
  run := app.write_run(version, p_user, p_order);
  perform app.require_credits(p_user, run.cost_quoted);
  return app.advance_run(run.id, 0);
end
$$;
comment on function app.begin_run(uuid, uuid, jsonb) is
  'A new run, or the one that has this key already. Costs no more than the author''s fee yet (PT409 price_changed where it is not the agreed one, PT402 paid_credits_missing), but is refused to whoever could not pay it whole.';

create function app.advance_run(p_run uuid, p_changed int) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs;
  next_step public.workflow_run_steps;
  offered jsonb;
begin
  select * into run from public.workflow_runs r where r.id = p_run for no key update;
  for place in 0 .. jsonb_array_length(run.steps) - 1 loop
    next_step := app.last_step(p_run, place);
    exit when next_step.status <> 'succeeded';
    next_step := null;
  end loop;
  if next_step.status = 'pending' and next_step.kind = 'choose' then
    offered := app.step_input(run, next_step.step_index);
    update public.workflow_run_steps s
    set status = case offered -> 'images' when '[]' then 'failed' else 'waiting' end,
      error = case offered -> 'images' when '[]' then 'empty_result' end,
      input = offered, started_at = clock_timestamp()
    where s.run_id = p_run and s.step_index = next_step.step_index and s.attempt = next_step.attempt
    returning * into next_step;
  end if;
  update public.workflow_runs r
  set current_step = coalesce(next_step.step_index, jsonb_array_length(r.steps)),
    status = case
      when r.status = 'canceled' then r.status
      when next_step.status is null then 'succeeded'
      when next_step.status = 'failed' then case
        when exists (select from public.workflow_run_steps s where s.run_id = p_run and s.status = 'succeeded') then 'partial'
        else 'failed' end
      when next_step.status = 'pending' then case when r.mode = 'whole' then 'running' else 'queued' end
      else next_step.status
    end,
    cost_charged = (select coalesce(sum(s.cost), 0) from public.workflow_run_steps s where s.run_id = p_run)
  where r.id = p_run
  returning * into run;
  update public.workflow_runs r
  set finished_at = case when r.status in ('succeeded', 'partial', 'failed', 'canceled') then clock_timestamp() end
  where r.id = p_run
  returning * into run;
  update app.workflow_leases l
  set due_at = case when run.mode = 'whole' and run.status = 'running' and next_step.status = 'pending' then clock_timestamp() end,
    worker = null, tries = 0
  where l.run_id = p_run;
  perform app.tell_workflow(p_run, p_changed);
  return run;
end
$$;
comment on function app.advance_run(uuid, int) is
  'After a step has changed: which one is next, how the run stands, and whether a worker has something to do. A choice waits for the person as soon as its turn comes.';

create function public.start_workflow_run(workflow_id uuid, inputs jsonb, mode text, idempotency_key text, fee int default 0)
returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
begin
  if coalesce(mode, '') not in ('step', 'whole') or coalesce(char_length(idempotency_key), 0) not between 1 and 200 then
    raise exception 'mode: step or whole; idempotency_key: 1 to 200 characters' using errcode = 'PT400', hint = 'bad_request';
  end if;
  return app.begin_run(workflow_id, person, jsonb_build_object('key', idempotency_key, 'mode', mode, 'inputs', inputs, 'fee', fee));
end
$$;
comment on function public.start_workflow_run(uuid, jsonb, text, text, int) is
  'Begins a run; the same key again answers the first one''s. A whole one goes on by itself. fee: what of bought credits its author gets for it, as it was shown (PT409 price_changed with the present one as detail, PT402 paid_credits_missing with how many). PT402 insufficient_credits with what is missing as detail, PT404, PT422 invalid_inputs with the field as detail, PT429 too_many_running.';

revoke execute on function
  app.run_receipt(public.workflow_runs), app.last_step(uuid, int), app.tell_workflow(uuid, int),
  app.lock_own_run(uuid, uuid), app.require_credits(uuid, int), app.version_to_run(uuid, uuid, int),
  app.write_run(public.workflow_versions, uuid, jsonb), app.begin_run(uuid, uuid, jsonb),
  app.advance_run(uuid, int) from public;
revoke execute on function public.start_workflow_run(uuid, jsonb, text, text, int) from public, anon, authenticated;
grant execute on function public.start_workflow_run(uuid, jsonb, text, text, int) to authenticated;
