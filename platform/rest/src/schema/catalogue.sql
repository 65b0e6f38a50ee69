-- The catalogue as JSON arrays. $1: exposed schemas. Runs with an empty search_path, so that every
-- name that is not built in comes back qualified.
with exposed as (
  select oid, nspname from pg_catalog.pg_namespace where nspname = any ($1::text[])
), own as (
  select oid, nspname from pg_catalog.pg_namespace
  where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\_%'
), tables as (
  select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view, c.relrowsecurity as has_policies,
         pg_catalog.pg_relation_is_updatable(c.oid::regclass, true) as updatable,
         pg_catalog.obj_description(c.oid, 'pg_class') as description
  from pg_catalog.pg_class c join exposed n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
), columns as (
  select t.oid as table_id, a.attnum, a.attname as name, a.attnotnull as is_required,
         pg_catalog.format_type(a.atttypid, null) as type,
         case when a.attidentity = 'd'
              then (select pg_catalog.format('nextval(%L::regclass)', s.oid::regclass::text)
                    from pg_catalog.pg_depend p join pg_catalog.pg_class s on s.oid = p.objid and s.relkind = 'S'
                    where p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass
                      and p.refobjid = a.attrelid and p.refobjsubid = a.attnum and p.deptype = 'i')
              when a.attgenerated = '' then coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid),
                                                     pg_catalog.pg_get_expr(ty.typdefaultbin, 'pg_type'::regclass)) end as default_expression,
         coalesce(nullif(ty.typbasetype, 0), ty.oid) = 'tsvector'::regtype as is_searched,
         a.attgenerated <> '' as is_generated,
         case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end as max_length,
         (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = a.atttypid) as enum_values,
         (select pg_catalog.json_agg(pg_catalog.pg_get_expr(i.indpred, i.indrelid)) from pg_catalog.pg_index i
          where i.indrelid = a.attrelid and i.indpred is not null) as index_predicates,
         pg_catalog.col_description(t.oid::oid, a.attnum) as description
  from tables t
  join pg_catalog.pg_attribute a on a.attrelid = t.oid::oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type ty on ty.oid = a.atttypid
  left join pg_catalog.pg_attrdef d on d.adrelid = t.oid::oid and d.adnum = a.attnum
), keys as (
  select c.conrelid::int8 as table_id, c.conname as name, c.contype as kind, c.confrelid::int8 as target_id,
         pg_catalog.to_json(c.conkey) as own, pg_catalog.to_json(c.confkey) as other,
         c.contype = 'f' and exists (
           select from pg_catalog.pg_index i
           where i.indrelid = c.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
             and (select pg_catalog.array_agg(k order by k) from pg_catalog.unnest(i.indkey[0:i.indnkeyatts - 1]::int2[]) k)
               = (select pg_catalog.array_agg(k order by k) from pg_catalog.unnest(c.conkey) k)
         ) as is_unique
  from pg_catalog.pg_constraint c join own n on n.oid = c.connamespace
  where c.contype in ('p', 'f') and c.conparentid = 0
), attributes as (
  select a.attrelid::int8 as table_id, pg_catalog.json_object_agg(a.attnum, a.attname) as names
  from pg_catalog.pg_attribute a
  where a.attnum > 0 and not a.attisdropped
    and (a.attrelid::int8 in (select table_id from keys union all select target_id from keys))
  group by a.attrelid
), views as (
  select c.oid::int8 as view_id, c.relname as name, r.ev_action::text as rule
  from pg_catalog.pg_class c
  join own n on n.oid = c.relnamespace
  join pg_catalog.pg_rewrite r on r.ev_class = c.oid and r.ev_type = '1'
  where c.relkind in ('v', 'm')
), routines as (
  select p.oid, n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as is_set,
         p.prorows as expected_rows, p.pronargs, p.pronargdefaults as defaults, p.provariadic <> 0 as is_variadic,
         pg_catalog.to_json(coalesce(p.proargnames, array[]::text[])) as argument_names,
         pg_catalog.to_json(coalesce(p.proargmodes::text[], array[]::text[])) as argument_modes,
         (select pg_catalog.json_agg(pg_catalog.format_type(t, null) order by o)
            from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(t, o)) as argument_types,
         (select t.typrelid::int8 from pg_catalog.pg_type t where t.oid = p.proargtypes[0]) as first_row_type,
         pg_catalog.format_type(rt.oid, null) as return_type, rt.typtype as return_kind,
         coalesce(dt.typtype, rt.typtype) = 'c' as is_row, rc.relname as row_name,
         coalesce(dt.oid, rt.oid) = 'bytea'::regtype as is_bytes, rn.nspname as row_schema,
         pg_catalog.obj_description(p.oid, 'pg_proc') as description
  from pg_catalog.pg_proc p
  join exposed n on n.oid = p.pronamespace
  join pg_catalog.pg_type rt on rt.oid = p.prorettype
  left join pg_catalog.pg_type dt on dt.oid = rt.typbasetype
  left join pg_catalog.pg_class rc on rc.oid = coalesce(nullif(rt.typrelid, 0), dt.typrelid) and rc.relkind <> 'c'
  left join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
  where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
), representations as (
  select pg_catalog.format_type(c.castsource, null) as source, pg_catalog.format_type(c.casttarget, null) as target,
         n.nspname as schema, p.proname as name
  from pg_catalog.pg_cast c
  join pg_catalog.pg_type s on s.oid = c.castsource
  join pg_catalog.pg_type t on t.oid = c.casttarget
  join pg_catalog.pg_proc p on p.oid = c.castfunc
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where c.castcontext = 'i' and c.castmethod = 'f'
    and (s.typtype = 'd' and c.casttarget = 'json'::regtype
      or t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype))
), handlers as (
  select n.nspname as schema, p.proname as name, d.typname as media_type, t.schema as table_schema, t.name as table_name,
         d.typbasetype = 'bytea'::regtype as is_bytes
  from pg_catalog.pg_proc p
  join exposed n on n.oid = p.pronamespace
  join pg_catalog.pg_type d on d.oid = p.prorettype and d.typtype = 'd' and d.typname ~ '^[^/ ]+/[^/ ]+$'
  join pg_catalog.pg_type a on a.oid = p.proargtypes[0]
  left join tables t on t.oid = a.typrelid::int8
  where p.prokind = 'a' and p.pronargs = 1 and (t.oid is not null or a.oid = 'anyelement'::regtype)
)
select (select coalesce(pg_catalog.json_agg(t order by t.oid), '[]') from tables t),
       (select coalesce(pg_catalog.json_agg(c order by c.table_id, c.attnum), '[]') from columns c),
       (select coalesce(pg_catalog.json_agg(k order by k.name), '[]') from keys k),
       (select coalesce(pg_catalog.json_object_agg(a.table_id, a.names), '{}') from attributes a),
       (select coalesce(pg_catalog.json_agg(v), '[]') from views v),
       (select coalesce(pg_catalog.json_agg(r order by r.schema, r.name, r.oid), '[]') from routines r),
       (select n.nspname from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where p.proname = 'st_asgeojson' limit 1),
       (select coalesce(pg_catalog.json_agg(r), '[]') from representations r),
       (select coalesce(pg_catalog.json_agg(h), '[]') from handlers h)
