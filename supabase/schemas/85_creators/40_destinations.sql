-- Where somebody's money goes, and who they say they are.

create table billing.destinations (
  user_id uuid primary key,
  operator text not null references billing.operators (code),
  msisdn_hash bytea not null,
  msisdn_last4 text not null check (msisdn_last4 ~ '^[0-9]{4}$'),
  msisdn_sealed text not null,
  changed_at timestamptz not null default billing.clock()
);
comment on table billing.destinations is 'The number that withdrawals go to: proven by a code, and for 72 hours after a change none goes there.';
comment on column billing.destinations.msisdn_sealed is 'The number itself, sealed by the server''s key: whoever reads the database cannot call it.';
create index destinations_by_number on billing.destinations (msisdn_hash);

create table billing.identities (
  user_id uuid primary key,
  legal_name text not null check (char_length(legal_name) between 2 and 100),
  birth_date date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  stated_at timestamptz not null default billing.clock()
);
comment on table billing.identities is 'Who somebody says they are, and that the number is theirs: enough for 50 000 F a day and 200 000 F in thirty days.';

create function app.require_strong() returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
    and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
  then
    raise exception 'The second factor is needed' using errcode = 'PT403', hint = 'aal2_required';
  end if;
end
$$;
comment on function app.require_strong() is 'PT403 aal2_required for whoever has a second factor and has not used it in this session.';

create function public.check_payout_strength() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.require_person();
  perform app.require_strong();
end
$$;
comment on function public.check_payout_strength() is
  'Whether this session may change where one''s money goes: PT403 aal2_required where a second factor exists and was not used.';

create function public.set_payout_destination(p_user uuid, p_msisdn_hash text, p_sealed text) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  n billing.numbers;
  changed timestamptz;
begin
  select x.* into n from billing.numbers x where x.user_id = p_user and x.msisdn_hash = decode(p_msisdn_hash, 'hex');
  if not found or n.proven_at < billing.clock() - interval '10 minutes' then
    raise exception 'The number was not proven just now' using errcode = 'PT409', hint = 'number_unproven';
  end if;
  insert into billing.destinations (user_id, operator, msisdn_hash, msisdn_last4, msisdn_sealed)
  values (p_user, n.operator, n.msisdn_hash, n.msisdn_last4, p_sealed)
  on conflict (user_id) do update
  set operator = excluded.operator, msisdn_hash = excluded.msisdn_hash, msisdn_last4 = excluded.msisdn_last4,
    msisdn_sealed = excluded.msisdn_sealed, changed_at = billing.clock()
  where (billing.destinations.msisdn_hash, billing.destinations.operator) <> (excluded.msisdn_hash, excluded.operator)
  returning changed_at into changed;
  if found then
    perform billing.write_letter(p_user, 'destination_changed', jsonb_build_object('number', n.msisdn_last4));
    perform app.notify(p_user, 'payout', app.notification_key('payout', app.uuid_v7(), clock_timestamp()), null,
      jsonb_build_object('what', 'destination', 'last4', n.msisdn_last4, 'until', changed + interval '72 hours'), app.uuid_v7());
  end if;
  return coalesce(changed, (select d.changed_at from billing.destinations d where d.user_id = p_user)) + interval '72 hours';
end
$$;
comment on function public.set_payout_destination(uuid, text, text) is
  'Withdrawals of this person go to a number that they have proven in the last ten minutes (its hash as hex, and the number sealed). Answers from when on; the same number again changes nothing. The person is told by mail and in the app. PT409 number_unproven.';

create function public.save_identity(legal_name text, birth_date date, country text, number_is_mine boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  name constant text := app.clean_name(legal_name);
begin
  if name is null or char_length(name) not between 2 and 100 or name !~ '\S\s+\S' then
    raise exception 'First and last name' using errcode = 'PT422', hint = 'identity_name';
  end if;
  if birth_date is null or birth_date > (billing.today() - interval '18 years')::date or birth_date < date '1900-01-01'
    or app.is_teen(me)
  then
    raise exception 'From 18 years on' using errcode = 'PT422', hint = 'identity_age';
  end if;
  if country is null or country !~ '^[A-Z]{2}$' then
    raise exception 'There is no such country' using errcode = 'PT422', hint = 'identity_country';
  end if;
  if number_is_mine is not true then
    raise exception 'The number must be one''s own' using errcode = 'PT422', hint = 'identity_statement';
  end if;
  if exists (select from billing.payouts x where x.user_id = me and x.status = 'sent') then
    raise exception 'Money was sent to this person already' using errcode = 'PT409', hint = 'identity_settled';
  end if;
  insert into billing.identities values (me, name, birth_date, country)
  on conflict (user_id) do update
  set legal_name = excluded.legal_name, birth_date = excluded.birth_date, country = excluded.country, stated_at = billing.clock();
end
$$;
comment on function public.save_identity(text, date, text, boolean) is
  'Who one is, before the first withdrawal, and that the number is one''s own. PT422 identity_name, identity_age, identity_country, identity_statement; PT409 identity_settled once something was sent.';
