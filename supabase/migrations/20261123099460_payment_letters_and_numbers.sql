create table billing.letters (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  what text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  run_after timestamptz not null default clock_timestamp(),
  tries int not null default 0
);
create index letters_due on billing.letters (run_after);

create table billing.numbers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  msisdn_hash bytea not null,
  operator text not null references billing.operators (code),
  msisdn_last4 text not null check (msisdn_last4 ~ '^[0-9]{4}$'),
  proven_at timestamptz not null default billing.clock(),
  primary key (user_id, msisdn_hash)
);
create table billing.number_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  msisdn_hash bytea not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default billing.clock()
);
create index number_codes_of_user on billing.number_codes (user_id, created_at);
create index number_codes_of_number on billing.number_codes (msisdn_hash, created_at);

create table billing.statement_keys (
  public_key bytea primary key check (octet_length(public_key) = 32),
  since timestamptz not null default clock_timestamp()
);

CREATE OR REPLACE FUNCTION billing.tell_plan(p_subscription uuid, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s billing.subscriptions;
  price billing.prices;
  told jsonb;
begin
  select x.* into strict s from billing.subscriptions x where x.id = p_subscription;
  select x.* into price from billing.prices x join billing.prices old on old.id = coalesce(s.next_price_id, s.price_id)
  where x.sku = old.sku and x.currency = old.currency and x.valid_to is null;
  told := jsonb_build_object('sku', s.sku, 'way', s.way, 'period_end', s.period_end, 'amount', price.amount, 'currency', price.currency,
    'credits', (select o.credits from billing.products o where o.sku = price.sku));
  perform app.notify(s.user_id, 'payment', format('plan:%s:%s:%s', s.id, p_what, to_char(s.period_end at time zone 'UTC', 'YYYY-MM-DD')), null,
    jsonb_build_object('what', p_what, 'sku', s.sku, 'period_end', s.period_end, 'url', '/subscription'), app.uuid_v7());
  perform billing.write_letter(s.user_id, p_what, told);
end
$function$;
CREATE OR REPLACE FUNCTION billing.write_letter(p_user uuid, p_what text, p_data jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into billing.letters (user_id, what, data)
  select f.id, p_what, p_data from public.profiles f where f.id = p_user
$function$;
CREATE OR REPLACE FUNCTION billing.write_of_gift()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform billing.write_letter(new.recipient_id, 'gift', jsonb_build_object('credits', new.credits, 'message', new.message,
    'who', coalesce((select coalesce(nullif(f.display_name, ''), f.username) from public.profiles f where f.id = new.giver_id), '')));
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.write_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  what text;
begin
  what := case
    when new.dispute = 'open' and old.dispute <> 'open' then 'dispute_open'
    when new.status = 'review' then 'review'
    when new.plan_step = 'renewal' and new.idempotency_key like 'renew:%' or new.created_at < billing.clock() - interval '10 minutes'
      then 'failed'
  end;
  if what is not null then
    perform billing.write_letter(new.user_id, what, jsonb_build_object('credits', new.credits, 'amount', new.amount,
      'currency', new.currency, 'purpose', new.purpose, 'is_renewal', new.idempotency_key like 'renew:%'));
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION billing.write_of_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform billing.write_letter(new.user_id, case new.kind when 'receipt' then 'receipt' else 'refunded' end,
    jsonb_build_object('number', new.number, 'credits', new.credits, 'amount', new.amount, 'currency', new.currency, 'purpose', p.purpose))
  from billing.payments p where p.id = new.payment_id;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.claim_payment_letters(p_limit integer)
 RETURNS TABLE(id bigint, user_id uuid, what text, data jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from billing.letters l where l.created_at < clock_timestamp() - interval '24 hours';
  return query
    update billing.letters l
    set tries = l.tries + 1, run_after = clock_timestamp() + interval '30 seconds' * power(2, least(l.tries, 6))
    from (
      select d.id from billing.letters d where d.run_after <= clock_timestamp()
      order by d.run_after
      limit p_limit
      for update skip locked) as due
    where l.id = due.id
    returning l.id, l.user_id, l.what, l.data;
end
$function$;
CREATE OR REPLACE FUNCTION public.finish_payment_letter(p_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from billing.letters where id = p_id $function$;
CREATE OR REPLACE FUNCTION public.note_number_code(p_user uuid, p_msisdn_hash text, p_code_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hash constant bytea := decode(p_msisdn_hash, 'hex');
begin
  perform pg_advisory_xact_lock(hashtextextended('number codes', 0));
  perform billing.check_person(p_user);
  delete from billing.number_codes c where c.created_at < billing.clock() - interval '1 day';
  if (select count(*) from billing.number_codes c where c.user_id = p_user and c.created_at > billing.clock() - interval '1 hour') >= 3
    or (select count(*) from billing.number_codes c where c.msisdn_hash = hash) >= 5
  then
    raise exception 'Too many codes were sent' using errcode = 'PT429', hint = 'throttled', detail = '3600';
  end if;
  insert into billing.number_codes (user_id, msisdn_hash, code_hash) values (p_user, hash, decode(p_code_hash, 'hex'));
end
$function$;
CREATE OR REPLACE FUNCTION public.note_statement_key(p_public_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ insert into billing.statement_keys (public_key) values (decode(p_public_key, 'hex')) on conflict do nothing $function$;
CREATE OR REPLACE FUNCTION public.prove_number(p_user uuid, p_msisdn_hash text, p_code_hash text, p_operator text, p_last4 text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c billing.number_codes;
begin
  select x.* into c from billing.number_codes x
  where x.user_id = p_user and x.msisdn_hash = decode(p_msisdn_hash, 'hex') and x.created_at > billing.clock() - interval '10 minutes'
  order by x.id desc
  limit 1
  for update;
  if not found or c.tries >= 5 then
    return false;
  end if;
  if c.code_hash <> decode(p_code_hash, 'hex') then
    update billing.number_codes set tries = tries + 1 where id = c.id;
    return false;
  end if;
  update billing.number_codes set tries = 5 where id = c.id;
  insert into billing.numbers (user_id, msisdn_hash, operator, msisdn_last4)
  values (p_user, c.msisdn_hash, p_operator, p_last4)
  on conflict (user_id, msisdn_hash) do update set proven_at = billing.clock(), operator = excluded.operator;
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION public.statement_keys()
 RETURNS TABLE(public_key text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select encode(k.public_key, 'hex'), k.since from billing.statement_keys k order by k.since $function$;
CREATE OR REPLACE FUNCTION public.statement_to_print(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

create or replace view public.my_numbers with (security_barrier=true) as
 SELECT operator,
    msisdn_last4,
    proven_at
   FROM billing.numbers n
  WHERE (user_id = ( SELECT auth.uid() AS uid));

CREATE TRIGGER write_of_gift AFTER UPDATE ON billing.gifts FOR EACH ROW WHEN (((old.state = 'unpaid'::text) AND (new.state = 'open'::text) AND (new.recipient_id IS NOT NULL))) EXECUTE FUNCTION billing.write_of_gift();
CREATE TRIGGER write_of_payment AFTER UPDATE ON billing.payments FOR EACH ROW WHEN ((((new.dispute = 'open'::text) AND (old.dispute <> 'open'::text)) OR ((new.status <> old.status) AND (new.status = ANY (ARRAY['failed'::text, 'expired'::text, 'review'::text]))))) EXECUTE FUNCTION billing.write_of_payment();
CREATE TRIGGER write_of_receipt AFTER INSERT ON billing.receipts FOR EACH ROW EXECUTE FUNCTION billing.write_of_receipt();

alter function billing.write_letter(uuid,text,jsonb) owner to ledger_owner;
alter function billing.write_of_gift() owner to ledger_owner;
alter function billing.write_of_payment() owner to ledger_owner;
alter function billing.write_of_receipt() owner to ledger_owner;
alter table billing.letters owner to ledger_owner;
alter table billing.number_codes owner to ledger_owner;
alter table billing.numbers owner to ledger_owner;
alter table billing.statement_keys owner to ledger_owner;

revoke all on function billing.write_letter(uuid,text,jsonb) from public, anon, authenticated, service_role;
revoke all on function billing.write_of_gift() from public, anon, authenticated, service_role;
revoke all on function billing.write_of_payment() from public, anon, authenticated, service_role;
revoke all on function billing.write_of_receipt() from public, anon, authenticated, service_role;
revoke all on function public.claim_payment_letters(integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_payment_letters(integer) to service_role;
revoke all on function public.finish_payment_letter(bigint) from public, anon, authenticated, service_role;
grant execute on function public.finish_payment_letter(bigint) to service_role;
revoke all on function public.note_number_code(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.note_number_code(uuid,text,text) to service_role;
revoke all on function public.note_statement_key(text) from public, anon, authenticated, service_role;
grant execute on function public.note_statement_key(text) to service_role;
revoke all on function public.prove_number(uuid,text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.prove_number(uuid,text,text,text,text) to service_role;
revoke all on function public.statement_keys() from public, anon, authenticated, service_role;
grant execute on function public.statement_keys() to service_role;
revoke all on function public.statement_to_print(date,date) from public, anon, authenticated, service_role;
grant execute on function public.statement_to_print(date,date) to authenticated;
grant execute on function public.statement_to_print(date,date) to service_role;
revoke all on sequence billing.letters_id_seq from public, anon, authenticated, service_role;
revoke all on sequence billing.number_codes_id_seq from public, anon, authenticated, service_role;
revoke all on table billing.letters from public, anon, authenticated, service_role;
revoke all on table billing.number_codes from public, anon, authenticated, service_role;
revoke all on table billing.numbers from public, anon, authenticated, service_role;
revoke all on table billing.statement_keys from public, anon, authenticated, service_role;
revoke all on table public.my_numbers from public, anon, authenticated, service_role;
grant select on table public.my_numbers to authenticated;

comment on function billing.tell_plan(uuid,text) is 'Tells whose plan it is: plan_ends_soon, plan_ended (its days of grace begin), plan_grace, plan_over, plan_canceled, with {sku, period_end}; and by mail, with what the next month costs.';
comment on function billing.write_of_payment() is 'What came out otherwise while nobody looked: a refusal within ten minutes stands on the screen of whoever pays.';
comment on function public.claim_payment_letters(integer) is 'Mails to hand over now; each comes again after a pause that doubles, for a day, until finish_payment_letter.';
comment on function public.finish_payment_letter(bigint) is 'It was handed over, or there is nobody to hand it to.';
comment on function public.note_number_code(uuid,text,text) is 'A code is about to be sent to a number (both as hex of their hash). PT429 throttled after three in an hour to one person''s numbers, or five in a day to one number, whoever asks; PT403 account_suspended.';
comment on function public.note_statement_key(text) is 'Publishes the key (hex) of whoever is about to sign a statement by it.';
comment on function public.prove_number(uuid,text,text,text,text) is 'Whether this is the newest code that was sent to the number, in ten minutes and five tries, once; then the number counts as theirs. A wrong one is an answer, not an error, so that the try stays counted.';
comment on function public.statement_keys() is 'All keys that have signed statements, as hex: whatever is signed by another one is not ours.';
comment on function public.statement_to_print(date,date) is 'One''s own credits from one day to another (UTC, both included): {username, name, from, to, issued_at, opening, closing, realm, lines: [{at, kind, amount, balance}]}, a line for each transfer that changed what one can spend, debts counted. Signed by GET functions/v1/credit-statement. PT422 statement_period for more than a year or 5000 lines.';
comment on table billing.letters is 'Mails that wait to be worded and handed to the mail queue: receipt, refunded, failed, review, dispute_open, gift, and plan_… as tell_plan names them. A row lives for a day at most.';
comment on table billing.number_codes is 'Codes that were sent to paying numbers: valid for ten minutes and five tries, the newest of a number alone; kept for a day, to count them.';
comment on table billing.numbers is 'Whose code was entered: kept as payments keep them, by last digits and hash.';
comment on table billing.statement_keys is 'The Ed25519 keys that have signed statements: an older one stays, so that what it signed can be verified for ever.';
comment on view public.my_numbers is 'One''s own paying numbers that were proven by a code, newest proof in proven_at.';
comment on function billing.write_letter(uuid,text,jsonb) is 'To whoever is still there: a late truth of an account that is gone is believed all the same.';
