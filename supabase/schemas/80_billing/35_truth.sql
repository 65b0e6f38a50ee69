-- The one door through which a provider is believed: what its API says when it is read with our key, just now.

create function billing.find_attempt(p_provider text, p_ref text, p_attempt uuid, p_status text) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  known billing.attempts;
  made uuid;
begin
  select * into known from billing.attempts t where t.provider = p_provider and t.provider_ref = p_ref;
  if found then
    return known.id;
  end if;
  -- Whoever finds it under our own id writes down where it stands there; of two at once the second waits, and looks again.
  select * into known from billing.attempts t where t.id = p_attempt and t.provider = p_provider for update;
  if not found then
    if p_status = 'paid' then
      perform billing.report('unknown_transaction', p_provider || ':' || p_ref, jsonb_build_object('attempt', p_attempt));
    end if;
    return null;
  end if;
  if known.provider_ref is null then
    update billing.attempts set provider_ref = p_ref where id = known.id;
    return known.id;
  end if;
  if known.provider_ref = p_ref then
    return known.id;
  end if;
  if p_status <> 'paid' then
    return null;
  end if;
  insert into billing.attempts (payment_id, provider, method, msisdn_last4, msisdn_hash, state, closed_reason, provider_ref, lease_until, poll_at)
  values (known.payment_id, known.provider, known.method, known.msisdn_last4, known.msisdn_hash, 'closed', 'superseded', p_ref, null, null)
  on conflict (provider, provider_ref) do nothing
  returning id into made;
  return coalesce(made, (select t.id from billing.attempts t where t.provider = p_provider and t.provider_ref = p_ref));
end
$$;
comment on function billing.find_attempt(text, text, uuid, text) is
  'The attempt of a transaction at a provider. A second paid transaction of one attempt becomes an attempt of its own; a paid one that is nobody''s is reported; null where there is nothing to do.';

create function billing.believe_paid(p billing.payments, a billing.attempts, p_truth jsonb) returns billing.payments
language plpgsql
set search_path = ''
as $$
declare
  believed billing.payments := p;
begin
  if (p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r)
    or (p_truth ->> 'currency', (p_truth ->> 'amount')::bigint) is distinct from (p.currency, p.amount)
  then
    update billing.attempts set state = 'closed', closed_reason = 'mismatch', lease_until = null, poll_at = null where id = a.id;
    update billing.payments q set status = 'review', reason = 'amount_mismatch'
    where q.id = p.id and q.status <> 'paid'
    returning * into believed;
    perform billing.report('amount_mismatch', a.id::text, p_truth || jsonb_build_object('payment', p.id));
    return coalesce(believed, p);
  end if;
  if p.status = 'paid' then
    believed := billing.paid_again(p, a);
  end if;
  perform billing.fulfil(believed, a.provider);
  update billing.attempts set state = 'paid', closed_reason = null, lease_until = null, poll_at = null where id = a.id;
  update billing.payments q set status = 'paid', paid_at = billing.clock(), reason = null
  where q.id = believed.id
  returning * into believed;
  if believed.purpose = 'plan' then
    perform billing.grant_month(believed, a, p_truth ->> 'mandate');
  end if;
  perform billing.settle_promo(believed);
  perform billing.note_referral(believed);
  return believed;
end
$$;

create function billing.believe_end(p billing.payments, a billing.attempts, p_truth jsonb) returns billing.payments
language plpgsql
set search_path = ''
as $$
declare
  believed billing.payments;
begin
  update billing.attempts set state = 'closed', closed_reason = p_truth ->> 'status', lease_until = null,
    -- Providers do change their mind about a refusal, so it is still asked after.
    poll_at = case when p_truth ->> 'status' = 'failed' then billing.next_poll(a.created_at) end
  where id = a.id;
  update billing.payments q set status = p_truth ->> 'status', reason = coalesce(p_truth ->> 'reason', p_truth ->> 'status')
  where q.id = p.id and q.status in ('created', 'pending')
  returning * into believed;
  return coalesce(believed, p);
end
$$;

create function public.apply_payment_truth(p_provider text, p_ref text, p_attempt uuid, p_truth jsonb) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  attempt constant uuid := billing.find_attempt(p_provider, p_ref, p_attempt, p_truth ->> 'status');
  status constant text := p_truth ->> 'status';
  p billing.payments;
  a billing.attempts;
begin
  if status is null or status not in ('pending', 'paid', 'failed', 'canceled', 'expired') then
    raise exception 'Unknown truth: %', status using errcode = 'PT422', hint = 'payment_truth';
  end if;
  if attempt is null then
    return null;
  end if;
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id where t.id = attempt for no key update of q;
  select t.* into a from billing.attempts t where t.id = attempt for update;
  if a.payment_id <> p.id then
    raise exception 'The attempt became a payment of its own meanwhile' using errcode = '40001';
  end if;
  update billing.attempts t
  set provider_status = p_truth ->> 'raw', lease_until = null,
    poll_at = case when t.poll_at is not null then billing.next_poll(t.created_at) end
  where t.id = a.id;

  if status = 'paid' and a.state <> 'paid' then
    p := billing.believe_paid(p, a, p_truth);
  elsif status in ('failed', 'canceled', 'expired') and a.state in ('sending', 'unknown', 'open') then
    p := billing.believe_end(p, a, p_truth);
  elsif status = 'pending' and a.state in ('sending', 'unknown') then
    update billing.attempts t set state = 'open' where t.id = a.id;
    update billing.payments q set status = 'pending' where q.id = p.id and q.status = 'created';
  end if;

  if status = 'paid' and p.status = 'paid' then
    perform billing.take_fee(p, a, (p_truth ->> 'fee')::bigint);
    perform billing.apply_refund(p, a.provider, (p_truth ->> 'refunded')::bigint);
  end if;
  return p.id;
end
$$;
comment on function public.apply_payment_truth(text, text, uuid, jsonb) is
  'Believes what a provider''s API said of one transaction: {status: pending | paid | failed | canceled | expired, currency, amount, refunded (cumulative), fee or null, realm: test | live, raw: its own word, reason or null, mandate or null: what a card plan is renewed by}, amounts in the smallest unit. Any number of times, in any order: credits are given once, in the transaction that marks the payment paid. Answers the payment, null for a transaction that is none of ours. An amount, currency or realm that is not our row''s gives nothing and is laid before the staff. PT422 payment_truth for an unknown status; 40001: ask again.';

create function billing.take_fee(p billing.payments, a billing.attempts, p_fee bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_fee is null or p_fee <= 0 or p_fee = a.fee then
    return;
  end if;
  if a.fee is not null then
    perform billing.report('fee_changed', a.id::text, jsonb_build_object('before', a.fee, 'after', p_fee));
    return;
  end if;
  perform ledger.post('fee:' || a.id, 'provider_fee', jsonb_build_array(
    billing.leg('platform', 'clearing_' || a.provider, p.currency, p_fee),
    billing.leg('platform', 'costs', p.currency, -p_fee)), 'payment', p.id::text);
  update billing.attempts t set fee = p_fee where t.id = a.id;
end
$$;

create function billing.next_poll(p_since timestamptz) returns timestamptz
language plpgsql
set search_path = ''
as $$
declare
  present constant timestamptz := billing.clock();
  age constant interval := present - p_since;
begin
  return case
    when age < interval '5 seconds' then p_since + interval '5 seconds'
    when age < interval '10 seconds' then p_since + interval '10 seconds'
    when age < interval '20 seconds' then p_since + interval '20 seconds'
    when age < interval '30 seconds' then p_since + interval '30 seconds'
    when age < interval '3 minutes' then present + interval '30 seconds'
    when age < interval '30 minutes' then present + interval '2 minutes'
    when age < interval '24 hours' then present + interval '15 minutes'
    else present + interval '1 hour'
  end;
end
$$;
comment on function billing.next_poll(timestamptz) is
  'When a transaction of that age is asked after again: a webhook that never comes costs half a minute while somebody waits, and a day later an hour.';
