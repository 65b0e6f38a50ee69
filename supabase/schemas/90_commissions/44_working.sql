-- Steps of the work: it begins, is given back, delivered, revised, accepted.

create function billing.step_refund(c billing.commissions, p_by text) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  e billing.escrows := billing.end_milestone(c, 0, p_by);
begin
  return billing.move_commission(c, 'refunded', 'refunded', p_by, jsonb_build_object('amount', e.amount));
end
$$;

create function billing.step_deliver(c billing.commissions, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  given constant uuid[] := billing.ids(d -> 'files');
  done constant uuid[] := billing.ids(coalesce(d -> 'done', '[]'));
  said constant text := billing.text_of_step(c, d, 'words', 500, 0);
  waiting int;
  found_files int;
begin
  if given is null or cardinality(given) not between 1 and 10 then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  select count(*), count(*) filter (where f.state <> 'ready') into found_files, waiting from billing.commission_files f
  where f.id = any (given) and f.commission_id = c.id and f.kind = 'final' and f.step = c.current_step and f.state in ('ready', 'making_preview');
  if found_files <> cardinality(given) then
    perform billing.refuse_step(c, 'step_invalid', 'files');
  end if;
  if waiting > 0 then
    perform billing.refuse_step(c, 'files_not_ready');
  end if;
  update billing.commission_files f set is_given = f.id = any (given)
  where f.commission_id = c.id and f.kind = 'final' and f.step = c.current_step and f.is_given <> (f.id = any (given));
  update billing.commission_points p set is_done = true where p.commission_id = c.id and p.id = any (coalesce(done, '{}'));
  c.stopped_at := coalesce(c.stopped_at, billing.clock());
  c.delivered_at := billing.clock();
  c.accepts_at := billing.clock() + interval '3 days';
  c.is_extended := false;
  c.revision_due := null;
  return billing.move_commission(c, 'delivered', 'delivered', 'creator', jsonb_build_object('files', cardinality(given), 'words', said));
end
$$;

create function billing.step_revise(c billing.commissions, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  perform billing.points_of_step(c, d, 'final');
  c.revisions_final := c.revisions_final - 1;
  c.revision_due := billing.clock() + interval '3 days';
  c.accepts_at := null;
  return billing.move_commission(c, 'revision', 'revised', 'client',
    jsonb_build_object('points', jsonb_array_length(d -> 'points'), 'left', c.revisions_final));
end
$$;

create function billing.step_revise_sketch(c billing.commissions, d jsonb) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  perform billing.points_of_step(c, d, 'sketch');
  c.revisions_sketch := c.revisions_sketch - 1;
  return billing.move_commission(c, c.status, 'sketch_revised', 'client',
    jsonb_build_object('points', jsonb_array_length(d -> 'points'), 'left', c.revisions_sketch));
end
$$;

create function billing.step_extend(c billing.commissions) returns billing.commissions
language plpgsql
set search_path = ''
as $$
begin
  c.accepts_at := c.accepts_at + interval '4 days';
  c.is_extended := true;
  return billing.move_commission(c, c.status, 'extended', 'client');
end
$$;

create function billing.step_accept(c billing.commissions, p_by text) returns billing.commissions
language plpgsql
set search_path = ''
as $$
declare
  e billing.escrows := billing.end_milestone(c, 100, p_by);
  said constant jsonb := jsonb_build_object('amount', e.amount, 'step', c.current_step);
begin
  if not exists (select from billing.milestones m where m.commission_id = c.id and m.position > c.current_step) then
    return billing.move_commission(c, 'accepted', 'accepted', p_by, said);
  end if;
  c.current_step := c.current_step + 1;
  c.delivered_at := null;
  c.accepts_at := null;
  c.is_extended := false;
  c.guaranteed_at := null;
  c.starts_from := null;
  c.stopped_at := null;
  return billing.move_commission(c, 'proposed', 'accepted', p_by, said);
end
$$;
comment on function billing.step_accept(billing.commissions, text) is
  'The milestone''s money is the creator''s, its files the client''s; the next one waits to be paid. By the client, or by the clock.';
