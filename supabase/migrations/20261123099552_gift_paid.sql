CREATE OR REPLACE FUNCTION app.notify_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
