-- Escrow: in francs, one per milestone, from the confirmed payment to exactly one close, which gives every franc a place.

create table billing.escrows (
  id uuid primary key,
  commission_id uuid not null references billing.commissions,
  payment_id uuid not null unique references billing.payments,
  client_id uuid not null,
  creator_id uuid not null,
  amount bigint not null check (amount >= 2000 and amount % 100 = 0),
  fee_bp int not null default 800 check (fee_bp between 0 and 3000),
  state text not null default 'funded' check (state in ('funded', 'released', 'refunded', 'shared')),
  to_creator bigint,
  fee bigint,
  funded_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint escrows_of_two check (client_id <> creator_id),
  constraint escrows_closed check ((state = 'funded') = (closed_at is null) and (state = 'funded') = (to_creator is null)
    and (state = 'funded') = (fee is null)),
  constraint escrows_parts check (to_creator between 0 and amount and fee between 0 and to_creator)
);
comment on column billing.escrows.id is 'Its milestone.';
comment on column billing.escrows.to_creator is 'The creator''s share, before the platform''s part of it (fee); the rest is the client''s.';
create index escrows_of_commission on billing.escrows (commission_id);

create function billing.guard_escrow() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'An escrow is never deleted' using errcode = '42501';
  end if;
  if old.state <> 'funded'
    or (new.id, new.commission_id, new.payment_id, new.client_id, new.creator_id, new.amount, new.fee_bp)
      is distinct from (old.id, old.commission_id, old.payment_id, old.client_id, old.creator_id, old.amount, old.fee_bp)
  then
    raise exception 'The escrow is % already', old.state using errcode = 'PT409', hint = 'escrow_closed';
  end if;
  return new;
end
$$;

create trigger guard_escrow before update or delete on billing.escrows
  for each row execute function billing.guard_escrow();

create function billing.close_escrow(p_id uuid, p_percent int, p_actor text) returns billing.escrows
language plpgsql
set search_path = ''
as $$
declare
  e billing.escrows;
  part bigint;
  fee_part bigint;
  outcome constant text := case p_percent when 100 then 'released' when 0 then 'refunded' else 'shared' end;
begin
  if p_percent is null or p_percent not between 0 and 100 then
    raise exception 'A share is between 0 and 100' using errcode = 'PT422', hint = 'step_invalid';
  end if;
  select x.* into e from billing.escrows x where x.id = p_id for update;
  if not found then
    raise exception 'There is no such escrow' using errcode = 'PT404', hint = 'escrow_unknown';
  end if;
  -- Amounts are whole hundreds, so every share is a whole franc.
  part := e.amount * p_percent / 100;
  if e.state <> 'funded' then
    if (e.state, e.to_creator) = (outcome, part) then
      return e;
    end if;
    raise exception 'The escrow is % already', e.state using errcode = 'PT409', hint = 'escrow_closed';
  end if;
  fee_part := part * e.fee_bp / 10000;
  perform ledger.post('escrow:' || e.id || ':close', 'escrow_' || outcome, jsonb_build_array(
    billing.leg('commission:' || e.id, 'escrow', 'XOF', -e.amount),
    billing.leg('user:' || e.creator_id, 'pending', 'XOF', part - fee_part),
    billing.leg('platform', 'fees', 'XOF', fee_part),
    billing.leg('user:' || e.client_id, 'owed', 'XOF', e.amount - part)), 'commission', e.commission_id::text, '{}', p_actor);
  if part > 0 then
    perform billing.earn(e.creator_id, 'commission', e.id, part - fee_part, fee_part,
      greatest(billing.clock(), e.funded_at + interval '7 days'));
  end if;
  update billing.escrows x set state = outcome, to_creator = part, fee = fee_part, closed_at = billing.clock()
  where x.id = e.id returning * into e;
  return e;
end
$$;
comment on function billing.close_escrow(uuid, int, text) is
  'Release (100), refund (0) and every share between: one key, so that they exclude each other. The same close again answers the first; another is PT409 escrow_closed. What is the client''s is owed to them: who calls gives it back.';

create function billing.give_back(p billing.payments, p_francs bigint) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  a billing.attempts;
  made uuid;
begin
  if p_francs <= 0 then
    return null;
  end if;
  select t.* into a from billing.attempts t where t.payment_id = p.id order by t.state = 'paid' desc, t.id desc limit 1;
  insert into billing.refunds (payment_id, amount, credits, way, owed)
  values (p.id, greatest(1, p.amount * p_francs / p.settle), 0, case when a.provider = 'fedapay' then 'staff' else 'provider' end, p_francs)
  returning id into made;
  if a.provider = 'fedapay' then
    perform billing.report_refund(made);
  end if;
  return made;
end
$$;
comment on function billing.give_back(billing.payments, bigint) is
  'Starts on its way what is owed to a client of a payment: so many francs, in the currency and to the number or card that it came from.';

create function billing.report_refund(p_refund uuid) returns void
language sql
set search_path = ''
as $$
  select billing.report('refund_by_hand', r.id::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
    'amount', r.amount, 'currency', p.currency, 'number', a.msisdn_last4))
  from billing.refunds r
  join billing.payments p on p.id = r.payment_id
  left join lateral (select t.* from billing.attempts t where t.payment_id = p.id order by t.state = 'paid' desc, t.id desc limit 1) as a on true
  where r.id = p_refund
$$;

create function billing.end_milestone(c billing.commissions, p_percent int, p_actor text) returns billing.escrows
language plpgsql
set search_path = ''
as $$
declare
  e billing.escrows;
  p billing.payments;
begin
  select x.* into strict e from billing.escrows x join billing.milestones m on m.id = x.id
  where m.commission_id = c.id and m.position = c.current_step;
  select q.* into strict p from billing.payments q where q.id = e.payment_id;
  e := billing.close_escrow(e.id, p_percent, p_actor);
  perform billing.give_back(p, e.amount - e.to_creator);
  return e;
end
$$;
comment on function billing.end_milestone(billing.commissions, int, text) is
  'Closes the escrow of the present milestone at the creator''s share, and starts the rest back to the client. Called with the order locked, once.';

create function billing.is_charged_back(c billing.commissions) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from billing.escrows e join billing.payments p on p.id = e.payment_id
    where e.commission_id = c.id and e.state = 'funded' and p.dispute = 'open')
$$;
