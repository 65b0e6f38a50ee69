/** rest/v1 over a product database, asked as whoever one names. */
import { systemSession } from '@platform/database'
import type { Identify } from '@platform/http'
import { restPlugin } from '@platform/rest'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import fastify from 'fastify'

import type { TestDatabase } from '../../../tests/support/test-database.ts'

/**
 * A person's id, who has just signed in; before it `staff:` where their token says that they are of the staff, `late:` where
 * they signed in an hour ago, `app:` in front of all where an app that they let in asks. Null for a visitor.
 */
export type Person = string | null

export interface ProductRest extends AsyncDisposable {
  ask(person: Person, method: Method, path: string, options?: Asking): Promise<Heard>
  /** The official client of somebody, over the network. */
  client(person: string): Promise<SupabaseClient>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

interface Asking {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

interface Refusal {
  readonly code: string
  readonly hint: string | null
  readonly details: string | null
}

export interface Heard {
  readonly status: number
  readonly code: string | null
  /** The stable name of a refusal. */
  readonly hint: string | null
  readonly details: string | null
  /** As it came, for answers that are no rows. */
  readonly answer: unknown
  readonly rows: readonly Record<string, unknown>[]
  /** Rows that were changed, where that was asked for. */
  readonly affected: number | null
}

const identify: Identify = async ({ authorization }) => {
  const token = authorization?.replace(/^Bearer /, '')
  if (token === undefined) return { role: 'anon', claims: { role: 'anon' }, token: null }
  const isApp = token.startsWith('app:')
  const person = token.replace(/^app:/, '')
  const sub = person.replace(/^(?:staff|late):/, '')
  const timestamp = Math.floor(Date.now() / 1000) - (person.startsWith('late:') ? 3600 : 0)
  const amr = [{ method: 'password', timestamp }]
  const own = { role: 'authenticated', sub, amr, app_metadata: { staff: person.startsWith('staff:') } }
  const claims = { ...own, ...(isApp && { client_id: 'an app' }) }
  return { role: 'authenticated', claims, token }
}

export async function openProductRest(database: TestDatabase): Promise<ProductRest> {
  const app = fastify()
  await app.register(restPlugin, {
    prefix: '/rest/v1',
    databases: database.databases,
    identify,
    observe: () => undefined,
  })
  await app.ready()
  let address: Promise<string> | undefined
  return {
    async client(person) {
      address ??= app.listen({ host: '127.0.0.1', port: 0 })
      return createClient(await address, 'anon', { accessToken: async () => person })
    },
    async ask(person, method, path, { headers = {}, body } = {}) {
      const answer = await app.inject({
        method,
        url: `/rest/v1/${path}`,
        headers: {
          ...(person === null ? {} : { authorization: `Bearer ${person}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const read: unknown = answer.body === '' ? [] : answer.json()
      const total = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]
      return {
        status: answer.statusCode,
        ...(answer.statusCode < 400 ? { code: null, hint: null, details: null } : (read as Refusal)),
        answer: read,
        rows: Array.isArray(read) ? (read as Record<string, unknown>[]) : [],
        affected: total === undefined ? null : Number(total),
      }
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** Runs as the owner, and answers the first row's first column. */
export async function asOwner({ databases }: TestDatabase, sql: string, params: string[] = []): Promise<string> {
  const rows = await databases.system.write(systemSession, (tx) => tx.query<{ value: string }>(sql, params))
  return rows[0]?.value ?? ''
}
