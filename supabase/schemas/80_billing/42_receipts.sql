-- Receipts and credit notes, numbered without a gap. A row holds all that is printed: the same row is the same paper.

create table billing.receipt_counters (
  series text not null check (series in ('CX', 'AV', 'TEST', 'TEST-AV')),
  year int not null check (year between 2020 and 2999),
  last int not null check (last > 0),
  primary key (series, year)
);

create table billing.receipts_due (
  payment_id uuid not null references billing.payments,
  total_refunded bigint not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default billing.clock(),
  primary key (payment_id, total_refunded)
);
comment on table billing.receipts_due is
  'What waits for its number, written with the payment: numbers are given afterwards, so that payments do not queue for them. total_refunded: 0 for a purchase.';

create table billing.receipts (
  id uuid primary key default app.uuid_v7(),
  number text not null unique check (number ~ '^(CX|AV|TEST|TEST-AV)-[0-9]{4}-[0-9]{6}$'),
  kind text not null check (kind in ('receipt', 'credit_note')),
  payment_id uuid not null references billing.payments,
  user_id uuid not null,
  total_refunded bigint not null default 0,
  sku text not null references billing.products,
  credits int not null check (credits >= 0),
  currency text not null references ledger.assets (code),
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0 and tax < amount),
  tax_bp int not null,
  buyer text not null,
  country text,
  seller jsonb not null,
  provider text not null,
  provider_ref text,
  method text not null,
  msisdn_last4 text,
  receipt_number text,
  paid_at timestamptz not null,
  issued_at timestamptz not null default billing.clock(),
  unique (payment_id, total_refunded),
  constraint receipts_of_kind check ((kind = 'credit_note') = (total_refunded > 0))
);
comment on column billing.receipts.receipt_number is 'Of a credit note: the receipt that it is about.';
create index receipts_of_user on billing.receipts (user_id, id desc);

create function billing.guard_receipt() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'A receipt is never changed' using errcode = '42501';
end
$$;

create trigger guard_receipt before update or delete on billing.receipts
  for each row execute function billing.guard_receipt();

create function billing.plan_receipt() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'paid' and old.status <> 'paid' then
    insert into billing.receipts_due (payment_id, total_refunded, amount) values (new.id, 0, new.amount);
  end if;
  if new.refunded > old.refunded then
    insert into billing.receipts_due (payment_id, total_refunded, amount) values (new.id, new.refunded, new.refunded - old.refunded);
  end if;
  return null;
end
$$;

create trigger plan_receipt after update on billing.payments
  for each row when (new.purpose <> 'commission') execute function billing.plan_receipt();

create function billing.next_receipt_number(p_series text, p_year int) returns text
language sql
set search_path = ''
as $$
  insert into billing.receipt_counters (series, year, last) values (p_series, p_year, 1)
  on conflict (series, year) do update set last = billing.receipt_counters.last + 1
  returning format('%s-%s-%s', p_series, p_year, lpad(last::text, 6, '0'))
$$;

create function billing.issue_receipt(due billing.receipts_due, p_seller jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  p billing.payments;
  a billing.attempts;
  first billing.receipts;
  is_note constant boolean := due.total_refunded > 0;
  series constant text := case (select r.kind from billing.realm r) when 'live' then case when is_note then 'AV' else 'CX' end
    else case when is_note then 'TEST-AV' else 'TEST' end end;
  made uuid;
begin
  select q.* into strict p from billing.payments q where q.id = due.payment_id;
  select t.* into strict a from billing.attempts t where t.payment_id = p.id and t.state = 'paid' order by t.id desc limit 1;
  select r.* into first from billing.receipts r where r.payment_id = p.id and r.kind = 'receipt';
  insert into billing.receipts (number, kind, payment_id, user_id, total_refunded, sku, credits, currency, amount, tax, tax_bp, buyer,
    country, seller, provider, provider_ref, method, msisdn_last4, receipt_number, paid_at)
  select billing.next_receipt_number(series, extract(year from due.at at time zone 'UTC')::int),
    case when is_note then 'credit_note' else 'receipt' end, p.id, p.user_id, due.total_refunded, p.sku,
    case when is_note
      then p.credits::bigint * due.total_refunded / p.amount - p.credits::bigint * (due.total_refunded - due.amount) / p.amount
      else p.credits end,
    p.currency, due.amount,
    case when is_note then p.tax * due.total_refunded / p.amount - p.tax * (due.total_refunded - due.amount) / p.amount else p.tax end,
    x.tax_bp, coalesce((select coalesce(nullif(f.display_name, ''), f.username) from public.profiles f where f.id = p.user_id), '—'),
    (select o.country from billing.operators o where o.code = a.method), p_seller, a.provider, a.provider_ref, a.method, a.msisdn_last4,
    first.number, p.paid_at
  from billing.prices x where x.id = p.price_id
  returning id into made;
  return made;
end
$$;

create function public.issue_receipts(p_limit int, p_seller jsonb) returns setof uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  due billing.receipts_due;
begin
  -- One at a time gives numbers, so that none is skipped or given twice; whoever finds it busy leaves it to them.
  if not pg_try_advisory_xact_lock(hashtextextended('receipt numbers', 0)) then
    return;
  end if;
  for due in
    with taken as (
      delete from billing.receipts_due d
      where (d.payment_id, d.total_refunded) in (
        select x.payment_id, x.total_refunded from billing.receipts_due x order by x.at, x.total_refunded limit p_limit)
      returning d.*)
    select * from taken order by at, total_refunded
  loop
    return next billing.issue_receipt(due, p_seller);
  end loop;
end
$$;
comment on function public.issue_receipts(int, jsonb) is
  'Numbers the receipts and credit notes that wait, with the seller as it is printed: {name, address, registration, tax_number}. Answers their ids.';

create function public.receipt_to_print(p_receipt uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  printed jsonb;
begin
  select to_jsonb(r) into printed from billing.receipts r where r.id = p_receipt and r.user_id = person;
  if printed is null then
    raise exception 'There is no such receipt' using errcode = 'PT404', hint = 'not_found';
  end if;
  return printed;
end
$$;
comment on function public.receipt_to_print(uuid) is 'All that stands on one''s own receipt. PT404 for anybody else''s.';

create view public.my_receipts with (security_barrier) as
select r.id, r.number, r.kind, r.payment_id, r.sku, r.credits, r.currency, r.amount, r.tax, r.receipt_number, r.issued_at
from billing.receipts r
where r.user_id = (select auth.uid());
comment on view public.my_receipts is
  'One''s own receipts and credit notes (kind), numbered; GET functions/v1/payment-receipt/{id}.pdf prints one.';
revoke all on public.my_receipts from anon, authenticated, service_role;
grant select on public.my_receipts to authenticated;
