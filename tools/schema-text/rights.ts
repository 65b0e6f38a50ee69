/** Who owns what, and who may do what with it. What nobody granted but PostgreSQL gives to everybody is told too. */
import { isOfNoExtension, isOurs } from './entry.ts'

/** Everything that has an owner and rights, as GRANT names it. */
const objects = `
  select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as object, c.relowner as owner,
    c.relacl as acl, (case c.relkind when 'S' then 's' else 'r' end)::"char" as sort
  from pg_class c
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and ${isOurs('c.relnamespace')} and ${isOfNoExtension('pg_class', 'c.oid')}
  union all
  select 'function ' || p.oid::regprocedure, p.proowner, p.proacl, 'f'
  from pg_proc p where ${isOurs('p.pronamespace')} and ${isOfNoExtension('pg_proc', 'p.oid')}
  union all
  select 'schema ' || quote_ident(nspname), nspowner, nspacl, 'n' from pg_namespace where ${isOurs('oid')}
  union all
  select 'type ' || t.oid::regtype, t.typowner, t.typacl, 'T'
  from pg_type t where ${isOurs('t.typnamespace')} and t.typtype in ('e', 'd', 'r') and ${isOfNoExtension('pg_type', 't.oid')}`

const owners = `
  select 'owner' as kind, object as name, format('alter %s owner to %s', object, owner::regrole) as text
  from (${objects}) o`

/** An owner's rights are told where they are not simply all. */
const grants = `
  with given as (
    select o.object, o.owner, a.grantee, a.is_grantable, o.sort,
      string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges
    from (${objects}) o, aclexplode(coalesce(o.acl, acldefault(o.sort, o.owner))) a
    group by 1, 2, 3, 4, 5
  )
  select 'grant' as kind, object || ' to ' || coalesce(nullif(grantee, 0)::regrole::text, 'public')
      || case when is_grantable then ' with grant option' else '' end as name,
    format('grant %s on %s to %s%s', privileges, object, coalesce(nullif(grantee, 0)::regrole::text, 'public'),
      case when is_grantable then ' with grant option' end) as text
  from given
  where grantee <> owner or privileges <> (
    select string_agg(lower(d.privilege_type), ', ' order by d.privilege_type)
    from aclexplode(acldefault(sort, owner)) d where d.grantee = owner)`

const columnGrants = `
  with given as (
    select c.oid, x.grantee, x.is_grantable, lower(x.privilege_type) as privilege,
      string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) x
    where ${isOurs('c.relnamespace')} and not a.attisdropped
    group by 1, 2, 3, 4
  )
  select 'grant' as kind, format('table %s to %s %s of columns%s', oid::regclass,
      coalesce(nullif(grantee, 0)::regrole::text, 'public'), privilege,
      case when is_grantable then ' with grant option' end) as name,
    format('grant %s (%s) on table %s to %s%s', privilege, columns, oid::regclass,
      coalesce(nullif(grantee, 0)::regrole::text, 'public'), case when is_grantable then ' with grant option' end) as text
  from given`

const defaultPrivileges = `
  select 'default privileges' as kind,
    concat_ws(' ', d.defaclrole::regrole, 'in', nullif(d.defaclnamespace, 0)::regnamespace, d.defaclobjtype) as name,
    (select string_agg(format('%s: %s%s', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), lower(a.privilege_type),
      case when a.is_grantable then ' with grant option' end), E'\\n'
      order by coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), a.privilege_type)
      from aclexplode(d.defaclacl) a) as text
  from pg_default_acl d`

export const rightQueries = [owners, grants, columnGrants, defaultPrivileges]
