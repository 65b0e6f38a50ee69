-- What the staff works through.

create function app.moderated_person(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status,
    'strikes', (select count(*) from app.strikes_of(p.id)))
  from public.profiles p where p.id = person
$$;
comment on function app.moderated_person(uuid) is 'Whom a case is about, as the staff sees them; null where the account is gone.';

create function public.moderation_queue(after_priority int default null, after_at timestamptz default null, page_size int default 20)
returns table (
  target_type text, target_id uuid, priority int, first_at timestamptz, reports_count int, reasons jsonb, details jsonb,
  subject jsonb, content jsonb, decisions jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
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
$$;
comment on function public.moderation_queue(int, timestamptz, int) is
  'Open reports by what they are about, gravest first, then oldest; the next page gives priority and first_at of the last one. PT403 staff_only.';

create function public.moderation_appeals(after_at timestamptz default null, page_size int default 20)
returns table (
  id uuid, created_at timestamptz, message text, action jsonb, subject jsonb, content jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
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
$$;
comment on function public.moderation_appeals(timestamptz, int) is
  'Open appeals, oldest first; the next page gives created_at of the last one. PT403 staff_only.';

revoke execute on function app.moderated_person(uuid) from public;
revoke execute on function
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int)
from public, anon, authenticated;
grant execute on function
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int) to authenticated;
