-- The two doors of people: asking for something, and every step after that.

create function billing.check_wish(s billing.services, p_person uuid, w jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  wrong text;
begin
  if (char_length(billing.words(w -> 'brief')) between 20 and 2000) is not true then
    raise exception 'A brief of 20 to 2000 characters' using errcode = 'PT422', hint = 'brief_length';
  end if;
  wrong := case
    when nullif(w -> 'budget', 'null') is not null and (billing.whole(w -> 'budget') between 1 and 100000000) is not true then 'budget'
    when w ->> 'wanted_on' is not null and billing.day(w -> 'wanted_on') is null then 'wanted_on'
    when jsonb_typeof(coalesce(w -> 'is_anonymous', 'false')) <> 'boolean' then 'is_anonymous'
    when jsonb_typeof(coalesce(w -> 'hide_work', 'false')) <> 'boolean' then 'hide_work'
    when jsonb_typeof(coalesce(w -> 'options', '[]')) <> 'array' or jsonb_array_length(coalesce(w -> 'options', '[]')) > 8 or exists (
      select from jsonb_array_elements(coalesce(w -> 'options', '[]')) as o
      where (billing.whole(o) between 0 and jsonb_array_length(s.options) - 1) is not true) then 'options' end;
  if wrong is not null then
    raise exception 'This cannot stand: %', wrong using errcode = 'PT422', hint = 'wish_invalid', detail = wrong;
  end if;
  if (select count(*) from billing.commissions c where c.client_id = p_person and c.status in ('requested', 'proposed')) >= 10 then
    raise exception 'Ten requests may be open at once' using errcode = 'PT429', hint = 'too_many_requests';
  end if;
end
$$;

create function billing.take_offered_place(s billing.services, p_person uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  update billing.waitlist w set state = 'taken'
  where w.service_id = s.id and w.client_id = p_person and w.state = 'offered' and w.offered_until > billing.clock();
  if found then
    return true;
  end if;
  if s.state = 'closed' then
    raise exception 'Nothing is taken on now' using errcode = 'PT409', hint = 'service_closed';
  end if;
  if s.state = 'waitlist' or billing.free_places(s.id) = 0 then
    raise exception 'No place is free' using errcode = 'PT409', hint = 'service_full';
  end if;
  return false;
end
$$;
comment on function billing.take_offered_place(billing.services, uuid) is
  'Whether a place was kept for this person, which is theirs now. PT409 service_closed or service_full for whoever has none.';

create function billing.propose_at_once(c billing.commissions, s billing.services, w jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  chosen record;
begin
  select coalesce(sum((o.given ->> 'price')::bigint), 0) as price, coalesce(sum((o.given ->> 'days')::int), 0) as days into chosen
  from (
    select distinct s.options -> billing.whole(i)::int as given, i from jsonb_array_elements(coalesce(w -> 'options', '[]')) as i) as o;
  c.scope := s.title;
  c.terms := 1;
  perform billing.set_milestones(c.id, jsonb_build_array(jsonb_build_object(
    'title', s.title, 'amount', s.price_from + chosen.price, 'days', least(120, s.days + chosen.days))));
  return billing.move_commission(c, 'proposed', 'proposed', 'creator',
    jsonb_build_object('amount', s.price_from + chosen.price, 'steps', 1, 'terms', 1));
end
$$;
comment on function billing.propose_at_once(billing.commissions, billing.services, jsonb) is 'Of a service that is ordered at its price: the proposal is the service with the options chosen.';

create function public.request_commission(id uuid, service uuid, wish jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  s billing.services;
  c billing.commissions;
  has_place boolean;
begin
  perform billing.check_person(me);
  if not billing.commissions_open() then
    raise exception 'Orders are not taken yet' using errcode = 'PT403', hint = 'commissions_off';
  end if;
  s := billing.check_service(service, me);
  select x.* into c from billing.commissions x where x.id = request_commission.id;
  if found then
    if (c.client_id, c.service_id) is distinct from (me, s.id) then
      raise exception 'This id stands for something else' using errcode = 'PT422', hint = 'wish_invalid', detail = 'id';
    end if;
    return billing.commission_answer(c, 'client');
  end if;
  if s.creator_id = me then
    raise exception 'This is your own' using errcode = 'PT409', hint = 'service_own';
  end if;
  perform billing.check_wish(s, me, wish);
  has_place := billing.take_offered_place(s, me);
  insert into billing.commissions (id, service_id, client_id, creator_id, title, mode, brief, budget, wanted_on, is_anonymous, hide_work,
    licence, ai_share, revisions_sketch, revisions_final, holds_place)
  values (request_commission.id, s.id, me, s.creator_id, s.title, s.mode, billing.words(wish -> 'brief'), billing.whole(wish -> 'budget'),
    billing.day(wish -> 'wanted_on'), coalesce((wish -> 'is_anonymous')::boolean, false), coalesce((wish -> 'hide_work')::boolean, false),
    s.rights, s.ai_share, s.revisions_sketch, s.revisions_final, has_place)
  returning * into c;
  c := billing.move_commission(c, 'requested', 'requested', 'client', jsonb_build_object('budget', c.budget));
  if s.mode = 'instant' then
    c := billing.propose_at_once(c, s, wish);
  end if;
  return billing.commission_answer(c, 'client');
end
$$;
comment on function public.request_commission(uuid, uuid, jsonb) is
  'Asks a creator for something under an id of the device''s own, once: {brief, budget, wanted_on, is_anonymous, hide_work, options}. PT403 account_suspended, teen_mode, commissions_off; PT404 service_unknown; PT409 service_closed, service_full, service_own; PT422 brief_length, wish_invalid (detail: the field); PT429 too_many_requests.';

create function billing.locked_commission(p_id uuid) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  c billing.commissions;
begin
  perform from billing.services s join billing.commissions x on x.service_id = s.id where x.id = p_id for update of s;
  select x.* into c from billing.commissions x where x.id = p_id for update;
  return c;
end
$$;
comment on function billing.locked_commission(uuid) is 'The order, locked after its service: whoever ends one counts places.';

create function billing.role_in(c billing.commissions, p_person uuid) returns text
language sql immutable
set search_path = ''
as $$ select case p_person when c.client_id then 'client' when c.creator_id then 'creator' end $$;

create function billing.take_step(c billing.commissions, p_role text, p_step text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  case p_step
    when 'propose' then return billing.step_propose(c, d);
    when 'decline' then
      return billing.move_commission(c, 'declined', 'declined', p_role, jsonb_build_object('words', billing.text_of_step(c, d, 'words', 300, 0)));
    when 'cancel' then return billing.move_commission(c, 'canceled', 'canceled', p_role);
    when 'start' then return billing.move_commission(c, 'in_progress', 'started', p_role);
    when 'refund' then return billing.step_refund(c, p_role);
    when 'ask_time' then
      c.time_asked := billing.number_of_step(c, d, 'days', 1, 30);
      return billing.move_commission(c, c.status, 'time_asked', p_role, jsonb_build_object('days', c.time_asked));
    when 'answer_time' then return billing.step_answer_time(c, d);
    when 'revise_sketch' then return billing.step_revise_sketch(c, d);
    when 'deliver' then return billing.step_deliver(c, d);
    when 'revise' then return billing.step_revise(c, d);
    when 'extend' then return billing.step_extend(c);
    when 'accept' then return billing.step_accept(c, p_role);
    when 'offer_share' then return billing.step_offer_share(c, p_role, d);
    when 'answer_share' then return billing.step_answer_share(c, p_role, d);
    when 'dispute' then return billing.step_dispute(c, p_role, d);
    when 'add_evidence' then return billing.step_add_evidence(c, p_role, d);
    when 'withdraw' then return billing.leave_dispute(c, p_role);
    when 'appeal' then return billing.step_appeal(c, p_role, d);
  end case;
end
$$;

create function billing.was_taken(c billing.commissions, p_person uuid, p_step text, p_key uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  known billing.commission_acts;
begin
  select a.* into known from billing.commission_acts a where a.commission_id = c.id and a.key = p_key;
  if found and (known.person_id, known.step) is distinct from (p_person, p_step) then
    perform billing.refuse_step(c, 'step_invalid', 'key');
  end if;
  return known.key is not null;
end
$$;
comment on function billing.was_taken(billing.commissions, uuid, text, uuid) is
  'Whether this step was taken under this key already. PT422 step_invalid where the key stands for another one.';

create function public.commission_step(
  commission uuid, step text, version int, details jsonb default '{}', key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  c billing.commissions := billing.locked_commission(commission);
  part constant text := billing.role_in(c, me);
  problem text;
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  if billing.was_taken(c, me, step, key) then
    return billing.commission_answer(c, part);
  end if;
  problem := billing.step_problem(c, part, step);
  if problem is null and c.version is distinct from commission_step.version then
    problem := 'commission_state';
  end if;
  if problem is not null then
    perform billing.refuse_step(c, problem);
  end if;
  c := billing.take_step(c, part, step, coalesce(details, '{}'));
  insert into billing.commission_acts (commission_id, key, person_id, step)
  select c.id, commission_step.key, me, commission_step.step where commission_step.key is not null;
  return billing.commission_answer(c, part);
end
$$;
comment on function public.commission_step(uuid, text, int, jsonb, uuid) is
  'One step of an order, by one of its two: propose, decline, cancel, start, refund, ask_time, answer_time, revise_sketch, deliver, revise, extend, accept, offer_share, answer_share, dispute, add_evidence, withdraw, appeal. Answers the order; the same key again answers it without a second step. PT404 commission_unknown; PT403 commission_not_yours; PT409 commission_state (detail: {status, version} as they are), starts_later, not_late, no_revisions, no_sketch, files_not_ready; PT422 step_invalid (detail: the field).';
