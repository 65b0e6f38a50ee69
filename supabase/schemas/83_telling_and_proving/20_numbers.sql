-- Paying numbers that people have shown to be theirs, by a code that was sent there.

create table billing.numbers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  msisdn_hash bytea not null,
  operator text not null references billing.operators (code),
  msisdn_last4 text not null check (msisdn_last4 ~ '^[0-9]{4}$'),
  proven_at timestamptz not null default billing.clock(),
  primary key (user_id, msisdn_hash)
);
comment on table billing.numbers is 'Whose code was entered: kept as payments keep them, by last digits and hash.';

create table billing.number_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  msisdn_hash bytea not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default billing.clock()
);
comment on table billing.number_codes is 'Codes that were sent to paying numbers: valid for ten minutes and five tries, the newest of a number alone; kept for a day, to count them.';
create index number_codes_of_user on billing.number_codes (user_id, created_at);
create index number_codes_of_number on billing.number_codes (msisdn_hash, created_at);

create function public.note_number_code(p_user uuid, p_msisdn_hash text, p_code_hash text) returns void
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.note_number_code(uuid, text, text) is
  'A code is about to be sent to a number (both as hex of their hash). PT429 throttled after three in an hour to one person''s numbers, or five in a day to one number, whoever asks; PT403 account_suspended.';

create function public.prove_number(p_user uuid, p_msisdn_hash text, p_code_hash text, p_operator text, p_last4 text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.prove_number(uuid, text, text, text, text) is
  'Whether this is the newest code that was sent to the number, in ten minutes and five tries, once; then the number counts as theirs. A wrong one is an answer, not an error, so that the try stays counted.';

create view public.my_numbers with (security_barrier) as
select n.operator, n.msisdn_last4, n.proven_at from billing.numbers n where n.user_id = (select auth.uid());
comment on view public.my_numbers is 'One''s own paying numbers that were proven by a code, newest proof in proven_at.';
