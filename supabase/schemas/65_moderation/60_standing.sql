-- What decisions weigh for whoever they are about, and what moderation did, counted for everybody.

create function public.my_strikes()
returns table (id uuid, target_type text, action text, rule text, created_at timestamptz, lapses_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select s.id, s.target_type, s.action, s.rule, s.created_at, s.created_at + interval '90 days'
  from app.strikes_of(auth.uid()) s
  order by s.created_at desc, s.id desc
  limit 100
$$;
comment on function public.my_strikes() is
  'One''s own strikes, newest first, at most 100, each with when it lapses: 90 days after the decision, at once where that is taken back.';

create function public.transparency()
returns table (quarter date, measure text, rule text, total int)
language sql stable security definer
set search_path = ''
as $$
  with period as (
    select (date_trunc('quarter', now() at time zone 'utc') - interval '9 months') at time zone 'utc' as since
  ), events as (
    select r.created_at as at, 'reported' as measure, r.reason as rule
    from public.reports r, period where r.created_at >= period.since
    union all
    select a.created_at, a.action, a.rule
    from public.moderation_actions a, period
    where a.created_at >= period.since and not a.automated and a.action <> 'restore'
    union all
    select a.created_at, 'contested', d.rule
    from public.appeals a join public.moderation_actions d on d.id = a.action_id, period
    where a.created_at >= period.since
    union all
    select a.answered_at, 'overturned', d.rule
    from public.appeals a join public.moderation_actions d on d.id = a.action_id, period
    where a.answered_at >= period.since and a.state = 'overturned'
    union all
    select g.created_at, 'block', null
    from public.generations g, period
    where g.created_at >= period.since and g.status = 'blocked'
  )
  select date_trunc('quarter', e.at at time zone 'utc')::date, e.measure, e.rule, count(*)::int
  from events e
  group by 1, 2, 3
  order by 1 desc, 2, 3
$$;
comment on function public.transparency() is
  'What moderation did in this quarter and the three before it (UTC), for everybody: reports by reason, decisions of the staff by action and rule, appeals made and overturned by rule, and requests that the generator refused (block, without a rule). Nobody is named.';

revoke execute on function public.my_strikes(), public.transparency() from public, anon, authenticated;
grant execute on function public.my_strikes() to authenticated;
grant execute on function public.transparency() to anon, authenticated;
