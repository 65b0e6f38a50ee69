-- What becomes of credits that were bought for somebody else.

create function billing.is_going_back(p_payment uuid) returns boolean
language sql volatile
set search_path = ''
as $$ select exists (select from billing.refunds r where r.payment_id = p_payment and r.closed_at is null) $$;
comment on function billing.is_going_back(uuid) is
  'Its giver has asked for the money of this gift: nobody opens it meanwhile. To be asked under the lock of the gift, which asking for a refund takes too.';

create function billing.gift_for(p_gift uuid, p_person uuid) returns billing.gifts
language plpgsql
set search_path = ''
as $$
declare
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift for update;
  if g.state = 'redeemed' and g.redeemed_by = p_person then
    return g;
  end if;
  if g.state is distinct from 'open' or g.recipient_id <> p_person or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.open_accounts(p_person);
  perform ledger.post('gift:' || g.id || ':redeem', 'gift', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || p_person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'redeemed', redeemed_by = p_person, closed_at = billing.clock() where id = g.id
  returning * into g;
  return g;
end
$$;

create function public.redeem_gift(p_gift uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
begin
  return (billing.gift_for(p_gift, app.require_person())).credits;
end
$$;
comment on function public.redeem_gift(uuid) is
  'Accepts a gift that was bought for oneself; answers its credits, again the same. PT404 gift_gone for one that is closed or somebody else''s.';

create function billing.describe_gift(g billing.gifts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('gift_id', g.id, 'giver_id', g.giver_id, 'credits', g.credits, 'message', g.message)
$$;
comment on function billing.describe_gift(billing.gifts) is 'What whoever opens it sees: the words of its giver with the credits.';

create table billing.code_tries (
  user_id uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index code_tries_of_user on billing.code_tries (user_id, at);

create function public.redeem_gift_code(p_code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  gift uuid;
begin
  perform billing.refuse_guessing(person);
  select g.id into gift from billing.gifts g
  where g.code_hash = billing.code_hash(p_code) and (g.state = 'open' or g.state = 'redeemed' and g.redeemed_by = person);
  if gift is null then
    perform billing.count_try(person);
    -- An answer, not an error: the try must stay counted.
    return null;
  end if;
  return billing.describe_gift(billing.gift_for(gift, person));
end
$$;
comment on function public.redeem_gift_code(text) is
  'Redeems the code of a gift (ten characters of Crockford''s alphabet, in any case, with or without dashes); answers {gift_id, giver_id, credits, message}, null for a code that does not exist or was used. PT429 throttled after five wrong ones in an hour.';

create function public.take_back_gift(p_gift uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift and x.giver_id = person for update;
  if g.state is distinct from 'open' or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there to be taken back' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  if g.opened_at > billing.clock() - interval '30 days' then
    raise exception 'A gift can be taken back after thirty days' using errcode = 'PT422', hint = 'gift_young';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || person, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$$;
comment on function public.take_back_gift(uuid) is
  'Takes the credits of a gift that nobody opened for thirty days as one''s own; answers how many. PT404 gift_gone, PT422 gift_young.';

create function public.return_gift(p_gift uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  g billing.gifts;
begin
  select x.* into g from billing.gifts x where x.id = p_gift and x.recipient_id = person for update;
  if g.state is distinct from 'open' or billing.is_going_back(g.payment_id) then
    raise exception 'This gift is not there for you' using errcode = 'PT404', hint = 'gift_gone';
  end if;
  perform ledger.post('gift:' || g.id || ':back', 'gift_back', jsonb_build_array(
    billing.leg('platform', 'gifts', 'CREDIT', -g.credits),
    billing.leg('user:' || g.giver_id, 'paid', 'CREDIT', g.credits)), 'gift', g.id::text);
  update billing.gifts set state = 'taken_back', closed_at = billing.clock() where id = g.id;
  return g.credits;
end
$$;
comment on function public.return_gift(uuid) is
  'Whoever got a gift and does not want it gives it back: its credits are the giver''s own; answers how many. PT404 gift_gone for one that is closed or somebody else''s.';
