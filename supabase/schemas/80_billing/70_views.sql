-- What people see of their payments. These views read with their owner's rights on purpose, since people have none on the
-- tables: each compares the payer with who asks, and is a barrier against functions that would look on.

create view public.my_payments with (security_barrier) as
select p.id, p.purpose, p.sku, p.currency, p.amount, p.tax, p.credits, p.status, p.reason, p.refunded, p.dispute, p.duplicate_of,
  p.return_to, p.created_at, p.paid_at, a.provider, a.method, a.msisdn_last4, a.checkout_url, a.attempt_started_at,
  r.state as refund_state, r.created_at as refund_asked_at,
  p.status = 'paid' and p.refunded = 0 and p.dispute = 'none' and r.state is null
    and case p.purpose
      when 'commission' then false
      when 'gift' then exists (select from billing.gifts g where g.payment_id = p.id and g.state = 'open')
      else p.paid_at > billing.clock() - interval '14 days'
    end as is_refundable,
  p.plan_step, c.number as receipt_number, c.id as receipt_id, r.closed_at as refunded_at,
  (select sum(d.frozen)::int from billing.disputes d where d.payment_id = p.id and d.state = 'open') as frozen
from billing.payments p
left join lateral (
  select t.provider, t.method, t.msisdn_last4, case when t.state = 'open' then t.checkout_url end as checkout_url,
    t.created_at as attempt_started_at
  from billing.attempts t where t.payment_id = p.id order by t.id desc limit 1) as a on true
left join lateral (
  select x.state, x.created_at, x.closed_at from billing.refunds x
  where x.payment_id = p.id and x.state <> 'failed' order by x.id desc limit 1) as r on true
left join billing.receipts c on c.payment_id = p.id and c.kind = 'receipt'
where p.user_id = (select auth.uid());
comment on view public.my_payments is
  'One''s own payments with their last attempt and refund. status is the money''s; refunded (cumulative, smallest unit) and dispute stand beside it. is_refundable: on demand, if its credits are still unused; frozen: credits that a dispute locks, null without one.';
revoke all on public.my_payments from anon, authenticated, service_role;
grant select on public.my_payments to authenticated;

create view public.my_gifts with (security_barrier) as
select g.id, g.payment_id, g.giver_id = (select auth.uid()) as is_mine_to_give, g.giver_id, g.recipient_id, g.credits, g.message,
  g.state, g.opened_at, g.closed_at, g.state = 'open' and r.id is not null as is_going_back
from billing.gifts g
left join billing.refunds r on r.payment_id = g.payment_id and r.closed_at is null
where g.giver_id = (select auth.uid())
  or g.state <> 'unpaid' and (select auth.uid()) in (g.recipient_id, g.redeemed_by) and (g.state <> 'open' or r.id is null);
comment on view public.my_gifts is
  'Gifts that one gave, paid or not, and those that one got. open: waits to be accepted, or for its code; is_going_back: not any more, since its giver has asked for the money.';
revoke all on public.my_gifts from anon, authenticated, service_role;
grant select on public.my_gifts to authenticated;

create view public.my_promo_codes with (security_barrier) as
select u.promo_id, u.payment_id, c.label, c.kind, c.value, u.state, u.at as used_at
from billing.promo_uses u join billing.promo_codes c on c.id = u.promo_id
where u.user_id = (select auth.uid());
comment on view public.my_promo_codes is
  'Codes that one has used, by the name that the staff gave them: reserved by a payment that is open, kept once it is paid.';
revoke all on public.my_promo_codes from anon, authenticated, service_role;
grant select on public.my_promo_codes to authenticated;
