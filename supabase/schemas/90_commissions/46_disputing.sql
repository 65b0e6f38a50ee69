-- Steps of a dispute: it is opened, answered, withdrawn, ruled, appealed.

create function billing.entry_of_step(c billing.commissions, p_dispute uuid, p_role text, d jsonb, p_is_appeal boolean default false) returns void
language plpgsql
set search_path = ''
as $$
declare
  said constant text := billing.text_of_step(c, d, 'words', 1000, 0);
  shown constant uuid[] := billing.ids(coalesce(d -> 'files', '[]'));
  letters constant jsonb := coalesce(d -> 'messages', '[]');
  count_before int;
begin
  if shown is null or array_position(shown, null) is not null or exists (
    select from unnest(shown) as f (id) where not exists (
      select from billing.commission_files x where x.id = f.id and x.commission_id = c.id and x.kind = 'evidence' and x.side = p_role and x.state = 'ready'))
  then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  -- A message of one of the two is shown with its proof; the staff's device verifies it, as that of a report.
  if jsonb_typeof(letters) <> 'array' or jsonb_path_exists(letters, '$[*] ? (@.type() != "object")') or octet_length(letters::text) > 98304
    or exists (
      select from jsonb_array_elements(letters) as l (letter)
      where (app.uuid_or_null(letter #>> '{row,id}') is not null
        and letter #>> '{row,sender_id}' in (c.client_id::text, c.creator_id::text)
        and letter -> 'v' = '1' and jsonb_typeof(letter -> 'text') = 'string' and jsonb_typeof(letter -> 'key') = 'string'
        and jsonb_typeof(letter -> 'commit') = 'string') is not true)
  then
    perform billing.refuse_step(c, 'step_invalid', 'messages');
  end if;
  select coalesce(sum(cardinality(e.files) + jsonb_array_length(e.messages)), 0) into count_before
  from billing.dispute_entries e where e.dispute_id = p_dispute and e.side = p_role;
  if count_before + cardinality(shown) + jsonb_array_length(letters) > 10 then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  if said is null and shown = '{}' and letters = '[]' then
    perform billing.refuse_step(c, 'step_invalid', 'words');
  end if;
  insert into billing.dispute_entries (dispute_id, side, words, files, messages, is_appeal)
  values (p_dispute, p_role, said, shown, letters, p_is_appeal);
end
$$;

create function billing.step_dispute(c billing.commissions, p_role text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  made uuid;
begin
  if d ->> 'reason' is null or d ->> 'reason' not in ('not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment') then
    perform billing.refuse_step(c, 'step_invalid', 'reason');
  end if;
  perform billing.text_of_step(c, d, 'words', 1000);
  insert into billing.commission_disputes (commission_id, opened_by, reason, before) values (c.id, p_role, d ->> 'reason', c.status)
  returning id into made;
  perform billing.entry_of_step(c, made, p_role, d);
  return billing.move_commission(billing.stop_commission(c), 'disputed', 'disputed', p_role, jsonb_build_object('reason', d ->> 'reason'));
end
$$;

create function billing.open_dispute_of(c billing.commissions) returns billing.commission_disputes
language sql
set search_path = ''
as $$ select d.* from billing.commission_disputes d where d.commission_id = c.id and d.closed_at is null for update $$;

create function billing.step_add_evidence(c billing.commissions, p_role text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  perform billing.entry_of_step(c, x.id, p_role, d);
  return billing.move_commission(c, c.status, 'answered', p_role);
end
$$;

create function billing.leave_dispute(c billing.commissions, p_by text) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
  before constant text := c.status;
begin
  update billing.commission_disputes y set state = 'closed', closed_at = billing.clock() where y.id = x.id;
  c := billing.keep_commission(billing.resume_commission(c, x));
  perform billing.write_event(c, before, 'withdrawn', p_by);
  return c;
end
$$;

create function billing.step_appeal(c billing.commissions, p_role text, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  perform billing.text_of_step(c, d, 'words', 1000);
  perform billing.entry_of_step(c, x.id, p_role, d, true);
  update billing.commission_disputes y set state = 'appealed', is_appealed = true where y.id = x.id;
  perform billing.report('commission_appeal', x.id::text, jsonb_build_object('commission', c.id, 'number', c.number));
  return billing.move_commission(c, c.status, 'appealed', p_role);
end
$$;

create function billing.carry_out(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  x billing.commission_disputes := billing.open_dispute_of(c);
begin
  update billing.commission_disputes y set state = 'closed', closed_at = billing.clock() where y.id = x.id;
  perform billing.end_milestone(c, x.percent, 'staff');
  c := billing.move_commission(c, 'ruled', 'ruled', 'staff', jsonb_build_object('percent', x.percent));
  perform billing.close_after_losses(c.creator_id);
  return c;
end
$$;
comment on function billing.carry_out(billing.commissions) is 'What was ruled is done: after the time for an appeal, or when the appeal was decided.';

create function billing.lost_disputes(p_creator uuid) returns bigint
language sql volatile
set search_path = ''
as $$
  select count(*) from billing.commission_disputes d join billing.commissions c on c.id = d.commission_id
  where c.creator_id = p_creator and c.status = 'ruled' and d.percent < 50 and d.closed_at > billing.clock() - interval '90 days'
$$;

create function billing.close_after_losses(p_creator uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if billing.lost_disputes(p_creator) >= 3 then
    update billing.services s set state = 'closed' where s.creator_id = p_creator and s.state <> 'closed';
    perform billing.report('services_closed', p_creator || ':' || billing.today());
  end if;
end
$$;
comment on function billing.close_after_losses(uuid) is 'Three disputes lost in 90 days close one''s services, and the staff looks.';
