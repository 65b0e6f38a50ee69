-- What holds whoever writes. These functions run with their owner's rights, because the check at COMMIT would otherwise
-- run as whoever commits, who may read nothing here.

create function ledger.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The ledger is append-only: no % on %', tg_op, tg_table_name using errcode = '42501';
end
$$;

create trigger append_only before update or delete on ledger.transfers
  for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.entries
  for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.accounts
  for each row execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.transfers execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.entries execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.accounts execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.balances execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.holds execute function ledger.refuse_change();

create function ledger.refuse_late_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select xid from ledger.transfers where id = new.transfer_id) is distinct from pg_current_xact_id() then
    raise exception 'Transfer % is closed', new.transfer_id using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function ledger.refuse_late_entry() is
  'An entry joins only a transfer of its own transaction: a past one cannot be extended, not even by a balanced pair.';

create trigger refuse_late_entry before insert on ledger.entries
  for each row execute function ledger.refuse_late_entry();

create function ledger.require_balance() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  entries int;
  unbalanced text;
begin
  select count(*) into entries from ledger.entries where transfer_id = new.id;
  if entries < 2 then
    raise exception 'Transfer % has % entries', new.id, entries using errcode = '23514';
  end if;
  select a.asset into unbalanced
  from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where e.transfer_id = new.id
  group by a.asset
  having sum(e.amount) <> 0
  limit 1;
  if found then
    raise exception 'Transfer % does not balance in %', new.id, unbalanced using errcode = '23514';
  end if;
  return null;
end
$$;
comment on function ledger.require_balance() is 'At COMMIT every new transfer has two entries or more, which sum to 0 per asset.';

create constraint trigger require_balance after insert on ledger.transfers
  deferrable initially deferred for each row execute function ledger.require_balance();

create function ledger.guard_balance() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and (new.balance, new.version) = (0, 0) then
    return new;
  end if;
  if tg_op = 'UPDATE'
    and (new.account_id, new.floor) = (old.account_id, old.floor)
    and new.ceiling is not distinct from old.ceiling
    and new.version = old.version + 1
  then
    return new;
  end if;
  raise exception 'Balances move with an entry only' using errcode = '42501';
end
$$;
comment on function ledger.guard_balance() is 'A balance begins at 0, moves one version at a time, and is never deleted.';

create trigger guard_balance before insert or update or delete on ledger.balances
  for each row execute function ledger.guard_balance();

create function ledger.guard_hold() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and old.state = 'open'
    and (new.id, new.owner, new.amount, new.from_promo, new.ref_type, new.ref_id, new.created_at)
      = (old.id, old.owner, old.amount, old.from_promo, old.ref_type, old.ref_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'A hold is changed once, when it is settled' using errcode = '42501';
end
$$;
comment on function ledger.guard_hold() is 'Only an open hold changes, and only its state and how long it lasts.';

create trigger guard_hold before update or delete on ledger.holds
  for each row execute function ledger.guard_hold();
