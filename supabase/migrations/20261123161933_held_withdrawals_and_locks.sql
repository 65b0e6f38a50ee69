drop function public.staff_payouts();

CREATE OR REPLACE FUNCTION app.fill_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image public.generation_images;
  maker text;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  if tg_op = 'INSERT' and new.more_images <> '[]' then
    if jsonb_typeof(new.more_images) <> 'array' or jsonb_array_length(new.more_images) > 9 then
      raise exception 'A publication shows ten pictures at most' using errcode = 'PT400', hint = 'too_many_images';
    end if;
    perform app.hold_creations(new.creator_id,
      new.image_url || array(select given.value ->> 'url' from jsonb_array_elements(new.more_images) as given));
  end if;
  image := app.own_creation(new.creator_id, new.image_url);
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode, g.engine into new.mode, maker from public.generations g where g.id = image.generation_id;
  new.metadata := new.metadata || jsonb_build_object('engine', maker);
  if tg_op = 'INSERT' and new.more_images <> '[]' then
    new.more_images := app.filled_images(new.creator_id, new.more_images);
    if (select count(distinct shown.id) < count(*) from unnest(app.shown_images(new)) as shown (id)) then
      raise exception 'A publication shows each picture once' using errcode = 'PT400', hint = 'image_twice';
    end if;
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.move_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image public.generation_images;
begin
  if app.reach_of(new.audience) >= app.reach_of(old.audience) then
    return null;
  end if;
  -- Shared, so that an address that is being changed at this moment is the new one here; in the order of delete_my_images.
  for image in
    select gi.* from public.generation_images gi where gi.id = any (app.shown_images(new)) order by gi.id for share
  loop
    continue when exists (
      select from public.feed_posts p
      where (p.image_id = image.id or p.more_images @> app.marked_image(image.id)) and p.id <> new.id
        and app.reach_of(p.audience) >= app.reach_of(old.audience));
    insert into app.picture_moves (image_id, bucket, old_path, new_path)
    values (image.id, image.bucket, image.path,
      regexp_replace(image.path, '[^/]*$', '') || gen_random_uuid() || coalesce(substring(image.path from '\.[a-z]+$'), ''))
    on conflict do nothing;
  end loop;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.take_royalties_back(p_generation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r billing.royalties;
begin
  perform billing.lock_earners(array(select x.beneficiary from billing.royalties x where x.generation_id = p_generation));
  for r in select x.* from billing.royalties x where x.generation_id = p_generation order by x.beneficiary, x.level for update loop
    perform billing.take_royalty_back(r, r.paid - r.taken_back);
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION app.tell_tip(t billing.tips)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select app.notify(t.creator_id, 'tip', app.notification_key('tip', t.id, clock_timestamp()), t.giver_id,
    jsonb_strip_nulls(jsonb_build_object('what', t.kind, 'credits', t.credits, 'post_id', t.post_id, 'text', t.note)), t.id)
$function$;
CREATE OR REPLACE FUNCTION billing.close_dispute(p billing.payments, d billing.disputes, p_state text, p_fee bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant text := 'user:' || p.user_id;
  remaining constant bigint := billing.credits_left(p);
  legs jsonb;
begin
  if p.purpose = 'commission' and p_state = 'lost' then
    perform billing.lose_chargeback(p, d, p_fee);
  elsif p_state = 'won' then
    if d.frozen > 0 then
      perform ledger.post('dispute:' || d.provider_ref || ':won', 'dispute_won', jsonb_build_array(
        billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
        billing.leg(owner, 'paid', 'CREDIT', d.frozen)), 'payment', p.id::text);
    end if;
  else
    perform billing.take_back_spent(p.user_id, p.paid_at, remaining - d.frozen);
    legs := jsonb_build_array(
      billing.leg('platform', 'clearing_' || d.provider, p.currency, p.amount - p.refunded + p_fee),
      billing.leg('platform', 'chargebacks', p.currency, p.refunded - p.amount),
      billing.leg('platform', 'costs', p.currency, -p_fee),
      billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
      billing.leg(owner, 'debt', 'CREDIT', d.frozen - remaining),
      billing.leg('platform', 'issued', 'CREDIT', remaining));
    if p.purpose = 'gift' then
      legs := legs || billing.legs_of_gift(p);
    end if;
    perform ledger.post('dispute:' || d.provider_ref || ':lost', 'dispute_lost', legs, 'payment', p.id::text);
  end if;
  update billing.disputes set state = p_state, closed_at = billing.clock()
  where provider = d.provider and provider_ref = d.provider_ref;
  update billing.payments set dispute = p_state where id = p.id;
  if p.purpose = 'commission' and p_state = 'won' then
    perform billing.end_chargeback(p);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_back_spent(p_payer uuid, p_since timestamp with time zone, p_credits bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remaining bigint := p_credits;
  part int;
  spent record;
  r billing.royalties;
begin
  if p_credits <= 0 then
    return;
  end if;
  perform from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || p_payer and a.kind in ('paid', 'debt', 'frozen') and a.asset = 'CREDIT'
  order by a.id for update of b;
  perform billing.lock_earners(array(
    select x.beneficiary from billing.royalties x
    where x.remixer = p_payer and x.accrued_on >= (p_since at time zone 'UTC')::date
    union
    select t.creator_id from billing.tips t where t.giver_id = p_payer and t.created_at >= p_since));
  for spent in
    select x.generation_id as id, max(x.paid - x.taken_back) as credits, null::billing.tips as tip from billing.royalties x
    where x.remixer = p_payer and x.accrued_on >= (p_since at time zone 'UTC')::date and x.taken_back < x.paid
    group by x.generation_id
    union all
    select t.id, t.credits - t.taken_back, t from billing.tips t
    where t.giver_id = p_payer and t.created_at >= p_since and t.taken_back < t.credits
    order by id desc
  loop
    exit when remaining <= 0;
    part := least(remaining, spent.credits);
    if (spent.tip).id is not null then
      perform billing.take_tip_back(spent.tip, part);
    end if;
    for r in select x.* from billing.royalties x where x.generation_id = spent.id order by x.beneficiary, x.level for update loop
      perform billing.take_royalty_back(r, least(part, r.paid - r.taken_back));
    end loop;
    remaining := remaining - part;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION public.creator_stats(days integer DEFAULT NULL::integer, time_zone text DEFAULT 'UTC'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  today date;
  began date;
  first date;
  step text;
  starts timestamptz;
  ends timestamptz;
  totals jsonb;
  people bigint;
  answer jsonb;
begin
  if days not between 1 and 366 then
    raise exception 'From 1 to 366 days, or all of them' using errcode = 'PT400', hint = 'days_invalid';
  end if;
  begin
    today := (now() at time zone time_zone)::date;
  exception when invalid_parameter_value then
    raise exception 'There is no such time zone' using errcode = 'PT400', hint = 'time_zone_invalid';
  end;
  select (min(p.created_at) at time zone time_zone)::date into began
  from public.feed_posts p where p.creator_id = me and p.status <> 'deleted';
  began := least(coalesce(began, today),
    (select (min(h.hour) at time zone time_zone)::date from stats.creator_hours h where h.creator_id = me));
  first := greatest(began, today - days + 1);
  step := case when today - first < 92 then 'day' when today - first < 730 then 'week' else 'month' end;
  starts := first::timestamp at time zone time_zone;
  ends := (today + 1)::timestamp at time zone time_zone;
  people := stats.people_between(me, first, today);
  totals := stats.counts_between(me, starts, ends) || jsonb_build_object('people', people);
  with hours as (
    select (h.hour at time zone time_zone) as local, h.* from stats.creator_hours h
    where h.creator_id = me and h.hour >= starts and h.hour < ends
  ), points as (
    select point::date as day, coalesce(sum(h.views), 0) as views, coalesce(sum(h.likes), 0) as likes,
      coalesce(sum(h.comments), 0) as comments, coalesce(sum(h.saves), 0) as saves, coalesce(sum(h.remixes), 0) as remixes,
      coalesce(sum(h.gained), 0) as gained, coalesce(sum(h.lost), 0) as lost
    from generate_series(date_trunc(step, first::timestamp), today::timestamp, ('1 ' || step)::interval) as point
    left join hours h on date_trunc(step, h.local) = point
    group by point
  ), peopled as (
    -- The sketch of one day is its own.
    select p.*, case when step = 'day' then coalesce(stats.distinct_viewers(d.viewers), 0)
      else stats.people_between(me, p.day, least(today, (p.day + ('1 ' || step)::interval)::date - 1)) end as people
    from points p left join stats.creator_days d on step = 'day' and d.creator_id = me and d.day = p.day
  ), seen as materialized (
    select d.post_id, sum(d.views) as views from stats.post_days d
    where d.creator_id = me and d.day between first and today group by d.post_id
  ), posts as (
    select p.id, p.title, p.image_url, p.created_at, p.likes_count as likes, p.comments_count as comments,
      p.saves_count as saves, p.remixes_count as remixes, coalesce(s.views, 0) as views
    from public.feed_posts p left join seen s on s.post_id = p.id
    where p.creator_id = me and p.status <> 'deleted'
    order by views desc, p.likes_count desc, p.id desc
    limit 100
  ), sources as (
    select d.source, sum(d.views) as views from stats.creator_sources d
    where d.creator_id = me and d.day between first and today group by d.source
  ), week as (
    select extract(isodow from h.local)::int as day, extract(hour from h.local)::int as hour, sum(h.views) as views
    from hours h where h.views > 0 group by 1, 2
  )
  select jsonb_build_object(
    'from', first, 'to', today, 'step', step, 'totals', totals,
    'as_of', coalesce((select min(b.at) from stats.beats b), now()),
    'before', case when began <= today - 2 * days + 1 then
      stats.counts_between(me, (today - 2 * days + 1)::timestamp at time zone time_zone, starts)
        || jsonb_build_object('people', stats.people_between(me, today - 2 * days + 1, today - days)) end,
    'points', (select jsonb_agg(to_jsonb(p) order by p.day) from peopled p),
    'sources', case when people >= 10 then
      (select jsonb_object_agg(s.source, s.views) from sources s) end,
    'hours', case when (totals ->> 'views')::bigint >= 100 then
      (select jsonb_agg(to_jsonb(w) order by w.day, w.hour) from week w) end,
    'posts', coalesce((select jsonb_agg(to_jsonb(p) order by p.views desc, p.likes desc, p.id desc) from posts p), '[]'))
  into answer;
  return answer;
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
  if coalesce(trim(note), '') = '' then
    raise exception 'Say why' using errcode = 'PT422', hint = 'note_needed';
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
CREATE OR REPLACE FUNCTION stats.people_between(p_creator uuid, p_from date, p_to date)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- As many of each sketch as together are likely to hold the smallest of all.
  a_few constant int := 8 + 1536 / (p_to - p_from + 1);
  bound bigint;
begin
  select case when count(*) = 512 then max(s.h) end into bound
  from (
    select distinct u.h from stats.creator_days d cross join unnest(d.viewers[:a_few]) as u (h)
    where d.creator_id = p_creator and d.day between p_from and p_to
    order by u.h limit 512) as s;
  -- Nothing above the 512th of those is among the 512 smallest; each sketch is in order.
  return stats.distinct_viewers(stats.smallest(array(
    select u.h from stats.creator_days d
    cross join unnest(case when bound is null then d.viewers else d.viewers[:width_bucket(bound, d.viewers)] end) as u (h)
    where d.creator_id = p_creator and d.day between p_from and p_to)));
end
$function$;
CREATE OR REPLACE FUNCTION app.hold_creations(p_person uuid, p_urls text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select gi.id
  from unnest(p_urls) as given (url)
  cross join lateral regexp_match(given.url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$') as location
  join public.generation_images gi on gi.bucket = location[1] and gi.path = location[2]
  where gi.user_id = p_person and gi.deleted_at is null
  order by gi.id
  for share of gi
$function$;
CREATE OR REPLACE FUNCTION billing.lock_earners(p_people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  for person in select distinct u.id from unnest(p_people) as u (id) where u.id is not null order by u.id loop
    insert into billing.royalty_carry values (person, 0) on conflict do nothing;
    perform from billing.royalty_carry c where c.user_id = person for update;
  end loop;
  perform from billing.earnings e
  where e.user_id = any (p_people) and e.state = 'pending' order by e.user_id, e.id for update;
  perform from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner in (select 'user:' || u.id from unnest(p_people) as u (id)) and a.kind = 'pending' and a.asset = 'XOF'
  order by a.owner for update of b;
end
$function$;
CREATE OR REPLACE FUNCTION public.staff_payouts(p_held boolean DEFAULT true)
 RETURNS TABLE(id uuid, username text, amount bigint, fee bigint, operator text, msisdn_last4 text, legal_name text, country text, holds text[], status text, created_at timestamp with time zone, member_since timestamp with time zone, sent_before bigint, sources jsonb, acts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_staff();
  return query
    select x.id, p.username::text, x.amount, x.fee, x.operator, x.msisdn_last4, i.legal_name, i.country, x.holds, x.status, x.created_at,
      u.created_at,
      (select coalesce(sum(y.amount), 0)::bigint from billing.payouts y
       where y.user_id = x.user_id and y.status = 'sent' and y.created_at < x.created_at),
      coalesce((
        select jsonb_object_agg(s.source, s.amount)
        from (
          select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
          where e.user_id = x.user_id and e.created_at < x.created_at group by e.source) as s), '{}'),
      billing.acts_on(x.id::text)
    from billing.payouts x
    left join public.profiles p on p.id = x.user_id
    left join auth.users u on u.id = x.user_id
    left join billing.identities i on i.user_id = x.user_id
    where case when p_held then x.status = 'held'
      else x.id::text in (select a.ref from billing.staff_acts a where a.act in ('payout_released', 'payout_refused')) end
    order by case when p_held then x.created_at end, x.created_at desc
    limit 100;
end
$function$;

alter function billing.lock_earners(uuid[]) owner to ledger_owner;

revoke all on function app.hold_creations(uuid,text[]) from public, anon, authenticated, service_role;
revoke all on function billing.lock_earners(uuid[]) from public, anon, authenticated, service_role;
revoke all on function public.staff_payouts(boolean) from public, anon, authenticated, service_role;
grant execute on function public.staff_payouts(boolean) to authenticated;
grant execute on function public.staff_payouts(boolean) to service_role;

comment on function billing.take_back_spent(uuid,timestamp with time zone,bigint) is 'The money of so many credits that were spent went back to whoever paid: what they gave since goes back too, the newest first. Before anything else of the payer''s is posted: it locks their credits, then the earners.';
comment on function public.decide_payout(uuid,boolean,text) is 'Lets a withdrawal go that waited for a look, or gives its money back. PT403 staff_only, own_payout; PT404 payout_unknown; PT409 payout_not_now: a suspension, an open dispute or a debt; PT422 payout_decision, note_needed.';
comment on function app.hold_creations(uuid,text[]) is 'Locks the creations at these addresses against being thrown away, in the order in which delete_my_images locks them.';
comment on function billing.lock_earners(uuid[]) is 'Before anything is taken back from several people: the carries as post_royalties takes them, then what release_earnings holds, then the balances, each by person. Whoever takes back holds the payer''s credits before.';
comment on function public.staff_payouts(boolean) is 'Withdrawals that wait for a look, the oldest first, or those that were decided, the newest first: a hundred, with whose they are, what was sent to them before (sent_before), what their francs came from until then (sources, as in earnings_summary) and who did what (acts). PT403 staff_only.';
