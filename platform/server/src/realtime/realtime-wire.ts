/** How realtime/v1 works here: where its nodes meet, and who comes from where. */

import type { Revocations } from '@platform/auth'
import type { Databases } from '@platform/database'
import { addressReader, type Identify } from '@platform/http'
import type { OpenBus, Realtime, RealtimeConfig, RedisPlace, Relay } from '@platform/realtime'
import { createRealtime, memoryBus, openRelay, postgresBus, redisBus } from '@platform/realtime/wire'

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

export type ChangeRelayParts = Pick<RealtimeWireParts, 'config' | 'databases' | 'observe'>

export function createRealtimeWire({ revocations, ...parts }: RealtimeWireParts): Realtime {
  const { config, project, databases, identify, observe } = parts
  return createRealtime({
    databases,
    identify,
    revocationOf: revocations.refusalOf,
    observe,
    config: serviceConfig(config, project),
    openBus: busFor(config, databases),
    changesFrom: changesFrom(config),
    addressOf: addressReader(config.http.trustProxy),
  })
}

function busFor({ database, realtime }: Config, databases: Databases): OpenBus {
  if (realtime.redisUrl !== undefined)
    return redisBus({ url: realtime.redisUrl, channel: `${realtime.redisPrefix}realtime` })
  return database.kind === 'embedded' ? memoryBus() : postgresBus(databases.system)
}

function changesFrom({ realtime }: Config): 'auto' | { readonly relay: RedisPlace } {
  const redis = redisOf(realtime)
  return realtime.changesFrom === 'relay' && redis !== null ? { relay: redis } : 'auto'
}

const redisOf = ({ redisUrl: url, redisPrefix: prefix }: Config['realtime']): RedisPlace | null =>
  url === undefined ? null : { url, prefix }

/** Reads the log for all, or waits to; null where each process reads it for itself. */
export async function openChangeRelay({ config, databases, observe }: ChangeRelayParts): Promise<Relay | null> {
  const redis = redisOf(config.realtime)
  if (redis === null || config.realtime.changesFrom !== 'relay') return null
  return openRelay({ databases, redis, observe })
}

function serviceConfig({ http, realtime }: Config, project: Project): RealtimeConfig {
  const { connections } = realtime.service
  const subjectField = realtime.subjectField ?? project.subjectField ?? realtime.service.subjectField
  // A server that only its own machine can reach sees one address for everybody.
  const isPrivate = isLoopback(http.host) && http.trustProxy === false
  const perNetwork = realtime.connectionsPerNetwork ?? (isPrivate ? connections.perNode : connections.perNetwork)
  return { ...realtime.service, subjectField, connections: { ...connections, perNetwork } }
}
