-- The embedded payment provider: what it keeps, as any provider keeps its own. Our payments read it over HTTP alone.

create schema sandbox;

create table sandbox.transactions (
  id bigint generated always as identity primary key,
  reference text not null unique default 'trx_' || encode(extensions.gen_random_bytes(9), 'hex'),
  merchant_reference text not null,
  description text not null default '',
  currency text not null,
  amount bigint not null check (amount > 0),
  callback_url text,
  mode text,
  number text,
  scenario text,
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  created_at timestamptz not null default billing.clock(),
  sent_at timestamptz
);
comment on table sandbox.transactions is 'What was asked of the sandbox. Its scenario decides what becomes of it, by the time since it was sent.';
create index transactions_of_merchant on sandbox.transactions (merchant_reference);

create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references sandbox.transactions (id),
  event_id text not null,
  type text not null,
  signature text not null default 'good' check (signature in ('good', 'wrong', 'old', 'future')),
  due_at timestamptz not null,
  lease_until timestamptz,
  tries int not null default 0,
  done_at timestamptz
);
comment on table sandbox.deliveries is 'Webhooks that the sandbox has yet to send: at least once, in no promised order, as providers do.';
create index deliveries_due on sandbox.deliveries (due_at) where done_at is null;

revoke all on schema sandbox from public, anon, authenticated, service_role;
revoke all on all tables in schema sandbox from public, anon, authenticated, service_role;
revoke all on all sequences in schema sandbox from public, anon, authenticated, service_role;

create function sandbox.require_test() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if (select r.kind from billing.realm r) <> 'test' then
    raise exception 'There is no such thing' using errcode = 'PT404';
  end if;
end
$$;
comment on function sandbox.require_test() is 'The sandbox does not exist where money is real.';

create function sandbox.describe(t sandbox.transactions) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(t) || jsonb_build_object('elapsed', extract(epoch from billing.clock() - coalesce(t.sent_at, t.created_at)))
$$;

create function public.sandbox_create(p_transaction jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made sandbox.transactions;
begin
  perform sandbox.require_test();
  insert into sandbox.transactions (merchant_reference, description, currency, amount, callback_url, scenario)
  select merchant_reference, coalesce(description, ''), currency, amount, callback_url, scenario
  from jsonb_populate_record(null::sandbox.transactions, p_transaction)
  returning * into made;
  return sandbox.describe(made);
end
$$;
comment on function public.sandbox_create(jsonb) is
  'A transaction: {merchant_reference, description, currency, amount, callback_url, scenario or null}. Answers its row and the seconds since it was sent (elapsed). PT404 in realm live, as all of the sandbox.';

create function public.sandbox_send(p_id bigint, p_scenario text, p_mode text, p_number text, p_deliveries jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  sent sandbox.transactions;
begin
  perform sandbox.require_test();
  update sandbox.transactions
  set sent_at = billing.clock(), scenario = p_scenario, mode = p_mode, number = p_number
  where id = p_id and sent_at is null
  returning * into sent;
  if not found then
    select * into sent from sandbox.transactions t where t.id = p_id;
    return sandbox.describe(sent);
  end if;
  insert into sandbox.deliveries (transaction_id, event_id, type, signature, due_at)
  select sent.id, d.event_id, d.type, coalesce(d.signature, 'good'), sent.sent_at + d.after * interval '1 second'
  from jsonb_to_recordset(p_deliveries) as d (event_id text, type text, signature text, after float8);
  return sandbox.describe(sent);
end
$$;
comment on function public.sandbox_send(bigint, text, text, text, jsonb) is
  'Sends a transaction to whoever pays, once: from now on its scenario runs. Deliveries: [{event_id, type, signature, after: seconds}, …]. Answers as sandbox_create; null for an unknown one.';

create function public.sandbox_transactions(p_id bigint default null, p_merchant_reference text default null, p_since timestamptz default null,
  p_reference text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform sandbox.require_test();
  return (
    select coalesce(jsonb_agg(sandbox.describe(t) order by t.id), '[]') from sandbox.transactions t
    where (p_id is null or t.id = p_id) and (p_merchant_reference is null or t.merchant_reference = p_merchant_reference)
      and (p_since is null or t.created_at >= p_since) and (p_reference is null or t.reference = p_reference));
end
$$;
comment on function public.sandbox_transactions(bigint, text, timestamptz, text) is
  'Transactions by id, by what the merchant calls them, since a moment, or by the reference that its page has.';

create function public.sandbox_refund(p_id bigint, p_amount bigint) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  t sandbox.transactions;
begin
  perform sandbox.require_test();
  update sandbox.transactions x set refunded = x.refunded + p_amount where x.id = p_id returning * into t;
  if not found then
    return null;
  end if;
  insert into sandbox.deliveries (transaction_id, event_id, type, due_at)
  values (t.id, format('evt_%s_refund_%s', t.id, t.refunded), 'transaction.updated', billing.clock() + interval '1 second');
  return sandbox.describe(t);
end
$$;
comment on function public.sandbox_refund(bigint, bigint) is 'Gives back so much more of a transaction. 23514 where it was not as much.';

create function public.claim_sandbox_deliveries(p_limit int)
returns table (id bigint, transaction_id bigint, event_id text, type text, signature text)
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select r.kind from billing.realm r) <> 'test' then
    return;
  end if;
  return query
    update sandbox.deliveries d
    set lease_until = clock_timestamp() + interval '30 seconds', tries = d.tries + 1
    from (
      select x.id from sandbox.deliveries x
      where x.done_at is null and x.due_at <= billing.clock() and (x.lease_until is null or x.lease_until < clock_timestamp())
      order by x.id
      limit p_limit
      for update skip locked) as due
    where d.id = due.id
    returning d.id, d.transaction_id, d.event_id, d.type, d.signature;
end
$$;

create function public.finish_sandbox_delivery(p_id bigint, p_was_heard boolean) returns void
language sql security definer
set search_path = ''
as $$
  update sandbox.deliveries
  set lease_until = null, done_at = case when p_was_heard or tries >= 10 then clock_timestamp() end,
    due_at = billing.clock() + least(interval '1 minute', interval '1 second' * power(2, least(tries, 6)))
  where id = p_id
$$;
comment on function public.finish_sandbox_delivery(bigint, boolean) is 'What was not heard is sent again, ten times at most.';

revoke execute on function
  sandbox.require_test(), sandbox.describe(sandbox.transactions)
from public;
revoke execute on function
  public.sandbox_create(jsonb), public.sandbox_send(bigint, text, text, text, jsonb),
  public.sandbox_transactions(bigint, text, timestamptz, text), public.sandbox_refund(bigint, bigint),
  public.claim_sandbox_deliveries(int), public.finish_sandbox_delivery(bigint, boolean)
from public, anon, authenticated;
