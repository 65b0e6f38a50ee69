set local check_function_bodies = off;
create table billing.earnings (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null,
  source text not null check (source in ('remix', 'tip', 'prompt', 'workflow', 'commission', 'referral', 'challenge')),
  ref_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0),
  taken_back bigint not null default 0,
  state text not null default 'pending' check (state in ('pending', 'available', 'reversed')),
  release_at timestamptz not null,
  created_at timestamptz not null default billing.clock(),
  unique (source, ref_id, user_id),
  constraint earnings_taken_back check (taken_back between 0 and amount and (state = 'reversed') = (taken_back = amount))
);
create index earnings_due on billing.earnings (release_at) where state = 'pending';
create index earnings_of_user on billing.earnings (user_id, id desc);
create table billing.royalties (
  generation_id uuid not null,
  level smallint not null check (level between 1 and 3),
  ancestor_post_id uuid not null,
  remixer uuid not null,
  beneficiary uuid,
  paid int not null check (paid > 0),
  rate_bp int not null check (rate_bp between 0 and 1000),
  milli bigint not null check (milli >= 0),
  skipped text check (skipped in ('gone', 'own', 'twice', 'blocked', 'same_hands', 'waived', 'pair_cap')),
  taken_back int not null default 0,
  accrued_on date not null,
  posted_on date,
  primary key (generation_id, level),
  constraint royalties_skipped check ((skipped is null) = (milli > 0)),
  constraint royalties_taken_back check (taken_back between 0 and paid)
);
create index royalties_open on billing.royalties (beneficiary, accrued_on) where posted_on is null and milli > 0;
create index royalties_of_pair on billing.royalties (beneficiary, remixer, accrued_on) where milli > 0;
create index royalties_of_remixer on billing.royalties (remixer, accrued_on desc);
create table billing.royalty_carry (
  user_id uuid primary key,
  milli bigint not null check (milli between 0 and 999)
);
create table public.creators (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  is_open boolean not null default true,
  remix_bp int not null default 1000 check (remix_bp in (0, 500, 1000)),
  blocks jsonb not null default '[]'
    constraint creators_blocks_check check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 12
      and octet_length(blocks::text) <= 16384),
  activated_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
alter table public.creators enable row level security;
alter table ledger.accounts drop constraint accounts_kind_of_owner;
alter table ledger.accounts add constraint accounts_kind_of_owner check (case
    when owner = 'platform' then kind in
      ('issued', 'bonus', 'gifts', 'revenue', 'royalty_pool', 'fees', 'tax', 'costs', 'refunds', 'chargebacks', 'writeoff', 'bank',
        'clearing_sandbox', 'clearing_fedapay', 'clearing_stripe', 'clearing_pawapay')
    else kind in ('promo', 'paid', 'held', 'frozen', 'debt', 'pending', 'earned', 'payable', 'escrow')
  end);

CREATE OR REPLACE FUNCTION app.settle_generation(p_job app.generation_jobs, p_pictures integer, p_why text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  settled ledger.holds;
begin
  if p_job.hold_id is null then
    return 0;
  end if;
  settled := ledger.settle(p_job.hold_id, p_pictures * p_job.unit_price, null, p_why);
  perform app.accrue_royalties(p_job.generation_id, settled.captured_paid);
  return settled.captured;
exception when sqlstate 'PT409' then
  -- Given back before the work was done. Nobody pays after a refund was shown.
  return 0;
end
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
  if p_state = 'won' then
    if d.frozen > 0 then
      perform ledger.post('dispute:' || d.provider_ref || ':won', 'dispute_won', jsonb_build_array(
        billing.leg(owner, 'frozen', 'CREDIT', -d.frozen),
        billing.leg(owner, 'paid', 'CREDIT', d.frozen)), 'payment', p.id::text);
    end if;
  else
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
    perform billing.take_back_spent(p.user_id, p.paid_at, remaining - d.frozen);
  end if;
  update billing.disputes set state = p_state, closed_at = billing.clock()
  where provider = d.provider and provider_ref = d.provider_ref;
  update billing.payments set dispute = p_state where id = p.id;
end
$function$;
CREATE OR REPLACE FUNCTION billing.legs_of_refund(p billing.payments, p_owner text, p_back bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked billing.refunds;
  of_frozen bigint;
  of_paid bigint;
  thawed bigint;
begin
  select r.* into asked from billing.refunds r where r.payment_id = p.id and r.closed_at is null for update;
  of_frozen := least(coalesce(asked.credits, 0), p_back);
  thawed := coalesce(asked.credits, 0) - of_frozen;
  of_paid := least(billing.locked_balance(p_owner, 'paid'), p_back - of_frozen);
  update billing.refunds set state = 'done', closed_at = billing.clock() where id = asked.id;
  perform billing.take_back_spent(p.user_id, p.paid_at, p_back - of_frozen - of_paid);
  return jsonb_build_array(
    billing.leg(p_owner, 'frozen', 'CREDIT', -of_frozen - thawed),
    billing.leg(p_owner, 'paid', 'CREDIT', thawed - of_paid),
    billing.leg(p_owner, 'debt', 'CREDIT', of_frozen + of_paid - p_back),
    billing.leg('platform', 'issued', 'CREDIT', p_back));
end
$function$;
CREATE OR REPLACE FUNCTION public.billing_violations()
 RETURNS TABLE(rule text, what text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select v.rule, v.what from billing.violations v union all select e.rule, e.what from billing.earning_violations e $function$;
CREATE OR REPLACE FUNCTION public.give_back_generation(generation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION app.accrue_royalties(p_generation uuid, p_paid bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into billing.royalties (generation_id, level, ancestor_post_id, remixer, beneficiary, paid, rate_bp, milli, skipped, accrued_on)
  select g.id, l.level, l.post_id, g.user_id, l.author, p_paid, l.rate_bp, l.milli, l.skipped, billing.today()
  from public.generations g cross join lateral app.royalty_lines(g.user_id, g.parent_post_id, p_paid::int) l
  where g.id = p_generation and g.parent_post_id is not null and p_paid > 0
  on conflict do nothing
$function$;
CREATE OR REPLACE FUNCTION app.check_block(p_person uuid, p_block jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(case p_block ->> 'kind'
    when 'about' then p_block - '{kind,text}'::text[] = '{}' and char_length(btrim(p_block ->> 'text')) between 1 and 800
    when 'licence' then p_block - '{kind,licence}'::text[] = '{}'
      and p_block ->> 'licence' in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')
    when 'links' then p_block - '{kind,links}'::text[] = '{}' and jsonb_array_length(p_block -> 'links') between 1 and 3 and (
      select bool_and(link - '{label,url}'::text[] = '{}' and char_length(btrim(link ->> 'label')) between 1 and 40
        and char_length(link ->> 'url') <= 300 and link ->> 'url' ~ '^https://[^\s/?#@]+\.[^\s@]+$')
      from jsonb_array_elements(p_block -> 'links') as link)
    when 'posts' then p_block - '{kind,ids}'::text[] = '{}' and jsonb_array_length(p_block -> 'ids') between 1 and 9 and (
      select bool_and(exists (
        select from public.feed_posts p where p.id::text = given.id and p.creator_id = p_person and p.audience = 'public'))
      from jsonb_array_elements_text(p_block -> 'ids') as given (id))
    when 'series' then p_block - '{kind,ids}'::text[] = '{}' and jsonb_array_length(p_block -> 'ids') between 1 and 9 and (
      select bool_and(exists (
        select from public.collections c where c.id::text = given.id and c.owner_id = p_person and c.visibility = 'public' and c.deleted_at is null))
      from jsonb_array_elements_text(p_block -> 'ids') as given (id))
    when 'prompt_prices' then p_block - '{kind}'::text[] = '{}'
  end, false)
$function$;
CREATE OR REPLACE FUNCTION app.royalty_lines(p_remixer uuid, p_source uuid, p_paid integer)
 RETURNS TABLE(level smallint, post_id uuid, author uuid, rate_bp integer, milli bigint, skipped text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  base_milli constant bigint := 25000;
  rates constant int[] := array[1000, 500, 250];
  most_a_day constant int := 50;
  today constant date := billing.today();
  seen uuid[] := '{}';
  is_there boolean;
  is_demo boolean;
begin
  post_id := p_source;
  for place in 1 .. 3 loop
    exit when post_id is null;
    level := place;
    select f.creator_id, f.status in ('published', 'limited'), p.is_demo into author, is_there, is_demo
    from public.feed_posts f join public.profiles p on p.id = f.creator_id
    where f.id = post_id;
    rate_bp := case when is_demo then 0 else
      rates[place] * coalesce((select c.remix_bp from public.creators c where c.user_id = author), 1000) / 1000 end;
    skipped := case
      when author is null or not is_there then 'gone'
      when author = p_remixer then 'own'
      when author = any (seen) then 'twice'
      when app.are_apart(author, p_remixer) then 'blocked'
      when rate_bp = 0 then 'waived'
      when billing.same_hands(author, p_remixer) then 'same_hands'
      when (
        select count(*) from billing.royalties r
        where r.beneficiary = author and r.remixer = p_remixer and r.accrued_on = today and r.milli > 0) >= most_a_day
        then 'pair_cap'
    end;
    rate_bp := coalesce(rate_bp, 0);
    milli := case when skipped is null then base_milli * p_paid * rate_bp / 10000 else 0 end;
    seen := seen || author;
    return next;
    select l.parent_id into post_id from app.post_lineage l where l.post_id = royalty_lines.post_id;
  end loop;
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
  -- As whoever posts: the carry first, then the lines.
  perform from billing.royalty_carry c
  where c.user_id in (select x.beneficiary from billing.royalties x where x.generation_id = p_generation)
  order by c.user_id for update;
  for r in select x.* from billing.royalties x where x.generation_id = p_generation order by x.beneficiary, x.level for update loop
    perform billing.take_royalty_back(r, r.paid - r.taken_back);
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION billing.earn(p_user uuid, p_source text, p_ref uuid, p_amount bigint, p_fee bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into billing.earnings (user_id, source, ref_id, amount, fee, release_at)
  values (p_user, p_source, p_ref, p_amount, p_fee, billing.clock() + interval '7 days')
$function$;
CREATE OR REPLACE FUNCTION billing.hands_of(p_user uuid)
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.msisdn_hash from billing.numbers n where n.user_id = p_user
  union
  select a.msisdn_hash from billing.payments p join billing.attempts a on a.payment_id = p.id
  where p.user_id = p_user and a.state = 'paid' and a.msisdn_hash is not null
$function$;
CREATE OR REPLACE FUNCTION billing.left_of(r billing.royalties)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select r.milli - r.milli * r.taken_back / r.paid $function$;
CREATE OR REPLACE FUNCTION billing.same_hands(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select billing.hands_of(one) intersect select billing.hands_of(other)) $function$;
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
  perform from billing.royalty_carry c
  where p_credits > 0 and c.user_id in (select x.beneficiary from billing.royalties x where x.remixer = p_payer)
  order by c.user_id for update;
  for spent in
    select x.generation_id, max(x.paid - x.taken_back) as credits from billing.royalties x
    where x.remixer = p_payer and x.accrued_on >= (p_since at time zone 'UTC')::date and x.taken_back < x.paid
    group by x.generation_id order by max(x.accrued_on) desc, x.generation_id desc
  loop
    exit when remaining <= 0;
    part := least(remaining, spent.credits);
    for r in select x.* from billing.royalties x where x.generation_id = spent.generation_id order by x.beneficiary, x.level for update loop
      perform billing.take_royalty_back(r, least(part, r.paid - r.taken_back));
    end loop;
    remaining := remaining - part;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_earned_back(p_key text, p_user uuid, p_source text, p_ref uuid, p_amount bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken bigint;
begin
  if p_amount <= 0 then
    return;
  end if;
  taken := billing.take_pending(p_user, p_source, p_ref, p_amount);
  perform ledger.post(p_key, 'earning_back', jsonb_build_array(
    billing.leg('user:' || p_user, 'pending', 'XOF', -taken),
    billing.leg('platform', 'writeoff', 'XOF', taken - p_amount),
    billing.leg('platform', 'royalty_pool', 'XOF', p_amount)), p_source, p_ref::text);
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_pending(p_user uuid, p_source text, p_ref uuid, p_amount bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remaining bigint := p_amount;
  part bigint;
  e billing.earnings;
begin
  for e in
    select x.* from billing.earnings x
    where x.user_id = p_user and x.source = p_source and x.state = 'pending' and (p_ref is null or x.ref_id = p_ref)
    order by x.id desc
    for update
  loop
    exit when remaining <= 0;
    part := least(remaining, e.amount - e.taken_back);
    update billing.earnings
    set taken_back = taken_back + part, state = case when taken_back + part = amount then 'reversed' else state end
    where id = e.id;
    remaining := remaining - part;
  end loop;
  return p_amount - remaining;
end
$function$;
CREATE OR REPLACE FUNCTION billing.take_royalty_back(r billing.royalties, p_credits integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  fewer billing.royalties;
  carried bigint;
  whole bigint;
begin
  select c.milli into carried from billing.royalty_carry c where c.user_id = r.beneficiary for update;
  update billing.royalties x set taken_back = x.taken_back + p_credits
  where (x.generation_id, x.level) = (r.generation_id, r.level)
  returning * into strict fewer;
  if fewer.posted_on is null or fewer.milli = 0 then
    return;
  end if;
  carried := carried - (billing.left_of(r) - billing.left_of(fewer));
  whole := case when carried < 0 then (999 - carried) / 1000 else 0 end;
  update billing.royalty_carry set milli = carried + whole * 1000 where user_id = r.beneficiary;
  perform billing.take_earned_back(format('royalty_back:%s:%s:%s', r.generation_id, r.level, fewer.taken_back),
    r.beneficiary, 'remix', null, whole);
end
$function$;
CREATE OR REPLACE FUNCTION public.activate_creator()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
begin
  if not exists (select from public.profiles p where p.id = me and p.status = 'active') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  insert into public.creators (user_id) values (me) on conflict (user_id) do update set is_open = true;
  perform ledger.account('user:' || me, kind, 'XOF') from unnest(array['pending', 'earned', 'payable']) as kind;
end
$function$;
CREATE OR REPLACE FUNCTION public.close_creator()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.creators c set is_open = false where c.user_id = app.require_person();
end
$function$;
CREATE OR REPLACE FUNCTION public.earnings_summary()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  places jsonb;
begin
  select coalesce(jsonb_object_agg(a.kind, b.balance), '{}') into places
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.asset = 'XOF' and a.kind in ('pending', 'earned', 'payable');
  return jsonb_build_object(
    'pending', coalesce((places ->> 'pending')::bigint, 0),
    'available', coalesce((places ->> 'earned')::bigint, 0),
    'on_its_way', coalesce((places ->> 'payable')::bigint, 0),
    'paid', 0,
    'next_release', (select min(e.release_at) from billing.earnings e where e.user_id = me and e.state = 'pending'),
    'milli_to_post', coalesce((
      select sum(billing.left_of(r)) from billing.royalties r where r.beneficiary = me and r.posted_on is null and r.milli > 0), 0)
      + coalesce((select c.milli from billing.royalty_carry c where c.user_id = me), 0),
    'by_source', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > billing.clock() - interval '30 days' group by e.source) as s), '{}'));
end
$function$;
CREATE OR REPLACE FUNCTION public.post_royalties(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_day constant date := billing.today() - 1;
  person uuid;
  due bigint;
  carried bigint;
  whole bigint;
  night text;
  posted int := 0;
begin
  for person in
    select r.beneficiary from billing.royalties r
    where r.posted_on is null and r.milli > 0 and r.accrued_on <= last_day
      and not exists (select from ledger.transfers t where t.idem_key = 'royalty:' || r.beneficiary || ':' || last_day)
    group by r.beneficiary order by r.beneficiary
    limit p_limit
  loop
    insert into billing.royalty_carry values (person, 0) on conflict do nothing;
    select c.milli into strict carried from billing.royalty_carry c where c.user_id = person for update;
    night := 'royalty:' || person || ':' || last_day;
    -- Another process may have been here while this one waited.
    continue when exists (select from ledger.transfers t where t.idem_key = night);
    with closed as (
      update billing.royalties r set posted_on = last_day
      where r.beneficiary = person and r.posted_on is null and r.milli > 0 and r.accrued_on <= last_day
      returning billing.left_of(r) as milli
    )
    select coalesce(sum(c.milli), 0)::bigint into due from closed c;
    whole := (carried + due) / 1000;
    update billing.royalty_carry set milli = (carried + due) % 1000 where user_id = person;
    if whole > 0 then
      perform ledger.post(night, 'royalty', jsonb_build_array(
        billing.leg('platform', 'royalty_pool', 'XOF', -whole), billing.leg('user:' || person, 'pending', 'XOF', whole)),
        'royalty', last_day::text);
      perform billing.earn(person, 'remix', md5(night)::uuid, whole, 0);
    end if;
    posted := posted + 1;
  end loop;
  return posted;
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
      where l.milli > 0 and p.status = 'active'), '[]'));
end
$function$;
CREATE OR REPLACE FUNCTION public.save_showcase(blocks jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  wrong int;
begin
  if blocks is null or jsonb_typeof(blocks) <> 'array' or jsonb_array_length(blocks) > 12 then
    raise exception 'Twelve blocks at most' using errcode = 'PT422', hint = 'showcase_too_long';
  end if;
  select min(given.place) into wrong
  from jsonb_array_elements(blocks) with ordinality as given (block, place)
  where jsonb_typeof(given.block) <> 'object' or not app.check_block(me, given.block);
  if wrong is not null then
    raise exception 'Block % cannot be shown', wrong
      using errcode = 'PT422', hint = 'showcase_block_invalid', detail = (blocks -> (wrong - 1) ->> 'kind');
  end if;
  update public.creators c set blocks = save_showcase.blocks where c.user_id = me;
  if not found then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.set_remix_part(percent integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if percent is null or percent not in (0, 5, 10) then
    raise exception '10, 5 or 0 per cent' using errcode = 'PT422', hint = 'remix_part_invalid';
  end if;
  update public.creators c set remix_bp = percent * 100 where c.user_id = app.require_person();
  if not found then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
end
$function$;

create or replace view billing.earning_violations as
 SELECT 'I17 pending differs from pending earnings'::text AS rule,
    a.owner AS what
   FROM ((ledger.accounts a
     JOIN ledger.balances b ON ((b.account_id = a.id)))
     LEFT JOIN ( SELECT ('user:'::text || e.user_id) AS owner,
            sum((e.amount - e.taken_back)) AS amount
           FROM billing.earnings e
          WHERE (e.state = 'pending'::text)
          GROUP BY e.user_id) waiting ON ((waiting.owner = a.owner)))
  WHERE ((a.kind = 'pending'::text) AND (a.asset = 'XOF'::text) AND ((b.balance)::numeric <> COALESCE(waiting.amount, (0)::numeric)))
UNION ALL
 SELECT 'I22 royalties that were posted differ from their lines'::text AS rule,
    (u.beneficiary)::text AS what
   FROM ((( SELECT r.beneficiary,
            sum(billing.left_of(r.*)) AS milli
           FROM billing.royalties r
          WHERE (r.posted_on IS NOT NULL)
          GROUP BY r.beneficiary) u
     JOIN billing.royalty_carry c ON ((c.user_id = u.beneficiary)))
     JOIN ( SELECT SUBSTRING(t.idem_key FROM 9 FOR 36) AS person,
            sum(e.amount) AS francs
           FROM ((ledger.transfers t
             JOIN ledger.entries e ON ((e.transfer_id = t.id)))
             JOIN ledger.accounts a ON ((a.id = e.account_id)))
          WHERE ((t.kind = 'royalty'::text) AND (a.kind = 'pending'::text))
          GROUP BY (SUBSTRING(t.idem_key FROM 9 FOR 36))) posted ON ((posted.person = (u.beneficiary)::text)))
  WHERE ((NOT (EXISTS ( SELECT
           FROM billing.royalties b
          WHERE ((b.beneficiary = u.beneficiary) AND (b.taken_back > 0))))) AND (u.milli <> ((posted.francs * (1000)::numeric) + (c.milli)::numeric)));
create or replace view public.my_earnings with (security_barrier=true) as
 SELECT id,
    source,
    ref_id,
    (amount + fee) AS gross,
    fee,
    (amount - taken_back) AS amount,
    taken_back,
    state,
    created_at,
    release_at
   FROM billing.earnings e
  WHERE (user_id = ( SELECT auth.uid() AS uid));
create or replace view public.my_royalties with (security_barrier=true) as
 SELECT accrued_on,
    ancestor_post_id AS post_id,
    level,
    skipped,
    (count(*))::integer AS remixes,
    (sum(paid))::integer AS credits,
    (sum((milli - ((milli * taken_back) / paid))))::bigint AS milli,
    bool_and((posted_on IS NOT NULL)) AS is_posted
   FROM billing.royalties r
  WHERE (beneficiary = ( SELECT auth.uid() AS uid))
  GROUP BY accrued_on, ancestor_post_id, level, skipped;

CREATE TRIGGER touch BEFORE UPDATE ON public.creators FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy "people read their own and what is open to them" on public.creators for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR (is_open AND (EXISTS ( SELECT
   FROM public.profiles p
  WHERE (p.id = creators.user_id))))));
create policy "visitors read what is open" on public.creators for select to anon using ((is_open AND (EXISTS ( SELECT
   FROM public.profiles p
  WHERE (p.id = creators.user_id)))));

alter function billing.earn(uuid,text,uuid,bigint,bigint) owner to ledger_owner;
alter function billing.hands_of(uuid) owner to ledger_owner;
alter function billing.left_of(billing.royalties) owner to ledger_owner;
alter function billing.same_hands(uuid,uuid) owner to ledger_owner;
alter function billing.take_back_spent(uuid,timestamp with time zone,bigint) owner to ledger_owner;
alter function billing.take_earned_back(text,uuid,text,uuid,bigint) owner to ledger_owner;
alter function billing.take_pending(uuid,text,uuid,bigint) owner to ledger_owner;
alter function billing.take_royalty_back(billing.royalties,integer) owner to ledger_owner;
alter table billing.earning_violations owner to ledger_owner;
alter table billing.earnings owner to ledger_owner;
alter table billing.royalties owner to ledger_owner;
alter table billing.royalty_carry owner to ledger_owner;

revoke all on function app.accrue_royalties(uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function app.check_block(uuid,jsonb) from public, anon, authenticated, service_role;
revoke all on function app.royalty_lines(uuid,uuid,integer) from public, anon, authenticated, service_role;
revoke all on function app.take_royalties_back(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.earn(uuid,text,uuid,bigint,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.hands_of(uuid) from public, anon, authenticated, service_role;
revoke all on function billing.left_of(billing.royalties) from public, anon, authenticated, service_role;
revoke all on function billing.same_hands(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function billing.take_back_spent(uuid,timestamp with time zone,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.take_earned_back(text,uuid,text,uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.take_pending(uuid,text,uuid,bigint) from public, anon, authenticated, service_role;
revoke all on function billing.take_royalty_back(billing.royalties,integer) from public, anon, authenticated, service_role;
revoke all on function public.activate_creator() from public, anon, authenticated, service_role;
grant execute on function public.activate_creator() to authenticated;
grant execute on function public.activate_creator() to service_role;
revoke all on function public.close_creator() from public, anon, authenticated, service_role;
grant execute on function public.close_creator() to authenticated;
grant execute on function public.close_creator() to service_role;
revoke all on function public.earnings_summary() from public, anon, authenticated, service_role;
grant execute on function public.earnings_summary() to authenticated;
grant execute on function public.earnings_summary() to service_role;
revoke all on function public.post_royalties(integer) from public, anon, authenticated, service_role;
grant execute on function public.post_royalties(integer) to service_role;
revoke all on function public.release_earnings(integer) from public, anon, authenticated, service_role;
grant execute on function public.release_earnings(integer) to service_role;
revoke all on function public.remix_royalties(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.remix_royalties(uuid,integer) to authenticated;
grant execute on function public.remix_royalties(uuid,integer) to service_role;
revoke all on function public.save_showcase(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_showcase(jsonb) to authenticated;
grant execute on function public.save_showcase(jsonb) to service_role;
revoke all on function public.set_remix_part(integer) from public, anon, authenticated, service_role;
grant execute on function public.set_remix_part(integer) to authenticated;
grant execute on function public.set_remix_part(integer) to service_role;
revoke all on table billing.earning_violations from public, anon, authenticated, service_role;
revoke all on table billing.earnings from public, anon, authenticated, service_role;
revoke all on table billing.royalties from public, anon, authenticated, service_role;
revoke all on table billing.royalty_carry from public, anon, authenticated, service_role;
revoke all on table public.creators from public, anon, authenticated, service_role;
grant select on table public.creators to anon;
grant select on table public.creators to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.creators to service_role;
revoke all on table public.my_earnings from public, anon, authenticated, service_role;
grant select on table public.my_earnings to authenticated;
revoke all on table public.my_royalties from public, anon, authenticated, service_role;
grant select on table public.my_royalties to authenticated;

comment on function app.settle_generation(app.generation_jobs,integer,text) is 'Takes the price of what was delivered, with what a remix gives to those before it, and gives the rest back; answers what was taken.';
comment on column billing.earnings.amount is 'What came to the person: the platform''s part (fee) is off already.';
comment on column billing.earnings.ref_id is 'The tip, the unlocked prompt; of remixes the night that they were posted in.';
comment on column billing.earnings.taken_back is 'What went back while it was pending, because it was paid for with credits whose money went back.';
comment on column billing.royalties.paid is 'The credits of the capture that had been bought: gifts give nothing.';
comment on column billing.royalties.taken_back is 'How many of those credits'' money went back.';
comment on column public.creators.blocks is 'What the Vitrine shows, in order, as app.check_blocks knows it.';
comment on column public.creators.is_open is 'Closed, the Vitrine is hidden; what was earned, and remixes that go on, are not touched.';
comment on column public.creators.remix_bp is 'The part of the nearest remix, in hundredths of a per cent: 10, 5 or 0 %. Farther ones follow in proportion.';
comment on function app.accrue_royalties(uuid,bigint) is 'Called in the transaction that captures a generation''s price, with how much of it had been bought: published or not, it was paid for. Gifts, failed and free work give nothing.';
comment on function app.check_block(uuid,jsonb) is 'Whether that is a block of this person''s Vitrine: about {text}, licence {licence}, links {links: [{label, url}]}, posts {ids} (their own, public), series {ids} (collections of theirs that are public), prompt_prices {}.';
comment on function app.royalty_lines(uuid,uuid,integer) is 'What so many paid credits of a remix of this publication give to whom: it and the two before it. One line a level, with the reason where it gives nothing; a part that is skipped stays with the platform, or two accounts could push a third out.';
comment on function app.take_royalties_back(uuid) is 'The price of this generation went back, and so does what it gave.';
comment on function billing.earn(uuid,text,uuid,bigint,bigint) is 'Something earned, pending for seven days. Called in the transaction that posts it.';
comment on function billing.hands_of(uuid) is 'The numbers that somebody has paid by or proven, by their hash.';
comment on function billing.take_back_spent(uuid,timestamp with time zone,bigint) is 'The money of so many credits that were spent went back to whoever paid: what they gave since goes back too, the newest first.';
comment on function billing.take_earned_back(text,uuid,text,uuid,bigint) is 'What was earned goes back as far as it is still pending. The rest is the platform''s loss: a creator is not answerable for a stranger''s bank.';
comment on function public.activate_creator() is 'Opens one''s creators'' area, or opens it again. PT403 account_suspended, PT401.';
comment on function public.close_creator() is 'Hides one''s Vitrine. What was earned and what remixes go on earning stays.';
comment on function public.earnings_summary() is 'The places of one''s money, in francs, never added together: {pending, available, on_its_way, paid, next_release, milli_to_post: royalties that wait for the night or for a whole franc, in thousandths, by_source: of the last thirty days}. PT401.';
comment on function public.post_royalties(integer) is 'Posts what was accrued before today (UTC), in whole francs, once per person and night; less than a franc is carried on. Answers for how many people: again until it is none. Any number of processes may do so at once, and any of them may die.';
comment on function public.release_earnings(integer) is 'Makes available what has been pending for its week, except of whoever has an open dispute; answers how many. Any number of processes may do so at once.';
comment on function public.remix_royalties(uuid,integer) is 'Whom a remix of this publication at that price would pay: {paid: how many of the credits are bought ones, since gifts are spent first; lines: [{user_id, username, display_name, milli: thousandths of a franc}]}, told for one credit where none is bought. PT404 post_unknown, PT401.';
comment on function public.save_showcase(jsonb) is 'What one''s profile shows as « Vitrine ». PT422 showcase_too_long, showcase_block_invalid (detail: the kind of the block), PT409 not_a_creator.';
comment on function public.set_remix_part(integer) is 'What part of a remix''s 25 F a credit one wants: 10, 5 or 0 per cent; nobody pays more or less for it. PT422 remix_part_invalid, PT409 not_a_creator.';
comment on table billing.royalties is 'What each capture of a remix''s price gave to whom, in thousandths of a franc; what it did not give, with the reason.';
comment on table billing.royalty_carry is 'Less than a franc, which waits for more. Its row is the lock of whoever posts somebody''s royalties.';
comment on table public.creators is 'The creators'' area of those who have opened it: what their profile shows as « Vitrine », and what part of remixes they want.';
comment on view billing.earning_violations is 'Every row is a defect.';
comment on view public.my_earnings is 'One''s own earnings in francs, newest first by id: gross, the platform''s part (fee), what is one''s own (amount), and what of it went back (taken_back).';
comment on view public.my_royalties is 'What remixes of one''s own publications gave, by day, publication and level, never by whom; skipped says why a line gave nothing.';
