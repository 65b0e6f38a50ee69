-- How steps are worked on. Whoever works names itself and the fence that it was given; with an older one nothing is written.
-- A picture's order attaches itself to its step in its own transaction, and its end ends the step in that of its money: a
-- process may be killed at any moment, and no step is ordered twice.

create function app.known_image(p_image jsonb, p_user uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  url constant text := case jsonb_typeof(p_image) when 'string' then p_image #>> '{}' else p_image ->> 'url' end;
  location constant text[] := regexp_match(url, '/public/([^/?#]+)/([^?#]+)');
  own public.generation_images;
begin
  if jsonb_typeof(p_image) = 'object' and p_image ->> 'id' is not null then
    return p_image;
  end if;
  select * into own from public.generation_images i
  where i.bucket = location[1] and i.path = location[2] and i.user_id = p_user
  limit 1;
  return jsonb_build_object(
    'id', own.id, 'url', coalesce(own.url, url), 'width', own.width, 'height', own.height, 'thumbhash', own.thumbhash);
end
$$;
comment on function app.known_image(jsonb, uuid) is 'A picture by its address, with its size where it is a creation of this person.';

create function app.as_images(p_value jsonb, p_user uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(app.known_image(image, p_user) order by n), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_value)
    when 'array' then p_value
    when 'string' then jsonb_build_array(p_value)
    when 'object' then jsonb_build_array(p_value)
    else '[]'
  end) with ordinality as given (image, n)
$$;
comment on function app.as_images(jsonb, uuid) is 'One picture, several or none, as a list.';

create function app.post_of_image(p_image jsonb, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from regexp_match(p_image ->> 'url', '/public/([^/?#]+)/([^?#]+)') as location
  join public.generation_images i on i.bucket = location[1] and i.path = location[2]
  join public.feed_posts p on p.image_url = i.url
  where p.creator_id = p_user or p.visibility = 'public'
  order by p.creator_id = p_user desc, p.id
  limit 1
$$;
comment on function app.post_of_image(jsonb, uuid) is 'The publication that a picture is from, as far as this person may know.';

create function app.fill_text(p_text text, p_values jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(regexp_replace(regexp_replace(string_agg(
    case when part[1] ~ '^\{.*\}$' then coalesce(p_values ->> substring(part[1] from 2 for length(part[1]) - 2), '')
    else part[1] end, '' order by n), '\s*,(\s*,)+', ',', 'g'), '[ \t]{2,}', ' ', 'g'), ' ,')
  from regexp_matches(p_text, '([^{]+|\{[^{}]*\}|\{)', 'g') with ordinality as matches (part, n)
$$;
comment on function app.fill_text(text, jsonb) is
  'Affiche pour {titre} with its names filled in; what was left blank leaves no lonely comma behind.';

create function app.taken(p_run public.workflow_runs, p_source jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when p_source ? 'input' then p_run.inputs -> (p_source ->> 'input')
    when p_source ? 'step' then
      (app.last_step(p_run.id, (p_source ->> 'step')::int)).output -> (p_source ->> 'field')
    else p_source -> 'value'
  end
$$;
comment on function app.taken(public.workflow_runs, jsonb) is 'What a source stands for in this run.';

create function app.step_input(p_run public.workflow_runs, p_index int) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  step constant jsonb := p_run.steps -> p_index;
  source record;
  value jsonb;
  texts jsonb := '{}';
  input jsonb := '{}';
begin
  for source in select t.key as name, t.value as place from jsonb_each(coalesce(step -> 'takes', '{}')) as t loop
    value := app.taken(p_run, source.place);
    if source.name in ('image', 'images') then
      value := app.as_images(value, p_run.user_id);
      input := input || jsonb_build_object('images', value);
      if source.name = 'image' then
        input := input || jsonb_build_object('image', value -> 0);
      end if;
    else
      texts := texts || jsonb_build_object(source.name, coalesce(value #>> '{}', ''));
      if source.name = 'prompt' and source.place ? 'step' then
        value := app.taken(p_run, source.place || '{"field": "negative_prompt"}');
        texts := texts || jsonb_strip_nulls(jsonb_build_object('negative_prompt', value));
      end if;
    end if;
  end loop;
  if step ->> 'kind' = 'remix' then
    input := input || jsonb_build_object('remix_of', app.post_of_image(input -> 'image', p_run.user_id));
  end if;
  return texts || input || coalesce((
    select jsonb_object_agg(s.key, case when jsonb_typeof(s.value) = 'string' and s.key in
        ('prompt', 'negative_prompt', 'title', 'description', 'hashtags')
      then to_jsonb(app.fill_text(s.value #>> '{}', p_run.inputs || texts)) else s.value end)
    from jsonb_each(step -> 'settings') as s
    where s.value <> 'null' and s.value <> '""'), '{}');
end
$$;
comment on function app.step_input(public.workflow_runs, int) is
  'All that a step works with: what it takes, its settings, and its texts with the names filled in.';

create function app.begin_step(
  p_run public.workflow_runs, p_step public.workflow_run_steps, p_worker uuid, p_lease_seconds int
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
  given int;
begin
  update public.workflow_run_steps s
  set status = 'running', input = app.step_input(p_run, s.step_index), started_at = clock_timestamp()
  where s.run_id = p_run.id and s.step_index = p_step.step_index and s.attempt = p_step.attempt
  returning * into step;
  update public.workflow_runs r set status = 'running', finished_at = null where r.id = p_run.id;
  update app.workflow_leases l
  set due_at = clock_timestamp() + p_lease_seconds * interval '1 second', worker = p_worker, fence = l.fence + 1, tries = l.tries + 1
  where l.run_id = p_run.id
  returning l.fence into given;
  perform app.tell_workflow(p_run.id, step.step_index);
  return jsonb_build_object(
    'run_id', p_run.id, 'user_id', p_run.user_id, 'step', step.step_index, 'attempt', step.attempt, 'kind', step.kind,
    'input', step.input, 'fence', given);
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
  location constant text[] := regexp_match(step.input #>> '{image,url}', '/public/([^/?#]+)/([^?#]+)');
  origin public.generations;
  made uuid := app.uuid_v7();
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  image public.generation_images;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.bucket = location[1] and i.path = location[2] and i.user_id = person
  limit 1;
  insert into public.generations (id, user_id, idempotency_key, prompt, mode, width, height, n_images, reference_count, settings,
    source, parent_post_id, engine, status, progress, metadata, started_at, finished_at)
  values (made, person, format('workflow:%s:%s:%s', p_run, step.step_index, step.attempt), coalesce(origin.prompt, step.title),
    coalesce(origin.mode, 'normal'), (p_picture ->> 'width')::int, (p_picture ->> 'height')::int, 1, 1, '{"kind": "upscale"}',
    'workflow', origin.parent_post_id, 'lanczos', 'succeeded', 1, coalesce(p_picture -> 'metadata', '{}'), step.started_at,
    clock_timestamp());
  insert into public.generation_references (generation_id, position, bucket, path, influence, used, used_as, used_note)
  values (made, 1, location[1], location[2], 1, true, 'upscale', '');
  insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
  select made, person, 1, bucket, path, url, width, height, bytes, thumbhash
  from jsonb_populate_record(null::public.generation_images, p_picture)
  returning * into image;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object(
    'generation_id', made, 'note', p_picture ->> 'note', 'image', app.image_of(image),
    'images', jsonb_build_array(app.image_of(image)))));
  return 'ok';
end
$$;
comment on function public.record_workflow_picture(uuid, int, uuid, jsonb) is
  'A picture that was enlarged here, without an engine and at no cost, becomes one of the person''s own; where it comes from goes with it.';

create function app.image_of(p_image public.generation_images) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_image.id, 'url', p_image.url, 'width', p_image.width, 'height', p_image.height, 'thumbhash', p_image.thumbhash)
$$;
comment on function app.image_of(public.generation_images) is 'A picture as steps hand it on.';

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
  insert into public.feed_posts (creator_id, prompt, title, description, hashtags, image_url, visibility, metadata)
  values (person, coalesce(origin.prompt, nullif(btrim(step.input ->> 'prompt'), ''), step.title),
    nullif(left(step.input ->> 'title', 120), ''), nullif(left(step.input ->> 'description', 2200), ''),
    left(coalesce(step.input ->> 'hashtags', ''), 1000), step.input #>> '{image,url}',
    coalesce(step.input ->> 'visibility', 'private'),
    jsonb_strip_nulls(jsonb_build_object('source', 'workflow', 'engine', origin.engine, 'generation_id', origin.id)))
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

create function app.attach_generation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(new.idempotency_key, '^workflow:([0-9a-f-]{36}):(\d{1,2}):(\d{1,6})$');
begin
  if part is null or not pg_input_is_valid(part[1], 'uuid') then
    return null;
  end if;
  perform from public.workflow_runs r where r.id = part[1]::uuid and r.user_id = new.user_id for no key update;
  if not found then
    return null;
  end if;
  update public.workflow_run_steps s set generation_id = new.id
  from public.workflow_runs r
  where r.id = s.run_id and r.status = 'running'
    and s.run_id = part[1]::uuid and s.step_index = part[2]::int and s.attempt = part[3]::int
    and s.status = 'running' and s.generation_id is null;
  if not found then
    raise exception 'The step has ended meanwhile' using errcode = 'PT409', hint = 'canceled';
  end if;
  update app.workflow_leases l set due_at = null, worker = null where l.run_id = part[1]::uuid;
  return null;
end
$$;
comment on function app.attach_generation() is
  'A picture that a step orders is its step''s from the moment that it is ordered; nothing is ordered for a step that was stopped.';
create trigger attach_to_step after insert on public.generations
  for each row when (new.source = 'workflow') execute function app.attach_generation();

create function app.end_attached_step() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  step public.workflow_run_steps;
  images jsonb;
begin
  select s.* into step
  from public.workflow_run_steps s join public.workflow_runs r on r.id = s.run_id
  where s.generation_id = new.id and (s.status = 'running' or s.status = 'failed' and new.status = 'succeeded')
    and not exists (
      select from public.workflow_run_steps later
      where later.run_id = s.run_id and later.step_index = s.step_index and later.attempt > s.attempt)
  for no key update of r;
  if step.run_id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(app.image_of(i) order by i.position), '[]') into images
  from public.generation_images i where i.generation_id = new.id;
  perform app.close_step(step, jsonb_build_object(
    'status', case new.status when 'succeeded' then 'succeeded' else 'failed' end,
    'output', case when images <> '[]' then jsonb_build_object(
      'generation_id', new.id, 'prompt', new.prompt, 'images', images, 'image', images -> 0) end,
    'error', case when new.status <> 'succeeded' then coalesce(new.error_code, 'engine_failed') end,
    'message', new.error_message, 'terms', to_jsonb(new.blocked_terms), 'cost', new.cost_charged));
  return null;
end
$$;
comment on function app.end_attached_step() is
  'The end of a picture is the end of its step, in the same transaction as its money. One that comes after it was given up is a present, and the step has succeeded after all.';
create trigger end_step after update of status on public.generations
  for each row
  when (new.source = 'workflow' and old.status is distinct from new.status and new.status not in ('queued', 'running'))
  execute function app.end_attached_step();

-- What is enlarged here is larger than what may be ordered, and starts from any size.
alter table public.generations
  drop constraint generations_width_check,
  drop constraint generations_height_check,
  add constraint generations_width_check
    check (width between 256 and 2048 or engine = 'lanczos' and width between 1 and 4096),
  add constraint generations_height_check
    check (height between 256 and 2048 or engine = 'lanczos' and height between 1 and 4096);

revoke execute on function
  app.known_image(jsonb, uuid),
  app.as_images(jsonb, uuid),
  app.post_of_image(jsonb, uuid),
  app.fill_text(text, jsonb),
  app.taken(public.workflow_runs, jsonb),
  app.step_input(public.workflow_runs, int),
  app.begin_step(public.workflow_runs, public.workflow_run_steps, uuid, int),
  app.close_step(public.workflow_run_steps, jsonb),
  app.own_step(uuid, int, uuid),
  app.image_of(public.generation_images),
  app.run_to_step(uuid, jsonb),
  app.step_receipt(uuid, int),
  app.attach_generation(),
  app.end_attached_step(),
  public.claim_workflow(uuid, int),
  public.extend_workflow(uuid, int, uuid, int),
  public.put_off_workflow(uuid, int, uuid, jsonb),
  public.finish_workflow_step(uuid, int, uuid, jsonb),
  public.record_workflow_picture(uuid, int, uuid, jsonb),
  public.publish_workflow_image(uuid, int, uuid),
  public.return_workflows(uuid),
  public.begin_workflow_step(uuid, jsonb, uuid, int),
  public.workflow_step_receipt(uuid, uuid, int)
from public, anon, authenticated;
grant execute on function
  public.claim_workflow(uuid, int),
  public.extend_workflow(uuid, int, uuid, int),
  public.put_off_workflow(uuid, int, uuid, jsonb),
  public.finish_workflow_step(uuid, int, uuid, jsonb),
  public.record_workflow_picture(uuid, int, uuid, jsonb),
  public.publish_workflow_image(uuid, int, uuid),
  public.return_workflows(uuid),
  public.begin_workflow_step(uuid, jsonb, uuid, int),
  public.workflow_step_receipt(uuid, uuid, int)
to service_role;
