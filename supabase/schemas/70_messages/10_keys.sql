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

alter table public.user_public_keys enable row level security;
revoke all on public.user_public_keys from anon, authenticated;
grant
  select,
  insert (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession),
  update (user_id, public_key, kid, generation, identity_key, prev_hash, created_ms, signature, succession)
on public.user_public_keys to authenticated;
create policy "people read the keys of people" on public.user_public_keys
  for select to authenticated using (true);
create policy "people publish their own key" on public.user_public_keys
  for insert to authenticated with check (user_id = (select auth.uid()) and (select app.is_own_session()));
create policy "people replace their own key" on public.user_public_keys
  for update to authenticated using (user_id = (select auth.uid()) and (select app.is_own_session()))
  with check (user_id = (select auth.uid()));

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

alter table public.user_key_log enable row level security;
revoke all on public.user_key_log from anon, authenticated;
revoke insert, update, delete, truncate on public.user_key_log from service_role;
grant select on public.user_key_log to authenticated;
create policy "people read the keys that were" on public.user_key_log
  for select to authenticated using (true);

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
    if auth.uid() is not null and old.signature is not null and not app.has_signed_in_lately() and not exists (
      select from public.user_key_backups b where b.user_id = new.user_id and b.key_signature = new.signature) then
      raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
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
  -- No leap: its owner would have no number left to come after it.
  if new.prev_hash <> coalesce(latest.hash, encode(decode(repeat('00', 32), 'hex'), 'base64'))
    or new.generation - 1 > latest.generation then
    raise exception 'This key does not follow the one before it' using errcode = 'PT409', hint = 'stale_key';
  end if;
  return new;
end
$$;
comment on function app.check_public_key() is
  '''Non autorisé'' for anybody else''s (spec §6); PT403 sign_in_again where a signed key is replaced by one that no backup was saved for; PT400 key_invalid; PT409 key_rollback or stale_key where another device was first. What it means that a key changed is for those who verify signatures: contacts.';

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

create function public.key_log("user" uuid) returns setof public.user_key_log
language sql stable
set search_path = ''
as $$ select l.* from public.user_key_log l where l.user_id = key_log."user" order by l.seq limit 1000 $$;
comment on function public.key_log(uuid) is 'Every key that somebody published, the oldest first.';

revoke execute on function
  app.encode_fields(bytea[]), app.key_hash(public.user_public_keys), app.check_public_key(), app.log_public_key()
from public;
revoke execute on function public.key_log(uuid) from public, anon, authenticated;
grant execute on function public.key_log(uuid) to authenticated;
