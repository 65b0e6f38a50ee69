/** How realtime/v1 works here: where its nodes meet, and who comes from where. */

import type { Revocations } from '@platform/auth'
import type { Databases } from '@platform/database'
import { addressReader, type Identify } from '@platform/http'
import {
  createRealtime,
  memoryBus,
  postgresBus,
  redisBus,
  type OpenBus,
  type Realtime,
  type RealtimeConfig,
} from '@platform/realtime'

import { isLoopback } from '../addresses.ts'
import type { Project } from '../project.ts'
import type { Config } from '../settings/config.ts'
import type { Observation } from '../watch/events.ts'

export interface RealtimeWireParts {
  readonly config: Config
  readonly project: Project
  readonly databases: Databases
  readonly identify: Identify
  readonly revocations: Pick<Revocations, 'refusalOf'>
  readonly observe: (observation: Observation) => void
}

export function createRealtimeWire({ revocations, ...parts }: RealtimeWireParts): Realtime {
  const { config, project, databases, identify, observe } = parts
  return createRealtime({
    databases,
    identify,
    revocationOf: revocations.refusalOf,
    observe,
    config: serviceConfig(config, project),
    openBus: busFor(config, databases),
    addressOf: addressReader(config.http.trustProxy),
  })
}

function busFor({ database, realtime }: Config, databases: Databases): OpenBus {
  if (realtime.redisUrl !== undefined)
    return redisBus({ url: realtime.redisUrl, channel: `${realtime.redisPrefix}realtime` })
  return database.kind === 'embedded' ? memoryBus() : postgresBus(databases.system)
}

function serviceConfig({ http, realtime }: Config, project: Project): RealtimeConfig {
  const { connections } = realtime.service
  const subjectField = realtime.subjectField ?? project.subjectField ?? realtime.service.subjectField
  // A server that only its own machine can reach sees one address for everybody.
  const isPrivate = isLoopback(http.host) && http.trustProxy === false
  const perNetwork = realtime.connectionsPerNetwork ?? (isPrivate ? connections.perNode : connections.perNetwork)
  return { ...realtime.service, subjectField, connections: { ...connections, perNetwork } }
}
