/**
 * Deployments and ways back, networks that drop or lie, tabs, presses and a browser that ends at any moment, in any order:
 * the real service worker, update machine and outbox, with only the edges of the platform made here.
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { draws } from '../../../../../tests/support/draws.ts'
import { bundleAlone } from '../../../../build/bundle-alone.ts'
import { forcedGapMs, type UpdateEvent } from '../update-machine.ts'
import { Device, type Tab } from './fake-device.ts'
import { releaseOf } from './fake-server.ts'

let run: (scope: Readonly<Record<string, unknown>>) => void
beforeAll(async () => {
  const code = await bundleAlone(new URL('../../../service-worker/service-worker.ts', import.meta.url).pathname)
  const names = ['globalThis', 'self', 'location', 'caches', 'fetch', 'navigator', 'crypto', 'WindowClient']
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the worker as it is served, in a scope of its own
  const worker = new Function(...names, code)
  run = (scope) => void worker(...names.map((name) => scope[name]))
}, 60_000)

type Move = (device: Device, tab: Tab, place: number) => unknown

const moves = {
  deploy: ({ server }) => server.release(server.newest + 1),
  'roll back': ({ server }) => server.release(Math.max(0, Number(server.served.id.slice(1)) - 1)),
  force: ({ server }) => {
    server.isForced = !server.isForced
  },
  network: ({ server }, _, place) => {
    server.network = server.network === 'there' ? (place === 0 ? 'portal' : 'gone') : 'there'
  },
  poison: ({ server }) => {
    server.isPoisoned = !server.isPoisoned
  },
  'a roll that lasts': ({ server }, _, place) => {
    server.before = server.before ? null : releaseOf(Math.max(0, Number(server.served.id.slice(1)) - 1 - (place % 2)))
  },
  tab: async (device) => {
    if (device.tabs.length < 4) await device.open()
  },
  'opens a part': (device, tab, place) => device.openPart(tab, place),
  accept: (device, tab) => {
    if (tab.update.phase === 'failed') tab.presses += 1
    device.tell(tab, { type: 'accepted' })
  },
  'put off': (device, tab) => device.tell(tab, { type: 'postponed', at: device.at }),
  check: (device, tab) => device.check(tab),
  happen: (device, tab) => device.happen(tab, false),
  cut: (device, tab) => device.happen(tab, true),
  hide: (device, tab) => {
    tab.isHidden = !tab.isHidden
    device.tell(tab, tab.isHidden ? leave(device) : { type: 'seen' })
  },
  wait: (device, tab, place) => {
    device.at += place * 200_000
    device.tell(tab, leave(device))
  },
  write: (device, tab) => device.write(tab),
  send: (_, tab) => tab.outbox.flush('writes'),
  reload: (device, tab) => device.load(tab),
} satisfies Record<string, Move>

function leave({ at, forcedAt }: Device): UpdateEvent {
  return { type: 'unattended', at, forcedAt: forcedAt.at(-1) ?? null }
}

const often = ['check', 'check', 'happen', 'happen', 'happen', 'accept', 'deploy', 'write'] as const
const names = Object.keys(moves) as (keyof typeof moves)[]
const acts = fc.record({
  kind: fc.constantFrom(...names, ...often),
  place: fc.nat({ max: 3 }),
  /** After how many things that the platform does the browser ends, at the end of the act at the latest. */
  ends: fc.option(fc.nat({ max: 40 }), { freq: 8 }),
})

async function act(
  device: Device,
  { kind, place, ends }: { kind: keyof typeof moves; place: number; ends: number | null },
) {
  const move: Move = moves[kind]
  device.browser.left = ends ?? Infinity
  await move(device, device.tabs[place % device.tabs.length]!, place)
  // What was handed to the device outlives its tab.
  await Promise.resolve()
  if (ends === null) return
  device.browser.left = -1
  await device.restart()
}

/** Whatever came before: with a network, and somebody who accepts, all of it ends at what the server has. */
async function settle(device: Device): Promise<void> {
  Object.assign(device.server, { network: 'there', isPoisoned: false, before: null, isForced: false })
  for (let round = 0; round < 3; round += 1) {
    for (const tab of device.tabs) {
      tab.isHidden = false
      if (!tab.page) await device.load(tab)
      device.tell(tab, { type: 'seen' })
      await device.check(tab)
      tab.presses += 1
      device.tell(tab, { type: 'accepted' })
      while (tab.due.length > 0) await device.happen(tab, false)
    }
  }
  for (const { outbox } of device.tabs) {
    await outbox.reload()
    await outbox.flushAll()
  }
}

test('no schedule mixes builds, loads a tab twice for one, leaves a start without its files, or loses what was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 40 }), async (schedule) => {
      const device = new Device((scope) => run(scope))
      await device.open()
      for (const step of schedule) {
        await act(device, step)
        for (const { reloads, presses } of device.tabs) {
          const again = reloads.length - new Set(reloads).size
          expect(again, 'reloads that nobody asked for twice').toBeLessThanOrEqual(presses)
        }
        const [last = forcedGapMs, oneBefore = last - forcedGapMs] = device.forcedAt.toReversed()
        expect(last - oneBefore).toBeGreaterThanOrEqual(forcedGapMs)
      }
      await settle(device)
      expect(device.tabs.map(({ page }) => page?.id)).toEqual(device.tabs.map(() => device.server.served.id))
      expect(device.received.toSorted()).toEqual(device.written.toSorted())
      // The live build, the one before, and what waits or waited.
      expect(device.browser.caches.size).toBeLessThanOrEqual(5)
      const stored = [...device.browser.caches.values()].flatMap((files) => Array.from(files))
      const files = stored.filter(([path]) => path.startsWith('/assets/')).map(([path, { body }]) => [path, body])
      expect(files).toEqual(files.map(([path = '']) => [path, device.server.archive.get(path)]))
    }),
    { numRuns: draws({ few: 60, many: 10_000 }) },
  )
})
