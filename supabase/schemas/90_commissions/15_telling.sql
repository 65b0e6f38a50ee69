-- Writing down what happened, with who hears of it, in the transaction that made it happen.

create function billing.tell_commission(c billing.commissions, p_user uuid, p_actor uuid, p_what text, p_source uuid) returns void
language sql
set search_path = ''
as $$
  -- Whom one has blocked is not named, and what becomes of the order is told all the same.
  select app.notify(p_user, 'commission', app.notification_key('commission', p_source, clock_timestamp()),
    case when not app.are_apart(p_user, p_actor) then p_actor end,
    jsonb_build_object('commission_id', c.id, 'what', p_what, 'number', c.number, 'service_title', c.title,
      'url', '/commissions?order=' || c.id), p_source)
  where exists (select from public.profiles p where p.id = p_user)
$$;

create function billing.write_event(c billing.commissions, p_before text, p_what text, p_by text, p_details jsonb default '{}') returns void
language plpgsql
set search_path = ''
as $$
declare
  made constant uuid := app.uuid_v7();
  actor constant uuid := case p_by when 'client' then c.client_id when 'creator' then c.creator_id end;
  party uuid;
begin
  insert into billing.commission_events (id, commission_id, what, side, before, after, details)
  values (made, c.id, p_what, p_by, p_before, c.status, coalesce(p_details, '{}'));
  foreach party in array array[c.client_id, c.creator_id] loop
    perform realtime.send(jsonb_build_object('commission_id', c.id, 'status', c.status, 'version', c.version),
      'commission', 'user:' || party, true);
    if party is distinct from actor then
      perform billing.tell_commission(c, party, actor, p_what, made);
    end if;
  end loop;
end
$$;

create function billing.due_of(c billing.commissions) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select case c.status
    when 'requested' then c.entered_at + interval '7 days'
    when 'proposed' then c.entered_at + interval '5 days'
    when 'funded' then greatest(c.entered_at + interval '48 hours', c.starts_from)
    when 'in_progress' then case c.told when 0 then billing.day_after(c.guaranteed_at) else c.guaranteed_at + interval '14 days' end
    when 'delivered' then least(c.accepts_at,
      case c.told when 0 then c.delivered_at + interval '24 hours' when 1 then c.delivered_at + interval '60 hours' end)
    when 'revision' then case c.told when 0 then c.revision_due end
    when 'disputed' then (
      select case when d.state = 'ruled' then d.appeal_until when c.told = 0 then d.opened_at + interval '7 days' end
      from billing.commission_disputes d where d.commission_id = c.id and d.closed_at is null)
  end
$$;
comment on function billing.due_of(billing.commissions) is
  'When the clock acts on an order as it stands: it expires, begins, is late, is reminded of, accepted, given back, or laid before the staff.';

create function billing.keep_commission(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  kept billing.commissions;
begin
  update billing.commissions x
  set status = c.status, version = x.version + 1, terms = c.terms, current_step = c.current_step, holds_place = c.holds_place,
    entered_at = case when c.status <> x.status or c.terms <> x.terms then billing.clock() else x.entered_at end,
    starts_from = c.starts_from, guaranteed_at = c.guaranteed_at, stopped_at = c.stopped_at, delivered_at = c.delivered_at,
    accepts_at = c.accepts_at, is_extended = c.is_extended, revision_due = c.revision_due, time_asked = c.time_asked,
    share_percent = c.share_percent, share_by = c.share_by, licence = c.licence, scope = c.scope,
    revisions_sketch = c.revisions_sketch, revisions_final = c.revisions_final,
    told = case when c.status <> x.status then 0 else c.told end
  where x.id = c.id
  returning * into kept;
  update billing.commissions x set due_at = billing.due_of(kept) where x.id = kept.id returning * into kept;
  return kept;
end
$$;

create function billing.move_commission(c billing.commissions, p_to text, p_what text, p_by text, p_details jsonb default '{}')
returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  before constant text := c.status;
  kept billing.commissions;
begin
  c.status := p_to;
  if p_to <> before then
    c.share_percent := null;
    c.share_by := null;
    c.time_asked := null;
  end if;
  if p_to in ('accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled') then
    c.holds_place := false;
  end if;
  kept := billing.keep_commission(c);
  perform billing.write_event(kept, before, p_what, p_by, p_details);
  if not kept.holds_place then
    perform billing.offer_places(kept.service_id);
  end if;
  return kept;
end
$$;
comment on function billing.move_commission(billing.commissions, text, text, text, jsonb) is
  'One step of an order with all that belongs to it: its row as given, its event, who is told, and the place that is free then. The service and the order are locked by whoever calls.';
