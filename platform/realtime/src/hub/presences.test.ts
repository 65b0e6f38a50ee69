import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { BusOptions, OpenBus } from '../bus/bus.ts'
import { Cluster, type Tracking } from './cluster.ts'
import { diffJson, presenceJson, Presences } from './presences.ts'
import { spaceKey, type Space } from './topics.ts'

const spaces: readonly Space[] = ['a', 'b'].map((name) => ({ name, isPrivate: false }))
const heartbeatMs = 1_000

/** A bus by topic that loses what it is told to lose, with the sign that a real one gives, and repeats itself. */
class RoughBus {
  readonly #nodes = new Map<BusOptions, Set<string>>()
  fails: 'no' | 'unsent' | 'repeated' | 'silently' = 'no'
  sent = 0

  readonly open: OpenBus = async (options) => {
    const followed = new Set<string>()
    this.#nodes.set(options, followed)
    return {
      publish: (message, topic) => {
        const { fails } = this
        if (fails === 'unsent') return topic === null ? undefined : options.onUnsent(topic)
        if (fails === 'silently') return
        for (const [other, topics] of this.#nodes) {
          if (other === options || (topic !== null && !topics.has(topic))) continue
          this.sent += 1
          other.onMessage(message)
          if (fails === 'repeated') other.onMessage(message)
        }
      },
      follow: async (topic) => void followed.add(topic),
      unfollow: (topic) => void followed.delete(topic),
      [Symbol.asyncDispose]: async () => void this.#nodes.delete(options),
    }
  }
}

interface Told {
  readonly joins: Record<string, { metas: { phx_ref: string }[] }>
  readonly leaves: Told['joins']
}

/** Somebody on a node who may be in each space, and keeps what they are told. */
class Person {
  readonly cluster: Cluster
  readonly #there = new Map<string, { leave: () => void; seen: Set<string>; tracking: Tracking | null }>()

  constructor(openBus: OpenBus) {
    const topics = {
      find: (space: Space) => ({
        presenceDiff: (json: string) => this.#take(spaceKey(space), JSON.parse(json) as Told),
      }),
    }
    const options = { openBus, heartbeatMs, nodeSilentMs: 60_000, observe: () => {} }
    this.cluster = new Cluster({ topics: topics as never, ...options })
  }

  async enter(space: Space): Promise<void> {
    if (this.#there.has(spaceKey(space))) return
    const seen = new Set<string>()
    const leave = await this.cluster.follow(space)
    this.#take(
      spaceKey(space),
      { joins: JSON.parse(this.cluster.presenceState(space)) as Told['joins'], leaves: {} },
      seen,
    )
    this.#there.set(spaceKey(space), { leave, seen, tracking: null })
  }

  track(space: Space): void {
    const there = this.#there.get(spaceKey(space))
    if (there !== undefined) there.tracking = this.cluster.track(space, this.cluster.node, {}, there.tracking)
  }

  exit(space: Space): void {
    const there = this.#there.get(spaceKey(space))
    if (there === undefined) return
    if (there.tracking !== null) this.cluster.untrack(there.tracking)
    there.leave()
    this.#there.delete(spaceKey(space))
  }

  /** Null where they are not. */
  seenIn(space: Space): string[] | null {
    const there = this.#there.get(spaceKey(space))
    return there === undefined ? null : [...there.seen].sort()
  }

  refIn(space: Space): string[] {
    return [this.#there.get(spaceKey(space))?.tracking?.ref ?? []].flat()
  }

  #take(key: string, { joins, leaves }: Told, seen = this.#there.get(key)?.seen): void {
    const refs = (told: Told['joins']) =>
      Object.values(told).flatMap(({ metas }) => metas.map(({ phx_ref: ref }) => ref))
    for (const ref of refs(leaves)) seen?.delete(ref)
    for (const ref of refs(joins)) seen?.add(ref)
  }
}

const step = fc.record({
  who: fc.nat(2),
  where: fc.nat(1),
  does: fc.constantFrom('enter' as const, 'enter' as const, 'track' as const, 'track' as const, 'exit' as const),
  fails: fc.constantFrom('no' as const, 'no' as const, 'unsent' as const, 'repeated' as const),
})

describe('presences on several nodes', () => {
  afterEach(() => vi.useRealTimers())

  it('whatever was lost or repeated, after two heartbeats everybody has been told of exactly who is where they are', async () => {
    vi.useFakeTimers()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
        const bus = new RoughBus()
        const people = Array.from({ length: 3 }, () => new Person(bus.open))
        for (const { cluster } of people) await cluster.start()
        for (const { who, where, does, fails } of steps) {
          bus.fails = fails
          await people[who]![does](spaces[where]!)
        }
        bus.fails = 'no'
        await vi.advanceTimersByTimeAsync(2 * heartbeatMs + 1)
        for (const space of spaces) {
          const there = people.flatMap((person) => person.refIn(space)).sort()
          for (const person of people) expect(person.seenIn(space) ?? there).toEqual(there)
        }
        for (const { cluster } of people) await cluster[Symbol.asyncDispose]()
      }),
    )
  })

  it('what was lost without any sign is found by the versions that are told with each heartbeat', async () => {
    vi.useFakeTimers()
    const bus = new RoughBus()
    const [one, two] = [new Person(bus.open), new Person(bus.open)]
    for (const { cluster } of [one, two]) await cluster.start()
    const [space] = spaces as [Space]
    for (const person of [one, two]) await person.enter(space)
    bus.fails = 'silently'
    one.track(space)
    bus.fails = 'no'
    await vi.advanceTimersByTimeAsync(2 * heartbeatMs + 1)
    expect(two.seenIn(space)).toEqual(one.refIn(space))
    for (const { cluster } of [one, two]) await cluster[Symbol.asyncDispose]()
  })

  it('a node hears nothing of spaces where nobody of its own is', async () => {
    const bus = new RoughBus()
    const [one, two] = [new Person(bus.open), new Person(bus.open)]
    for (const { cluster } of [one, two]) await cluster.start()
    const [a, b] = spaces as [Space, Space]
    await one.enter(a)
    await two.enter(b)
    const before = bus.sent
    for (let turn = 0; turn < 20; turn += 1) one.track(a)
    expect(bus.sent).toBe(before)
    for (const { cluster } of [one, two]) await cluster[Symbol.asyncDispose]()
  })

  it('forget a node that is gone, and take it back when it was not', () => {
    const presences = new Presences()
    const joins = [{ id: 1, space: 'a', key: 'k', metaJson: '{}' }]
    presences.apply('n1', { version: 1, after: 0 }, { space: 'a', joins, leaves: [] })
    expect(presences.drop('n1')).toEqual([{ space: 'a', joins: [], leaves: joins }])
    expect([...presences.in('a')]).toEqual([])
    expect(presences.apply('n1', { version: 2, after: 1 }, { space: 'a', joins: [], leaves: [] })).toBe(false)
    expect(presences.replace('n1', 'a', { version: 2, entries: joins })).toEqual({ space: 'a', joins, leaves: [] })
  })
})

describe('as JSON (WIRE §4.6)', () => {
  const entry = (id: number, key: string) => ({ id, space: 'a', key, metaJson: `{"phx_ref":"${id}"}` })

  it('groups the metas of a key', () => {
    expect(JSON.parse(presenceJson([entry(1, 'a"b'), entry(2, 'c'), entry(3, 'a"b')]))).toEqual({
      'a"b': { metas: [{ phx_ref: '1' }, { phx_ref: '3' }] },
      c: { metas: [{ phx_ref: '2' }] },
    })
  })

  it('W-07 keys that name what objects have anyway are keys like others', () => {
    const state = JSON.parse(presenceJson([entry(1, '__proto__')])) as object
    expect(Object.keys(state)).toEqual(['__proto__'])
    expect(JSON.parse(diffJson({ space: 'a', joins: [], leaves: [entry(1, 'x')] }))).toEqual({
      joins: {},
      leaves: { x: { metas: [{ phx_ref: '1' }] } },
    })
  })
})
