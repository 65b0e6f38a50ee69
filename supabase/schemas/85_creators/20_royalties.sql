-- A remix that was paid for pays the three pictures before it: 25 F a credit, less than any credit was sold for, of which
-- 10, 5 and 2.5 per cent. Whoever remixes pays nothing more.

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
comment on table billing.royalties is 'What each capture of a remix''s price gave to whom, in thousandths of a franc; what it did not give, with the reason.';
comment on column billing.royalties.paid is 'The credits of the capture that had been bought: gifts give nothing.';
comment on column billing.royalties.taken_back is 'How many of those credits'' money went back.';
create index royalties_open on billing.royalties (beneficiary, accrued_on) where posted_on is null and milli > 0;
create index royalties_of_pair on billing.royalties (beneficiary, remixer, accrued_on) where milli > 0;
create index royalties_of_remixer on billing.royalties (remixer, accrued_on desc);

create table billing.royalty_carry (
  user_id uuid primary key,
  milli bigint not null check (milli between 0 and 999)
);
comment on table billing.royalty_carry is 'Less than a franc, which waits for more. Its row is the lock of whoever posts somebody''s royalties.';

create function billing.left_of(r billing.royalties) returns bigint
language sql immutable
set search_path = ''
as $$ select r.milli - r.milli * r.taken_back / r.paid $$;

create function billing.hands_of(p_user uuid) returns setof bytea
language sql stable
set search_path = ''
as $$
  select n.msisdn_hash from billing.numbers n where n.user_id = p_user
  union
  select a.msisdn_hash from billing.payments p join billing.attempts a on a.payment_id = p.id
  where p.user_id = p_user and a.state = 'paid' and a.msisdn_hash is not null
$$;
comment on function billing.hands_of(uuid) is 'The numbers that somebody has paid by or proven, by their hash.';

create function billing.same_hands(one uuid, other uuid) returns boolean
language sql stable
set search_path = ''
as $$ select exists (select billing.hands_of(one) intersect select billing.hands_of(other)) $$;

create function app.royalty_lines(p_remixer uuid, p_source uuid, p_paid int)
returns table (level smallint, post_id uuid, author uuid, rate_bp int, milli bigint, skipped text)
language plpgsql volatile
set search_path = ''
as $$
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
$$;
comment on function app.royalty_lines(uuid, uuid, int) is
  'What so many paid credits of a remix of this publication give to whom: it and the two before it. One line a level, with the reason where it gives nothing; a part that is skipped stays with the platform, or two accounts could push a third out.';

create function app.accrue_royalties(p_generation uuid, p_paid bigint) returns void
language sql
set search_path = ''
as $$
  insert into billing.royalties (generation_id, level, ancestor_post_id, remixer, beneficiary, paid, rate_bp, milli, skipped, accrued_on)
  select g.id, l.level, l.post_id, g.user_id, l.author, p_paid, l.rate_bp, l.milli, l.skipped, billing.today()
  from public.generations g cross join lateral app.royalty_lines(g.user_id, g.parent_post_id, p_paid::int) l
  where g.id = p_generation and g.parent_post_id is not null and p_paid > 0
  on conflict do nothing
$$;
comment on function app.accrue_royalties(uuid, bigint) is
  'Called in the transaction that captures a generation''s price, with how much of it had been bought: published or not, it was paid for. Gifts, failed and free work give nothing.';

create function public.post_royalties(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.post_royalties(int) is
  'Posts what was accrued before today (UTC), in whole francs, once per person and night; less than a franc is carried on. Answers for how many people: again until it is none. Any number of processes may do so at once, and any of them may die.';

create function billing.take_royalty_back(r billing.royalties, p_credits int) returns void
language plpgsql
set search_path = ''
as $$
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
$$;

create function app.take_royalties_back(p_generation uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  r billing.royalties;
begin
  perform billing.lock_earners(array(select x.beneficiary from billing.royalties x where x.generation_id = p_generation));
  for r in select x.* from billing.royalties x where x.generation_id = p_generation order by x.beneficiary, x.level for update loop
    perform billing.take_royalty_back(r, r.paid - r.taken_back);
  end loop;
end
$$;
comment on function app.take_royalties_back(uuid) is 'The price of this generation went back, and so does what it gave.';

create function billing.take_back_spent(p_payer uuid, p_since timestamptz, p_credits bigint) returns void
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function billing.take_back_spent(uuid, timestamptz, bigint) is
  'The money of so many credits that were spent went back to whoever paid: what they gave since goes back too, the newest first. Before anything else of the payer''s is posted: it locks their credits, then the earners.';

create function public.remix_royalties(post uuid, credits int) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
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
$$;
comment on function public.remix_royalties(uuid, int) is
  'Whom a remix of this publication at that price would pay: {paid: how many of the credits are bought ones, since gifts are spent first; lines: [{user_id, username, display_name, milli: thousandths of a franc}]}, told for one credit where none is bought. PT404 post_unknown, PT401.';

create view public.my_royalties with (security_barrier) as
select r.accrued_on, r.ancestor_post_id as post_id, r.level, r.skipped, count(*)::int as remixes, sum(r.paid)::int as credits,
  sum(r.milli - r.milli * r.taken_back / r.paid)::bigint as milli, bool_and(r.posted_on is not null) as is_posted
from billing.royalties r
where r.beneficiary = (select auth.uid())
group by r.accrued_on, r.ancestor_post_id, r.level, r.skipped;
comment on view public.my_royalties is
  'What remixes of one''s own publications gave, by day, publication and level, never by whom; skipped says why a line gave nothing.';
revoke all on public.my_royalties from anon, authenticated, service_role;
grant select on public.my_royalties to authenticated;
