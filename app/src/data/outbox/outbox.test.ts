/** The outbox with one store and several tabs, whatever is sent. */
import { expect, test } from 'vitest'

import { pauseAfter } from './backoff.ts'
import { orderedId } from './ordered-id.ts'
import { Outbox, type Outcome, type OutboxSettings } from './outbox.ts'

interface Entry {
  id: string
  lane: string
  words: string
}

function startDevice() {
  const kept = new Map<string, Entry>()
  const locks = new Map<string, Promise<void>>()
  const sent: string[] = []

  function openTab(own: Partial<OutboxSettings<Entry>> = {}) {
    let retries = 0
    const outbox = new Outbox<Entry>({
      store: {
        keep: async (entry) => void kept.set(entry.id, entry),
        drop: async ({ id }) => void kept.delete(id),
        read: async (lane) => [...kept.values()].filter((entry) => lane === undefined || entry.lane === lane),
      },
      laneOf: ({ lane }) => lane,
      alone: (lane, work) => {
        const turn = (locks.get(lane) ?? Promise.resolve()).then(work)
        locks.set(lane, turn)
        return turn
      },
      isSendable: () => true,
      isRepeatable: false,
      send: ({ words }) => {
        sent.push(words)
        return Promise.resolve('settled')
      },
      retryLater: () => (retries += 1),
      onChange: () => undefined,
      ...own,
    })
    const add = (lane: string, words: string) => {
      const id = orderedId()
      outbox.add({ id, lane, words })
      return id
    }
    return { outbox, add, retries: () => retries }
  }

  return { kept, sent, openTab }
}

test('what one tab has written another one sends, in order and once', async () => {
  const { kept, sent, openTab } = startDevice()
  const away = { send: () => Promise.resolve<Outcome>('later') }
  const first = openTab(away)
  first.add('a', 'one')
  await first.outbox.flush('a')
  const second = openTab()
  second.add('a', 'two')
  await second.outbox.flush('a')
  expect(sent).toEqual(['one', 'two'])
  // Back again, the first finds that there is nothing left to send.
  await first.outbox.flush('a')
  expect([sent.length, kept.size, first.retries()]).toEqual([2, 0, 1])
})

test('a lane that waits holds up no other, and a later entry of its own goes after the earlier', async () => {
  const { sent, openTab } = startDevice()
  let isAway = true
  const { outbox, add, retries } = openTab({
    send: ({ lane, words }) => {
      if (isAway && lane === 'a') return Promise.resolve('later')
      sent.push(words)
      return Promise.resolve('settled')
    },
  })
  for (const [lane, words] of [
    ['a', 'first'],
    ['b', 'beside'],
    ['a', 'second'],
  ] as const) {
    add(lane, words)
  }
  await Promise.all([outbox.flush('a'), outbox.flush('b')])
  expect(sent).toEqual(['beside'])
  expect(retries()).toBeGreaterThan(0)
  isAway = false
  await outbox.flushAll()
  expect(sent).toEqual(['beside', 'first', 'second'])
})

test('what failed for good stays to be shown, and what is taken back while it is sent is gone', async () => {
  const { kept, openTab } = startDevice()
  const isFailed = new Set<string>()
  const { outbox, add } = openTab({
    isSendable: ({ id }) => !isFailed.has(id),
    send: async ({ id, words }) => {
      if (words === 'refused') {
        isFailed.add(id)
        return 'failed'
      }
      await outbox.discard(id)
      return 'later'
    },
  })
  const refused = add('a', 'refused')
  add('a', 'taken back')
  await outbox.flush('a')
  expect(outbox.waiting.map(({ id }) => id)).toEqual([refused])
  expect([...kept.keys()]).toEqual([refused])
})

test('pauses grow, never beyond half a minute and a bit, and differ from device to device', () => {
  for (let failures = 1; failures < 40; failures += 1) {
    const middle = Math.min(30_000, 250 * 2 ** failures)
    const drawn = Array.from({ length: 20 }, () => pauseAfter(failures))
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(middle * 0.75)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(middle * 1.25)
    expect(new Set(drawn).size).toBeGreaterThan(1)
  }
})
