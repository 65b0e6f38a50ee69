/** The outbox with one store and several tabs, whatever is sent. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { draws } from '../../../../tests/support/draws.ts'
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

const steps = fc.record({
  kind: fc.constantFrom('act', 'act', 'act', 'flush', 'network', 'tab', 'crash', 'lose an answer'),
  place: fc.nat({ max: 3 }),
  lane: fc.constantFrom('a', 'b'),
})

test('no schedule of tabs, crashes and networks loses an entry, or puts one before an earlier one of its lane', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (schedule) => {
      const { kept, openTab } = startDevice()
      /** A server takes an id once, whatever becomes of its answers. */
      const server = new Map<string, Entry>()
      const world = { isOnline: true, losesAnswer: false }
      const send = async (entry: Entry): Promise<Outcome> => {
        await Promise.resolve()
        if (!world.isOnline) return 'later'
        server.set(entry.id, server.get(entry.id) ?? entry)
        const isLost = world.losesAnswer
        world.losesAnswer = false
        return isLost ? 'later' : 'settled'
      }
      const tabs = [openTab({ send })]
      const added: (Entry & { tab: object })[] = []
      for (const { kind, place, lane } of schedule) {
        const index = place % tabs.length
        const tab = tabs[index]!
        if (kind === 'act') added.push({ id: tab.add(lane, ''), lane, words: '', tab })
        if (kind === 'flush') await tab.outbox.flush(lane)
        if (kind === 'network') world.isOnline = !world.isOnline
        if (kind === 'lose an answer') world.losesAnswer = true
        if (kind === 'tab' && tabs.length < 4) tabs.push(openTab({ send }))
        if (kind === 'crash') {
          tab.outbox.close()
          tabs[index] = openTab({ send })
        }
        // What was handed to the device outlives its tab.
        await Promise.resolve()
      }
      world.isOnline = true
      world.losesAnswer = false
      for (const { outbox } of tabs) await outbox.flushAll()
      await openTab({ send }).outbox.flushAll()
      expect(kept.size).toBe(0)
      expect([...server.keys()].toSorted()).toEqual(added.map(({ id }) => id).toSorted())
      // Of two tabs at the same instant either may come first.
      const arrived = [...server.keys()]
      for (const [place, { id, lane, tab }] of added.entries()) {
        const later = added.slice(place + 1).filter((other) => other.lane === lane && other.tab === tab)
        for (const other of later) expect(arrived.indexOf(other.id)).toBeGreaterThan(arrived.indexOf(id))
      }
    }),
    { numRuns: draws({ few: 200, many: 10_000 }) },
  )
})
