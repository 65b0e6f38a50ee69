import { afterEach, expect, test, vi } from 'vitest'

import { orderedId } from './ordered-id.ts'
import { WriteQueue, type PendingWrite, type WriteHandler } from './write-queue.ts'

class Refused extends Error {}

/** A server that answers when it is told to, and a device that keeps writes. */
function start({ left = [] as PendingWrite[] } = {}) {
  const kept = new Map(left.map((write) => [write.id, write]))
  const handlers = new Map<string, WriteHandler>()
  const log: string[] = []
  const server = { isAway: false, refuses: new Set<string>(), hold: Promise.resolve() }
  let shown: readonly PendingWrite[] = []
  let retries = 0
  const handler: WriteHandler = {
    send: async (body: string) => {
      log.push(`send ${body}`)
      await server.hold
      if (server.isAway) throw new TypeError('Failed to fetch')
      if (server.refuses.has(body)) throw new Refused(body)
      log.push(`done ${body}`)
    },
    undo: (body: string) => void log.push(`undo ${body}`),
  }
  handlers.set('like', handler)
  const queue = new WriteQueue({
    store: {
      keep: async (write) => void kept.set(write.id, write),
      drop: async ({ id }) => void kept.delete(id),
      read: async () => [...kept.values()],
    },
    alone: (work) => work(),
    handlerOf: (kind) => handlers.get(kind),
    isTemporary: (error) => error instanceof TypeError,
    retryLater: () => (retries += 1),
    onChange: (waiting) => (shown = waiting),
  })
  const like = (key: string, body: string) => queue.add({ kind: 'like', key, body })
  return { queue, server, log, kept, handlers, handler, like, shown: () => shown, retries: () => retries }
}

test('writes go one at a time, in order, and leave nothing behind', async () => {
  const { queue, like, log, kept, shown } = start()
  like('a', 'like a')
  like('b', 'like b')
  expect(shown()).toHaveLength(2)
  expect(await queue.flush()).toBe(2)
  expect(log).toEqual(['send like a', 'done like a', 'send like b', 'done like b'])
  expect([kept.size, shown().length]).toEqual([0, 0])
})

test('without a network nothing is lost; the last wish about a thing goes alone, once', async () => {
  const { queue, server, like, log, kept, retries } = start()
  server.isAway = true
  like('a', 'like a')
  await queue.flush()
  like('a', 'unlike a')
  like('b', 'like b')
  like('a', 'like a again')
  await queue.flush()
  expect(log.filter((line) => line.startsWith('done'))).toEqual([])
  expect(retries()).toBeGreaterThan(0)
  expect([...kept.values()].map(({ body }) => body)).toEqual(['like b', 'like a again'])
  server.isAway = false
  expect(await queue.flush()).toBe(2)
  expect(await queue.flush()).toBe(0)
  expect(log.filter((line) => line.startsWith('done'))).toEqual(['done like b', 'done like a again'])
})

test('what is on its way is not replaced: the later wish follows it', async () => {
  const { queue, server, like, log } = start()
  let answer = () => {}
  server.hold = new Promise((resolve) => (answer = resolve))
  like('a', 'like a')
  await expect.poll(() => log).toEqual(['send like a'])
  like('a', 'unlike a')
  answer()
  expect(await queue.flush()).toBe(2)
  expect(log).toEqual(['send like a', 'done like a', 'send unlike a', 'done unlike a'])
})

test('a refusal is taken back and holds up nothing', async () => {
  const { queue, server, like, log, kept } = start()
  server.refuses.add('like a')
  like('a', 'like a')
  like('b', 'like b')
  expect(await queue.flush()).toBe(1)
  expect(log).toEqual(['send like a', 'undo like a', 'send like b', 'done like b'])
  expect(kept.size).toBe(0)
})

test('what could not be sent for a week is taken back, and holds up nothing any more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { queue, server, like, log, kept } = start()
  server.isAway = true
  like('a', 'like a')
  vi.setSystemTime(Date.now() + 6.9 * 86_400_000)
  like('b', 'like b')
  await queue.flush()
  expect(kept.size).toBe(2)
  vi.setSystemTime(Date.now() + 0.2 * 86_400_000)
  await queue.flush()
  expect(log.slice(1)).toEqual(['send like a', 'undo like a', 'send like b'])
  expect([...kept.values()].map(({ body }) => body)).toEqual(['like b'])
})
afterEach(() => void vi.useRealTimers())

test('what an earlier page left is sent once, before what this one adds', async () => {
  const left = [{ id: orderedId(), kind: 'like', key: 'a', body: 'like a' }]
  const { queue, server, like, log, kept } = start({ left })
  server.isAway = true
  like('b', 'like b')
  await queue.flush()
  server.isAway = false
  expect(await queue.replay()).toBe(2)
  expect(log.filter((line) => line.startsWith('done'))).toEqual(['done like a', 'done like b'])
  expect(kept.size).toBe(0)
})

test('what nobody handles yet waits, and holds up nothing', async () => {
  const { queue, like, log, kept, handlers, handler } = start()
  queue.add({ kind: 'comment', key: null, body: 'comment' })
  like('a', 'like a')
  expect(await queue.flush()).toBe(1)
  expect(kept.size).toBe(1)
  handlers.set('comment', handler)
  expect(await queue.flush()).toBe(1)
  expect(log.at(-1)).toBe('done comment')
})

test('a person who leaves takes nothing with them: what waits stays on the device', async () => {
  const { queue, server, like, log, kept } = start()
  let answer = () => {}
  server.hold = new Promise((resolve) => (answer = resolve))
  server.refuses.add('like a')
  like('a', 'like a')
  like('b', 'like b')
  await expect.poll(() => log).toEqual(['send like a'])
  queue.close()
  answer()
  await queue.flush()
  expect(log).toEqual(['send like a'])
  expect([...kept.values()].map(({ body }) => body)).toEqual(['like b'])
})
