-- What workers say to the queue. A worker names itself, and the attempt that it works on: the fence.

create function public.claim_generation(p_worker uuid, p_lease_seconds int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  select * into job from app.generation_jobs j
  where j.state = 'leased' and j.lease_until < clock_timestamp() and j.attempts < j.max_attempts and not j.is_canceled
  order by j.lease_until
  limit 1
  for update skip locked;
  if not found then
    select * into job from app.generation_jobs j
    where j.state = 'waiting' and j.run_after <= clock_timestamp()
    order by -j.priority, j.turn, j.place
    limit 1
    for update skip locked;
  end if;
  if not found then
    return null;
  end if;

  update app.generation_jobs j
  set state = 'leased', worker = p_worker, attempts = j.attempts + 1,
    lease_until = clock_timestamp() + p_lease_seconds * interval '1 second'
  where j.generation_id = job.generation_id
  returning * into job;
  perform app.begin_turn(job.turn);
  update public.generations g
  set status = 'running', stage = 'preparing', progress = coalesce(g.progress, 0),
    started_at = coalesce(g.started_at, clock_timestamp())
  where g.id = job.generation_id;
  perform app.tell_generation(job.generation_id);
  perform app.tell_waiting();
  return app.generation_work(job);
end
$$;
comment on function public.claim_generation(uuid, int) is
  'Leases the next job to a worker, those whose worker fell silent first, then one of each person in turn, and answers all that is needed to do it; null when there is none.';

create function app.beat_generation(p_worker uuid, p_beat jsonb, p_lease_seconds int) returns text
language plpgsql
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  update app.generation_jobs j
  set lease_until = clock_timestamp() + p_lease_seconds * interval '1 second',
    preview = case when length(p_beat ->> 'preview') <= 8192 then p_beat ->> 'preview' else j.preview end
  where j.generation_id = (p_beat ->> 'generation_id')::uuid and j.worker = p_worker
    and j.attempts = (p_beat ->> 'attempt')::int and j.state = 'leased'
  returning * into job;
  if not found then
    return 'lost';
  end if;
  perform app.keep_hold(job);
  if p_beat ? 'stage' and not job.is_canceled then
    update public.generations g
    set stage = p_beat ->> 'stage', progress = greatest(g.progress, (p_beat ->> 'progress')::real)
    where g.id = job.generation_id;
    if job.told_at < clock_timestamp() - interval '240 ms' then
      perform app.tell_generation(job.generation_id);
    end if;
  end if;
  return case when job.is_canceled then 'cancel' else 'ok' end;
end
$$;
comment on function app.beat_generation(uuid, jsonb, int) is 'One beat of beat_generations.';

create function public.beat_generations(p_worker uuid, p_beats jsonb, p_lease_seconds int) returns jsonb
language sql security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(beat ->> 'generation_id', app.beat_generation(p_worker, beat, p_lease_seconds)), '{}')
  from (select beat from jsonb_array_elements(p_beats) as beat order by beat ->> 'generation_id') as beats
$$;
comment on function public.beat_generations(uuid, jsonb, int) is
  'A worker lives: prolongs its leases and the holds behind them, tells stage, progress and preview where they are given, and answers per job ok, cancel (stop, and settle what is there) or lost (somebody else has it: write nothing).';

-- Some engines name their work by a whole address.
create function public.save_generation_upstream(
  p_worker uuid, p_attempt int, p_id uuid, p_position int, p_upstream_id text
) returns void
language sql security definer
set search_path = ''
as $$
  update app.generation_jobs j
  set upstream_ids = j.upstream_ids || jsonb_build_object(p_position::text, left(p_upstream_id, 2000))
  where j.generation_id = p_id and j.worker = p_worker and j.attempts = p_attempt and j.state = 'leased'
$$;
comment on function public.save_generation_upstream(uuid, int, uuid, int, text) is
  'Keeps the name that an engine gave to the work on one picture: the next attempt takes that work up.';

create function app.keep_receipts(p_id uuid, p_receipts jsonb) returns void
language sql
set search_path = ''
as $$
  update public.generation_references r
  set used = given.used, used_as = given."as", used_note = given.note
  from jsonb_to_recordset(p_receipts) as given (position smallint, used boolean, "as" text, note text)
  where r.generation_id = p_id and r.position = given.position and r.used is null
$$;
comment on function app.keep_receipts(uuid, jsonb) is 'How each reference served, as the first picture that used it says.';

-- What an engine tells of a picture is kept with the picture: whoever takes a job over after the last one has only to
-- settle it.
create function public.record_generation_image(p_worker uuid, p_attempt int, p_id uuid, p_image jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs := app.lock_own_job(p_worker, p_attempt, p_id);
  generation public.generations;
  is_late boolean;
begin
  select * into generation from public.generations g where g.id = p_id for update;
  is_late := job.state = 'over' and generation.status in ('expired', 'failed');
  if job.generation_id is null or (job.state = 'over' and not is_late) then
    return 'lost';
  end if;
  if (p_image ->> 'bucket', p_image ->> 'path')
    is distinct from ('generated-images', app.generation_path(job, (p_image ->> 'position')::int))
    or not (p_image ->> 'position')::int between 1 and generation.n_images
    or right(p_image ->> 'url', length(p_image ->> 'path') + 1) is distinct from '/' || (p_image ->> 'path') then
    raise exception 'This is not where the picture belongs' using errcode = 'PT403', hint = 'not_own_path';
  end if;
  insert into public.generation_images
    (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed)
  select p_id, generation.user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed
  from jsonb_populate_record(null::public.generation_images, p_image)
  on conflict (generation_id, position) do nothing;
  perform public.record_likeness(i.id, p_image ->> 'hash', p_image ->> 'colours')
  from public.generation_images i
  where i.generation_id = p_id and i.position = (p_image ->> 'position')::int and p_image ? 'hash';
  perform app.keep_receipts(p_id, p_image -> 'references');
  update public.generations g
  set engine = coalesce(p_image ->> 'engine', g.engine), metadata = coalesce(p_image -> 'metadata', '{}') || g.metadata,
    progress = greatest(g.progress, (select count(*) from public.generation_images i where i.generation_id = p_id)::real / g.n_images)
  where g.id = p_id;
  if is_late then
    update public.generations
    set status = 'succeeded', error_code = null, error_message = null, stage = null, progress = 1 where id = p_id;
  end if;
  update app.generation_jobs set preview = null where generation_id = p_id;
  perform app.tell_generation(p_id);
  return case when is_late then 'late' when job.is_canceled then 'cancel' else 'ok' end;
end
$$;
comment on function public.record_generation_image(uuid, int, uuid, jsonb) is
  'One picture is there: its file is stored already, and from now on its owner can open it. Answers ok, cancel, lost, or late: its credits were given back before, and it is a present. PT403 not_own_path for a file that is not this job''s.';

create function public.return_generations(p_worker uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  returned uuid;
  count int := 0;
begin
  for returned in
    update app.generation_jobs j
    set state = 'waiting', lease_until = null, run_after = clock_timestamp(), max_attempts = j.max_attempts + 1
    where j.worker = p_worker and j.state = 'leased'
    returning j.generation_id
  loop
    update public.generations set status = 'queued' where id = returned;
    perform app.tell_generation(returned);
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function public.return_generations(uuid) is
  'A worker that ends in peace gives its leases back: others go on at once, and the attempt does not count.';

create function public.has_due_generations() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from app.generation_jobs j where j.state = 'waiting' and j.run_after <= clock_timestamp())
    or exists (
      select from app.generation_jobs j
      where j.state = 'leased' and j.lease_until < clock_timestamp() and j.attempts < j.max_attempts and not j.is_canceled)
$$;
comment on function public.has_due_generations() is
  'Whether a worker would find something to claim: an idle process need not load what makes pictures.';

revoke execute on function
  public.claim_generation(uuid, int), public.beat_generations(uuid, jsonb, int),
  public.save_generation_upstream(uuid, int, uuid, int, text),
  public.record_generation_image(uuid, int, uuid, jsonb), public.return_generations(uuid),
  public.has_due_generations() from public, anon, authenticated;
revoke execute on function app.beat_generation(uuid, jsonb, int), app.keep_receipts(uuid, jsonb) from public;
