-- Keys of people: what the server keeps of them is public, or sealed before it gets here.
create table public.user_public_keys (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  public_key text not null check (char_length(public_key) between 1 and 4096),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kid text,
  generation int,
  identity_key text,
  prev_hash text,
  created_ms bigint,
  signature text,
  succession text check (succession ~ '^[A-Za-z0-9+/]{86}==$'),
  constraint user_public_keys_signed check (case num_nulls(kid, generation, identity_key, prev_hash, created_ms, signature)
    when 6 then succession is null
    when 0 then public_key ~ '^[A-Za-z0-9+/]+$' and char_length(public_key) = 392 and kid ~ '^[A-Za-z0-9_-]{22}$' and generation > 0
      and identity_key ~ '^[A-Za-z0-9+/]{122}==$' and prev_hash ~ '^[A-Za-z0-9+/]{43}=$' and created_ms > 0
      and signature ~ '^[A-Za-z0-9+/]{86}==$'
    else false end)
);
comment on table public.user_public_keys is
  'To whom messages are encrypted. A row with public_key alone (spec §7) is taken, but nobody of ours encrypts to what its owner has not signed.';
comment on column public.user_public_keys.kid is 'The first 16 bytes of SHA-256 of the key, base64url.';
comment on column public.user_public_keys.prev_hash is 'SHA-256 of the statement and the signature before this one: the log is a chain that contacts keep.';
comment on column public.user_public_keys.succession is 'The identity key before this one, signing it.';

create table public.user_key_log (
  user_id uuid not null,
  seq int not null,
  public_key text,
  kid text,
  generation int,
  identity_key text,
  prev_hash text,
  created_ms bigint,
  signature text,
  succession text,
  hash text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, seq)
);
comment on table public.user_key_log is
  'Every key that somebody ever published, which readers need for what was written with it. Of accounts that are gone, the hashes alone.';
comment on column public.user_key_log.hash is 'Of a signed one: SHA-256 of its statement and signature, which the next one names.';

create function app.encode_fields(variadic fields bytea[]) returns bytea
language sql immutable parallel safe
set search_path = ''
as $$ select string_agg(int4send(length(field)) || field, ''::bytea order by place) from unnest(fields) with ordinality as f (field, place) $$;
comment on function app.encode_fields(bytea[]) is 'Each field after its length in four bytes: what is signed and hashed about messages (E2EE §2).';

create function app.key_hash(k public.user_public_keys) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when k.signature is not null then encode(sha256(app.encode_fields('cx1/key'::bytea, uuid_send(k.user_id), int4send(k.generation),
    sha256(decode(k.public_key, 'base64')), sha256(decode(k.identity_key, 'base64')), decode(k.prev_hash, 'base64'),
    int8send(k.created_ms)) || decode(k.signature, 'base64')), 'base64') end
$$;
comment on function app.key_hash(public.user_public_keys) is 'What the next signed key of this person names as prev_hash.';

create function app.check_public_key() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  latest public.user_key_log;
begin
  if auth.uid() <> new.user_id then
    raise exception 'Non autorisé' using errcode = '42501';
  end if;
  -- Of an upsert, only what is really written.
  if tg_op = 'INSERT' and exists (select from public.user_public_keys k where k.user_id = new.user_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if new.public_key <> old.public_key and new.signature is not distinct from old.signature then
      -- A client that signs nothing: the signature was not for this key.
      new.kid := null; new.generation := null; new.identity_key := null; new.prev_hash := null; new.created_ms := null;
      new.signature := null; new.succession := null;
    end if;
    if (new.public_key, new.signature) is not distinct from (old.public_key, old.signature) then
      return old;
    end if;
  end if;
  new.updated_at := clock_timestamp();
  -- What is signed only in part is for the table's own check.
  if num_nulls(new.kid, new.generation, new.identity_key, new.prev_hash, new.created_ms, new.signature) > 0
    or new.public_key !~ '^[A-Za-z0-9+/]+$' or char_length(new.public_key) <> 392 then
    return new;
  end if;
  if new.kid <> translate(rtrim(encode(substr(sha256(decode(new.public_key, 'base64')), 1, 16), 'base64'), '='), '+/', '-_') then
    raise exception 'The id is not of this key' using errcode = 'PT400', hint = 'key_invalid';
  end if;
  select l.* into latest from public.user_key_log l
  where l.user_id = new.user_id and l.signature is not null order by l.seq desc limit 1;
  if new.generation < latest.generation or new.generation = latest.generation and new.kid <> latest.kid then
    raise exception 'A newer key has been published' using errcode = 'PT409', hint = 'key_rollback';
  end if;
  if new.prev_hash <> coalesce(latest.hash, encode(decode(repeat('00', 32), 'hex'), 'base64')) then
    raise exception 'This key does not follow the one before it' using errcode = 'PT409', hint = 'stale_key';
  end if;
  return new;
end
$$;
comment on function app.check_public_key() is
  '''Non autorisé'' for anybody else''s (spec §6); PT400 key_invalid; PT409 key_rollback or stale_key where another device was first. What it means that a key changed is for those who verify signatures: contacts.';
create trigger check_public_key before insert or update on public.user_public_keys
  for each row execute function app.check_public_key();

create function app.log_public_key() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.user_key_log l set public_key = null, identity_key = null, signature = null, succession = null
    where l.user_id = old.user_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.public_key, new.signature) is not distinct from (old.public_key, old.signature) then
    return null;
  end if;
  insert into public.user_key_log (user_id, seq, public_key, kid, generation, identity_key, prev_hash, created_ms, signature,
    succession, hash)
  select new.user_id, coalesce(max(l.seq), 0) + 1, new.public_key, new.kid, new.generation, new.identity_key, new.prev_hash,
    new.created_ms, new.signature, new.succession, app.key_hash(new)
  from public.user_key_log l where l.user_id = new.user_id;
  perform app.tell_of_key(new.user_id);
  return null;
end
$$;
create trigger log_public_key after insert or update or delete on public.user_public_keys
  for each row execute function app.log_public_key();

alter table public.user_public_keys enable row level security;
alter table public.user_key_log enable row level security;
revoke all on public.user_public_keys, public.user_key_log from anon, authenticated;
revoke insert, update, delete, truncate on public.user_key_log from service_role;
grant select,
  insert (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession),
  update (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession)
  on public.user_public_keys to authenticated;
grant select on public.user_key_log to authenticated;
create policy "people read the keys of people" on public.user_public_keys
  for select to authenticated using (true);
create policy "people publish their own key" on public.user_public_keys
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people replace their own key" on public.user_public_keys
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people read the keys that were" on public.user_key_log
  for select to authenticated using (true);

create function public.key_log("user" uuid) returns setof public.user_key_log
language sql stable
set search_path = ''
as $$ select l.* from public.user_key_log l where l.user_id = key_log."user" order by l.seq limit 1000 $$;
comment on function public.key_log(uuid) is 'Every key that somebody published, the oldest first.';

-- What brings keys back on a new device. Read by the call alone, which counts.
create table public.user_key_backups (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  seq bigint not null check (seq > 0),
  bundle jsonb not null check (jsonb_typeof(bundle) = 'object' and octet_length(bundle::text) <= 131072),
  slots jsonb not null check (jsonb_typeof(slots) = 'array' and jsonb_array_length(slots) between 1 and 16 and octet_length(slots::text) <= 32768),
  pins text check (pins ~ '^[A-Za-z0-9+/]*={0,2}$' and char_length(pins) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reads_since timestamptz not null default now(),
  reads int not null default 0
);
comment on column public.user_key_backups.slots is 'Each seals the same master key otherwise: recovery code, passkey, passphrase (E2EE §5).';
comment on column public.user_key_backups.pins is 'Whose keys this person knows and has verified, sealed on the device.';
alter table public.user_key_backups enable row level security;
revoke all on public.user_key_backups from anon, authenticated;

create function public.get_key_backup() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  backup public.user_key_backups;
begin
  update public.user_key_backups b
  set reads = case when b.reads_since < clock_timestamp() - interval '1 hour' then 1 else b.reads + 1 end,
    reads_since = case when b.reads_since < clock_timestamp() - interval '1 hour' then clock_timestamp() else b.reads_since end
  where b.user_id = auth.uid() and (b.reads < 10 or b.reads_since < clock_timestamp() - interval '1 hour')
  returning b.* into backup;
  if not found then
    select b.* into backup from public.user_key_backups b where b.user_id = auth.uid();
    if found then
      raise exception 'The backup was read ten times within an hour' using errcode = 'PT429', hint = 'too_many_backup_reads',
        detail = greatest(1, ceil(extract(epoch from backup.reads_since + interval '1 hour' - clock_timestamp())))::text;
    end if;
    return null;
  end if;
  return jsonb_build_object('seq', backup.seq, 'bundle', backup.bundle, 'slots', backup.slots, 'pins', backup.pins,
    'updated_at', backup.updated_at);
end
$$;
comment on function public.get_key_backup() is
  'One''s own backup, {seq, bundle, slots, pins, updated_at} or null; ten times an hour, PT429 too_many_backup_reads after that.';

create function public.save_key_backup(bundle jsonb, slots jsonb, seq bigint) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.user_key_backups as b (user_id, bundle, slots, seq)
  values (auth.uid(), save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq)
  on conflict (user_id) do update
    set bundle = excluded.bundle, slots = excluded.slots, seq = excluded.seq, updated_at = clock_timestamp()
    -- A slot comes or goes without a new bundle.
    where b.seq < excluded.seq or b.seq = excluded.seq and b.bundle = excluded.bundle;
  if not found then
    raise exception 'A newer backup has been saved' using errcode = 'PT409', hint = 'stale_backup';
  end if;
end
$$;
comment on function public.save_key_backup(jsonb, jsonb, bigint) is
  'Replaces one''s own backup; seq grows with every bundle. PT409 stale_backup where another device was first.';

create function public.key_backup_info() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('seq', b.seq, 'updated_at', b.updated_at,
    'kinds', (select coalesce(jsonb_agg(slot -> 't' order by place), '[]') from jsonb_array_elements(b.slots) with ordinality as s (slot, place)))
  from public.user_key_backups b where b.user_id = auth.uid()
$$;
comment on function public.key_backup_info() is 'Whether one has a backup and what opens it: {seq, kinds, updated_at} or null. Nothing sealed is in it.';

create function public.get_pins() returns text
language sql stable security definer
set search_path = ''
as $$ select b.pins from public.user_key_backups b where b.user_id = auth.uid() $$;
create function public.save_pins(pins text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.user_key_backups b set pins = save_pins.pins where b.user_id = auth.uid();
  if not found then
    raise exception 'There is no backup yet' using errcode = 'PT409', hint = 'no_backup';
  end if;
end
$$;
comment on function public.save_pins(text) is 'Keeps whose keys one knows, sealed. PT409 no_backup before the first one.';

create table public.user_devices (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  label text not null check (char_length(label) between 1 and 80),
  has_keys boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table public.user_devices is 'For their owner''s eyes: nothing trusts it.';
create index user_devices_of_person on public.user_devices (user_id, last_seen_at desc);
alter table public.user_devices enable row level security;
revoke all on public.user_devices from anon, authenticated;
grant select, delete, insert (id, user_id, label, has_keys, last_seen_at), update (label, has_keys, last_seen_at, revoked_at)
  on public.user_devices to authenticated;
create policy "people read their own devices" on public.user_devices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add their own devices" on public.user_devices
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own devices" on public.user_devices
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people forget their own devices" on public.user_devices
  for delete to authenticated using (user_id = (select auth.uid()));

revoke execute on function
  app.encode_fields(bytea[]), app.key_hash(public.user_public_keys), app.check_public_key(), app.log_public_key(),
  public.key_log(uuid), public.get_key_backup(), public.save_key_backup(jsonb, jsonb, bigint), public.key_backup_info(),
  public.get_pins(), public.save_pins(text)
from public, anon, authenticated;
grant execute on function
  public.key_log(uuid), public.get_key_backup(), public.save_key_backup(jsonb, jsonb, bigint), public.key_backup_info(),
  public.get_pins(), public.save_pins(text)
to authenticated;
