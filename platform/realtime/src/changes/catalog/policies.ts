import { systemSession, type Database } from '@platform/database'

import { TRUSTED_FOR, type Table } from './tables.ts'

/** What row-level security asks of a row before a role may read it. */
export interface ReadPolicy {
  /** A condition on the table's columns, qualified in everything else. */
  readonly condition: string
  /** The columns that it reads; null where it may read the whole row. */
  readonly columns: ReadonlySet<string> | null
}

interface PolicyRow {
  readonly condition: string
  readonly isPermissive: boolean
  readonly columns: readonly string[]
  readonly isWhole: boolean
}

/** A policy depends on its table in any case ('a'), and once more ('n') where it mentions the table or its whole row. */
const READ_POLICIES = `
  select
    coalesce(pg_get_expr(polqual, polrelid), 'true') as condition,
    polpermissive as "isPermissive",
    array(
      select attname::text from pg_depend
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_policy'::regclass and objid = p.oid and refclassid = 'pg_class'::regclass
        and refobjid = polrelid and refobjsubid > 0
    ) as columns,
    exists (
      select from pg_depend
      where classid = 'pg_policy'::regclass and objid = p.oid and refclassid = 'pg_class'::regclass
        and refobjid = polrelid and refobjsubid = 0 and deptype = 'n'
    ) as "isWhole"
  from pg_policy as p
  where polrelid = $1::oid and polcmd in ('r', '*')
    and exists (select from unnest(polroles) as role where role = 0 or pg_has_role($2::name, role, 'usage'))`

/** By table and role, for rows that are no longer, or not as they were, in their table. */
export class PolicyCatalog {
  readonly #database: Database
  readonly #known = new Map<string, { readonly readAt: number; readonly policy: Promise<ReadPolicy> }>()

  constructor(database: Database) {
    this.#database = database
  }

  of(table: Table, role: string): Promise<ReadPolicy> {
    const key = `${table.oid} ${role}`
    const known = this.#known.get(key)
    if (known !== undefined && performance.now() - known.readAt <= TRUSTED_FOR) return known.policy
    const entry = { readAt: performance.now(), policy: this.#read(table, role) }
    this.#known.set(key, entry)
    entry.policy.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key)
    })
    return entry.policy
  }

  async #read({ oid }: Table, role: string): Promise<ReadPolicy> {
    const session = { ...systemSession, settings: { search_path: '' } }
    const rows = await this.#database.read(session, (tx) => tx.query<PolicyRow>(READ_POLICIES, [oid, role]))
    const permissive = rows.filter(({ isPermissive }) => isPermissive).map(({ condition }) => `(${condition})`)
    const restrictive = rows.filter(({ isPermissive }) => !isPermissive).map(({ condition }) => `(${condition})`)
    const allowed = permissive.length === 0 ? 'false' : `(${permissive.join(' or ')})`
    return {
      condition: [allowed, ...restrictive].join(' and '),
      columns: rows.some(({ isWhole }) => isWhole) ? null : new Set(rows.flatMap(({ columns }) => columns)),
    }
  }
}
