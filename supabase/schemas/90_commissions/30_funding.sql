-- The payment of a milestone: what it costs, when it is believed, and when its money has nowhere to go.

create function billing.commissions_open() returns boolean
language sql stable
set search_path = ''
as $$ select r.kind = 'test' or r.commissions_live from billing.realm r $$;

create function public.commissions_open() returns boolean
language sql stable security definer
set search_path = ''
as $$ select billing.commissions_open() $$;
comment on function public.commissions_open() is
  'Whether orders are taken and paid: always in realm test, in realm live once the operator says that funds may be held.';

create function public.set_commissions_live(p_is_open boolean) returns void
language sql security definer
set search_path = ''
as $$ update billing.realm set commissions_live = coalesce(p_is_open, false) where commissions_live is distinct from coalesce(p_is_open, false) $$;
comment on function public.set_commissions_live(boolean) is 'What the operator''s setting says, told by the servers.';

create function billing.check_milestone(p_user uuid, p_milestone uuid, p_terms int) returns billing.milestones
language plpgsql
set search_path = ''
as $$
declare
  m billing.milestones;
  c billing.commissions;
begin
  if not billing.commissions_open() then
    raise exception 'Orders are not paid yet' using errcode = 'PT403', hint = 'commissions_off';
  end if;
  select x.* into m from billing.milestones x where x.id = p_milestone;
  select x.* into c from billing.commissions x where x.id = m.commission_id and x.client_id = p_user;
  if c.id is null then
    if exists (
      select from billing.payments p where p.user_id = p_user and p.milestone_id = p_milestone) then
      raise exception 'The proposal has changed' using errcode = 'PT409', hint = 'price_changed';
    end if;
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  if c.status = 'proposed' and c.terms is distinct from p_terms then
    raise exception 'The proposal has changed' using errcode = 'PT409', hint = 'price_changed',
      detail = (select jsonb_build_object('milestone_id', x.id, 'terms', c.terms, 'amount', x.amount) from billing.milestones x
        where x.commission_id = c.id and x.position = c.current_step)::text;
  end if;
  if c.status <> 'proposed' or m.position <> c.current_step then
    raise exception 'Nothing is to be paid now' using errcode = 'PT409', hint = 'commission_state',
      detail = jsonb_build_object('status', c.status, 'version', c.version)::text;
  end if;
  if not c.holds_place and billing.free_places(c.service_id) = 0 then
    raise exception 'No place is free' using errcode = 'PT409', hint = 'service_full';
  end if;
  return m;
end
$$;
comment on function billing.check_milestone(uuid, uuid, int) is
  'The milestone, where it is to be paid now and as it was seen. PT403 commissions_off, PT404 commission_unknown, PT409 price_changed, commission_state, service_full.';

create function billing.in_currency(p_francs bigint, p_currency text) returns bigint
language sql immutable
set search_path = ''
as $$ select case p_currency when 'EUR' then ceil(p_francs * 100 / 655.957)::bigint else p_francs end $$;
comment on function billing.in_currency(bigint, text) is 'Francs in a currency''s smallest unit, at the fixed parity, up to the next cent.';

create function billing.take_place(p billing.payments) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id join billing.milestones m on m.commission_id = x.id
  where m.id = p.milestone_id for update of s;
  select x.* into c from billing.commissions x join billing.milestones m on m.commission_id = x.id
  where m.id = p.milestone_id and x.status = 'proposed' and x.terms = p.terms and m.position = x.current_step and m.amount = p.settle
  for update of x;
  if not found or not billing.commissions_open() or not c.holds_place and billing.free_places(c.service_id) = 0
    or not exists (select from public.profiles f where f.id = c.creator_id and f.status = 'active')
  then
    return null;
  end if;
  return c;
end
$$;
comment on function billing.take_place(billing.payments) is
  'The order that this payment is for, locked, where it still stands as it was paid for and a place is free; else null.';

create function billing.fund_escrow(p billing.payments, p_provider text) returns void
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions := billing.take_place(p);
  legs jsonb := jsonb_build_array(billing.leg('platform', 'clearing_' || p_provider, p.currency, -p.amount));
  away date;
begin
  if p.currency <> 'XOF' then
    legs := legs || billing.leg('platform', 'fx', p.currency, p.amount) || billing.leg('platform', 'fx', 'XOF', -p.settle);
  end if;
  if c.id is null then
    perform ledger.post('pay:' || p.id, 'escrow_surplus', legs || billing.leg('user:' || p.user_id, 'owed', 'XOF', p.settle), 'payment', p.id::text);
    perform billing.give_back(p, p.settle);
    perform billing.tell_money_back(p);
    return;
  end if;
  perform ledger.post('pay:' || p.id, 'escrow_fund',
    legs || billing.leg('commission:' || p.milestone_id, 'escrow', 'XOF', p.settle), 'payment', p.id::text);
  insert into billing.escrows (id, commission_id, payment_id, client_id, creator_id, amount)
  values (p.milestone_id, c.id, p.id, c.client_id, c.creator_id, p.settle);
  select s.away_to into away from billing.services s where s.id = c.service_id and billing.today() between s.away_from and s.away_to;
  c.holds_place := true;
  c.guaranteed_at := greatest(billing.clock(), billing.day_after(away::timestamp at time zone 'UTC'))
    + make_interval(days => (select m.days from billing.milestones m where m.id = p.milestone_id));
  c.stopped_at := null;
  -- A card's owner has three days to say that it was not they.
  c.starts_from := case when p.settle > 50000 and exists (
    select from billing.attempts t where t.payment_id = p.id and t.method = 'card') then billing.clock() + interval '72 hours' end;
  perform billing.move_commission(c, 'funded', 'paid', 'client', jsonb_build_object('amount', p.settle, 'step', c.current_step));
end
$$;
comment on function billing.fund_escrow(billing.payments, text) is
  'The money of a milestone is held, or, where it was paid twice or what it was for is gone, owed to the client and sent back at once. Called once, by what believes a provider, before the payment is marked paid.';

create function billing.tell_money_back(p billing.payments) returns void
language sql
set search_path = ''
as $$
  select app.notify(p.user_id, 'commission', app.notification_key('money_back', p.id, clock_timestamp()), null,
    jsonb_build_object('what', 'money_back', 'commission_id', m.commission_id, 'amount', p.amount, 'currency', p.currency,
      'url', '/commissions' || coalesce('?order=' || m.commission_id, '')), p.id)
  from (select) as always left join billing.milestones m on m.id = p.milestone_id
$$;

create function billing.refund_owed(p billing.payments, p_provider text, p_total bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  money constant bigint := p_total - p.refunded;
  francs bigint := p.settle * p_total / p.amount - p.settle * p.refunded / p.amount;
  asked billing.refunds;
  owed bigint := 0;
begin
  select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
  if asked.id is not null and money >= asked.amount then
    owed := asked.owed;
    francs := case when money = asked.amount then owed else greatest(francs, owed) end;
    update billing.refunds set state = 'done', closed_at = billing.clock() where id = asked.id;
  elsif asked.id is not null then
    owed := asked.owed * money / asked.amount;
    francs := owed;
    update billing.refunds r set amount = r.amount - money, owed = r.owed - refund_owed.owed where r.id = asked.id;
  else
    perform billing.report('refunded_unasked', p.id::text, jsonb_build_object('total', p_total));
  end if;
  if p.currency = 'XOF' then
    francs := money;
  end if;
  perform ledger.post('refund:' || p.id || ':' || p_total, 'refund', billing.legs_back(p, p_provider, money, francs, owed, 'writeoff'), 'payment', p.id::text);
end
$$;
comment on function billing.refund_owed(billing.payments, text, bigint) is
  'The provider has given back so much of a milestone''s payment in all: what was owed is paid; what nobody asked for is the platform''s loss, and lies before the staff.';

create function billing.legs_back(p billing.payments, p_provider text, p_money bigint, p_francs bigint, p_owed bigint, p_loss text) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, p_money),
    billing.leg('user:' || p.user_id, 'owed', 'XOF', -p_owed),
    billing.leg('platform', p_loss, 'XOF', p_owed - p_francs))
    || case when p.currency = 'XOF' then '[]' else jsonb_build_array(
      billing.leg('platform', 'fx', p.currency, -p_money), billing.leg('platform', 'fx', 'XOF', p_francs)) end
$$;
comment on function billing.legs_back(billing.payments, text, bigint, bigint, bigint, text) is
  'Money leaves by its provider: so much of its currency, which is so many francs, of which so many were owed to the client.';
