alter table app.generation_jobs add column turn bigint not null default 0;
drop index app.generation_jobs_waiting;
create index generation_jobs_waiting on app.generation_jobs ((-priority), turn, place) where state = 'waiting';
create index generation_jobs_turns on app.generation_jobs (user_id, turn) where state <> 'over' or attempts > 0;
create sequence app.generation_turn minvalue 0 start 0;

CREATE OR REPLACE FUNCTION app.generation_rank(p_job app.generation_jobs)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::int
  from (
    select from app.generation_jobs before
    where before.state = 'waiting'
      and (-before.priority, before.turn, before.place) < (-p_job.priority, p_job.turn, p_job.place)
    limit 1000
  ) as ahead
$function$;
CREATE OR REPLACE FUNCTION app.tell_waiting()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.claim_generation(p_worker uuid, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.enqueue_generation(p_user uuid, p_order jsonb, p_min_gap_ms integer, p_max_active integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.generations;
  made uuid;
  price int;
  cost bigint;
  hold_for constant interval := '15 minutes';
begin
  -- One order of a person at a time: of 50 with one key, 49 find the first one's.
  perform pg_advisory_xact_lock(hashtextextended('generation:' || p_user, 0));
  select * into known from public.generations g
  where g.user_id = p_user and g.idempotency_key = p_order ->> 'idempotency_key';
  if found then
    if known.request_hash is distinct from p_order ->> 'request_hash' then
      raise exception 'This key stands for another request' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return app.generation_receipt(known.id, false);
  end if;

  made := app.uuid_v7();
  price := app.price_of('generation', p_order ->> 'engine');
  cost := price * (p_order ->> 'n_images')::int;
  -- The limits come after the money: whoever cannot pay is told so, however fast they press.
  if cost > 0 then
    perform ledger.hold(made, p_user, cost, 'generation', made::text, hold_for);
  end if;
  perform app.check_generation_limits(p_user, p_min_gap_ms, p_max_active);
  perform app.insert_generation(made, p_user, p_order, price);
  insert into app.generation_jobs (generation_id, user_id, unit_price, hold_id, hold_until, turn)
  values (made, p_user, price, case when cost > 0 then made end, clock_timestamp() + hold_for, app.next_turn(p_user));
  perform app.tell_generation(made);
  return app.generation_receipt(made, true);
end
$function$;
CREATE OR REPLACE FUNCTION app.begin_turn(p_turn bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_turn > (select last_value from app.generation_turn) then
    perform setval('app.generation_turn', p_turn);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION app.next_turn(p_user uuid)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select greatest(
    (select last_value from app.generation_turn),
    (select max(j.turn) + 1 from app.generation_jobs j where j.user_id = p_user and (j.state <> 'over' or j.attempts > 0)))
$function$;

revoke all on function app.begin_turn(bigint) from public, anon, authenticated, service_role;
revoke all on function app.next_turn(uuid) from public, anon, authenticated, service_role;
revoke all on sequence app.generation_turn from public, anon, authenticated, service_role;

comment on function app.generation_rank(app.generation_jobs) is 'How many wait before it, 1000 at most: 0 is the next one. Somebody else''s first order may still come before one''s second.';
comment on function public.claim_generation(uuid,integer) is 'Leases the next job to a worker, those whose worker fell silent first, then one of each person in turn, and answers all that is needed to do it; null when there is none.';
comment on column app.generation_jobs.turn is 'In which round it is served: one job of everybody who waits, then one more of everybody; within a round the oldest first.';
comment on function app.begin_turn(bigint) is 'A job of this round was leased. The rounds never go back, also when a job of an earlier one comes again.';
comment on function app.next_turn(uuid) is 'The round of a person''s next order: the one that is served now, or the one after that of their last order. What was canceled before anybody worked on it took no turn.';
