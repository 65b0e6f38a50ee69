-- From a wish to an attempt: price, limits and rows in one transaction, committed before any provider is asked.

create function billing.check_price(p_price uuid, p_credits int)
returns table (sku text, kind text, currency text, amount bigint, tax bigint, tax_bp int, credits int)
language plpgsql
set search_path = ''
as $$
declare
  x billing.prices;
  o billing.products;
  next_one record;
  n int;
begin
  select * into x from billing.prices r where r.id = p_price;
  select * into o from billing.products q where q.sku = x.sku;
  if x.id is null or not o.is_active then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  if x.valid_to <= now() then
    select r.id as price_id, r.amount into next_one from billing.prices r
    where r.sku = x.sku and r.currency = x.currency and r.valid_to is null;
    raise exception 'The price has changed'
      using errcode = 'PT409', hint = 'price_changed', detail = coalesce(to_jsonb(next_one)::text, '{}');
  end if;
  n := case o.kind when 'topup' then coalesce(p_credits, 0) else 1 end;
  if o.kind = 'topup' and n not between 2 and 9 then
    raise exception 'A top-up is of 2 to 9 credits' using errcode = 'PT422', hint = 'topup_size';
  end if;
  return query select x.sku, o.kind, x.currency, x.amount * n, billing.tax_in(x.amount * n, x.tax_bp), x.tax_bp, o.credits * n;
end
$$;

create function billing.tax_in(p_amount bigint, p_tax_bp int) returns bigint
language sql immutable
set search_path = ''
as $$ select p_amount * p_tax_bp / (10000 + p_tax_bp) $$;

create function billing.check_limits(p_user uuid, p_currency text, p_amount bigint, p_is_card boolean, p_over_limit boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  present constant timestamptz := clock_timestamp();
  starts int;
  cards int;
  today bigint;
  passed text;
begin
  select count(*) filter (where t.created_at > billing.clock() - interval '1 minute'),
    count(*) filter (where t.method = 'card' and t.created_at > billing.clock() - interval '1 hour')
  into starts, cards
  from billing.attempts t join billing.payments p on p.id = t.payment_id
  where p.user_id = p_user and t.created_at > billing.clock() - interval '1 day';
  if starts >= 10 or p_is_card and cards >= 5 or (
    select count(*) from billing.attempts t join billing.payments p on p.id = t.payment_id
    where p.user_id = p_user and t.created_at > billing.clock() - interval '1 day') >= 20
  then
    raise exception 'Too many payments were started' using errcode = 'PT429', hint = 'throttled',
      detail = case when starts >= 10 then '60' else '3600' end;
  end if;
  if (select count(*) from billing.payments p where p.user_id = p_user and p.status in ('created', 'pending')) >= 5 then
    raise exception 'Five payments may be open at once' using errcode = 'PT429', hint = 'too_many_open', detail = '60';
  end if;
  select coalesce(sum(billing.in_francs(p.currency, p.amount)), 0) into today from billing.payments p
  where p.user_id = p_user and p.status in ('created', 'pending', 'paid', 'review') and p.created_at > billing.clock() - interval '1 day';
  today := today + billing.in_francs(p_currency, p_amount);
  if today > 500000 then
    raise exception 'At most 500 000 F can be paid in a day' using errcode = 'PT422', hint = 'spend_cap';
  end if;
  passed := case when not p_over_limit then billing.passed_limit(p_user, billing.in_francs(p_currency, p_amount)) end;
  if passed is not null then
    raise exception 'This passes the limit that you set for yourself' using errcode = 'PT409',
      hint = case passed when 'day' then 'spend_limit' else 'spend_limit_month' end;
  end if;
end
$$;
comment on function billing.check_limits(uuid, text, bigint, boolean, boolean) is
  'PT429 throttled or too_many_open with the seconds to wait as detail; PT422 spend_cap; PT409 spend_limit or spend_limit_month where their own limit of 24 hours or of 30 days would be passed, unless they said yes to that. The caller holds the person''s lock.';

create function billing.in_francs(p_currency text, p_amount bigint) returns bigint
language sql immutable
set search_path = ''
as $$ select case p_currency when 'EUR' then round(p_amount * 6.55957)::bigint else p_amount end $$;
comment on function billing.in_francs(text, bigint) is 'At the fixed parity of 655.957 francs to the euro.';

create function billing.payment_receipt(p_payment uuid, p_is_new boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('payment_id', p.id, 'is_new', p_is_new, 'status', p.status, 'purpose', p.purpose, 'sku', p.sku, 'credits', p.credits,
    'currency', p.currency, 'amount', p.amount, 'attempt_id', a.id, 'attempt_state', a.state, 'provider', a.provider,
    'method', a.method, 'checkout_url', a.checkout_url)
  from billing.payments p
  left join lateral (select t.* from billing.attempts t where t.payment_id = p.id order by t.id desc limit 1) as a on true
  where p.id = p_payment
$$;

create function billing.check_person(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.id = p_user and p.status = 'active') then
    raise exception 'This account cannot pay just now' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  if app.is_teen(p_user) then
    raise exception 'Money is for whoever is eighteen' using errcode = 'PT403', hint = 'teen_mode';
  end if;
end
$$;
comment on function billing.check_person(uuid) is
  'Of whoever spends, withdraws, gives or orders: PT403 account_suspended, teen_mode.';

create function billing.check_provider(p_provider text, p_method text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_provider = 'sandbox' and (select r.kind from billing.realm r) = 'live' then
    raise exception 'There is no such provider' using errcode = 'PT404', hint = 'provider_unknown';
  end if;
  if p_method not in ('card', 'hosted') and not exists (select from billing.operators o where o.code = p_method and o.is_active) then
    raise exception 'There is no such operator' using errcode = 'PT404', hint = 'operator_unknown';
  end if;
  if not billing.probe_provider(p_provider, p_method) then
    raise exception 'The operator does not answer just now' using errcode = 'PT503', hint = 'operator_down', detail = '30';
  end if;
end
$$;

create function billing.insert_attempt(p_payment uuid, p_order jsonb) returns uuid
language sql
set search_path = ''
as $$
  insert into billing.attempts (payment_id, provider, method, msisdn_last4, msisdn_hash)
  values (p_payment, p_order ->> 'provider', p_order ->> 'method', p_order ->> 'msisdn_last4', decode(p_order ->> 'msisdn_hash', 'hex'))
  returning id
$$;

create function billing.insert_gift(p_payment uuid, p_user uuid, p_credits int, p_gift jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  recipient uuid;
begin
  if p_gift ->> 'username' is not null then
    select p.id into recipient from public.profiles p where p.username = p_gift ->> 'username' and p.status = 'active';
    if recipient is null or app.are_apart(recipient, p_user) or not app.hears_from(recipient, p_user) then
      raise exception 'There is nobody of this name' using errcode = 'PT404', hint = 'gift_nobody';
    end if;
    if recipient = p_user then
      raise exception 'A gift is for somebody else' using errcode = 'PT422', hint = 'gift_to_oneself';
    end if;
  end if;
  if recipient is null and p_gift ->> 'code_hash' is null then
    raise exception 'A gift is for a person or for a code' using errcode = 'PT422', hint = 'gift_nobody';
  end if;
  insert into billing.gifts (payment_id, giver_id, recipient_id, code_hash, credits, message)
  values (p_payment, p_user, recipient, case when recipient is null then decode(p_gift ->> 'code_hash', 'hex') end, p_credits,
    left(app.clean_text(p_gift ->> 'message'), 200));
end
$$;

create function billing.cost_of(p_user uuid, p_order jsonb)
returns table (sku text, currency text, amount bigint, tax bigint, credits int, purpose text, promo uuid, subscription uuid, step text,
  milestone uuid, terms int, settle bigint)
language plpgsql
set search_path = ''
as $$
declare
  price record;
  month record;
  c billing.promo_codes;
  m billing.milestones;
  less bigint;
begin
  if p_order ->> 'milestone_id' is not null then
    m := billing.check_milestone(p_user, (p_order ->> 'milestone_id')::uuid, (p_order ->> 'terms')::int);
    return query select 'commission', k.currency, billing.in_currency(m.amount, k.currency), 0::bigint, 0, 'commission', null::uuid, null::uuid,
      null::text, m.id, (p_order ->> 'terms')::int, m.amount
    from (select case when p_order ->> 'method' = 'card' then case p_order ->> 'currency' when 'EUR' then 'EUR' else 'XOF' end else 'XOF' end as currency) as k;
    return;
  end if;
  select * into price from billing.check_price((p_order ->> 'price_id')::uuid, (p_order ->> 'credits')::int);
  if price.kind = 'plan' then
    if p_order -> 'gift' is not null or p_order ->> 'promo_id' is not null then
      raise exception 'A plan is bought for oneself, at its price' using errcode = 'PT422', hint = 'plan_alone';
    end if;
    select * into month from billing.next_month(p_user, price.sku, price.currency, price.amount, price.credits);
    return query select price.sku, price.currency, month.amount, billing.tax_in(month.amount, price.tax_bp), month.credits, 'plan', null::uuid,
      billing.plan_of(p_user, (p_order ->> 'price_id')::uuid, price.sku), month.step, null::uuid, null::int, null::bigint;
    return;
  end if;
  if p_order ->> 'promo_id' is not null then
    select * into c from billing.promo_codes x where x.id = (p_order ->> 'promo_id')::uuid;
    less := case when price.kind = 'pack' and p_order -> 'gift' is null
      then billing.discounted(c, price.currency, price.amount, price.credits) end;
    if less is null then
      raise exception 'This code is not valid for this purchase' using errcode = 'PT422', hint = 'promo_invalid';
    end if;
    return query select price.sku, price.currency, less, billing.tax_in(less, price.tax_bp), price.credits, 'credits', c.id, null::uuid, null::text,
      null::uuid, null::int, null::bigint;
    return;
  end if;
  return query select price.sku, price.currency, price.amount, price.tax, price.credits,
    case when p_order -> 'gift' is null then 'credits' else 'gift' end, null::uuid, null::uuid, null::text, null::uuid, null::int, null::bigint;
end
$$;
comment on function billing.cost_of(uuid, jsonb) is 'What an order costs and gives, by our own rows alone: of the order only what is bought and which code.';

create function public.start_payment(p_user uuid, p_order jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked constant bytea := sha256(convert_to((p_order - '{msisdn_hash,over_limit}'::text[])::text, 'UTF8'));
  known billing.payments;
  cost record;
  made uuid;
begin
  -- One start of a person at a time: of fifty with one key, 49 find the first one's.
  perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));
  select * into known from billing.payments p where p.user_id = p_user and p.idempotency_key = p_order ->> 'idempotency_key';
  if found then
    if known.request_hash <> asked then
      raise exception 'This key stands for another request' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_person(p_user);
  perform billing.check_provider(p_order ->> 'provider', p_order ->> 'method');
  select * into cost from billing.cost_of(p_user, p_order);
  -- Pressed twice: the same payment, opened again.
  select * into known from billing.payments p
  where p.user_id = p_user and p.sku = cost.sku and p.amount = cost.amount and p.status in ('created', 'pending')
    and p.purpose = cost.purpose and p.purpose <> 'gift' and (p.milestone_id, p.terms) is not distinct from (cost.milestone, cost.terms)
    and p.created_at > billing.clock() - interval '3 minutes'
  order by p.id desc
  limit 1;
  if found then
    return billing.payment_receipt(known.id, false);
  end if;
  perform billing.check_limits(p_user, cost.currency, cost.amount, p_order ->> 'method' = 'card', coalesce((p_order ->> 'over_limit')::boolean, false));
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, return_to,
    promo_id, subscription_id, plan_step, milestone_id, terms, settle)
  values (p_user, cost.purpose, cost.sku, (p_order ->> 'price_id')::uuid, cost.currency, cost.amount, cost.tax, cost.credits,
    p_order ->> 'idempotency_key', asked, p_order ->> 'return_to', cost.promo, cost.subscription, cost.step,
    cost.milestone, cost.terms, cost.settle)
  returning id into made;
  if cost.purpose = 'gift' then
    perform billing.insert_gift(made, p_user, cost.credits, p_order -> 'gift');
  end if;
  if cost.promo is not null then
    perform billing.reserve_promo(cost.promo, p_user, made, decode(p_order ->> 'msisdn_hash', 'hex'));
  end if;
  perform billing.insert_attempt(made, p_order);
  return billing.payment_receipt(made, true);
end
$$;
comment on function public.start_payment(uuid, jsonb) is
  'A payment and its first attempt, which the caller then asks of the provider. Order: {idempotency_key, price_id, credits (of a top-up), or of a commission milestone_id, terms and currency (as billing.check_milestone), provider, method (an operator, card or hosted), msisdn_last4, msisdn_hash (hex), return_to, over_limit, promo_id (of promo_for_order), gift: {username | code_hash (hex), message}}; amount, credits and tax are the price''s, of a plan what plan_quote says. Answers {payment_id, is_new, status, sku, credits, currency, amount, attempt_id, attempt_state, provider, method, checkout_url}; the same key, or the same thing within three minutes while it is open: the first one''s. PT404 offer_unknown, provider_unknown, operator_unknown, gift_nobody; PT409 price_changed with {price_id, amount} as detail, spend_limit, spend_limit_month, plan_current, plan_smaller; PT422 idempotency_mismatch, topup_size, spend_cap, gift_to_oneself, promo_invalid, plan_alone; PT429 throttled, too_many_open; PT503 operator_down; PT403 account_suspended, teen_mode.';

create function public.retry_payment(p_user uuid, p_payment uuid, p_order jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  p billing.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));
  select q.* into p from billing.payments q where q.id = p_payment and q.user_id = p_user for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  if exists (select from billing.attempts t where t.payment_id = p.id and t.state in ('sending', 'unknown', 'open')) then
    return billing.payment_receipt(p.id, false);
  end if;
  if p.status not in ('failed', 'canceled', 'expired') or p.created_at < billing.clock() - interval '24 hours' then
    raise exception 'This payment is not tried again' using errcode = 'PT409', hint = 'payment_state';
  end if;
  perform billing.check_person(p_user);
  perform billing.check_provider(p_order ->> 'provider', p_order ->> 'method');
  if p.purpose = 'commission' then
    perform billing.check_milestone(p_user, p.milestone_id, p.terms);
  else
    perform billing.check_price(p.price_id, case p.sku when 'topup' then p.credits end);
  end if;
  if p.purpose = 'plan' and not exists (select from billing.subscriptions s where s.id = p.subscription_id and s.state <> 'ended') then
    raise exception 'This plan has ended meanwhile' using errcode = 'PT409', hint = 'payment_state';
  end if;
  perform billing.check_limits(p_user, p.currency, p.amount, p_order ->> 'method' = 'card', true);
  update billing.payments set status = 'created', reason = null where id = p.id;
  perform billing.insert_attempt(p.id, p_order);
  return billing.payment_receipt(p.id, true);
end
$$;
comment on function public.retry_payment(uuid, uuid, jsonb) is
  'One more attempt at a payment that failed, was canceled or expired, within 24 hours and at the same price; order: {provider, method, msisdn_last4, msisdn_hash}. While one is open: that one. PT404 payment_unknown, PT409 payment_state or price_changed, PT429 throttled, PT503 operator_down.';
