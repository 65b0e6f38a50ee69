-- From an order to a job: limits, price and hold in one transaction.

create function app.insert_generation(p_id uuid, p_user uuid, p_order jsonb, p_price int) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.generations (id, user_id, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height,
    seed, n_images, reference_count, settings, source, parent_post_id, engine, accepted,
    translation, translated_from, cost_quoted, created_at)
  select p_id, p_user, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height, seed, n_images,
    jsonb_array_length(p_order -> 'references'), coalesce(settings, '{}'), source, parent_post_id, engine, accepted,
    translation, translated_from, p_price * n_images, clock_timestamp()
  from jsonb_populate_record(null::public.generations, p_order);
  insert into public.generation_references (generation_id, position, bucket, path, role, influence)
  select p_id, position, bucket, path, role, influence
  from jsonb_populate_recordset(null::public.generation_references, p_order -> 'references');
  insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
  select p_id, position, hash, colours, sha256
  from jsonb_populate_recordset(null::app.reference_likeness, p_order -> 'references')
  where sha256 is not null;
  perform app.note_consents(p_user, p_order -> 'references',
    coalesce((p_order ->> 'said_at')::timestamptz, clock_timestamp()));
end
$$;
comment on function app.insert_generation(uuid, uuid, jsonb, int) is 'The rows of an order, at this price a picture. said_at: when what it says of photographs was said, if not now.';

create function app.generation_receipt(p_id uuid, p_is_new boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'generation_id', g.id, 'is_new', p_is_new, 'status', g.status, 'position', app.generation_progress(p_id) -> 'position',
    'eta_seconds', app.generation_progress(p_id) -> 'eta_seconds', 'cost', g.cost_quoted)
  from public.generations g
  where g.id = p_id
$$;
comment on function app.generation_receipt(uuid, boolean) is 'What whoever ordered is told.';

create function app.check_generation_limits(p_user uuid, p_min_gap_ms int, p_max_active int) returns void
language plpgsql
set search_path = ''
as $$
declare
  wait_ms int;
begin
  select ceil(p_min_gap_ms - extract(epoch from clock_timestamp() - max(g.created_at)) * 1000) into wait_ms
  from public.generations g
  where g.user_id = p_user and g.status <> 'blocked' and g.created_at > clock_timestamp() - p_min_gap_ms * interval '1 ms';
  if wait_ms > 0 then
    raise exception 'One generation every % ms may be started', p_min_gap_ms
      using errcode = 'PT429', hint = 'throttled', detail = ceil(wait_ms / 1000.0)::text;
  end if;
  if (select count(*) from app.generation_jobs j where j.user_id = p_user and j.state <> 'over') >= p_max_active then
    raise exception '% generations may be waiting or running at once', p_max_active
      using errcode = 'PT429', hint = 'too_many_running', detail = '2';
  end if;
end
$$;
comment on function app.check_generation_limits(uuid, int, int) is
  'PT429 with the seconds to wait as detail. The caller holds the person''s lock.';

create function app.is_trial(p_accepted text) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_accepted in ('subject_unknown', 'abstract'), false)
$$;
comment on function app.is_trial(text) is
  'Whether a picture is made by choice without what it should show: it costs nothing.';

create function app.check_trial_limit(p_user uuid, p_images int, p_max_trials int) returns void
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function app.check_trial_limit(uuid, int, int) is
  'PT429 with the seconds until tomorrow as detail; days are UTC''s. The caller holds the person''s lock.';

create function app.asked_within() returns text
language sql stable
set search_path = ''
as $$
  select substring(nullif(current_setting('request.headers', true), '')::jsonb ->> 'traceparent'
    from '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$')
$$;
comment on function app.asked_within() is 'The trace that this request is a part of, as the W3C writes it; null where it says none.';

create function public.enqueue_generation(
  p_user uuid, p_order jsonb, p_min_gap_ms int, p_max_active int, p_max_trials int
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
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
  insert into app.generation_jobs (generation_id, user_id, unit_price, hold_id, hold_until, turn, traceparent)
  values (made, p_user, price, case when cost > 0 then made end, clock_timestamp() + hold_for, app.next_turn(p_user),
    app.asked_within());
  perform app.tell_generation(made);
  -- Workers that take no orders themselves hear of it here.
  perform pg_notify('generation_jobs', '');
  return app.generation_receipt(made, true);
end
$$;
comment on function public.enqueue_generation(uuid, jsonb, int, int, int) is
  'Orders a generation: its row, its job and the hold of its price, or nothing. The same key again answers the first one''s. PT402 insufficient_credits, PT422 idempotency_mismatch, PT429 throttled, too_many_running or trial_limit with the seconds to wait as detail.';

create function public.record_blocked_generation(p_user uuid, p_order jsonb, p_rule text, p_terms text[]) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  made constant uuid := app.uuid_v7();
begin
  perform pg_advisory_xact_lock(hashtextextended('generation:' || p_user, 0));
  if exists (
    select from public.generations g
    where g.user_id = p_user
      and (g.idempotency_key = p_order ->> 'idempotency_key'
        or g.status = 'blocked' and g.created_at > clock_timestamp() - interval '2 seconds')) then
    return null;
  end if;
  perform app.insert_generation(made, p_user, p_order, 0);
  update public.generations
  set status = 'blocked', error_code = 'blocked', error_message = '', blocked_rule = p_rule, blocked_terms = p_terms,
    finished_at = clock_timestamp()
  where id = made;
  return made;
end
$$;
comment on function public.record_blocked_generation(uuid, jsonb, text, text[]) is
  'Keeps an order that was refused for what it asks, at no cost: the rule and the words that it is about. One in two seconds of a person, once per key.';

-- What all people together have ordered lately, for whoever bounds what their engines may cost.
create function public.images_ordered_since(p_since timestamptz) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(g.n_images), 0)
  from public.generations g
  where g.id >= rpad(lpad(to_hex((extract(epoch from p_since) * 1000)::bigint), 12, '0'), 32, '0')::uuid
    and g.status not in ('blocked', 'canceled') and g.engine is distinct from 'lanczos'
$$;
comment on function public.images_ordered_since(timestamptz) is
  'How many images everybody has ordered since then, except what was refused or canceled, or only made larger (THREATS F-13). Ids are in the order of time: only the rows of that time are read.';

revoke execute on function
  app.insert_generation(uuid, uuid, jsonb, int), app.generation_receipt(uuid, boolean),
  app.check_generation_limits(uuid, int, int) from public;
revoke execute on function app.asked_within(), app.is_trial(text), app.check_trial_limit(uuid, int, int) from public;
revoke execute on function
  public.enqueue_generation(uuid, jsonb, int, int, int), public.record_blocked_generation(uuid, jsonb, text, text[]),
  public.images_ordered_since(timestamptz) from public, anon, authenticated;
