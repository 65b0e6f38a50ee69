/**
 * One question for all, where a policy looks at nothing but the row and at who asks: a thousand people cost little more
 * than one. Whoever the policy fails on spoils it for everybody: they are asked one after the other instead.
 */
import { systemSession, type Database } from '@platform/database'

import { policyVersion, type ReadPolicy } from '../catalog/policies.ts'
import type { Table } from '../catalog/tables.ts'
import { arrayOf, identifier } from '../sql-text.ts'
import { givenKeys, keyArrays, sameKey, type Key } from './questions.ts'

export interface QuestionForAll {
  readonly table: Table
  /** Judged by as long as it is the table's. */
  readonly policy: ReadPolicy
  readonly claims: readonly string[]
  readonly keys: readonly Key[]
}

/** An owner whom a table's policies bind as well could not answer: that is an error then, and no empty answer. */
const settings = { statement_timeout: '10000', TimeZone: 'UTC', row_security: 'off' }

interface Verdict {
  readonly person: number
  readonly numbers: readonly number[]
  readonly version: string
}

/**
 * By person, the numbers (from 1) of the rows that the policies let through; null where they have changed. Asked as the
 * owner: they need no role.
 */
export async function askForAll(
  system: Database,
  { table, policy, claims, keys }: QuestionForAll,
): Promise<ReadonlyMap<string, ReadonlySet<number>> | null> {
  const name = identifier(table.name)
  // Materialized, so that `auth.uid()` is read row by row, while the claims of that row stand.
  const text = `
    with callers as materialized (
      select person, auth.uid() as "the caller's id"
      from unnest($${table.key.length + 1}::text[]) with ordinality as given (claims, person)
      where set_config('request.jwt.claims', claims, true) is not null
    )
    select person::int, array(
      select given.number::int from ${givenKeys(table.key)} join ${table.sqlName} as ${name} on ${sameKey(table.key, name)}
      where ${policy.forAll}
    ) as numbers, ${policyVersion(String(table.oid))} as version
    from callers`
  const rows = await system.read({ ...systemSession, settings }, (tx) =>
    tx.query<Verdict>(text, [...keyArrays(table.key, keys), arrayOf(claims)]),
  )
  if (rows.some((row) => row.version !== policy.version)) return null
  return new Map(rows.map(({ person, numbers }) => [claims[person - 1]!, new Set(numbers)]))
}
