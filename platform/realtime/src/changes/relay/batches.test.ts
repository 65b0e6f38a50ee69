import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeOf } from '../decoding/lsn.ts'
import { Batches } from './batches.ts'
import type { Item } from './relay-wire.ts'

const log = Array.from({ length: 40 }, (_, index) => placeOf(BigInt(1 + Math.floor(index / 3)), 1 + (index % 3)))
const item = (place: string) => ({ place, message: { id: place } }) as Item

/** Reads the log from somewhere on, in batches, and may be killed within one. */
class Relay {
  readonly name: string
  #at: number
  #after: string | null = null

  constructor(name: string, at: number) {
    this.name = name
    this.#at = at
  }

  /** How far it has told the server that all is told. */
  get told(): number {
    return this.#at
  }

  tell(
    node: Batches,
    { size, isKilled, isRepeated }: { size: number; isKilled: boolean; isRepeated: boolean },
  ): Item[] {
    const places = log.slice(this.#at, this.#at + size)
    const last = places.at(-1)
    if (last === undefined) return []
    const parcels = () => {
      for (const odd of [1, 0]) {
        const items = places.filter((_, index) => index % 2 === odd).map(item)
        if (items.length > 0) node.add({ relay: this.name, items })
      }
    }
    parcels()
    if (isRepeated) parcels()
    if (isKilled) return []
    const heard = node.close({ relay: this.name, says: 'mark', after: this.#after, place: last })
    const again = isRepeated ? node.close({ relay: this.name, says: 'mark', after: this.#after, place: last }) : []
    this.#after = last
    this.#at += places.length
    return [...heard, ...again]
  }
}

const step = fc.record({
  size: fc.integer({ min: 1, max: 7 }),
  isKilled: fc.boolean(),
  isRepeated: fc.boolean(),
  /** How many of what was told the server has not heard of when another one takes over. */
  unheard: fc.integer({ min: 0, max: 9 }),
  /** The one before, which hung, says once more what it had in hand. */
  wakes: fc.boolean(),
})

test('whatever dies, repeats itself or wakes up late, each change is heard once and in the order of the log', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const node = new Batches()
      const heard: Item[] = []
      let relay = new Relay('0', 0)
      let before: Relay | null = null
      for (const [index, { unheard, wakes, ...how }] of steps.entries()) {
        heard.push(...relay.tell(node, how))
        if (how.isKilled) {
          before = relay
          relay = new Relay(String(index + 1), Math.max(0, relay.told - unheard))
        }
        if (wakes && before !== null)
          heard.push(...before.tell(node, { size: how.size, isKilled: false, isRepeated: false }))
      }
      while (relay.told < log.length) heard.push(...relay.tell(node, { size: 9, isKilled: false, isRepeated: false }))
      expect(heard.map(({ place }) => place)).toEqual(log)
    }),
  )
})
