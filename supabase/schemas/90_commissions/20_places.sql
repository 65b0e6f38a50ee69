-- Places: how many orders a creator makes at once. Whoever counts them holds the lock of the service.

create function billing.free_places(p_service uuid) returns int
language sql volatile
set search_path = ''
as $$
  select greatest(0, s.slots
    - (select count(*) from billing.commissions c where c.service_id = s.id and c.holds_place)
    - (select count(*) from billing.waitlist w where w.service_id = s.id and w.state = 'offered'))::int
  from billing.services s where s.id = p_service
$$;

create function billing.offer_places(p_service uuid) returns void
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function billing.offer_places(uuid) is 'Free places go to whoever waits longest, for 48 hours each. A closed list is kept.';

create function billing.lapse_offers(p_limit int) returns int
language plpgsql
set search_path = ''
as $$
declare
  due record;
  lapsed int := 0;
begin
  for due in
    select x.id, x.service_id from billing.waitlist x
    where x.state = 'offered' and x.offered_until <= billing.clock() order by x.offered_until limit p_limit
  loop
    perform from billing.services s where s.id = due.service_id for update;
    update billing.waitlist x set state = 'lapsed' where x.id = due.id and x.state = 'offered' and x.offered_until <= billing.clock();
    if found then
      lapsed := lapsed + 1;
      perform billing.offer_places(due.service_id);
    end if;
  end loop;
  return lapsed;
end
$$;

create function billing.check_service(p_service uuid, p_person uuid) returns billing.services
language plpgsql
set search_path = ''
as $$
declare
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = p_service for update;
  if not found or app.are_apart(s.creator_id, p_person)
    or not exists (select from public.profiles p where p.id = s.creator_id and p.status = 'active')
    or app.is_teen(s.creator_id)
  then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  return s;
end
$$;
comment on function billing.check_service(uuid, uuid) is 'The service, locked: nobody else counts its places meanwhile. PT404 service_unknown.';

create function public.join_waitlist(service uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  s billing.services := billing.check_service(service, me);
begin
  if s.creator_id = me then
    raise exception 'This is your own' using errcode = 'PT409', hint = 'service_own';
  end if;
  if not exists (select from billing.waitlist w where w.service_id = s.id and w.client_id = me and w.state in ('waiting', 'offered')) then
    if s.state = 'closed' then
      raise exception 'Nothing is taken on now' using errcode = 'PT409', hint = 'service_closed';
    end if;
    if s.state = 'open' and billing.free_places(s.id) > 0 then
      raise exception 'There is a place' using errcode = 'PT409', hint = 'service_has_place';
    end if;
    insert into billing.waitlist (service_id, client_id) values (s.id, me);
  end if;
  return billing.service_answer(s, me);
end
$$;
comment on function public.join_waitlist(uuid) is
  'Waits for a place; answers as service_page without reviews. PT404 service_unknown, PT409 service_own, service_closed, service_has_place.';

create function public.leave_waitlist(service uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = service for update;
  if not found then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  update billing.waitlist w set state = 'left' where w.service_id = s.id and w.client_id = me and w.state in ('waiting', 'offered');
  perform billing.offer_places(s.id);
  return billing.service_answer(s, me);
end
$$;
comment on function public.leave_waitlist(uuid) is 'Waits no longer, or gives an offered place back. PT404 service_unknown.';

create function public.service_waitlist(service uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
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
$$;
comment on function public.service_waitlist(uuid) is
  'Who waits for a place of one''s own service: to whom one is offered, then the first hundred in their order. PT404 service_unknown.';
