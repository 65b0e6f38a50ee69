import fc from 'fast-check'
import { expect, test } from 'vitest'

import { draws } from '../../../../tests/support/draws.ts'
import {
  forcedGapMs,
  postponedForMs,
  startUpdate,
  stepUpdate,
  type Postponed,
  type Start,
  type Update,
  type UpdateEffect,
  type UpdateEvent,
} from './update-machine.ts'

const start: Start = { own: 'a', updatedTo: null, updatedFrom: null, postponed: null }
const current = startUpdate(start).update
const about = (phase: Update['phase'], more: Partial<Update> = {}): Update => ({
  ...current,
  phase,
  target: 'b',
  ...more,
})
const found = (build: string, more: { isForced?: boolean; at?: number } = {}): UpdateEvent => ({
  type: 'found',
  build,
  isForced: false,
  at: 0,
  ...more,
})
const taken = (build: string, isIdle = true): UpdateEvent => ({ type: 'taken-over', build, isIdle })
const unattended = (at: number, forcedAt: number | null = null): UpdateEvent => ({ type: 'unattended', at, forcedAt })
const putOff = { postponed: { build: 'b', at: 0 } }
const accepted: UpdateEvent = { type: 'accepted' }

test.each<[string, Update, UpdateEvent, Update['phase'], readonly UpdateEffect[]]>([
  ['another build is told', current, found('b'), 'available', ['announce']],
  ['a forced one as such', current, found('b', { isForced: true }), 'forced', ['announce']],
  ['the same is told once', about('available'), found('b'), 'available', []],
  ['what becomes forced is told again', about('available'), found('b', { isForced: true }), 'forced', ['announce']],
  ['yet another is told again', about('available'), found('c'), 'available', ['announce']],
  ['its own is none', current, found('a'), 'current', []],
  ['the server has gone back', about('forced'), found('a'), 'current', []],
  ['put off', about('available'), { type: 'postponed', at: 5 }, 'postponed', []],
  ['put off after a failure', about('failed'), { type: 'postponed', at: 5 }, 'postponed', []],
  ['a forced one cannot be put off', about('forced'), { type: 'postponed', at: 5 }, 'forced', []],
  ['what was put off stays hidden', about('postponed', putOff), found('b', { at: 5 }), 'postponed', []],
  ['and for the next page too', { ...current, ...putOff }, found('b', { at: 5 }), 'postponed', []],
  ['another build is not put off', about('postponed', putOff), found('c', { at: 5 }), 'available', ['announce']],
  ['for a day', about('postponed', putOff), found('b', { at: postponedForMs }), 'available', ['announce']],
  ['not what is forced', about('postponed', putOff), found('b', { isForced: true }), 'forced', ['announce']],
  ['accepted', about('available'), accepted, 'saving', ['save']],
  ['accepted where it is forced', about('forced'), accepted, 'saving', ['save']],
  ['accepted after all', about('postponed', putOff), accepted, 'saving', ['save']],
  ['accepted twice', about('saving'), accepted, 'saving', []],
  ['tried again', about('failed', { updatedTo: 'b' }), accepted, 'saving', ['save']],
  ['nothing to accept', current, accepted, 'current', []],
  ['nobody there', about('forced'), unattended(5), 'saving', ['note-forced', 'save']],
  ['nobody there, and nothing forced', about('available'), unattended(5), 'available', []],
  ['X-09 forced just before', about('forced'), unattended(forcedGapMs - 1, 0), 'forced', []],
  ['forced long ago', about('forced'), unattended(forcedGapMs, 0), 'saving', ['note-forced', 'save']],
  ['X-09 forced to what did not come', about('forced', { updatedTo: 'b' }), unattended(forcedGapMs), 'forced', []],
  ['saved', about('saving'), { type: 'saved' }, 'installing', ['install']],
  ['saved late', about('installing'), { type: 'saved' }, 'installing', []],
  ['installed', about('installing'), { type: 'installed' }, 'reloading', ['reload']],
  ['taken over as asked', about('installing'), taken('b'), 'reloading', ['reload']],
  ['installed late', about('reloading'), { type: 'installed' }, 'reloading', []],
  ['taken over by another tab', current, taken('b'), 'reloading', ['reload']],
  ['while somebody is busy', about('available'), taken('b', false), 'reloading', []],
  ['and looked at again', about('reloading', { waitsForSight: true }), { type: 'seen' }, 'reloading', ['reload']],
  ['looked at', about('available'), { type: 'seen' }, 'available', []],
  ['taken over by its own build', current, taken('a'), 'current', []],
  ['taken over while it saves', about('saving'), taken('b'), 'saving', []],
  ['taken over once more', { ...current, updatedTo: 'b' }, taken('b'), 'current', []],
  ['found while under way', about('reloading'), found('c'), 'reloading', []],
])('%s', (...[, update, event, ...expected]) => {
  const step = stepUpdate(update, event)
  expect([step.update.phase, step.effects]).toEqual(expected)
})

test.each<[string, Partial<Start>, Update['phase'], readonly UpdateEffect[]]>([
  ['a page as any other', {}, 'current', []],
  ['the new build has come', { own: 'b', updatedTo: 'b', updatedFrom: 'a' }, 'current', ['show-news']],
  ['it stands already', { own: 'b', updatedTo: 'b' }, 'current', []],
  ['the old build came once more', { updatedTo: 'b', updatedFrom: 'a' }, 'failed', []],
  ['the server has gone back since', { updatedTo: 'b' }, 'current', []],
  ['a third has come', { own: 'c', updatedTo: 'b', updatedFrom: 'a' }, 'current', []],
])('starts: %s', (_, given, phase, effects) => {
  const step = startUpdate({ ...start, ...given })
  expect([step.update.phase, step.effects]).toEqual([phase, effects])
})

/** A device with its tabs, one worker and a server: what the machine's effects do to them, in the order that is drawn. */
interface Tab {
  update: Update
  /** What of sessionStorage outlives a crash. */
  kept: { updatedTo: string | null; updatedFrom: string | null }
  /** Effects that have not happened yet. */
  due: UpdateEffect[]
  isHidden: boolean
  presses: number
  /** What it was loaded again for, and after how many deployments: an earlier build may come back. */
  reloads: string[]
}

class Device {
  served = 0
  isForced = false
  isOnline = true
  at = 0
  forcedAt: number[] = []
  deployments = 0
  newest = 0
  postponed: Postponed | null = null
  active: string
  waiting: string | null = null
  tabs: Tab[] = []
  constructor() {
    this.active = this.build
    this.open()
  }

  get build(): string {
    return `${this.served}`
  }

  deploy(build: number): void {
    if (build !== this.served) this.deployments += 1
    this.served = build
    this.newest = Math.max(build, this.newest)
  }

  leave(tab: Tab): void {
    this.tell(tab, { type: 'unattended', at: this.at, forcedAt: this.forcedAt.at(-1) ?? null })
  }

  open(): void {
    const kept = { updatedTo: null, updatedFrom: null }
    this.tabs.push(this.#load({ kept, due: [], isHidden: false, presses: 0, reloads: [], update: current }))
  }

  /** The worker gives the page and its files: whatever loads is of the build that is active then. */
  #load(tab: Tab): Tab {
    const { update } = startUpdate({ own: this.active, ...tab.kept, postponed: this.postponed })
    return Object.assign(tab, { update, due: [], kept: { ...tab.kept, updatedFrom: null } })
  }

  tell(tab: Tab, event: UpdateEvent): void {
    const { update, effects } = stepUpdate(tab.update, event)
    tab.update = update
    if (effects.includes('note-forced')) this.forcedAt.push(this.at)
    tab.due.push(...effects)
    this.postponed = update.postponed ?? this.postponed
  }

  check(tab: Tab): void {
    if (tab.isHidden || !this.isOnline) return
    const newest = this.waiting ?? this.active
    if (this.build !== newest) this.waiting = this.build === this.active ? null : this.build
    const { isForced, at } = this
    this.tell(tab, { type: 'found', build: this.waiting ?? this.active, isForced, at })
  }

  crash(tab: Tab): void {
    this.#load(tab)
  }

  /** The next thing that is due; `isCut`: the time for it runs out first. */
  happen(tab: Tab, isCut: boolean): void {
    const effect = tab.due.shift()
    const { own, target } = tab.update
    if (effect === 'save') this.tell(tab, { type: 'saved' })
    if (effect === 'install') {
      if (!isCut) this.takeOver()
      this.tell(tab, { type: 'installed' })
    }
    if (effect === 'reload') {
      tab.reloads.push(`${target} ${this.deployments}`)
      tab.kept = { updatedTo: target, updatedFrom: own }
      this.#load(tab)
    }
  }

  takeOver(): void {
    if (this.waiting === null) return
    this.active = this.waiting
    this.waiting = null
    for (const tab of this.tabs) {
      this.tell(tab, { type: 'taken-over', build: this.active, isIdle: !tab.isHidden })
    }
  }
}

const kinds = ['deploy', 'roll back', 'force', 'offline', 'tab', 'accept', 'put off', 'crash'] as const
const more = ['check', 'check', 'check', 'happen', 'happen', 'happen', 'cut', 'hide', 'wait'] as const
const acts = fc.record({
  kind: fc.constantFrom(...kinds, ...more),
  place: fc.nat({ max: 3 }),
  ms: fc.nat({ max: 900_000 }),
})

const moves: Record<(typeof kinds)[number] | (typeof more)[number], (device: Device, tab: Tab) => void> = {
  deploy: (device) => device.deploy(device.newest + 1),
  'roll back': (device) => device.deploy(Math.max(0, device.served - 1)),
  force: (device) => {
    device.isForced = !device.isForced
  },
  offline: (device) => {
    device.isOnline = !device.isOnline
  },
  tab: (device) => {
    if (device.tabs.length < 4) device.open()
  },
  accept: (device, tab) => {
    const isRetry = tab.update.phase === 'failed'
    device.tell(tab, accepted)
    if (isRetry) tab.presses += 1
  },
  'put off': (device, tab) => device.tell(tab, { type: 'postponed', at: device.at }),
  crash: (device, tab) => device.crash(tab),
  check: (device, tab) => device.check(tab),
  happen: (device, tab) => device.happen(tab, false),
  cut: (device, tab) => device.happen(tab, true),
  hide: (device, tab) => {
    tab.isHidden = !tab.isHidden
    if (!tab.isHidden) device.tell(tab, { type: 'seen' })
    else device.leave(tab)
  },
  wait: (device, tab) => device.leave(tab),
}

test('no schedule reloads a tab twice for one build, or forces two reloads within ten minutes', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 60 }), (schedule) => {
      const device = new Device()
      for (const { kind, place, ms } of schedule) {
        const tab = device.tabs[place % device.tabs.length]!
        device.at += kind === 'wait' ? ms : 0
        const owns = device.tabs.map(({ update }) => update.own)
        const before = device.tabs.map(({ reloads }) => reloads.length)
        moves[kind](device, tab)
        for (const [index, { update, reloads, presses }] of device.tabs.entries()) {
          const again = reloads.length - new Set(reloads).size
          expect(again, 'reloads that nobody asked for twice').toBeLessThanOrEqual(presses)
          // A page stays of one build until it is loaded again.
          const isLoaded = kind === 'crash' || before[index] === undefined || before[index] < reloads.length
          expect(isLoaded || update.own === owns[index], 'one build in a page').toBe(true)
        }
        const [last = forcedGapMs, oneBefore = last - forcedGapMs] = device.forcedAt.toReversed()
        expect(last - oneBefore).toBeGreaterThanOrEqual(forcedGapMs)
      }
    }),
    { numRuns: draws({ few: 100, many: 10_000 }) },
  )
})
