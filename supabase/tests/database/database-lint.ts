/** What may not be in the database, each as a query that names what breaks the rule. */

interface Rule {
  readonly name: string
  /** Rows of one column, `found`. */
  readonly sql: string
  /** Breaks the rule, for the test that the rule sees. */
  readonly plant: string
}

const clients = `(values ('anon'), ('authenticated')) as client (role)`
const exposed = `n.nspname = 'public'`
const name = `n.nspname || '.' || c.relname`
const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace`
const policies = `pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace`
const policy = `${name} || ': ' || p.polname`
const routines = `pg_proc p join pg_namespace n on n.oid = p.pronamespace`
/** The house's own schemas and the product's; what extensions bring is theirs. */
const ours = `n.nspname in ('public', 'app', 'ledger', 'auth', 'storage', 'realtime')
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

export const rules: readonly Rule[] = [
  {
    name: 'tables that clients can name have row-level security',
    sql: `select ${name} as found from ${relations} where ${exposed} and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    plant: 'create table public.planted (id int)',
  },
  {
    name: 'partitions too, for who names the partition passes by the policies of its parent',
    sql: `select ${name} as found from ${relations} cross join ${clients}
          where c.relispartition and has_any_column_privilege(role, c.oid, 'select, insert, update')`,
    plant: `create table public.planted (id int) partition by list (id); alter table public.planted enable row level security;
            create table public.planted_1 partition of public.planted for values in (1);
            alter table public.planted_1 enable row level security; grant select on public.planted_1 to anon`,
  },
  {
    name: 'a table that clients may read or write has policies',
    sql: `select distinct ${name} as found from ${relations} cross join ${clients}
          where ${exposed} and c.relkind in ('r', 'p') and has_any_column_privilege(role, c.oid, 'select, insert, update')
            and not exists (select from pg_policy p where p.polrelid = c.oid)`,
    plant:
      'create table public.planted (id int); alter table public.planted enable row level security; grant select on public.planted to anon',
  },
  {
    name: 'no policy lets everybody write everything',
    sql: `select ${policy} as found from ${policies} where p.polcmd <> 'r'
            and coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') = 'true'
            and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') = 'true'`,
    plant: 'create policy planted on public.profiles for insert to authenticated with check (true)',
  },
  {
    name: 'who may update says what may come of it',
    sql: `select ${policy} as found from ${policies} where p.polcmd in ('w', '*') and p.polwithcheck is null`,
    plant: 'create policy planted on public.profiles for update to authenticated using (id = auth.uid())',
  },
  {
    name: 'a policy that writes names its roles',
    sql: `select ${policy} as found from ${policies} where p.polcmd <> 'r' and p.polroles = '{0}'`,
    plant: 'create policy planted on public.profiles for delete using (id = auth.uid())',
  },
  {
    name: 'visitors write nothing',
    sql: `select ${name} || ': ' || kind as found from ${relations}
          cross join (values ('insert'), ('update'), ('delete')) as wanted (kind)
          where ${exposed} and c.relkind in ('r', 'p', 'v')
            and (kind = 'delete' and has_table_privilege('anon', c.oid, 'delete')
              or kind <> 'delete' and has_any_column_privilege('anon', c.oid, kind))`,
    plant: 'grant delete on public.post_likes to anon',
  },
  {
    name: 'people write columns, not tables',
    sql: `select ${name} as found from ${relations}
          where ${exposed} and c.relkind in ('r', 'p') and has_table_privilege('authenticated', c.oid, 'insert, update')`,
    plant: 'grant update on public.profiles to authenticated',
  },
  {
    name: 'clients neither empty tables nor hang triggers on them',
    sql: `select distinct ${name} as found from ${relations} cross join ${clients}
          where ${exposed} and c.relkind in ('r', 'p', 'v') and has_table_privilege(role, c.oid, 'truncate, references, trigger')`,
    plant: 'grant truncate on public.post_likes to authenticated',
  },
  {
    name: 'views ask with the rights of who reads them, but for those on money, which are barriers',
    sql: `select ${name} as found from ${relations}
          where ${exposed} and c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}' or c.reloptions @> '{security_invoker=on}', false)
            and not (c.relname in ('credit_statement', 'my_balance', 'my_earnings', 'my_holds', 'my_identity', 'my_payments', 'my_payouts', 'my_royalties', 'my_gifts', 'my_numbers', 'my_promo_codes', 'my_receipts', 'my_subscription', 'offers', 'payment_methods', 'plans') and coalesce(c.reloptions @> '{security_barrier=true}', false))`,
    plant: 'create view public.planted as select id from public.profiles',
  },
  {
    name: 'nothing without policies of its own is shown: materialised views, foreign tables',
    sql: `select ${name} as found from ${relations} where ${exposed} and c.relkind in ('m', 'f')`,
    plant: 'create materialized view public.planted as select id from public.profiles',
  },
  {
    name: "functions with their owner's rights fix where they look for names",
    sql: `select n.nspname || '.' || p.proname as found from ${routines} where ${ours} and p.prosecdef
            and not exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%')`,
    plant: 'create function public.planted() returns int language sql security definer as $$ select 1 $$',
  },
  {
    name: "functions with their owner's rights are called by those who need them",
    sql: `select n.nspname || '.' || p.proname as found from ${routines}
          where n.nspname = 'public' and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')
            and p.proname not in ('email', 'transparency', 'report_views', 'referral_by', 'stop_mails')`,
    plant: `create function public.planted() returns int language sql security definer set search_path = '' as $$ select 1 $$`,
  },
  {
    name: 'clients make nothing in any schema',
    sql: `select n.nspname as found from pg_namespace n cross join ${clients}
          where n.nspname not like 'pg\\_temp%' and has_schema_privilege(role, n.oid, 'create')`,
    plant: 'grant create on schema public to authenticated',
  },
  {
    name: 'clients have no rights in the schema of accounts',
    sql: `select ${name} as found from ${relations} cross join ${clients}
          where n.nspname = 'auth' and c.relkind in ('r', 'p', 'v') and has_any_column_privilege(role, c.oid, 'select, insert, update')`,
    plant: 'grant select on auth.users to authenticated',
  },
  {
    name: 'clients are bound by policies, and own nothing',
    sql: `select rolname as found from pg_roles where rolname in ('anon', 'authenticated', 'authenticator') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
          union all select ${name} from ${relations} where c.relowner in ('anon'::regrole, 'authenticated'::regrole)`,
    plant:
      'create table public.planted (id int); grant create on schema public to anon; alter table public.planted owner to anon',
  },
]
