/**
 * Own messages on their way out: kept before anything else, sent in order, once, by one tab at a time. A message keeps
 * its id from the first moment, so that it may be posted again whenever its answer is in doubt (RELIABILITY P3).
 * Conversations do not hold up one another. Knows neither IndexedDB nor the network: both are given.
 */
import type { MessageRow, SealedRow } from '#entities/conversation/message-row.ts'

import type { PendingMessage, SendFailure } from '../message.ts'

/** Where messages wait, shared by the tabs of a device. */
export interface OutboxStore {
  /** Rejects where nothing can be kept. `onHanded`: on its way to the disk, and it gets there even if this tab dies. */
  keep: (pending: PendingMessage, onHanded: () => void) => Promise<void>
  drop: (pending: Pick<PendingMessage, 'id' | 'conversationId'>) => Promise<void>
  /** What waits for one conversation, or for all of them. */
  read: (conversationId?: string) => Promise<PendingMessage[]>
}

export type Trouble =
  /** The network, or a server that is briefly away. */
  | { kind: 'temporary' }
  /** The epoch is not good any more: the next sealing looks for another. */
  | { kind: 'stale' }
  /** Somebody has to decide first: nothing of this conversation goes. */
  | { kind: 'held' }
  | { kind: 'refused'; failure: SendFailure }

export interface OutboxSettings {
  store: OutboxStore
  /** Runs it when no other tab does the like for this conversation. */
  alone: (conversationId: string, work: () => Promise<void>) => Promise<void>
  /** Uploads what is not uploaded yet: what it answers is kept in place of the message. */
  prepare: (pending: PendingMessage) => Promise<PendingMessage>
  seal: (pending: PendingMessage) => Promise<SealedRow>
  /** Answers the row as it is kept, also when it was there already; null when it was, and is gone since. */
  post: (row: SealedRow) => Promise<MessageRow | null>
  judge: (error: unknown, conversationId: string) => Trouble
  /** Calls `flush` again after a while. */
  retryLater: (failures: number) => void
  onSent: (row: MessageRow, pending: PendingMessage) => void
  onFailed: (pending: PendingMessage) => void
  /** All that waits, of this tab's and of others'. */
  onChange: (waiting: readonly PendingMessage[]) => void
}

const mostStale = 3

export class Outbox {
  readonly #settings: OutboxSettings
  #waiting: ReadonlyMap<string, PendingMessage> = new Map()
  /** Not in the store yet. */
  readonly #keeping = new Map<string, Promise<void>>()
  /** Not even on their way there. */
  readonly #handing = new Map<string, Promise<void>>()
  /** The newest of these of each conversation. */
  readonly #lastHanding = new Map<string, Promise<void>>()
  /** Could not be kept: these live as long as this tab, which tries again with each run. */
  readonly #unkept = new Set<string>()
  /** Taken back by the person, whatever is under way. */
  readonly #discarded = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #wanted = new Set<string>()
  /** Added in this tab: no other has had it before. */
  readonly #own = new Set<string>()
  /** How often the store was asked for everything, and is being asked. */
  #isKnown = false
  #reloads = 0
  /** Begun before its turn, while the lock and the store are waited for. */
  readonly #sealing = new Map<string, Promise<SealedRow>>()
  #failures = 0
  #isClosed = false

  constructor(settings: OutboxSettings) {
    this.#settings = settings
  }

  get waiting(): readonly PendingMessage[] {
    return [...this.#waiting.values()]
  }

  add(pending: PendingMessage): void {
    this.#sealAhead(pending)
    this.#own.add(pending.id)
    this.#keep(pending)
    this.#show([pending])
    void this.flush(pending.conversationId)
  }

  /** Takes in what other tabs and earlier visits have left. */
  async reload(): Promise<void> {
    this.#reloads += 1
    const known = new Set(this.waiting.flatMap(({ id }) => (this.#isOnlyHere(id) ? [] : id)))
    const kept = await this.#settings.store.read().finally(() => (this.#reloads -= 1))
    this.#isKnown = true
    const ids = new Set(kept.map(({ id }) => id))
    // What the store held before and holds no more, another tab has sent or taken back.
    const [gone, own] = partition(
      this.waiting.filter(({ id }) => !ids.has(id)),
      ({ id }) => known.has(id) && !this.#isOnlyHere(id),
    )
    for (const entry of gone) if (isUnderWay(entry)) this.#discarded.add(entry.id)
    this.#change([...kept.map((entry) => this.#newer(entry)), ...own])
  }

  async flushAll(): Promise<void> {
    await this.reload()
    const conversations = new Set(this.waiting.filter(isSendable).map(({ conversationId }) => conversationId))
    await Promise.all([...conversations].map((id) => this.flush(id)))
  }

  /** Sends what can be sent of a conversation. While it does, being asked again means once more. */
  flush(conversationId: string): Promise<void> {
    this.#wanted.add(conversationId)
    const running = this.#running.get(conversationId)
    if (running) return running
    const run = Promise.resolve().then(() => this.#run(conversationId))
    this.#running.set(conversationId, run)
    return run
  }

  retry(id: string): void {
    const pending = this.#waiting.get(id)
    if (!pending || this.#isClosed) return
    const again = { ...pending, state: 'queued', failure: null } as const
    this.#show([again])
    this.#keep(again)
    void this.flush(pending.conversationId)
  }

  async discard(id: string): Promise<void> {
    const pending = this.#waiting.get(id)
    if (!pending) return
    this.#discarded.add(id)
    await this.#forget(pending)
  }

  /** Nothing is sent any more; what waits stays in the store. */
  close(): void {
    this.#isClosed = true
  }

  /** Only what goes next: the rest may need other keys by then. */
  #sealAhead(pending: PendingMessage): void {
    if (pending.files.length > 0 || this.#running.has(pending.conversationId)) return
    const sealed = this.#settings.seal(pending)
    this.#sealing.set(pending.id, sealed)
    // What could not be sealed now is sealed anew in its turn.
    sealed.catch(() => this.#sealing.get(pending.id) === sealed && this.#sealing.delete(pending.id))
  }

  async #run(conversationId: string): Promise<void> {
    try {
      while (this.#wanted.delete(conversationId) && !this.#isClosed) {
        this.#keepAgain(conversationId)
        await this.#settings.alone(conversationId, () => this.#sendAll(conversationId))
      }
    } finally {
      // Before anybody can ask: what is wanted from now on starts a run of its own.
      this.#running.delete(conversationId)
    }
  }

  async #sendAll(conversationId: string): Promise<void> {
    for (;;) {
      const pending = await this.#next(conversationId)
      if (!pending || this.#isClosed) return
      const outcome = await this.#send(pending)
      if (outcome === 'stopped') return
    }
  }

  /** The oldest that may go: of the store, which all tabs share, and of what is still on its way there. */
  async #next(conversationId: string): Promise<PendingMessage | undefined> {
    if (this.#isKnown && this.#reloads === 0) {
      const sendable = this.waiting.filter((entry) => entry.conversationId === conversationId && isSendable(entry))
      if (sendable.every(({ id }) => this.#own.has(id))) return sendable[0]
    }
    const kept = await this.#settings.store.read(conversationId)
    const known = new Set(kept.map(({ id }) => id))
    const own = this.waiting.filter((entry) => entry.conversationId === conversationId && this.#isOnlyHere(entry.id))
    const all = [...kept.map((entry) => this.#newer(entry)), ...own.filter(({ id }) => !known.has(id))]
    return all
      .filter((entry) => isSendable(entry) && !this.#discarded.has(entry.id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]
  }

  /** The store does not know of it, yet or at all. */
  #isOnlyHere(id: string): boolean {
    return this.#keeping.has(id) || this.#unkept.has(id)
  }

  /** This tab may know better than the store what it has changed a moment ago. */
  #newer(entry: PendingMessage): PendingMessage {
    const known = this.#waiting.get(entry.id)
    return known && (this.#keeping.has(entry.id) || isUnderWay(known)) ? known : entry
  }

  async #send(pending: PendingMessage, stale = 0): Promise<'settled' | 'stopped'> {
    const { prepare, seal, post, judge, onSent } = this.#settings
    try {
      this.#show([{ ...pending, state: 'encrypting' }])
      const prepared = await prepare(pending)
      if (this.#discarded.has(pending.id)) return await this.#letGo(pending)
      if (prepared !== pending) {
        pending = prepared
        this.#keep(prepared)
      }
      const sealed = await (this.#sealing.get(pending.id) ?? seal(pending))
      // Not before this device has it, dead or alive: what the server alone has would be typed again.
      await this.#handing.get(pending.id)
      if (this.#discarded.has(pending.id)) return await this.#letGo(pending)
      const posted = post(sealed)
      this.#show([{ ...pending, state: 'posting' }])
      const row = await posted
      this.#failures = 0
      this.#sealing.delete(pending.id)
      if (row) onSent(row, pending)
      await this.#forget(pending)
      return 'settled'
    } catch (error) {
      this.#sealing.delete(pending.id)
      if (this.#discarded.has(pending.id)) return this.#letGo(pending)
      const trouble = judge(error, pending.conversationId)
      if (trouble.kind === 'stale' && stale < mostStale) return this.#send(pending, stale + 1)
      return this.#giveUp(pending, trouble)
    }
  }

  async #letGo(pending: PendingMessage): Promise<'settled'> {
    this.#sealing.delete(pending.id)
    await this.#forget(pending)
    return 'settled'
  }

  #giveUp(pending: PendingMessage, trouble: Trouble): 'settled' | 'stopped' {
    const { retryLater, onFailed } = this.#settings
    if (trouble.kind === 'refused' || trouble.kind === 'stale') {
      const failure = trouble.kind === 'refused' ? trouble.failure : 'stale_epoch'
      const failed = { ...pending, state: 'failed', failure } as const
      this.#show([failed])
      this.#keep(failed)
      onFailed(failed)
      return 'settled'
    }
    this.#show([{ ...pending, state: 'queued' }])
    if (trouble.kind === 'temporary') {
      this.#failures += 1
      retryLater(this.#failures)
    }
    return 'stopped'
  }

  /** In their order: another tab may send what it finds, and it must not find a later one alone. */
  #keep(pending: PendingMessage): void {
    const { store } = this.#settings
    const earlier = this.#lastHanding.get(pending.conversationId) ?? Promise.resolve()
    const before = this.#keeping.get(pending.id)?.then(() => earlier) ?? earlier
    let onHanded = () => undefined as void
    const handed = new Promise<void>((resolve) => (onHanded = resolve))
    const kept = before
      .then(() => store.keep({ ...pending, state: pending.state === 'failed' ? 'failed' : 'queued' }, onHanded))
      .then(
        () => void this.#unkept.delete(pending.id),
        () => void this.#unkept.add(pending.id),
      )
      .finally(() => {
        onHanded()
        if (this.#lastHanding.get(pending.conversationId) === handed) this.#lastHanding.delete(pending.conversationId)
        if (this.#keeping.get(pending.id) !== kept) return
        this.#keeping.delete(pending.id)
        this.#handing.delete(pending.id)
      })
    this.#keeping.set(pending.id, kept)
    this.#handing.set(pending.id, handed)
    this.#lastHanding.set(pending.conversationId, handed)
  }

  #keepAgain(conversationId: string): void {
    const mine = this.waiting.filter((entry) => entry.conversationId === conversationId)
    for (const entry of mine) if (this.#unkept.has(entry.id)) this.#keep(entry)
  }

  async #forget(pending: PendingMessage): Promise<void> {
    await this.#keeping.get(pending.id)
    await this.#settings.store.drop(pending)
    this.#own.delete(pending.id)
    this.#unkept.delete(pending.id)
    this.#change(this.waiting.filter(({ id }) => id !== pending.id))
  }

  #show(entries: readonly PendingMessage[]): void {
    const changed = new Map(this.#waiting)
    for (const entry of entries) changed.set(entry.id, entry)
    this.#change([...changed.values()])
  }

  #change(waiting: readonly PendingMessage[]): void {
    this.#waiting = new Map(waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((entry) => [entry.id, entry]))
    if (!this.#isClosed) this.#settings.onChange(this.waiting)
  }
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function isSendable({ state }: PendingMessage): boolean {
  return state !== 'failed'
}

function isUnderWay({ state }: PendingMessage): boolean {
  return state === 'encrypting' || state === 'posting'
}
