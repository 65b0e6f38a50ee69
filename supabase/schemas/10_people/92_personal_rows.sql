-- What an archive of somebody's data is read from.

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
  select 'credit_statement'
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
