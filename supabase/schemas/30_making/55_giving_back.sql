-- « Ce n'est pas ce que j'ai demandé »: the price of a picture of the built-in engine goes back to where it came from.

create function app.given_back_today(p_user uuid) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int from public.generations g
  where g.user_id = p_user and g.given_back_at >= date_trunc('day', now(), 'UTC')
$$;
comment on function app.given_back_today(uuid) is
  'For how many of a person''s generations the price was given back on this day, which is UTC''s.';

create function public.give_back_generation(generation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant int := 3;
  me constant uuid := auth.uid();
  g public.generations;
  capture uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('generation:' || me, 0));
  select * into g from public.generations o
  where o.id = give_back_generation.generation_id and o.user_id = me
  for update;
  if not found then
    raise exception 'There is no such generation' using errcode = 'PT404', hint = 'not_found';
  end if;
  if g.given_back_at is null then
    select h.id into capture from ledger.holds h
    where h.ref_type = 'generation' and h.ref_id = g.id::text and h.state = 'captured';
    if not found or not g.metadata ? 'plan' or g.finished_at < clock_timestamp() - interval '1 day' then
      raise exception 'There is nothing to give back' using errcode = 'PT409', hint = 'nothing_to_give_back';
    end if;
    if app.given_back_today(me) >= most then
      raise exception 'The price of % generations may be given back a day', most
        using errcode = 'PT429', hint = 'give_back_limit';
    end if;
    perform ledger.reverse_capture(capture, 'not_what_was_asked');
    perform app.take_royalties_back(g.id);
    update public.generations o set given_back_at = clock_timestamp() where o.id = g.id;
  end if;
  return jsonb_build_object('credits', g.cost_charged, 'left', most - app.given_back_today(me));
end
$$;
comment on function public.give_back_generation(uuid) is
  'Gives back what one''s own generation of the built-in engine took, within a day of it, because it is not what was asked for: {credits, left: how often more today}. Asked again it answers the same. PT404 not_found, PT409 nothing_to_give_back, PT429 give_back_limit.';

revoke execute on function app.given_back_today(uuid) from public;
revoke execute on function public.give_back_generation(uuid) from public, anon, authenticated;
grant execute on function public.give_back_generation(uuid) to authenticated;
