-- What people see of what they earned.

create view public.my_earnings with (security_barrier) as
select e.id, e.source, e.ref_id, e.amount + e.fee as gross, e.fee, e.amount - e.taken_back as amount, e.taken_back, e.state,
  e.created_at, e.release_at, t.post_id, g.username as giver, t.note
from billing.earnings e
left join billing.tips t on t.id = e.ref_id and e.source in ('tip', 'prompt', 'workflow')
left join public.profiles g on g.id = t.giver_id and not t.is_anonymous
where e.user_id = (select auth.uid());
comment on view public.my_earnings is
  'One''s own earnings in francs, newest first by id: gross, the platform''s part (fee), what is one''s own (amount), what of it went back (taken_back), and of a tip, a prompt or a workflow who gave it (null of a tip without a name), and for which publication.';
revoke all on public.my_earnings from anon, authenticated, service_role;
grant select on public.my_earnings to authenticated;

create view public.my_earning_years with (security_invoker) as
select extract(year from e.created_at at time zone 'UTC')::int as year, e.source, count(*)::int as lines,
  sum(e.gross)::bigint as gross, sum(e.fee)::bigint as fee, sum(e.taken_back)::bigint as taken_back, sum(e.amount)::bigint as amount
from public.my_earnings e
where e.state <> 'reversed'
group by 1, 2;
comment on view public.my_earning_years is
  'One''s own earnings added up by year (UTC) and source, without those that went back whole: gross - fee - taken_back = amount.';
revoke all on public.my_earning_years from anon, authenticated, service_role;
grant select on public.my_earning_years to authenticated;

create view public.my_earning_days with (security_invoker) as
select (e.created_at at time zone 'UTC')::date as day, e.source, count(*)::int as lines,
  sum(e.gross)::bigint as gross, sum(e.fee)::bigint as fee, sum(e.taken_back)::bigint as taken_back, sum(e.amount)::bigint as amount
from public.my_earnings e
where e.state <> 'reversed'
group by 1, 2;
comment on view public.my_earning_days is
  'One''s own earnings added up by day (UTC) and source, without those that went back whole: what a statement prints of a year of many lines.';
revoke all on public.my_earning_days from anon, authenticated, service_role;
grant select on public.my_earning_days to authenticated;

create view public.my_identity with (security_barrier) as
select i.legal_name, i.birth_date, i.country, i.stated_at from billing.identities i where i.user_id = (select auth.uid());
comment on view public.my_identity is 'Who one said that one is, before the first withdrawal.';
revoke all on public.my_identity from anon, authenticated, service_role;
grant select on public.my_identity to authenticated;

create function public.earnings_summary() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  places jsonb;
begin
  select coalesce(jsonb_object_agg(a.kind, b.balance), '{}') into places
  from ledger.accounts a join ledger.balances b on b.account_id = a.id
  where a.owner = 'user:' || me and a.asset = 'XOF' and a.kind in ('pending', 'earned', 'payable');
  return jsonb_build_object(
    'pending', coalesce((places ->> 'pending')::bigint, 0),
    'available', coalesce((places ->> 'earned')::bigint, 0),
    'on_its_way', coalesce((places ->> 'payable')::bigint, 0),
    'paid', (select coalesce(sum(x.amount), 0) from billing.payouts x where x.user_id = me and x.status = 'sent'),
    'next_release', (select min(e.release_at) from billing.earnings e where e.user_id = me and e.state = 'pending'),
    'milli_to_post', coalesce((
      select sum(billing.left_of(r)) from billing.royalties r where r.beneficiary = me and r.posted_on is null and r.milli > 0), 0)
      + coalesce((select c.milli from billing.royalty_carry c where c.user_id = me), 0),
    'by_source', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > billing.clock() - interval '30 days' group by e.source) as s), '{}'));
end
$$;
comment on function public.earnings_summary() is
  'The places of one''s money, in francs, never added together: {pending, available, on_its_way, paid, next_release, milli_to_post: royalties that wait for the night or for a whole franc, in thousandths, by_source: of the last thirty days}. PT401.';

create view public.my_payouts with (security_barrier) as
select x.id, x.operator, x.msisdn_last4 as last4, x.amount, x.fee, x.status, x.holds, x.reason, x.created_at, x.closed_at,
  x.status in ('prepared', 'held') and x.provider_ref is null as may_cancel
from billing.payouts x
where x.user_id = (select auth.uid());
comment on view public.my_payouts is 'One''s own withdrawals in francs; fee is what the operator takes of amount.';
revoke all on public.my_payouts from anon, authenticated, service_role;
grant select on public.my_payouts to authenticated;

create function public.bank_terms() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  obstacle record;
  b billing.bank_accounts;
begin
  select * into obstacle from billing.bank_obstacle(me, null);
  select x.* into b from billing.bank_accounts x where x.user_id = me;
  return jsonb_build_object(
    'obstacle', obstacle.code, 'until', obstacle.until,
    'destination', case when b.bank_ref is not null then jsonb_build_object('operator', 'stripe', 'last4', b.last4, 'locked_until',
      case when b.changed_at + interval '72 hours' > billing.clock() then b.changed_at + interval '72 hours' end) end,
    'legal_name', null, 'is_fee_free', billing.payout_fee(me, 2000, 'bank') = 0,
    'at_most', greatest(0, 1000000 - billing.payout_sum(me, interval '24 hours')));
end
$$;
comment on function public.bank_terms() is 'As payout_terms, of a withdrawal to one''s bank. PT401.';

create function public.payout_terms() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  obstacle record;
  d billing.destinations;
begin
  select * into obstacle from billing.payout_obstacle(me, null);
  select x.* into d from billing.destinations x where x.user_id = me;
  return jsonb_build_object(
    'obstacle', obstacle.code, 'until', obstacle.until,
    'destination', case when d.user_id is not null then jsonb_build_object(
      'operator', d.operator, 'last4', d.msisdn_last4, 'locked_until', case when d.changed_at + interval '72 hours' > billing.clock() then d.changed_at + interval '72 hours' end) end,
    'legal_name', (select i.legal_name from billing.identities i where i.user_id = me),
    'is_fee_free', billing.payout_fee(me, 2000, 'mobile_money') = 0,
    'at_most', greatest(0, 50000 - billing.payout_sum(me, interval '24 hours')));
end
$$;
comment on function public.payout_terms() is
  'What a withdrawal would meet: {obstacle: a code of ask_payout or null, until, destination: {operator, last4, locked_until} or null, legal_name, is_fee_free: the first of the month, at_most: francs today}. PT401.';
