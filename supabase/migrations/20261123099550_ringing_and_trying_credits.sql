create table billing.rings (
  attempt_id uuid primary key references billing.attempts,
  last_at timestamptz not null,
  count smallint not null default 1 check (count between 1 and 3)
);

CREATE OR REPLACE FUNCTION public.claim_ring(p_user uuid, p_payment uuid, p_msisdn_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.try_credits(p_user uuid, p_act text, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made text;
  hold uuid;
begin
  perform sandbox.require_test();
  if p_act = 'give' then
    made := ledger.give(p_user, 5, 'try:' || p_key)::text;
  elsif p_act = 'hold' then
    select h.id::text into made from ledger.hold(p_key, p_user, 1, 'trial', p_key::text) h;
  elsif p_act in ('release', 'capture') then
    select h.id into hold from ledger.holds h
    where h.owner = 'user:' || p_user and h.ref_type = 'trial' and h.state = 'open' order by h.created_at desc limit 1;
    if hold is null then
      raise exception 'Nothing is set aside for trying' using errcode = 'PT409', hint = 'nothing_held';
    end if;
    perform ledger.settle(hold, case p_act when 'capture' then 1 else 0 end, null, case p_act when 'capture' then 'capture' else 'canceled' end);
    made := hold::text;
  else
    raise exception 'There is no such act' using errcode = 'PT422', hint = 'act_unknown';
  end if;
  return jsonb_build_object('act', p_act, 'id', made);
end
$function$;

alter table billing.rings owner to ledger_owner;

revoke all on function public.claim_ring(uuid,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.claim_ring(uuid,uuid,text) to service_role;
revoke all on function public.try_credits(uuid,text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.try_credits(uuid,text,uuid) to service_role;
revoke all on table billing.rings from public, anon, authenticated, service_role;

comment on function public.claim_ring(uuid,uuid,text) is 'The right to ring the phone of an open attempt again: after 30 seconds, three times at most, and that number alone. Answers as start_payment, with provider_ref. PT404 payment_unknown, PT409 payment_state, PT429 throttled.';
comment on function public.try_credits(uuid,text,uuid) is 'give five, hold one, release or capture the newest that is held so: of whoever tries, under a key, so that the same call again answers the same id. PT404 in realm live; PT409 nothing_held or what the ledger refuses.';
