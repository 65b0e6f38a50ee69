import { describe, expect, it } from 'vitest'

import { SettingsReader, type Environment } from './reader.ts'
import { readRealtimeSettings } from './realtime-settings.ts'

function read(environment: Environment) {
  const settings = new SettingsReader(environment)
  return { read: readRealtimeSettings(settings), problems: settings.problems }
}

describe('realtime settings', () => {
  it('are those of the service when nothing is set', () => {
    const { read: settings, problems } = read({})
    expect(problems).toEqual([])
    expect(settings).toMatchObject({
      redisUrl: undefined,
      subjectField: undefined,
      connectionsPerNetwork: undefined,
      service: {
        privateOnly: false,
        connections: { perNode: 10_000, perUser: 10, channelsEach: 100 },
        rates: { joins: 100, broadcasts: 100, broadcastsPerUser: 200, presencesPerChannel: 5 },
      },
    })
  })

  it('may be decided', () => {
    const { read: settings } = read({
      REDIS_URL: 'rediss://user:word@host:6380',
      REALTIME_PRIVATE_ONLY: 'on',
      REALTIME_SUBJECT_FIELD: 'who',
      REALTIME_MAX_CONNECTIONS: '20000',
      REALTIME_MAX_CONNECTIONS_PER_NETWORK: '7',
      REALTIME_MAX_BROADCASTS_PER_SECOND: '5',
    })
    expect(settings).toMatchObject({
      redisUrl: 'rediss://user:word@host:6380',
      subjectField: 'who',
      connectionsPerNetwork: 7,
      service: { privateOnly: true, connections: { perNode: 20_000 }, rates: { broadcasts: 5 } },
    })
  })

  it('are refused in words that hold no password', () => {
    const { problems } = read({ REDIS_URL: 'http://user:hunter2@host', REALTIME_SUBJECT_FIELD: 'not a name' })
    expect(problems.map(({ variable }) => variable)).toEqual(['REDIS_URL', 'REALTIME_SUBJECT_FIELD'])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })
})
