-- Decisions of the staff: each with a rule and a reason that the person concerned reads, in force until it is ended.

create table public.moderation_actions (
  id uuid primary key default app.uuid_v7(),
  target_type text not null check (target_type in ('post', 'comment', 'user', 'generation')),
  target_id uuid not null,
  subject_id uuid references public.profiles (id) on delete cascade,
  action text not null
    check (action in ('label', 'limit', 'remove', 'restore', 'warn', 'suspend_generation', 'suspend', 'ban', 'block')),
  rule text not null check (rule in ('spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other')),
  public_reason text not null check (char_length(public_reason) between 1 and 500),
  rating smallint check (rating between 1 and 3),
  automated boolean not null default false,
  expires_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint moderation_actions_label_check check ((action = 'label') = (rating is not null))
);
comment on column public.moderation_actions.ended_at is 'No longer in force: restored, overturned on appeal, or expired.';
create index moderation_actions_of_target on public.moderation_actions (target_type, target_id) where ended_at is null;
create index moderation_actions_of_subject on public.moderation_actions (subject_id, created_at desc);
create index moderation_actions_by_time on public.moderation_actions (created_at);
create index moderation_actions_due on public.moderation_actions (expires_at) where ended_at is null;

alter table public.moderation_actions enable row level security;
revoke all on public.moderation_actions from anon, authenticated;
grant select on public.moderation_actions to authenticated;
create policy "people read decisions about them, the staff all" on public.moderation_actions
  for select to authenticated using (subject_id = (select auth.uid()) or (select app.is_staff()));

-- Apart, because whoever a decision is about reads the row of it.
create table app.moderation_records (
  action_id uuid primary key references public.moderation_actions (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  evidence jsonb not null default '{}'
);
comment on table app.moderation_records is 'Who decided, and on what: what was there at that moment.';
create index moderation_records_of_actor on app.moderation_records (actor_id);

alter table app.moderation_records enable row level security;

create function app.settle_rating() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.rated_by_author := new.rating;
  elsif new.rating_floor <> old.rating_floor then
    new.rating := greatest(new.rated_by_author, new.rating_floor);
  elsif new.rating < new.rating_floor then
    raise exception 'The staff rated this publication' using errcode = 'PT403', hint = 'rating_set_by_staff';
  else
    new.rated_by_author := new.rating;
  end if;
  return new;
end
$$;
comment on function app.settle_rating() is
  'The author rates a publication; the staff may raise it, and then it stays at least that high: PT403 rating_set_by_staff.';

create function app.keep_removed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.removed_at is not null then
    new.hidden_at := coalesce(new.hidden_at, new.removed_at);
  elsif old.removed_at is not null and new.hidden_at = old.removed_at then
    new.hidden_at := null;
  end if;
  return new;
end
$$;

create function app.settle_target(target_type text, target_id uuid) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  in_force constant text[] := array(
    select a.action from public.moderation_actions a
    where a.target_type = target_type and a.target_id = target_id and a.ended_at is null);
  floor constant smallint := (
    select coalesce(max(a.rating), 0) from public.moderation_actions a
    where a.target_type = target_type and a.target_id = target_id and a.ended_at is null);
begin
  case target_type
    when 'post' then
      update public.feed_posts p
      set rating_floor = floor,
        status = case when 'remove' = any (in_force) then 'removed' when 'limit' = any (in_force) then 'limited' else 'published' end
      where p.id = target_id and p.status <> 'deleted';
    when 'comment' then
      update public.post_comments c
      set removed_at = case when 'remove' = any (in_force) then coalesce(c.removed_at, clock_timestamp()) end, hidden_at = c.hidden_at
      where c.id = target_id;
    when 'user' then
      update public.profiles p
      set status = case when in_force && '{suspend,ban}' then 'suspended' else 'active' end
      where p.id = target_id and p.status in ('active', 'suspended');
    else
  end case;
end
$$;
comment on function app.settle_target(text, uuid) is
  'Makes a publication, a comment or an account what the decisions in force about it say. What its owner deleted stays deleted.';

create function app.moderated(target_type text, target_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select case target_type
    when 'post' then (
      select jsonb_build_object('text', concat_ws(E'\n', p.prompt, app.translation_of(p.id) ->> 'text'), 'description', p.description, 'image_url', p.image_url, 'width', p.width,
        'height', p.height, 'thumbhash', p.thumbhash, 'more_images', p.more_images, 'rating', p.rating, 'status', p.status, 'visibility', p.visibility,
        'consents', app.consents_behind(p.id), 'descent', (select count(*) - 1 from app.descent_of(p.id)))
      from public.feed_posts p where p.id = target_id)
    when 'comment' then (
      select jsonb_build_object('text', c.body, 'post_id', c.post_id, 'status', case when c.removed_at is null then 'published' else 'removed' end)
      from public.post_comments c where c.id = target_id)
    when 'user' then (
      select jsonb_build_object('text', p.bio, 'image_url', p.avatar_url, 'status', p.status)
      from public.profiles p where p.id = target_id)
    when 'service' then app.offered_service(target_id) - 'creator_id'
    when 'commission' then app.ordered_commission(target_id) - 'other_id'
    when 'generation' then (
      select jsonb_build_object('text', concat_ws(E'\n', g.prompt, g.translation), 'status', g.status, 'rule', g.blocked_rule, 'terms', g.blocked_terms)
      from public.generations g where g.id = target_id)
  end
$$;
comment on function app.moderated(text, uuid) is 'What the staff looks at before it decides, whoever else may see it.';

create function app.close_reports(p_type text, p_target uuid, p_state text) returns void
language plpgsql
set search_path = ''
as $$
declare
  closed public.reports;
begin
  for closed in
    update public.reports r set state = p_state, decided_at = clock_timestamp()
    where r.target_type = p_type and r.target_id = p_target and r.state = 'open'
    returning r.*
  loop
    perform app.notify(closed.reporter_id, 'moderation', 'moderation:' || closed.id, null, jsonb_build_object(
      'kind', 'report', 'report_id', closed.id, 'outcome', p_state, 'target_type', p_type, 'target_id', p_target));
  end loop;
end
$$;
comment on function app.close_reports(text, uuid, text) is 'Ends all open reports of one thing, and tells each who reported it.';

create function app.announce_decision(decision public.moderation_actions) returns void
language sql
set search_path = ''
as $$
  select app.notify(decision.subject_id, 'moderation', 'moderation:' || decision.id, null, jsonb_build_object(
    'kind', 'decision', 'action_id', decision.id, 'action', decision.action, 'rule', decision.rule,
    'target_type', decision.target_type, 'target_id', decision.target_id, 'url', '/?modal=decision&id=' || decision.id))
$$;

create function public.decide(
  target_type text, target_id uuid, action text, rule text, public_reason text, rating smallint default null,
  expires_at timestamptz default null)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  subject constant uuid := app.subject_of(decide.target_type, decide.target_id);
  allowed constant text[] := case decide.target_type
    when 'post' then '{label,limit,remove,restore}' when 'comment' then '{remove,restore}'
    when 'user' then '{warn,suspend_generation,suspend,ban,restore}' else '{}' end;
  decision public.moderation_actions;
begin
  perform app.require_staff();
  if subject is null then
    raise exception 'There is nothing to decide about' using errcode = 'PT404', hint = 'not_found';
  end if;
  if subject = auth.uid() then
    raise exception 'Nobody decides about themselves' using errcode = 'PT403', hint = 'own_case';
  end if;
  if decide.action <> all (allowed) or decide.expires_at < clock_timestamp() then
    raise exception 'That cannot be decided about this' using errcode = 'PT400', hint = 'decision_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('moderation ' || decide.target_id, 0));
  if decide.action = 'restore' then
    update public.moderation_actions a set ended_at = clock_timestamp()
    where a.target_type = decide.target_type and a.target_id = decide.target_id and a.ended_at is null;
  end if;
  insert into public.moderation_actions
    (target_type, target_id, subject_id, action, rule, public_reason, rating, expires_at, ended_at)
  values (decide.target_type, decide.target_id, subject, decide.action, decide.rule, app.clean_text(decide.public_reason),
    decide.rating, decide.expires_at, case when decide.action = 'restore' then clock_timestamp() end)
  returning * into decision;
  insert into app.moderation_records (action_id, actor_id, evidence)
  values (decision.id, auth.uid(), coalesce(app.moderated(decide.target_type, decide.target_id), '{}'));
  perform app.settle_target(decide.target_type, decide.target_id);
  perform app.close_reports(decide.target_type, decide.target_id, case decide.action when 'restore' then 'rejected' else 'actioned' end);
  perform app.announce_decision(decision);
  return decision.id;
end
$$;
comment on function public.decide(text, uuid, text, text, text, smallint, timestamptz) is
  'A decision of the staff, with the rule and the reason that its subject reads: post label (with a rating), limit, remove; comment remove; user warn, suspend_generation, suspend, ban; restore ends all. PT403 staff_only or own_case, PT400 decision_invalid, PT404 not_found.';

create function public.dismiss_reports(target_type text, target_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_staff();
  perform app.close_reports(dismiss_reports.target_type, dismiss_reports.target_id, 'rejected');
end
$$;
comment on function public.dismiss_reports(text, uuid) is 'Nothing is to be done about this; whoever reported it is told.';

create function public.end_due_decisions() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due public.moderation_actions;
  ended int := 0;
begin
  for due in
    update public.moderation_actions a set ended_at = clock_timestamp()
    where a.id in (
      select d.id from public.moderation_actions d where d.ended_at is null and d.expires_at <= clock_timestamp()
      order by d.expires_at limit 100 for update skip locked)
    returning a.*
  loop
    perform app.settle_target(due.target_type, due.target_id);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function public.end_due_decisions() is 'Ends decisions whose time is over; for the schedule. Answers how many.';

create function app.refuse_suspended() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  author constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (select from public.profiles p where p.id = author and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  if tg_table_name = 'generations' and exists (
    select from public.moderation_actions a
    where a.target_type = 'user' and a.target_id = author and a.ended_at is null and a.action = 'suspend_generation'
      and (a.expires_at is null or a.expires_at > clock_timestamp())) then
    raise exception 'This account may not generate images at the moment' using errcode = 'PT403', hint = 'generation_suspended';
  end if;
  return new;
end
$$;
comment on function app.refuse_suspended() is
  'Who is suspended adds nothing: PT403 account_suspended, or generation_suspended where only that is. Reading, leaving and contesting stay.';

create function app.strikes_of(person uuid) returns setof public.moderation_actions
language sql stable
set search_path = ''
as $$
  select a.* from public.moderation_actions a
  where a.subject_id = person
    and not a.automated
    and a.action in ('remove', 'warn', 'suspend_generation', 'suspend', 'ban')
    and a.created_at > clock_timestamp() - interval '90 days'
    and (a.ended_at is null or a.ended_at >= a.expires_at)
$$;
comment on function app.strikes_of(uuid) is
  'The decisions that count against somebody: of a person of the staff, younger than 90 days, neither restored nor overturned on appeal.';

revoke execute on function
  app.strikes_of(uuid), app.settle_rating(), app.keep_removed(), app.settle_target(text, uuid), app.moderated(text, uuid),
  app.close_reports(text, uuid, text), app.announce_decision(public.moderation_actions), app.refuse_suspended()
from public;
revoke execute on function
  public.decide(text, uuid, text, text, text, smallint, timestamptz), public.dismiss_reports(text, uuid),
  public.end_due_decisions() from public, anon, authenticated;
grant execute on function
  public.decide(text, uuid, text, text, text, smallint, timestamptz), public.dismiss_reports(text, uuid)
to authenticated;
