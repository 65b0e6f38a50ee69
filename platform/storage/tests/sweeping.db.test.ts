/** Whose turn it is to list all that is stored, and when. */
import { expect, test } from 'vitest'

import { startSweeping } from '../src/cleanup/sweep.ts'
import type { StorageEvent } from '../src/events.ts'
import { createService } from '../src/service.ts'
import { startStorage } from '../testing/storage-server.ts'

test('much is listed once, whoever takes over; what the database names by itself is removed meanwhile', async () => {
  await using server = await startStorage()
  // The server sweeps by itself when it starts: before there is much.
  await expect.poll(() => server.events.map(({ kind }) => kind)).toContain('storage.swept')
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('kept', 'kept')
  await shelf.upload('thrown', 'away')
  const events: StorageEvent[] = []
  const service = createService({
    databases: server.database.databases,
    identify: () => Promise.reject(new Error('nobody asks here')),
    blobs: server.blobs,
    signingSecret: 'unused',
    observe: () => {},
  })
  const node = () => {
    let turns = 0
    const config = { ...service.config, sweep: { ...service.config.sweep, everyMs: 5, much: 2 } }
    const observe = (event: StorageEvent) => void events.push(event)
    const maySweep = () => (turns += 1) > 0
    return { sweeping: startSweeping({ ...service, config, observe, maySweep }), turns: () => turns }
  }
  const first = node()
  await expect.poll(() => events.length).toBe(1)
  await first.sweeping.stop()
  const second = node()
  await expect.poll(second.turns).toBeGreaterThan(1)
  await shelf.remove(['thrown'])
  await expect.poll(() => server.keysOf('objects').then(({ length }) => length)).toBe(1)
  await second.sweeping.stop()
  expect(events).toEqual([expect.objectContaining({ kind: 'storage.swept', listed: 3 })])
})
