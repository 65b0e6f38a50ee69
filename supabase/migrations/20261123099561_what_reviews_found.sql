drop trigger hide_prompt on public.feed_posts;

CREATE OR REPLACE FUNCTION app.hide_prompt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.prompt_visible then
    new.prompt := '…';
    if app.says_prompt(new.creator_id, new.image_url, new.alt_text) then
      new.alt_text := null;
    end if;
    if new.more_images <> '[]' then
      select jsonb_agg(case when app.says_prompt(new.creator_id, e.image ->> 'url', e.image ->> 'alt')
          then e.image || '{"alt": null}' else e.image end order by e.place)
      into new.more_images
      from jsonb_array_elements(new.more_images) with ordinality as e (image, place);
    end if;
  elsif tg_op = 'UPDATE' and not old.prompt_visible then
    select g.prompt into new.prompt
    from public.generation_images gi
    join public.generations g on g.id = gi.generation_id
    where gi.url = new.image_url and gi.user_id = new.creator_id
    order by gi.id desc
    limit 1;
    new.prompt := coalesce(new.prompt, old.prompt);
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION billing.give_paid(t billing.tips)
 RETURNS billing.tips
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  share constant bigint := 20;
  kept constant bigint := 5;
  giver constant text := 'user:' || t.giver_id;
  made billing.tips;
  paid bigint;
begin
  perform billing.check_person(t.giver_id);
  perform ledger.open_accounts(t.giver_id);
  paid := billing.locked_balance(giver, 'paid');
  select x.* into made from billing.tips x
  where x.giver_id = t.giver_id
    and (x.idempotency_key = t.idempotency_key or t.kind = 'prompt' and x.kind = 'prompt' and x.post_id = t.post_id);
  if found then
    -- Words are paid for once, at the price of that day; a tip's key opens none.
    if made.kind <> t.kind
      or t.kind = 'tip' and (made.creator_id, made.post_id, made.credits) is distinct from (t.creator_id, t.post_id, t.credits)
    then
      raise exception 'The key was used for something else' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return made;
  end if;
  if billing.locked_balance(giver, 'debt') < 0 then
    raise exception 'Something is owed' using errcode = 'PT409', hint = 'in_debt';
  end if;
  if paid < t.credits then
    raise exception 'Bought credits are missing' using errcode = 'PT402', hint = 'paid_credits_missing', detail = (t.credits - paid)::text;
  end if;
  insert into billing.tips (kind, giver_id, creator_id, post_id, credits, note, idempotency_key)
  values (t.kind, t.giver_id, t.creator_id, t.post_id, t.credits, t.note, t.idempotency_key)
  returning * into made;
  perform ledger.post('tip:' || made.id, made.kind, jsonb_build_array(
    billing.leg(giver, 'paid', 'CREDIT', -made.credits), billing.leg('platform', 'revenue', 'CREDIT', made.credits),
    billing.leg('platform', 'royalty_pool', 'XOF', -share * made.credits),
    billing.leg('user:' || made.creator_id, 'pending', 'XOF', share * made.credits)), made.kind, made.id::text);
  perform billing.earn(made.creator_id, made.kind, made.id, share * made.credits, kept * made.credits);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.decide_payout(payout uuid, is_sent boolean, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  x billing.payouts;
begin
  perform app.require_staff();
  select y.* into x from billing.payouts y where y.id = payout and y.status = 'held' for update;
  if not found then
    raise exception 'Nothing waits under this name' using errcode = 'PT404', hint = 'payout_unknown';
  end if;
  if x.user_id = auth.uid() then
    raise exception 'Nobody decides about themselves' using errcode = 'PT403', hint = 'own_payout';
  end if;
  if is_sent is null then
    raise exception 'Sent, or not' using errcode = 'PT422', hint = 'payout_decision';
  end if;
  -- Much may have happened since it was asked for.
  if is_sent and (
    not exists (select from public.profiles p where p.id = x.user_id and p.status = 'active')
    or exists (select from billing.payments q where q.user_id = x.user_id and q.dispute = 'open')
    or exists (
      select from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.owner = 'user:' || x.user_id and a.kind = 'debt' and a.asset = 'CREDIT' and b.balance < 0))
  then
    raise exception 'This person may not withdraw now' using errcode = 'PT409', hint = 'payout_not_now';
  end if;
  if is_sent then
    update billing.payouts y set status = 'prepared', run_after = billing.clock() where y.id = x.id;
  else
    perform billing.close_payout(x, 'canceled', 'refused');
  end if;
  perform billing.record_act(case when is_sent then 'payout_released' else 'payout_refused' end, x.id::text, note);
  update billing.findings f set settled_at = clock_timestamp(), settled_by = auth.uid(), note = left(decide_payout.note, 1000)
  where f.kind = 'payout_held' and f.ref = x.id::text and f.settled_at is null;
end
$function$;
CREATE OR REPLACE FUNCTION public.release_earnings(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e billing.earnings;
  released int := 0;
begin
  for e in
    with due as materialized (
      select x.* from billing.earnings x
      where x.state = 'pending' and x.release_at <= billing.clock()
        and not exists (select from billing.payments q where q.user_id = x.user_id and q.dispute = 'open')
        and not exists (
          select from billing.tips t join billing.payments q on q.user_id = t.giver_id
          where x.source in ('tip', 'prompt') and t.id = x.ref_id and q.dispute = 'open')
        and not exists (
          select from billing.royalties r join billing.payments q on q.user_id = r.remixer
          where x.source = 'remix' and r.beneficiary = x.user_id and r.milli > 0 and q.dispute = 'open'
            and md5('royalty:' || x.user_id || ':' || r.posted_on)::uuid = x.ref_id)
      order by x.release_at
      limit p_limit
      for update skip locked
    )
    select * from due order by user_id, id
  loop
    perform ledger.post('earning:' || e.id || ':release', 'earning_release', jsonb_build_array(
      billing.leg('user:' || e.user_id, 'pending', 'XOF', e.taken_back - e.amount),
      billing.leg('user:' || e.user_id, 'earned', 'XOF', e.amount - e.taken_back)), 'earning', e.id::text);
    update billing.earnings set state = 'available' where id = e.id;
    released := released + 1;
  end loop;
  return released;
end
$function$;
CREATE OR REPLACE FUNCTION public.remix_royalties(post uuid, credits integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  gifts bigint;
begin
  if credits is null or credits not between 0 and 1000 or not app.sees_post(me, post, false) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_unknown';
  end if;
  select coalesce(sum(b.balance), 0) into gifts
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.kind = 'promo' and a.asset = 'CREDIT';
  return jsonb_build_object(
    'paid', greatest(0, credits - gifts),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('user_id', p.id, 'username', p.username, 'display_name', p.display_name, 'milli', l.milli)
        order by l.level)
      from app.royalty_lines(me, post, greatest(1, credits - gifts)::int) l join public.profiles p on p.id = l.author
      where l.milli > 0 and p.status = 'active' and app.creator_of_seen(l.post_id) is not null), '[]'));
end
$function$;
CREATE OR REPLACE FUNCTION public.set_payout_destination(p_user uuid, p_msisdn_hash text, p_sealed text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  n billing.numbers;
  changed timestamptz;
begin
  select x.* into n from billing.numbers x where x.user_id = p_user and x.msisdn_hash = decode(p_msisdn_hash, 'hex');
  if not found or n.proven_at < billing.clock() - interval '10 minutes' then
    raise exception 'The number was not proven just now' using errcode = 'PT409', hint = 'number_unproven';
  end if;
  insert into billing.destinations (user_id, operator, msisdn_hash, msisdn_last4, msisdn_sealed)
  values (p_user, n.operator, n.msisdn_hash, n.msisdn_last4, p_sealed)
  on conflict (user_id) do update
  set operator = excluded.operator, msisdn_hash = excluded.msisdn_hash, msisdn_last4 = excluded.msisdn_last4,
    msisdn_sealed = excluded.msisdn_sealed, changed_at = billing.clock()
  where (billing.destinations.msisdn_hash, billing.destinations.operator) <> (excluded.msisdn_hash, excluded.operator)
  returning changed_at into changed;
  if found then
    perform billing.write_letter(p_user, 'destination_changed', jsonb_build_object('number', n.msisdn_last4));
    perform app.notify(p_user, 'payout', app.notification_key('payout', app.uuid_v7(), clock_timestamp()), null,
      jsonb_build_object('what', 'destination', 'last4', n.msisdn_last4, 'until', changed + interval '72 hours'), app.uuid_v7());
  end if;
  return coalesce(changed, (select d.changed_at from billing.destinations d where d.user_id = p_user)) + interval '72 hours';
end
$function$;
CREATE OR REPLACE FUNCTION app.says_prompt(p_creator uuid, p_url text, p_alt text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.generation_images gi join public.generations g on g.id = gi.generation_id
    where gi.url = p_url and gi.user_id = p_creator and left(btrim(g.prompt), 1000) = btrim(p_alt))
$function$;

CREATE TRIGGER hide_prompt BEFORE INSERT OR UPDATE OF prompt_visible, alt_text, more_images ON public.feed_posts FOR EACH ROW EXECUTE FUNCTION app.hide_prompt();

revoke all on function app.says_prompt(uuid,text,text) from public, anon, authenticated, service_role;

comment on function app.hide_prompt() is 'Words that are not to be shown are not in the row, where any reader could ask for them, nor in what describes its images; shown again, they come from the creation.';
comment on function public.decide_payout(uuid,boolean,text) is 'Lets a withdrawal go that waited for a look, or gives its money back. PT403 staff_only, own_payout; PT404 payout_unknown; PT409 payout_not_now: a suspension, an open dispute or a debt; PT422 payout_decision.';
comment on function public.release_earnings(integer) is 'Makes available what has been pending for its week, except where the one who earned it or the one who gave it has an open dispute; answers how many. Any number of processes may do so at once.';
comment on function app.says_prompt(uuid,text,text) is 'Whether an image is described by the very words that made it.';
