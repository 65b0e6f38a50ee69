-- Orders to wherever chance leads, by the doors alone, several processes at once. Now and then an act is taken back before it is
-- kept, as by a process that dies. For tests only.
create schema drawn;

create function drawn.be(p_person uuid, p_is_staff boolean default false) returns void
language sql
as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', p_person, 'role', 'authenticated',
    'app_metadata', jsonb_build_object('staff', p_is_staff))::text, true)
$$;

create function drawn.person() returns uuid
language sql
as $$ insert into auth.users (id, email) select id, id || '@example.com' from gen_random_uuid() as id returning id $$;

create function drawn.one_of(variadic p_words text[]) returns text
language sql volatile
as $$ select p_words[1 + floor(random() * cardinality(p_words))::int] $$;

create function drawn.final(c billing.commissions) returns uuid
language plpgsql
as $$
declare
  about constant jsonb := jsonb_build_object('kind', 'final', 'name', 'image.png', 'type', 'image/png', 'bytes', 1000, 'sha256', repeat(md5(random()::text), 2));
  made constant uuid := public.add_commission_file(c.creator_id, c.id, about) ->> 'file_id';
begin
  perform public.store_commission_file(made);
  perform public.note_preview(made, c.id || '/preview/' || made);
  return made;
end
$$;

create function drawn.pay(c billing.commissions) returns void
language plpgsql
as $$
declare
  m billing.milestones;
  started jsonb;
  attempt uuid;
  truth jsonb;
begin
  select x.* into m from billing.milestones x where x.commission_id = c.id and x.position = c.current_step;
  started := public.start_payment(c.client_id, jsonb_build_object('idempotency_key', gen_random_uuid(), 'provider', 'sandbox',
    'milestone_id', m.id, 'terms', c.terms) || case when random() < 0.3 then '{"method": "card", "currency": "EUR"}' else '{"method": "mtn_bj"}' end::jsonb);
  attempt := started ->> 'attempt_id';
  perform public.note_attempt(attempt, 'started', 'ref-' || attempt);
  truth := jsonb_build_object('status', 'paid', 'currency', started -> 'currency', 'amount', started -> 'amount', 'refunded', 0,
    'fee', null, 'realm', 'test', 'raw', 'paid', 'reason', null);
  perform public.apply_payment_truth('sandbox', 'ref-' || attempt, attempt, truth);
  if random() < 0.1 then
    perform public.apply_payment_truth('sandbox', 'ref-' || attempt, attempt, truth);
  end if;
end
$$;

create function drawn.bank(c billing.commissions) returns void
language plpgsql
as $$
declare
  ref text;
begin
  select t.provider_ref into ref from billing.payments p join billing.attempts t on t.payment_id = p.id and t.state = 'paid'
  where p.user_id = c.client_id and p.status = 'paid' order by random() limit 1;
  if found then
    perform public.apply_payment_dispute('sandbox', 'dp ' || ref, ref, drawn.one_of('open', 'open', 'won', 'lost'));
  end if;
end
$$;

create function drawn.send_back(c billing.commissions) returns void
language plpgsql
as $$
declare
  back record;
begin
  for back in
    select t.provider_ref as ref, p.currency, p.amount, p.refunded + r.amount as total
    from billing.payments p join billing.attempts t on t.payment_id = p.id and t.state = 'paid'
    join billing.refunds r on r.payment_id = p.id and r.closed_at is null and r.way = 'provider'
    where p.user_id = c.client_id
  loop
    perform public.apply_payment_truth('sandbox', back.ref, null, jsonb_build_object('status', 'paid', 'currency', back.currency,
      'amount', back.amount, 'refunded', back.total, 'fee', null, 'realm', 'test', 'raw', 'refunded', 'reason', null));
  end loop;
end
$$;

create function drawn.step(c billing.commissions, p_role text, p_step text, p_details jsonb default '{}') returns void
language plpgsql
as $$
declare
  key constant uuid := gen_random_uuid();
begin
  perform drawn.be(case p_role when 'client' then c.client_id else c.creator_id end);
  perform public.commission_step(c.id, p_step, c.version, p_details, key);
  -- Pressed again after an answer that was lost.
  if random() < 0.2 then
    perform public.commission_step(c.id, p_step, c.version, p_details, key);
  end if;
end
$$;

create function drawn.usual(p_status text) returns text
language sql volatile
as $$
  select case p_status when 'requested' then 'propose' when 'proposed' then 'pay' when 'funded' then 'start'
    when 'in_progress' then drawn.one_of('deliver', 'deliver', 'offer', 'dispute') when 'delivered' then drawn.one_of('accept', 'accept', 'revise', 'dispute')
    when 'revision' then 'deliver' when 'disputed' then drawn.one_of('rule', 'rule', 'appeal', 'withdraw', 'offer', 'bank') else 'send' end
$$;

create function drawn.act(c billing.commissions, p_act text, p_staff uuid[]) returns void
language plpgsql
as $$
declare
  side constant text := drawn.one_of('client', 'creator');
  percent constant int := floor(random() * 101);
begin
  case p_act
    when 'propose' then
      perform drawn.step(c, 'creator', 'propose', jsonb_build_object('scope', 'Un portrait.', 'milestones', (
        select jsonb_agg(jsonb_build_object('title', 'Étape ' || n, 'amount', 2000 + 100 * floor(random() * 1200), 'days', 3 + n))
        from generate_series(1, 1 + floor(random() * 3)::int) as n)));
    when 'pay' then perform drawn.pay(c);
    when 'bank' then perform drawn.bank(c);
    when 'send' then perform drawn.send_back(c);
    when 'deliver' then perform drawn.step(c, 'creator', 'deliver', jsonb_build_object('files', jsonb_build_array(drawn.final(c))));
    when 'revise' then perform drawn.step(c, 'client', 'revise', '{"points": ["Plus clair"]}');
    when 'offer' then perform drawn.step(c, side, 'offer_share', jsonb_build_object('percent', percent));
    when 'agree' then perform drawn.step(c, side, 'answer_share', jsonb_build_object('yes', random() < 0.7, 'percent', c.share_percent));
    when 'dispute' then perform drawn.step(c, side, 'dispute', '{"reason": "quality", "words": "Trop sombre."}');
    when 'appeal' then perform drawn.step(c, side, 'appeal', '{"words": "Rien n’est juste."}');
    when 'rule' then
      perform drawn.be(p_staff[1 + floor(random() * cardinality(p_staff))::int], true);
      perform public.rule_dispute(c.id, (percent / 10) * 10, 'Vu.');
    when 'wait' then
      perform public.move_payment_clock(make_interval(hours => floor(random() * 120)::int));
    else perform drawn.step(c, side, p_act);
  end case;
end
$$;

create function drawn.turn(p_id uuid, p_staff uuid[]) returns text
language plpgsql
as $$
declare
  c billing.commissions;
  what text;
begin
  select x.* into c from billing.commissions x where x.id = p_id;
  what := case when random() < 0.6 then drawn.usual(c.status) when c.share_by is not null then 'agree'
    else drawn.one_of('propose', 'pay', 'pay', 'bank', 'send', 'deliver', 'revise', 'offer', 'dispute', 'appeal', 'rule', 'wait',
      'accept', 'refund', 'cancel', 'start', 'extend', 'withdraw') end;
  perform drawn.act(c, what, p_staff);
  if random() < 0.15 then
    raise exception 'The process dies here' using errcode = 'PT999';
  end if;
  return what || ' done';
exception when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' or sqlstate 'PT429' or sqlstate 'PT999' then
  return what || ' ' || sqlstate;
end
$$;

create function drawn.begin(p_id uuid, p_client uuid, p_service uuid) returns boolean
language plpgsql
as $$
begin
  perform drawn.be(p_client);
  perform public.request_commission(p_id, p_service, '{"brief": "Un portrait de ma grand-mère devant la mer."}');
  return true;
exception when sqlstate 'PT409' then
  -- Three disputes lost have closed the service.
  return false;
end
$$;

create procedure drawn.orders(p_count int, p_creator uuid, p_service uuid, p_staff uuid[])
language plpgsql
as $$
declare
  client uuid;
  id uuid;
begin
  for made in 1..p_count loop
    client := drawn.person();
    id := gen_random_uuid();
    exit when not drawn.begin(id, client, p_service);
    commit;
    for place in 1..14 loop
      perform drawn.turn(id, p_staff);
      commit;
    end loop;
    perform public.advance_commissions(20);
    commit;
  end loop;
end
$$;

-- Each escrow whose francs are not in exactly one place, by its own close in the ledger.
create view drawn.misplaced as
with moved as (
  select split_part(t.idem_key, ':', 2)::uuid as id, count(distinct t.id) as closes,
    coalesce(-sum(n.amount) filter (where a.kind = 'escrow'), 0) as out, coalesce(sum(n.amount) filter (where a.kind = 'pending'), 0) as made,
    coalesce(sum(n.amount) filter (where a.kind = 'fees'), 0) as fee, coalesce(sum(n.amount) filter (where a.kind = 'owed'), 0) as back
  from ledger.transfers t join ledger.entries n on n.transfer_id = t.id join ledger.accounts a on a.id = n.account_id
  where t.idem_key like 'escrow:%:close' group by 1)
select e.id::text as what from billing.escrows e left join moved m on m.id = e.id
where case e.state when 'funded' then m.id is not null
  else (m.closes, m.out, m.made, m.fee, m.back) is distinct from (1, e.amount, e.to_creator - e.fee, e.fee, e.amount - e.to_creator) end
union all
-- A payment that was believed is held once, or owed at once.
select p.id::text from billing.payments p
where p.milestone_id is not null and p.status = 'paid'
  and 1 <> (select count(*) from ledger.transfers t where t.idem_key = 'pay:' || p.id and t.kind in ('escrow_fund', 'escrow_surplus'));
