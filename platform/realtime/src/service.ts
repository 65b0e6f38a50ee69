/** What every connection and every route of realtime/v1 works with. */
import type { IncomingMessage } from 'node:http'

import type { Claims, Databases } from '@platform/database'
import type { Identify, Observe } from '@platform/http'

import { createAuthorization, type Authorization } from './authorization.ts'
import type { OpenBus } from './bus/bus.ts'
import { createFindCaller, type FindCaller } from './callers.ts'
import { keepFollowing, type Following } from './changes/following.ts'
import { openRowChanges, type OpenRowChanges } from './changes/open-row-changes.ts'
import type { SentMessage, ListeningForMessages, SentMessages } from './changes/row-changes.ts'
import type { ChangesFrom } from './changes/supply.ts'
import type { ChannelRules } from './channel/rules.ts'
import type { RealtimeConfig } from './config.ts'
import type { RealtimeEvent } from './events.ts'
import { Cluster } from './hub/cluster.ts'
import { Topics, type Space } from './hub/topics.ts'
import { Buckets, Tally } from './rates.ts'
import type { ConnectionBounds } from './socket/connection.ts'
import { recheckMembers } from './socket/recheck.ts'
import { jsonBroadcast, type Broadcast } from './wire/broadcast.ts'

export interface RealtimeOptions {
  readonly databases: Databases
  readonly identify: Identify
  /** Why a token that was good may not act any more, null while it may; asked of every channel each second. */
  readonly revocationOf?: (claims: Claims) => string | null
  readonly observe: Observe<RealtimeEvent>
  readonly config: RealtimeConfig
  /** Between nodes; nothing is needed for one that is alone. */
  readonly openBus: OpenBus
  /** Where row changes come from: PostgreSQL's log where it may be read (`auto`), an outbox at any rate, or a relay. */
  readonly changesFrom?: ChangesFrom
  /** Where a request comes from, when not from the socket's other end. */
  readonly addressOf?: (request: IncomingMessage) => string
}

export interface RealtimeService {
  readonly config: RealtimeConfig
  readonly rules: ChannelRules
  readonly bounds: ConnectionBounds
  readonly observe: Observe<RealtimeEvent>
  readonly authorization: Authorization
  readonly findCaller: FindCaller
  readonly revocationOf: (claims: Claims) => string | null
  readonly topics: Topics
  readonly cluster: Cluster
  readonly changes: OpenRowChanges
  readonly hearing: Hearing
  /** For a channel, from its join to its end. */
  readonly follow: (space: Space) => Following
  /** Connections by subject. */
  readonly users: Tally
  readonly userBroadcasts: Buckets
  /** Presence changes of the node. */
  readonly presenceChanges: Buckets
}

/** Sent by the database to a topic: whoever may not read it any more is out before anything else is said there. */
const RIGHTS_CHANGED = 'rights_changed'

export function createService(options: RealtimeOptions): RealtimeService {
  const { config, databases, identify, observe, openBus, changesFrom } = options
  const authorization = createAuthorization({ database: databases.gateway, observe })
  const topics = new Topics({
    rightsAgeMs: config.times.rightsAge,
    recheck: (members) => recheckMembers(members, { authorization, observe }),
  })
  const { heartbeat: heartbeatMs, nodeSilent: nodeSilentMs } = config.times
  const changes = openRowChanges({
    databases,
    observe,
    source: changesFrom ?? 'auto',
    unseenDeletes: config.unseenDeletes,
  })
  const cluster = new Cluster({ topics, openBus, heartbeatMs, nodeSilentMs, observe })
  const hearing = createHearing(changes.sentMessages, (message) => {
    const space = { name: message.topic, isPrivate: message.isPrivate }
    const topic = topics.find(space)
    if (message.event === RIGHTS_CHANGED) topic?.doubt()
    topic?.broadcast(toBroadcast(message, { id: message.id }))
  })
  return {
    config,
    rules: {
      privateOnly: config.privateOnly,
      subjectField: config.subjectField,
      presenceBytes: config.sizes.presence,
      presenceCalls: config.rates.presencesPerChannel,
      rightsAge: config.times.rightsAge,
    },
    bounds: { queueBytes: config.sizes.queue, queueAgeMs: config.times.queueAge },
    observe,
    authorization,
    findCaller: createFindCaller(identify),
    revocationOf: options.revocationOf ?? (() => null),
    topics,
    cluster,
    changes,
    hearing,
    follow: (space) => keepFollowing(() => followAll(space, cluster, changes.sentMessages), observe),
    users: new Tally(),
    userBroadcasts: new Buckets(config.rates.broadcastsPerUser),
    presenceChanges: new Buckets(config.rates.presences),
  }
}

/** What other nodes say in a space, and what SQL sends there. */
async function followAll(space: Space, cluster: Cluster, messages: SentMessages): Promise<() => void> {
  const leave = await cluster.follow(space)
  try {
    const release = messages.isByTopic ? await messages.follow(space.name) : () => {}
    return () => [leave, release].forEach((end) => end())
  } catch (error) {
    leave()
    throw error
  }
}

/** A message of SQL as a broadcast; every node reads them itself, so none is passed on. */
export function toBroadcast(message: SentMessage, meta: object): Broadcast {
  const { binary, event, payloadJson } = message
  if (binary === null) return jsonBroadcast(event, payloadJson ?? '{}', meta)
  return { kind: 'event', event, encoding: 'binary', payload: binary, meta: JSON.stringify(meta) }
}

/** Listens to what SQL sends as long as somebody is connected: a server that nobody listens to reads no changes. */
interface Hearing {
  /**
   * Resolves once messages of SQL are heard, so that none sent after a join is missed; or after `patience`
   * milliseconds, because a database that is away keeps nobody out.
   */
  begin(patience: number): Promise<void>
  rest(): void
}

function createHearing(messages: SentMessages, onMessage: (message: SentMessage) => void): Hearing {
  let listening: ListeningForMessages | null = null
  return {
    async begin(patience) {
      listening ??= messages.listen(onMessage)
      const { promise: tooLong, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patience)
      await Promise.race([listening.ready, tooLong])
      clearTimeout(timer)
    },
    rest() {
      listening?.stop()
      listening = null
    },
  }
}
