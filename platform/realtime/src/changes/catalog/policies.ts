import { systemSession, type Database } from '@platform/database'

import { TRUSTED_FOR, type Table } from './tables.ts'

/** What row-level security asks of a row before a role may read it. */
export interface ReadPolicy {
  /** A condition on the table's columns, qualified in everything else. */
  readonly condition: string
  /** The columns that it reads; null where it may read the whole row. */
  readonly columns: ReadonlySet<string> | null
  /**
   * The condition with `callers."the caller's id"` in place of `auth.uid()`, where it depends on that and the row alone;
   * else null. Tables, settings, roles, times and functions of others' making may differ from person to person.
   */
  readonly forAll: string | null
  /** Another one as soon as other policies of the table are the role's, or one of them is changed. */
  readonly version: string
}

interface PolicyRow {
  readonly condition: string
  readonly isPermissive: boolean
  readonly columns: readonly string[]
  readonly isWhole: boolean
  readonly tree: string
  readonly calls: readonly ('who asks' | 'fixed' | 'other')[]
}

/** Of `pg_policy`, what says which rows of a table a role may read. */
const policiesOf = (table: string, role: string) => `
  polrelid = ${table}::oid and polcmd in ('r', '*')
    and exists (select from unnest(polroles) as bound where bound = 0 or pg_has_role(${role}::name, bound, 'usage'))`

/** What `ReadPolicy.version` is now, for a statement that judges by a condition that was read before. */
export const policyVersion = (table: string, role: string) =>
  `(select coalesce(string_agg(oid || ' ' || xmin, ',' order by oid), '') from pg_policy
    where ${policiesOf(table, role)})`

/** PostgreSQL's own functions have smaller numbers. */
const FIRST_OF_OTHERS = 16_384

/**
 * A policy depends on its table in any case ('a'), and once more ('n') where it mentions the table or its whole row.
 * Without USING it neither allows nor restricts anything.
 */
const READ_POLICIES = `
  select
    coalesce(pg_get_expr(polqual, polrelid), case when polpermissive then 'false' else 'true' end) as condition,
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
    ) as "isWhole",
    coalesce(polqual::text, '') as tree,
    array(
      select case when not has_function_privilege($2::name, f.oid, 'execute') then 'other'
        when f.oid = 'auth.uid()'::regprocedure then 'who asks'
        when f.provolatile = 'i' and f.oid < ${FIRST_OF_OTHERS} then 'fixed' else 'other' end
      from regexp_matches(polqual::text, ':(?:funcid|opfuncid) (\\d+)', 'g') as called
      left join pg_proc as f on f.oid = called[1]::oid
    ) as calls
  from pg_policy as p
  where ${policiesOf('$1', '$2')}`

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

  async #read({ oid, name }: Table, role: string): Promise<ReadPolicy> {
    const session = { ...systemSession, settings: { search_path: '' } }
    const [rows, versions] = await this.#database.read(session, async (tx) => {
      // Before: if they change in between, the version is the older one, and nobody is judged by it.
      const before = await tx.query<{ version: string }>(`select ${policyVersion('$1', '$2')} as version`, [oid, role])
      return [await tx.query<PolicyRow>(READ_POLICIES, [oid, role]), before] as const
    })
    const permissive = rows.filter(({ isPermissive }) => isPermissive).map(({ condition }) => `(${condition})`)
    const restrictive = rows.filter(({ isPermissive }) => !isPermissive).map(({ condition }) => `(${condition})`)
    const allowed = permissive.length === 0 ? 'false' : `(${permissive.join(' or ')})`
    const condition = [allowed, ...restrictive].join(' and ')
    const isForAll = rows.every(isOfRowAndCaller) && !NAMES_OF_THE_QUESTION.has(name)
    return {
      condition,
      forAll: isForAll ? condition.replaceAll(WHO_ASKS, `callers."the caller's id"`) : null,
      version: versions[0]!.version,
      columns: rows.some(({ isWhole }) => isWhole) ? null : new Set(rows.flatMap(({ columns }) => columns)),
    }
  }
}

/** As PostgreSQL writes it; policies ask in a subquery where they do not want to ask once per row. */
const WHO_ASKS = /\( SELECT auth\.uid\(\) AS uid\)|auth\.uid\(\)/g

/** A table of such a name would hide what the question for all means by it; columns hide nothing that is qualified. */
const NAMES_OF_THE_QUESTION = new Set(['callers', 'given'])

/** What an expression may be made of that is the same for everybody of one id, by the names of PostgreSQL's nodes. */
const PLAIN = new Set([
  'VAR',
  'CONST',
  'OPEXPR',
  'SCALARARRAYOPEXPR',
  'ARRAYEXPR',
  'BOOLEXPR',
  'NULLTEST',
  'BOOLEANTEST',
  'COALESCEEXPR',
  'RELABELTYPE',
  'FUNCEXPR',
  'SUBLINK',
  'QUERY',
  'FROMEXPR',
  'TARGETENTRY',
])

/** Subqueries that stand for one value, as opposed to EXISTS, ARRAY, IN and the like. */
const VALUE_SUBQUERY = /\{SUBLINK :subLinkType 4 /g

/** A subquery has to be the one that asks who asks; a text that only looks like it is in the way. */
function isOfRowAndCaller({ condition, tree, calls }: PolicyRow): boolean {
  const nodes = [...tree.matchAll(/\{([A-Z_]+)/g)].map(([, name]) => name!)
  const subqueries = nodes.filter((name) => name === 'SUBLINK').length
  const countOf = (text: string) => condition.split(text).length - 1
  return (
    nodes.every((name) => PLAIN.has(name)) &&
    !calls.includes('other') &&
    calls.filter((call) => call === 'who asks').length === countOf('auth.uid()') &&
    [...tree.matchAll(VALUE_SUBQUERY)].length === subqueries &&
    countOf('( SELECT auth.uid() AS uid)') === subqueries
  )
}
