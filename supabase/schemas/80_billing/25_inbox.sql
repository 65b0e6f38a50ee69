-- What providers send us: a bell, whose signature says who rang and never what is true.

create table billing.inbox (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null,
  provider_ref text,
  raw bytea not null check (octet_length(raw) <= 262144),
  received_at timestamptz not null default clock_timestamp(),
  run_after timestamptz not null default clock_timestamp(),
  lease_until timestamptz,
  tries int not null default 0,
  done_at timestamptz,
  last_error text,
  primary key (provider, event_id)
);
comment on table billing.inbox is 'One verified delivery per event, with the bytes that were signed; kept for thirteen months.';
create index inbox_due on billing.inbox (run_after) where done_at is null;

create table billing.webhook_rejects (
  provider text not null,
  reason text not null,
  hour timestamptz not null,
  count int not null default 1,
  primary key (provider, reason, hour)
);
comment on table billing.webhook_rejects is 'How many deliveries were refused, by reason and hour: never what they held.';

create function public.receive_payment_event(p_provider text, p_event text, p_type text, p_ref text, p_raw text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into billing.inbox (provider, event_id, type, provider_ref, raw)
  values (p_provider, p_event, p_type, p_ref, decode(p_raw, 'base64'))
  on conflict do nothing;
  return found;
end
$$;
comment on function public.receive_payment_event(text, text, text, text, text) is
  'Keeps a delivery whose signature was verified (raw: its bytes in base64); false where this event is here already. The provider is told « received » once this has committed.';

create function public.count_webhook_reject(p_provider text, p_reason text) returns void
language sql security definer
set search_path = ''
as $$
  insert into billing.webhook_rejects (provider, reason, hour) values (p_provider, p_reason, date_trunc('hour', clock_timestamp()))
  on conflict (provider, reason, hour) do update set count = billing.webhook_rejects.count + 1
$$;

create function public.claim_payment_events(p_limit int) returns table (provider text, event_id text, type text, provider_ref text)
language sql security definer
set search_path = ''
as $$
  update billing.inbox i
  set lease_until = clock_timestamp() + interval '30 seconds', tries = i.tries + 1
  from (
    select d.provider, d.event_id from billing.inbox d
    where d.done_at is null and d.run_after <= clock_timestamp() and (d.lease_until is null or d.lease_until < clock_timestamp())
    order by d.run_after
    limit p_limit
    for update skip locked) as due
  where (i.provider, i.event_id) = (due.provider, due.event_id)
  returning i.provider, i.event_id, i.type, i.provider_ref
$$;
comment on function public.claim_payment_events(int) is
  'Deliveries to act on, for thirty seconds: any number of processes may ask at once, and what a killed one held comes again.';

create function public.finish_payment_event(p_provider text, p_event text, p_error text default null) returns void
language sql security definer
set search_path = ''
as $$
  update billing.inbox i
  set done_at = case when p_error is null then clock_timestamp() end,
    last_error = left(p_error, 500),
    lease_until = null,
    run_after = case when p_error is null then i.run_after
      else clock_timestamp() + least(interval '10 minutes', interval '2 seconds' * power(2, least(i.tries, 12))) end
  where i.provider = p_provider and i.event_id = p_event and i.done_at is null
$$;
comment on function public.finish_payment_event(text, text, text) is
  'The delivery was acted on; with an error it comes again, later each time up to ten minutes.';
