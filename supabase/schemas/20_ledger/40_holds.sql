-- Spending has two phases: a hold when the work is ordered, then one settlement, which captures what was used and gives
-- the rest back.

create function ledger.hold(
  p_id uuid,
  p_user uuid,
  p_amount bigint,
  p_ref_type text,
  p_ref_id text,
  p_ttl interval default interval '15 minutes'
) returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  payer text := 'user:' || p_user;
  promo bigint;
  paid bigint;
  debt bigint;
  of_promo bigint;
  made ledger.holds;
begin
  if p_amount is null or p_amount <= 0 then
    raise exception 'A hold is of one credit or more' using errcode = 'PT422';
  end if;
  -- The split must be true until it is posted. Whoever waits here for another hold of the same job finds it below.
  perform from ledger.balances b
  join ledger.accounts a on a.id = b.account_id
  where a.owner = payer and a.asset = 'CREDIT' and a.kind in ('promo', 'paid')
  order by b.account_id
  for update of b;

  select * into made from ledger.holds h where h.ref_type = p_ref_type and h.ref_id = p_ref_id;
  if found then
    if made.owner <> payer or made.amount <> p_amount then
      raise exception 'The hold of this job has other terms' using errcode = 'PT409';
    end if;
    return made;
  end if;

  select coalesce(sum(b.balance) filter (where a.kind = 'promo'), 0),
    coalesce(sum(b.balance) filter (where a.kind = 'paid'), 0),
    coalesce(sum(b.balance) filter (where a.kind = 'debt'), 0)
  into promo, paid, debt
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = payer and a.asset = 'CREDIT';
  if debt < 0 or promo + paid < p_amount then
    raise exception 'Insufficient credits' using
      errcode = 'PT402', hint = 'insufficient_credits',
      detail = format('%s wanted, %s available, %s owed', p_amount, promo + paid, -debt);
  end if;

  of_promo := least(promo, p_amount);
  perform ledger.post(
    'hold:' || p_id,
    'hold',
    jsonb_build_array(
      jsonb_build_object('o', payer, 'k', 'promo', 'a', 'CREDIT', 'n', -of_promo),
      jsonb_build_object('o', payer, 'k', 'paid', 'a', 'CREDIT', 'n', of_promo - p_amount),
      jsonb_build_object('o', payer, 'k', 'held', 'a', 'CREDIT', 'n', p_amount)),
    p_ref_type, p_ref_id);
  insert into ledger.holds (id, owner, amount, from_promo, from_paid, ref_type, ref_id, expires_at)
  values (p_id, payer, p_amount, of_promo, p_amount - of_promo, p_ref_type, p_ref_id, clock_timestamp() + p_ttl)
  on conflict do nothing
  returning * into made;
  if made.id is null then
    raise exception 'This job is held for somebody else at this moment' using errcode = '40001';
  end if;
  return made;
end
$$;
comment on function ledger.hold(uuid, uuid, bigint, text, text, interval) is
  'Sets credits of a person aside for one job. The same job again: its hold, whatever became of it; with another person or amount PT409. PT402 when short or in debt.';

create function ledger.settle(p_id uuid, p_capture bigint, p_splits jsonb default null, p_why text default 'capture')
returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  settled ledger.holds;
  parts jsonb := coalesce(p_splits, jsonb_build_array(jsonb_build_object('o', 'platform', 'k', 'revenue', 'n', p_capture)));
  promo_used bigint;
  kind text := case when p_capture > 0 then 'capture' when p_why = 'expire' then 'expire' else 'release' end;
begin
  select * into settled from ledger.holds where id = p_id for update;
  if not found then
    raise exception 'There is no such hold' using errcode = 'PT404';
  end if;
  if settled.state <> 'open' then
    if settled.captured = p_capture then
      return settled;
    end if;
    raise exception 'The hold is % already', settled.state using errcode = 'PT409';
  end if;
  if p_capture is null or p_capture not between 0 and settled.amount then
    raise exception 'Between 0 and % may be captured', settled.amount using errcode = 'PT422';
  end if;
  if p_capture > 0 and (
    select sum((part ->> 'n')::bigint) is distinct from p_capture
      or bool_or((part ->> 'n')::bigint <= 0 or part ->> 'k' not in ('revenue', 'royalty_pool', 'fees', 'earned', 'promo'))
    from jsonb_array_elements(parts) as part)
  then
    raise exception 'The parts must be what is captured' using errcode = 'PT422';
  end if;

  promo_used := least(p_capture, settled.from_promo);
  perform ledger.post(
    'settle:' || p_id,
    kind,
    jsonb_build_array(
      jsonb_build_object('o', settled.owner, 'k', 'held', 'a', 'CREDIT', 'n', -settled.amount),
      jsonb_build_object('o', settled.owner, 'k', 'promo', 'a', 'CREDIT', 'n', settled.from_promo - promo_used),
      jsonb_build_object('o', settled.owner, 'k', 'paid', 'a', 'CREDIT', 'n', settled.from_paid - (p_capture - promo_used)))
    || case when p_capture > 0 then
      (select jsonb_agg(part || jsonb_build_object('a', 'CREDIT')) from jsonb_array_elements(parts) as part)
    else '[]' end,
    settled.ref_type, settled.ref_id, jsonb_build_object('why', p_why));
  update ledger.holds
  set state = case kind when 'capture' then 'captured' when 'expire' then 'expired' else 'released' end,
    captured = p_capture,
    captured_paid = p_capture - promo_used,
    released = amount - p_capture,
    closed_at = clock_timestamp()
  where id = p_id
  returning * into settled;
  return settled;
end
$$;
comment on function ledger.settle(uuid, bigint, jsonb, text) is
  'Closes a hold once: captures a part, gifts first, and gives the rest back to where it came from. Parts: [{"o": owner, "k": kind, "n": amount}, …] that sum to the capture; null: all of it is revenue. Why is kept for the statement; ''expire'' makes it expired. The same capture again answers the hold as it is, another one PT409.';

create function ledger.reverse_capture(p_id uuid, p_why text) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  settled ledger.holds;
  made bigint;
begin
  select * into settled from ledger.holds where id = p_id and state = 'captured';
  if not found then
    raise exception 'There is no such capture' using errcode = 'PT404';
  end if;
  select transfer_id into made from ledger.post(
    'reversal:' || p_id,
    'reversal',
    jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'revenue', 'a', 'CREDIT', 'n', -settled.captured),
      jsonb_build_object('o', settled.owner, 'k', 'promo', 'a', 'CREDIT', 'n', settled.captured - settled.captured_paid),
      jsonb_build_object('o', settled.owner, 'k', 'paid', 'a', 'CREDIT', 'n', settled.captured_paid)),
    settled.ref_type, settled.ref_id, jsonb_build_object('why', p_why), 'system',
    (select t.id from ledger.transfers t where t.idem_key = 'settle:' || p_id));
  return made;
end
$$;
comment on function ledger.reverse_capture(uuid, text) is
  'Gives back, once, what a hold captured as revenue: gifts as gifts, bought credits as bought ones. Answers the transfer; PT404 where nothing was captured.';

create function ledger.extend(p_id uuid, p_ttl interval) returns ledger.holds
language plpgsql security definer
set search_path = ''
as $$
declare
  extended ledger.holds;
begin
  update ledger.holds
  set expires_at = greatest(expires_at, clock_timestamp() + p_ttl)
  where id = p_id and state = 'open'
  returning * into extended;
  if not found then
    raise exception 'There is no such open hold' using errcode = 'PT404';
  end if;
  return extended;
end
$$;
comment on function ledger.extend(uuid, interval) is
  'A hold lasts so much longer from now, never shorter than it did. PT404 once it is settled: whoever still works on it works for nothing.';

create function ledger.sweep(p_limit int default 100) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  due record;
  swept int := 0;
begin
  for due in
    with locked as materialized (
      select id, owner from ledger.holds
      where state = 'open' and expires_at < clock_timestamp()
      order by expires_at
      limit p_limit
      for update skip locked
    )
    select locked.id
    from locked join ledger.accounts a on a.owner = locked.owner and a.kind = 'promo' and a.asset = 'CREDIT'
    order by a.id
  loop
    perform ledger.settle(due.id, 0, '[]', 'expire');
    swept := swept + 1;
  end loop;
  return swept;
end
$$;
comment on function ledger.sweep(int) is
  'Gives back what expired holds set aside, and answers how many they were. Any number of processes may sweep at once: each hold is settled by one, and balances are locked in ascending order as everywhere.';
