-- What /debug-credits writes where no money moves: one's own credits, given, set aside, captured and given back.

create function public.try_credits(p_user uuid, p_act text, p_key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made text;
  hold uuid;
begin
  perform sandbox.require_test();
  if p_act = 'give' then
    made := ledger.give(p_user, 5, 'try:' || p_key)::text;
  elsif p_act = 'hold' then
    select h.id::text into made from ledger.hold(p_key, p_user, 1, 'trial', p_key::text) h;
  elsif p_act in ('release', 'capture') then
    select h.id into hold from ledger.holds h
    where h.owner = 'user:' || p_user and h.ref_type = 'trial' and h.state = 'open' order by h.created_at desc limit 1;
    if hold is null then
      raise exception 'Nothing is set aside for trying' using errcode = 'PT409', hint = 'nothing_held';
    end if;
    perform ledger.settle(hold, case p_act when 'capture' then 1 else 0 end, null, case p_act when 'capture' then 'capture' else 'canceled' end);
    made := hold::text;
  else
    raise exception 'There is no such act' using errcode = 'PT422', hint = 'act_unknown';
  end if;
  return jsonb_build_object('act', p_act, 'id', made);
end
$$;
comment on function public.try_credits(uuid, text, uuid) is
  'give five, hold one, release or capture the newest that is held so: of whoever tries, under a key, so that the same call again answers the same id. PT404 in realm live; PT409 nothing_held or what the ledger refuses.';
revoke execute on function public.try_credits(uuid, text, uuid) from public, anon, authenticated;
