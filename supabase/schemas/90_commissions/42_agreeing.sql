-- Steps before and beside the work: what is proposed, and what the two agree on while it is made.

create function billing.step_propose(c billing.commissions, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  scope constant text := billing.text_of_step(c, d, 'scope', 2000);
  total bigint;
begin
  if jsonb_typeof(d -> 'milestones') is distinct from 'array' or jsonb_array_length(d -> 'milestones') not between 1 and 3
    or exists (
      select from jsonb_array_elements(d -> 'milestones') as m
      where (jsonb_typeof(m) = 'object' and char_length(billing.words(m -> 'title')) between 1 and 80
        and billing.whole(m -> 'amount') between 2000 and 500000 and billing.whole(m -> 'amount') % 100 = 0
        and billing.whole(m -> 'days') between 1 and 120) is not true)
  then
    perform billing.refuse_step(c, 'step_invalid', 'milestones');
  end if;
  if coalesce(d ->> 'licence', c.licence) not in ('perso', 'commercial') then
    perform billing.refuse_step(c, 'step_invalid', 'licence');
  end if;
  c.scope := scope;
  c.licence := coalesce(d ->> 'licence', c.licence);
  total := billing.set_milestones(c.id, d -> 'milestones');
  c.terms := c.terms + 1;
  return billing.move_commission(c, 'proposed', 'proposed', 'creator',
    jsonb_build_object('amount', total, 'steps', jsonb_array_length(d -> 'milestones'), 'terms', c.terms));
end
$$;

create function billing.set_milestones(p_commission uuid, p_milestones jsonb) returns bigint
language sql
set search_path = ''
as $$
  delete from billing.milestones m where m.commission_id = p_commission;
  with made as (
    insert into billing.milestones (commission_id, position, title, amount, days)
    select p_commission, m.place, billing.words(m.given -> 'title'), billing.whole(m.given -> 'amount'), billing.whole(m.given -> 'days')
    from jsonb_array_elements(p_milestones) with ordinality as m (given, place)
    returning amount)
  select sum(amount)::bigint from made
$$;
comment on function billing.set_milestones(uuid, jsonb) is 'New steps with new ids: a payment of an old one finds nothing to pay. Answers their sum.';

create function billing.step_answer_time(c billing.commissions, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  days constant int := c.time_asked;
  yes constant boolean := billing.yes_of_step(c, d);
begin
  c.time_asked := null;
  if yes then
    c.guaranteed_at := c.guaranteed_at + make_interval(days => days);
    c.told := 0;
  end if;
  return billing.move_commission(c, c.status, case when yes then 'time_given' else 'time_refused' end, 'client', jsonb_build_object('days', days));
end
$$;

create function billing.points_of_step(c billing.commissions, d jsonb, p_kind text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(d -> 'points') is distinct from 'array' or jsonb_array_length(d -> 'points') not between 1 and 10
    or exists (
      select from jsonb_array_elements(d -> 'points') as p where (char_length(billing.words(p)) between 1 and 300) is not true)
  then
    perform billing.refuse_step(c, 'step_invalid', 'points');
  end if;
  insert into billing.commission_points (commission_id, kind, round, position, words)
  select c.id, p_kind,
    1 + coalesce((select max(x.round) from billing.commission_points x where x.commission_id = c.id and x.kind = p_kind), 0),
    p.place, billing.words(p.given)
  from jsonb_array_elements(d -> 'points') with ordinality as p (given, place);
end
$$;

create function billing.step_offer_share(c billing.commissions, p_role text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  c.share_percent := case c.status when 'disputed' then billing.number_of_step(c, d, 'percent', 0, 100)
    else billing.number_of_step(c, d, 'percent', 1, 99) end;
  c.share_by := p_role;
  return billing.move_commission(c, c.status, 'share_offered', p_role, jsonb_build_object('percent', c.share_percent));
end
$$;

create function billing.step_answer_share(c billing.commissions, p_role text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  percent constant int := c.share_percent;
  yes constant boolean := billing.yes_of_step(c, d);
begin
  if billing.whole(d -> 'percent') is distinct from percent then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if not yes then
    c.share_percent := null;
    c.share_by := null;
    return billing.move_commission(c, c.status, 'share_refused', p_role, jsonb_build_object('percent', percent));
  end if;
  if c.status = 'disputed' then
    c := billing.leave_dispute(c, p_role);
  end if;
  perform billing.end_milestone(c, percent, p_role);
  return billing.move_commission(c, 'settled', 'settled', p_role, jsonb_build_object('percent', percent));
end
$$;
comment on function billing.step_answer_share(billing.commissions, text, jsonb) is
  'Whoever agrees to a share says which one they saw. In a dispute it ends the dispute first.';
