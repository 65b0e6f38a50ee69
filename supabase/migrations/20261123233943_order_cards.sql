CREATE OR REPLACE FUNCTION public.commission_cards(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'commission_id', e.commission_id, 'number', e.number, 'service_title', e.title, 'at', e.at,
      'what', e.what, 'by', e.side, 'mine', e.side = billing.role_in(e.c, me), 'amount', e.details -> 'amount', 'steps', e.details -> 'steps',
      'days', e.details -> 'days', 'points', e.details -> 'points', 'percent', e.details -> 'percent') order by e.id)
    from (
      select x.*, c.number, c.title, c from billing.commissions c join billing.commission_events x on x.commission_id = c.id
      where me in (c.client_id, c.creator_id) and person in (c.client_id, c.creator_id) and me <> person
      order by x.id desc limit 200) as e), '[]');
end
$function$;
