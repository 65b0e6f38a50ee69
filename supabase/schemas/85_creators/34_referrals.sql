-- Who invited whom: it pays with the first purchase, never with the sign-up, and in gifts alone, which nobody can turn into money.

create table billing.referral_codes (
  user_id uuid primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$')
);

create table billing.referrals (
  user_id uuid primary key,
  referrer_id uuid not null,
  state text not null default 'open' check (state in ('open', 'waiting', 'given', 'dropped')),
  payment_id uuid unique references billing.payments,
  credits int check (credits between 1 and 100),
  reason text check (reason in ('refunded', 'same_hands', 'gone')),
  created_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint referrals_not_oneself check (user_id <> referrer_id),
  constraint referrals_bought check ((state = 'open') = (payment_id is null) and (state = 'open') = (credits is null)),
  constraint referrals_dropped check ((state = 'dropped') = (reason is not null)),
  constraint referrals_closed check ((state in ('given', 'dropped')) = (closed_at is not null))
);
comment on table billing.referrals is 'user_id was invited by referrer_id. open: has bought nothing yet; waiting: the first purchase may still be given back.';
comment on column billing.referrals.credits is 'A tenth of that purchase, for each of the two.';
create index referrals_of_referrer on billing.referrals (referrer_id);
create index referrals_waiting on billing.referrals (created_at) where state = 'waiting';

create function billing.counts_for_referral(p billing.payments) returns boolean
language sql immutable
set search_path = ''
as $$ select p.status = 'paid' and p.purpose in ('credits', 'plan') and p.credits >= 10 $$;
comment on function billing.counts_for_referral(billing.payments) is 'Whether a purchase is large enough that a tenth of it is a credit; a gift is somebody else''s.';

create function billing.note_referral(p billing.payments) returns void
language plpgsql
set search_path = ''
as $$
begin
  if billing.counts_for_referral(p) then
    update billing.referrals r set state = 'waiting', payment_id = p.id, credits = least(100, p.credits / 10)
    where r.user_id = p.user_id and r.state = 'open';
  end if;
end
$$;
comment on function billing.note_referral(billing.payments) is 'In the transaction that believes a payment: the first one of somebody who was invited is noted.';

create function billing.referral_end(r billing.referrals, p billing.payments) returns text
language sql volatile
set search_path = ''
as $$
  select case
    when p.refunded > 0 or p.dispute = 'lost' then 'refunded'
    when p.dispute = 'open' or exists (select from billing.refunds f where f.payment_id = p.id and f.closed_at is null)
      -- Unused credits are taken back on demand for fourteen days.
      or p.purpose = 'credits' and p.paid_at > billing.clock() - interval '14 days' and p.credits <= coalesce((
        select b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id
        where a.owner = 'user:' || p.user_id and a.kind = 'paid' and a.asset = 'CREDIT'), 0) then null
    when billing.same_hands(r.user_id, r.referrer_id) then 'same_hands'
    when (select count(*) from public.profiles x where x.id in (r.user_id, r.referrer_id) and x.status = 'active') < 2 then 'gone'
    else 'given'
  end
$$;
comment on function billing.referral_end(billing.referrals, billing.payments) is
  'What becomes of a referral whose week is over: given, or why not; null while the money may still go back.';

create function public.settle_referrals(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  r billing.referrals;
  becomes text;
  settled int := 0;
begin
  for r in
    select x.* from billing.referrals x join billing.payments p on p.id = x.payment_id
    where x.state = 'waiting' and p.paid_at <= billing.clock() - interval '7 days' and billing.referral_end(x, p) is not null
    order by x.created_at
    limit p_limit
    for update of x skip locked
  loop
    becomes := (select billing.referral_end(r, p) from billing.payments p where p.id = r.payment_id);
    -- Asked for back since it was found.
    continue when becomes is null;
    if becomes = 'given' then
      perform ledger.open_accounts(r.user_id);
      perform ledger.open_accounts(r.referrer_id);
      perform ledger.post('bonus:referral:' || r.user_id, 'bonus', jsonb_build_array(
        billing.leg('platform', 'bonus', 'CREDIT', -2 * r.credits),
        billing.leg('user:' || r.user_id, 'promo', 'CREDIT', r.credits),
        billing.leg('user:' || r.referrer_id, 'promo', 'CREDIT', r.credits)), 'bonus', 'referral:' || r.user_id);
      perform app.notify(u.id, 'payment', app.notification_key('payment', r.user_id, clock_timestamp()), null,
        jsonb_build_object('what', 'referral', 'credits', r.credits, 'url', '/creator'), r.user_id)
      from unnest(array[r.user_id, r.referrer_id]) as u (id);
    end if;
    update billing.referrals set state = case becomes when 'given' then 'given' else 'dropped' end,
      reason = nullif(becomes, 'given'), closed_at = billing.clock()
    where user_id = r.user_id;
    settled := settled + 1;
  end loop;
  return settled;
end
$$;
comment on function public.settle_referrals(int) is
  'Gives both a tenth of the first purchase, seven days after it, or later while its money may still go back; nothing where both pay by one number. Answers how many were settled. Any number of processes may do so at once.';

create function billing.new_referral_code() returns text
language sql volatile
set search_path = ''
as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(drawn.bytes, place) % 32 + 1, 1), '' order by place)
  from (select extensions.gen_random_bytes(8) as bytes) as drawn, generate_series(0, 7) as place
$$;

create function public.my_referral() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  insert into billing.referral_codes values (me, billing.new_referral_code()) on conflict do nothing;
  return (
    select jsonb_build_object('code', c.code,
      'invited', (select count(*) from billing.referrals r where r.referrer_id = me),
      'waiting', (select coalesce(sum(r.credits), 0) from billing.referrals r where r.state = 'waiting' and me in (r.referrer_id, r.user_id)),
      'given', (select coalesce(sum(r.credits), 0) from billing.referrals r where r.state = 'given' and me in (r.referrer_id, r.user_id)),
      'invited_by', (
        select jsonb_build_object('id', p.id, 'name', coalesce('@' || p.username, p.display_name))
        from billing.referrals r join public.profiles p on p.id = r.referrer_id where r.user_id = me))
    from billing.referral_codes c where c.user_id = me);
end
$$;
comment on function public.my_referral() is
  'One''s own invitation: {code, invited: how many people came by it, waiting and given: credits of first purchases, invited_by: {id, name} or null}. Nobody learns who bought what. PT401.';

create function public.referral_by(code text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'avatar_url', p.avatar_url)
  from billing.referral_codes c join public.profiles p on p.id = c.user_id
  where c.code = translate(upper(regexp_replace(coalesce(referral_by.code, ''), '[\s-]', '', 'g')), 'OIL', '011')
    and p.status = 'active' and (auth.uid() is null or not app.are_apart(p.id, auth.uid()))
$$;
comment on function public.referral_by(text) is 'Who invites with this code, for visitors too: {id, username, display_name, avatar_url}; null where nobody does.';
revoke execute on function public.referral_by(text) from public;

create function public.accept_referral(code text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  referrer constant uuid := (public.referral_by(accept_referral.code) ->> 'id')::uuid;
  known uuid;
begin
  if referrer is null then
    raise exception 'Nobody invites with this code' using errcode = 'PT404', hint = 'referral_unknown';
  end if;
  if referrer = me then
    raise exception 'By somebody else' using errcode = 'PT422', hint = 'referral_to_oneself';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('referral:' || me, 0));
  select r.referrer_id into known from billing.referrals r where r.user_id = me;
  if known = referrer then
    return;
  end if;
  if known is not null then
    raise exception 'Somebody else invited this person' using errcode = 'PT409', hint = 'referral_taken';
  end if;
  -- Whoever invites was here before: no two invite each other.
  if (select u.created_at from auth.users u where u.id = me) <= greatest(
      clock_timestamp() - interval '30 days', (select u.created_at from auth.users u where u.id = referrer))
    or exists (select from billing.payments p where p.user_id = me and billing.counts_for_referral(p))
  then
    raise exception 'An invitation is for who is new' using errcode = 'PT409', hint = 'referral_late';
  end if;
  insert into billing.referrals (user_id, referrer_id) values (me, referrer);
end
$$;
comment on function public.accept_referral(text) is
  'Says who invited one, once: in the first thirty days, before the first purchase, by somebody who was here before. PT404 referral_unknown, PT422 referral_to_oneself, PT409 referral_taken, referral_late, PT401.';
