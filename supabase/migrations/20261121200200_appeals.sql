-- One free appeal against each decision, refusals of the generator included; and what the staff works through.
create function public.appeal(action_id uuid, message text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  decision public.moderation_actions;
  said constant text := app.clean_text(left(appeal.message, 10000));
  made uuid;
begin
  select a.* into decision from public.moderation_actions a
  where a.id = appeal.action_id and a.subject_id = auth.uid() and a.action <> 'restore';
  if decision.id is null then
    raise exception 'There is no such decision' using errcode = 'PT404', hint = 'not_found';
  end if;
  if said is null or char_length(said) > 1000 then
    raise exception 'An appeal has 1 to 1000 characters' using errcode = 'PT400', hint = 'appeal_length';
  end if;
  insert into public.appeals (action_id, user_id, message) values (decision.id, auth.uid(), said)
  on conflict on constraint appeals_once do nothing
  returning id into made;
  if made is null then
    raise exception 'Each decision is contested once' using errcode = 'PT409', hint = 'appeal_made';
  end if;
  return made;
end
$$;
comment on function public.appeal(uuid, text) is
  'Contests a decision about oneself, free of charge, once: PT404 not_found, PT400 appeal_length, PT409 appeal_made.';

create function public.contest_generation(request text, message text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  refused public.generations;
  decision uuid;
begin
  select g.* into refused from public.generations g
  where g.user_id = auth.uid() and g.status = 'blocked'
    and (g.idempotency_key = contest_generation.request or g.id::text = contest_generation.request)
  for update;
  if refused.id is null then
    raise exception 'There is no such refusal' using errcode = 'PT404', hint = 'not_found';
  end if;
  select a.id into decision from public.moderation_actions a
  where a.target_type = 'generation' and a.target_id = refused.id;
  if decision is null then
    insert into public.moderation_actions (target_type, target_id, subject_id, action, rule, public_reason, automated)
    values ('generation', refused.id, refused.user_id, 'block', 'other', coalesce(refused.blocked_rule, 'blocked'), true)
    returning id into decision;
  end if;
  return public.appeal(decision, contest_generation.message);
end
$$;
comment on function public.contest_generation(text, text) is
  'Contests that the generator refused a request of one''s own, named by its id or by its idempotency key; as appeal answers, PT404 not_found where none was refused.';

create function public.answer_appeal(appeal_id uuid, state text, answer text) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  answered public.appeals;
  decision public.moderation_actions;
begin
  perform app.require_staff();
  if answer_appeal.state not in ('upheld', 'overturned') then
    raise exception 'An appeal is upheld or overturned' using errcode = 'PT400', hint = 'decision_invalid';
  end if;
  update public.appeals a
  set state = answer_appeal.state, answer = app.clean_text(left(answer_appeal.answer, 500)), answered_at = clock_timestamp()
  where a.id = answer_appeal.appeal_id and a.state = 'open' and a.user_id <> auth.uid()
  returning a.* into answered;
  if answered.id is null then
    raise exception 'There is no such open appeal' using errcode = 'PT404', hint = 'not_found';
  end if;
  select a.* into decision from public.moderation_actions a where a.id = answered.action_id;
  if answer_appeal.state = 'overturned' then
    perform pg_advisory_xact_lock(hashtextextended('moderation ' || decision.target_id, 0));
    update public.moderation_actions a set ended_at = coalesce(a.ended_at, clock_timestamp()) where a.id = decision.id;
    perform app.settle_target(decision.target_type, decision.target_id);
  end if;
  perform app.notify(answered.user_id, 'moderation', 'moderation:' || answered.id, null, jsonb_build_object(
    'kind', 'appeal', 'action_id', decision.id, 'outcome', answer_appeal.state,
    'target_type', decision.target_type, 'target_id', decision.target_id, 'url', '/?modal=decision&id=' || decision.id));
end
$$;
comment on function public.answer_appeal(uuid, text, text) is
  'The staff''s answer. Overturned, the decision ends and its effect is taken back. PT403 staff_only, PT404 not_found: answered already, or one''s own.';

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
    (select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status)
     from public.profiles p where p.id = open.subject_id),
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
    (select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'status', p.status)
     from public.profiles p where p.id = a.user_id),
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

revoke execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text),
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int)
from public, anon, authenticated;
grant execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text),
  public.moderation_queue(int, timestamptz, int), public.moderation_appeals(timestamptz, int)
to authenticated;
