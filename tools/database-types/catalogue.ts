/** What the types are made of: columns, foreign keys and functions of the schema `public`, as the catalogue knows them. */
import type { ReadTransaction } from '@platform/database'

export interface Column {
  readonly table: string
  readonly kind: 'table' | 'view' | 'composite'
  readonly name: string
  /** As in `pg_type`: `_text` is an array of `text`. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** What the column's check allows, where it lists words. */
  readonly words: readonly string[] | null
  /** Of a view's column: which column of which table it shows. */
  readonly origin: { readonly table: string; readonly name: string } | null
}

export interface Reference {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
  readonly isOneToOne: boolean
}

export interface Argument {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly isNullByDefault: boolean
}

export interface Routine {
  readonly name: string
  readonly arguments: readonly Argument[]
  /** The columns of a `returns table`. */
  readonly outputs: readonly { readonly name: string; readonly type: string }[]
  readonly isSet: boolean
  readonly type: string
  /** The table, view or composite type whose row comes back. */
  readonly row: string | null
  /** The table of which this is a computed field. */
  readonly fieldOf: string | null
}

export interface Catalogue {
  readonly columns: readonly Column[]
  readonly references: readonly Reference[]
  readonly routines: readonly Routine[]
}

/**
 * A view's column is what the column that it shows is; beyond an outer join it may be null. The lineage is read from the
 * text of the view's rule, as rest/v1 does.
 */
const columnsQuery = String.raw`
  with shown as (
    select distinct on (r.ev_class, m[1]) r.ev_class as view, m[1]::int as attnum, m[3]::oid as origin,
      m[4]::int as origin_attnum, r.ev_action::text ~ ':jointype [123]' as is_outer
    from pg_rewrite r,
      regexp_matches(r.ev_action::text,
        ':resno (\d+) :resname (\S+) :ressortgroupref \d+ :resorigtbl ([1-9]\d*) :resorigcol (\d+) :resjunk false', 'g') m
    join pg_attribute a on true
    where r.rulename = '_RETURN' and a.attrelid = r.ev_class and a.attnum = m[1]::int and a.attname = m[2]
    order by r.ev_class, m[1], origin
  )
  select c.relname as table, case c.relkind when 'v' then 'view' when 'c' then 'composite' else 'table' end as kind,
    a.attname as name, t.typname as type,
    c.relkind <> 'c' and not (a.attnotnull or coalesce(o.attnotnull and not shown.is_outer, false)) as "isNullable",
    (a.atthasdef or a.attidentity <> '') as "hasDefault",
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.contype = 'c' and k.conrelid = coalesce(o.attrelid, c.oid) and k.conkey = array[coalesce(o.attnum, a.attnum)]
        and pg_get_constraintdef(k.oid) like 'CHECK ((' || quote_ident(coalesce(o.attname, a.attname)) || ' = ANY (ARRAY[%'
      order by k.conname limit 1) as words,
    case when o.attname is not null then json_build_object('table', shown.origin::regclass::text, 'name', o.attname) end as origin
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  left join shown on shown.view = c.oid and shown.attnum = a.attnum
  left join pg_attribute o on o.attrelid = shown.origin and o.attnum = shown.origin_attnum
  where a.attnum > 0 and not a.attisdropped and (
    c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace
    or c.relkind = 'c' and exists (
      select from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype = c.reltype))
  order by c.relname, a.attname`

const referencesQuery = `
  select c.relname as table, k.conname as name, f.relname as target,
    array(select a.attname::text from unnest(k.conkey) with ordinality n (num, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.num order by n.place) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality n (num, place)
      join pg_attribute a on a.attrelid = f.oid and a.attnum = n.num order by n.place) as "targetColumns",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
      and i.indkey::int2[] <@ k.conkey and k.conkey <@ i.indkey::int2[]) as "isOneToOne"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class f on f.oid = k.confrelid and f.relnamespace = 'public'::regnamespace
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`

const routinesQuery = `
  select p.proname as name, p.proretset as "isSet", t.typname as type,
    case when t.typrelid <> 0 then t.typname end as row,
    (select c.relname from pg_type a join pg_class c on c.oid = a.typrelid
      where p.pronargs = 1 and a.oid = p.proargtypes[0]) as "fieldOf",
    coalesce((select json_agg(json_build_object('name', n.name, 'type', (select typname from pg_type where oid = n.type),
        'isOptional', n.place > p.pronargs - p.pronargdefaults,
        'isNullByDefault', coalesce(pg_get_function_arg_default(p.oid, n.place::int) like 'NULL%', false)) order by n.place)
      from unnest(p.proargtypes::oid[], p.proargnames[1:p.pronargs]) with ordinality n (type, name, place)), '[]') as arguments,
    coalesce((select json_agg(json_build_object('name', n.name, 'type', (select typname from pg_type where oid = n.type))
        order by n.name)
      from unnest(p.proallargtypes, p.proargnames, p.proargmodes) n (type, name, mode) where n.mode = 't'), '[]') as outputs
  from pg_proc p
  join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
  order by p.proname, pg_get_function_identity_arguments(p.oid)`

type ColumnRow = Omit<Column, 'words'> & { readonly words: string | null }

export async function readCatalogue(tx: ReadTransaction): Promise<Catalogue> {
  const rows = await tx.query<ColumnRow>(columnsQuery)
  const columns = rows.map(({ words, ...column }) => Object.assign(column, { words: listedWords(words) }))
  const references = await tx.query<Reference>(referencesQuery)
  return {
    columns,
    references: references.flatMap((reference) => throughViews(reference, columns)),
    routines: await tx.query<Routine>(routinesQuery),
  }
}

/** The foreign key itself, and again from and to each view that shows its columns. */
function throughViews(reference: Reference, columns: readonly Column[]): readonly Reference[] {
  const from = facesOf(reference.table, reference.columns, columns)
  const to = facesOf(reference.target, reference.targetColumns, columns)
  return from.flatMap((own) =>
    to.map((other) => ({
      table: own.name,
      name: reference.name,
      columns: own.columns,
      target: other.name,
      targetColumns: other.columns,
      isOneToOne: reference.isOneToOne,
    })),
  )
}

interface Face {
  readonly name: string
  readonly columns: readonly string[]
}

function facesOf(table: string, names: readonly string[], columns: readonly Column[]): readonly Face[] {
  const shown = columns.filter(({ origin }) => origin?.table === table)
  const views = [...Map.groupBy(shown, (column) => column.table)].map(([name, own]) => ({
    name,
    columns: names.flatMap((wanted) => own.find(({ origin }) => origin?.name === wanted)?.name ?? []),
  }))
  return [{ name: table, columns: names }, ...views.filter((view) => view.columns.length === names.length)]
}

/** `CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text])))` → its words; null for all other checks. */
function listedWords(check: string | null): readonly string[] | null {
  const list = /= ANY \(ARRAY\[(?<list>(?:'[^']*'::text(?:, )?)+)\]\)\)\)$/u.exec(check ?? '')?.groups?.['list']
  return list === undefined ? null : [...list.matchAll(/'([^']*)'::text/gu)].map(([, word = '']) => word)
}
