import { systemSession, type Database } from '@platform/database'

import { identifier } from '../sql-text.ts'

export interface Column {
  readonly name: string
  /** As the wire names it, e.g. `int8`, `_text`. */
  readonly typeName: string
  /** Qualified and with its modifier, for casts. */
  readonly sqlType: string
  /** Equal values have equal JSON, so that equality need not be asked of PostgreSQL. */
  readonly isExact: boolean
  readonly isKey: boolean
  readonly isPublished: boolean
}

/** A table that clients may listen to. */
export interface Table {
  readonly oid: number
  readonly schema: string
  readonly name: string
  /** Qualified and quoted. */
  readonly sqlName: string
  readonly isRowSecure: boolean
  readonly columns: readonly Column[]
  readonly key: readonly Column[]
}

type TableRow = Omit<Table, 'sqlName' | 'key'>

const PUBLISHED_TABLES = `
  with recursive chain (oid, base) as (
    select oid, oid from pg_type
    union all
    select chain.oid, typbasetype from chain join pg_type on pg_type.oid = base where typtype = 'd'
  ),
  published as (
    select c.oid, n.nspname, c.relname, c.relrowsecurity, p.attnames
    from pg_publication_tables as p
    join pg_namespace as n on n.nspname = p.schemaname
    join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
  )
  select
    oid::int8::float8 as oid,
    nspname as schema,
    relname as name,
    relrowsecurity as "isRowSecure",
    (
      select json_agg(json_build_object(
        'name', a.attname,
        'typeName', t.typname,
        'sqlType', format_type(a.atttypid, a.atttypmod),
        'isExact', (base.oid in (16, 20, 21, 23, 25, 1043, 1082, 1114, 1184, 2950) or base.typtype = 'e')
          and coalesce((select collisdeterministic from pg_collation where pg_collation.oid = a.attcollation), true),
        'isKey', coalesce(a.attnum = any(i.indkey), false),
        'isPublished', a.attname = any(published.attnames)
      ) order by a.attnum)
      from pg_attribute as a
      join pg_type as t on t.oid = a.atttypid
      join chain on chain.oid = a.atttypid
      join pg_type as base on base.oid = chain.base and base.typtype <> 'd'
      left join pg_index as i on i.indrelid = published.oid and i.indisprimary
      where a.attrelid = published.oid and a.attnum > 0 and not a.attisdropped
    ) as columns
  from published`

/** Changes of the schema and of grants are noticed this late, in milliseconds. */
export const TRUSTED_FOR = 2_000

/** The tables of the publication, looked up again when they are asked for and not fresh. */
export class TableCatalog {
  readonly #database: Database
  #tables: Promise<ReadonlyMap<string, Table>> | null = null
  #readAt = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** By schema and name. */
  async all(): Promise<ReadonlyMap<string, Table>> {
    if (this.#tables === null || performance.now() - this.#readAt > TRUSTED_FOR) return this.refresh()
    return this.#tables
  }

  refresh(): Promise<ReadonlyMap<string, Table>> {
    this.#readAt = performance.now()
    const tables = this.#read()
    this.#tables = tables
    tables.catch(() => {
      if (this.#tables === tables) this.#tables = null
    })
    return tables
  }

  async #read(): Promise<ReadonlyMap<string, Table>> {
    const session = { ...systemSession, settings: { search_path: '' } }
    const rows = await this.#database.read(session, (tx) => tx.query<TableRow>(PUBLISHED_TABLES))
    return new Map(rows.map((row) => [tableKey(row.schema, row.name), toTable(row)]))
  }
}

export const tableKey = (schema: string, table: string) => `${identifier(schema)}.${identifier(table)}`

function toTable(row: TableRow): Table {
  const columns = row.columns ?? []
  return { ...row, columns, sqlName: tableKey(row.schema, row.name), key: columns.filter(({ isKey }) => isKey) }
}
