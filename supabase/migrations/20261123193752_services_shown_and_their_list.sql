CREATE OR REPLACE FUNCTION billing.is_shown(s billing.services, p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not app.are_apart(s.creator_id, p_person)
    and exists (select from public.profiles p where p.id = s.creator_id and p.status = 'active')
    and exists (select from public.creators c where c.user_id = s.creator_id and c.is_open)
$function$;

CREATE OR REPLACE FUNCTION billing.offer_places(p_service uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  w billing.waitlist;
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = p_service for update;
  -- Who was blocked since, or has left, would hold a place that they cannot take.
  update billing.waitlist x set state = 'left'
  where x.service_id = p_service and x.state = 'waiting'
    and (app.are_apart(s.creator_id, x.client_id) or not exists (select from public.profiles p where p.id = x.client_id and p.status = 'active'));
  while s.state <> 'closed' and billing.free_places(p_service) > 0 loop
    select x.* into w from billing.waitlist x where x.service_id = p_service and x.state = 'waiting' order by x.id limit 1 for update;
    exit when not found;
    update billing.waitlist x set state = 'offered', offered_until = billing.clock() + interval '48 hours'
    where x.id = w.id returning * into w;
    perform app.notify(w.client_id, 'commission', app.notification_key('place', w.id, clock_timestamp()), s.creator_id,
      jsonb_build_object('what', 'place_offered', 'service_id', s.id, 'service_title', s.title, 'until', w.offered_until,
        'url', '/services/' || s.id), w.id)
    where exists (select from public.profiles p where p.id = w.client_id);
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION public.find_services(asked jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  words constant text := app.fold(left(asked ->> 'words', 100));
  answer jsonb;
begin
  select jsonb_build_object('services', coalesce(jsonb_agg(billing.service_answer(f.s, me) order by (f.s).id desc), '[]'),
    'next', case when count(*) = 20 then (array_agg((f.s).id order by (f.s).id))[1] end)
  into answer
  from (
    select s from billing.services s
    where s.state <> 'closed' and billing.is_shown(s, me)
      and (app.uuid_or_null(asked ->> 'after') is null or s.id < app.uuid_or_null(asked ->> 'after'))
      and (words = '' or position(words in app.fold(concat_ws(' ', s.title, s.style, s.description))) > 0 or exists (
        select from public.profiles p where p.id = s.creator_id and position(words in app.fold(concat_ws(' ', p.username, p.display_name))) > 0))
      and (billing.whole(asked -> 'max_price') is null or s.price_from <= billing.whole(asked -> 'max_price'))
      and (billing.whole(asked -> 'max_days') is null or s.days <= billing.whole(asked -> 'max_days'))
      and (asked ->> 'ai_share' is null or s.ai_share = asked ->> 'ai_share')
      and (asked ->> 'rights' is null or s.rights = asked ->> 'rights')
      and (asked ->> 'language' is null or asked ->> 'language' = any (s.languages))
      and (asked ->> 'with_place' is distinct from 'true' or s.state = 'open' and billing.free_places(s.id) > 0)
    order by s.id desc limit 20) as f;
  return answer;
end
$function$;
CREATE OR REPLACE FUNCTION public.services_of(creator uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(billing.service_answer(s, auth.uid()) order by s.state = 'closed', s.id desc), '[]')
  from billing.services s where s.creator_id = creator and auth.uid() is not null and billing.is_shown(s, auth.uid())
$function$;
CREATE OR REPLACE FUNCTION public.service_waitlist(service uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
begin
  if not exists (select from billing.services s where s.id = service and s.creator_id = me) then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', w.id, 'client', billing.person_answer(w.client_id), 'state', w.state,
      'until', w.offered_until, 'since', w.created_at) order by w.state = 'waiting', w.id)
    from (
      select x.* from billing.waitlist x
      where x.service_id = service and x.state in ('waiting', 'offered') order by x.state = 'waiting', x.id limit 100) as w), '[]');
end
$function$;

drop function billing.is_offered(billing.services,uuid);

alter function billing.is_shown(billing.services,uuid) owner to ledger_owner;

revoke all on function billing.is_shown(billing.services,uuid) from public, anon, authenticated, service_role;
revoke all on function public.service_waitlist(uuid) from public, anon, authenticated, service_role;
grant execute on function public.service_waitlist(uuid) to authenticated;
grant execute on function public.service_waitlist(uuid) to service_role;

comment on function public.services_of(uuid) is 'What somebody makes for others, newest first, what is closed last; nothing where either has blocked the other.';
comment on function public.service_waitlist(uuid) is 'Who waits for a place of one''s own service: to whom one is offered, then the first hundred in their order. PT404 service_unknown.';
