/** What tables and functions stand on: roles, schemas, extensions, types, sequences, publications. */
import { isOfNoExtension, isOurs } from './entry.ts'

/** Roles belong to the whole server: those are told that own or may do something in this database. */
const roles = `
  select 'role' as kind, quote_ident(r.rolname) as name,
    concat_ws(' ', 'create role', quote_ident(r.rolname),
      case when r.rolsuper then 'superuser' end, case when r.rolinherit then 'inherit' else 'noinherit' end,
      case when r.rolcanlogin then 'login' end, case when r.rolreplication then 'replication' end,
      case when r.rolbypassrls then 'bypassrls' end, 'settings', array_to_string(r.rolconfig, ' '), 'member of',
      (select string_agg(m.roleid::regrole::text, ', ' order by m.roleid::regrole::text)
        from pg_auth_members m where m.member = r.oid)) as text
  from pg_roles r
  where r.rolname !~ '^pg_' and exists (select from pg_shdepend d
    where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
      and d.dbid = (select oid from pg_database where datname = current_database()))`

const schemas = `
  select 'schema' as kind, quote_ident(nspname) as name, format('create schema %I', nspname) as text
  from pg_namespace where ${isOurs('oid')}`

const extensions = `
  select 'extension' as kind, quote_ident(extname) as name,
    format('create extension %I with schema %s', extname, extnamespace::regnamespace) as text
  from pg_extension where ${isOurs('extnamespace')}`

const types = `
  select 'type' as kind, t.oid::regtype::text as name,
    case t.typtype
      when 'e' then format('create type %s as enum (%s)', t.oid::regtype,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
      when 'd' then format('create domain %s as %s%s%s', t.oid::regtype, format_type(t.typbasetype, t.typtypmod),
        case when t.typnotnull then ' not null' end, ' default ' || t.typdefault)
      when 'c' then format('create type %s as (%s)', t.oid::regtype,
        (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
          from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped))
      else format('create type %s -- %s', t.oid::regtype, t.typtype) end as text
  from pg_type t left join pg_class c on c.oid = t.typrelid
  where ${isOurs('t.typnamespace')} and ${isOfNoExtension('pg_type', 't.oid')}
    and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')`

const sequences = `
  select 'sequence' as kind, s.seqrelid::regclass::text as name,
    format('create sequence %s as %s start %s increment %s minvalue %s maxvalue %s cache %s%s', s.seqrelid::regclass,
      s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, case when s.seqcycle then ' cycle' end)
    as text
  from pg_sequence s`

const publications = `
  select 'publication' as kind, quote_ident(p.pubname) as name,
    format('create publication %I for %s insert %s update %s delete %s truncate %s root %s', p.pubname,
      coalesce((select string_agg(format('%I.%I (%s)%s', t.schemaname, t.tablename, array_to_string(t.attnames, ', '),
        ' where ' || t.rowfilter), ', ' order by t.schemaname, t.tablename)
        from pg_publication_tables t where t.pubname = p.pubname), 'nothing'),
      p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot) as text
  from pg_publication p`

const eventTriggers = `
  select 'event trigger' as kind, quote_ident(evtname) as name,
    format('create event trigger %I on %s %s execute function %s -- enabled %s', evtname, evtevent,
      array_to_string(evttags, ', '), evtfoid::regprocedure, evtenabled) as text
  from pg_event_trigger`

export const objectQueries = [roles, schemas, extensions, types, sequences, publications, eventTriggers]
