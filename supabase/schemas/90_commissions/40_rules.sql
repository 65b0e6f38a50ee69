-- Which step may be taken when and by whom: one table, asked by whoever acts and by whatever shows buttons.

create function billing.commission_steps() returns table (step text, status text, role text)
language sql immutable
set search_path = ''
as $$
  values
    ('propose', 'requested', 'creator'), ('propose', 'proposed', 'creator'),
    ('decline', 'requested', 'creator'),
    ('cancel', 'requested', 'client'), ('cancel', 'proposed', 'client'), ('cancel', 'proposed', 'creator'),
    ('start', 'funded', 'creator'),
    ('refund', 'funded', 'client'), ('refund', 'funded', 'creator'), ('refund', 'in_progress', 'client'), ('refund', 'in_progress', 'creator'),
    ('ask_time', 'in_progress', 'creator'),
    ('answer_time', 'in_progress', 'client'),
    ('revise_sketch', 'in_progress', 'client'),
    ('deliver', 'in_progress', 'creator'), ('deliver', 'revision', 'creator'),
    ('revise', 'delivered', 'client'),
    ('extend', 'delivered', 'client'),
    ('accept', 'delivered', 'client'),
    ('offer_share', 'in_progress', 'client'), ('offer_share', 'in_progress', 'creator'),
    ('offer_share', 'delivered', 'client'), ('offer_share', 'delivered', 'creator'),
    ('offer_share', 'revision', 'client'), ('offer_share', 'revision', 'creator'),
    ('offer_share', 'disputed', 'client'), ('offer_share', 'disputed', 'creator'),
    ('answer_share', 'in_progress', 'client'), ('answer_share', 'in_progress', 'creator'),
    ('answer_share', 'delivered', 'client'), ('answer_share', 'delivered', 'creator'),
    ('answer_share', 'revision', 'client'), ('answer_share', 'revision', 'creator'),
    ('answer_share', 'disputed', 'client'), ('answer_share', 'disputed', 'creator'),
    ('dispute', 'in_progress', 'client'), ('dispute', 'in_progress', 'creator'),
    ('dispute', 'delivered', 'client'), ('dispute', 'delivered', 'creator'),
    ('dispute', 'revision', 'client'), ('dispute', 'revision', 'creator'),
    ('add_evidence', 'disputed', 'client'), ('add_evidence', 'disputed', 'creator'),
    ('withdraw', 'disputed', 'client'), ('withdraw', 'disputed', 'creator'),
    ('appeal', 'disputed', 'client'), ('appeal', 'disputed', 'creator')
$$;

create function billing.has_new_sketch(c billing.commissions) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from billing.commission_files f
    where f.commission_id = c.id and f.kind = 'sketch' and f.state = 'ready' and f.step = c.current_step
      and f.created_at > coalesce((
        select max(x.created_at) from billing.commission_points x where x.commission_id = c.id and x.kind = 'sketch'), '-infinity'))
$$;

create function billing.step_of_dispute(c billing.commissions, p_role text, p_step text) returns text
language plpgsql
set search_path = ''
as $$
declare
  d billing.commission_disputes;
begin
  select x.* into strict d from billing.commission_disputes x where x.commission_id = c.id and x.closed_at is null;
  return case
    when p_step = 'appeal' then case when d.state <> 'ruled' or d.is_appealed or billing.clock() >= d.appeal_until then 'commission_state' end
    when p_step = 'withdraw' then case when d.state <> 'open' then 'commission_state' when d.opened_by <> p_role then 'commission_not_yours' end
    when p_step = 'add_evidence' then case when d.state not in ('open', 'appealed')
      or d.state = 'open' and billing.clock() >= d.opened_at + interval '5 days' then 'commission_state' end
    when d.state <> 'open' or billing.is_charged_back(c) then 'commission_state'
  end;
end
$$;

create function billing.step_problem(c billing.commissions, p_role text, p_step text) returns text
language plpgsql
set search_path = ''
as $$
declare
  problem text;
begin
  if not exists (select from billing.commission_steps() s where (s.step, s.status) = (p_step, c.status)) then
    return 'commission_state';
  end if;
  if not exists (select from billing.commission_steps() s where (s.step, s.status, s.role) = (p_step, c.status, p_role)) then
    return 'commission_not_yours';
  end if;
  if c.status = 'disputed' then
    problem := billing.step_of_dispute(c, p_role, p_step);
    if problem is not null then
      return problem;
    end if;
  end if;
  return case p_step
    when 'propose' then case when c.current_step > 1 or c.mode = 'instant' then 'commission_state' end
    when 'start' then case when billing.clock() < c.starts_from then 'starts_later' end
    when 'refund' then case when c.status = 'in_progress' and p_role = 'client' and billing.clock() < billing.day_after(c.guaranteed_at)
      then 'not_late' end
    when 'answer_time' then case when c.time_asked is null then 'commission_state' end
    when 'revise_sketch' then case when c.revisions_sketch = 0 then 'no_revisions' when not billing.has_new_sketch(c) then 'no_sketch' end
    when 'revise' then case when c.revisions_final = 0 then 'no_revisions' end
    when 'extend' then case when c.is_extended then 'commission_state' end
    when 'answer_share' then case when c.share_by is null then 'commission_state' when c.share_by = p_role then 'commission_not_yours' end
  end;
end
$$;
comment on function billing.step_problem(billing.commissions, text, text) is
  'Why this party may not take this step now, by its code; null where they may.';

create function billing.refuse_step(c billing.commissions, p_code text, p_field text default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'This cannot be done with the order now' using
    errcode = case p_code when 'commission_not_yours' then 'PT403' when 'step_invalid' then 'PT422'
      when 'likeness_unsaid' then 'PT422' else 'PT409' end,
    hint = p_code,
    detail = coalesce(p_field, jsonb_build_object('status', c.status, 'version', c.version)::text);
end
$$;

create function billing.text_of_step(c billing.commissions, d jsonb, p_field text, p_most int, p_least int default 1) returns text
language plpgsql
set search_path = ''
as $$
declare
  said constant text := coalesce(billing.words(d -> p_field), '');
begin
  if char_length(said) not between p_least and p_most then
    perform billing.refuse_step(c, 'step_invalid', p_field);
  end if;
  return nullif(said, '');
end
$$;
comment on function billing.text_of_step(billing.commissions, jsonb, text, int, int) is 'PT422 step_invalid with the field, where it is too short or too long.';

create function billing.number_of_step(c billing.commissions, d jsonb, p_field text, p_least int, p_most int) returns int
language plpgsql
set search_path = ''
as $$
declare
  given constant bigint := billing.whole(d -> p_field);
begin
  if given is null or given not between p_least and p_most then
    perform billing.refuse_step(c, 'step_invalid', p_field);
  end if;
  return given;
end
$$;

create function billing.yes_of_step(c billing.commissions, d jsonb) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(d -> 'yes') is distinct from 'boolean' then
    perform billing.refuse_step(c, 'step_invalid', 'yes');
  end if;
  return (d -> 'yes')::boolean;
end
$$;
