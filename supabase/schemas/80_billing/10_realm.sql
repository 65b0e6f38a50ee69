-- Money that comes in. The schema belongs to the owner of the ledger: nobody else, the service key included, writes a table
-- of it, and what is paid is believed of the provider's own answer alone.

create schema billing authorization ledger_owner;

create table billing.realm (
  is_only boolean primary key default true check (is_only),
  kind text not null check (kind in ('test', 'live')),
  test_offset interval not null default '0' check (test_offset >= '0'),
  commissions_live boolean not null default false,
  constraint realm_live_has_real_time check (kind = 'test' or test_offset = '0')
);
comment on table billing.realm is
  'Which world this database is in, in one row: test (the sandbox and test keys) or live (money). Sandbox money and real money never meet in one database.';
comment on column billing.realm.test_offset is 'How far the clock of payments was moved forward, so that a month can be tried in seconds.';

comment on column billing.realm.commissions_live is
  'In realm live: that the operator has a licensed way of holding funds, so that orders may be paid.';

insert into billing.realm (kind) values ('test');

create function billing.clock() returns timestamptz
language sql volatile security definer
set search_path = ''
as $$ select clock_timestamp() + r.test_offset from billing.realm r $$;
comment on function billing.clock() is 'The time that all deadlines of payments read; leases of processes read the real one.';

create function billing.today() returns date
language sql volatile
set search_path = ''
as $$ select (billing.clock() at time zone 'UTC')::date $$;

create function billing.guard_realm() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'There is one realm, and it stays' using errcode = '42501';
  end if;
  if new.kind <> old.kind and exists (select from billing.payments) then
    raise exception 'A database that holds payments stays in its realm' using errcode = 'PT409', hint = 'realm_settled';
  end if;
  if new.test_offset < old.test_offset and exists (select from billing.payments) then
    raise exception 'The clock of payments only goes forward' using errcode = 'PT409', hint = 'clock_back';
  end if;
  return new;
end
$$;

create trigger guard_realm before insert or update or delete on billing.realm
  for each row execute function billing.guard_realm();
create trigger never_emptied before truncate on billing.realm execute function billing.guard_realm();

create function public.enter_payment_realm(p_kind text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  present text;
begin
  update billing.realm set kind = p_kind where kind <> p_kind;
  select r.kind into strict present from billing.realm r;
  return present;
end
$$;
comment on function public.enter_payment_realm(text) is
  'Called at the start of a server with the realm of its settings: test or live. PT409 realm_settled where the database holds payments of the other one, and then the server must not take payments.';

create function public.move_payment_clock(p_by interval) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
begin
  if p_by is null or p_by not between interval '0' and interval '32 days' then
    raise exception 'The clock is moved by 0 to 32 days' using errcode = 'PT422', hint = 'clock_step';
  end if;
  update billing.realm set test_offset = test_offset + p_by where kind = 'test';
  if not found then
    raise exception 'There is no such thing' using errcode = 'PT404';
  end if;
  return billing.clock();
end
$$;
comment on function public.move_payment_clock(interval) is
  'Moves the clock of payments forward, and answers the time it shows then. PT404 in realm live, PT422 clock_step backwards or by more than 32 days.';
