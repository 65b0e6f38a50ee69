/** Messages under whatever networks and browsers do to them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Device, Server, Tab, type Fate, type World } from './testing/delivery-world.ts'
import { itemsOf } from './thread-items.ts'

/** Two devices of one person, one of another. */
const people = ['awa', 'awa', 'kofi'] as const

const step = fc.record({
  act: fc.constantFrom('send', 'send', 'send', 'kill', 'catchUp', 'flush', 'reload', 'rest'),
  tab: fc.nat(5),
})
const fates: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('fine' as const) },
  { weight: 2, arbitrary: fc.constant('lost' as const) },
  { weight: 1, arbitrary: fc.constant('twice' as const) },
  { weight: 1, arbitrary: fc.constant('stale' as const) },
)

test('sent, lost, repeated, reordered, reloaded, in two tabs and on two devices: the same thread everywhere, once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fates),
      async (scheduler, steps, stream) => {
        let isHealed = false
        const luck = { next: (): Fate => (isHealed ? 'fine' : (stream.next().value ?? 'fine')) }
        const world: World = { server: new Server(), scheduler, luck }
        const devices = people.map((person) => new Device(person))
        // Two tabs on each.
        const tabs = [...devices, ...devices].map((device) => new Tab(device, world))
        const everyTab = [...tabs]
        for (const [place, { act, tab: which }] of steps.entries()) {
          const tab = tabs[which]!
          if (act === 'send') tab.send(`${place}`)
          else if (act === 'catchUp') void tab.catchUp()
          else if (act === 'flush') void tab.outbox.flushAll()
          else if (act === 'reload') void tab.outbox.reload()
          else if (act === 'kill') {
            tab.kill()
            tabs[which] = new Tab(tab.device, world)
            everyTab.push(tabs[which])
          }
          for (let rest = place % 7; rest > 0 && scheduler.count() > 0; rest -= 1) await scheduler.waitOne()
        }
        isHealed = true
        // Twice: a failure that was on its way may still end a first run.
        for (const tab of [...tabs, ...tabs]) {
          await scheduler.waitFor(tab.outbox.flushAll())
        }
        for (const tab of tabs) await scheduler.waitFor(tab.catchUp())
        for (const tab of tabs) {
          tab.take({ type: 'rows', rows: world.server.rows })
          await scheduler.waitFor(tab.open())
          await scheduler.waitFor(tab.outbox.reload())
        }
        expect(faultOf(world.server, { tabs, everyTab, devices })).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})

interface Everybody {
  tabs: readonly Tab[]
  /** Those that were killed too. */
  everyTab: readonly Tab[]
  devices: readonly Device[]
}

/** Says what is wrong with what everybody sees in the end. */
function faultOf(server: Server, { tabs, everyTab, devices }: Everybody): string | null {
  const ids = server.rows.map(({ id }) => id)
  const sent = new Set(everyTab.flatMap((tab) => tab.sent))
  if (new Set(ids).size !== ids.length || ids.some((id) => !sent.has(id))) return 'kept twice, or by nobody'
  if (devices.some(({ kept }) => kept.size > 0)) return 'still waiting'
  if (tabs.some((tab) => tab.sent.some((id) => !ids.includes(id)))) return 'lost'
  const isInOrder = (tab: Tab) => {
    const own = new Set(tab.sent)
    return String(ids.filter((id) => own.has(id))) === String(tab.sent.filter((id) => ids.includes(id)))
  }
  if (!everyTab.every(isInOrder)) return 'out of order'
  const isWhole = (tab: Tab) => {
    const items = itemsOf(tab.thread, 0)
    return String(items.map(({ id }) => id)) === String(ids) && items.every(({ content }) => content.kind === 'open')
  }
  return tabs.every(isWhole) ? null : 'another thread'
}
