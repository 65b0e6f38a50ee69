-- Everything that somebody has here, as one archive that they fetch within a week.

insert into storage.buckets (id, name, public, allowed_mime_types)
values ('exports', 'exports', false, '{application/zip}')
on conflict (id) do nothing;

create table public.data_exports (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed', 'expired')),
  paths text[] not null default '{}',
  bytes bigint check (bytes > 0),
  pictures int,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  constraint data_exports_ready_check check (status <> 'ready' or (paths <> '{}' and expires_at is not null))
);
comment on column public.data_exports.paths is
  'In the private bucket exports, more than one where there are many pictures; signed for a moment when its owner fetches them.';
comment on column public.data_exports.bytes is 'Of all its files together.';
create index data_exports_of_person on public.data_exports (user_id, id desc);
create unique index data_exports_one_at_a_time on public.data_exports (user_id) where status in ('waiting', 'running');
create index data_exports_expiring on public.data_exports (expires_at) where status = 'ready';

alter table public.data_exports enable row level security;
revoke all on public.data_exports from anon, authenticated;
grant select on public.data_exports to authenticated;
create policy "people read their own exports" on public.data_exports
  for select to authenticated using (user_id = (select auth.uid()));

create table app.export_work (
  export_id uuid primary key references public.data_exports (id) on delete cascade,
  attempts int not null default 0,
  leased_until timestamptz not null default '-infinity'
);

alter table app.export_work enable row level security;

create policy "people fetch their own archives" on storage.objects
  for select to authenticated using (bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text);

create function public.request_data_export() returns public.data_exports
language plpgsql security definer
set search_path = ''
as $$
declare
  latest public.data_exports;
begin
  perform from public.profiles p where p.id = auth.uid() for no key update;
  if not found then
    raise exception 'Nobody is signed in' using errcode = 'PT401', hint = 'not_authenticated';
  end if;
  select e.* into latest from public.data_exports e where e.user_id = auth.uid() and e.status <> 'failed' order by e.id desc limit 1;
  if latest.status in ('waiting', 'running') then
    return latest;
  end if;
  if latest.created_at > now() - interval '1 day' then
    raise exception 'One archive a day' using errcode = 'PT429', hint = 'export_too_soon',
      detail = ceil(extract(epoch from latest.created_at + interval '1 day' - now()))::text;
  end if;
  insert into public.data_exports (user_id) values (auth.uid()) returning * into latest;
  insert into app.export_work (export_id) values (latest.id);
  return latest;
end
$$;
comment on function public.request_data_export() is
  'Asks for an archive, or answers the one that is being made. PT429 export_too_soon: one a day; the details are the seconds left.';

create function public.claim_data_export() returns public.data_exports
language plpgsql security definer
set search_path = ''
as $$
declare
  claimed public.data_exports;
begin
  update public.data_exports e set status = 'failed', finished_at = clock_timestamp()
  from app.export_work w
  where w.export_id = e.id and e.status = 'running' and w.leased_until < clock_timestamp() and w.attempts >= 3;
  with next as (
    select e.id from public.data_exports e
    join app.export_work w on w.export_id = e.id
    where e.status in ('waiting', 'running') and w.leased_until < clock_timestamp()
    order by e.id
    limit 1
    for update of e, w skip locked
  ), leased as (
    update app.export_work w set attempts = w.attempts + 1, leased_until = clock_timestamp() + interval '2 minutes'
    from next where w.export_id = next.id
  )
  update public.data_exports e set status = 'running' from next where e.id = next.id
  returning e.* into claimed;
  return claimed;
end
$$;
comment on function public.claim_data_export() is
  'The archive to make next, for two minutes; null where none waits. What a killed worker has left is tried three times.';

create function public.hold_data_export(p_id uuid) returns boolean
language sql security definer
set search_path = ''
as $$
  with held as (
    update app.export_work w set leased_until = clock_timestamp() + interval '2 minutes'
    from public.data_exports e
    where w.export_id = p_id and e.id = w.export_id and e.status = 'running' and w.leased_until > clock_timestamp()
    returning true)
  select exists (select from held)
$$;
comment on function public.hold_data_export(uuid) is 'Two minutes more; false where somebody else may have taken it up.';

create function public.finish_data_export(p_id uuid, p_paths text[], p_bytes bigint, p_pictures int) returns void
language sql security definer
set search_path = ''
as $$
  update public.data_exports e
  set status = 'ready', paths = p_paths, bytes = p_bytes, pictures = p_pictures, finished_at = clock_timestamp(),
    expires_at = clock_timestamp() + interval '7 days'
  where e.id = p_id and e.status = 'running'
$$;

create function public.expired_data_exports(p_limit int) returns table (id uuid, paths text[])
language sql stable security definer
set search_path = ''
as $$ select e.id, e.paths from public.data_exports e where e.status = 'ready' and e.expires_at < now() order by e.expires_at limit p_limit $$;

create function public.forget_data_exports(p_ids uuid[]) returns void
language sql security definer
set search_path = ''
as $$
  update public.data_exports e set status = 'expired', paths = '{}'
  where e.id = any (p_ids) and e.status = 'ready' and e.expires_at < now()
$$;

revoke execute on function
  public.request_data_export(), public.claim_data_export(), public.hold_data_export(uuid),
  public.finish_data_export(uuid, text[], bigint, int), public.expired_data_exports(int),
  public.forget_data_exports(uuid[]) from public, anon, authenticated;
grant execute on function public.request_data_export() to authenticated;

-- What an archive is read from.
create function public.personal_tables() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select c.relname::text
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
    and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and a.attname in ('id', 'user_id', 'owner_id', 'creator_id', 'author_id', 'follower_id', 'blocker_id', 'reporter_id')
    and pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
  union
  -- Of money people have no tables, but views that show them their own.
  select unnest(array['credit_statement', 'my_earnings', 'my_gifts', 'my_identity', 'my_numbers', 'my_payments', 'my_payouts', 'my_promo_codes', 'my_receipts', 'my_royalties', 'my_subscription'])
  order by 1
$$;
comment on function public.personal_tables() is
  'Tables with rows of people, by the name of the column that says whose: what refers to somebody otherwise (who blocks or reports them) is not theirs to have. A new table comes by itself.';

create function public.personal_rows(p_user uuid, p_table text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  relation constant regclass := (
    select pg_catalog.to_regclass('public.' || pg_catalog.quote_ident(name)) from public.personal_tables() as name where name = p_table);
  whose text;
  columns text;
  found_rows jsonb;
begin
  select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
    and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select');
  select pg_catalog.string_agg(pg_catalog.format('%I = %L', a.attname, p_user), ' or ') into whose
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.conrelid = relation and k.contype = 'f' and cardinality(k.conkey) = 1
    and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and a.attname in ('id', 'user_id', 'owner_id', 'creator_id', 'author_id', 'follower_id', 'blocker_id', 'reporter_id');
  if relation is null or columns is null then
    return '[]';
  end if;
  -- Views on the ledger show what is of the person who asks.
  perform pg_catalog.set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);
  execute pg_catalog.format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s where %s limit 100000) as r',
    columns, relation, coalesce(whose, 'true')) into found_rows;
  return found_rows;
end
$$;
comment on function public.personal_rows(uuid, text) is 'A person''s rows of one table, with the columns that they could read themselves.';

revoke execute on function public.personal_tables(), public.personal_rows(uuid, text) from public, anon, authenticated;
