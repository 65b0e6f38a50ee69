-- What is sold, and by which operators it can be paid.

create table billing.products (
  sku text primary key,
  kind text not null check (kind in ('pack', 'topup', 'plan', 'commission')),
  credits int not null check (credits between 0 and 100000),
  position smallint not null default 0,
  is_active boolean not null default true,
  constraint products_sku_of_kind check (sku ~ '^(pack|plan)_[a-z0-9]+$' and sku like kind || '\_%' or (sku, kind) in (('topup', 'topup'), ('commission', 'commission'))),
  constraint products_credits check ((kind = 'commission') = (credits = 0))
);
comment on column billing.products.credits is 'Of a top-up one, and its price is that of one credit; of a plan those of a month; a commission gives none, and has its own price.';

create table billing.prices (
  id uuid primary key default app.uuid_v7(),
  sku text not null references billing.products,
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax_bp int not null default 0 check (tax_bp between 0 and 3000),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  unique (sku, currency, valid_from),
  constraint prices_in_coins check (currency <> 'XOF' or amount % 5 = 0),
  constraint prices_end_later check (valid_to > valid_from)
);
comment on table billing.prices is 'A price is never edited, only ended; a migration brings the next one.';
comment on column billing.prices.amount is 'All taxes included, in the smallest unit of the currency.';
comment on column billing.prices.tax_bp is 'The tax that the amount includes, in hundredths of a percent of what is left without it.';
create unique index prices_present on billing.prices (sku, currency) where valid_to is null;

create function billing.guard_price() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.valid_to is null
    and (new.id, new.sku, new.currency, new.amount, new.tax_bp, new.valid_from)
      = (old.id, old.sku, old.currency, old.amount, old.tax_bp, old.valid_from)
  then
    return new;
  end if;
  raise exception 'A price is ended, never edited' using errcode = '42501';
end
$$;

create trigger guard_price before update or delete on billing.prices
  for each row execute function billing.guard_price();

insert into billing.products (sku, kind, credits, position) values
  ('topup', 'topup', 1, 0),
  ('pack_10', 'pack', 10, 1), ('pack_25', 'pack', 25, 2), ('pack_70', 'pack', 70, 3), ('pack_150', 'pack', 150, 4),
  ('pack_320', 'pack', 320, 5), ('plan_createur', 'plan', 80, 6), ('plan_studio', 'plan', 280, 7), ('commission', 'commission', 0, 8);

insert into billing.prices (id, sku, currency, amount, valid_from) values
  ('01940000-0000-7000-8000-000000000001', 'topup', 'XOF', 50, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000002', 'pack_10', 'XOF', 500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000003', 'pack_25', 'XOF', 1000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000004', 'pack_70', 'XOF', 2500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000005', 'pack_150', 'XOF', 5000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000006', 'pack_320', 'XOF', 10000, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000007', 'plan_createur', 'XOF', 2500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000008', 'plan_studio', 'XOF', 7500, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000017', 'plan_createur', 'EUR', 490, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000018', 'plan_studio', 'EUR', 1390, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000013', 'pack_25', 'EUR', 199, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000014', 'pack_70', 'EUR', 490, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000015', 'pack_150', 'EUR', 950, '2026-01-01Z'),
  ('01940000-0000-7000-8000-000000000016', 'pack_320', 'EUR', 1890, '2026-01-01Z');

create view public.offers with (security_barrier) as
select p.id as price_id, o.sku, o.kind, o.credits, p.currency, p.amount, o.position
from billing.prices p join billing.products o on o.sku = p.sku
where o.is_active and o.kind <> 'plan' and p.valid_from <= now() and (p.valid_to is null or p.valid_to > now());
comment on view public.offers is
  'What can be bought now, for everybody: a pack with its credits, or one credit of a top-up (2 to 9 at once), and the price with all taxes in the smallest unit of its currency (XOF has none below the franc).';
revoke all on public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create view public.plans with (security_barrier) as
select p.id as price_id, o.sku, o.credits, p.currency, p.amount, o.position
from billing.prices p join billing.products o on o.sku = p.sku
where o.is_active and o.kind = 'plan' and p.valid_from <= now() and (p.valid_to is null or p.valid_to > now());
comment on view public.plans is
  'Plans that one can be on, for everybody: the credits of a month, which never expire, and its price with all taxes in the smallest unit of its currency.';
revoke all on public.plans from anon, authenticated, service_role;
grant select on public.plans to anon, authenticated, service_role;

create table billing.operators (
  code text primary key check (code ~ '^[a-z]+_[a-z]{2}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null,
  dial text not null check (dial ~ '^[1-9][0-9]{0,3}$'),
  digits smallint not null check (digits between 6 and 12),
  prefixes text[] not null default '{}',
  max_amount bigint not null default 2000000 check (max_amount >= 100),
  ussd text,
  position smallint not null default 0,
  is_active boolean not null default true
);
comment on table billing.operators is 'Mobile Money operators by country, as numbers of that country are written since 2024 (Benin has ten digits).';
comment on column billing.operators.prefixes is 'How numbers of this operator usually begin: a guess that people may overrule, since numbers are ported.';
comment on column billing.operators.ussd is 'What one dials to see a pending request; shown only where the operator has confirmed it.';

insert into billing.operators (code, country, name, dial, digits, prefixes, position) values
  ('mtn_bj', 'BJ', 'MTN', '229', 10, '{0142,0146,0150,0151,0152,0153,0154,0156,0157,0159,0161,0162,0166,0167,0169,0190,0191,0196,0197}', 1),
  ('moov_bj', 'BJ', 'Moov', '229', 10, '{0145,0155,0158,0160,0163,0164,0165,0168,0194,0195,0198,0199}', 2),
  ('celtiis_bj', 'BJ', 'Celtiis', '229', 10, '{0140,0141,0143,0144,0147}', 3),
  ('yas_tg', 'TG', 'Mixx by Yas', '228', 8, '{70,71,72,73,90,91,92,93}', 1),
  ('moov_tg', 'TG', 'Moov', '228', 8, '{78,79,96,97,98,99}', 2),
  ('orange_ci', 'CI', 'Orange', '225', 10, '{07}', 1),
  ('mtn_ci', 'CI', 'MTN', '225', 10, '{05}', 2),
  ('moov_ci', 'CI', 'Moov', '225', 10, '{01}', 3),
  ('wave_ci', 'CI', 'Wave', '225', 10, '{}', 4),
  ('orange_sn', 'SN', 'Orange', '221', 9, '{77,78}', 1),
  ('wave_sn', 'SN', 'Wave', '221', 9, '{}', 2),
  ('free_sn', 'SN', 'Free', '221', 9, '{76}', 3),
  ('orange_ml', 'ML', 'Orange', '223', 8, '{7,8,9}', 1),
  ('orange_bf', 'BF', 'Orange', '226', 8, '{04,05,06,07,54,55,56,57,64,65,66,67,74,75,76,77}', 1),
  ('moov_bf', 'BF', 'Moov', '226', 8, '{01,02,03,50,51,52,53,60,61,62,63,70,71,72,73}', 2),
  ('airtel_ne', 'NE', 'Airtel', '227', 8, '{88,89,96,97,98,99}', 1),
  ('mtn_gn', 'GN', 'MTN', '224', 9, '{66}', 1);

create table billing.provider_health (
  provider text not null,
  method text not null,
  is_up boolean not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (provider, method)
);
comment on table billing.provider_health is 'The breakers of the ways to pay: one that is open lets a probe through every thirty seconds.';

create table billing.provider_calls (
  provider text not null,
  method text not null,
  at timestamptz not null default clock_timestamp(),
  is_ok boolean not null
);
comment on table billing.provider_calls is 'How the last starts of payments went, of all processes: what opens and closes the breakers.';
create index provider_calls_of_method on billing.provider_calls (provider, method, at desc);

create view public.payment_methods with (security_barrier) as
select o.code, o.country, o.name, o.dial, o.digits, o.prefixes, o.max_amount, o.ussd, o.position,
  not exists (select from billing.provider_health h where h.method = o.code and not h.is_up) as is_up,
  (select r.kind from billing.realm r) = 'test' as is_fictional
from billing.operators o
where o.is_active;
comment on view public.payment_methods is
  'The Mobile Money operators, for everybody: country (ISO 3166-1), dialling code, digits of a number, usual beginnings, highest amount in XOF, whether they answer just now, and whether no money moves here (is_fictional: realm test).';
revoke all on public.payment_methods from anon, authenticated, service_role;
grant select on public.payment_methods to anon, authenticated, service_role;

create function public.note_provider_call(p_provider text, p_method text, p_is_ok boolean) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  failures int;
  was_up boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('provider health:' || p_provider || p_method, 0));
  delete from billing.provider_calls c
  where (c.provider, c.method) = (p_provider, p_method) and c.at < clock_timestamp() - interval '60 seconds';
  insert into billing.provider_calls (provider, method, is_ok) values (p_provider, p_method, p_is_ok);
  select coalesce((select h.is_up from billing.provider_health h where (h.provider, h.method) = (p_provider, p_method)), true) into was_up;
  if p_is_ok then
    update billing.provider_health set is_up = true, changed_at = clock_timestamp()
    where (provider, method) = (p_provider, p_method) and not is_up;
    if found then
      -- What failed before the answer that closed it counts no more.
      delete from billing.provider_calls c where (c.provider, c.method) = (p_provider, p_method) and not c.is_ok;
    end if;
    return true;
  end if;
  select count(*) filter (where not last.is_ok) into failures
  from (
    select c.is_ok from billing.provider_calls c where (c.provider, c.method) = (p_provider, p_method) order by c.at desc limit 10) as last;
  if was_up and failures < 5 then
    return true;
  end if;
  insert into billing.provider_health (provider, method, is_up) values (p_provider, p_method, false)
  on conflict (provider, method) do update set is_up = false, changed_at = clock_timestamp();
  return false;
end
$$;
comment on function public.note_provider_call(text, text, boolean) is
  'Says how a start went; the method is an operator''s code, or card. Five failures of the last ten within a minute open its breaker, one answer closes it. Answers whether the method is up.';

create function billing.probe_provider(p_provider text, p_method text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  health billing.provider_health;
begin
  select * into health from billing.provider_health h where (h.provider, h.method) = (p_provider, p_method) for update;
  if not found or health.is_up then
    return true;
  end if;
  if health.changed_at > clock_timestamp() - interval '30 seconds' then
    return false;
  end if;
  update billing.provider_health set changed_at = clock_timestamp() where (provider, method) = (p_provider, p_method);
  return true;
end
$$;
comment on function billing.probe_provider(text, text) is
  'Whether a payment may be started by this method: where it fails, one in thirty seconds, which tries whether it works again.';
