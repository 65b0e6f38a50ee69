/** realtime/v1 on a port of its own, with a database of its own, for the official client. */
import type { AddressInfo } from 'node:net'

import { databaseMigrations } from '@platform/database'
import { TokenError, type Identify } from '@platform/http'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import Fastify from 'fastify'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import {
  createRealtime,
  defaultRealtimeConfig,
  memoryBus,
  noRowChanges,
  noSentMessages,
  realtimeMigrations,
  relayMigrations,
  type OpenBus,
  type RealtimeConfig,
  type RealtimeEvent,
} from '../src/index.ts'

export const ada = 'a0000000-0000-4000-8000-00000000000a'
export const bob = 'b0000000-0000-4000-8000-00000000000b'

export interface RealtimeServer extends AsyncDisposable {
  readonly origin: string
  readonly database: TestDatabase
  readonly events: RealtimeEvent[]
  /** The official client, as that user, as the service, or as nobody in particular. */
  client(who?: string, options?: ClientOptions): SupabaseClient
  fetch(path: string, init?: RequestInit): Promise<Response>
  connections(): number
  drain(): Promise<void>
  /** Ends as a killed process does: without a word to anybody. */
  crash(): Promise<void>
}

export interface ClientOptions {
  readonly vsn?: '1.0.0' | '2.0.0'
  readonly token?: string
}

export interface ServerOptions {
  readonly config?: ConfigChanges
  readonly database?: TestDatabase
  readonly openBus?: OpenBus
  readonly fixtures?: string
}

export type ConfigChanges = {
  readonly [Key in keyof RealtimeConfig]?: Partial<RealtimeConfig[Key]> | RealtimeConfig[Key]
}

/** Tokens of these tests: the claims themselves, in the shape of a JWT. */
export function tokenFor(who: string, claims: Record<string, unknown> = {}): string {
  const isRole = who === 'anon' || who === 'service_role'
  const own = isRole ? { role: who } : { role: 'authenticated', sub: who }
  const body = { exp: Math.floor(Date.now() / 1000) + 3_600, ...own, ...claims }
  return `e30.${Buffer.from(JSON.stringify(body)).toString('base64url')}.c2lnbmVk`
}

export const identify: Identify = async ({ authorization, apikey }) => {
  const token = authorization?.replace(/^Bearer /, '') ?? String(apikey)
  if (token.startsWith('sb_')) return { role: 'anon', claims: { role: 'anon' }, token: null }
  const [, body = '', signature] = token.split('.')
  if (signature !== 'c2lnbmVk') throw new TokenError(token.includes('.') ? 'signature' : 'malformed', 'not signed')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  if (typeof claims['exp'] === 'number' && claims['exp'] * 1000 < Date.now()) throw new TokenError('expired', 'expired')
  return { role: String(claims['role']), claims, token }
}

export function realtimeDatabase(fixtures = ''): Promise<TestDatabase> {
  const migrations = [databaseMigrations, realtimeMigrations, relayMigrations]
  return createTestDatabase({ migrations, fixtures })
}

export async function startRealtime(options: ServerOptions = {}): Promise<RealtimeServer> {
  const database = options.database ?? (await realtimeDatabase(options.fixtures))
  const events: RealtimeEvent[] = []
  const fastify = Fastify()
  const realtime = createRealtime({
    databases: database.databases,
    identify,
    observe: (event) => events.push(event),
    config: merge(options.config ?? {}),
    openBus: options.openBus ?? memoryBus(),
    rows: noRowChanges,
    sent: noSentMessages,
  })
  await fastify.register(realtime.plugin, { prefix: '/realtime/v1' })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  const clients: SupabaseClient[] = []
  return {
    origin,
    database,
    events,
    client: (who = 'anon', { vsn = '2.0.0', token } = {}) => {
      const client = clientFor(origin, token ?? tokenFor(who), vsn)
      clients.push(client)
      return client
    },
    fetch: (path, init) => fetch(`${origin}/realtime/v1${path}`, init),
    connections: () => realtime.connections(),
    drain: () => realtime.drain(),
    crash: async () => fastify.server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await realtime.drain()
      await fastify.close()
      if (options.database === undefined) await database.dispose()
    },
  }
}

function merge(changes: ConfigChanges): RealtimeConfig {
  const config: Record<string, unknown> = { ...defaultRealtimeConfig }
  for (const [name, change] of Object.entries(changes)) {
    const before = config[name]
    config[name] = typeof change === 'object' && change !== null ? { ...(before as object), ...change } : change
  }
  return config as unknown as RealtimeConfig
}

function clientFor(origin: string, token: string, vsn: '1.0.0' | '2.0.0'): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const client = createClient(origin, tokenFor('anon'), {
    auth,
    accessToken: async () => token,
    realtime: { vsn, reconnectAfterMs: () => 100 },
  })
  return client
}

/** Resolves when the channel is joined, rejects with the server's reason when it is not. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // The client asks for its token when it is made, and a join that is sent before the answer goes without.
  await channel.socket.setAuth()
  const { promise, resolve, reject } = Promise.withResolvers<RealtimeChannel>()
  channel.subscribe((status: string, error) => {
    if (status === 'SUBSCRIBED') resolve(channel)
    if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
  })
  return promise
}
