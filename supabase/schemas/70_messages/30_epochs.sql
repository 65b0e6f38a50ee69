-- The epochs of keys that a conversation is written under (E2EE §2.2): opening them, and passing earlier ones on.

create table public.conversation_epochs (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  epoch int not null check (epoch > 0),
  epoch_id uuid not null unique,
  creator_id uuid not null,
  manifest text not null,
  signature text not null check (signature ~ '^[A-Za-z0-9+/]{86}==$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, epoch)
);
comment on table public.conversation_epochs is 'Who may read what is written under one key, signed by the member who opened it.';

alter table public.conversation_epochs enable row level security;
revoke all on public.conversation_epochs from anon, authenticated;
grant select on public.conversation_epochs to authenticated;
create policy "members read the epochs of their conversations" on public.conversation_epochs
  for select to authenticated using (conversation_id = any ((select app.my_conversations())::uuid[]));

create table public.conversation_keys (
  epoch_id uuid not null references public.conversation_epochs (epoch_id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kid text not null check (kid ~ '^[A-Za-z0-9_-]{22}$'),
  wrapped_key text not null check (wrapped_key ~ '^[A-Za-z0-9+/]+==$' and char_length(wrapped_key) = 344),
  shared_by uuid,
  share_sig text check (share_sig ~ '^[A-Za-z0-9+/]{86}==$'),
  primary key (epoch_id, user_id, kid)
);
comment on column public.conversation_keys.shared_by is 'Who passed an earlier epoch on to this member, who was not in it.';
create index conversation_keys_of_person on public.conversation_keys (user_id);

alter table public.conversation_keys enable row level security;
revoke all on public.conversation_keys from anon, authenticated;
grant select on public.conversation_keys to authenticated;
create policy "people read keys that are wrapped for them" on public.conversation_keys
  for select to authenticated using (user_id = (select auth.uid()));

-- The manifest is read as its readers will: a wrong one is refused before anybody writes under it. Whether to believe
-- it is for them to say, who have the signer's key.
create type app.manifest as (
  conversation_id uuid, epoch_id uuid, creator_id uuid, prev_epoch_id uuid, prev_hash bytea, members uuid[], kids text[]);

create function app.read_manifest(manifest text) returns app.manifest
language plpgsql immutable
set search_path = ''
as $$
declare
  field bytea[] := '{}';
  rest bytea;
  size int;
  member bytea;
  m app.manifest;
begin
  rest := decode(manifest, 'base64');
  for place in 1..9 loop
    size := ('x' || encode(substr(rest, 1, 4), 'hex'))::bit(32)::int;
    if size < 0 or size > length(rest) - 4 then
      return null;
    end if;
    field := field || substr(rest, 5, size);
    rest := substr(rest, 5 + size);
  end loop;
  if length(rest) > 0 or field[1] <> 'cx1/epoch'::bytea or length(field[9]) % 68 <> 0 or length(field[9]) not between 68 and 4352
    or array[length(field[2]), length(field[3]), length(field[4]), length(field[5]), length(field[6]), length(field[7]), length(field[8])]
      <> '{16,16,16,8,16,32,32}' then
    return null;
  end if;
  m.conversation_id := encode(field[2], 'hex')::uuid;
  m.epoch_id := encode(field[3], 'hex')::uuid;
  m.creator_id := encode(field[4], 'hex')::uuid;
  m.prev_epoch_id := encode(field[6], 'hex')::uuid;
  m.prev_hash := field[7];
  for place in 0..length(field[9]) / 68 - 1 loop
    member := substr(field[9], 1 + 68 * place, 68);
    m.members := m.members || encode(substr(member, 1, 16), 'hex')::uuid;
    m.kids := m.kids || translate(rtrim(encode(substr(member, 17, 16), 'base64'), '='), '+/', '-_');
  end loop;
  return m;
exception when data_exception then
  return null;
end
$$;
comment on function app.read_manifest(text) is 'What a manifest says (E2EE §2.2); null where it says nothing.';

create function public.publish_epoch(manifest text, signature text, epoch int, wraps jsonb) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  m constant app.manifest := app.read_manifest(manifest);
  latest public.conversation_epochs;
  is_direct boolean;
begin
  if m.epoch_id is null or m.creator_id <> auth.uid() or jsonb_typeof(wraps) is distinct from 'array' then
    raise exception 'The manifest is not in order' using errcode = 'PT400', hint = 'manifest_invalid';
  end if;
  perform app.must_share(m.conversation_id);
  select e.* into latest from public.conversation_epochs e
  where e.conversation_id = m.conversation_id order by e.epoch desc limit 1;
  if publish_epoch.epoch <> coalesce(latest.epoch, 0) + 1
    or m.prev_epoch_id <> coalesce(latest.epoch_id, '00000000-0000-0000-0000-000000000000')
    or m.prev_hash <> coalesce(sha256(decode(latest.manifest, 'base64')), decode(repeat('00', 32), 'hex')) then
    raise exception 'Another epoch has been opened' using errcode = 'PT409', hint = 'epoch_exists',
      detail = coalesce(latest.epoch_id::text, '');
  end if;
  is_direct := (select c.kind = 'direct' from public.conversations c where c.id = m.conversation_id);
  if is_direct and cardinality(m.members) <> 2 then
    raise exception 'Not everybody has a key yet' using errcode = 'PT409', hint = 'no_key';
  end if;
  -- Who takes part, with the keys they have signed last: all of them and nobody else, sorted as the manifest is.
  if (m.members, m.kids) is distinct from (
    select row(array_agg(p.user_id order by p.user_id), array_agg(k.kid order by p.user_id))
    from public.conversation_participants p
    join public.user_public_keys k on k.user_id = p.user_id and k.signature is not null
    where p.conversation_id = m.conversation_id and p.is_active) then
    raise exception 'Members or their keys are others by now' using errcode = 'PT409',
      hint = case when is_direct and exists (
        select from public.conversation_participants p
        left join public.user_public_keys k on k.user_id = p.user_id
        where p.conversation_id = m.conversation_id and k.signature is null) then 'no_key' else 'stale_members' end;
  end if;
  insert into public.conversation_epochs (conversation_id, epoch, epoch_id, creator_id, manifest, signature)
  values (m.conversation_id, publish_epoch.epoch, m.epoch_id, auth.uid(), publish_epoch.manifest, publish_epoch.signature);
  insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key)
  select m.epoch_id, w.user_id, w.kid, w.wrapped_key
  from jsonb_to_recordset(wraps) as w (user_id uuid, kid text, wrapped_key text);
  if jsonb_array_length(wraps) <> cardinality(m.members) or exists (
    select from unnest(m.members, m.kids) as member (user_id, kid)
    where not exists (
      select from public.conversation_keys k
      where k.epoch_id = m.epoch_id and k.user_id = member.user_id and k.kid = member.kid)) then
    raise exception 'The key is wrapped for each member once' using errcode = 'PT400', hint = 'wraps_invalid';
  end if;
  update public.conversations c set epoch_id = m.epoch_id where c.id = m.conversation_id;
  perform app.tell_members(m.conversation_id, jsonb_build_object('epoch_id', m.epoch_id));
  return m.epoch_id;
exception when unique_violation then
  raise exception 'This epoch has been opened' using errcode = 'PT409', hint = 'epoch_exists';
end
$$;
comment on function public.publish_epoch(text, text, int, jsonb) is
  'Opens an epoch with all its keys at once: wraps [{user_id, kid, wrapped_key}]. PT409 epoch_exists where somebody was first, stale_members, no_key where the other of two has none; PT400 manifest_invalid, wraps_invalid; 42501 not_participant.';

-- Whoever is given earlier epochs reads from then on: they alone, and not whoever was given them once, and left since.
create function public.share_epochs(conversation uuid, wraps jsonb) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  shared int;
  given record;
begin
  perform app.must_share(conversation);
  insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key, shared_by, share_sig)
  select e.epoch_id, w.user_id, w.kid, w.wrapped_key, auth.uid(), w.share_sig
  from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid, kid text, wrapped_key text, share_sig text)
  join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
  join public.conversation_participants p on p.conversation_id = e.conversation_id and p.user_id = w.user_id and p.is_active
  join public.user_public_keys k on k.user_id = w.user_id and k.kid = w.kid
  -- One passes on what one has oneself.
  where w.share_sig is not null and exists (
    select from public.conversation_keys own where own.epoch_id = e.epoch_id and own.user_id = auth.uid())
  on conflict do nothing;
  get diagnostics shared = row_count;
  for given in
    select k.user_id, min(e.created_at) as since
    from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid)
    join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
    join public.conversation_keys k on k.epoch_id = e.epoch_id and k.user_id = w.user_id and k.shared_by = auth.uid()
    group by k.user_id
  loop
    update public.conversation_settings s set reads_from = given.since
    where s.conversation_id = share_epochs.conversation and s.user_id = given.user_id and s.reads_from > given.since
      -- What somebody has deleted for themselves stays so.
      and s.hidden_at is null;
    perform realtime.send(jsonb_build_object('conversation_id', conversation), 'conversation', 'user:' || given.user_id, true);
  end loop;
  return shared;
end
$$;
comment on function public.share_epochs(uuid, jsonb) is
  'Passes earlier epochs on to members: wraps [{epoch_id, user_id, kid, wrapped_key, share_sig}]; answers how many were new. Who gets them reads what was written under them.';

create function app.forget_unreadable(p_conversation uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  oldest timestamptz;
begin
  select min(coalesce(s.reads_from, '-infinity')) into oldest
  from public.conversation_participants p
  join public.conversation_settings s on s.conversation_id = p.conversation_id and s.user_id = p.user_id
  where p.conversation_id = p_conversation and p.is_active;
  if oldest is null then
    delete from public.conversations c where c.id = p_conversation;
  elsif oldest > '-infinity' then
    delete from public.encrypted_messages m where m.conversation_id = p_conversation and m.created_at < oldest;
  end if;
end
$$;
comment on function app.forget_unreadable(uuid) is 'What no member may read any more goes: deleted by both sides, or left by all.';

revoke execute on function app.read_manifest(text), app.forget_unreadable(uuid) from public;
revoke execute on function
  public.publish_epoch(text, text, int, jsonb), public.share_epochs(uuid, jsonb) from public, anon, authenticated;
grant execute on function
  public.publish_epoch(text, text, int, jsonb), public.share_epochs(uuid, jsonb) to authenticated;
