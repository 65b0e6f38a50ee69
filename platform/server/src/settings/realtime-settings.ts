/** `REDIS_URL` and the `REALTIME_…` variables. What is unset stays with the service's defaults. */

import { defaultRealtimeConfig, type RealtimeConfig } from '@platform/realtime'

import type { SettingsReader } from './settings-reader.ts'

export interface RealtimeSettings {
  /** Carries messages between processes; without it PostgreSQL does, and a built-in PostgreSQL has one process only. */
  readonly redisUrl: string | undefined
  readonly service: RealtimeConfig
  /** Undefined leaves it to the product, and then to the service. */
  readonly subjectField: string | undefined
  /** Undefined leaves it to where the server listens. */
  readonly connectionsPerNetwork: number | undefined
}

export function readRealtimeSettings(settings: SettingsReader): RealtimeSettings {
  const { connections, privateOnly, rates, unseenDeletes } = defaultRealtimeConfig
  const upTo = (max: number, fallback: number) => ({ min: 1, max, fallback })
  const field = { matches: /^\w{1,64}$/, expected: 'a name of letters, digits and underscores' }
  return {
    redisUrl: settings.text('REDIS_URL', {
      isSecret: true,
      matches: /^rediss?:\/\/\S+$/,
      expected: 'redis://user:password@host:6379, or rediss://',
    }),
    subjectField: settings.text('REALTIME_SUBJECT_FIELD', field),
    connectionsPerNetwork: settings.wholeIfSet('REALTIME_MAX_CONNECTIONS_PER_NETWORK', { min: 1, max: 100_000 }),
    service: {
      ...defaultRealtimeConfig,
      unseenDeletes: settings.oneOf('REALTIME_UNSEEN_DELETES', ['key', 'nothing'], unseenDeletes),
      privateOnly: settings.flag('REALTIME_PRIVATE_ONLY', privateOnly),
      connections: {
        ...connections,
        perNode: settings.whole('REALTIME_MAX_CONNECTIONS', upTo(100_000, connections.perNode)),
        perUser: settings.whole('REALTIME_MAX_CONNECTIONS_PER_USER', upTo(10_000, connections.perUser)),
        channelsEach: settings.whole('REALTIME_MAX_CHANNELS', upTo(10_000, connections.channelsEach)),
      },
      rates: {
        ...rates,
        joins: settings.whole('REALTIME_MAX_JOINS_PER_SECOND', upTo(10_000, rates.joins)),
        broadcasts: settings.whole('REALTIME_MAX_BROADCASTS_PER_SECOND', upTo(10_000, rates.broadcasts)),
        broadcastsPerUser: settings.whole('REALTIME_MAX_BROADCASTS_PER_USER', upTo(100_000, rates.broadcastsPerUser)),
        presencesPerChannel: settings.whole('REALTIME_MAX_PRESENCE_CALLS', upTo(10_000, rates.presencesPerChannel)),
      },
    },
  }
}
