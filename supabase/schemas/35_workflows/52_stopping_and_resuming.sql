-- Runs: stopped, taken up again, and chosen in.

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

revoke execute on function app.end_canceled(uuid, uuid, uuid) from public;
revoke execute on function
  public.cancel_workflow_run(uuid), public.resume_workflow_run(uuid, int), public.choose_in_step(uuid, int, text)
from public, anon, authenticated;
grant execute on function
  public.cancel_workflow_run(uuid), public.resume_workflow_run(uuid, int), public.choose_in_step(uuid, int, text)
to authenticated;
