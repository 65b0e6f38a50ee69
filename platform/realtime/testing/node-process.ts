/** A node in a process of its own, to be killed: `node node-process.ts '{"databaseUrl":…}'`; prints its origin. */
import { openDatabases } from '@platform/database'

import { postgresBus, redisBus } from '../src/wire.ts'
import { serveRealtime, type ConfigChanges } from './serve-realtime.ts'

export interface NodeOptions {
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly config: ConfigChanges
}

const { databaseUrl, redisUrl, config } = JSON.parse(process.argv[2] ?? '') as NodeOptions
const pools = { gateway: 2, system: 2 }
const databases = await openDatabases({ kind: 'postgres', url: databaseUrl, pools }, () => {})
const openBus = redisUrl === null ? postgresBus(databases.system) : redisBus({ url: redisUrl, channel: 'test' })
const { origin } = await serveRealtime({ databases, observe: () => {}, config, openBus })
process.stdout.write(`${origin}\n`)
