-- Bank accounts of creators where Mobile Money does not reach: Stripe asks who they are and keeps the account; here stands its
-- name there, and whether money may go to it.

create table billing.bank_accounts (
  user_id uuid primary key,
  account_ref text not null unique check (account_ref ~ '^acct_[A-Za-z0-9_]+$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  is_ready boolean not null default false,
  bank_ref text,
  last4 text check (last4 ~ '^[0-9A-Z]{2,4}$'),
  changed_at timestamptz not null default billing.clock(),
  failed_ref text,
  created_at timestamptz not null default billing.clock()
);
comment on table billing.bank_accounts is
  'The account that somebody has at Stripe for what they earn: proven there, and for 72 hours after a change of the bank nothing goes to it.';
comment on column billing.bank_accounts.bank_ref is 'The bank account behind it, as Stripe names it: another one locks withdrawals for 72 hours.';
comment on column billing.bank_accounts.failed_ref is 'The last transfer to the bank that the bank refused, of which the person was told.';

create function public.bank_account_of(p_user uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('ref', b.account_ref, 'country', b.country, 'is_ready', b.is_ready)
  from billing.bank_accounts b where b.user_id = p_user
$$;
comment on function public.bank_account_of(uuid) is 'The account that this person has at Stripe: {ref, country, is_ready}; null before the first. The server''s alone.';

create function public.keep_bank_account(p_user uuid, p_account text, p_country text) returns text
language sql security definer
set search_path = ''
as $$
  with kept as (
    insert into billing.bank_accounts (user_id, account_ref, country) values (p_user, p_account, p_country)
    on conflict (user_id) do nothing
    returning account_ref)
  select k.account_ref from kept k
  union all
  select b.account_ref from billing.bank_accounts b where b.user_id = p_user
  limit 1
$$;
comment on function public.keep_bank_account(uuid, text, text) is 'Notes the account that was opened for this person; the first one stays, whoever asks. The server''s alone.';

create function public.apply_bank_truth(p_account text, p_truth jsonb) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  b billing.bank_accounts;
  bank constant text := p_truth ->> 'bank_ref';
  failed constant text := p_truth ->> 'failed_ref';
begin
  select x.* into b from billing.bank_accounts x where x.account_ref = p_account for update;
  if not found then
    return null;
  end if;
  -- Real accounts and those of tests never meet in one database.
  if (p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r) then
    perform billing.report('payout_mismatch', p_account, p_truth);
    return b.is_ready;
  end if;
  if bank is not null and bank is distinct from b.bank_ref then
    perform billing.tell_bank(b, 'bank', p_truth ->> 'last4');
  end if;
  if failed is not null and failed is distinct from b.failed_ref then
    perform billing.tell_bank(b, 'bank_refused', p_truth ->> 'last4');
  end if;
  update billing.bank_accounts x
  set is_ready = coalesce((p_truth ->> 'is_ready')::boolean, false), bank_ref = coalesce(bank, x.bank_ref),
    last4 = coalesce(p_truth ->> 'last4', x.last4), failed_ref = coalesce(failed, x.failed_ref),
    changed_at = case when bank is not null and bank is distinct from x.bank_ref then billing.clock() else x.changed_at end
  where x.user_id = b.user_id
  returning x.* into b;
  return b.is_ready;
end
$$;
comment on function public.apply_bank_truth(text, jsonb) is
  'Believes what Stripe''s API said of one account: {is_ready, bank_ref, last4, failed_ref: a transfer that the bank refused, realm}. Another bank locks withdrawals for 72 hours, and the person is told; of a refused transfer once. Whether money may go there; null for an account that is none of ours.';

create function billing.tell_bank(b billing.bank_accounts, p_what text, p_last4 text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_what = 'bank' then
    perform billing.write_letter(b.user_id, 'bank_changed', jsonb_build_object('number', coalesce(p_last4, '')));
  end if;
  perform app.notify(b.user_id, 'payout', app.notification_key('payout', app.uuid_v7(), clock_timestamp()), null,
    jsonb_build_object('what', p_what, 'last4', coalesce(p_last4, ''), 'until', billing.clock() + interval '72 hours'), app.uuid_v7());
end
$$;
