/** What PostgreSQL keeps as text: functions, views, triggers, policies, comments. Each entry is a statement that makes it. */
import { isOfNoExtension, isOurs } from './entry.ts'

const functions = `
  select 'function' as kind, p.oid::regprocedure::text as name,
    case p.prokind when 'a' then format('create aggregate %s -- %s', p.oid::regprocedure,
        (select to_jsonb(a) - 'aggfnoid' from pg_aggregate a where a.aggfnoid = p.oid))
      else rtrim(pg_get_functiondef(p.oid), E'\\n') end as text
  from pg_proc p
  where ${isOurs('p.pronamespace')} and ${isOfNoExtension('pg_proc', 'p.oid')}`

const views = `
  select 'view' as kind, c.oid::regclass::text as name,
    format(E'create %sview %s%s as\\n%s', case c.relkind when 'm' then 'materialized ' end, c.oid::regclass,
      ' with (' || array_to_string(c.reloptions, ', ') || ')', rtrim(pg_get_viewdef(c.oid), ';')) as text
  from pg_class c
  where c.relkind in ('v', 'm') and ${isOurs('c.relnamespace')} and ${isOfNoExtension('pg_class', 'c.oid')}`

const triggers = `
  select 'trigger' as kind, t.tgrelid::regclass::text || ' ' || quote_ident(t.tgname) as name,
    pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' -- enabled ' || t.tgenabled::text end as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgparentid = 0 and ${isOurs('c.relnamespace')}`

const policies = `
  select 'policy' as kind, p.polrelid::regclass::text || ' ' || quote_ident(p.polname) as name,
    concat_ws(' ', format('create policy %I on %s', p.polname, p.polrelid::regclass),
      case when not p.polpermissive then 'as restrictive' end,
      'for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
        else 'all' end,
      'to ' || (select string_agg(coalesce(nullif(r, 0)::regrole::text, 'public'), ', '
        order by coalesce(nullif(r, 0)::regrole::text, 'public')) from unnest(p.polroles) r),
      'using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
      'with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') as text
  from pg_policy p`

/** Named as in the statement that makes the comment. */
const comments = `
  select 'comment' as kind, said.object as name,
    format('comment on %s is %L', said.object, said.description) as text
  from (
    select d.description, case d.classoid
      when 'pg_class'::regclass then case when d.objsubid > 0
        then format('column %s.%I', c.oid::regclass, a.attname)
        else case c.relkind when 'v' then 'view ' when 'i' then 'index ' when 'S' then 'sequence ' when 'c' then 'type '
          when 'm' then 'materialized view ' else 'table ' end || c.oid::regclass end
      when 'pg_proc'::regclass then case f.prokind when 'a' then 'aggregate ' else 'function ' end || f.oid::regprocedure
      when 'pg_namespace'::regclass then 'schema ' || d.objoid::regnamespace
      when 'pg_type'::regclass then 'type ' || d.objoid::regtype
      when 'pg_trigger'::regclass then format('trigger %I on %s', t.tgname, t.tgrelid::regclass)
      when 'pg_policy'::regclass then format('policy %I on %s', p.polname, p.polrelid::regclass)
      when 'pg_constraint'::regclass then format('constraint %I on %s', k.conname, k.conrelid::regclass)
      end as object
    from pg_description d
    left join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    left join pg_proc f on d.classoid = 'pg_proc'::regclass and f.oid = d.objoid
    left join pg_trigger t on d.classoid = 'pg_trigger'::regclass and t.oid = d.objoid
    left join pg_policy p on d.classoid = 'pg_policy'::regclass and p.oid = d.objoid
    left join pg_constraint k on d.classoid = 'pg_constraint'::regclass and k.oid = d.objoid
    where ${isOurs(`coalesce(c.relnamespace, f.pronamespace,
        case when d.classoid = 'pg_namespace'::regclass then d.objoid end, k.connamespace, 'public'::regnamespace)`)}
      and not exists (select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')
      and d.objoid >= 16384
  ) said
  where said.object is not null`

export const codeQueries = [functions, views, triggers, policies, comments]
