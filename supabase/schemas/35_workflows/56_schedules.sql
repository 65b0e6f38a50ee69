-- A workflow ahead of time. Its time is kept by the worker of workflows, which looks before it takes anything up.

create function app.following_time(p_schedule public.workflow_schedules, p_after timestamptz) returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(at)
  from (
    select ((p_schedule.starts_at at time zone p_schedule.time_zone) + n * case p_schedule.every
      when 'day' then interval '1 day' when 'week' then interval '1 week' when 'month' then interval '1 month' end)
      at time zone p_schedule.time_zone as at
    from generate_series(
      greatest(0, (extract(epoch from p_after - p_schedule.starts_at) / case p_schedule.every
        when 'day' then 86400 when 'week' then 604800 else 2678400 end)::int - 2),
      greatest(0, (extract(epoch from p_after - p_schedule.starts_at) / case p_schedule.every
        when 'day' then 86400 when 'week' then 604800 else 2419200 end)::int + 2)) as n
    where p_schedule.every <> 'once') as times
  where at > p_after
$$;
comment on function app.following_time(public.workflow_schedules, timestamptz) is
  'The first time after this moment, at the same hour of the clock; of the 31st the last day where a month is shorter. Null for what happens once.';

create function app.begin_scheduled_runs() returns void
language plpgsql
set search_path = ''
as $$
declare
  schedule public.workflow_schedules;
  refused text;
begin
  for schedule in
    select * from public.workflow_schedules s
    where s.next_at <= clock_timestamp()
    order by s.next_at
    limit 5
    for no key update skip locked
  loop
    refused := null;
    begin
      perform app.begin_run(schedule.workflow_id, schedule.user_id, jsonb_build_object(
        'key', format('schedule:%s:%s', schedule.id, extract(epoch from schedule.next_at)::bigint),
        'mode', 'whole', 'inputs', schedule.inputs, 'schedule', schedule.id));
    exception when others then
      get stacked diagnostics refused = pg_exception_hint;
      refused := coalesce(nullif(refused, ''), 'unknown');
    end;
    -- What was missed while nothing ran is begun once, not once for each time.
    update public.workflow_schedules s
    set next_at = app.following_time(schedule, clock_timestamp()), failed_code = refused,
      runs_count = s.runs_count + case when refused is null then 1 else 0 end
    where s.id = schedule.id;
    perform app.tell_schedule(schedule, refused);
  end loop;
end
$$;
comment on function app.begin_scheduled_runs() is 'Begins what is due. One that is refused, as for want of credits, is told and tried again at its next time.';

create function app.tell_schedule(p_schedule public.workflow_schedules, p_refused text) returns void
language sql
set search_path = ''
as $$
  select app.notify(p_schedule.user_id, 'system', app.notification_key('system', p_schedule.id, clock_timestamp()), null,
    jsonb_strip_nulls(jsonb_build_object('what', case when p_refused is null then 'workflow_begun' else 'workflow_refused' end,
      'code', p_refused, 'url', '/workflow/' || p_schedule.workflow_id,
      'workflow_title', (select w.title from public.workflows w where w.id = p_schedule.workflow_id))), app.uuid_v7())
$$;
comment on function app.tell_schedule(public.workflow_schedules, text) is 'That it has begun, or why not.';

create function public.schedule_workflow(workflow_id uuid, inputs jsonb, every text, starts_at timestamptz, time_zone text)
returns public.workflow_schedules
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  version public.workflow_versions;
  schedule public.workflow_schedules;
begin
  if coalesce(every, '') not in ('once', 'day', 'week', 'month')
    or not exists (select from pg_timezone_names z where z.name = schedule_workflow.time_zone) then
    raise exception 'every: once, day, week or month; time_zone: a known one' using errcode = 'PT400', hint = 'bad_request';
  end if;
  if starts_at is null or starts_at < now() + interval '1 minute' or starts_at > now() + interval '1 year' then
    raise exception 'It must be ahead, within a year' using errcode = 'PT422', hint = 'invalid_time';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('workflow:' || person, 0));
  if (select count(*) from public.workflow_schedules s where s.user_id = person and s.next_at is not null) >= 10 then
    raise exception '10 schedules may be kept' using errcode = 'PT429', hint = 'too_many_schedules';
  end if;
  version := app.version_to_run(schedule_workflow.workflow_id, person, 0);
  insert into public.workflow_schedules (workflow_id, user_id, inputs, every, starts_at, time_zone, next_at)
  values (version.workflow_id, person, app.fill_form(version.inputs, schedule_workflow.inputs), every, starts_at, time_zone, starts_at)
  returning * into schedule;
  return schedule;
end
$$;
comment on function public.schedule_workflow(uuid, jsonb, text, timestamptz, text) is
  'Has a workflow run by itself: once, or every day, week or month at this hour of the clock. Credits are asked for at each time. PT404, PT422 invalid_inputs with the field as detail or invalid_time, PT429 too_many_schedules.';

create function public.pause_workflow_schedule(schedule_id uuid, paused boolean) returns public.workflow_schedules
language plpgsql security definer
set search_path = ''
as $$
declare
  schedule public.workflow_schedules;
begin
  select * into schedule from public.workflow_schedules s
  where s.id = pause_workflow_schedule.schedule_id and s.user_id = app.require_person() for no key update;
  if schedule.id is null then
    perform app.not_there('schedule');
  end if;
  update public.workflow_schedules s
  set next_at = case when paused then null
    else coalesce(app.following_time(schedule, clock_timestamp()), case when s.starts_at > now() then s.starts_at end) end
  where s.id = schedule.id
  returning * into schedule;
  return schedule;
end
$$;
comment on function public.pause_workflow_schedule(uuid, boolean) is
  'Leaves one''s own schedule alone, or takes it up again from its next time on. PT404.';

revoke execute on function
  app.following_time(public.workflow_schedules, timestamptz), app.begin_scheduled_runs(),
  app.tell_schedule(public.workflow_schedules, text) from public;
revoke execute on function
  public.schedule_workflow(uuid, jsonb, text, timestamptz, text), public.pause_workflow_schedule(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  public.schedule_workflow(uuid, jsonb, text, timestamptz, text), public.pause_workflow_schedule(uuid, boolean)
to authenticated;
