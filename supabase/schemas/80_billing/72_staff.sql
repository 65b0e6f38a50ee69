-- What the staff sees of payments and does about them, and who did what.

create table billing.staff_acts (
  id bigint generated always as identity primary key,
  actor_id uuid not null,
  act text not null check (act in ('finding_settled', 'payment_reread', 'payment_failed', 'refund_done', 'refund_failed', 'promo_created',
    'payout_released', 'payout_refused', 'dispute_ruled')),
  ref text not null,
  note text check (char_length(note) <= 1000),
  at timestamptz not null default clock_timestamp()
);
comment on table billing.staff_acts is 'Written with the act itself, never changed.';
create index staff_acts_of_ref on billing.staff_acts (ref);

create function billing.guard_act() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'What was done stays done' using errcode = '42501';
end
$$;

create trigger guard_act before update or delete on billing.staff_acts
  for each row execute function billing.guard_act();

create function billing.record_act(p_act text, p_ref text, p_note text) returns void
language sql
set search_path = ''
as $$ insert into billing.staff_acts (actor_id, act, ref, note) values (auth.uid(), p_act, p_ref, left(p_note, 1000)) $$;

create function billing.acts_on(p_ref text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('act', a.act, 'by', p.username, 'note', a.note, 'at', a.at) order by a.id), '[]')
  from billing.staff_acts a left join public.profiles p on p.id = a.actor_id
  where a.ref = p_ref
$$;

create function public.staff_findings(p_open boolean default true, p_before bigint default null)
returns table (id bigint, kind text, ref text, details jsonb, found_at timestamptz, settled_at timestamptz, settled_by text, note text)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  return query
    select f.id, f.kind, f.ref, f.details, f.found_at, f.settled_at, p.username::text, f.note
    from billing.findings f left join public.profiles p on p.id = f.settled_by
    where (f.settled_at is null) = p_open and (p_before is null or f.id < p_before)
    order by f.id desc
    limit 50;
end
$$;
comment on function public.staff_findings(boolean, bigint) is
  'What lies before the staff (or what was settled), newest first, fifty at a time before an id. kind: amount_mismatch, unresolved, paid_again, unknown_transaction, unknown_dispute, dispute, refund_by_hand, refund_failed, refund_unresolved, refunded_too_much, fee_changed, balance_differs, webhook_off. PT403 staff_only.';

create function public.settle_finding(p_id bigint, p_note text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say what was done' using errcode = 'PT422', hint = 'note_needed';
  end if;
  update billing.findings set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(p_note, 1000)
  where id = p_id and settled_at is null;
  if not found then
    perform app.not_there('finding');
  end if;
  perform billing.record_act('finding_settled', p_id::text, p_note);
end
$$;
comment on function public.settle_finding(bigint, text) is 'Somebody looked, and says what was done. PT403 staff_only, PT404 not_found (also: settled before), PT422 note_needed.';

create function public.staff_payments()
returns table (id uuid, username text, currency text, amount bigint, credits int, status text, reason text, dispute text, provider text,
  provider_ref text, provider_status text, method text, created_at timestamptz, acts jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  return query
    select q.id, f.username::text, q.currency, q.amount, q.credits, q.status, q.reason, q.dispute, a.provider, a.provider_ref, a.provider_status,
      a.method, q.created_at, billing.acts_on(q.id::text)
    from billing.payments q
    left join public.profiles f on f.id = q.user_id
    left join lateral (select t.* from billing.attempts t where t.payment_id = q.id order by t.id desc limit 1) as a on true
    where q.status = 'review'
    order by q.id desc
    limit 100;
end
$$;
comment on function public.staff_payments() is 'Payments in review, newest first, with what the staff has done so far. PT403 staff_only.';

create function public.staff_disputes()
returns table (provider text, provider_ref text, payment_id uuid, username text, currency text, amount bigint, frozen int, state text,
  evidence_due timestamptz, opened_at timestamptz, closed_at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  return query
    select d.provider, d.provider_ref, d.payment_id, f.username::text, q.currency, q.amount, d.frozen, d.state, d.evidence_due, d.opened_at, d.closed_at
    from billing.disputes d
    join billing.payments q on q.id = d.payment_id
    left join public.profiles f on f.id = q.user_id
    order by d.state <> 'open', coalesce(d.evidence_due, d.opened_at)
    limit 100;
end
$$;
comment on function public.staff_disputes() is 'Chargebacks, open ones first, the next that is due before the others. PT403 staff_only.';

create function public.reread_payment(p_payment uuid, p_note text default null) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  update billing.attempts t set poll_at = billing.clock(), lease_until = null, created_at = billing.clock()
  where t.payment_id = p_payment and t.state <> 'paid' and t.provider_ref is not null
    and exists (select from billing.payments q where q.id = p_payment and q.status <> 'paid');
  if not found then
    perform app.not_there('payment');
  end if;
  perform billing.record_act('payment_reread', p_payment::text, p_note);
end
$$;
comment on function public.reread_payment(uuid, text) is
  'Has the provider asked anew about a payment that is not paid, now and for two more days: it alone says what is true. PT403 staff_only, PT404 not_found.';

create function public.fail_payment(p_payment uuid, p_note text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say why' using errcode = 'PT422', hint = 'note_needed';
  end if;
  update billing.payments q set status = 'failed', reason = 'by_staff' where q.id = p_payment and q.status = 'review';
  if not found then
    perform app.not_there('payment');
  end if;
  perform billing.record_act('payment_failed', p_payment::text, p_note);
end
$$;
comment on function public.fail_payment(uuid, text) is
  'A payment in review came to nothing, says the staff, and why. Should the provider say paid later, it is believed all the same. PT403 staff_only, PT404 not_found, PT422 note_needed.';

create function public.settle_refund_by_hand(p_refund uuid, p_was_paid boolean, p_note text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  r billing.refunds;
  p billing.payments;
  from_provider text;
begin
  perform app.require_staff();
  if coalesce(trim(p_note), '') = '' then
    raise exception 'Say what was done' using errcode = 'PT422', hint = 'note_needed';
  end if;
  select q.* into p from billing.refunds x join billing.payments q on q.id = x.payment_id where x.id = p_refund for update of q;
  select x.* into r from billing.refunds x where x.id = p_refund and x.way = 'staff' and x.closed_at is null for update;
  if r.id is null then
    perform app.not_there('refund');
  end if;
  if p_was_paid then
    select t.provider into strict from_provider from billing.attempts t where t.payment_id = p.id and t.state = 'paid';
    perform billing.apply_refund(p, from_provider, p.refunded + r.amount);
  else
    perform public.note_refund(r.id, 'not_possible');
  end if;
  update billing.findings set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(p_note, 1000)
  where kind = 'refund_by_hand' and ref = p_refund::text and settled_at is null;
  perform billing.record_act(case when p_was_paid then 'refund_done' else 'refund_failed' end, p_refund::text, p_note);
end
$$;
comment on function public.settle_refund_by_hand(uuid, boolean, text) is
  'A refund that the provider offers no API for was paid out by hand, or could not be. PT403 staff_only, PT404 not_found, PT422 note_needed.';
