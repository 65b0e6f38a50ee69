-- What brings keys back on a new device. A session that was stolen has neither keys nor a way to open them, and must
-- not be able to take them from their owner: what replaces a backup or a signed key takes a sign-in of the last quarter
-- of an hour, and what was replaced stays to be restored.

-- Read by the call alone, which counts.
create table public.user_key_backups (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  seq bigint not null check (seq > 0),
  bundle jsonb not null check (jsonb_typeof(bundle) = 'object' and octet_length(bundle::text) <= 131072),
  slots jsonb not null check (jsonb_typeof(slots) = 'array' and jsonb_array_length(slots) between 1 and 16 and octet_length(slots::text) <= 32768),
  -- Somebody's keys take some 600 characters of it: room for as many people as one person writes to.
  pins text check (pins ~ '^[A-Za-z0-9+/]*={0,2}$' and char_length(pins) <= 2097152),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reads_since timestamptz not null default now(),
  reads int not null default 0,
  key_signature text check (key_signature ~ '^[A-Za-z0-9+/]{86}==$'),
  confirmed_at timestamptz
);
comment on column public.user_key_backups.slots is 'Each seals the same master key otherwise: recovery code, passkey, passphrase (E2EE §5).';
comment on column public.user_key_backups.pins is 'Whose keys this person knows and has verified, sealed on the device.';
comment on column public.user_key_backups.key_signature is
  'Of the key that this backup was saved for: it may be published also later, on whatever device the backup is opened.';
comment on column public.user_key_backups.confirmed_at is
  'When its person showed that they have kept what opens it; the device makes and saves the first one without a question.';

alter table public.user_key_backups enable row level security;
revoke all on public.user_key_backups from anon, authenticated;

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

create table public.former_key_backups (
  user_id uuid not null references public.profiles (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null,
  seq bigint not null,
  bundle jsonb not null,
  slots jsonb not null,
  primary key (user_id, replaced_at)
);
comment on table public.former_key_backups is
  'Backups that another one has replaced, for thirty days and the last five for longer. Read by the call alone, which counts.';

alter table public.former_key_backups enable row level security;
revoke all on public.former_key_backups from anon, authenticated;

create function app.count_backup_read() returns void
language plpgsql
set search_path = ''
as $$
declare
  since timestamptz;
begin
  update public.user_key_backups b
  set reads = case when b.reads_since < clock_timestamp() - interval '1 hour' then 1 else b.reads + 1 end,
    reads_since = case when b.reads_since < clock_timestamp() - interval '1 hour' then clock_timestamp() else b.reads_since end
  where b.user_id = auth.uid() and (b.reads < 10 or b.reads_since < clock_timestamp() - interval '1 hour');
  if found then
    return;
  end if;
  select b.reads_since into since from public.user_key_backups b where b.user_id = auth.uid();
  if found then
    raise exception 'The backup was read ten times within an hour' using errcode = 'PT429', hint = 'too_many_backup_reads',
      detail = greatest(1, ceil(extract(epoch from since + interval '1 hour' - clock_timestamp())))::text;
  end if;
end
$$;
comment on function app.count_backup_read() is 'PT429 too_many_backup_reads after the tenth within an hour; the detail is how many seconds are left of it.';

create function public.get_key_backup() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.count_backup_read();
  return (
    select jsonb_build_object('seq', b.seq, 'bundle', b.bundle, 'slots', b.slots, 'pins', b.pins, 'updated_at', b.updated_at)
    from public.user_key_backups b where b.user_id = auth.uid());
end
$$;
comment on function public.get_key_backup() is
  'One''s own backup, {seq, bundle, slots, pins, updated_at} or null; ten times an hour, PT429 too_many_backup_reads after that.';

create function public.get_former_key_backups(before timestamptz default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.count_backup_read();
  return (
    select coalesce(jsonb_agg(to_jsonb(page) - 'user_id' order by page.replaced_at desc), '[]')
    from (
      select f.* from public.former_key_backups f
      where f.user_id = auth.uid() and f.replaced_at < coalesce(get_former_key_backups.before, 'infinity')
      order by f.replaced_at desc limit 10) as page);
end
$$;
comment on function public.get_former_key_backups(timestamptz) is
  'One''s own backups that were replaced, the last first, ten at a time: [{seq, bundle, slots, saved_at, replaced_at}]. It counts as a reading of the backup: PT429 too_many_backup_reads.';

create function app.keep_former_backup(b public.user_key_backups) returns void
language plpgsql
set search_path = ''
as $$
declare
  nth_last constant timestamptz := (
    select f.replaced_at from public.former_key_backups f where f.user_id = b.user_id order by f.replaced_at desc offset 19 limit 1);
begin
  if nth_last > clock_timestamp() - interval '1 day' then
    raise exception 'The backup was replaced twenty times within a day' using errcode = 'PT429', hint = 'too_many_backups',
      detail = greatest(1, ceil(extract(epoch from nth_last + interval '1 day' - clock_timestamp())))::text;
  end if;
  insert into public.former_key_backups (user_id, saved_at, seq, bundle, slots)
  values (b.user_id, b.updated_at, b.seq, b.bundle, b.slots);
  delete from public.former_key_backups f
  where f.user_id = b.user_id and f.replaced_at < clock_timestamp() - interval '30 days' and f.replaced_at < (
    select last.replaced_at from public.former_key_backups last
    where last.user_id = b.user_id order by last.replaced_at desc offset 4 limit 1);
end
$$;
comment on function app.keep_former_backup(public.user_key_backups) is
  'PT429 too_many_backups: what is kept for thirty days must not be made to fill the table.';

create function public.save_key_backup(bundle jsonb, slots jsonb, seq bigint, key_signature text default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.user_key_backups;
begin
  insert into public.user_key_backups (user_id, bundle, slots, seq, key_signature)
  values (auth.uid(), save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq, save_key_backup.key_signature)
  on conflict (user_id) do nothing;
  if found then
    return;
  end if;
  select b.* into strict held from public.user_key_backups b where b.user_id = auth.uid() for update;
  -- An answer that was lost: it is saved already.
  if (held.bundle, held.slots, held.seq, held.key_signature)
    is not distinct from (save_key_backup.bundle, save_key_backup.slots, save_key_backup.seq,
      coalesce(save_key_backup.key_signature, held.key_signature)) then
    return;
  end if;
  -- A slot comes or goes without a new bundle.
  if (held.seq < save_key_backup.seq or held.seq = save_key_backup.seq and held.bundle = save_key_backup.bundle) is not true then
    raise exception 'A newer backup has been saved' using errcode = 'PT409', hint = 'stale_backup';
  end if;
  -- It is counted up; a leap to the end of the numbers would leave none for its owner.
  if save_key_backup.seq > held.seq + 1000 then
    raise exception 'The number of this backup is far ahead' using errcode = 'PT400', hint = 'backup_invalid';
  end if;
  if not app.has_signed_in_lately() then
    raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
  end if;
  perform app.keep_former_backup(held);
  update public.user_key_backups b
  set bundle = save_key_backup.bundle, slots = save_key_backup.slots, seq = save_key_backup.seq, updated_at = clock_timestamp(),
    key_signature = coalesce(save_key_backup.key_signature, b.key_signature),
    -- Other keys under other secrets: nobody has shown yet that they kept one.
    confirmed_at = case when b.bundle = save_key_backup.bundle or b.slots = save_key_backup.slots then b.confirmed_at end
  where b.user_id = auth.uid();
end
$$;
comment on function public.save_key_backup(jsonb, jsonb, bigint, text) is
  'Saves one''s own backup; seq grows with every bundle, key_signature is that of the key it is for. What is replaced is kept. The first is free; another takes a sign-in of the last fifteen minutes: PT403 sign_in_again. PT409 stale_backup where another device was first, PT429 too_many_backups, PT400 backup_invalid.';

create function public.confirm_key_backup() returns void
language sql security definer
set search_path = ''
as $$ update public.user_key_backups b set confirmed_at = coalesce(b.confirmed_at, clock_timestamp()) where b.user_id = auth.uid() $$;
comment on function public.confirm_key_backup() is 'One has shown on a device that one kept what opens one''s backup.';

create function public.key_backup_info() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('seq', b.seq, 'updated_at', b.updated_at, 'may_replace', app.has_signed_in_lately(),
    'kinds', (select coalesce(jsonb_agg(slot -> 't' order by place), '[]') from jsonb_array_elements(b.slots) with ordinality as s (slot, place)),
    'former_kinds', (
      select coalesce(jsonb_agg(distinct slot -> 't'), '[]')
      from public.former_key_backups f cross join jsonb_array_elements(f.slots) as slot
      where f.user_id = b.user_id))
  from public.user_key_backups b where b.user_id = auth.uid()
$$;
comment on function public.key_backup_info() is
  'Whether one has a backup and what opens it: {seq, kinds, former_kinds, may_replace, updated_at} or null. former_kinds: what opens those that were replaced; may_replace: whether the sign-in is recent enough to replace it. Nothing sealed is in it.';

revoke execute on function
  public.get_pins(), public.save_pins(text), public.get_key_backup(), public.get_former_key_backups(timestamptz),
  public.save_key_backup(jsonb, jsonb, bigint, text), public.confirm_key_backup(), public.key_backup_info() from public, anon, authenticated;
revoke execute on function app.count_backup_read(), app.keep_former_backup(public.user_key_backups) from public;
grant execute on function
  public.get_pins(), public.save_pins(text), public.get_key_backup(), public.get_former_key_backups(timestamptz),
  public.save_key_backup(jsonb, jsonb, bigint, text), public.confirm_key_backup(), public.key_backup_info() to authenticated;
