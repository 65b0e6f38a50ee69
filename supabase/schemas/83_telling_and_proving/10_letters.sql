-- What is told by mail besides the app: written with what it tells of, gone once it has been handed over.

create table billing.letters (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  what text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  run_after timestamptz not null default clock_timestamp(),
  tries int not null default 0
);
comment on table billing.letters is
  'Mails that wait to be worded and handed to the mail queue: receipt, refunded, failed, review, dispute_open, gift, and plan_… as tell_plan names them. A row lives for a day at most.';
create index letters_due on billing.letters (run_after);

create function billing.write_letter(p_user uuid, p_what text, p_data jsonb) returns void
language sql
set search_path = ''
as $$
  insert into billing.letters (user_id, what, data)
  select f.id, p_what, p_data from public.profiles f where f.id = p_user
$$;

comment on function billing.write_letter(uuid, text, jsonb) is 'To whoever is still there: a late truth of an account that is gone is believed all the same.';

create function billing.write_of_receipt() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform billing.write_letter(new.user_id, case new.kind when 'receipt' then 'receipt' else 'refunded' end,
    jsonb_build_object('number', new.number, 'credits', new.credits, 'amount', new.amount, 'currency', new.currency, 'purpose', p.purpose))
  from billing.payments p where p.id = new.payment_id;
  return null;
end
$$;

create trigger write_of_receipt after insert on billing.receipts
  for each row execute function billing.write_of_receipt();

create function billing.write_of_payment() returns trigger
language plpgsql
set search_path = ''
as $$
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
$$;
comment on function billing.write_of_payment() is
  'What came out otherwise while nobody looked: a refusal within ten minutes stands on the screen of whoever pays.';

create trigger write_of_payment after update on billing.payments
  for each row
  when (new.dispute = 'open' and old.dispute <> 'open'
    or new.status <> old.status and new.status in ('failed', 'expired', 'review'))
  execute function billing.write_of_payment();

create function billing.write_of_gift() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform billing.write_letter(new.recipient_id, 'gift', jsonb_build_object('credits', new.credits, 'message', new.message,
    'who', coalesce((select coalesce(nullif(f.display_name, ''), f.username) from public.profiles f where f.id = new.giver_id), '')));
  return null;
end
$$;

create trigger write_of_gift after update on billing.gifts
  for each row when (old.state = 'unpaid' and new.state = 'open' and new.recipient_id is not null)
  execute function billing.write_of_gift();

create function public.claim_payment_letters(p_limit int) returns table (id bigint, user_id uuid, what text, data jsonb)
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.claim_payment_letters(int) is
  'Mails to hand over now; each comes again after a pause that doubles, for a day, until finish_payment_letter.';

create function public.finish_payment_letter(p_id bigint) returns void
language sql security definer
set search_path = ''
as $$ delete from billing.letters where id = p_id $$;
comment on function public.finish_payment_letter(bigint) is 'It was handed over, or there is nobody to hand it to.';
