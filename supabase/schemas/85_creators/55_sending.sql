-- Sending withdrawals: what a process may do next, and the one door through which a provider is believed.

create function public.claim_payouts(p_limit int, p_provider text)
returns table (payout_id uuid, provider text, provider_ref text, currency text, amount bigint, operator text, country text, sealed text, since timestamptz)
language sql security definer
set search_path = ''
as $$
  with due as (
    select x.id from billing.payouts x
    where x.status in ('prepared', 'sending', 'unknown') and x.run_after <= billing.clock()
      and (x.lease_until is null or x.lease_until < clock_timestamp())
      -- A bank is reached by Stripe alone, a phone by whoever sends to phones here.
      and (x.operator = 'stripe') = (p_provider = 'stripe')
      -- What a provider was asked for is followed to its end; nothing more is begun for somebody who is suspended.
      and not (x.status = 'prepared' and exists (
        select from public.profiles p where p.id = x.user_id and p.status = 'suspended'))
    order by x.run_after
    limit p_limit
    for update skip locked
  )
  update billing.payouts x
  set lease_until = clock_timestamp() + interval '30 seconds', tries = x.tries + 1, provider = coalesce(x.provider, p_provider),
    status = case when x.status = 'prepared' then 'sending' when x.started_at is null then 'unknown' else x.status end,
    run_after = billing.clock() + least(interval '10 minutes', interval '2 seconds' * power(2, least(x.tries, 9)))
  from due
  where x.id = due.id
  returning x.id, x.provider, x.provider_ref, (billing.arrives(x)).currency, (billing.arrives(x)).amount, x.operator,
    (select o.country from billing.operators o where o.code = x.operator), x.msisdn_sealed, x.created_at
$$;
comment on function public.claim_payouts(int, text) is
  'Withdrawals to move on, for thirty seconds; committed as sending before the provider is asked. Without a reference the provider is first searched by the withdrawal''s id; its own withdrawal moves no money until it is started, and it is started only where it is the one whose reference stands here. What is prepared for somebody who is suspended waits until they are not.';

create function public.note_payout_ref(p_payout uuid, p_ref text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  kept text;
begin
  update billing.payouts x set provider_ref = coalesce(x.provider_ref, p_ref)
  where x.id = p_payout and x.status in ('sending', 'unknown')
  returning x.provider_ref into kept;
  return kept;
end
$$;
comment on function public.note_payout_ref(uuid, text) is
  'The reference that a withdrawal has at its provider: the first one that was noted, whoever asks. Null where it is over.';

create function public.note_payout(p_payout uuid, p_outcome text, p_reason text default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  x billing.payouts;
begin
  select y.* into x from billing.payouts y where y.id = p_payout for update;
  if not found or x.status not in ('sending', 'unknown') then
    return;
  end if;
  if p_outcome = 'started' then
    update billing.payouts set started_at = coalesce(started_at, billing.clock()), lease_until = null,
      run_after = billing.clock() + interval '3 seconds' where id = x.id;
  elsif p_outcome = 'queued' and x.started_at is null then
    update billing.payouts set status = 'prepared', reason = 'queued', lease_until = null,
      run_after = billing.clock() + interval '10 minutes' where id = x.id;
    perform billing.report('payout_queued', x.id::text, jsonb_build_object('provider', x.provider, 'amount', x.amount));
  elsif p_outcome = 'refused' and (x.provider_ref is null or x.operator = 'stripe' and x.started_at is null) then
    perform billing.close_payout(x, 'failed', coalesce(p_reason, 'other'));
  elsif p_outcome = 'unknown' then
    update billing.payouts set status = 'unknown', lease_until = null where id = x.id;
    if x.created_at < billing.clock() - interval '48 hours' then
      perform billing.report('payout_unresolved', x.id::text, jsonb_build_object('provider', x.provider, 'ref', x.provider_ref));
    end if;
  end if;
end
$$;
comment on function public.note_payout(uuid, text, text) is
  'What a provider said (of what is unresolved for two days the staff is told): started, queued (it has too little of ours just now: tried again in ten minutes, and the staff is told), refused before anything was made there (a transfer to a bank is made by its start), or unknown. What is over stays as it is.';

create function public.apply_payout_truth(p_provider text, p_ref text, p_truth jsonb) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  x billing.payouts;
  status constant text := p_truth ->> 'status';
begin
  select y.* into x from billing.payouts y where y.provider = p_provider and y.provider_ref = p_ref for update;
  if not found then
    if status = 'sent' then
      perform billing.report('unknown_payout', p_provider || ':' || p_ref, p_truth);
    end if;
    return null;
  end if;
  if status is null or status not in ('pending', 'started', 'sent', 'failed', 'returned') then
    raise exception 'Unknown truth: %', status using errcode = 'PT422', hint = 'payment_truth';
  end if;
  if (p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r)
    or (p_truth ->> 'currency', (p_truth ->> 'amount')::bigint) is distinct from (
      select (a.currency, a.amount) from billing.arrives(x) a)
  then
    perform billing.report('payout_mismatch', x.id::text, p_truth);
    return x.status;
  end if;
  if status = 'started' and x.status in ('sending', 'unknown') then
    update billing.payouts y set started_at = coalesce(y.started_at, billing.clock()), lease_until = null where y.id = x.id;
  elsif status in ('sent', 'returned') and x.status in ('sending', 'unknown') then
    update billing.payouts y set started_at = coalesce(y.started_at, billing.clock()) where y.id = x.id returning * into x;
    x := billing.close_payout(x, 'sent', null, coalesce((p_truth ->> 'cost')::bigint, 0));
  elsif status = 'failed' and x.status in ('sending', 'unknown') then
    x := billing.close_payout(x, 'failed', coalesce(p_truth ->> 'reason', 'other'));
  end if;
  if status = 'returned' and x.status = 'sent' then
    x := billing.close_payout(x, 'returned', coalesce(p_truth ->> 'reason', 'other'));
  end if;
  return x.status;
end
$$;
comment on function public.apply_payout_truth(text, text, jsonb) is
  'Believes what a provider''s API said of one withdrawal: {status: pending | started | sent | failed | returned, currency, amount (what was to arrive), cost, reason, realm}. Any number of times, in any order: the money moves once. Another amount, currency or realm moves nothing and lies before the staff. Answers the state; null for one that is none of ours.';

create function public.payouts_to_read(p_provider text) returns table (provider_ref text)
language sql volatile security definer
set search_path = ''
as $$
  select x.provider_ref from billing.payouts x
  where x.provider = p_provider and x.provider_ref is not null
    and (x.status in ('sending', 'unknown') or x.status = 'sent' and x.closed_at > billing.clock() - interval '7 days')
$$;
comment on function public.payouts_to_read(text) is
  'References of withdrawals that are on their way at this provider, or were sent in the last seven days and may still come back.';

create function app.tell_payout() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('payout_id', new.id, 'status', new.status), 'payout', 'user:' || new.user_id, true);
  if new.status in ('sent', 'failed', 'returned') or new.status = 'canceled' and new.reason = 'refused' then
    perform app.notify(new.user_id, 'payout', app.notification_key('payout', new.id, clock_timestamp()), null,
      jsonb_build_object('payout_id', new.id, 'what', case new.status when 'sent' then 'sent' else 'back' end,
        'amount', case new.status when 'sent' then new.amount - new.fee else new.amount end, 'last4', new.msisdn_last4, 'way', case new.operator when 'stripe' then 'bank' end), app.uuid_v7());
    perform billing.write_letter(new.user_id, case new.status when 'sent' then 'payout_sent' else 'payout_back' end,
      jsonb_build_object('amount', case new.status when 'sent' then new.amount - new.fee else new.amount end,
        'currency', 'XOF', 'number', new.msisdn_last4, 'way', case new.operator when 'stripe' then 'bank' end));
  end if;
  return null;
end
$$;

create trigger tell_payout after update of status on billing.payouts
  for each row when (new.status is distinct from old.status) execute function app.tell_payout();
