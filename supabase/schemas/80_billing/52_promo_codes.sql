-- What codes make of a price, and how they are used: nobody learns by guessing which exist.

create table billing.promo_uses (
  promo_id uuid not null references billing.promo_codes,
  user_id uuid not null,
  payment_id uuid references billing.payments,
  msisdn_hash bytea,
  state text not null check (state in ('reserved', 'kept')),
  at timestamptz not null default billing.clock(),
  primary key (promo_id, user_id)
);
comment on table billing.promo_uses is 'reserved with a payment, kept once it is paid, and gone when the payment is over otherwise.';
create unique index promo_uses_of_number on billing.promo_uses (promo_id, msisdn_hash) where msisdn_hash is not null;
create index promo_uses_of_payment on billing.promo_uses (payment_id) where payment_id is not null;

create function billing.code_hash(p_code text) returns bytea
language sql immutable
set search_path = ''
as $$
  -- As people read codes aloud: no difference between O and 0, I, L and 1, nor between cases.
  select sha256(convert_to(translate(upper(regexp_replace(coalesce(p_code, ''), '[\s-]', '', 'g')), 'OIL', '011'), 'UTF8'))
$$;

create function billing.promo_for(p_user uuid, p_code text) returns billing.promo_codes
language sql stable
set search_path = ''
as $$
  select c from billing.promo_codes c
  where c.code_hash = billing.code_hash(p_code) and billing.clock() between c.valid_from and c.valid_to and c.uses < c.max_uses
    and not exists (select from billing.promo_uses u where u.promo_id = c.id and u.user_id = p_user)
$$;
comment on function billing.promo_for(uuid, text) is 'The code, if this person may use it now: one used up, over, or used by them is as one that never was.';

create function billing.discounted(c billing.promo_codes, p_currency text, p_amount bigint, p_credits int) returns bigint
language sql immutable
set search_path = ''
as $$
  select case
    when c.kind = 'percent' then greatest(rounded.up, cheapest.amount)
    when c.kind = 'amount' and p_currency = 'XOF' then greatest(p_amount - c.value, cheapest.amount)
  end
  from (
    -- 25 francs for a credit is more than a credit can earn anybody: a code is never turned into cash.
    select greatest(100, case p_currency when 'EUR' then ceil(p_credits * 25 / 6.55957)::bigint else p_credits * 25::bigint end) as amount) as cheapest,
  (select case p_currency when 'XOF' then (ceil(p_amount * (100 - c.value) / 500.0) * 5)::bigint else ceil(p_amount * (100 - c.value) / 100.0)::bigint end as up)
    as rounded
$$;
comment on function billing.discounted(billing.promo_codes, text, bigint, int) is
  'What is left to pay of a price: rounded up to coins, never under 100 F or 1,00 €, nor under 25 F for a credit. Null where the code is not for it.';

create function billing.count_try(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from billing.code_tries t where t.user_id = p_user and t.at < clock_timestamp() - interval '1 hour';
  insert into billing.code_tries (user_id) values (p_user);
end
$$;

create function billing.refuse_guessing(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_user, 0));
  if (select count(*) from billing.code_tries t where t.user_id = p_user and t.at > clock_timestamp() - interval '1 hour') >= 5 then
    raise exception 'Five codes may be tried in an hour' using errcode = 'PT429', hint = 'throttled', detail = '3600';
  end if;
end
$$;
comment on function billing.refuse_guessing(uuid) is 'PT429 throttled after five wrong codes of any kind in an hour; one call of a person at a time.';

create function billing.promo_price(p_user uuid, p_code text, p_price uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  c billing.promo_codes;
  price record;
  less bigint;
begin
  perform billing.refuse_guessing(p_user);
  select * into price from billing.check_price(p_price, null);
  c := billing.promo_for(p_user, p_code);
  if c.id is not null and price.kind = 'pack' then
    less := billing.discounted(c, price.currency, price.amount, price.credits);
  end if;
  if less is null or less >= price.amount then
    perform billing.count_try(p_user);
    return null;
  end if;
  return jsonb_build_object('promo_id', c.id, 'percent', case c.kind when 'percent' then c.value end, 'list_amount', price.amount, 'amount', less);
end
$$;

create function public.check_promo_code(p_code text, p_price_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  return billing.promo_price(app.require_person(), p_code, p_price_id) - 'promo_id';
end
$$;
comment on function public.check_promo_code(text, uuid) is
  'What a pack costs with a code: {percent or null, list_amount, amount}; null for a code that is not for this person or this purchase, whatever the reason. PT429 throttled after five such in an hour; PT404 offer_unknown.';

create function public.promo_for_order(p_user uuid, p_code text, p_price_id uuid) returns jsonb
language sql security definer
set search_path = ''
as $$ select billing.promo_price(p_user, p_code, p_price_id) $$;
comment on function public.promo_for_order(uuid, text, uuid) is
  'As check_promo_code, with the promo_id that start_payment takes: asked by the server before it, so that a wrong try stays counted.';

create function billing.reserve_promo(p_promo uuid, p_user uuid, p_payment uuid, p_hash bytea) returns void
language plpgsql
set search_path = ''
as $$
begin
  update billing.promo_codes c set uses = c.uses + 1
  where c.id = p_promo and c.uses < c.max_uses and billing.clock() between c.valid_from and c.valid_to;
  if found then
    insert into billing.promo_uses (promo_id, user_id, payment_id, msisdn_hash, state) values (p_promo, p_user, p_payment, p_hash, 'reserved')
    on conflict do nothing;
  end if;
  if not found then
    raise exception 'This code is not valid for this purchase' using errcode = 'PT422', hint = 'promo_invalid';
  end if;
end
$$;

create function billing.settle_promo(p billing.payments) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p.promo_id is not null then
    update billing.promo_uses set state = 'kept' where promo_id = p.promo_id and user_id = p.user_id and payment_id = p.id;
  end if;
end
$$;

create function billing.free_promos() returns void
language plpgsql
set search_path = ''
as $$
declare
  freed record;
begin
  for freed in
    delete from billing.promo_uses u using billing.payments p
    where u.state = 'reserved' and p.id = u.payment_id and p.status in ('failed', 'canceled', 'expired')
      and p.created_at < billing.clock() - interval '24 hours'
    returning u.promo_id
  loop
    update billing.promo_codes c set uses = c.uses - 1 where c.id = freed.promo_id;
  end loop;
end
$$;
comment on function billing.free_promos() is 'Uses of payments that came to nothing, once they can no longer be tried again.';

create function public.redeem_code(p_code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  gift uuid;
  c billing.promo_codes;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is not null then
    return billing.describe_gift(billing.gift_for(gift, person)) || '{"kind":"gift"}';
  end if;
  c := billing.promo_for(person, p_code);
  if c.kind = 'credits' then
    perform billing.reserve_promo(c.id, person, null, null);
    update billing.promo_uses set state = 'kept' where promo_id = c.id and user_id = person;
    perform ledger.give(person, c.value, 'promo:' || c.id);
    return jsonb_build_object('kind', 'credits', 'credits', c.value);
  end if;
  if c.id is not null then
    return jsonb_build_object('kind', 'discount', 'credits', 0, 'percent', case c.kind when 'percent' then c.value end,
      'amount', case c.kind when 'amount' then c.value end);
  end if;
  if public.referral_by(p_code) is not null then
    return jsonb_build_object('kind', 'invitation', 'credits', 0);
  end if;
  perform billing.count_try(person);
  return jsonb_build_object('kind', 'none', 'credits', 0);
end
$$;
comment on function public.redeem_code(text) is
  'Redeems any code: {kind: gift | credits | discount | invitation (for accept_referral) | none, credits, percent, amount}, and of a gift {gift_id, giver_id, message}. A discount is not used up by this: it is given with payment-start as promo_code. none for one that does not exist, is over or was used. PT429 throttled after five of those in an hour.';

create function public.create_promo_code(p_code text, p_label text, p_kind text, p_value int, p_valid_to timestamptz, p_max_uses int) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  perform app.require_staff();
  if length(translate(p_code, ' -', '')) < 6 then
    raise exception 'A code has six characters or more' using errcode = 'PT422', hint = 'code_short';
  end if;
  insert into billing.promo_codes (code_hash, label, kind, value, valid_to, max_uses, created_by)
  values (billing.code_hash(p_code), p_label, p_kind, p_value, p_valid_to, p_max_uses, auth.uid())
  returning id into made;
  perform billing.record_act('promo_created', made::text, p_label);
  return made;
end
$$;
comment on function public.create_promo_code(text, text, text, int, timestamptz, int) is
  'For the staff: a code of six characters or more that gives percent (5 to 20) or amount (francs) off a pack, or credits (up to 100), until a moment and so many times. PT403 staff_only, PT422 code_short, 23514 out of bounds, 23505 a code that exists.';
