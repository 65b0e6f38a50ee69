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
