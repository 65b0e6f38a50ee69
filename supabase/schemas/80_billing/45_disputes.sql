-- Chargebacks of cards.

create table billing.disputes (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null references billing.payments,
  frozen int not null default 0 check (frozen >= 0),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  evidence_due timestamptz,
  opened_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  primary key (provider, provider_ref),
  constraint disputes_closed check ((state = 'open') = (closed_at is null))
);
create index disputes_of_payment on billing.disputes (payment_id);

create function billing.open_dispute(p billing.payments, p_provider text, p_ref text, p_due timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  frozen_now bigint := 0;
begin
  if remaining > 0 then
    frozen_now := least(billing.locked_balance(owner, 'paid'), remaining);
  end if;
  if frozen_now > 0 then
    perform ledger.post('dispute:' || p_ref || ':open', 'dispute_open', jsonb_build_array(
      billing.leg(owner, 'paid', 'CREDIT', -frozen_now),
      billing.leg(owner, 'frozen', 'CREDIT', frozen_now)), 'payment', p.id::text);
  end if;
  insert into billing.disputes (provider, provider_ref, payment_id, frozen, evidence_due)
  values (p_provider, p_ref, p.id, frozen_now, p_due);
  update billing.payments set dispute = 'open' where id = p.id and dispute in ('none', 'won');
  if p.purpose = 'commission' then
    perform billing.open_chargeback(p);
  end if;
  perform billing.report('dispute', p_provider || ':' || p_ref, jsonb_build_object('payment', p.id, 'evidence_due', p_due));
end
$$;

create function billing.credits_left(p billing.payments) returns bigint
language sql immutable
set search_path = ''
as $$ select case p.purpose when 'gift' then 0 else p.credits - p.credits::bigint * p.refunded / p.amount end $$;
comment on function billing.credits_left(billing.payments) is
  'What a lost dispute takes from whoever paid: only credits that they bought for themselves.';

create function billing.close_dispute(p billing.payments, d billing.disputes, p_state text, p_fee bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  legs jsonb;
begin
  if p.purpose = 'commission' and p_state = 'lost' then
    perform billing.lose_chargeback(p, d, p_fee);
  elsif p_state = 'won' then
    if d.frozen > 0 then
      perform ledger.post('dispute:' || d.provider_ref || ':won', 'dispute_won', jsonb_build_array(
        billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
        billing.leg(owner, 'paid', 'CREDIT', d.frozen)), 'payment', p.id::text);
    end if;
  else
    perform billing.take_back_spent(p.user_id, p.paid_at, remaining - d.frozen);
    legs := jsonb_build_array(
      billing.leg('platform', 'clearing_' || d.provider, p.currency, p.amount - p.refunded + p_fee),
      billing.leg('platform', 'chargebacks', p.currency, p.refunded - p.amount),
      billing.leg('platform', 'costs', p.currency, -p_fee),
      billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
      billing.leg(owner, 'debt', 'CREDIT', d.frozen - remaining),
      billing.leg('platform', 'issued', 'CREDIT', remaining));
    if p.purpose = 'gift' then
      legs := legs || billing.legs_of_gift(p);
    end if;
    -- Where all of it was given back before, nothing is left to take, and a transfer of nothing is none.
    if jsonb_path_exists(legs, '$[*] ? (@.n != 0)') then
      perform ledger.post('dispute:' || d.provider_ref || ':lost', 'dispute_lost', legs, 'payment', p.id::text);
    end if;
  end if;
  update billing.disputes set state = p_state, closed_at = billing.clock()
  where provider = d.provider and provider_ref = d.provider_ref;
  update billing.payments set dispute = p_state where id = p.id;
  if p.purpose = 'commission' and p_state = 'won' then
    perform billing.end_chargeback(p);
  end if;
end
$$;

create function public.apply_payment_dispute(p_provider text, p_ref text, p_transaction text, p_state text, p_fee bigint default 0,
  p_evidence_due timestamptz default null) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  p billing.payments;
  d billing.disputes;
begin
  if p_state is null or p_state not in ('open', 'won', 'lost') or p_fee < 0 then
    raise exception 'Unknown truth of a dispute: %', p_state using errcode = 'PT422', hint = 'payment_truth';
  end if;
  -- Its key stays free: who gives an order's money back just now refers to it, and holds what is asked for next.
  select q.* into p from billing.payments q join billing.attempts t on t.payment_id = q.id
  where t.provider = p_provider and t.provider_ref = p_transaction and t.state = 'paid'
  for no key update of q;
  if not found or p.status <> 'paid' then
    perform billing.report('unknown_dispute', p_provider || ':' || p_ref, jsonb_build_object('transaction', p_transaction));
    return null;
  end if;
  if not exists (select from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref) then
    perform billing.open_dispute(p, p_provider, p_ref, p_evidence_due);
  end if;
  select x.* into strict d from billing.disputes x where x.provider = p_provider and x.provider_ref = p_ref;
  if d.state = 'open' and p_state <> 'open' then
    perform billing.close_dispute(p, d, p_state, p_fee);
  end if;
  return p.id;
end
$$;
comment on function public.apply_payment_dispute(text, text, text, text, bigint, timestamptz) is
  'Believes what a provider says of a chargeback: open freezes what is left of the purchase, won gives it back, lost takes it and what is missing is owed (fee: what the provider charges for it). In any order and any number of times; answers the payment, null and a report for one that is none of ours, or of a transaction by which nothing was paid. PT422 payment_truth.';
