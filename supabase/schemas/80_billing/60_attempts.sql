-- What becomes of an attempt between our commit and the provider's answer, and who asks after it.

create function public.note_attempt(p_attempt uuid, p_outcome text, p_ref text default null, p_url text default null, p_reason text default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  p billing.payments;
  a billing.attempts;
begin
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id where t.id = p_attempt for update of q;
  select t.* into a from billing.attempts t where t.id = p_attempt for update;
  if not found then
    raise exception 'There is no such attempt' using errcode = 'PT404';
  end if;
  -- A truth may have been faster than the answer that told of the reference.
  if a.state not in ('sending', 'unknown') then
    update billing.attempts set checkout_url = coalesce(p_url, checkout_url) where id = a.id;
  elsif p_outcome = 'started' then
    update billing.attempts set state = 'open', provider_ref = p_ref, checkout_url = p_url, lease_until = null,
      poll_at = billing.next_poll(a.created_at)
    where id = a.id;
    update billing.payments set status = 'pending' where id = p.id and status = 'created';
  elsif p_outcome = 'refused' then
    update billing.attempts set state = 'closed', closed_reason = coalesce(p_reason, 'other'), lease_until = null, poll_at = null where id = a.id;
    update billing.payments set status = 'failed', reason = coalesce(p_reason, 'other') where id = p.id and status in ('created', 'pending');
  elsif p_outcome = 'unknown' then
    update billing.attempts set state = 'unknown', lease_until = null, poll_at = billing.clock() + interval '2 seconds' where id = a.id;
  else
    raise exception 'Unknown outcome: %', p_outcome using errcode = 'PT422';
  end if;
  return billing.payment_receipt(p.id, false);
end
$$;
comment on function public.note_attempt(uuid, text, text, text, text) is
  'What a provider said when it was asked: started (ref and, where one goes on there, url), refused (reason), or unknown, and then it is looked up. Answers as start_payment.';

create function public.claim_payment_attempts(p_limit int)
returns table (attempt_id uuid, provider text, provider_ref text, state text, since timestamptz)
language plpgsql security definer
set search_path = ''
as $$
begin
  perform billing.review_stuck();
  return query
    update billing.attempts t
    set lease_until = clock_timestamp() + interval '30 seconds',
      state = case t.state when 'sending' then 'unknown' else t.state end,
      poll_at = billing.next_poll(t.created_at), polled_at = billing.clock()
    from (
      select d.id from billing.attempts d
      where d.poll_at <= billing.clock() and (d.lease_until is null or d.lease_until < clock_timestamp())
      order by d.poll_at
      limit p_limit
      for update skip locked) as due
    where t.id = due.id
    returning t.id, t.provider, t.provider_ref, t.state, t.created_at;
end
$$;
comment on function public.claim_payment_attempts(int) is
  'Attempts that are due to be asked after, for thirty seconds. With a reference the transaction is read; without one it is looked for by the attempt''s id.';

create function billing.review_stuck() returns void
language plpgsql
set search_path = ''
as $$
declare
  stuck record;
begin
  for stuck in
    select t.id, t.payment_id, t.state from billing.attempts t
    where t.poll_at is not null and t.created_at < billing.clock() - interval '48 hours'
    limit 100
  loop
    perform 1 from billing.payments q where q.id = stuck.payment_id for update;
    update billing.attempts t set poll_at = null, lease_until = null where t.id = stuck.id and t.poll_at is not null;
    continue when not found or stuck.state = 'closed';
    update billing.payments q set status = 'review', reason = 'unresolved'
    where q.id = stuck.payment_id and q.status in ('created', 'pending');
    perform billing.report('unresolved', stuck.id::text, jsonb_build_object('payment', stuck.payment_id));
  end loop;
end
$$;
comment on function billing.review_stuck() is 'What no provider has resolved in 48 hours is in review with a finding: never silently stuck.';

create function public.attempt_not_found(p_attempt uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  p uuid;
begin
  select t.payment_id into p from billing.attempts t where t.id = p_attempt;
  perform 1 from billing.payments q where q.id = p for update;
  update billing.attempts t set state = 'closed', closed_reason = 'never_started', poll_at = null, lease_until = null
  where t.id = p_attempt and t.state in ('sending', 'unknown') and t.provider_ref is null
    and t.created_at < billing.clock() - interval '2 minutes';
  if found then
    update billing.payments q set status = 'failed', reason = 'other' where q.id = p and q.status in ('created', 'pending');
  end if;
end
$$;
comment on function public.attempt_not_found(uuid) is
  'The provider knows of no transaction under this attempt: after two minutes it is over, and may be tried again. One that shows up later is credited all the same.';

create function public.payment_status(p_payment uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  state jsonb;
begin
  select to_jsonb(m) into state from public.my_payments m where m.id = p_payment;
  if state is null then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  -- Whoever looks on has it asked after sooner, every three seconds at most: nobody can hammer a provider.
  update billing.attempts t set poll_at = billing.clock()
  from billing.payments p
  where p.id = p_payment and p.user_id = person and t.payment_id = p.id and t.state in ('unknown', 'open')
    and t.poll_at > billing.clock() and (t.polled_at is null or t.polled_at < billing.clock() - interval '3 seconds');
  return state;
end
$$;
comment on function public.payment_status(uuid) is
  'One''s own payment as my_payments has it, and a nudge to ask the provider. PT404 payment_unknown for anybody else''s. Nothing that the browser says is believed.';

create function public.cancel_payment(p_payment uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  p billing.payments;
begin
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = person for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  -- The attempt stays open and is asked after: whoever has already approved on their phone gets what they paid.
  update billing.payments set status = 'canceled', reason = 'by_person' where id = p.id and status in ('created', 'pending');
  return public.payment_status(p_payment);
end
$$;
comment on function public.cancel_payment(uuid) is
  'Gives up one''s own payment; one that was approved meanwhile gives its credits all the same. Answers as payment_status.';

-- The phone of whoever pays rings once more, for the same transaction: however often it rings, one is paid.
create table billing.rings (
  attempt_id uuid primary key references billing.attempts,
  last_at timestamptz not null,
  count smallint not null default 1 check (count between 1 and 3)
);

create function public.claim_ring(p_user uuid, p_payment uuid, p_msisdn_hash text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  a billing.attempts;
  r billing.rings;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));
  select t.* into a from billing.attempts t join billing.payments p on p.id = t.payment_id
  where p.id = p_payment and p.user_id = p_user order by t.id desc limit 1;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  if a.state <> 'open' or a.msisdn_hash is distinct from decode(p_msisdn_hash, 'hex') then
    raise exception 'Nothing waits on this phone' using errcode = 'PT409', hint = 'payment_state';
  end if;
  select x.* into r from billing.rings x where x.attempt_id = a.id;
  if r.count >= 3 or coalesce(r.last_at, a.created_at) > billing.clock() - interval '30 seconds' then
    raise exception 'The phone has just rung' using errcode = 'PT429', hint = 'throttled', detail = '30';
  end if;
  insert into billing.rings as x (attempt_id, last_at) values (a.id, billing.clock())
  on conflict (attempt_id) do update set last_at = billing.clock(), count = x.count + 1;
  return billing.payment_receipt(p_payment, false) || jsonb_build_object('provider_ref', a.provider_ref);
end
$$;
comment on function public.claim_ring(uuid, uuid, text) is
  'The right to ring the phone of an open attempt again: after 30 seconds, three times at most, and that number alone. Answers as start_payment, with provider_ref. PT404 payment_unknown, PT409 payment_state, PT429 throttled.';
