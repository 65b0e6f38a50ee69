-- A statement of one's credits that others can believe: what it says is read here, what signs it is published here.

create table billing.statement_keys (
  public_key bytea primary key check (octet_length(public_key) = 32),
  since timestamptz not null default clock_timestamp()
);
comment on table billing.statement_keys is
  'The Ed25519 keys that have signed statements: an older one stays, so that what it signed can be verified for ever.';

create function public.note_statement_key(p_public_key text) returns void
language sql security definer
set search_path = ''
as $$ insert into billing.statement_keys (public_key) values (decode(p_public_key, 'hex')) on conflict do nothing $$;
comment on function public.note_statement_key(text) is 'Publishes the key (hex) of whoever is about to sign a statement by it.';

create function public.statement_keys() returns table (public_key text, since timestamptz)
language sql stable security definer
set search_path = ''
as $$ select encode(k.public_key, 'hex'), k.since from billing.statement_keys k order by k.since $$;
comment on function public.statement_keys() is 'All keys that have signed statements, as hex: whatever is signed by another one is not ours.';

create function public.statement_to_print(p_from date, p_to date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  since constant timestamptz := p_from::timestamp at time zone 'UTC';
  until constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
  opening bigint;
  lines jsonb;
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 366 then
    raise exception 'A statement is of a year at most' using errcode = 'PT422', hint = 'statement_period';
  end if;
  with moved as (
    select t.id, t.kind, t.created_at, sum(e.amount) as amount
    from ledger.accounts a
    join ledger.entries e on e.account_id = a.id
    join ledger.transfers t on t.id = e.transfer_id
    where a.owner = 'user:' || person and a.asset = 'CREDIT' and a.kind in ('promo', 'paid', 'debt') and t.created_at < until
    group by t.id
    having sum(e.amount) <> 0
  ), counted as (
    select m.*, sum(m.amount) over (order by m.id) as balance from moved m
  )
  select coalesce(sum(c.amount) filter (where c.created_at < since), 0),
    coalesce(jsonb_agg(jsonb_build_object('at', c.created_at, 'kind', c.kind, 'amount', c.amount, 'balance', c.balance)
      order by c.id) filter (where c.created_at >= since), '[]')
  into opening, lines
  from counted c;
  if jsonb_array_length(lines) > 5000 then
    raise exception 'A statement has at most 5000 lines' using errcode = 'PT422', hint = 'statement_period';
  end if;
  return (
    select jsonb_build_object('username', f.username, 'name', coalesce(nullif(f.display_name, ''), f.username, '—'), 'from', p_from, 'to', p_to,
      'issued_at', clock_timestamp(), 'opening', opening, 'closing', coalesce((lines -> -1 ->> 'balance')::bigint, opening), 'lines', lines,
      'realm', (select r.kind from billing.realm r))
    from public.profiles f where f.id = person);
end
$$;
comment on function public.statement_to_print(date, date) is
  'One''s own credits from one day to another (UTC, both included): {username, name, from, to, issued_at, opening, closing, realm, lines: [{at, kind, amount, balance}]}, a line for each transfer that changed what one can spend, debts counted. Signed by GET functions/v1/credit-statement. PT422 statement_period for more than a year or 5000 lines.';
