-- Whether a worker would find something to do, so that nobody calls it for nothing (supabase/schedules.toml): true as soon as
-- what it claims can be claimed. What is counted in hours or days and has no index comes with the calls that are made anyway.
-- NOTE: now(), not clock_timestamp(): an index cannot be searched for what may change from row to row. Orders that wait are few, and
-- has_due_generations() is asked of them as it is elsewhere.

create function app.has_due_making() returns boolean
language sql stable
set search_path = ''
as $$
  select public.has_due_generations()
    or exists (
      select from app.generation_jobs j
      where j.state = 'leased' and j.lease_until < now() and (j.attempts >= j.max_attempts or j.is_canceled))
    or exists (
      select from app.generation_jobs j
      where j.state <> 'over' and j.hold_until < now() and coalesce(j.lease_until, '-infinity') < now())
    or exists (select from ledger.holds h where h.state = 'open' and h.expires_at < now())
    or exists (select from public.generation_images i where i.deleted_at < now() - interval '25 hours')
    or exists (select from app.picture_likeness l where l.hash is null and l.tries < 5)
$$;
comment on function app.has_due_making() is 'For generation-worker.';

create function app.has_due_workflows() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from app.workflow_leases l where l.due_at <= now())
    or exists (select from public.workflow_schedules s where s.next_at <= now())
$$;
comment on function app.has_due_workflows() is 'For workflow-worker.';

create function app.has_due_posts() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.scheduled_posts s where s.publish_at <= now() and s.refusal is null)
    or exists (select from app.counts_to_tell d where d.is_due and d.told_at <= now() - interval '2 seconds')
    or exists (select from app.fresh_posts)
    or exists (select from app.picture_moves)
    -- Words that nobody has read yet, or an older lexicon than that of others.
    or (select m.lexicon from app.post_meanings m order by m.lexicon limit 1)
      < greatest(1, (select m.lexicon from app.post_meanings m order by m.lexicon desc limit 1))
$$;
comment on function app.has_due_posts() is 'For post-worker.';

create function app.has_due_likes() returns boolean
language sql stable
set search_path = ''
as $$ select exists (select from app.likes_to_fold) $$;
comment on function app.has_due_likes() is 'For like-worker.';

create function app.has_due_messages() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from app.message_notices)
    or exists (select from public.encrypted_messages m where m.expires_at <= now())
    or exists (select from app.vanished_messages v where v.vanished_at < now() - interval '90 days')
$$;
comment on function app.has_due_messages() is 'For message-worker.';

create function app.has_due_pushes() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from app.push_jobs j where j.due_at <= now() and j.lease_until is null)
    or exists (select from app.push_jobs j where j.lease_until < now())
$$;
comment on function app.has_due_pushes() is 'For push-worker.';

create function app.has_due_plans(p_now timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
      select from billing.jobs j
      where j.name = 'plans' and j.run_at <= p_now - interval '5 seconds' and coalesce(j.lease_until, '-infinity') < now())
    and (
      exists (
        select from billing.subscriptions s
        where s.state in ('active', 'past_due', 'canceling') and s.period_end <= p_now + interval '3 days')
      or exists (select from billing.subscriptions s where s.state = 'incomplete' and s.created_at < p_now - interval '24 hours')
      or exists (select from billing.subscriptions s where s.state = 'paused' and s.paused_until <= p_now))
$$;
comment on function app.has_due_plans(timestamptz) is
  'Whether a plan is near its end, and nobody has looked for five seconds: what is due of it, the worker knows.';

create function app.has_due_payments() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
      select from sandbox.deliveries d
      where d.done_at is null and d.due_at <= clock.now and coalesce(d.lease_until, '-infinity') < now())
    or exists (
      select from billing.inbox i where i.done_at is null and i.run_after <= now() and coalesce(i.lease_until, '-infinity') < now())
    or exists (select from billing.attempts t where t.poll_at is not null and t.poll_at <= clock.now and coalesce(t.lease_until, '-infinity') < now())
    or exists (
      select from billing.refunds r
      where r.closed_at is null and r.way = 'provider' and r.run_after <= now() and coalesce(r.lease_until, '-infinity') < now())
    or exists (
      select from billing.payouts x
      where x.status in ('prepared', 'sending', 'unknown') and x.run_after <= clock.now
        and coalesce(x.lease_until, '-infinity') < now())
    or exists (select from billing.receipts_due)
    or exists (select from billing.letters l where l.run_after <= now())
    or app.has_due_plans(clock.now)
  from billing.clock() as clock (now)
$$;
comment on function app.has_due_payments() is 'For payment-worker.';

create function app.has_due_commissions() returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from billing.commissions c where c.due_at is not null and c.due_at <= clock.now)
    or exists (select from billing.waitlist w where w.state = 'offered' and w.offered_until <= clock.now)
    or exists (
      select from billing.commission_files f
      where f.state = 'making_preview' and f.tries < 10 and coalesce(f.lease_until, '-infinity') < now())
    or exists (select from billing.commission_files f where f.state = 'gone' and f.lease_until is null)
  from billing.clock() as clock (now)
$$;
comment on function app.has_due_commissions() is 'For commission-worker.';

revoke execute on function
  app.has_due_making(), app.has_due_workflows(), app.has_due_posts(), app.has_due_likes(), app.has_due_messages(),
  app.has_due_pushes(), app.has_due_plans(timestamptz), app.has_due_payments(), app.has_due_commissions() from public;
