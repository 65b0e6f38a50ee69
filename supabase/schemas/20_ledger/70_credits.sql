-- What people see of the ledger. These views read with their owner's rights on purpose, since people have none on the
-- tables: each compares the accounts' owner with who asks, and is a barrier against functions that would look on.

create view public.my_balance with (security_barrier) as
select
  coalesce(sum(b.balance) filter (where a.kind = 'promo'), 0)::bigint as promo,
  coalesce(sum(b.balance) filter (where a.kind = 'paid'), 0)::bigint as paid,
  coalesce(sum(b.balance) filter (where a.kind in ('promo', 'paid')), 0)::bigint as available,
  coalesce(sum(b.balance) filter (where a.kind = 'held'), 0)::bigint as held,
  coalesce(-sum(b.balance) filter (where a.kind = 'debt'), 0)::bigint as debt
from ledger.accounts a join ledger.balances b on b.account_id = a.id
where a.owner = 'user:' || (select auth.uid()) and a.asset = 'CREDIT'
having (select auth.uid()) is not null;
comment on view public.my_balance is
  'One''s own credits, in one row: gifts (promo), bought ones (paid), both (available), set aside for running work (held), owed (debt, as a positive number).';
revoke all on public.my_balance from anon, authenticated, service_role;
grant select on public.my_balance to authenticated;

create view public.credit_statement with (security_barrier) as
select t.id, e.seq, a.kind as account, t.kind, e.amount, e.balance_after, e.account_version as version,
  t.ref_type, t.ref_id, t.meta ->> 'why' as why, t.created_at
from ledger.accounts a
join ledger.entries e on e.account_id = a.id
join ledger.transfers t on t.id = e.transfer_id
where a.owner = 'user:' || (select auth.uid()) and a.asset = 'CREDIT' and a.kind in ('promo', 'paid', 'held', 'debt');
comment on view public.credit_statement is
  'One''s own entries, one row per account that a transfer moved; newest first by id and seq. promo and paid are what one can spend.';
revoke all on public.credit_statement from anon, authenticated, service_role;
grant select on public.credit_statement to authenticated;

create view public.my_holds with (security_barrier) as
select h.id, h.amount, h.from_promo, h.from_paid, h.ref_type, h.ref_id, h.expires_at, h.created_at
from ledger.holds h
where h.owner = 'user:' || (select auth.uid()) and h.state = 'open';
comment on view public.my_holds is 'One''s own credits that are set aside, by the work they are for.';
revoke all on public.my_holds from anon, authenticated, service_role;
grant select on public.my_holds to authenticated;

-- The credits that somebody begins with.
create function ledger.welcome() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform ledger.open_accounts(new.id);
  -- An account without any proof of who it is costs nothing to make, so it gets its gift once it becomes a real one.
  if not new.is_anonymous then
    perform ledger.give(new.id, 5, 'welcome');
  end if;
  return null;
end
$$;
comment on function ledger.welcome() is
  'Opens a new person''s accounts and gives five credits, once, in the transaction of the sign-up.';

create trigger welcome_credits after insert on auth.users
  for each row execute function ledger.welcome();
create trigger welcome_credits_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function ledger.welcome();
