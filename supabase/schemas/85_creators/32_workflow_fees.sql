-- Whoever runs somebody else's workflow pays what its author asks for, of bought credits, once for a run.

create function app.pay_workflow_fee(p_run public.workflow_runs, p_agreed int) returns void
language plpgsql
set search_path = ''
as $$
declare
  workflow public.workflows;
begin
  select w.* into workflow from public.workflows w where w.id = p_run.workflow_id;
  if coalesce(workflow.fee_credits, 0) = 0 or workflow.owner_id is null or workflow.owner_id = p_run.user_id then
    return;
  end if;
  if coalesce(p_agreed, 0) <> workflow.fee_credits then
    raise exception 'Its author asks for % credits', workflow.fee_credits
      using errcode = 'PT409', hint = 'price_changed', detail = workflow.fee_credits::text;
  end if;
  perform billing.give_paid(jsonb_populate_record(null::billing.tips, jsonb_build_object('kind', 'workflow', 'giver_id', p_run.user_id,
    'creator_id', workflow.owner_id, 'workflow_id', workflow.id, 'credits', workflow.fee_credits,
    'idempotency_key', 'workflow:' || p_run.id)));
end
$$;
comment on function app.pay_workflow_fee(public.workflow_runs, int) is
  'In the transaction that begins the run, whichever door it came by. What was shown is what is paid: PT409 price_changed otherwise, as for lists and schedules, which show none; and what give_paid refuses.';

revoke execute on function app.pay_workflow_fee(public.workflow_runs, int) from public;
