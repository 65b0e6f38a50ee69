create table public.spend_limits (
  user_id uuid not null references public.profiles (id) on delete cascade,
  period text not null check (period in ('day', 'month')),
  francs int check (francs between 100 and 15000000),
  next_francs int check (next_francs between 100 and 15000000),
  next_at timestamptz,
  primary key (user_id, period),
  constraint spend_limits_of_next check (next_francs is null or next_at is not null)
);
alter table public.spend_limits enable row level security;
insert into public.spend_limits (user_id, period, francs)
select s.user_id, 'day', least(greatest(s.daily_spend_limit, 100), 15000000) from public.profile_settings s where s.daily_spend_limit is not null;
alter table public.profile_settings drop column daily_spend_limit;
alter table public.profile_settings add column low_balance_at smallint default 2 check (low_balance_at between 1 and 100);

CREATE OR REPLACE FUNCTION app.notice_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  remaining bigint;
  few int;
begin
  if new.owner not like 'user:%' then
    return null;
  end if;
  person := substr(new.owner, 6)::uuid;
  select coalesce(sum(b.balance), 0) into remaining
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = new.owner and a.asset = 'CREDIT' and a.kind in ('promo', 'paid');
  select s.low_balance_at into few from public.profile_settings s where s.user_id = person;
  if remaining > few + 3 then
    delete from billing.low_balances l where l.user_id = person;
  elsif remaining <= few then
    insert into billing.low_balances (user_id) values (person) on conflict do nothing;
    if found then
      perform app.notify(person, 'payment', app.notification_key('low', person, clock_timestamp()), null,
        jsonb_build_object('what', 'low_balance', 'credits', remaining, 'url', '/payment'), app.uuid_v7());
    end if;
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.check_limits(p_user uuid, p_currency text, p_amount bigint, p_is_card boolean, p_over_limit boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.ask_refund(p_payment uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  p billing.payments;
  a billing.attempts;
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
  if p.status <> 'paid' or p.refunded > 0 or p.dispute <> 'none' or p.purpose = 'gift'
    or p.paid_at < billing.clock() - interval '14 days'
  then
    raise exception 'This payment is not refunded on demand' using errcode = 'PT422', hint = 'not_refundable';
  end if;
  if billing.locked_balance('user:' || person, 'paid') < p.credits then
    raise exception 'Credits of this purchase were used' using errcode = 'PT422', hint = 'credits_used';
  end if;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
  insert into billing.refunds (payment_id, amount, credits, way)
  values (p.id, p.amount, p.credits, case when a.provider = 'fedapay' then 'staff' else 'provider' end)
  returning id into made;
  perform ledger.post('refund:' || made || ':freeze', 'refund_freeze', jsonb_build_array(
    billing.leg('user:' || person, 'paid', 'CREDIT', -p.credits),
    billing.leg('user:' || person, 'frozen', 'CREDIT', p.credits)), 'payment', p.id::text);
  if a.provider = 'fedapay' then
    perform billing.report('refund_by_hand', made::text, jsonb_build_object('payment', p.id, 'provider', a.provider, 'ref', a.provider_ref,
      'amount', p.amount, 'currency', p.currency, 'number', a.msisdn_last4));
  end if;
  perform app.tell_payment(p.id);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.settle_refund_by_hand(p_refund uuid, p_was_paid boolean, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r billing.refunds;
  p billing.payments;
  from_provider text;
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say what was done' using errcode = 'PT422', hint = 'note_needed';
  end if;
  select q.* into p from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund and x.way = 'staff' and x.closed_at is null for update;
  if r.id is null then
    perform app.not_there('refund');
  end if;
  if p_was_paid then
    select t.provider into strict from_provider from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
    perform billing.apply_refund(p, from_provider, p.refunded + r.amount);
  else
    perform public.note_refund(r.id, 'not_possible');
  end if;
  update billing.findings set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(p_note, 1000)
  where kind = 'refund_by_hand' and ref = p_refund::text and settled_at is null;
  perform billing.record_act(case when p_was_paid then 'refund_done' else 'refund_failed' end, p_refund::text, p_note);
end
$function$;
CREATE OR REPLACE FUNCTION app.notify_giver()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.notify(new.giver_id, 'payment', app.notification_key('gift', new.id, clock_timestamp()),
    coalesce(new.redeemed_by, new.recipient_id),
    jsonb_build_object('gift_id', new.id, 'what', case new.state when 'redeemed' then 'gift_accepted' else 'gift_returned' end,
      'credits', new.credits));
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.limit_in_force(l public.spend_limits)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select case when l.next_at <= billing.clock() then l.next_francs else l.francs end $function$;
CREATE OR REPLACE FUNCTION billing.passed_limit(p_user uuid, p_francs bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  l public.spend_limits;
  days int;
  spent bigint;
begin
  for l in select x.* from public.spend_limits x where x.user_id = p_user order by x.period loop
    days := case l.period when 'day' then 1 else 30 end;
    select coalesce(sum(billing.in_francs(p.currency, p.amount - p.refunded)), 0) into spent from billing.payments p
    where p.user_id = p_user and p.status in ('created', 'pending', 'paid', 'review')
      and p.created_at > billing.clock() - make_interval(days => days);
    if spent + p_francs > billing.limit_in_force(l) then
      return l.period;
    end if;
  end loop;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.set_spend_limit(p_period text, p_francs integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  l public.spend_limits;
  present int;
begin
  if p_period is null or p_period not in ('day', 'month') or p_francs not between 100 and 15000000 then
    raise exception 'A limit is of a day or a month, of 100 francs or more' using errcode = 'PT422', hint = 'limit_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment:' || person, 0));
  select x.* into l from public.spend_limits x where x.user_id = person and x.period = p_period;
  present := billing.limit_in_force(l);
  if present is null or p_francs <= present then
    insert into public.spend_limits as x (user_id, period, francs) values (person, p_period, p_francs)
    on conflict (user_id, period) do update set francs = excluded.francs, next_francs = null, next_at = null;
  elsif l.next_at is null or l.next_at <= billing.clock() or l.next_francs is distinct from p_francs then
    update public.spend_limits x set francs = present, next_francs = p_francs, next_at = billing.clock() + interval '24 hours'
    where x.user_id = person and x.period = p_period;
  end if;
end
$function$;

CREATE TRIGGER notify_giver AFTER UPDATE ON billing.gifts FOR EACH ROW WHEN (((old.state = 'open'::text) AND ((new.state = 'redeemed'::text) OR ((new.state = 'taken_back'::text) AND (auth.uid() = new.recipient_id))))) EXECUTE FUNCTION app.notify_giver();
create policy "people read their own limits" on public.spend_limits for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));

alter function billing.limit_in_force(public.spend_limits) owner to ledger_owner;
alter function billing.passed_limit(uuid,bigint) owner to ledger_owner;

revoke all on function app.notify_giver() from public, anon, authenticated, service_role;
revoke all on function billing.limit_in_force(public.spend_limits) from public, anon, authenticated, service_role;
revoke all on function billing.passed_limit(uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function public.set_spend_limit(text,integer) from public, anon, authenticated, service_role;
grant execute on function public.set_spend_limit(text,integer) to authenticated;
grant execute on function public.set_spend_limit(text,integer) to service_role;
revoke all on table public.spend_limits from public, anon, authenticated, service_role;
grant select on table public.spend_limits to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.spend_limits to service_role;
revoke all on table public.profile_settings from authenticated;
grant select on table public.profile_settings to authenticated;
grant update (ai_training, data_budget_mb, data_saver, default_prompt_visible, default_remix_allowed, feed_rules, hide_counts, language, low_balance_at, max_rating, motion, noindex, quiet_hours, read_receipts, shortcuts, show_follow_lists, show_likers, text_size, theme, time_zone, typing_indicators, who_can_mention, who_can_message) on table public.profile_settings to authenticated;

comment on function app.notice_low_balance() is 'As credits are set aside for work: as few are left as somebody wants to be told of, two unless they say otherwise. Told once, not with every picture.';
comment on function billing.check_limits(uuid,text,bigint,boolean,boolean) is 'PT429 throttled or too_many_open with the seconds to wait as detail; PT422 spend_cap; PT409 spend_limit or spend_limit_month where their own limit of 24 hours or of 30 days would be passed, unless they said yes to that. The caller holds the person''s lock.';
comment on function public.settle_refund_by_hand(uuid,boolean,text) is 'A refund that the provider offers no API for was paid out by hand, or could not be. PT403 staff_only, PT404 not_found, PT422 note_needed.';
comment on function public.start_payment(uuid,jsonb) is 'A payment and its first attempt, which the caller then asks of the provider. Order: {idempotency_key, price_id, credits (of a top-up), provider, method (an operator, card or hosted), msisdn_last4, msisdn_hash (hex), return_to, over_limit, promo_id (of promo_for_order), gift: {username | code_hash (hex), message}}; amount, credits and tax are the price''s, of a plan what plan_quote says. Answers {payment_id, is_new, status, sku, credits, currency, amount, attempt_id, attempt_state, provider, method, checkout_url}; the same key, or the same thing within three minutes while it is open: the first one''s. PT404 offer_unknown, provider_unknown, operator_unknown, gift_nobody; PT409 price_changed with {price_id, amount} as detail, spend_limit, spend_limit_month, plan_current, plan_smaller; PT422 idempotency_mismatch, topup_size, spend_cap, gift_to_oneself, promo_invalid, plan_alone; PT429 throttled, too_many_open; PT503 operator_down.';
comment on table billing.low_balances is 'Who was told that few credits are left: once, until there were clearly more again.';
comment on column public.profile_settings.low_balance_at is 'How few credits are told as few, once; null: never.';
comment on function app.notify_giver() is 'Whoever gave hears that it was accepted or returned; what they took back themselves, or what went back with its money, they know.';
comment on function billing.passed_limit(uuid,bigint) is 'Which of their own limits somebody would pass by paying so many francs more: day, month, or null. What came back was not spent.';
comment on function public.set_spend_limit(text,integer) is 'Sets one''s own limit of a day or a month in francs; null takes it away. A smaller one holds at once, a larger one or none after 24 hours, until when the present one asks on. PT422 limit_invalid.';
comment on table public.spend_limits is 'In francs, of any 24 hours (day) or 30 days (month); null: none. next_francs holds from next_at on, where that is not null.';
