-- Withdrawals of the embedded provider, as FedaPay has them: made first, which moves nothing, then started.

create table sandbox.payouts (
  id bigint generated always as identity primary key,
  merchant_reference text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  number text not null,
  created_at timestamptz not null default billing.clock(),
  started_at timestamptz,
  dropped_at timestamptz
);
comment on table sandbox.payouts is 'What was asked to be sent. Once started its number decides what becomes of it, and what was started cannot be started again.';
create index payouts_of_merchant on sandbox.payouts (merchant_reference);
revoke all on sandbox.payouts from public, anon, authenticated, service_role;

create function sandbox.describe_payout(x sandbox.payouts) returns jsonb
language sql volatile
set search_path = ''
as $$
  select to_jsonb(x) || jsonb_build_object('elapsed', extract(epoch from billing.clock() - x.started_at),
    'age', extract(epoch from billing.clock() - x.created_at))
$$;

create function public.sandbox_payout(p_act text, p_payout jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made sandbox.payouts;
begin
  perform sandbox.require_test();
  if p_act = 'create' then
    insert into sandbox.payouts (merchant_reference, currency, amount, number)
    select merchant_reference, currency, amount, number from jsonb_populate_record(null::sandbox.payouts, p_payout)
    returning * into made;
  elsif p_act = 'start' then
    update sandbox.payouts x set started_at = billing.clock()
    where x.id = (p_payout ->> 'id')::bigint and x.started_at is null and x.dropped_at is null
    returning * into made;
  elsif p_act = 'drop' then
    update sandbox.payouts x set dropped_at = billing.clock()
    where x.id = (p_payout ->> 'id')::bigint and x.started_at is null
    returning * into made;
  end if;
  return case when made.id is not null then
    sandbox.describe_payout(made) end;
end
$$;
comment on function public.sandbox_payout(text, jsonb) is
  'create {merchant_reference, currency, amount, number}, start {id} or drop {id}: the row, or null where that cannot be. PT404 in realm live.';

create function public.sandbox_payouts(p_id bigint default null, p_merchant_reference text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform sandbox.require_test();
  return (
    select coalesce(jsonb_agg(sandbox.describe_payout(x) order by x.id), '[]')
    from sandbox.payouts x
    where x.dropped_at is null and (p_id is null or x.id = p_id)
      and (p_merchant_reference is null or x.merchant_reference = p_merchant_reference));
end
$$;
comment on function public.sandbox_payouts(bigint, text) is 'What was asked to be sent and not dropped, by id or by what the merchant calls it.';

revoke execute on function sandbox.describe_payout(sandbox.payouts) from public;
revoke execute on function public.sandbox_payout(text, jsonb), public.sandbox_payouts(bigint, text) from public, anon, authenticated;
