-- What time does to plans: reminders, renewals by card, grace and ends.

create function billing.tell_plan(p_subscription uuid, p_what text) returns void
language plpgsql
set search_path = ''
as $$
declare
  s billing.subscriptions;
  price billing.prices;
  told jsonb;
begin
  select x.* into strict s from billing.subscriptions x where x.id = p_subscription;
  select x.* into price from billing.prices x join billing.prices old on old.id = coalesce(s.next_price_id, s.price_id)
  where x.sku = old.sku and x.currency = old.currency and x.valid_to is null;
  told := jsonb_build_object('sku', s.sku, 'way', s.way, 'period_end', s.period_end, 'amount', price.amount, 'currency', price.currency,
    'credits', (select o.credits from billing.products o where o.sku = price.sku));
  perform app.notify(s.user_id, 'payment', format('plan:%s:%s:%s', s.id, p_what, to_char(s.period_end at time zone 'UTC', 'YYYY-MM-DD')), null,
    jsonb_build_object('what', p_what, 'sku', s.sku, 'period_end', s.period_end, 'url', '/subscription'), app.uuid_v7());
  perform billing.write_letter(s.user_id, p_what, told);
end
$$;
comment on function billing.tell_plan(uuid, text) is
  'Tells whose plan it is: plan_ends_soon, plan_ended (its days of grace begin), plan_grace, plan_over, plan_canceled, with {sku, period_end}; and by mail, with what the next month costs.';

create function billing.end_due_plans() returns int
language plpgsql
set search_path = ''
as $$
declare
  due billing.subscriptions;
  moved int := 0;
begin
  for due in
    select s.* from billing.subscriptions s
    where s.state = 'incomplete' and s.created_at < billing.clock() - interval '24 hours'
      or s.state in ('active', 'canceling') and s.period_end <= billing.clock()
      or s.state = 'past_due' and s.period_end <= billing.clock() - interval '7 days'
      or s.state = 'paused' and s.paused_until <= billing.clock()
    order by s.id
    limit 100
    for update skip locked
  loop
    moved := moved + 1;
    case
      when due.state = 'paused' then
        perform billing.end_pause(due);
      when due.state = 'active' then
        update billing.subscriptions set state = 'past_due', told = greatest(told, 3) where id = due.id;
        perform billing.tell_plan(due.id, 'plan_ended');
      else
        update billing.subscriptions set state = 'ended', ended_at = billing.clock() where id = due.id;
        if due.state = 'past_due' then
          perform billing.tell_plan(due.id, 'plan_over');
        end if;
    end case;
  end loop;
  return moved;
end
$$;

create function billing.remind_plans() returns int
language plpgsql
set search_path = ''
as $$
declare
  due record;
  reminded int := 0;
begin
  for due in
    select s.id, s.state, stage.n from billing.subscriptions s
    cross join lateral (
      select case
        when s.state = 'past_due' then case
          when s.period_end <= billing.clock() - interval '6 days' then 6
          when s.period_end <= billing.clock() - interval '3 days' then 5
          when s.period_end <= billing.clock() - interval '1 day' then 4 end
        when s.way = 'prepaid' and s.period_end <= billing.clock() + interval '1 day' then 2
        when s.period_end <= billing.clock() + interval '3 days' then 1 end as n) as stage
    where s.state in ('active', 'past_due') and s.period_end <= billing.clock() + interval '3 days' and s.told < stage.n
    order by s.id
    limit 100
    for update of s skip locked
  loop
    update billing.subscriptions set told = due.n where id = due.id;
    perform billing.tell_plan(due.id, case due.state when 'past_due' then 'plan_grace' else 'plan_ends_soon' end);
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$$;
comment on function billing.remind_plans() is
  'Three days and one day before the end of a month that is paid in advance, three days before a card is charged; then one, three and six days into the grace. Each once, whatever was missed while nobody looked.';

create function public.claim_plan_renewals(p_limit int) returns setof jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  s billing.subscriptions;
  made uuid;
begin
  for s in
    select x.* from billing.subscriptions x
    where x.way = 'card' and (
        x.state = 'active' and x.period_end <= billing.clock() + interval '1 hour'
        or x.state = 'past_due')
      and not exists (select from billing.payments p where p.subscription_id = x.id and p.status in ('created', 'pending', 'review'))
      -- After a refusal: a day, three and six days into the grace.
      and (select count(*) from billing.payments p
        where p.subscription_id = x.id and p.plan_step = 'renewal' and p.idempotency_key like 'renew:%' and p.created_at > x.period_end - interval '2 hours')
        < case
          when x.period_end > billing.clock() - interval '1 day' then 1
          when x.period_end > billing.clock() - interval '3 days' then 2
          when x.period_end > billing.clock() - interval '6 days' then 3
          else 4 end
    order by x.period_end
    limit p_limit
    for update skip locked
  loop
    made := billing.insert_renewal(s);
    if made is not null then
      return next billing.payment_receipt(made, true) || jsonb_build_object('mandate', s.mandate, 'user_id', s.user_id);
    end if;
  end loop;
end
$$;
comment on function public.claim_plan_renewals(int) is
  'Months of card plans that are due: each is a payment with its attempt by now, which the caller asks of the provider with the mandate. Answers as start_payment, with mandate and user_id.';

create function billing.insert_renewal(s billing.subscriptions) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  present billing.prices;
  given int;
  made uuid;
begin
  select x.* into present from billing.prices x
  join billing.prices old on old.id = coalesce(s.next_price_id, s.price_id)
  where x.sku = old.sku and x.currency = old.currency and x.valid_to is null;
  if not found or not exists (select from public.profiles f where f.id = s.user_id and f.status = 'active') then
    return null;
  end if;
  select o.credits into given from billing.products o where o.sku = present.sku;
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, idempotency_key, request_hash, subscription_id, plan_step)
  values (s.user_id, 'plan', present.sku, present.id, present.currency, present.amount, billing.tax_in(present.amount, present.tax_bp), given,
    format('renew:%s:%s:%s', s.id, s.months, to_char(billing.clock() at time zone 'UTC', 'YYYYMMDD')), sha256(''), s.id, 'renewal')
  on conflict do nothing
  returning id into made;
  if made is not null then
    perform billing.insert_attempt(made, jsonb_build_object('provider', s.provider, 'method', 'card'));
  end if;
  return made;
end
$$;

create function public.advance_billing_clock() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ended int;
  reminded int;
begin
  perform billing.free_promos();
  -- A reminder that is due goes out before the end that it tells of.
  reminded := billing.remind_plans();
  ended := billing.end_due_plans();
  return jsonb_build_object('ended', ended, 'reminded', reminded);
end
$$;
comment on function public.advance_billing_clock() is
  'What time does to plans and codes: for the schedule, any number of times. Answers how many plans it moved (ended) and reminded.';
