-- What must never be found in the ledger.

create view ledger.violations as
select 'I1 transfer does not balance' as rule, t.id::text as what
from ledger.transfers t
join ledger.entries e on e.transfer_id = t.id
join ledger.accounts a on a.id = e.account_id
group by t.id, a.asset
having sum(e.amount) <> 0
union all
select 'I2 transfer with less than two entries', t.id::text
from ledger.transfers t left join ledger.entries e on e.transfer_id = t.id
group by t.id
having count(e.transfer_id) < 2
union all
select 'I3 balance differs from its entries', b.account_id::text
from ledger.balances b left join ledger.entries e on e.account_id = b.account_id
group by b.account_id
having b.balance <> coalesce(sum(e.amount), 0)
union all
select 'I4 balance outside its limits', account_id::text
from ledger.balances
where balance < floor or balance > ceiling
union all
select 'I5 gap in the versions of an account', b.account_id::text
from ledger.balances b left join ledger.entries e on e.account_id = b.account_id
group by b.account_id
having b.version <> count(e.transfer_id) or b.version <> coalesce(max(e.account_version), 0)
union all
select 'I6 chain of balances broken', account_id || '@' || account_version
from (
  select account_id, account_version, amount, balance_after,
    lag(balance_after, 1, 0::bigint) over (partition by account_id order by account_version) as balance_before
  from ledger.entries
  where account_version is not null
) as chain
where balance_before + amount <> balance_after
union all
select 'I7 asset not conserved', a.asset
from ledger.entries e join ledger.accounts a on a.id = e.account_id
group by a.asset
having sum(e.amount) <> 0
union all
select 'I8 held differs from the open holds', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (select owner, sum(amount) as amount from ledger.holds where state = 'open' group by owner) as open_holds
  on open_holds.owner = a.owner
where a.kind = 'held' and b.balance <> coalesce(open_holds.amount, 0)
union all
select 'I9 closed hold without settlement, or the reverse', h.id::text
from ledger.holds h left join ledger.transfers t on t.idem_key = 'settle:' || h.id
where (h.state <> 'open') <> (t.id is not null)
union all
select 'I10 hold without transfer', h.id::text
from ledger.holds h left join ledger.transfers t on t.idem_key = 'hold:' || h.id
where t.id is null
union all
select 'I12 hold expired for five minutes and still open', id::text
from ledger.holds
where state = 'open' and expires_at < now() - interval '5 minutes'
union all
select 'I14 account without its balance', a.id::text
from ledger.accounts a left join ledger.balances b on b.account_id = a.id
where (a.floor is null) <> (b.account_id is null);
comment on view ledger.violations is
  'Every row is a defect. The numbers are those of the ledger''s design; I11 (payments) and I13 (escrow) come with their tables.';

create function public.ledger_violations() returns table (rule text, what text)
language sql stable security definer
set search_path = ''
as $$ select v.rule, v.what from ledger.violations v $$;
comment on function public.ledger_violations() is
  'The defects of the ledger, none when all is well: for whoever operates it, who asks with the service key.';

revoke execute on function public.ledger_violations() from public, anon, authenticated;
