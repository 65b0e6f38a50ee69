-- What somebody sees who tries payments where no money moves: every leg that their own payment has in the ledger.

create function public.sandbox_postings(p_payment uuid)
returns table (id bigint, kind text, owner text, account text, asset text, amount bigint, at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
begin
  perform sandbox.require_test();
  if not exists (select from billing.payments p where p.id = p_payment and p.user_id = person) then
    raise exception 'There is no such payment' using errcode = 'PT404', hint = 'payment_unknown';
  end if;
  return query
    select t.id, t.kind, case when a.owner = 'platform' then 'platform' else 'person' end, a.kind, a.asset, e.amount, t.created_at
    from ledger.transfers t
    join ledger.entries e on e.transfer_id = t.id
    join ledger.accounts a on a.id = e.account_id
    where t.ref_type = 'payment' and t.ref_id = p_payment::text
    order by t.id, e.seq;
end
$$;
comment on function public.sandbox_postings(uuid) is
  'Every leg that one''s own payment has in the ledger, the platform''s too: for trying, so only in realm test. PT404 in realm live and for anybody else''s.';
revoke execute on function public.sandbox_postings(uuid) from public, anon;
