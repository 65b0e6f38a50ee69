-- « Ce n'est pas ce que j'ai demandé »: the price of a picture of the built-in engine goes back to where it came from.

create function app.refunds_today(p_user uuid) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int from public.generations g
  where g.user_id = p_user and g.refunded_at >= date_trunc('day', now(), 'UTC')
$$;
comment on function app.refunds_today(uuid) is 'How many generations of a person were refunded on this day, which is UTC''s.';

create function app.give_back_generation(p_generation public.generations) returns void
language plpgsql
set search_path = ''
as $$
declare
  settled ledger.holds;
  payer constant text := 'user:' || p_generation.user_id;
begin
  select h.* into strict settled from ledger.holds h
  where h.ref_type = 'generation' and h.ref_id = p_generation.id::text and h.state = 'captured';
  perform ledger.post(
    'refund:' || settled.id,
    'refund',
    jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'refunds', 'a', 'CREDIT', 'n', -settled.captured),
      jsonb_build_object('o', payer, 'k', 'promo', 'a', 'CREDIT', 'n', settled.captured - settled.captured_paid),
      jsonb_build_object('o', payer, 'k', 'paid', 'a', 'CREDIT', 'n', settled.captured_paid)),
    'generation', p_generation.id::text, '{"why": "not_what_was_asked"}', 'system',
    (select t.id from ledger.transfers t where t.idem_key = 'settle:' || settled.id));
  update public.generations set refunded_at = clock_timestamp() where id = p_generation.id;
end
$$;
comment on function app.give_back_generation(public.generations) is
  'Posts the refund of what a generation took, gifts to gifts and bought credits to bought credits, once.';

create function public.refund_generation(generation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant int := 3;
  me constant uuid := auth.uid();
  g public.generations;
begin
  perform pg_advisory_xact_lock(hashtextextended('generation:' || me, 0));
  select * into g from public.generations o where o.id = refund_generation.generation_id and o.user_id = me for update;
  if not found then
    raise exception 'There is no such generation' using errcode = 'PT404', hint = 'not_found';
  end if;
  if g.refunded_at is null then
    if g.status <> 'succeeded' or g.cost_charged = 0 or not g.metadata ? 'plan'
      or g.finished_at < clock_timestamp() - interval '1 day'
    then
      raise exception 'There is nothing to give back' using errcode = 'PT409', hint = 'nothing_to_refund';
    end if;
    if app.refunds_today(me) >= most then
      raise exception '% refunds may be asked for a day', most using errcode = 'PT429', hint = 'refund_limit';
    end if;
    perform app.give_back_generation(g);
  end if;
  return jsonb_build_object('refunded', g.cost_charged, 'left', most - app.refunds_today(me));
end
$$;
comment on function public.refund_generation(uuid) is
  'Gives back what one''s own generation of the built-in engine took, within a day of it, because it is not what was asked for: {refunded, left: how many more today}. Asked again it answers the same. PT404 not_found, PT409 nothing_to_refund, PT429 refund_limit.';

revoke execute on function app.refunds_today(uuid), app.give_back_generation(public.generations) from public;
revoke execute on function public.refund_generation(uuid) from public, anon, authenticated;
grant execute on function public.refund_generation(uuid) to authenticated;
