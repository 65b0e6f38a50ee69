-- A picture's order attaches itself to its step in its own transaction, and its end ends the step in that of its money:
-- a process may be killed at any moment, and no step is ordered twice.

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

revoke execute on function app.attach_generation(), app.end_attached_step() from public;
