-- What a paid payment gives, in the transaction that believes it was paid.

create table billing.gifts (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null unique references billing.payments,
  giver_id uuid not null,
  recipient_id uuid,
  code_hash bytea unique,
  credits int not null check (credits > 0),
  message text check (char_length(message) between 1 and 200),
  state text not null default 'unpaid' check (state in ('unpaid', 'open', 'redeemed', 'taken_back')),
  redeemed_by uuid,
  opened_at timestamptz,
  closed_at timestamptz,
  constraint gifts_to_one check ((recipient_id is null) <> (code_hash is null)),
  constraint gifts_not_to_oneself check (recipient_id <> giver_id),
  constraint gifts_closed check ((state in ('redeemed', 'taken_back')) = (closed_at is not null)),
  constraint gifts_redeemed check ((state = 'redeemed') = (redeemed_by is not null))
);
comment on table billing.gifts is 'Credits that somebody bought for somebody else: for a person, or for whoever has a code (kept as its SHA-256).';
create index gifts_of_giver on billing.gifts (giver_id, id desc);
create index gifts_of_recipient on billing.gifts (recipient_id, id desc) where recipient_id is not null;

create function billing.leg(p_owner text, p_kind text, p_asset text, p_amount bigint) returns jsonb
language sql immutable
set search_path = ''
as $$ select jsonb_build_object('o', p_owner, 'k', p_kind, 'a', p_asset, 'n', p_amount) $$;

create function billing.locked_balance(p_owner text, p_kind text) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  account constant bigint := ledger.account(p_owner, p_kind, 'CREDIT');
  present bigint;
begin
  select b.balance into strict present from ledger.balances b where b.account_id = account for update;
  return present;
end
$$;
comment on function billing.locked_balance(text, text) is
  'The credits of an account, which nobody else moves until the transaction ends. Several are locked in the order paid, frozen, debt.';

create function billing.fulfil(p billing.payments, p_provider text) returns void
language plpgsql
set search_path = ''
as $$
declare
  payer constant text := 'user:' || p.user_id;
  legs jsonb := jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p.currency, -p.amount),
    billing.leg('platform', 'revenue', p.currency, p.amount - p.tax),
    billing.leg('platform', 'tax', p.currency, p.tax),
    billing.leg('platform', 'issued', 'CREDIT', -p.credits));
  owed bigint;
begin
  if p.purpose = 'commission' then
    perform billing.fund_escrow(p, p_provider);
    return;
  end if;
  if p.purpose = 'gift' then
    legs := legs || billing.leg('platform', 'gifts', 'CREDIT', p.credits);
    update billing.gifts set state = 'open', opened_at = billing.clock() where payment_id = p.id;
  else
    perform ledger.open_accounts(p.user_id);
    perform billing.locked_balance(payer, 'paid');
    owed := least(p.credits, -billing.locked_balance(payer, 'debt'));
    legs := legs || billing.leg(payer, 'debt', 'CREDIT', owed) || billing.leg(payer, 'paid', 'CREDIT', p.credits - owed);
  end if;
  perform ledger.post('pay:' || p.id, 'purchase', legs, 'payment', p.id::text, jsonb_build_object('provider', p_provider));
end
$$;
comment on function billing.fulfil(billing.payments, text) is
  'The money, and what was bought with it: a debt is made up for first. Called with the payment locked, once, by what believes a provider.';

create function billing.paid_again(p billing.payments, a billing.attempts) returns billing.payments
language plpgsql
set search_path = ''
as $$
declare
  again billing.payments;
begin
  -- A gift was given once: the second time its credits are the giver's own.
  insert into billing.payments (user_id, purpose, sku, price_id, currency, amount, tax, credits, duplicate_of, idempotency_key,
    request_hash, return_to, milestone_id, terms, settle)
  values (p.user_id, case p.purpose when 'commission' then p.purpose else 'credits' end, p.sku, p.price_id, p.currency, p.amount, p.tax,
    p.credits, p.id, 'again:' || a.id, p.request_hash, p.return_to, p.milestone_id, p.terms, p.settle)
  returning * into again;
  update billing.attempts set payment_id = again.id where id = a.id;
  perform billing.report('paid_again', again.id::text, jsonb_build_object('first', p.id));
  return again;
end
$$;
comment on function billing.paid_again(billing.payments, billing.attempts) is
  'Money that came a second time for one payment is a payment of its own: credited at once, reported, and refundable; of a commission it goes back by itself.';
