/** A publication and a comment of Awa's, Kossi who reports, Ama who stands by, and a member of the staff. */
import { DatabaseError, type Session } from '@platform/database'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { as, awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

export const nadia = 'eeeeeeee-0000-4000-8000-000000000005'

export interface Safety extends AsyncDisposable {
  readonly people: Lineage
  /** Calls a function as somebody; answers its rows, or the hint of its refusal. */
  call(person: string, name: string, params: Readonly<Record<string, unknown>>): Promise<Answer>
  read<Row extends object>(sql: string, params?: readonly string[]): Promise<Row[]>
  /** What was told to somebody, newest first. */
  notices(person: string): Promise<Record<string, unknown>[]>
}

export type Answer = { rows: Record<string, unknown>[]; hint: null } | { rows: []; hint: string }

/** A token says who is of the staff; nothing else does. */
function sessionOf(person: string): Session {
  const session = as(person)
  return person === nadia ? { ...session, claims: { ...session.claims, app_metadata: { staff: true } } } : session
}

export async function openSafety(): Promise<Safety> {
  const people = await openLineage()
  await asOwner(
    people.database,
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'nadia@example.com', '{"username":"nadia"}')`,
    [nadia],
  )
  const read = <Row extends object>(sql: string, params: readonly string[] = []) =>
    rowsOf<Row>(people.database, sql, [...params])
  return {
    people,
    read,
    async call(person, name, params) {
      const names = Object.keys(params)
      const given = names.map((param, place) => `${param} => $${place + 1}`).join(', ')
      try {
        const rows = await people.database.databases.gateway.write(sessionOf(person), (tx) =>
          tx.query<Record<string, unknown>>(
            `select * from public.${name}(${given})`,
            Object.values(params) as string[],
          ),
        )
        return { rows, hint: null }
      } catch (error) {
        if (error instanceof DatabaseError) return { rows: [], hint: error.hint ?? error.code ?? error.message }
        throw error
      }
    },
    notices: async (person) =>
      (
        await read<{ data: Record<string, unknown> }>(
          `select data from public.notifications where user_id = $1 and type = 'moderation' order by last_at desc, id desc`,
          [person],
        )
      ).map(({ data }) => data),
    [Symbol.asyncDispose]: () => people[Symbol.asyncDispose](),
  }
}

export { ama, awa, kossi }
