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

create function public.compare_provider_balance(p_provider text, p_currency text, p_balance bigint) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  ours bigint;
begin
  select coalesce(-sum(e.amount), 0) into ours
  from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where a.owner = 'platform' and a.kind = 'clearing_' || p_provider and a.asset = p_currency;
  if ours <> p_balance then
    perform billing.report('balance_differs', format('%s:%s:%s', p_provider, p_currency, billing.today()),
      jsonb_build_object('ours', ours, 'theirs', p_balance, 'difference', p_balance - ours));
  end if;
  return p_balance - ours;
end
$$;
comment on function public.compare_provider_balance(text, text, bigint) is
  'What the provider says it has of ours, less what our books say; what is not 0 lies before the staff, once a day.';

create function public.report_webhook_off(p_provider text) returns void
language sql security definer
set search_path = ''
as $$ select billing.report('webhook_off', p_provider || ':' || billing.today()) $$;
comment on function public.report_webhook_off(text) is 'The provider no longer rings: it lies before the staff, once a day.';
