/** Puts what waits into the device's store, in order: nobody finds there a later entry of a lane without the earlier ones. */

export interface OutboxEntry {
  /** An entry's lane is gone through in the order of its ids. */
  id: string
}

/** Where entries wait, shared by the tabs of a device. */
export interface OutboxStore<Entry extends OutboxEntry> {
  /** Rejects where nothing can be kept. `onHanded`: on its way to the disk, and it gets there even if this tab dies. */
  keep: (entry: Entry, onHanded: () => void) => Promise<void>
  drop: (entry: Entry) => Promise<void>
  /** What waits in one lane, or in all of them. */
  read: (lane?: string) => Promise<Entry[]>
}

export class Persister<Entry extends OutboxEntry> {
  readonly #store: OutboxStore<Entry>
  readonly #laneOf: (entry: Entry) => string
  /** Not in the store yet. */
  readonly #keeping = new Map<string, Promise<void>>()
  /** Not even on their way there. */
  readonly #handing = new Map<string, Promise<void>>()
  /** The newest of these of each lane. */
  readonly #lastHanding = new Map<string, Promise<void>>()
  /** Could not be kept: these live as long as this tab, which tries again with each run. */
  readonly #unkept = new Set<string>()

  constructor(store: OutboxStore<Entry>, laneOf: (entry: Entry) => string) {
    this.#store = store
    this.#laneOf = laneOf
  }

  /** The store does not know of it, yet or at all. */
  isOnlyHere(id: string): boolean {
    return this.#keeping.has(id) || this.#unkept.has(id)
  }

  isKeeping(id: string): boolean {
    return this.#keeping.has(id)
  }

  isUnkept(id: string): boolean {
    return this.#unkept.has(id)
  }

  /** Resolves when this device has it, dead or alive. */
  async handed(id: string): Promise<void> {
    await this.#handing.get(id)
  }

  /** In their order: another tab may send what it finds, and it must not find a later one alone. */
  keep(entry: Entry): void {
    const { id } = entry
    const lane = this.#laneOf(entry)
    const earlier = this.#lastHanding.get(lane) ?? Promise.resolve()
    const before = this.#keeping.get(id)?.then(() => earlier) ?? earlier
    let onHanded = () => undefined as void
    const handed = new Promise<void>((resolve) => (onHanded = resolve))
    const kept = before
      .then(() => this.#store.keep(entry, onHanded))
      .then(
        () => void this.#unkept.delete(id),
        () => void this.#unkept.add(id),
      )
      .finally(() => {
        onHanded()
        if (this.#lastHanding.get(lane) === handed) this.#lastHanding.delete(lane)
        if (this.#keeping.get(id) !== kept) return
        this.#keeping.delete(id)
        this.#handing.delete(id)
      })
    this.#keeping.set(id, kept)
    this.#handing.set(id, handed)
    this.#lastHanding.set(lane, handed)
  }

  async drop(entry: Entry): Promise<void> {
    await this.#keeping.get(entry.id)
    await this.#store.drop(entry)
    this.#unkept.delete(entry.id)
  }
}
