-- What happens to orders by itself, and what the staff decides about disputes by what the two have shown. Any number of
-- processes may ask at once: each order is acted on once.

create function billing.clock_step(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  case c.status
    when 'requested', 'proposed' then return billing.move_commission(c, 'expired', 'expired', 'clock');
    when 'funded' then return billing.move_commission(c, 'in_progress', 'started', 'clock');
    when 'in_progress' then
      if billing.clock() >= c.guaranteed_at + interval '14 days' then
        return billing.step_refund(c, 'clock');
      end if;
      c.told := 1;
      return billing.move_commission(c, c.status, 'late', 'clock');
    when 'delivered' then
      if billing.clock() >= c.accepts_at then
        return billing.step_accept(c, 'clock');
      end if;
      c.told := c.told + 1;
      return billing.move_commission(c, c.status, 'reminded', 'clock', jsonb_build_object('accepts_at', c.accepts_at));
    when 'revision' then
      c.told := 1;
      return billing.move_commission(c, c.status, 'reminded', 'clock', jsonb_build_object('revision_due', c.revision_due));
    when 'disputed' then return billing.clock_dispute(c);
  end case;
end
$$;

create function billing.clock_dispute(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  d billing.commission_disputes := billing.open_dispute_of(c);
begin
  if billing.is_charged_back(c) then
    -- The bank goes first: looked at again tomorrow.
    update billing.commissions x set due_at = billing.clock() + interval '1 day' where x.id = c.id returning * into c;
    return c;
  end if;
  if d.state = 'ruled' then
    return billing.carry_out(c);
  end if;
  c.told := 1;
  perform billing.report('dispute_overdue', d.id::text, jsonb_build_object('commission', c.id, 'number', c.number));
  return billing.keep_commission(c);
end
$$;
comment on function billing.clock_dispute(billing.commissions) is
  'A ruling that nobody appealed is carried out; one that nobody gave lies before the staff: a machine never rules.';

create function public.advance_commissions(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due uuid;
  c billing.commissions;
  acted int := 0;
begin
  for due in
    select x.id from billing.commissions x where x.due_at <= billing.clock() order by x.due_at limit p_limit
  loop
    -- Skipped where somebody acts on it, or on its service, just now: it is due a moment later too.
    perform from billing.services s join billing.commissions x on x.service_id = s.id where x.id = due for update of s skip locked;
    continue when not found;
    select x.* into c from billing.commissions x where x.id = due and x.due_at <= billing.clock() for update skip locked;
    continue when not found;
    begin
      perform billing.clock_step(c);
      acted := acted + 1;
    exception when others then
      -- One that cannot be moved holds up no other.
      update billing.commissions x set due_at = billing.clock() + interval '1 hour' where x.id = due;
      perform billing.report('commission_stuck', due || ':' || billing.today(), jsonb_build_object('why', sqlerrm));
    end;
  end loop;
  return acted + billing.lapse_offers(p_limit);
end
$$;
comment on function public.advance_commissions(int) is
  'What is due of orders: requests and proposals expire, work begins, delays are told, deliveries are reminded of and accepted, late orders given back, rulings carried out, offered places go on. Answers how many.';

create function billing.history_of(c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('since', (select p.created_at from public.profiles p where p.id = who.id),
    'paid', count(o.id), 'completed', count(*) filter (where o.status = 'accepted'),
    'refunded', count(*) filter (where o.status = 'refunded'),
    'late', count(*) filter (where exists (select from billing.commission_events e where e.commission_id = o.id and e.what = 'late')),
    'disputes', count(*) filter (where d.id is not null), 'opened', count(*) filter (where d.opened_by = p_role),
    'lost', count(*) filter (where o.status = 'ruled' and case p_role when 'creator' then d.percent < 50 else d.percent > 50 end),
    'chargebacks', count(*) filter (where d.opened_by = 'bank'))
  from (select case p_role when 'client' then c.client_id else c.creator_id end as id) as who
  left join billing.commissions o on o.id <> c.id and case p_role when 'client' then o.client_id else o.creator_id end = who.id
    and exists (select from billing.escrows e where e.commission_id = o.id)
  left join lateral (
    select x.* from billing.commission_disputes x where x.commission_id = o.id order by x.id desc limit 1) as d on true
  group by who.id
$$;
comment on function billing.history_of(billing.commissions, text) is
  'What became of the other orders of one of the two that were paid, on the side that they have in this one: for whoever rules.';

create function billing.dispute_needs_two(c billing.commissions) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(max(e.amount) > 100000, false) from billing.escrows e where e.commission_id = c.id and e.state = 'funded'
$$;

create function public.rule_dispute(commission uuid, percent int, words text, precedent text default '') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  c billing.commissions;
  d billing.commission_disputes;
  me constant uuid := app.require_person();
  said constant text := app.clean_text(left(words, 10000));
begin
  perform app.require_staff();
  c := billing.locked_commission(commission);
  if exists (
    select from billing.commission_disputes x
    where x.commission_id = c.id and x.state <> 'appealed' and (x.percent, x.words) = (rule_dispute.percent, said)
      and me = coalesce(x.confirmed_by, x.decided_by))
  then
    return billing.commission_answer(c, 'staff');
  end if;
  d := billing.open_dispute_of(c);
  if d.id is null or d.state = 'ruled' or d.opened_by = 'bank' or billing.is_charged_back(c) then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if percent is null or percent not between 0 and 100 or percent % 10 <> 0 or said is null or char_length(said) > 2000
    or char_length(coalesce(precedent, '')) > 40
  then
    raise exception 'A share in steps of ten, with its reasons' using errcode = 'PT422', hint = 'ruling_invalid';
  end if;
  if me in (c.client_id, c.creator_id) or d.state in ('proposed', 'appealed') and me = d.decided_by
    or d.state = 'appealed' and me is not distinct from d.confirmed_by
  then
    raise exception 'This is another person''s to decide' using errcode = 'PT403', hint = 'other_person';
  end if;
  if d.state = 'open' and billing.dispute_needs_two(c)
    -- Who comes second and sees it otherwise becomes the first.
    or d.state = 'proposed' and rule_dispute.percent <> d.percent
  then
    update billing.commission_disputes x set state = 'proposed', percent = rule_dispute.percent, words = said,
      precedent = coalesce(rule_dispute.precedent, ''), decided_by = me, decided_at = billing.clock()
    where x.id = d.id;
    return billing.commission_answer(billing.keep_commission(c), 'staff');
  end if;
  update billing.commission_disputes x set state = 'ruled', percent = rule_dispute.percent, words = said,
    precedent = coalesce(rule_dispute.precedent, ''), decided_by = case x.state when 'proposed' then x.decided_by else me end,
    confirmed_by = case x.state when 'proposed' then me end,
    decided_at = billing.clock(), appeal_until = billing.clock() + interval '5 days'
  where x.id = d.id;
  perform billing.record_act('dispute_ruled', c.id::text, said);
  update billing.findings f set settled_at = clock_timestamp(), settled_by = me
  where f.kind in ('dispute_overdue', 'commission_appeal') and f.ref = d.id::text and f.settled_at is null;
  c := billing.move_commission(c, 'disputed', 'ruling', 'staff', jsonb_build_object('percent', rule_dispute.percent));
  if d.is_appealed then
    c := billing.carry_out(c);
  end if;
  return billing.commission_answer(c, 'staff');
end
$$;
comment on function public.rule_dispute(uuid, int, text, text) is
  'The creator''s share in steps of ten, and why, to both. It waits five days for an appeal, which another person decides for good; over 100 000 F two must say the same; the same again changes nothing. PT403 staff_only, other_person; PT409 commission_state; PT422 ruling_invalid.';

create function public.staff_commission_disputes() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  return coalesce((
    select jsonb_agg(jsonb_build_object('commission_id', c.id, 'number', c.number, 'client', billing.person_answer(c.client_id),
      'creator', billing.person_answer(c.creator_id), 'amount', e.amount, 'reason', d.reason, 'state', d.state, 'opened_at', d.opened_at,
      'ruled_by', d.opened_at + interval '7 days', 'is_overdue', d.opened_at + interval '7 days' < billing.clock(),
      'needs_two', e.amount > 100000) order by d.state = 'ruled', d.opened_at)
    from billing.commission_disputes d
    join billing.commissions c on c.id = d.commission_id
    left join billing.escrows e on e.commission_id = c.id and e.state = 'funded'
    where d.closed_at is null and d.opened_by <> 'bank'), '[]');
end
$$;
comment on function public.staff_commission_disputes() is 'Disputes that are open, those to decide first, the oldest first. PT403 staff_only.';
