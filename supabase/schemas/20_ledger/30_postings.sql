-- Transfers: the one function that writes entries, and what opens accounts and gives credits by it.

create function ledger.account(p_owner text, p_kind text, p_asset text) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  found_id bigint;
  lowest bigint := case when p_owner = 'platform' then null when p_kind = 'debt' then -1000000000 else 0 end;
  highest bigint := case when p_kind = 'debt' then 0 end;
begin
  select id into found_id from ledger.accounts where owner = p_owner and kind = p_kind and asset = p_asset;
  if found then
    return found_id;
  end if;
  insert into ledger.accounts (owner, kind, asset, floor, ceiling)
  values (p_owner, p_kind, p_asset, lowest, highest)
  on conflict (owner, kind, asset) do nothing
  returning id into found_id;
  if found_id is null then
    select id into strict found_id from ledger.accounts where owner = p_owner and kind = p_kind and asset = p_asset;
    return found_id;
  end if;
  if lowest is not null then
    insert into ledger.balances (account_id, floor, ceiling) values (found_id, lowest, highest);
  end if;
  return found_id;
end
$$;
comment on function ledger.account(text, text, text) is 'The id of an account, which is opened when there is none yet.';

create function ledger.post(
  p_key text,
  p_kind text,
  p_legs jsonb,
  p_ref_type text default null,
  p_ref_id text default null,
  p_meta jsonb default '{}',
  p_actor text default 'system',
  p_reverses bigint default null
) returns table (transfer_id bigint, replayed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  asked bytea := sha256(convert_to(jsonb_build_array(p_kind, p_legs, p_ref_type, p_ref_id, p_reverses)::text, 'UTF8'));
  made bigint;
  earlier record;
  leg record;
  place int := 0;
  after bigint;
  entry bigint;
begin
  -- Waits for whoever is posting under this key just now.
  insert into ledger.transfers (idem_key, kind, fingerprint, ref_type, ref_id, meta, actor, reverses)
  values (p_key, p_kind, asked, p_ref_type, p_ref_id, p_meta, p_actor, p_reverses)
  on conflict (idem_key) do nothing
  returning id into made;
  if made is null then
    select t.id, t.fingerprint into strict earlier from ledger.transfers t where t.idem_key = p_key;
    if earlier.fingerprint <> asked then
      raise exception 'This key was used for another transfer' using errcode = 'PT409', hint = p_key;
    end if;
    return query select earlier.id, true;
    return;
  end if;

  -- Two sorts: accounts that do not exist yet are opened in the order of their names, all are locked in that of their ids.
  for leg in
    select resolved.id, resolved.amount, resolved.is_kept
    from (
      select ledger.account(named.owner, named.kind, named.asset) as id, named.amount, named.owner <> 'platform' as is_kept
      from (
        select given ->> 'o' as owner, given ->> 'k' as kind, given ->> 'a' as asset, sum((given ->> 'n')::bigint)::bigint as amount
        from jsonb_array_elements(p_legs) as given
        group by 1, 2, 3
        having sum((given ->> 'n')::bigint) <> 0
        order by 1, 2, 3
      ) as named
      offset 0
    ) as resolved
    order by resolved.id
  loop
    after := null;
    entry := null;
    if leg.is_kept then
      -- The condition is evaluated on the latest committed row, after the wait for its lock; the CHECK stands behind it.
      update ledger.balances b
      set balance = b.balance + leg.amount, version = b.version + 1
      where b.account_id = leg.id and b.balance + leg.amount >= b.floor
      returning b.balance, b.version into after, entry;
      if not found then
        raise exception 'Insufficient credits'
          using errcode = 'PT402', hint = 'insufficient_credits', detail = format('Account %s needs %s more', leg.id, -leg.amount);
      end if;
    end if;
    place := place + 1;
    insert into ledger.entries (transfer_id, seq, account_id, amount, balance_after, account_version)
    values (made, place, leg.id, leg.amount, after, entry);
  end loop;
  return query select made, false;
end
$$;
comment on function ledger.post(text, text, jsonb, text, text, jsonb, text, bigint) is
  'The only way to move value. Legs: [{"o": owner, "k": kind, "a": asset, "n": amount}, …]. The same key again: the first transfer when the content is the same, else PT409. PT402 where a balance does not suffice.';

create function ledger.open_accounts(p_user uuid) returns void
language sql security definer
set search_path = ''
as $$
  select ledger.account('user:' || p_user, kind, 'CREDIT')
  from unnest(array['promo', 'paid', 'held', 'debt']) with ordinality as kinds (kind, place)
  order by place
$$;
comment on function ledger.open_accounts(uuid) is
  'Opens a person''s accounts in the order in which they are locked: promo (gifts), paid, held, debt.';

create function ledger.give(p_user uuid, p_amount bigint, p_reason text) returns bigint
language sql security definer
set search_path = ''
as $$
  select transfer_id from ledger.post(
    'bonus:' || p_user || ':' || p_reason,
    'bonus',
    jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'bonus', 'a', 'CREDIT', 'n', -p_amount),
      jsonb_build_object('o', 'user:' || p_user, 'k', 'promo', 'a', 'CREDIT', 'n', p_amount)),
    'bonus', p_reason)
$$;
comment on function ledger.give(uuid, bigint, text) is
  'Gives credits, once per person and reason; answers the transfer. For a person who was disappointed, too: an entry is never edited.';
