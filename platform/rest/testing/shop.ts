/** The bookshop behind rest/v1, for database tests. */
import { readFile } from 'node:fs/promises'

import { databaseMigrations } from '@platform/database'
import { type Identify, TokenError } from '@platform/http'
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import type { RestOverrides } from '../src/config.ts'
import type { RestEvent } from '../src/events.ts'
import { restPlugin } from '../src/plugin.ts'

const fixture = new URL('../../conformance/src/rest/bookshop.sql', import.meta.url)

export const ada = '00000000-0000-4000-8000-00000000000a'
export const ben = '00000000-0000-4000-8000-00000000000b'

/** Claims as a test's token: readable, and trusted only here. */
export const tokenFor = (claims: Record<string, unknown>) =>
  `test.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`

export const reader = (sub: string) => ({ authorization: `Bearer ${tokenFor({ role: 'authenticated', sub })}` })
export const service = { authorization: `Bearer ${tokenFor({ role: 'service_role' })}` }

export const identify: Identify = async ({ authorization }) => {
  const token = authorization?.replace(/^Bearer /, '')
  if (token === undefined) return { role: 'anon', claims: {}, token: null }
  if (token === 'expired') throw new TokenError('expired', 'The token has expired')
  if (!token.startsWith('test.')) throw new TokenError('malformed', 'Expected 3 parts in JWT; got 1')
  const claims = JSON.parse(Buffer.from(token.slice(5), 'base64url').toString()) as { role: string }
  return { role: claims.role, claims, token }
}

export interface Shop extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  readonly events: RestEvent[]
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  send(method: Method, path: string, options?: SendOptions): Promise<LightMyRequestResponse>
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

interface SendOptions {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** @param more SQL that runs after the fixture */
export async function openShop(config: RestOverrides = {}, more = ''): Promise<Shop> {
  const fixtures = `${await readFile(fixture, 'utf8')}\n${more}`
  const database = await createTestDatabase({ migrations: [databaseMigrations], fixtures })
  const events: RestEvent[] = []
  const app = fastify()
  await app.register(restPlugin, {
    prefix: '/rest/v1',
    databases: database.databases,
    identify,
    observe: (event) => events.push(event),
    config: { schemas: ['public', 'archive'], ...config },
  })
  await app.ready()
  const send: Shop['send'] = (method, path, { headers = {}, body } = {}) => {
    const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    return app.inject({
      method,
      url: `/rest/v1${path}`,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: isPlain ? body : JSON.stringify(body) }),
    })
  }
  return {
    app,
    database,
    events,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await database.dispose()
    },
  }
}
