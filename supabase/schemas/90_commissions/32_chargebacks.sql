-- A client's bank takes the money of a milestone back: the order stands still until it has decided. What was accepted stays
-- the creator's.

create function billing.order_of_payment(p_payment uuid) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id join billing.escrows e on e.commission_id = x.id
  where e.payment_id = p_payment for update of s;
  select x.* into c from billing.commissions x join billing.escrows e on e.commission_id = x.id
  where e.payment_id = p_payment and e.state = 'funded' for update of x;
  return c;
end
$$;
comment on function billing.order_of_payment(uuid) is 'The order whose money this payment still holds, locked; null where its escrow is closed.';

create function billing.stop_commission(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  c.stopped_at := coalesce(c.stopped_at, billing.clock());
  return c;
end
$$;

create function billing.resume_commission(c billing.commissions, d billing.commission_disputes) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  lost constant interval := billing.clock() - d.opened_at;
begin
  c.status := d.before;
  c.share_percent := null;
  c.share_by := null;
  if d.before in ('funded', 'in_progress') then
    c.guaranteed_at := c.guaranteed_at + (billing.clock() - c.stopped_at);
    c.starts_from := c.starts_from + lost;
    c.stopped_at := null;
  elsif d.before = 'delivered' then
    c.accepts_at := c.accepts_at + lost;
    c.delivered_at := c.delivered_at + lost;
  else
    c.revision_due := c.revision_due + lost;
  end if;
  return c;
end
$$;
comment on function billing.resume_commission(billing.commissions, billing.commission_disputes) is
  'The order as it was before the dispute: nobody has lost the time that it took.';

create function billing.open_chargeback(p billing.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions := billing.order_of_payment(p.id);
begin
  if c.id is null then
    return;
  end if;
  if c.status = 'disputed' then
    perform billing.write_event(billing.keep_commission(c), c.status, 'chargeback', 'bank');
    return;
  end if;
  insert into billing.commission_disputes (commission_id, opened_by, reason, before) values (c.id, 'bank', 'payment', c.status);
  perform billing.move_commission(billing.stop_commission(c), 'disputed', 'chargeback', 'bank');
end
$$;

create function billing.end_chargeback(p billing.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions := billing.order_of_payment(p.id);
  d billing.commission_disputes;
  before text;
begin
  select x.* into d from billing.commission_disputes x where x.commission_id = c.id and x.closed_at is null for update;
  if d.opened_by is distinct from 'bank' then
    if c.id is not null then
      perform billing.write_event(billing.keep_commission(c), c.status, 'chargeback_over', 'bank');
    end if;
    return;
  end if;
  update billing.commission_disputes x set state = 'closed', closed_at = billing.clock() where x.id = d.id;
  before := c.status;
  c := billing.keep_commission(billing.resume_commission(c, d));
  perform billing.write_event(c, before, 'chargeback_over', 'bank');
end
$$;
comment on function billing.end_chargeback(billing.payments) is 'The bank has left the money where it was: the order goes on where it stood.';

create function billing.lose_chargeback(p billing.payments, d billing.disputes, p_fee bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions := billing.order_of_payment(p.id);
  e billing.escrows;
  asked billing.refunds;
  money constant bigint := p.amount - p.refunded;
  francs bigint := p.settle - p.settle * p.refunded / p.amount;
  owed bigint := 0;
  legs jsonb;
begin
  if c.id is not null then
    e := billing.close_escrow((select x.id from billing.escrows x where x.payment_id = p.id), 0, 'bank');
    owed := e.amount;
    update billing.commission_disputes x set state = 'closed', closed_at = billing.clock() where x.commission_id = c.id and x.closed_at is null;
    perform billing.move_commission(c, 'ruled', 'ruled', 'bank', jsonb_build_object('percent', 0));
  else
    select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
    if asked.id is not null then
      owed := asked.owed;
      francs := greatest(francs, owed);
      update billing.refunds r set state = 'failed', closed_at = billing.clock(), lease_until = null where r.id = asked.id;
    end if;
  end if;
  legs := billing.legs_back(p, d.provider, money, francs, owed, 'chargebacks') || jsonb_build_array(
    billing.leg('platform', 'clearing_' || d.provider, p.currency, p_fee), billing.leg('platform', 'costs', p.currency, -p_fee));
  -- Where all of it was given back before, nothing is left to take, and a transfer of nothing is none.
  if jsonb_path_exists(legs, '$[*] ? (@.n != 0)') then
    perform ledger.post('dispute:' || d.provider_ref || ':lost', 'dispute_lost', legs, 'payment', p.id::text);
  end if;
end
$$;
comment on function billing.lose_chargeback(billing.payments, billing.disputes, bigint) is
  'The bank took the money: what was still held is gone with it, what the creator has is the platform''s loss.';
