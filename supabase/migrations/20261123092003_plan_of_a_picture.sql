drop function public.enqueue_generation(uuid,jsonb,integer,integer);

alter table public.generations
  add column accepted text check (accepted in ('partial', 'subject_unknown', 'abstract')),
  add column given_back_at timestamptz;
insert into public.price_book (sku, credits) values ('generation:trial', 0) on conflict (sku) do nothing;

CREATE OR REPLACE FUNCTION app.close_generation(p_id uuid, p_status text, p_outcome jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION app.insert_generation(p_id uuid, p_user uuid, p_order jsonb, p_price integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.generations (id, user_id, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height,
    seed, n_images, reference_count, settings, source, parent_post_id, engine, accepted,
    cost_quoted, created_at)
  select p_id, p_user, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height, seed, n_images,
    jsonb_array_length(p_order -> 'references'), coalesce(settings, '{}'), source, parent_post_id, engine, accepted,
    p_price * n_images, clock_timestamp()
  from jsonb_populate_record(null::public.generations, p_order);
  insert into public.generation_references (generation_id, position, bucket, path, role, influence)
  select p_id, position, bucket, path, role, influence
  from jsonb_populate_recordset(null::public.generation_references, p_order -> 'references');
  insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
  select p_id, position, hash, colours, sha256
  from jsonb_populate_recordset(null::app.reference_likeness, p_order -> 'references')
  where sha256 is not null;
end
$function$;
CREATE OR REPLACE FUNCTION app.check_trial_limit(p_user uuid, p_images integer, p_max_trials integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
begin
  if p_images + coalesce((
    select sum(g.n_images) from public.generations g
    where g.user_id = p_user and app.is_trial(g.accepted) and g.created_at >= today
      and g.status in ('queued', 'running', 'succeeded')), 0) > p_max_trials
  then
    raise exception '% trials may be made a day', p_max_trials using errcode = 'PT429', hint = 'trial_limit',
      detail = ceil(extract(epoch from today + interval '1 day' - now()))::text;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION app.given_back_today(p_user uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::int from public.generations g
  where g.user_id = p_user and g.given_back_at >= date_trunc('day', now(), 'UTC')
$function$;
CREATE OR REPLACE FUNCTION app.is_trial(p_accepted text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_accepted in ('subject_unknown', 'abstract'), false)
$function$;
CREATE OR REPLACE FUNCTION ledger.reverse_capture(p_id uuid, p_why text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settled ledger.holds;
  made bigint;
begin
  select * into settled from ledger.holds where id = p_id and state = 'captured';
  if not found then
    raise exception 'There is no such capture' using errcode = 'PT404';
  end if;
  select transfer_id into made from ledger.post(
    'reversal:' || p_id,
    'reversal',
    jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'revenue', 'a', 'CREDIT', 'n', -settled.captured),
      jsonb_build_object('o', settled.owner, 'k', 'promo', 'a', 'CREDIT', 'n', settled.captured - settled.captured_paid),
      jsonb_build_object('o', settled.owner, 'k', 'paid', 'a', 'CREDIT', 'n', settled.captured_paid)),
    settled.ref_type, settled.ref_id, jsonb_build_object('why', p_why), 'system',
    (select t.id from ledger.transfers t where t.idem_key = 'settle:' || p_id));
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.enqueue_generation(p_user uuid, p_order jsonb, p_min_gap_ms integer, p_max_active integer, p_max_trials integer)
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
  if app.is_trial(p_order ->> 'accepted') then
    perform app.check_trial_limit(p_user, (p_order ->> 'n_images')::int, p_max_trials);
    price := app.price_of('generation', 'trial');
  else
    price := app.price_of('generation', p_order ->> 'engine');
  end if;
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
CREATE OR REPLACE FUNCTION public.give_back_generation(generation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 3;
  me constant uuid := auth.uid();
  g public.generations;
  capture uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('generation:' || me, 0));
  select * into g from public.generations o
  where o.id = give_back_generation.generation_id and o.user_id = me
  for update;
  if not found then
    raise exception 'There is no such generation' using errcode = 'PT404', hint = 'not_found';
  end if;
  if g.given_back_at is null then
    select h.id into capture from ledger.holds h
    where h.ref_type = 'generation' and h.ref_id = g.id::text and h.state = 'captured';
    if not found or not g.metadata ? 'plan' or g.finished_at < clock_timestamp() - interval '1 day' then
      raise exception 'There is nothing to give back' using errcode = 'PT409', hint = 'nothing_to_give_back';
    end if;
    if app.given_back_today(me) >= most then
      raise exception 'The price of % generations may be given back a day', most
        using errcode = 'PT429', hint = 'give_back_limit';
    end if;
    perform ledger.reverse_capture(capture, 'not_what_was_asked');
    update public.generations o set given_back_at = clock_timestamp() where o.id = g.id;
  end if;
  return jsonb_build_object('credits', g.cost_charged, 'left', most - app.given_back_today(me));
end
$function$;

alter function ledger.reverse_capture(uuid,text) owner to ledger_owner;

revoke all on function app.check_trial_limit(uuid,integer,integer) from public, anon, authenticated, service_role;
revoke all on function app.given_back_today(uuid) from public, anon, authenticated, service_role;
revoke all on function app.is_trial(text) from public, anon, authenticated, service_role;
revoke all on function ledger.reverse_capture(uuid,text) from public, anon, authenticated, service_role;
revoke all on function public.enqueue_generation(uuid,jsonb,integer,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.enqueue_generation(uuid,jsonb,integer,integer,integer) to service_role;
revoke all on function public.give_back_generation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.give_back_generation(uuid) to authenticated;
grant execute on function public.give_back_generation(uuid) to service_role;

comment on column public.generations.accepted is 'What the plan of the picture lacks, where whoever ordered it was told so and wanted it all the same: something beside its subject, the subject, or all of it. The last two are trials, and cost nothing.';
comment on column public.generations.given_back_at is 'When its price was given back, because it was not what was asked for.';
comment on function app.check_trial_limit(uuid,integer,integer) is 'PT429 with the seconds until tomorrow as detail; days are UTC''s. The caller holds the person''s lock.';
comment on function app.given_back_today(uuid) is 'For how many of a person''s generations the price was given back on this day, which is UTC''s.';
comment on function app.is_trial(text) is 'Whether a picture is made by choice without what it should show: it costs nothing.';
comment on function ledger.reverse_capture(uuid,text) is 'Gives back, once, what a hold captured as revenue: gifts as gifts, bought credits as bought ones. Answers the transfer; PT404 where nothing was captured.';
comment on function public.enqueue_generation(uuid,jsonb,integer,integer,integer) is 'Orders a generation: its row, its job and the hold of its price, or nothing. The same key again answers the first one''s. PT402 insufficient_credits, PT422 idempotency_mismatch, PT429 throttled, too_many_running or trial_limit with the seconds to wait as detail.';
comment on function public.give_back_generation(uuid) is 'Gives back what one''s own generation of the built-in engine took, within a day of it, because it is not what was asked for: {credits, left: how often more today}. Asked again it answers the same. PT404 not_found, PT409 nothing_to_give_back, PT429 give_back_limit.';
