-- The end of a generation: its state and its money in one transaction.

create function app.settle_generation(p_job app.generation_jobs, p_pictures int, p_why text) returns int
language plpgsql
set search_path = ''
as $$
declare
  settled ledger.holds;
begin
  if p_job.hold_id is null then
    return 0;
  end if;
  settled := ledger.settle(p_job.hold_id, p_pictures * p_job.unit_price, null, p_why);
  perform app.accrue_royalties(p_job.generation_id, settled.captured_paid);
  return settled.captured;
exception when sqlstate 'PT409' then
  -- Given back before the work was done. Nobody pays after a refund was shown.
  return 0;
end
$$;
comment on function app.settle_generation(app.generation_jobs, int, text) is
  'Takes the price of what was delivered, with what a remix gives to those before it, and gives the rest back; answers what was taken.';

create function app.generation_ended(p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  g public.generations;
begin
  perform app.tell_generation(p_id);
  select * into strict g from public.generations o where o.id = p_id;
  -- Whoever cancels knows, and a workflow tells of itself.
  if g.status <> 'canceled' and g.source <> 'workflow' then
    perform app.notify(g.user_id, 'generation', app.notification_key('generation', g.id, g.finished_at), null,
      jsonb_build_object('generation_id', g.id, 'status', g.status), g.id);
  end if;
end
$$;
comment on function app.generation_ended(uuid) is
  'Called once when a generation has come to its end, in the transaction that settles it: the place for whatever else should then happen (a notification).';

create function app.close_generation(p_id uuid, p_status text, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  job app.generation_jobs;
  pictures int;
  charged int;
  is_unasked boolean;
  ending text;
begin
  select * into strict job from app.generation_jobs j where j.generation_id = p_id for update;
  select count(*) into pictures from public.generation_images i where i.generation_id = p_id;
  -- An engine that stood in for another one, and drew no subject: nobody was told, and nobody pays.
  is_unasked := app.is_trial(coalesce(
    p_outcome #>> '{metadata,plan,verdict}',
    (select g.metadata #>> '{plan,verdict}' from public.generations g where g.id = p_id)));
  charged := app.settle_generation(job, case when is_unasked then 0 else pictures end, case p_status when 'expired' then 'expire' else p_status end);
  update app.generation_jobs
  set state = 'over', lease_until = null, preview = null, last_error = left(p_outcome ->> 'detail', 2000)
  where generation_id = p_id;
  ending := case
    when pictures > 0 and p_status <> 'canceled' then 'succeeded'
    when p_status = 'succeeded' then 'failed'
    else p_status
  end;
  update public.generations g
  set status = ending, stage = null, progress = case ending when 'succeeded' then 1 else g.progress end, cost_charged = charged,
    error_code = case when ending <> 'succeeded' then coalesce(p_outcome ->> 'error_code', 'empty_result') end,
    error_message = case when ending <> 'succeeded' then p_outcome ->> 'error_message' end,
    blocked_rule = p_outcome ->> 'rule',
    blocked_terms = (select array_agg(term) from jsonb_array_elements_text(p_outcome -> 'terms') as term),
    engine = coalesce(p_outcome ->> 'engine', g.engine),
    seed = coalesce((p_outcome ->> 'seed')::bigint, g.seed),
    metadata = g.metadata || coalesce(p_outcome -> 'metadata', '{}'),
    finished_at = clock_timestamp()
  where g.id = p_id;
  perform app.generation_ended(p_id);
  perform app.tell_waiting();
end
$$;
comment on function app.close_generation(uuid, text, jsonb) is
  'Ends a job: captures the pictures that its owner can open, releases the rest, and tells. With pictures it has succeeded, though perhaps with fewer than ordered, unless it was cancelled.';

create function app.put_off_generation(p_job app.generation_jobs, p_outcome jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  update app.generation_jobs
  set state = 'waiting', lease_until = null, preview = null, last_error = left(p_outcome ->> 'detail', 2000),
    run_after = clock_timestamp() + (p_outcome ->> 'retry_in_ms')::int * interval '1 ms'
  where generation_id = p_job.generation_id;
  update public.generations set status = 'queued', stage = 'retrying' where id = p_job.generation_id;
  perform app.tell_generation(p_job.generation_id);
end
$$;
comment on function app.put_off_generation(app.generation_jobs, jsonb) is
  'Back to the queue for another attempt after a while; its hold stays.';

create function public.finish_generation(p_worker uuid, p_attempt int, p_id uuid, p_outcome jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs := app.lock_own_job(p_worker, p_attempt, p_id);
begin
  if job.generation_id is null then
    return 'lost';
  end if;
  update public.generation_references r
  set used = given.used, used_as = given."as", used_note = given.note
  from jsonb_to_recordset(p_outcome -> 'references') as given (position smallint, used boolean, "as" text, note text)
  where r.generation_id = p_id and r.position = given.position;
  if job.state = 'over' then
    update public.generations g
    set metadata = g.metadata || coalesce(p_outcome -> 'metadata', '{}') where g.id = p_id and g.status = 'succeeded';
    return 'late';
  end if;
  if p_outcome ? 'retry_in_ms' and job.attempts < job.max_attempts and not job.is_canceled then
    perform app.put_off_generation(job, p_outcome);
    return 'retry';
  end if;
  perform app.close_generation(p_id, case when job.is_canceled then 'canceled' else p_outcome ->> 'status' end, p_outcome);
  return 'over';
end
$$;
comment on function public.finish_generation(uuid, int, uuid, jsonb) is
  'A worker is done with a job: it ends and is settled (over), or goes back to the queue for another attempt (retry). lost: somebody else has it, and nothing was written. late: it had ended before, and pays nothing.';

create function public.cancel_generation(generation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  job app.generation_jobs;
begin
  select j.* into job from app.generation_jobs j
  where j.generation_id = cancel_generation.generation_id and j.user_id = auth.uid()
  for update;
  if job.state = 'waiting' or job.lease_until < clock_timestamp() then
    perform app.close_generation(
      generation_id, 'canceled', '{"error_code": "canceled", "error_message": "Génération annulée"}');
  elsif job.state = 'leased' and not job.is_canceled then
    update app.generation_jobs j set is_canceled = true where j.generation_id = cancel_generation.generation_id;
    update public.generations g set stage = 'canceling' where g.id = cancel_generation.generation_id;
    perform app.tell_generation(generation_id);
  end if;
  return public.generation_progress(generation_id);
end
$$;
comment on function public.cancel_generation(uuid) is
  'Stops one''s own generation: at once while it waits, within about a second while it runs. What is finished already stays and is paid, the rest is given back. Answers the state; one that is over stays as it is. PT404 for anybody else''s.';

create function public.sweep_generations(p_limit int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  crashed int := 0;
  expired int := 0;
begin
  for due in
    select j.generation_id, j.is_canceled from app.generation_jobs j
    where j.state = 'leased' and j.lease_until < clock_timestamp() and (j.attempts >= j.max_attempts or j.is_canceled)
    order by j.lease_until limit p_limit for update skip locked
  loop
    perform app.close_generation(due.generation_id, case when due.is_canceled then 'canceled' else 'failed' end,
      case when due.is_canceled then '{"error_code": "canceled", "error_message": "Génération annulée"}'::jsonb
      else '{"error_code": "crashed", "error_message": "Erreur lors de la génération"}' end);
    crashed := crashed + 1;
  end loop;
  for due in
    select j.generation_id from app.generation_jobs j
    where j.state <> 'over' and j.hold_until < clock_timestamp()
      and (j.lease_until is null or j.lease_until < clock_timestamp())
    order by j.hold_until limit p_limit for update skip locked
  loop
    perform app.close_generation(
      due.generation_id, 'expired', '{"error_code": "expired", "error_message": "Erreur lors de la génération"}');
    expired := expired + 1;
  end loop;
  -- Holds whose job is gone, as when an account was deleted.
  return jsonb_build_object('crashed', crashed, 'expired', expired, 'holds', ledger.sweep(p_limit));
end
$$;
comment on function public.sweep_generations(int) is
  'Ends what no worker will end: jobs whose attempts are used up and whose worker fell silent, and jobs whose hold has expired. Gives the credits back in the same transaction. Any number of processes may sweep at once.';

revoke execute on function
  app.settle_generation(app.generation_jobs, int, text), app.generation_ended(uuid),
  app.close_generation(uuid, text, jsonb), app.put_off_generation(app.generation_jobs, jsonb) from public;
revoke execute on function
  public.finish_generation(uuid, int, uuid, jsonb), public.sweep_generations(int), public.cancel_generation(uuid)
from public, anon, authenticated;
grant execute on function public.cancel_generation(uuid) to authenticated;
