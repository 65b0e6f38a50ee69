-- What a month of a plan costs, what it gives, and what people say about theirs.

create table billing.periods (
  subscription_id uuid not null references billing.subscriptions,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sku text not null references billing.products,
  payment_id uuid not null unique references billing.payments,
  primary key (subscription_id, starts_at),
  constraint periods_forward check (ends_at > starts_at)
);
comment on table billing.periods is 'A month that was paid: one for each payment, and one for each start.';

create function billing.live_plan(p_user uuid) returns billing.subscriptions
language sql
set search_path = ''
as $$ select s from billing.subscriptions s where s.user_id = p_user and s.state <> 'ended' for update $$;

create function billing.next_month(p_user uuid, p_sku text, p_currency text, p_amount bigint, p_credits int)
returns table (step text, amount bigint, credits int)
language plpgsql
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.live_plan(p_user);
  present record;
begin
  if s.id is null or s.state = 'incomplete' then
    return query select 'first', p_amount, p_credits;
    return;
  end if;
  select x.amount, x.currency, o.credits into present
  from billing.prices x join billing.products o on o.sku = x.sku
  where x.id = s.price_id;
  if s.period_end - billing.clock() <= interval '7 days' or s.state in ('past_due', 'paused') then
    return query select 'renewal', p_amount, p_credits;
  elsif s.sku = p_sku then
    raise exception 'This month is paid' using errcode = 'PT409', hint = 'plan_current', detail = s.period_end::text;
  elsif present.currency <> p_currency or p_amount - present.amount < 100 or p_credits <= present.credits then
    raise exception 'A smaller plan begins with the next month' using errcode = 'PT409', hint = 'plan_smaller', detail = s.period_end::text;
  else
    return query select 'upgrade', p_amount - present.amount, p_credits - present.credits;
  end if;
end
$$;
comment on function billing.next_month(uuid, text, text, bigint, int) is
  'What a plan costs this person now. A larger one costs the difference and gives the difference, and its dates stay: no share of days is counted, or a whole month of credits would be had for a day''s price.';

create function billing.plan_of(p_user uuid, p_price uuid, p_sku text) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  s billing.subscriptions := billing.live_plan(p_user);
begin
  if s.id is null then
    insert into billing.subscriptions (user_id, sku, price_id) values (p_user, p_sku, p_price) returning * into s;
  elsif s.state = 'incomplete' then
    update billing.subscriptions set sku = p_sku, price_id = p_price, created_at = billing.clock() where id = s.id;
  end if;
  return s.id;
end
$$;

create function billing.grant_month(p billing.payments, a billing.attempts, p_mandate text) returns void
language plpgsql
set search_path = ''
as $$
declare
  s billing.subscriptions;
  begins timestamptz;
begin
  select x.* into s from billing.subscriptions x where x.id = p.subscription_id for update;
  if p.plan_step = 'upgrade' then
    update billing.subscriptions set sku = p.sku, price_id = p.price_id, next_price_id = null where id = s.id;
    return;
  end if;
  if s.state = 'ended' then
    -- Paid after its end: a plan of its own from now on, unless another one lives.
    s := billing.live_plan(p.user_id);
    if s.id is null then
      insert into billing.subscriptions (user_id, sku, price_id) values (p.user_id, p.sku, p.price_id) returning * into s;
    end if;
  end if;
  begins := coalesce(s.period_end, billing.clock());
  update billing.subscriptions x
  set state = case x.state when 'paused' then 'paused' else 'active' end,
    sku = p.sku, price_id = p.price_id, next_price_id = null, months = x.months + 1, told = 0,
    anchor = coalesce(x.anchor, begins), period_end = coalesce(x.anchor, begins) + (x.months + 1) * interval '1 month',
    way = case when p_mandate is null then 'prepaid' else 'card' end, provider = a.provider, mandate = p_mandate
  where x.id = s.id
  returning * into s;
  insert into billing.periods (subscription_id, starts_at, ends_at, sku, payment_id) values (s.id, begins, s.period_end, p.sku, p.id);
end
$$;
comment on function billing.grant_month(billing.payments, billing.attempts, text) is
  'The month of a payment that is believed: it begins where the last one ends, also when it was paid in the days of grace, so that nothing is lost and nothing doubled.';

create function billing.end_refunded_plan(p billing.payments) returns void
language plpgsql
set search_path = ''
as $$
begin
  update billing.subscriptions s set state = 'active', paused_until = null
  where s.id = p.subscription_id and s.state = 'paused';
  -- The month that was given back is the last one; the clock ends what is over.
  update billing.subscriptions s set state = 'canceling', period_end = least(s.period_end, billing.clock())
  where s.id = p.subscription_id and s.state in ('active', 'canceling')
    and p.id = (select d.payment_id from billing.periods d where d.subscription_id = s.id order by d.starts_at desc limit 1);
end
$$;

create view public.my_subscription with (security_barrier) as
select s.id, s.sku, o.credits, s.state, s.way, x.amount, x.currency, s.period_end,
  case s.state when 'past_due' then s.period_end + interval '7 days' else s.period_end end as benefits_until,
  s.paused_until, s.state = 'active' and (s.paused_at is null or s.paused_at < billing.clock() - interval '1 year') as can_pause,
  nx.sku as next_sku, renewal.id as renewal_price_id, renewal.amount as renewal_amount,
  s.way = 'prepaid' and s.state in ('active', 'canceling') and s.period_end - billing.clock() <= interval '7 days' or s.state = 'past_due'
    as is_payable
from billing.subscriptions s
join billing.products o on o.sku = s.sku
join billing.prices x on x.id = s.price_id
left join billing.prices nx on nx.id = s.next_price_id
left join billing.prices renewal on renewal.sku = coalesce(nx.sku, s.sku) and renewal.currency = x.currency and renewal.valid_to is null
where s.user_id = (select auth.uid()) and s.state not in ('incomplete', 'ended');
comment on view public.my_subscription is
  'The plan that one is on, in one row or none. way: prepaid (nothing is taken) or card. state: active, past_due (the month is over, benefits_until is the end of the seven days of grace), paused, canceling (until period_end). is_payable: payment-start takes renewal_price_id now, for renewal_amount. next_sku: the smaller plan that begins with the next month.';
revoke all on public.my_subscription from anon, authenticated, service_role;
grant select on public.my_subscription to authenticated;

create function public.plan_quote(p_price_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  price record;
  month record;
begin
  select * into price from billing.check_price(p_price_id, null);
  if price.kind <> 'plan' then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  select * into month from billing.next_month(person, price.sku, price.currency, price.amount, price.credits);
  return jsonb_build_object('step', month.step, 'amount', month.amount, 'credits', month.credits, 'currency', price.currency);
end
$$;
comment on function public.plan_quote(uuid) is
  'What payment-start will ask for a plan now: {step: first | renewal | upgrade (the difference), amount, credits, currency}. PT409 plan_current (this month is paid; detail: until when) or plan_smaller (change_plan: it begins at the detail); PT404 offer_unknown.';

create function billing.own_plan() returns billing.subscriptions
language plpgsql
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.live_plan(app.require_person());
begin
  if s.id is null or s.state = 'incomplete' then
    raise exception 'There is no plan' using errcode = 'PT404', hint = 'plan_unknown';
  end if;
  return s;
end
$$;

create function billing.shown_plan() returns jsonb
language sql
set search_path = ''
as $$ select to_jsonb(s) from public.my_subscription s $$;

create function public.change_plan(p_price_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.own_plan();
  price record;
  present record;
begin
  select * into price from billing.check_price(p_price_id, null);
  select x.amount, x.currency into present from billing.prices x where x.id = s.price_id;
  if price.kind <> 'plan' or price.currency <> present.currency then
    raise exception 'Nothing is sold at this price' using errcode = 'PT404', hint = 'offer_unknown';
  end if;
  if price.sku <> s.sku and price.amount > present.amount then
    raise exception 'A larger plan is paid first' using errcode = 'PT409', hint = 'plan_larger';
  end if;
  update billing.subscriptions set next_price_id = nullif(p_price_id, s.price_id) where id = s.id;
  return billing.shown_plan();
end
$$;
comment on function public.change_plan(uuid) is
  'The next month is of this smaller plan, or again of the present one; answers my_subscription. PT409 plan_larger: that one begins at once, by payment-start. PT404 plan_unknown, offer_unknown.';

create function public.cancel_plan() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.own_plan();
begin
  if s.state = 'paused' then
    perform billing.end_pause(s);
  end if;
  if s.state = 'past_due' then
    update billing.subscriptions set state = 'ended', ended_at = billing.clock() where id = s.id;
  else
    update billing.subscriptions set state = 'canceling' where id = s.id and state <> 'canceling';
  end if;
  perform billing.tell_plan(s.id, 'plan_canceled');
  return billing.shown_plan();
end
$$;
comment on function public.cancel_plan() is
  'Stops one''s plan: its benefits stay until the month is over, its credits for ever. Answers my_subscription, null where it was in its days of grace and is over. PT404 plan_unknown.';

create function public.resume_plan() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.own_plan();
begin
  if s.state = 'paused' then
    perform billing.end_pause(s);
  elsif s.state = 'canceling' then
    update billing.subscriptions set state = 'active' where id = s.id;
  end if;
  return billing.shown_plan();
end
$$;
comment on function public.resume_plan() is
  'Takes back a stop, or ends a pause before its time; answers my_subscription. PT404 plan_unknown.';

create function public.pause_plan(p_months int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  s constant billing.subscriptions := billing.own_plan();
  present constant timestamptz := billing.clock();
  -- In days, so that what is not used of it can be taken back exactly.
  pause constant interval := present + p_months * interval '1 month' - present;
begin
  if p_months is null or p_months not between 1 and 3 then
    raise exception 'A pause is of one to three months' using errcode = 'PT422', hint = 'pause_length';
  end if;
  if s.paused_at > billing.clock() - interval '1 year' then
    raise exception 'A plan is paused once a year' using errcode = 'PT409', hint = 'paused_lately', detail = (s.paused_at + interval '1 year')::text;
  end if;
  update billing.subscriptions
  set state = 'paused', paused_at = present, paused_until = present + pause, period_end = period_end + pause,
    anchor = anchor + pause
  where id = s.id;
  return billing.shown_plan();
end
$$;
comment on function public.pause_plan(int) is
  'No month is asked for or charged for one to three months, and the end of the present one moves by as much; once a year. Answers my_subscription. PT404 plan_unknown, PT409 plan_state or paused_lately (detail: until when), PT422 pause_length.';

create function billing.end_pause(s billing.subscriptions) returns void
language sql
set search_path = ''
as $$
  update billing.subscriptions
  set state = 'active', paused_until = null, period_end = period_end - unused.time, anchor = anchor - unused.time
  from (select greatest(s.paused_until - billing.clock(), interval '0') as time) as unused
  where id = s.id and state = 'paused'
$$;
comment on function billing.end_pause(billing.subscriptions) is 'The month goes on with what was left of it.';
