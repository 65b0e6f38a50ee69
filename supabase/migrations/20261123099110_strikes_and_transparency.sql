CREATE INDEX generations_blocked ON public.generations USING btree (created_at) WHERE (status = 'blocked'::text);
CREATE INDEX moderation_actions_by_time ON public.moderation_actions USING btree (created_at);
CREATE INDEX reports_by_time ON public.reports USING btree (created_at);

CREATE OR REPLACE FUNCTION app.strikes_of(person uuid)
 RETURNS SETOF public.moderation_actions
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.* from public.moderation_actions a
  where a.subject_id = person
    and not a.automated
    and a.action in ('remove', 'warn', 'suspend_generation', 'suspend', 'ban')
    and a.created_at > clock_timestamp() - interval '90 days'
    and (a.ended_at is null or a.ended_at >= a.expires_at)
$function$;
CREATE OR REPLACE FUNCTION app.moderated_person(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status,
    'strikes', (select count(*) from app.strikes_of(p.id)))
  from public.profiles p where p.id = person
$function$;
CREATE OR REPLACE FUNCTION public.moderation_appeals(after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, message text, action jsonb, subject jsonb, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform app.require_staff();
  return query
  select a.id, a.created_at, a.message,
    jsonb_build_object('id', d.id, 'action', d.action, 'rule', d.rule, 'public_reason', d.public_reason, 'created_at', d.created_at,
      'target_type', d.target_type, 'target_id', d.target_id, 'automated', d.automated),
    app.moderated_person(a.user_id),
    app.moderated(d.target_type, d.target_id)
  from public.appeals a
  join public.moderation_actions d on d.id = a.action_id
  where a.state = 'open' and a.user_id <> auth.uid() and (after_at is null or a.created_at > after_at)
  order by a.created_at, a.id
  limit least(greatest(page_size, 1), 100);
end
$function$;
CREATE OR REPLACE FUNCTION public.moderation_queue(after_priority integer DEFAULT NULL::integer, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, page_size integer DEFAULT 20)
 RETURNS TABLE(target_type text, target_id uuid, priority integer, first_at timestamp with time zone, reports_count integer, reasons jsonb, details jsonb, subject jsonb, content jsonb, decisions jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform app.require_staff();
  return query
  select open.target_type, open.target_id, open.priority, open.first_at, open.reports, open.reasons, open.details,
    app.moderated_person(open.subject_id),
    coalesce(app.moderated(open.target_type, open.target_id), open.disclosed),
    (select coalesce(jsonb_agg(jsonb_build_object('action', a.action, 'rule', a.rule, 'created_at', a.created_at,
       'ended_at', a.ended_at) order by a.created_at desc), '[]')
     from public.moderation_actions a where a.subject_id = open.subject_id)
  from (
    select r.target_type, r.target_id, (array_agg(r.subject_id))[1] as subject_id, count(*)::int as reports,
      min(r.created_at) as first_at,
      max(case when r.reason = 'minor' then 3 when r.reason in ('violence', 'likeness') then 2 else 1 end) as priority,
      to_jsonb(array_agg(distinct r.reason)) as reasons,
      coalesce(jsonb_agg(r.details) filter (where r.details is not null), '[]') as details,
      (jsonb_agg(r.disclosed) filter (where r.disclosed is not null)) -> 0 as disclosed
    from public.reports r
    where r.state = 'open' and r.subject_id is distinct from auth.uid()
    group by r.target_type, r.target_id
  ) as open
  where after_at is null or open.priority < after_priority or open.priority = after_priority and open.first_at > after_at
  order by open.priority desc, open.first_at
  limit least(greatest(page_size, 1), 100);
end
$function$;
CREATE OR REPLACE FUNCTION public.my_strikes()
 RETURNS TABLE(id uuid, target_type text, action text, rule text, created_at timestamp with time zone, lapses_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.target_type, s.action, s.rule, s.created_at, s.created_at + interval '90 days'
  from app.strikes_of(auth.uid()) s
  order by s.created_at desc, s.id desc
  limit 100
$function$;
CREATE OR REPLACE FUNCTION public.transparency()
 RETURNS TABLE(quarter date, measure text, rule text, total integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

revoke all on function app.moderated_person(uuid) from public, anon, authenticated, service_role;
revoke all on function app.strikes_of(uuid) from public, anon, authenticated, service_role;
revoke all on function public.my_strikes() from public, anon, authenticated, service_role;
grant execute on function public.my_strikes() to authenticated;
grant execute on function public.my_strikes() to service_role;
revoke all on function public.transparency() from public, anon, authenticated, service_role;
grant execute on function public.transparency() to anon;
grant execute on function public.transparency() to authenticated;
grant execute on function public.transparency() to service_role;

comment on function app.moderated_person(uuid) is 'Whom a case is about, as the staff sees them; null where the account is gone.';
comment on function app.strikes_of(uuid) is 'The decisions that count against somebody: of a person of the staff, younger than 90 days, neither restored nor overturned on appeal.';
comment on function public.my_strikes() is 'One''s own strikes, newest first, at most 100, each with when it lapses: 90 days after the decision, at once where that is taken back.';
comment on function public.transparency() is 'What moderation did in this quarter and the three before it (UTC), for everybody: reports by reason, decisions of the staff by action and rule, appeals made and overturned by rule, and requests that the generator refused (block, without a rule). Nobody is named.';
