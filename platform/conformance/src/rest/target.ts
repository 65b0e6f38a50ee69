/** Where the scenarios of rest/v1 are sent: our own service, or any base URL that holds the bookshop. */
import { readFile } from 'node:fs/promises'

import { databaseMigrations } from '@platform/database'
import { type Identify, TokenError } from '@platform/http'
import { type RestOverrides, restPlugin } from '@platform/rest'
import fastify from 'fastify'
import { jwtVerify, SignJWT } from 'jose'

import { createTestDatabase } from '../../../../tests/support/test-database.ts'

export const ada = '00000000-0000-4000-8000-00000000000a'
export const ben = '00000000-0000-4000-8000-00000000000b'

export type Person = 'visitor' | 'ada' | 'ben' | 'shopkeeper'

const claims: Readonly<Record<Person, Record<string, string>>> = {
  visitor: { role: 'anon' },
  ada: { role: 'authenticated', sub: ada },
  ben: { role: 'authenticated', sub: ben },
  shopkeeper: { role: 'service_role' },
}

export interface RestTarget extends AsyncDisposable {
  /** Ends before `/rest/v1`. */
  readonly url: string
  tokenOf(person: Person): Promise<string>
}

/**
 * `liberal` lets through what an operator may switch on: aggregates, query plans, `tx=rollback`, changes of all rows.
 * `drawn` answers as PostgREST does, with more tables; it is never another's server.
 */
export type Setup = 'usual' | 'liberal' | 'drawn'

const overrides: Readonly<Record<Setup, RestOverrides>> = {
  usual: {},
  liberal: {
    allowsAggregates: true,
    allowsPlan: true,
    allowsRollback: true,
    requiresFilter: false,
    servesOpenApi: false,
    visitorsMatch: true,
    maxRows: 4,
  },
  drawn: { allowsRollback: true, requiresFilter: false, visitorsMatch: true },
}

const more: Readonly<Partial<Record<Setup, readonly string[]>>> = { drawn: ['drawn/drawn.sql', 'drawn/tests.sql'] }
const urlNames: Readonly<Partial<Record<Setup, string>>> = {
  usual: 'CONFORMANCE_URL',
  liberal: 'CONFORMANCE_LIBERAL_URL',
}

/**
 * `CONFORMANCE_URL` (for the liberal setup `CONFORMANCE_LIBERAL_URL`) and `CONFORMANCE_JWT_SECRET` name a server on
 * which `bookshop.sql` was run, with `public` and `archive` exposed; without them the scenarios bring one of their own.
 */
export async function openRestTarget(setup: Setup = 'usual'): Promise<RestTarget> {
  const given = process.env[urlNames[setup] ?? '']
  const secret = new TextEncoder().encode(
    process.env['CONFORMANCE_JWT_SECRET'] ?? 'a secret of thirty-two bytes, at least',
  )
  const tokenOf = (person: Person) =>
    new SignJWT(claims[person]).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret)
  if (given !== undefined) return { url: given, tokenOf, [Symbol.asyncDispose]: async () => undefined }
  return { tokenOf, ...(await openOwnServer(secret, setup)) }
}

async function openOwnServer(
  secret: Uint8Array,
  setup: Setup,
): Promise<Pick<RestTarget, 'url' | typeof Symbol.asyncDispose>> {
  const files = ['bookshop.sql', ...(more[setup] ?? [])]
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))
  const fixtures = texts.join('\n')
  const database = await createTestDatabase({ migrations: [databaseMigrations], fixtures })
  const app = fastify()
  await app.register(restPlugin, {
    prefix: '/rest/v1',
    databases: database.databases,
    identify: identifyBy(secret),
    observe: () => undefined,
    config: { schemas: ['public', 'archive'], ...overrides[setup] },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await app.close()
      await database.dispose()
    },
  }
}

function identifyBy(secret: Uint8Array): Identify {
  return async ({ authorization }) => {
    const token = authorization?.replace(/^Bearer /, '')
    if (token === undefined) return { role: 'anon', claims: {}, token: null }
    try {
      const { payload } = await jwtVerify(token, secret)
      const role = payload['role']
      return { role: typeof role === 'string' ? role : 'anon', claims: payload, token }
    } catch (cause) {
      throw new TokenError('signature', 'JWT cryptographic operation failed', cause)
    }
  }
}
