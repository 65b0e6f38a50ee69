-- What a person of the staff sees of a withdrawal that waits, and decides.

create function public.staff_payouts(p_held boolean default true)
returns table (id uuid, username text, amount bigint, fee bigint, operator text, msisdn_last4 text, legal_name text, country text, holds text[],
  status text, created_at timestamptz, member_since timestamptz, sent_before bigint, sources jsonb, acts jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  return query
    select x.id, p.username::text, x.amount, x.fee, x.operator, x.msisdn_last4, i.legal_name, i.country, x.holds, x.status, x.created_at,
      u.created_at,
      (select coalesce(sum(y.amount), 0)::bigint from billing.payouts y
       where y.user_id = x.user_id and y.status = 'sent' and y.created_at < x.created_at),
      coalesce((
        select jsonb_object_agg(s.source, s.amount)
        from (
          select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
          where e.user_id = x.user_id and e.created_at < x.created_at group by e.source) as s), '{}'),
      billing.acts_on(x.id::text)
    from billing.payouts x
    left join public.profiles p on p.id = x.user_id
    left join auth.users u on u.id = x.user_id
    left join billing.identities i on i.user_id = x.user_id
    where case when p_held then x.status = 'held'
      else x.id::text in (select a.ref from billing.staff_acts a where a.act in ('payout_released', 'payout_refused')) end
    order by case when p_held then x.created_at end, x.created_at desc
    limit 100;
end
$$;
comment on function public.staff_payouts(boolean) is
  'Withdrawals that wait for a look, the oldest first, or those that were decided, the newest first: a hundred, with whose they are, what was sent to them before (sent_before), what their francs came from until then (sources, as in earnings_summary) and who did what (acts). PT403 staff_only.';

create function public.decide_payout(payout uuid, is_sent boolean, note text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  x billing.payouts;
begin
  perform app.require_staff();
  select y.* into x from billing.payouts y where y.id = payout and y.status = 'held' for update;
  if not found then
    raise exception 'Nothing waits under this name' using errcode = 'PT404', hint = 'payout_unknown';
  end if;
  if x.user_id = auth.uid() then
    raise exception 'Nobody decides about themselves' using errcode = 'PT403', hint = 'own_payout';
  end if;
  if is_sent is null then
    raise exception 'Sent, or not' using errcode = 'PT422', hint = 'payout_decision';
  end if;
  if coalesce(trim(note), '') = '' then
    raise exception 'Say why' using errcode = 'PT422', hint = 'note_needed';
  end if;
  -- Much may have happened since it was asked for.
  if is_sent and (
    not exists (select from public.profiles p where p.id = x.user_id and p.status = 'active')
    or exists (select from billing.payments q where q.user_id = x.user_id and q.dispute = 'open')
    or exists (
      select from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.owner = 'user:' || x.user_id and a.kind = 'debt' and a.asset = 'CREDIT' and b.balance < 0))
  then
    raise exception 'This person may not withdraw now' using errcode = 'PT409', hint = 'payout_not_now';
  end if;
  if is_sent then
    update billing.payouts y set status = 'prepared', run_after = billing.clock() where y.id = x.id;
  else
    perform billing.close_payout(x, 'canceled', 'refused');
  end if;
  perform billing.record_act(case when is_sent then 'payout_released' else 'payout_refused' end, x.id::text, note);
  update billing.findings f set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(decide_payout.note, 1000)
  where f.kind = 'payout_held' and f.ref = x.id::text and f.settled_at is null;
end
$$;
comment on function public.decide_payout(uuid, boolean, text) is
  'Lets a withdrawal go that waited for a look, or gives its money back. PT403 staff_only, own_payout; PT404 payout_unknown; PT409 payout_not_now: a suspension, an open dispute or a debt; PT422 payout_decision, note_needed.';
