-- One free appeal against each decision, refusals of the generator included.

create table public.appeals (
  id uuid primary key default app.uuid_v7(),
  action_id uuid not null references public.moderation_actions (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  message text not null check (char_length(message) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  answer text check (char_length(answer) <= 500),
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_once unique (action_id, user_id)
);
create index appeals_of_user on public.appeals (user_id);
create index appeals_open on public.appeals (created_at, id) where state = 'open';

alter table public.appeals enable row level security;
revoke all on public.appeals from anon, authenticated;
grant select on public.appeals to authenticated;
create policy "people read their own appeals, the staff all" on public.appeals
  for select to authenticated using (user_id = (select auth.uid()) or (select app.is_staff()));

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

revoke execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text)
from public, anon, authenticated;
grant execute on function
  public.appeal(uuid, text), public.contest_generation(text, text), public.answer_appeal(uuid, text, text)
to authenticated;
