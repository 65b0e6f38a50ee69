-- What must never be found among earnings.

create view billing.earning_violations as
select 'I17 pending differs from pending earnings' as rule, a.owner as what
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (
  select 'user:' || e.user_id as owner, sum(e.amount - e.taken_back) as amount
  from billing.earnings e where e.state = 'pending' group by e.user_id) as waiting on waiting.owner = a.owner
where a.kind = 'pending' and a.asset = 'XOF' and b.balance <> coalesce(waiting.amount, 0)
union all
select 'I15 payable differs from withdrawals in flight', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (
  select 'user:' || x.user_id as owner, sum(x.amount) as amount
  from billing.payouts x where x.status in ('prepared', 'held', 'sending', 'unknown') group by x.user_id) as flying on flying.owner = a.owner
where a.kind = 'payable' and a.asset = 'XOF' and b.balance <> coalesce(flying.amount, 0)
union all
select 'I23 withdrawal that is sent without its transfer, or the reverse', x.id::text
from billing.payouts x left join ledger.transfers t on t.idem_key = 'payout:' || x.id || ':sent'
where (x.status in ('sent', 'returned')) <> (t.id is not null)
union all
select 'I22 royalties that were posted differ from their lines', u.beneficiary::text
from (
  select r.beneficiary, sum(billing.left_of(r)) as milli
  from billing.royalties r where r.posted_on is not null group by r.beneficiary) as u
join billing.royalty_carry c on c.user_id = u.beneficiary
join (
  select substring(t.idem_key from 9 for 36) as person, sum(e.amount) as francs
  from ledger.transfers t join ledger.entries e on e.transfer_id = t.id join ledger.accounts a on a.id = e.account_id
  where t.kind = 'royalty' and a.kind = 'pending'
  group by 1) as posted on posted.person = u.beneficiary::text
where not exists (select from billing.royalties b where b.beneficiary = u.beneficiary and b.taken_back > 0)
  and u.milli <> posted.francs * 1000 + c.milli;
comment on view billing.earning_violations is 'Every row is a defect.';
