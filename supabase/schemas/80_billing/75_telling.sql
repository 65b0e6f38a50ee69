-- Whoever pays is told in the transaction that changed what is true.

create function app.tell_payment(p_payment uuid) returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('payment_id', p.id, 'status', p.status, 'reason', p.reason, 'credits', p.credits, 'refunded', p.refunded,
      'dispute', p.dispute),
    'payment', 'user:' || p.user_id, true)
  from billing.payments p
  where p.id = p_payment
$$;
comment on function app.tell_payment(uuid) is
  'Sends the state of a payment to its owner''s private channel when the transaction commits: a hint, my_payments is what holds.';

create function app.notify_of_payment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  what text;
begin
  perform app.tell_payment(new.id);
  what := case
    when new.refunded > old.refunded then 'refunded'
    when new.dispute <> old.dispute then 'dispute_' || new.dispute
    -- The credits of a gift are somebody else's.
    when new.status <> old.status and new.status = 'paid' and exists (select from billing.gifts g where g.payment_id = new.id)
      then 'gift_paid'
    -- The order itself tells of it.
    when new.purpose = 'commission' and new.status = 'paid' and new.status <> old.status then null
    when new.status <> old.status and new.status in ('paid', 'failed', 'expired', 'review') then new.status
  end;
  if what is not null then
    perform app.notify(new.user_id, 'payment', app.notification_key('payment', new.id, clock_timestamp()), null,
      jsonb_build_object('payment_id', new.id, 'what', what, 'credits', new.credits, 'currency', new.currency,
        'amount', case what when 'refunded' then new.refunded - old.refunded else new.amount end, 'reason', new.reason),
      app.uuid_v7());
  end if;
  return null;
end
$$;
comment on function app.notify_of_payment() is 'Money always stands in the app, whatever one has switched off; each news is one of its own.';

create trigger notify_of_payment after update on billing.payments
  for each row when ((old.status, old.refunded, old.dispute) is distinct from (new.status, new.refunded, new.dispute))
  execute function app.notify_of_payment();

create function app.notify_of_gift() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.notify(new.recipient_id, 'payment', app.notification_key('gift', new.id, clock_timestamp()), new.giver_id,
    jsonb_build_object('gift_id', new.id, 'what', 'gift', 'credits', new.credits));
  return null;
end
$$;

create trigger notify_of_gift after update on billing.gifts
  for each row when (old.state = 'unpaid' and new.state = 'open' and new.recipient_id is not null)
  execute function app.notify_of_gift();

create function app.notify_giver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.notify(new.giver_id, 'payment', app.notification_key('gift', new.id, clock_timestamp()),
    coalesce(new.redeemed_by, new.recipient_id),
    jsonb_build_object('gift_id', new.id, 'what', case new.state when 'redeemed' then 'gift_accepted' else 'gift_returned' end,
      'credits', new.credits));
  return null;
end
$$;
comment on function app.notify_giver() is
  'Whoever gave hears that it was accepted or returned; what they took back themselves, or what went back with its money, they know.';

create trigger notify_giver after update on billing.gifts
  for each row when (old.state = 'open' and (new.state = 'redeemed' or new.state = 'taken_back' and auth.uid() = new.recipient_id))
  execute function app.notify_giver();
