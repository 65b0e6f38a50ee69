-- How steps are worked on. Whoever works names itself and the fence that it was given; with an older one nothing is
-- written.

create function app.begin_step(
  p_run public.workflow_runs, p_step public.workflow_run_steps, p_worker uuid, p_lease_seconds int
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
  lease app.workflow_leases;
begin
  update public.workflow_run_steps s
  set status = 'running', input = app.step_input(p_run, s.step_index), started_at = clock_timestamp()
  where s.run_id = p_run.id and s.step_index = p_step.step_index and s.attempt = p_step.attempt
  returning * into step;
  update public.workflow_runs r set status = 'running', finished_at = null where r.id = p_run.id;
  update app.workflow_leases l
  set due_at = clock_timestamp() + p_lease_seconds * interval '1 second', worker = p_worker, fence = l.fence + 1, tries = l.tries + 1
  where l.run_id = p_run.id
  returning l.* into lease;
  perform app.tell_workflow(p_run.id, step.step_index);
  return jsonb_build_object(
    'run_id', p_run.id, 'user_id', p_run.user_id, 'step', step.step_index, 'attempt', step.attempt, 'kind', step.kind,
    'input', step.input, 'said_at', lease.said_at, 'fence', lease.fence);
end
$$;
comment on function app.begin_step(public.workflow_runs, public.workflow_run_steps, uuid, int) is
  'A worker takes this step on, for the time of its lease. The same attempt again after a crash: its order has the same key.';

create function app.close_step(p_step public.workflow_run_steps, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.workflow_run_steps s
  set status = p_outcome ->> 'status', output = nullif(p_outcome -> 'output', 'null'), error = p_outcome ->> 'error',
    error_message = left(p_outcome ->> 'message', 500),
    error_terms = (select array_agg(term) from jsonb_array_elements_text(nullif(p_outcome -> 'terms', 'null')) as term),
    cost = coalesce((p_outcome ->> 'cost')::int, 0), finished_at = clock_timestamp()
  where s.run_id = p_step.run_id and s.step_index = p_step.step_index and s.attempt = p_step.attempt;
  perform app.advance_run(p_step.run_id, p_step.step_index);
end
$$;
comment on function app.close_step(public.workflow_run_steps, jsonb) is 'What became of a step, and what follows from it.';

create function app.own_step(p_worker uuid, p_fence int, p_run uuid) returns public.workflow_run_steps
language plpgsql
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
begin
  perform from public.workflow_runs r where r.id = p_run and r.status = 'running' for no key update;
  if not found or not exists (
    select from app.workflow_leases l where l.run_id = p_run and l.worker = p_worker and l.fence = p_fence) then
    return null;
  end if;
  select s.* into step
  from public.workflow_run_steps s
  where s.run_id = p_run and s.status = 'running' and s.generation_id is null;
  return step;
end
$$;
comment on function app.own_step(uuid, int, uuid) is
  'The step that this worker has in hand, with its run locked; nothing where somebody else has it by now, or a picture was ordered for it.';

create function public.claim_workflow(p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  run public.workflow_runs;
  step public.workflow_run_steps;
  tried int;
begin
  perform app.begin_scheduled_runs();
  loop
    select r.* into run
    from app.workflow_leases l join public.workflow_runs r on r.id = l.run_id
    where l.due_at <= clock_timestamp()
    order by l.due_at
    limit 1
    for no key update skip locked;
    if not found then
      return null;
    end if;
    step := app.last_step(run.id, run.current_step);
    select l.tries into tried from app.workflow_leases l where l.run_id = run.id;
    if step.status is null or run.status not in ('queued', 'running')
      or not (step.status = 'pending' or step.status = 'running' and step.generation_id is null) then
      update app.workflow_leases l set due_at = null, worker = null where l.run_id = run.id;
    elsif tried >= 5 then
      perform app.close_step(step, '{"status": "failed", "error": "crashed"}');
    else
      return app.begin_step(run, step, p_worker, p_lease_seconds);
    end if;
  end loop;
end
$$;
comment on function public.claim_workflow(uuid, int) is
  'Leases the next step that is due to a worker, and answers all that is needed to do it; null when there is none. One that ended its process five times is given up.';

create function public.extend_workflow(p_worker uuid, p_fence int, p_run uuid, p_lease_seconds int) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update app.workflow_leases l set due_at = clock_timestamp() + p_lease_seconds * interval '1 second'
  where l.run_id = p_run and l.worker = p_worker and l.fence = p_fence and l.due_at is not null;
  return found;
end
$$;
comment on function public.extend_workflow(uuid, int, uuid, int) is 'A worker lives: prolongs its lease. False where it has lost the run.';

create function public.put_off_workflow(p_worker uuid, p_fence int, p_run uuid, p_wait jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  tried constant int := (select l.tries from app.workflow_leases l where l.run_id = p_run);
begin
  if step.run_id is null then
    return 'lost';
  end if;
  update public.workflow_run_steps s set status = 'pending', started_at = null
  where s.run_id = p_run and s.step_index = step.step_index and s.attempt = step.attempt;
  perform app.advance_run(p_run, step.step_index);
  update app.workflow_leases l
  set due_at = l.due_at + (p_wait ->> 'ms')::int * interval '1 ms',
    tries = case when (p_wait ->> 'counts')::boolean then tried else 0 end
  where l.run_id = p_run;
  return 'ok';
end
$$;
comment on function public.put_off_workflow(uuid, int, uuid, jsonb) is
  'The step could not be begun, as while too much of the person''s is under way: it is as before, and a whole run comes back to it after so many ms; what counts as a failed try five times at most.';

create function public.finish_workflow_step(p_worker uuid, p_fence int, p_run uuid, p_outcome jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
begin
  if step.run_id is null then
    return 'lost';
  end if;
  perform app.close_step(step, p_outcome);
  return 'ok';
end
$$;
comment on function public.finish_workflow_step(uuid, int, uuid, jsonb) is
  'A worker is done with a step. lost: somebody else has it, and nothing was written.';

create function public.record_workflow_picture(p_worker uuid, p_fence int, p_run uuid, p_picture jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  image public.generation_images;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  image := app.keep_enlarged(person, step.input #>> '{image,url}', p_picture, jsonb_build_object(
    'idempotency_key', format('workflow:%s:%s:%s', p_run, step.step_index, step.attempt), 'prompt', step.title,
    'source', 'workflow', 'settings', '{"kind": "upscale"}'::jsonb, 'started_at', step.started_at,
    'said_at', (select l.said_at from app.workflow_leases l where l.run_id = p_run)));
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object(
    'generation_id', image.generation_id, 'note', p_picture ->> 'note', 'image', app.image_of(image),
    'images', jsonb_build_array(app.image_of(image)))));
  return 'ok';
end
$$;
comment on function public.record_workflow_picture(uuid, int, uuid, jsonb) is
  'A picture that was enlarged here, without an engine and at no cost, becomes one of the person''s own; where it comes from goes with it. Refused like an order: PT404 reference_not_found, PT403 remix_not_allowed.';

create function public.publish_workflow_image(p_worker uuid, p_fence int, p_run uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  origin public.generations;
  post uuid;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.url = step.input #>> '{image,url}' and i.user_id = person
  order by i.id desc
  limit 1;
  insert into public.feed_posts (creator_id, prompt, title, description, hashtags, image_url, visibility, prompt_visible,
    remix_allowed, metadata)
  select person, coalesce(origin.prompt, nullif(btrim(step.input ->> 'prompt'), ''), step.title),
    nullif(left(step.input ->> 'title', 120), ''), nullif(left(step.input ->> 'description', 2200), ''),
    left(coalesce(step.input ->> 'hashtags', ''), 1000), step.input #>> '{image,url}',
    coalesce(step.input ->> 'visibility', 'private'), s.default_prompt_visible, s.default_remix_allowed,
    jsonb_strip_nulls(jsonb_build_object('source', 'workflow', 'generation_id', origin.id))
  from public.profile_settings s where s.user_id = person
  returning id into post;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object('post_id', post)));
  return 'ok';
end
$$;
comment on function public.publish_workflow_image(uuid, int, uuid) is
  'Publishes a step''s picture as its owner, in the transaction that ends the step: never twice. 23514 image_not_own for a picture of somebody else.';

create function public.return_workflows(p_worker uuid) returns int
language sql security definer
set search_path = ''
as $$
  with returned as (
    update app.workflow_leases l set due_at = clock_timestamp(), worker = null, fence = l.fence + 1, tries = greatest(l.tries - 1, 0)
    where l.worker = p_worker and l.due_at is not null
    returning 1)
  select count(*)::int from returned
$$;
comment on function public.return_workflows(uuid) is 'A worker that ends in peace gives its leases back, and others go on at once.';

revoke execute on function
  app.begin_step(public.workflow_runs, public.workflow_run_steps, uuid, int),
  app.close_step(public.workflow_run_steps, jsonb), app.own_step(uuid, int, uuid) from public;
revoke execute on function
  public.claim_workflow(uuid, int), public.extend_workflow(uuid, int, uuid, int),
  public.put_off_workflow(uuid, int, uuid, jsonb), public.finish_workflow_step(uuid, int, uuid, jsonb),
  public.record_workflow_picture(uuid, int, uuid, jsonb), public.publish_workflow_image(uuid, int, uuid),
  public.return_workflows(uuid) from public, anon, authenticated;
