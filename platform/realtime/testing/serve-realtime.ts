/** realtime/v1 on a port of its own, on a database that is there. */
import type { AddressInfo } from 'node:net'

import type { Databases } from '@platform/database'
import type { Observe } from '@platform/http'
import Fastify from 'fastify'

import {
  defaultRealtimeConfig,
  type OpenBus,
  type Realtime,
  type RealtimeConfig,
  type RealtimeEvent,
  type RealtimeOptions,
} from '../src/index.ts'
import { createRealtime } from '../src/wire.ts'
import { identify } from './tokens.ts'

export type ConfigChanges = {
  readonly [Key in keyof RealtimeConfig]?: Partial<RealtimeConfig[Key]> | RealtimeConfig[Key]
}

export interface ServeOptions {
  readonly databases: Databases
  readonly observe: Observe<RealtimeEvent>
  readonly config: ConfigChanges
  readonly openBus: OpenBus
  readonly changesFrom?: RealtimeOptions['changesFrom']
}

export interface ServedRealtime {
  readonly origin: string
  readonly realtime: Realtime
  readonly close: () => Promise<void>
}

export async function serveRealtime({ config, changesFrom, ...parts }: ServeOptions): Promise<ServedRealtime> {
  const fastify = Fastify()
  const realtime = createRealtime({
    ...parts,
    identify,
    config: merge(config),
    ...(changesFrom && { changesFrom }),
  })
  await fastify.register(realtime.plugin, { prefix: '/realtime/v1' })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`,
    realtime,
    close: async () => {
      await realtime.drain()
      await fastify.close()
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
