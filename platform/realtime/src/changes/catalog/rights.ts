import type { Database } from '@platform/database'

import { TRUSTED_FOR } from './tables.ts'

/** What a role may read of a table. */
export interface TableRights {
  /** Whether row-level security applies to the role. */
  readonly isFiltered: boolean
  readonly columns: ReadonlySet<string>
}

interface RightsRow {
  readonly oid: number
  readonly isFiltered: boolean
  readonly columns: readonly string[]
}

/** Runs as the role itself: `row_security_active` answers for whoever asks. */
const READ_RIGHTS = `
  select
    c.oid::int8::float8 as oid,
    row_security_active(c.oid) as "isFiltered",
    array(
      select attname::text from pg_attribute as a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_schema_privilege(c.relnamespace, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')
    ) as columns
  from pg_publication_tables as p
  join pg_namespace as n on n.nspname = p.schemaname
  join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime'`

export type RoleRights = ReadonlyMap<number, TableRights>

/** By role, looked up again when they are asked for and not fresh. */
export class RightsCatalog {
  readonly #gateway: Database
  readonly #roles = new Map<string, { readonly readAt: number; readonly rights: Promise<RoleRights> }>()

  constructor(gateway: Database) {
    this.#gateway = gateway
  }

  of(role: string): Promise<RoleRights> {
    const known = this.#roles.get(role)
    if (known !== undefined && performance.now() - known.readAt <= TRUSTED_FOR) return known.rights
    return this.refresh(role)
  }

  refresh(role: string): Promise<RoleRights> {
    const rights = this.#read(role)
    const entry = { readAt: performance.now(), rights }
    this.#roles.set(role, entry)
    rights.catch(() => {
      if (this.#roles.get(role) === entry) this.#roles.delete(role)
    })
    return rights
  }

  async #read(role: string): Promise<RoleRights> {
    const rows = await this.#gateway.read({ role, claims: {} }, (tx) => tx.query<RightsRow>(READ_RIGHTS))
    return new Map(rows.map(({ oid, isFiltered, columns }) => [oid, { isFiltered, columns: new Set(columns) }]))
  }
}
