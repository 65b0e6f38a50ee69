/**
 * What somebody does and the server has not heard of yet: persisted before anything else, sent in order, once, by one tab
 * at a time. An entry keeps its id from the first moment, so that it may be sent again whenever its answer is in doubt.
 * Lanes do not hold up one another. Knows neither IndexedDB nor the network: both are given.
 */
import { Persister, type OutboxEntry, type OutboxStore } from './persister.ts'

export type { OutboxEntry, OutboxStore } from './persister.ts'

/** What became of a try. */
export type Outcome =
  /** It is over, whatever the answer was: nothing of it stays. */
  | 'settled'
  /** It stays to be shown, and is not sent again by itself. */
  | 'failed'
  /** The network, or a server that is briefly away: its lane waits for another try. */
  | 'later'
  /** Somebody has to decide first: its lane waits for them. */
  | 'held'

/** One try of one entry. */
export interface Attempt<Entry> {
  show: (entry: Entry) => void
  /** In place of what is persisted of it. */
  persist: (entry: Entry) => void
  /** Resolves when this device has it, dead or alive: what the server alone has would be made again. */
  handed: () => Promise<void>
  /** Taken back meanwhile: nothing more is sent of it. */
  isDiscarded: () => boolean
}

export interface OutboxSettings<Entry extends OutboxEntry> {
  store: OutboxStore<Entry>
  laneOf: (entry: Entry) => string
  /** Runs it when no other tab does the like for this lane. */
  alone: (lane: string, work: () => Promise<void>) => Promise<void>
  /** What is not sendable waits, and holds up nothing. */
  isSendable: (entry: Entry) => boolean
  /** Where sending twice what another tab has sent changes nothing, the store need not be read before each. */
  isRepeatable: boolean
  send: (entry: Entry, attempt: Attempt<Entry>) => Promise<Outcome>
  /** Calls `flushAll` again after a while; `failures` counts the tries in vain since the last that was answered. */
  retryLater: (failures: number) => void
  /** All that waits, of this tab's and of others'. */
  onChange: (waiting: readonly Entry[]) => void
}

export class Outbox<Entry extends OutboxEntry> {
  readonly #settings: OutboxSettings<Entry>
  readonly #persister: Persister<Entry>
  #waiting: ReadonlyMap<string, Entry> = new Map()
  /** Being sent by this tab. */
  readonly #underWay = new Set<string>()
  /** Taken back by the person, whatever is under way. */
  readonly #discarded = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #wanted = new Set<string>()
  /** Added in this tab: no other has had it before. */
  readonly #own = new Set<string>()
  /** Whether the store was asked for everything, and how often it is being asked. */
  #isKnown = false
  #reloads = 0
  #failures = 0
  #isClosed = false

  constructor(settings: OutboxSettings<Entry>) {
    this.#settings = settings
    this.#persister = new Persister(settings.store, settings.laneOf)
  }

  get waiting(): readonly Entry[] {
    return [...this.#waiting.values()]
  }

  find(id: string): Entry | undefined {
    return this.#waiting.get(id)
  }

  isRunning(lane: string): boolean {
    return this.#running.has(lane)
  }

  isUnderWay(id: string): boolean {
    return this.#underWay.has(id)
  }

  add(entry: Entry): void {
    this.#own.add(entry.id)
    this.#persister.keep(entry)
    this.#show(entry)
    void this.flush(this.#settings.laneOf(entry))
  }

  /** In place of an entry of the same id that waits, and sent now. */
  renew(entry: Entry): void {
    if (!this.#waiting.has(entry.id) || this.#isClosed) return
    this.#show(entry)
    this.#persister.keep(entry)
    void this.flush(this.#settings.laneOf(entry))
  }

  /** Takes in what other tabs and earlier visits have left. */
  async reload(): Promise<void> {
    this.#reloads += 1
    const known = new Set(this.waiting.flatMap(({ id }) => (this.#persister.isOnlyHere(id) ? [] : id)))
    const kept = await this.#settings.store.read().finally(() => (this.#reloads -= 1))
    this.#isKnown = true
    const ids = new Set(kept.map(({ id }) => id))
    // What the store held before and holds no more, another tab has sent or taken back.
    const isGone = ({ id }: Entry) => !ids.has(id) && known.has(id) && !this.#persister.isOnlyHere(id)
    const own = this.waiting.filter((entry) => !ids.has(entry.id) && !isGone(entry))
    for (const { id } of this.waiting.filter(isGone)) if (this.#underWay.has(id)) this.#discarded.add(id)
    const left = kept.filter(({ id }) => !this.#discarded.has(id) || this.#waiting.has(id))
    this.#change([...left.map((entry) => this.#newer(entry)), ...own])
  }

  async flushAll(): Promise<void> {
    await this.reload()
    const { laneOf, isSendable } = this.#settings
    const lanes = new Set(this.waiting.filter(isSendable).map(laneOf))
    await Promise.all([...lanes].map((lane) => this.flush(lane)))
  }

  /** Sends what can be sent of a lane. While it does, being asked again means once more. */
  flush(lane: string): Promise<void> {
    this.#wanted.add(lane)
    const running = this.#running.get(lane)
    if (running) return running
    const run = Promise.resolve().then(() => this.#run(lane))
    this.#running.set(lane, run)
    return run
  }

  async discard(id: string): Promise<void> {
    const entry = this.#waiting.get(id)
    if (!entry) return
    this.#discarded.add(id)
    await this.#forget(entry)
  }

  /** Nothing is sent any more; what waits stays in the store. */
  close(): void {
    this.#isClosed = true
  }

  async #run(lane: string): Promise<void> {
    const { alone } = this.#settings
    try {
      while (this.#wanted.delete(lane) && !this.#isClosed) {
        this.#persistAgain(lane)
        await alone(lane, () => this.#sendAll(lane))
      }
    } finally {
      // Before anybody can ask: what is wanted from now on starts a run of its own.
      this.#running.delete(lane)
    }
  }

  #persistAgain(lane: string): void {
    const { laneOf } = this.#settings
    const unkept = this.waiting.filter((entry) => laneOf(entry) === lane && this.#persister.isUnkept(entry.id))
    for (const entry of unkept) this.#persister.keep(entry)
  }

  async #sendAll(lane: string): Promise<void> {
    for (;;) {
      const entry = await this.#next(lane)
      if (!entry || this.#isClosed) return
      const outcome = await this.#send(entry)
      if (outcome === 'later' || outcome === 'held') return
    }
  }

  /** The oldest that may go: of the store, which all tabs share, and of what is still on its way there. */
  async #next(lane: string): Promise<Entry | undefined> {
    const { store, laneOf, isSendable, isRepeatable } = this.#settings
    const inLane = () => this.waiting.filter((entry) => laneOf(entry) === lane)
    if (isRepeatable && this.#isKnown && this.#reloads === 0) {
      const sendable = inLane().filter(isSendable)
      if (sendable.every(({ id }) => this.#own.has(id))) return sendable[0]
    }
    // What gets there while it is read may be missing in what is read.
    const before = new Set(inLane().flatMap(({ id }) => (this.#persister.isOnlyHere(id) ? id : [])))
    const kept = await store.read(lane)
    const known = new Set(kept.map(({ id }) => id))
    const own = inLane().filter(({ id }) => !known.has(id) && (before.has(id) || this.#persister.isOnlyHere(id)))
    return [...kept.map((entry) => this.#newer(entry)), ...own]
      .filter((entry) => isSendable(entry) && !this.#discarded.has(entry.id))
      .toSorted(inOrder)[0]
  }

  /** This tab may know better than the store what it has changed a moment ago. */
  #newer(entry: Entry): Entry {
    const known = this.#waiting.get(entry.id)
    return known && (this.#persister.isKeeping(entry.id) || this.#underWay.has(entry.id)) ? known : entry
  }

  async #send(entry: Entry): Promise<Outcome> {
    const { id } = entry
    const attempt: Attempt<Entry> = {
      show: (next) => this.#show(next),
      persist: (next) => this.#persister.keep(next),
      handed: () => this.#persister.handed(id),
      isDiscarded: () => this.#discarded.has(id),
    }
    this.#underWay.add(id)
    try {
      const outcome = await this.#settings.send(entry, attempt)
      this.#count(outcome)
      if (outcome !== 'settled' && !this.#discarded.has(id)) return outcome
      await this.#forget(entry)
      return 'settled'
    } finally {
      this.#underWay.delete(id)
    }
  }

  #count(outcome: Outcome): void {
    if (outcome === 'held') return
    this.#failures = outcome === 'later' ? this.#failures + 1 : 0
    if (outcome === 'later' && !this.#isClosed) this.#settings.retryLater(this.#failures)
  }

  async #forget(entry: Entry): Promise<void> {
    await this.#persister.drop(entry)
    this.#own.delete(entry.id)
    this.#change(this.waiting.filter(({ id }) => id !== entry.id))
  }

  #show(entry: Entry): void {
    this.#change([...this.waiting.filter(({ id }) => id !== entry.id), entry])
  }

  #change(waiting: readonly Entry[]): void {
    this.#waiting = new Map(waiting.toSorted(inOrder).map((entry) => [entry.id, entry]))
    if (!this.#isClosed) this.#settings.onChange(this.waiting)
  }
}

function inOrder(a: OutboxEntry, b: OutboxEntry): number {
  return a.id < b.id ? -1 : 1
}
