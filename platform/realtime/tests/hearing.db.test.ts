import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { joined } from '../testing/client.ts'
import { startRealtime, type RealtimeServer } from '../testing/realtime-server.ts'

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime()
})
afterAll(() => server[Symbol.asyncDispose]())

const isReading = () => server.events.some(({ kind }) => kind === 'realtime.source-started')

test('nobody connected: no changes are read; the first to come hears what SQL sends right after', async () => {
  expect(isReading()).toBe(false)
  const channel = server.client().channel('till')
  const heard: unknown[] = []
  channel.on('broadcast', { event: 'counted' }, ({ payload }) => heard.push(payload))
  await joined(channel)
  expect(isReading()).toBe(true)
  await server.database.databases.system.write(systemSession, (tx) =>
    tx.execute(`select realtime.send('{"copies": 3}', 'counted', 'till', false)`),
  )
  await expect.poll(() => heard).toMatchObject([{ copies: 3 }])
})
