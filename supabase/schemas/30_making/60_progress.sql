-- What a generation tells of itself, and to whom.

create function app.seconds_per_picture(p_engine text) returns double precision
language sql stable
set search_path = ''
as $$
  select coalesce(percentile_cont(0.5) within group (order by seconds), 5)
  from (
    select extract(epoch from g.finished_at - g.started_at) / g.n_images as seconds
    from public.generations g
    where g.engine = p_engine and g.status = 'succeeded' and g.started_at is not null
    order by g.finished_at desc
    limit 50
  ) as recent
$$;
comment on function app.seconds_per_picture(text) is 'The median of an engine''s last 50 generations, 5 while there is none.';

create function app.generation_rank(p_job app.generation_jobs) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int
  from (
    select from app.generation_jobs before
    where before.state = 'waiting'
      and (-before.priority, before.turn, before.place) < (-p_job.priority, p_job.turn, p_job.place)
    limit 1000
  ) as ahead
$$;
comment on function app.generation_rank(app.generation_jobs) is 'How many wait before it, 1000 at most: 0 is the next one. Somebody else''s first order may still come before one''s second.';

create function app.generation_seconds_left(p_generation public.generations, p_job app.generation_jobs) returns int
language sql stable
set search_path = ''
as $$
  select case p_generation.status
    when 'queued' then ceil(app.seconds_per_picture(p_generation.engine) * (
      p_generation.n_images + app.generation_rank(p_job)::float
        / greatest(1, (select count(*) from app.generation_jobs busy where busy.state = 'leased'))))
    when 'running' then ceil(case
      when p_generation.progress > 0.05 then
        extract(epoch from clock_timestamp() - p_generation.started_at) * (1 / p_generation.progress - 1)
      else app.seconds_per_picture(p_generation.engine) * p_generation.n_images
    end)
  end::int
$$;
comment on function app.generation_seconds_left(public.generations, app.generation_jobs) is
  'While it waits, those before it shared among all that work, then its own pictures; while it runs, from how far it came.';

create function app.generation_progress(p_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id,
    'status', g.status,
    'stage', g.stage,
    'progress', g.progress,
    'position', case when g.status = 'queued' then app.generation_rank(j) end,
    'eta_seconds', app.generation_seconds_left(g, j),
    'preview', j.preview,
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'url', i.url, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash) order by i.position), '[]')
      from public.generation_images i
      where i.generation_id = g.id),
    'error', case when g.error_code is not null and g.status <> 'succeeded' then
      jsonb_build_object('code', g.error_code, 'message', coalesce(g.error_message, '')) end,
    'cost_charged', g.cost_charged)
  from public.generations g left join app.generation_jobs j on j.generation_id = g.id
  where g.id = p_id
$$;
comment on function app.generation_progress(uuid) is 'The state of a generation at this moment, whole, as its owner is told it.';

create function public.generation_progress(generation_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.generations g where g.id = generation_progress.generation_id and g.user_id = auth.uid()) then
    raise exception 'There is no such generation' using errcode = 'PT404', hint = 'not_found';
  end if;
  return app.generation_progress(generation_id);
end
$$;
comment on function public.generation_progress(uuid) is
  'The state of one''s own generation, as the channel tells it: for those who cannot listen. PT404 for anybody else''s.';

create function app.tell_generation(p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner uuid;
begin
  update app.generation_jobs set told_at = clock_timestamp() where generation_id = p_id returning user_id into owner;
  perform realtime.send(app.generation_progress(p_id), 'generation', 'user:' || owner, true);
end
$$;
comment on function app.tell_generation(uuid) is 'Sends the state to the owner''s private channel when the transaction commits.';

create function app.tell_waiting() returns void
language plpgsql
set search_path = ''
as $$
declare
  waiting record;
begin
  for waiting in
    select j.generation_id from app.generation_jobs j
    where j.state = 'waiting' and j.told_at < clock_timestamp() - interval '1 second'
    order by -j.priority, j.turn, j.place
    limit 10
    for update skip locked
  loop
    perform app.tell_generation(waiting.generation_id);
  end loop;
end
$$;
comment on function app.tell_waiting() is
  'Tells the first ten of the queue that they moved up, each once a second at most; those farther back learn it when it concerns them.';

-- The channel of one person: the server speaks, only that person listens, and nobody sends: no policy lets anybody insert.
create policy "people listen to their own channel" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));

revoke execute on function
  app.seconds_per_picture(text), app.generation_rank(app.generation_jobs),
  app.generation_seconds_left(public.generations, app.generation_jobs), app.generation_progress(uuid),
  app.tell_generation(uuid), app.tell_waiting() from public;
revoke execute on function public.generation_progress(uuid) from public, anon, authenticated;
grant execute on function public.generation_progress(uuid) to authenticated;
