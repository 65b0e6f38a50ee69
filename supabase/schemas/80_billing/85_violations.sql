-- What must never be found among the payments.

create view billing.violations as
select 'I11 paid payment without its transfer, or the reverse' as rule, p.id::text as what
from billing.payments p left join ledger.transfers t on t.idem_key = 'pay:' || p.id
where (p.status = 'paid') <> (t.id is not null)
union all
select 'I11 transfer of no payment', t.idem_key
from ledger.transfers t left join billing.payments p on t.idem_key = 'pay:' || p.id
where t.kind = 'purchase' and p.id is null
union all
select 'I16 frozen differs from open refunds and disputes', a.owner
from ledger.accounts a
join ledger.balances b on b.account_id = a.id
left join (
  select 'user:' || user_id as owner, sum(credits) as credits
  from (
    select p.user_id, r.credits from billing.refunds r join billing.payments p on p.id = r.payment_id where r.closed_at is null
    union all
    select p.user_id, d.frozen from billing.disputes d join billing.payments p on p.id = d.payment_id where d.state = 'open') as waiting
  group by user_id) as open_ones on open_ones.owner = a.owner
where a.kind = 'frozen' and a.asset = 'CREDIT' and b.balance <> coalesce(open_ones.credits, 0)
union all
select 'I18 gifts differ from open gifts', held.credits || ' <> ' || open_ones.credits
from (
  select coalesce(sum(e.amount), 0) as credits from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where a.owner = 'platform' and a.kind = 'gifts' and a.asset = 'CREDIT') as held,
  (select coalesce(sum(g.credits), 0) as credits from billing.gifts g where g.state = 'open') as open_ones
where held.credits <> open_ones.credits
union all
select 'I19 sandbox money in a live database', e.transfer_id::text
from ledger.entries e join ledger.accounts a on a.id = e.account_id
where a.kind = 'clearing_sandbox' and (select r.kind from billing.realm r) = 'live'
union all
select 'I20 finding open for more than a day', f.kind || ' ' || f.ref
from billing.findings f
where f.settled_at is null and f.found_at < now() - interval '1 day'
union all
select 'I21 open payment that nobody asks after', p.id::text
from billing.payments p
where p.status in ('created', 'pending')
  and not exists (select from billing.attempts t where t.payment_id = p.id and t.poll_at is not null);
comment on view billing.violations is 'Every row is a defect, or something that waits for the staff longer than a day (I20).';

create function public.billing_violations() returns table (rule text, what text)
language sql stable security definer
set search_path = ''
as $$ select v.rule, v.what from billing.violations v union all select e.rule, e.what from billing.earning_violations e
  union all select c.rule, c.what from billing.commission_violations c $$;
comment on function public.billing_violations() is
  'The defects of the payments, none when all is well: for whoever operates them, who asks with the service key.';
