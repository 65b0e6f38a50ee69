/** realtime/v1 on a port of its own, with a database of its own, for the official client. */
import { databaseMigrations } from '@platform/database'
import type { SupabaseClient } from '@supabase/supabase-js'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import {
  realtimeMigrations,
  relayMigrations,
  type OpenBus,
  type RealtimeEvent,
  type RealtimeOptions,
} from '../src/index.ts'
import { memoryBus } from '../src/wire.ts'
import { clientFor, type ClientOptions } from './client.ts'
import { serveRealtime, type ConfigChanges } from './serve-realtime.ts'

export interface RealtimeServer extends AsyncDisposable {
  readonly origin: string
  readonly database: TestDatabase
  readonly events: RealtimeEvent[]
  /** The official client, as that user, as the service, or as nobody in particular. */
  client(who?: string, options?: ClientOptions): SupabaseClient
  fetch(path: string, init?: RequestInit): Promise<Response>
  connections(): number
  drain(): Promise<void>
}

export interface ServerOptions {
  readonly config?: ConfigChanges
  readonly database?: TestDatabase
  readonly openBus?: OpenBus
  readonly fixtures?: string
  readonly changesFrom?: RealtimeOptions['changesFrom']
}

export function realtimeDatabase(fixtures = ''): Promise<TestDatabase> {
  const migrations = [databaseMigrations, realtimeMigrations, relayMigrations]
  return createTestDatabase({ migrations, fixtures })
}

export async function startRealtime(options: ServerOptions = {}): Promise<RealtimeServer> {
  const database = options.database ?? (await realtimeDatabase(options.fixtures))
  const events: RealtimeEvent[] = []
  const { origin, realtime, close } = await serveRealtime({
    databases: database.databases,
    observe: (event) => events.push(event),
    config: options.config ?? {},
    openBus: options.openBus ?? memoryBus(),
    ...(options.changesFrom && { changesFrom: options.changesFrom }),
  })
  const clients: SupabaseClient[] = []
  return {
    origin,
    database,
    events,
    client: (who, options) => {
      const client = clientFor(origin, who, options)
      clients.push(client)
      return client
    },
    fetch: (path, init) => fetch(`${origin}/realtime/v1${path}`, init),
    connections: () => realtime.connections(),
    drain: () => realtime.drain(),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await close()
      if (options.database === undefined) await database.dispose()
    },
  }
}
