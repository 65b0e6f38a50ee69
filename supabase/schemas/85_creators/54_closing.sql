-- The end of a withdrawal: its money is in one place, under one key.

create function billing.payout_answer(x billing.payouts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', x.id, 'operator', x.operator, 'last4', x.msisdn_last4, 'amount', x.amount, 'fee', x.fee,
    'status', x.status, 'holds', x.holds, 'reason', x.reason, 'created_at', x.created_at, 'closed_at', x.closed_at)
$$;

create function billing.legs_out(x billing.payouts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_array(billing.leg('platform', 'fees', 'XOF', x.fee),
      billing.leg('platform', 'clearing_' || x.provider, a.currency, a.amount))
    || case a.currency when 'XOF' then '[]' else jsonb_build_array(
      billing.leg('platform', 'fx', 'XOF', x.amount - x.fee), billing.leg('platform', 'fx', a.currency, -a.amount)) end
  from billing.arrives(x) a
$$;
comment on function billing.legs_out(billing.payouts) is 'What a withdrawal takes out of the house, with what the person pays for it; euros change at the fixed parity.';

create function billing.turned(p_legs jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$ select jsonb_agg(leg || jsonb_build_object('n', -(leg ->> 'n')::bigint)) from jsonb_array_elements(p_legs) as leg $$;

create function billing.close_payout(x billing.payouts, p_status text, p_reason text, p_cost bigint default 0) returns billing.payouts
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || x.user_id;
  left_house constant jsonb := billing.legs_out(x);
  closed billing.payouts;
begin
  perform ledger.post(format('payout:%s:%s', x.id, case p_status when 'failed' then 'back' when 'canceled' then 'back' else p_status end),
    'payout_' || p_status,
    case p_status
      when 'sent' then left_house || billing.leg(owner, 'payable', 'XOF', -x.amount)
        || case p_cost when 0 then '[]' else jsonb_build_array(
          billing.leg('platform', 'clearing_' || x.provider, 'XOF', p_cost), billing.leg('platform', 'costs', 'XOF', -p_cost)) end
      when 'returned' then billing.turned(left_house) || billing.leg(owner, 'earned', 'XOF', x.amount)
      else jsonb_build_array(
        billing.leg(owner, 'payable', 'XOF', -x.amount), billing.leg(owner, 'earned', 'XOF', x.amount)) end,
    'payout', x.id::text);
  update billing.payouts set status = p_status, reason = p_reason, closed_at = billing.clock(), lease_until = null
  where id = x.id returning * into closed;
  return closed;
end
$$;
comment on function billing.close_payout(billing.payouts, text, text, bigint) is
  'Sent: it left the house, at what the provider took for it. Failed, canceled, returned: it is available again, under one key.';

create function public.cancel_payout(payout uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  x billing.payouts;
begin
  select y.* into x from billing.payouts y where y.id = payout and y.user_id = me for update;
  if not found then
    raise exception 'There is no such withdrawal' using errcode = 'PT404', hint = 'payout_unknown';
  end if;
  if x.status = 'canceled' then
    return billing.payout_answer(x);
  end if;
  if x.status not in ('prepared', 'held') or x.provider_ref is not null then
    raise exception 'It is on its way' using errcode = 'PT409', hint = 'payout_on_its_way';
  end if;
  return billing.payout_answer(billing.close_payout(x, 'canceled', null));
end
$$;
comment on function public.cancel_payout(uuid) is
  'Takes back a withdrawal that no provider has heard of. PT404 payout_unknown, PT409 payout_on_its_way.';
