/**
 * Parcels and marks of one relay after the other → what was committed, each once and in its order. Relays read one log: what
 * a second one tells again is known by its place, and what a first one that woke up says too late, by what is missing before it.
 */
import type { Control, Item, Parcel } from './relay-wire.ts'

type Mark = Extract<Control, { readonly says: 'mark' }>

export class Batches {
  /** Of each relay, what has come since its last mark, by place: a parcel that is sent again changes nothing. */
  readonly #open = new Map<string, Map<string, Item>>()
  #done: string | null = null

  add({ relay, items }: Parcel): void {
    const open = this.#open.get(relay) ?? new Map<string, Item>()
    this.#open.set(relay, open)
    for (const item of items) open.set(item.place, item)
  }

  /** What is new by that. */
  close({ relay, after, place }: Mark): Item[] {
    const open = this.#open.get(relay)
    this.#open.delete(relay)
    const done = this.#done
    if (done !== null && (place <= done || (after !== null && after > done))) return []
    this.#done = place
    const items = [...(open?.values() ?? [])].filter(
      (item) => item.place <= place && (done === null || item.place > done),
    )
    return items.sort((one, other) => (one.place < other.place ? -1 : 1))
  }

  /** Nothing is known any more of what was told before. */
  restart(): void {
    this.#open.clear()
    this.#done = null
  }
}
