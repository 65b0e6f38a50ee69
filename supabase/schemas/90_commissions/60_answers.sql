-- What people see of orders: one by which side asks, with what it may do next; all of one's own; the cards between messages.

create function billing.person_answer(p_person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_person, 'username', p.username, 'display_name', nullif(p.display_name, ''), 'avatar_url', p.avatar_url)
  from (select) as always left join public.profiles p on p.id = p_person
$$;

create function billing.milestones_answer(c billing.commissions) returns jsonb
language sql volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'position', m.position, 'title', m.title, 'amount', m.amount, 'days', m.days,
    'state', coalesce(e.state, case when m.position = c.current_step and c.status = 'proposed' then 'to_pay' else 'waiting' end),
    'funded_at', e.funded_at, 'to_creator', e.to_creator - e.fee, 'fee', e.fee, 'back', e.amount - e.to_creator,
    'available_at', (select x.release_at from billing.earnings x where x.source = 'commission' and x.ref_id = e.id)) order by m.position), '[]')
  from billing.milestones m left join billing.escrows e on e.id = m.id
  where m.commission_id = c.id
$$;

create function billing.may_open(f billing.commission_files, c billing.commissions, p_role text) returns boolean
language sql volatile
set search_path = ''
as $$
  select coalesce(f.state not in ('arriving', 'gone') and case
    when p_role = 'creator' then true
    when f.kind <> 'final' then p_role in ('client', 'staff')
    else p_role = 'client' and f.is_given and exists (
      select from billing.escrows e join billing.milestones m on m.id = e.id
      where m.commission_id = c.id and m.position = f.step and e.to_creator > 0 and e.closed_at > billing.clock() - interval '2 years') end, false)
$$;
comment on function billing.may_open(billing.commission_files, billing.commissions, text) is
  'A final is the client''s once its money, or a part of it, is the creator''s, for two years. Before that there is its preview.';

create function billing.said_of_file(f billing.commission_files, c billing.commissions, p_role text) returns text
language sql volatile
set search_path = ''
as $$
  select case when l.shows = 'me' and p_role <> 'client' then 'agreed' else l.shows end
  from public.likeness_consents l
  where f.kind = 'reference' and l.user_id = c.client_id and l.sha256 = encode(f.sha256, 'hex')
$$;
comment on function billing.said_of_file(billing.commission_files, billing.commissions, text) is
  'Who is in a photograph of the client''s. That it shows the client is told to nobody else: that they agree is what counts.';

create function billing.file_answer(f billing.commission_files, c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'type', f.type, 'bytes', f.bytes, 'milestone', f.step, 'by', f.side,
    'state', f.state, 'path', case when billing.may_open(f, c, p_role) then f.path end, 'preview_path', f.preview_path,
    'entries', f.entries, 'at', f.created_at, 'shows', billing.said_of_file(f, c, p_role))
$$;

create function billing.sees_file(f billing.commission_files, p_role text) returns boolean
language sql immutable
set search_path = ''
as $$ select f.state in ('ready', 'making_preview') and (f.kind <> 'final' or p_role = 'creator' or f.is_given) $$;

create function billing.review_answer(r billing.commission_reviews) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'by', billing.person_answer(case when c.is_anonymous and r.role = 'client' then null else r.author_id end),
    'role', r.role, 'rating', r.rating, 'words', r.words, 'at', r.at, 'answer', r.answer, 'is_revealed', billing.is_revealed(r))
  from billing.commissions c where c.id = r.commission_id
$$;

create function billing.may_review(c billing.commissions, p_role text) returns boolean
language sql volatile
set search_path = ''
as $$
  select (c.status in ('accepted', 'ruled', 'settled') or c.status in ('canceled', 'expired', 'refunded') and exists (
      select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0))
    and not exists (select from billing.commission_reviews r where r.commission_id = c.id and r.role = p_role)
$$;

create function billing.reviews_answer(c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'mine', (select billing.review_answer(r) from billing.commission_reviews r where r.commission_id = c.id and r.role = p_role),
    'theirs', (select billing.review_answer(r) from billing.commission_reviews r
      where r.commission_id = c.id and r.role <> p_role and p_role <> 'staff' and billing.is_revealed(r)),
    'can_write', billing.may_review(c, p_role))
$$;

create function billing.suggested_share(c billing.commissions, d billing.commission_disputes) returns int
language sql immutable
set search_path = ''
as $$
  select case when c.delivered_at is null or d.reason = 'not_delivered' and d.before = 'in_progress' then 0
    when d.reason in ('payment', 'behaviour') then 100 else 50 end
$$;
comment on function billing.suggested_share(billing.commissions, billing.commission_disputes) is
  'What most cases end with: nothing delivered, all back; delivered as described, the creator''s; else one half. Both may take it at once.';

create function billing.dispute_answer(c billing.commissions) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('reason', d.reason, 'opened_by', d.opened_by, 'opened_at', d.opened_at,
    'answer_by', d.opened_at + interval '3 days', 'evidence_until', d.opened_at + interval '5 days', 'ruled_by', d.opened_at + interval '7 days',
    'suggestion', billing.suggested_share(c, d),
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('by', e.side, 'at', e.at, 'words', e.words, 'files', e.files, 'messages', e.messages,
        'is_appeal', e.is_appeal) order by e.id)
      from billing.dispute_entries e where e.dispute_id = d.id), '[]'),
    'ruling', case when d.state in ('ruled', 'appealed') or d.state = 'closed' and d.percent is not null and c.status = 'ruled'
      then jsonb_build_object('percent', d.percent, 'words', d.words, 'at', d.decided_at, 'is_final', d.state = 'closed') end,
    'appeal_until', d.appeal_until, 'is_appealed', d.is_appealed)
  from billing.commission_disputes d where d.commission_id = c.id order by d.id desc limit 1
$$;

create function billing.refund_answer(c billing.commissions) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('amount', e.amount - e.to_creator, 'state', case r.state when 'done' then 'done' else
    case r.way when 'staff' then 'by_hand' else 'under_way' end end, 'method', a.method, 'last4', a.msisdn_last4)
  from billing.escrows e
  join billing.refunds r on r.payment_id = e.payment_id
  left join billing.attempts a on a.payment_id = e.payment_id and a.state = 'paid'
  where e.commission_id = c.id and e.to_creator < e.amount
  order by r.id desc limit 1
$$;

create function billing.steps_of(c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(s.step), '[]') || case when p_role = 'client' and c.status = 'proposed' then '["pay"]' else '[]'::jsonb end
    || case when p_role <> 'staff' and billing.may_review(c, p_role) then '["review"]' else '[]'::jsonb end
  from (select distinct x.step from billing.commission_steps() x
    where (x.status, x.role) = (c.status, p_role)) as s
  where billing.step_problem(c, p_role, s.step) is null
$$;

create function billing.commission_answer(c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'service_id', c.service_id, 'service_title', c.title, 'mode', c.mode,
      'role', p_role, 'client', billing.person_answer(c.client_id), 'creator', billing.person_answer(c.creator_id),
      'status', c.status, 'version', c.version, 'now', billing.clock(), 'brief', c.brief, 'budget', c.budget, 'wanted_on', c.wanted_on,
      'is_anonymous', c.is_anonymous, 'hide_work', c.hide_work, 'terms', c.terms, 'scope', c.scope, 'licence', c.licence, 'ai_share', c.ai_share,
      'milestones', billing.milestones_answer(c), 'current', case when c.terms > 0 then c.current_step end)
    || jsonb_build_object(
      'proposal_ends_at', case when c.status in ('requested', 'proposed') then billing.due_of(c) end,
      'starts_from', c.starts_from, 'guaranteed_at', c.guaranteed_at, 'refund_from', billing.day_after(c.guaranteed_at),
      'refunded_by', c.guaranteed_at + interval '14 days', 'delivered_at', c.delivered_at, 'accepts_at', c.accepts_at,
      'revision_due', c.revision_due, 'is_late', c.status = 'in_progress' and billing.clock() >= billing.day_after(c.guaranteed_at),
      'is_extended', c.is_extended, 'time_asked', c.time_asked,
      'share_offer', case when c.share_by is not null then jsonb_build_object('percent', c.share_percent, 'by', c.share_by) end,
      'revisions', jsonb_build_object('sketch', c.revisions_sketch, 'final', c.revisions_final),
      'points', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'round', p.round, 'words', p.words, 'is_done', p.is_done)
          order by p.kind, p.round, p.position)
        from billing.commission_points p where p.commission_id = c.id), '[]'),
      'files', coalesce((
        select jsonb_agg(billing.file_answer(f, c, p_role) order by f.id) from billing.commission_files f
        where f.commission_id = c.id and billing.sees_file(f, p_role)), '[]'),
      'events', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'what', e.what, 'by', e.side, 'from', e.before, 'to', e.after,
          'details', e.details) order by e.id)
        from billing.commission_events e where e.commission_id = c.id), '[]'))
    || jsonb_build_object('dispute', billing.dispute_answer(c), 'reviews', billing.reviews_answer(c, p_role),
      'refund', billing.refund_answer(c),
      'histories', case when p_role = 'staff' then jsonb_build_object('client', billing.history_of(c, 'client'),
        'creator', billing.history_of(c, 'creator')) end,
      'licence_ready', exists (select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0),
      'may', billing.steps_of(c, p_role))
$$;
comment on function billing.commission_answer(billing.commissions, text) is 'An order as one side sees it: client, creator or staff.';
create function public.read_commission(commission uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  c billing.commissions;
  part text;
begin
  select x.* into c from billing.commissions x where x.id = commission;
  part := coalesce(billing.role_in(c, me), case when app.is_staff() and exists (
    select from billing.commission_disputes d where d.commission_id = c.id) then 'staff' end);
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  return billing.commission_answer(c, part);
end
$$;
comment on function public.read_commission(uuid) is 'An order of one''s own; the staff reads those with a dispute. PT404 commission_unknown.';

create function billing.commission_line(c billing.commissions, p_role text) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'service_title', c.title, 'role', p_role,
    'other', billing.person_answer(case p_role when 'client' then c.creator_id else c.client_id end),
    'status', c.status, 'version', c.version,
    'price', (select sum(m.amount) from billing.milestones m where m.commission_id = c.id),
    'due_at', case c.status when 'in_progress' then c.guaranteed_at when 'delivered' then c.accepts_at when 'revision' then c.revision_due
      else c.due_at end,
    'updated_at', (select max(e.at) from billing.commission_events e where e.commission_id = c.id),
    'preview', (
      select jsonb_build_object('path', coalesce(f.preview_path, f.path)) from billing.commission_files f
      where f.commission_id = c.id and billing.sees_file(f, p_role)
        and (f.preview_path is not null or f.kind = 'sketch') order by f.id desc limit 1))
$$;

create function public.my_commissions(side text, before uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if side is null or side not in ('client', 'creator') then
    raise exception 'Whose side' using errcode = 'PT422', hint = 'step_invalid', detail = 'side';
  end if;
  return coalesce((
    select jsonb_agg(billing.commission_line(c, side) order by c.number desc)
    from (
      select x.* from billing.commissions x
      where case side when 'client' then x.client_id else x.creator_id end = me
        and (my_commissions.before is null or x.number < (select y.number from billing.commissions y where y.id = my_commissions.before))
      order by x.number desc limit 30) as c), '[]');
end
$$;
comment on function public.my_commissions(text, uuid) is 'One''s own orders as client or as creator, newest first, thirty at a time before one. PT422 step_invalid.';

create function public.commission_cards(person uuid, before uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
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
        and (commission_cards.before is null or x.id < commission_cards.before)
      order by x.id desc limit 200) as e), '[]');
end
$$;
comment on function public.commission_cards(uuid, uuid) is
  'What happened in the orders of these two, two hundred at a time before one, the last ones first: for the app to lay between their messages, which the server cannot read.';

create function public.commission_licence(commission uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  c billing.commissions;
begin
  select x.* into c from billing.commissions x where x.id = commission and me in (x.client_id, x.creator_id);
  if c.id is null or not exists (select from billing.escrows e where e.commission_id = c.id and e.to_creator > 0) then
    raise exception 'There is no licence yet' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  return jsonb_build_object('number', c.number, 'text_version', 1, 'title', c.title, 'scope', c.scope, 'licence', c.licence,
    'ai_share', c.ai_share, 'territory', 'world', 'is_exclusive', false, 'is_anonymous', c.is_anonymous, 'hide_work', c.hide_work,
    'client', case when c.is_anonymous and me <> c.client_id then null else billing.person_answer(c.client_id) end,
    'creator', billing.person_answer(c.creator_id),
    'since', (select min(e.closed_at) from billing.escrows e where e.commission_id = c.id and e.to_creator > 0),
    'paid', (select sum(e.to_creator) from billing.escrows e where e.commission_id = c.id),
    'is_test', (select r.kind = 'test' from billing.realm r),
    'files', coalesce((
      select jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by f.id)
      from billing.commission_files f
      join billing.milestones m on m.commission_id = c.id and m.position = f.step
      join billing.escrows e on e.id = m.id and e.to_creator > 0
      where f.commission_id = c.id and f.kind = 'final' and f.is_given), '[]'));
end
$$;
comment on function public.commission_licence(uuid) is
  'What both may do with an order''s work, as it was agreed when it was paid, and which files it is about. PT404 commission_unknown before anything was accepted.';
