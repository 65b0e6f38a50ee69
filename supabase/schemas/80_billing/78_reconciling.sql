-- Our books beside the provider's: what it has of ours, and what it knows that we do not.

create table billing.settlements (
  provider text not null,
  provider_ref text not null,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  primary key (provider, provider_ref)
);
comment on table billing.settlements is 'What a provider has paid out to our bank, from its report.';

create table billing.jobs (
  name text primary key,
  run_at timestamptz not null,
  lease_until timestamptz
);
comment on table billing.jobs is 'What runs once in a while, by whichever process comes first.';

create function public.claim_billing_job(p_name text, p_every interval) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  before timestamptz;
begin
  insert into billing.jobs (name, run_at) values (p_name, '-infinity') on conflict do nothing;
  select j.run_at into before from billing.jobs j
  where j.name = p_name and j.run_at <= billing.clock() - p_every and (j.lease_until is null or j.lease_until < clock_timestamp())
  for update skip locked;
  if not found then
    return null;
  end if;
  update billing.jobs set lease_until = clock_timestamp() + interval '2 minutes' where name = p_name;
  return greatest(before, billing.clock() - interval '30 days');
end
$$;
comment on function public.claim_billing_job(text, interval) is
  'Since when the job has not run (at most thirty days back), where it is due and nobody is at it; else null. finish_billing_job ends it, or two minutes do.';

create function public.finish_billing_job(p_name text) returns void
language sql security definer
set search_path = ''
as $$ update billing.jobs set run_at = billing.clock(), lease_until = null where name = p_name $$;

create function public.note_settlement(p_provider text, p_ref text, p_currency text, p_amount bigint) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into billing.settlements (provider, provider_ref, currency, amount) values (p_provider, p_ref, p_currency, p_amount)
  on conflict do nothing;
  perform ledger.post(format('settlement:%s:%s', p_provider, p_ref), 'settlement', jsonb_build_array(
    billing.leg('platform', 'clearing_' || p_provider, p_currency, p_amount),
    billing.leg('platform', 'bank', p_currency, -p_amount)), 'settlement', p_ref);
end
$$;
comment on function public.note_settlement(text, text, text, bigint) is
  'So much of a provider''s money has come to our bank, by its report; any number of times. PT409 for a reference with another amount.';

create function public.provider_books(p_provider text) returns table (currency text, amount bigint)
language sql volatile security definer
set search_path = ''
as $$
  select a.asset, coalesce(-sum(e.amount), 0)::bigint
  from ledger.accounts a join ledger.entries e on e.account_id = a.id
  where a.owner = 'platform' and a.kind = 'clearing_' || p_provider
  group by a.asset
$$;
comment on function public.provider_books(text) is 'What our books say that a provider has of ours, by currency: to be read between two equal answers of the provider.';

create function billing.money_unbooked(p_provider text, p_currency text) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum((f.details ->> 'amount')::bigint - coalesce((f.details ->> 'refunded')::bigint, 0) - coalesce((f.details ->> 'fee')::bigint, 0)), 0)::bigint
  from billing.findings f
  join billing.attempts a on a.id::text = f.ref
  where f.kind = 'amount_mismatch' and f.settled_at is null and a.provider = p_provider and a.state <> 'paid'
    and f.details ->> 'currency' = p_currency
$$;
comment on function billing.money_unbooked(text, text) is
  'Money that came in another amount than was asked for: the provider has it, our books do not, and it already lies before the staff as a finding of its own.';

create function public.compare_provider_balance(p_provider text, p_currency text, p_balance bigint, p_ours bigint default null) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  ours bigint := p_ours;
begin
  if ours is null then
    select coalesce(sum(b.amount), 0) into ours from public.provider_books(p_provider) b where b.currency = p_currency;
  end if;
  ours := ours + billing.money_unbooked(p_provider, p_currency);
  if ours <> p_balance then
    perform billing.report('balance_differs', format('%s:%s:%s', p_provider, p_currency, billing.today()),
      jsonb_build_object('ours', ours, 'theirs', p_balance, 'difference', p_balance - ours));
  end if;
  return p_balance - ours;
end
$$;
comment on function public.compare_provider_balance(text, text, bigint, bigint) is
  'What the provider says it has of ours, less what our books said (p_ours, else what they say now) and what is known to be unbooked; what is not 0 lies before the staff, once a day.';

create function public.report_webhook_off(p_provider text) returns void
language sql security definer
set search_path = ''
as $$ select billing.report('webhook_off', p_provider || ':' || billing.today()) $$;
comment on function public.report_webhook_off(text) is 'The provider no longer rings: it lies before the staff, once a day.';
