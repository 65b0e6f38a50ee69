import { systemSession, type Database } from '@platform/database'

/** How a type's text becomes PostgreSQL's own JSON; `other` is asked of PostgreSQL. */
export type JsonForm = 'number' | 'boolean' | 'json' | 'timestamp' | 'timestamptz' | 'text' | 'other'

export interface ColumnType {
  /** Qualified, for casts. */
  readonly sqlName: string
  readonly form: JsonForm
}

/** `base` follows domains to what they are made of; JSON treats a domain as its base type. */
const DESCRIBE_TYPES = `
  with recursive chain (oid, base) as (
    select oid, oid from pg_type where oid = any($1::oid[])
    union all
    select chain.oid, typbasetype from chain join pg_type on pg_type.oid = base where typtype = 'd'
  )
  select
    chain.oid::text as oid,
    format_type(chain.oid, null) as "sqlName",
    case
      when base in (20, 21, 23, 700, 701, 1700) then 'number'
      when base = 16 then 'boolean'
      when base in (114, 3802) then 'json'
      when base = 1114 then 'timestamp'
      when base = 1184 then 'timestamptz'
      when typcategory = 'A' or typtype = 'c' or base = 2249 then 'other'
      when base >= 16384 and exists (select from pg_cast where castsource = base and casttarget = 114) then 'other'
      else 'text'
    end as form
  from chain join pg_type on pg_type.oid = base
  where typtype <> 'd'`

type TypeRow = ColumnType & { readonly oid: string }

/** Types by their numbers, each asked for once. */
export class TypeCatalog {
  readonly #database: Database
  readonly #known = new Map<number, ColumnType>()

  constructor(database: Database) {
    this.#database = database
  }

  /** A type that is gone by now is treated as text. */
  get(oid: number): ColumnType {
    return this.#known.get(oid) ?? { sqlName: 'text', form: 'text' }
  }

  async learn(oids: Iterable<number>): Promise<void> {
    const unknown = [...new Set(oids)].filter((oid) => !this.#known.has(oid))
    if (unknown.length === 0) return
    const rows = await this.#database.read({ ...systemSession, settings: { search_path: '' } }, (tx) =>
      tx.query<TypeRow>(DESCRIBE_TYPES, [unknown]),
    )
    for (const { oid, ...type } of rows) this.#known.set(Number(oid), type)
  }
}
