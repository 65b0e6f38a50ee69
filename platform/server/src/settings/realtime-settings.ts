/** How realtime/v1 is carried and bounded. What is unset stays with the service's defaults. */

import { defaultRealtimeConfig, type RealtimeConfig } from '@platform/realtime'

import { area, choice, onOff, secret, text, whole, type SettingsReader } from './reader.ts'

export interface RealtimeSettings {
  /** Carries messages between processes; without it PostgreSQL does, and a built-in PostgreSQL has one process only. */
  readonly redisUrl: string | undefined
  /** Before each name there. */
  readonly redisPrefix: string
  /** Who reads PostgreSQL's log: each process for itself, or one for all. */
  readonly changesFrom: 'own' | 'relay'
  readonly service: RealtimeConfig
  /** Undefined leaves it to the product, and then to the service. */
  readonly subjectField: string | undefined
  /** Undefined leaves it to where the server listens. */
  readonly connectionsPerNetwork: number | undefined
}

const { connections, privateOnly, rates, unseenDeletes } = defaultRealtimeConfig

const redisSetting = {
  name: 'REDIS_URL',
  form: secret('redis://user:password@host:6379, or rediss://', /^rediss?:\/\/\S+$/),
  unset: 'their PostgreSQL',
  words: 'Carries what is live between several processes, and counts their limits together.',
}

export const realtimeArea = area({
  title: 'Realtime',
  settings: {
    redisUrl: redisSetting,
    redisPrefix: {
      name: 'REDIS_PREFIX',
      form: text(/^[\w:.-]{1,64}$/, 'letters, digits and : . _ -'),
      default: '',
      words: 'Stands before every name in Redis, where several systems share one.',
    },
    changesFrom: {
      name: 'REALTIME_CHANGES',
      form: choice(['own', 'relay']),
      default: 'own',
      words:
        'Who reads row changes in PostgreSQL’s log: each process for itself (own), or a process with ROLE=relay for all (relay), which tells the others by Redis only what their sockets ask for.',
    },
    perNode: {
      name: 'REALTIME_MAX_CONNECTIONS',
      form: whole(1, 100_000),
      default: connections.perNode,
      words: 'Open websockets of this process.',
    },
    perUser: {
      name: 'REALTIME_MAX_CONNECTIONS_PER_USER',
      form: whole(1, 10_000),
      default: connections.perUser,
      words: 'Open websockets of one person.',
    },
    perNetwork: {
      name: 'REALTIME_MAX_CONNECTIONS_PER_NETWORK',
      form: whole(1, 100_000),
      unset: 'any number while only this machine can reach the server, else 100',
      words: 'Open websockets of one network address.',
    },
    channelsEach: {
      name: 'REALTIME_MAX_CHANNELS',
      form: whole(1, 10_000),
      default: connections.channelsEach,
      words: 'Channels of one websocket.',
    },
    joins: {
      name: 'REALTIME_MAX_JOINS_PER_SECOND',
      form: whole(1, 10_000),
      default: rates.joins,
      words: 'How many channels one websocket may join in a second.',
    },
    broadcasts: {
      name: 'REALTIME_MAX_BROADCASTS_PER_SECOND',
      form: whole(1, 10_000),
      default: rates.broadcasts,
      words: 'Broadcasts of one websocket in a second.',
    },
    broadcastsPerUser: {
      name: 'REALTIME_MAX_BROADCASTS_PER_USER',
      form: whole(1, 100_000),
      default: rates.broadcastsPerUser,
      words: 'Broadcasts of one person in a second.',
    },
    presencesPerChannel: {
      name: 'REALTIME_MAX_PRESENCE_CALLS',
      form: whole(1, 10_000),
      default: rates.presencesPerChannel,
      words: 'Changes of presence in one channel in 30 seconds.',
    },
    privateOnly: {
      name: 'REALTIME_PRIVATE_ONLY',
      form: onOff,
      default: privateOnly,
      words: 'Channels must be private.',
    },
    unseenDeletes: {
      name: 'REALTIME_UNSEEN_DELETES',
      form: choice(['key', 'nothing']),
      default: unseenDeletes,
      words:
        'What deletes tell that no policy can judge any more, because the log keeps only the row’s key: the key, to whose filter matches, or nothing; `alter table … replica identity full` lets the policies decide.',
    },
    subjectField: {
      name: 'REALTIME_SUBJECT_FIELD',
      form: text(/^\w{1,64}$/, 'a name of letters, digits and underscores'),
      unset: 'subject_field of supabase/config.toml, else verified_sub',
      words: 'Under which name presences and broadcasts carry whom the server knows to have sent them.',
    },
  },
  check({ changesFrom }, refusals) {
    if (changesFrom === 'relay') refusals.require(redisSetting, 'REALTIME_CHANGES=relay')
  },
})

export function readRealtimeSettings(settings: SettingsReader): RealtimeSettings {
  const read = settings.readArea(realtimeArea)
  const { perNode, perUser, channelsEach, joins, broadcasts, broadcastsPerUser, presencesPerChannel } = read
  return {
    redisUrl: read.redisUrl,
    redisPrefix: read.redisPrefix,
    changesFrom: read.changesFrom,
    subjectField: read.subjectField,
    connectionsPerNetwork: read.perNetwork,
    service: {
      ...defaultRealtimeConfig,
      unseenDeletes: read.unseenDeletes,
      privateOnly: read.privateOnly,
      connections: { ...connections, perNode, perUser, channelsEach },
      rates: { ...rates, joins, broadcasts, broadcastsPerUser, presencesPerChannel },
    },
  }
}
