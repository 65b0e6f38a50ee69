-- Reports: what somebody holds against a publication, a comment, a person, a message, a service or an order. Of a message, whose it is is
-- known by the row; what it says is shown by who read it and signed by who wrote it.

create table public.reports (
  id uuid primary key default app.uuid_v7(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'user', 'message', 'service', 'commission')),
  target_id uuid not null,
  -- Whose it is; null where only the one who reports can read it, and for who is gone.
  subject_id uuid references public.profiles (id) on delete set null,
  reason text not null
    check (reason in ('spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other')),
  details text check (char_length(details) <= 1000),
  disclosed jsonb check (octet_length(disclosed::text) <= 98304),
  state text not null default 'open' check (state in ('open', 'actioned', 'rejected')),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_once unique (reporter_id, target_type, target_id)
);
comment on column public.reports.disclosed is
  'A message is read by nobody but those who hold its key: what the reporter shows of it, with the key of that one message and what its signature can be held against (E2EE §12).';
create index reports_open on public.reports (target_type, target_id) where state = 'open';
create index reports_by_time on public.reports (created_at);
create index reports_of_subject on public.reports (subject_id);

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant select on public.reports to authenticated;
create policy "people read their own reports, the staff all" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()) or (select app.is_staff()));

create function app.offered_service(p_service uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('creator_id', s.creator_id, 'text', concat_ws(E'\n', s.title, s.description, s.refuses), 'status', s.state)
    from billing.services s where s.id = p_service);
end
$$;
comment on function app.offered_service(uuid) is 'Whose a service is and what it says; null where there is none.';

create function app.ordered_commission(p_commission uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('other_id', case auth.uid() when c.client_id then c.creator_id when c.creator_id then c.client_id end,
      'text', concat_ws(E'\n', c.title, c.brief, c.scope), 'status', c.status)
    from billing.commissions c where c.id = p_commission);
end
$$;
comment on function app.ordered_commission(uuid) is
  'What was asked and proposed in an order, and who the other of its two is for the one who asks; null where there is none.';

create function app.subject_of(target_type text, target_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then (select p.creator_id from public.feed_posts p where p.id = target_id)
    when 'comment' then (select c.author_id from public.post_comments c where c.id = target_id)
    when 'user' then (select p.id from public.profiles p where p.id = target_id)
    when 'service' then (
      select p.id from public.profiles p where p.id = (app.offered_service(target_id) ->> 'creator_id')::uuid)
    when 'commission' then (
      select p.id from public.profiles p where p.id = (app.ordered_commission(target_id) ->> 'other_id')::uuid)
    when 'generation' then (select g.user_id from public.generations g where g.id = target_id)
    when 'message' then (
      select p.id from public.encrypted_messages m join public.profiles p on p.id = m.sender_id where m.id = target_id)
  end
$$;
comment on function app.subject_of(text, uuid) is
  'Whose a publication, a comment, a message, a service or a generation is; of a person, themselves; of an order, the other one.';

create function app.can_read_message(p_message uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.encrypted_messages m
    join public.conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = auth.uid() and p.is_active
    join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
    where m.id = p_message and m.created_at >= coalesce(s.reads_from, '-infinity'))
$$;
comment on function app.can_read_message(uuid) is 'Whether the one who asks takes part where it was written, and was let to read it.';

create function app.may_report(target_type text, target_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then app.can_see_post(target_id)
    when 'comment' then app.can_see_comment(target_id)
    when 'user' then exists (select from public.profiles p where p.id = target_id and p.status = 'active')
    when 'service' then exists (
      select from public.profiles p where p.id = (app.offered_service(target_id) ->> 'creator_id')::uuid and p.status = 'active')
    when 'commission' then app.ordered_commission(target_id) ->> 'other_id' is not null
    -- One that has disappeared meanwhile can be reported by what was kept of it: its signature says whose it was.
    else target_type = 'message' and (
      app.can_read_message(target_id) or not exists (select from public.encrypted_messages m where m.id = target_id))
  end
$$;
comment on function app.may_report(text, uuid) is
  'What one sees can be reported. A person can be reported by whom they have blocked: blocking ends no responsibility.';

create function public.send_report(
  target_type text, target_id uuid, reason text, details text default null, disclosed jsonb default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  subject constant uuid := app.subject_of(send_report.target_type, send_report.target_id);
  said constant text := left(app.clean_text(left(send_report.details, 10000)), 1000);
  sent uuid;
begin
  if not app.may_report(send_report.target_type, send_report.target_id) then
    raise exception 'There is nothing to report there' using errcode = 'PT404', hint = 'report_target_gone';
  end if;
  if subject = auth.uid() then
    raise exception 'Nobody reports themselves' using errcode = 'PT409', hint = 'report_own';
  end if;
  -- Shown of another message, it would be held against whoever wrote this one.
  if send_report.target_type = 'message' and send_report.disclosed ? 'row'
    and send_report.disclosed #>> '{row,id}' is distinct from send_report.target_id::text then
    raise exception 'What is shown is another message' using errcode = 'PT400', hint = 'disclosed_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reports ' || auth.uid(), 0));
  if 30 <= (select count(*) from public.reports r
    where r.reporter_id = auth.uid() and r.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 30 reports an hour' using errcode = 'PT429', hint = 'too_many_reports';
  end if;
  insert into public.reports as known (reporter_id, target_type, target_id, subject_id, reason, details, disclosed)
  values (auth.uid(), send_report.target_type, send_report.target_id, subject, send_report.reason, said, send_report.disclosed)
  -- Said again, what was said last counts; what is decided stays decided.
  on conflict on constraint reports_once do update set
    reason = case known.state when 'open' then excluded.reason else known.reason end,
    details = case known.state when 'open' then excluded.details else known.details end,
    disclosed = case known.state when 'open' then coalesce(excluded.disclosed, known.disclosed) else known.disclosed end
  returning known.id into sent;
  return sent;
end
$$;
comment on function public.send_report(text, uuid, text, text, jsonb) is
  'Reports what one sees, once; answers the id of the report. PT404 report_target_gone, PT409 report_own, PT400 disclosed_invalid, PT429 too_many_reports.';

revoke execute on function
  app.offered_service(uuid), app.ordered_commission(uuid), app.subject_of(text, uuid), app.can_read_message(uuid), app.may_report(text, uuid) from public;
revoke execute on function public.send_report(text, uuid, text, text, jsonb) from public, anon, authenticated;
grant execute on function public.send_report(text, uuid, text, text, jsonb) to authenticated;
