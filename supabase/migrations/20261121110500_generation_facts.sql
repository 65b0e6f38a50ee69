-- What an engine tells of a picture is kept with the picture: whoever takes a job over after the last one has only to
-- settle it.
create or replace function public.record_generation_image(p_worker uuid, p_attempt int, p_id uuid, p_image jsonb) returns text
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
  insert into public.generation_images
    (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed)
  select p_id, generation.user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed
  from jsonb_populate_record(null::public.generation_images, p_image)
  on conflict (generation_id, position) do nothing;
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
revoke execute on function app.keep_receipts(uuid, jsonb) from public, anon, authenticated;

-- Some engines name their work by a whole address.
create or replace function public.save_generation_upstream(
  p_worker uuid, p_attempt int, p_id uuid, p_position int, p_upstream_id text
) returns void
language sql security definer
set search_path = ''
as $$
  update app.generation_jobs j
  set upstream_ids = j.upstream_ids || jsonb_build_object(p_position::text, left(p_upstream_id, 2000))
  where j.generation_id = p_id and j.worker = p_worker and j.attempts = p_attempt and j.state = 'leased'
$$;
