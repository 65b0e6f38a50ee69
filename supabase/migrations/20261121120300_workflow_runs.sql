-- Runs: begun, stopped, taken up again. The row of a run is the lock of all that belongs to it, and it is always the last
-- lock that is taken: whatever ends a generation holds that generation's job and money already.
alter table app.workflow_leases add column tries int not null default 0;
comment on column app.workflow_leases.tries is 'How often the step in work was taken up: one that ends its process each time is given up.';

create function app.refuse_input(p_name text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'inputs.%: %', p_name, p_why using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs.' || p_name;
end
$$;
comment on function app.refuse_input(text, text) is 'PT422 with the field of the form as detail.';

create function app.check_input_text(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  most constant int := least(coalesce((p_input ->> 'max')::int, 1000), 1000);
begin
  if jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') > most then
    perform app.refuse_input(p_input ->> 'name', format('is no text of at most %s characters', most));
  end if;
  if p_input ->> 'kind' = 'choice'
    and not exists (select from jsonb_array_elements(p_input -> 'options') as o where o -> 'value' = p_value) then
    perform app.refuse_input(p_input ->> 'name', 'is none of the choices');
  end if;
  return to_jsonb(btrim(p_value #>> '{}'));
end
$$;
comment on function app.check_input_text(jsonb, jsonb) is 'A text of the form, or one of its choices.';

create function app.check_input_number(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) <> 'number'
    or p_value::numeric < coalesce((p_input ->> 'min')::numeric, '-Infinity')
    or p_value::numeric > coalesce((p_input ->> 'max')::numeric, 'Infinity') then
    perform app.refuse_input(p_input ->> 'name', 'is no number of this range');
  end if;
  return p_value;
end
$$;
comment on function app.check_input_number(jsonb, jsonb) is 'A number of the form.';

create function app.check_input_images(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := case jsonb_typeof(p_value) when 'string' then jsonb_build_array(p_value) else p_value end;
  most constant int := least(coalesce((p_input ->> 'max')::int, 1), 3);
begin
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) not between 1 and most then
    perform app.refuse_input(p_input ->> 'name', format('is no picture, nor a list of up to %s', most));
  end if;
  if exists (
    select from jsonb_array_elements(given) as image
    where jsonb_typeof(image) <> 'string' or length(image #>> '{}') > 2048 or image #>> '{}' !~
      '^(https?://[^/?#\\]+)?/storage/v1/(object|render/image)/public/(temp-images|temp-uploads|generated-images)/[^?#]+(\?[^#]*)?$') then
    perform app.refuse_input(p_input ->> 'name', 'is not the address of a stored picture');
  end if;
  return given;
end
$$;
comment on function app.check_input_images(jsonb, jsonb) is 'Pictures of the form, by their addresses with us: nothing foreign is ever asked for.';

create function app.fill_form(p_form jsonb, p_given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(nullif(p_given, 'null'), '{}');
  input jsonb;
  value jsonb;
  filled jsonb := '{}';
begin
  if jsonb_typeof(given) <> 'object' or octet_length(given::text) > 60000 then
    raise exception 'inputs: is no form' using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs';
  end if;
  for input in select i from jsonb_array_elements(p_form) as i loop
    value := given -> (input ->> 'name');
    if value is null or value in ('null', '[]') or btrim(value #>> '{}') = '' then
      value := nullif(input -> 'default', 'null');
    end if;
    if value is null or value = '""' then
      if coalesce((input -> 'required')::boolean, false) then
        perform app.refuse_input(input ->> 'name', 'is needed');
      end if;
      value := 'null';
    else
      value := case input ->> 'kind'
        when 'number' then app.check_input_number(input, value)
        when 'image' then app.check_input_images(input, value)
        else app.check_input_text(input, value)
      end;
    end if;
    filled := filled || jsonb_build_object(input ->> 'name', value);
  end loop;
  select key into value from (select to_jsonb(key) as key from jsonb_object_keys(given) as key) as names
  where not filled ? (key #>> '{}') limit 1;
  if found then
    perform app.refuse_input(value #>> '{}', 'is no field of the form');
  end if;
  return filled;
end
$$;
comment on function app.fill_form(jsonb, jsonb) is
  'The form as it was filled in, with defaults where nothing was given. PT422 invalid_inputs with the field as detail.';

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

create function app.begin_run(p_workflow uuid, p_user uuid, p_order jsonb) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows;
  version public.workflow_versions;
  run public.workflow_runs;
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
  workflow := app.readable_workflow(p_workflow, p_user);
  -- Written before the version is read: whoever saves the workflow at this moment makes its next version.
  update public.workflows w set runs_count = w.runs_count + 1 where w.id = p_workflow returning * into workflow;
  select * into version from public.workflow_versions v
  where v.workflow_id = workflow.id and v.version = workflow.current_version;
  if (select count(*) from public.workflow_runs r
      where r.user_id = p_user and r.mode = 'whole' and r.status in ('queued', 'running')) >= 10 then
    raise exception '10 runs may be at work at once' using errcode = 'PT429', hint = 'too_many_running', detail = '5';
  end if;
  insert into public.workflow_runs (workflow_id, version, user_id, idempotency_key, mode, title, steps, inputs, cost_quoted)
  values (workflow.id, version.version, p_user, p_order ->> 'key', p_order ->> 'mode', workflow.title, version.steps,
    app.fill_form(version.inputs, p_order -> 'inputs'), app.price_of_steps(version.steps))
  returning * into run;
  perform app.require_credits(p_user, run.cost_quoted);
  insert into public.workflow_run_steps (run_id, step_index, kind, title)
  select run.id, step.n - 1, step.value ->> 'kind', step.value ->> 'title'
  from jsonb_array_elements(run.steps) with ordinality as step (value, n);
  insert into app.workflow_leases (run_id) values (run.id);
  return app.advance_run(run.id, 0);
end
$$;
comment on function app.begin_run(uuid, uuid, jsonb) is
  'A new run, or the one that has this key already. Costs nothing yet, but is refused to whoever could not pay it whole.';

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

create function public.start_workflow_run(workflow_id uuid, inputs jsonb, mode text, idempotency_key text)
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
  return app.begin_run(workflow_id, person, jsonb_build_object('key', idempotency_key, 'mode', mode, 'inputs', inputs));
end
$$;
comment on function public.start_workflow_run(uuid, jsonb, text, text) is
  'Begins a run; the same key again answers the first one''s. A whole one goes on by itself. PT402 insufficient_credits with what is missing as detail, PT404, PT422 invalid_inputs with the field as detail, PT429 too_many_running.';

create function app.end_canceled(p_run uuid, p_user uuid, p_generation uuid) returns public.workflow_runs
language plpgsql
set search_path = ''
as $$
declare
  run public.workflow_runs := app.lock_own_run(p_run, p_user);
begin
  if exists (
    select from public.workflow_run_steps s join public.generations g on g.id = s.generation_id
    where s.run_id = p_run and g.status in ('queued', 'running') and g.id is distinct from p_generation) then
    -- A picture was ordered since one looked: its job must be locked before the run.
    raise exception 'once more' using errcode = 'PTX01';
  end if;
  if run.status in ('succeeded', 'canceled') then
    return run;
  end if;
  update public.workflow_run_steps s
  set status = 'skipped', finished_at = clock_timestamp()
  where s.run_id = p_run
    and (s.status in ('pending', 'waiting') or s.status = 'running' and s.generation_id is null);
  update public.workflow_runs r set status = 'canceled', finished_at = clock_timestamp() where r.id = p_run returning * into run;
  update app.workflow_leases l set due_at = null, worker = null, fence = l.fence + 1 where l.run_id = p_run;
  perform app.tell_workflow(p_run, run.current_step);
  return run;
end
$$;
comment on function app.end_canceled(uuid, uuid, uuid) is 'Ends a run whose picture under way, if any, has been cancelled. PTX01 where that was another one.';

create function public.cancel_workflow_run(run_id uuid) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  under_way uuid;
begin
  for attempt in 1 .. 5 loop
    select g.id into under_way
    from public.workflow_run_steps s join public.generations g on g.id = s.generation_id
    where s.run_id = cancel_workflow_run.run_id and g.user_id = person and g.status in ('queued', 'running');
    if found then
      perform public.cancel_generation(under_way);
    end if;
    begin
      return app.end_canceled(cancel_workflow_run.run_id, person, under_way);
    exception when sqlstate 'PTX01' then
      null;
    end;
  end loop;
  raise exception 'The run cannot be stopped at this moment' using errcode = 'PT503', hint = 'storage_failed';
end
$$;
comment on function public.cancel_workflow_run(uuid) is
  'Stops one''s own run: what is made stays and is paid, what is being made is cancelled and given back, the rest is left out. One that is over stays as it is. PT404.';

create function public.resume_workflow_run(run_id uuid, from_step int) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  run public.workflow_runs := app.lock_own_run(resume_workflow_run.run_id, person);
begin
  if from_step is null or from_step not between 0 and jsonb_array_length(run.steps) - 1 then
    perform app.not_there('step');
  end if;
  if exists (select from public.workflow_run_steps s where s.run_id = run.id and s.status = 'running') then
    raise exception 'A step is at work' using errcode = 'PT409', hint = 'already_running';
  end if;
  if from_step > run.current_step then
    raise exception 'Earlier steps are not over' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  perform app.require_credits(person, app.price_of_steps(jsonb_path_query_array(
    run.steps, '$[$from to last]', jsonb_build_object('from', from_step))));
  insert into public.workflow_run_steps (run_id, step_index, attempt, kind, title)
  select s.run_id, s.step_index, s.attempt + 1, s.kind, s.title
  from public.workflow_run_steps s
  where s.run_id = run.id and s.step_index >= from_step and s.status <> 'pending'
    and s.attempt = (app.last_step(s.run_id, s.step_index)).attempt;
  update public.workflow_runs r
  set status = 'queued',
    cost_quoted = r.cost_charged + app.price_of_steps(jsonb_path_query_array(
      r.steps, '$[$from to last]', jsonb_build_object('from', from_step)))
  where r.id = run.id;
  return app.advance_run(run.id, from_step);
end
$$;
comment on function public.resume_workflow_run(uuid, int) is
  'Does this step and those after it anew; what earlier steps gave is kept, and so are earlier attempts. PT402, PT404, PT409 already_running or out_of_order.';

create function public.choose_in_step(run_id uuid, step_index int, image_id text) returns public.workflow_runs
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs := app.lock_own_run(choose_in_step.run_id, app.require_person());
  step public.workflow_run_steps := app.last_step(run.id, choose_in_step.step_index);
  chosen jsonb;
begin
  if step.kind is distinct from 'choose' then
    perform app.not_there('choice');
  end if;
  if step.status <> 'waiting' then
    raise exception 'It is not this step''s turn' using errcode = 'PT409', hint = 'out_of_order';
  end if;
  select image into chosen from jsonb_array_elements(step.input -> 'images') as image
  where choose_in_step.image_id in (image ->> 'id', image ->> 'url');
  if not found then
    perform app.not_there('picture among those to choose from');
  end if;
  update public.workflow_run_steps s
  set status = 'succeeded', finished_at = clock_timestamp(),
    output = jsonb_build_object('image', chosen, 'images', jsonb_build_array(chosen))
  where s.run_id = run.id and s.step_index = step.step_index and s.attempt = step.attempt;
  return app.advance_run(run.id, step.step_index);
end
$$;
comment on function public.choose_in_step(uuid, int, text) is
  'The person''s choice, by the id or the address of a picture; a whole run goes on with it. PT404 for a picture that is not among those to choose from, PT409 where the step does not wait.';

revoke execute on function
  app.refuse_input(text, text),
  app.check_input_text(jsonb, jsonb),
  app.check_input_number(jsonb, jsonb),
  app.check_input_images(jsonb, jsonb),
  app.fill_form(jsonb, jsonb),
  app.run_receipt(public.workflow_runs),
  app.last_step(uuid, int),
  app.tell_workflow(uuid, int),
  app.lock_own_run(uuid, uuid),
  app.require_credits(uuid, int),
  app.begin_run(uuid, uuid, jsonb),
  app.advance_run(uuid, int),
  app.end_canceled(uuid, uuid, uuid),
  public.start_workflow_run(uuid, jsonb, text, text),
  public.cancel_workflow_run(uuid),
  public.resume_workflow_run(uuid, int),
  public.choose_in_step(uuid, int, text)
from public, anon, authenticated;
grant execute on function
  public.start_workflow_run(uuid, jsonb, text, text),
  public.cancel_workflow_run(uuid),
  public.resume_workflow_run(uuid, int),
  public.choose_in_step(uuid, int, text)
to authenticated;
