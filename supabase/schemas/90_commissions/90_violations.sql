-- What must never be found among orders.

create view billing.commission_violations as
select 'I13 escrow account differs from its state' as rule, e.id::text as what
from billing.escrows e
left join ledger.accounts a on a.owner = 'commission:' || e.id and a.kind = 'escrow' and a.asset = 'XOF'
left join ledger.balances b on b.account_id = a.id
where coalesce(b.balance, 0) <> case when e.state = 'funded' then e.amount else 0 end
union all
select 'I13 escrow account of no escrow', a.owner
from ledger.accounts a join ledger.balances b on b.account_id = a.id
left join billing.escrows e on a.owner = 'commission:' || e.id
where a.kind = 'escrow' and b.balance <> 0 and e.id is null
union all
select 'I24 owed differs from money on its way back', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (
  select 'user:' || p.user_id as owner, sum(r.owed) as francs
  from billing.refunds r join billing.payments p on p.id = r.payment_id where r.closed_at is null group by p.user_id) as waiting
  on waiting.owner = a.owner
where a.kind = 'owed' and a.asset = 'XOF' and b.balance <> coalesce(waiting.francs, 0)
union all
select 'I25 order under way without its money, or the reverse', c.id::text
from billing.commissions c
where (c.status in ('funded', 'in_progress', 'delivered', 'revision', 'disputed')) <> exists (
  select from billing.escrows e where e.commission_id = c.id and e.state = 'funded')
union all
select 'I26 more places taken than there are', s.id::text
from billing.services s
where (select count(*) from billing.commissions c where c.service_id = s.id and c.holds_place
    and c.created_at > s.updated_at) > s.slots;
comment on view billing.commission_violations is 'Every row is a defect.';
