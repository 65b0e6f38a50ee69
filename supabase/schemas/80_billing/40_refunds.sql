-- Money that goes back. The provider's cumulative total, or our own transfer, is the truth; credits are frozen when a refund
-- is asked for, so that they are not spent while it is on its way.

create table billing.refunds (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null references billing.payments,
  amount bigint not null check (amount > 0),
  credits int not null check (credits >= 0),
  way text not null check (way in ('provider', 'staff')),
  state text not null default 'asked' check (state in ('asked', 'sending', 'unknown', 'done', 'failed')),
  lease_until timestamptz,
  run_after timestamptz not null default clock_timestamp(),
  tries int not null default 0,
  created_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  owed bigint not null default 0 check (owed >= 0),
  constraint refunds_closed check ((closed_at is not null) = (state in ('done', 'failed')))
);
comment on column billing.refunds.way is 'provider: by its API; staff: by hand in the provider''s own pages, where it offers no other.';
comment on column billing.refunds.owed is 'Of a commission: the francs that are owed to the client until it is done.';
create unique index refunds_one_open on billing.refunds (payment_id) where closed_at is null;
create index refunds_of_payment on billing.refunds (payment_id, id desc);
create index refunds_due on billing.refunds (run_after) where closed_at is null and way = 'provider';

create function billing.apply_refund(p billing.payments, p_provider text, p_total bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || p.user_id;
  money constant bigint := p_total - p.refunded;
  back constant bigint := p.credits::bigint * p_total / p.amount - p.credits::bigint * p.refunded / p.amount;
  tax_back constant bigint := p.tax * p_total / p.amount - p.tax * p.refunded / p.amount;
  legs jsonb;
begin
  if p_total is null or money <= 0 then
    return;
  end if;
  if p_total > p.amount then
    perform billing.report('refunded_too_much', p.id::text, jsonb_build_object('total', p_total));
    return;
  end if;
  if p.purpose = 'commission' then
    perform billing.refund_owed(p, p_provider, p_total);
    update billing.payments q set refunded = p_total where q.id = p.id;
    return;
  end if;
  legs := jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, money),
    billing.leg('platform', 'revenue', p.currency, tax_back - money),
    billing.leg('platform', 'tax', p.currency, -tax_back));
  if p.purpose = 'gift' then
    legs := legs || billing.legs_of_gift(p);
  else
    legs := legs || billing.legs_of_refund(p, owner, back);
  end if;
  perform ledger.post('refund:' || p.id || ':' || p_total, 'refund', legs, 'payment', p.id::text);
  update billing.payments q set refunded = p_total where q.id = p.id;
  if p.purpose = 'plan' and p_total = p.amount then
    perform billing.end_refunded_plan(p);
  end if;
end
$$;
comment on function billing.apply_refund(billing.payments, text, bigint) is
  'The provider has given back so much in all, in the smallest unit. Credits go in proportion of the total, so that rounding never drifts: frozen ones first, then spendable ones, and what was spent is owed.';

create function billing.legs_of_refund(p billing.payments, p_owner text, p_back bigint) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  asked billing.refunds;
  of_frozen bigint;
  of_paid bigint;
  thawed bigint;
begin
  select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
  of_frozen := least(coalesce(asked.credits, 0), p_back);
  thawed := coalesce(asked.credits, 0) - of_frozen;
  of_paid := least(billing.locked_balance(p_owner, 'paid'), p_back - of_frozen);
  update billing.refunds set state = 'done', closed_at = billing.clock() where id = asked.id;
  perform billing.take_back_spent(p.user_id, p.paid_at, p_back - of_frozen - of_paid);
  return jsonb_build_array(
    billing.leg(p_owner, 'frozen', 'CREDIT', -of_frozen - thawed),
    billing.leg(p_owner, 'paid', 'CREDIT', thawed - of_paid),
    billing.leg(p_owner, 'debt', 'CREDIT', of_frozen + of_paid - p_back),
    billing.leg('platform', 'issued', 'CREDIT', p_back));
end
$$;

create function billing.legs_of_gift(p billing.payments) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  update billing.refunds set state = 'done', closed_at = billing.clock() where payment_id = p.id and closed_at is null;
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where payment_id = p.id and state = 'open';
  if not found then
    return '[]';
  end if;
  return jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -p.credits), billing.leg('platform', 'issued', 'CREDIT', p.credits));
end
$$;
comment on function billing.legs_of_gift(billing.payments) is
  'A gift that nobody has opened goes back with its money; one that was opened is the platform''s loss, never the debt of whoever got it.';

create function billing.refundable_credits(p billing.payments) returns int
language plpgsql
set search_path = ''
as $$
begin
  if p.purpose = 'gift' then
    -- They are with the gift, which is not opened any more.
    perform from billing.gifts g where g.payment_id = p.id and g.state = 'open' for update;
    return case when found then 0 end;
  end if;
  return case when billing.locked_balance('user:' || p.user_id, 'paid') >= p.credits then p.credits end;
end
$$;
comment on function billing.refundable_credits(billing.payments) is
  'How many of their own credits whoever paid has to leave for their money; null where some were used, or a gift was opened.';

create function public.ask_refund(p_payment uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  p billing.payments;
  a billing.attempts;
  frozen int;
  made uuid;
begin
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = person for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  select r.id into made from billing.refunds r where r.payment_id = p.id and r.closed_at is null;
  if found then
    return made;
  end if;
  if p.status <> 'paid' or p.purpose = 'commission' or p.refunded > 0 or p.dispute <> 'none'
    or p.purpose <> 'gift' and p.paid_at < billing.clock() - interval '14 days'
  then
    raise exception 'This payment is not refunded on demand' using errcode = 'PT422', hint = 'not_refundable';
  end if;
  frozen := billing.refundable_credits(p);
  if frozen is null then
    raise exception 'Credits of this purchase were used' using errcode = 'PT422', hint = 'credits_used';
  end if;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
  insert into billing.refunds (payment_id, amount, credits, way)
  values (p.id, p.amount, frozen, case when a.provider = 'fedapay' then 'staff' else 'provider' end)
  returning id into made;
  if frozen > 0 then
    perform ledger.post('refund:' || made || ':freeze', 'refund_freeze', jsonb_build_array(
      billing.leg('user:' || person, 'paid', 'CREDIT', -frozen),
      billing.leg('user:' || person, 'frozen', 'CREDIT', frozen)), 'payment', p.id::text);
  end if;
  if a.provider = 'fedapay' then
    perform billing.report('refund_by_hand', made::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
      'amount', p.amount, 'currency', p.currency, 'number', a.msisdn_last4));
  end if;
  perform app.tell_payment(p.id);
  return made;
end
$$;
comment on function public.ask_refund(uuid) is
  'Asks one''s money back within 14 days while the credits of that purchase are unused (directive 2011/83/EU, article 9); they are frozen from now on. The money of a gift comes back as long as nobody has opened it, and nobody can from now on. Answers the refund; again: the same one. PT404 payment_unknown, PT422 not_refundable or credits_used.';

create function public.claim_refunds(p_limit int)
returns table (refund_id uuid, provider text, provider_ref text, currency text, amount bigint, state text)
language sql security definer
set search_path = ''
as $$
  with due as (
    select r.id, r.state from billing.refunds r
    where r.closed_at is null and r.way = 'provider' and r.run_after <= clock_timestamp()
      and (r.lease_until is null or r.lease_until < clock_timestamp())
    order by r.run_after
    limit p_limit
    for update skip locked
  ), claimed as (
    update billing.refunds r
    set lease_until = clock_timestamp() + interval '30 seconds', tries = r.tries + 1,
      -- A process that died after asking leaves it unknown: it is looked up, never asked again by machine.
      state = case r.state when 'asked' then 'sending' else 'unknown' end
    from due where r.id = due.id
    returning r.id, r.payment_id, r.amount, due.state
  )
  select c.id, a.provider, a.provider_ref, p.currency, c.amount, c.state
  from claimed c
  join billing.payments p on p.id = c.payment_id
  join billing.attempts a on a.payment_id = p.id and a.state = 'paid'
$$;
comment on function public.claim_refunds(int) is
  'Refunds to act on, for thirty seconds: asked is to be sent to the provider under the refund''s id; sending and unknown are only looked up, by reading the transaction.';

create function public.note_refund(p_refund uuid, p_outcome text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  r billing.refunds;
  person uuid;
begin
  select q.user_id into person from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund for update;
  if not found then
    raise exception 'There is no such refund' using errcode = 'PT404';
  end if;
  if r.closed_at is not null then
    return;
  end if;
  if p_outcome = 'not_possible' and r.owed > 0 then
    -- It stays owed, and is sent by hand.
    update billing.refunds set way = 'staff', state = 'asked', lease_until = null where id = r.id;
    perform billing.report_refund(r.id);
    return;
  end if;
  if p_outcome = 'not_possible' then
    if r.credits > 0 then
      perform ledger.post('refund:' || r.id || ':thaw', 'refund_thaw', jsonb_build_array(
        billing.leg('user:' || person, 'frozen', 'CREDIT', -r.credits),
        billing.leg('user:' || person, 'paid', 'CREDIT', r.credits)), 'payment', r.payment_id::text);
    end if;
    update billing.refunds set state = 'failed', closed_at = billing.clock(), lease_until = null where id = r.id;
    perform billing.report('refund_failed', r.id::text, jsonb_build_object('payment', r.payment_id));
    perform app.tell_payment(r.payment_id);
    return;
  end if;
  update billing.refunds
  set state = 'unknown', lease_until = null,
    run_after = clock_timestamp() + least(interval '1 hour', interval '5 seconds' * power(2, least(r.tries, 10)))
  where id = r.id;
  if r.created_at < billing.clock() - interval '48 hours' then
    perform billing.report('refund_unresolved', r.id::text, jsonb_build_object('payment', r.payment_id));
  end if;
end
$$;
comment on function public.note_refund(uuid, text) is
  'What a provider said to a refund: asked or unknown, then it is looked up until the transaction says so; not_possible, then its credits are spendable again and the staff is told. PT404 for an unknown one.';
