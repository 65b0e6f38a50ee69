/** A thread that is kept true while somebody looks at it: the machine, fed by pages, the channel, the outbox and keys. */
import type { Vault } from '#crypto/index.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

import { touchEpochs } from '../keys/epochs.ts'
import type { Opened, PendingMessage } from '../message.ts'
import { keptThreadOf, type KeptThread } from './kept-thread.ts'
import { isPassing, openRows } from './open-rows.ts'
import { readPage, readSince, threadPage } from './read-thread.ts'
import { gapsOf } from './thread-gaps.ts'
import { itemsOf } from './thread-items.ts'
import {
  emptyThread,
  newestInstant,
  newestOfOthers,
  oldestOf,
  reduceThread,
  rowsOf,
  unopenedOf,
  type ThreadEvent,
  type ThreadState,
} from './thread-machine.ts'
import { emptySnapshot, keepSame, type ThreadSnapshot } from './thread-snapshot.ts'

export interface ThreadContext {
  userId: string
  conversationId: string
  vault: () => Promise<Vault>
  conversation: () => Promise<Conversation | null>
  /** Opened here for the first time, for the search index. */
  onOpened: (rows: readonly MessageRow[], opened: readonly [string, Opened][]) => void
}

/** How long after a failure that may pass the keys are asked for again (E2EE §7), in ms. */
const patience = [1000, 5000, 30_000]
const saveAfterMs = 1000
const keptEvents = new Set<ThreadEvent['type']>(['rows', 'page', 'since', 'opened'])
/** What is not open by then waits for the network, or for the person: it is drawn closed. */
const drawAfterMs = 60

export class LiveThread {
  readonly #context: ThreadContext
  readonly #kept: KeptThread
  readonly #listeners = new Set<() => void>()
  readonly #askedGaps = new Set<string>()
  #state: ThreadState
  #snapshot: ThreadSnapshot = emptySnapshot
  #isStarted = false
  /** How often everything was forgotten: what was asked for before is not taken in. */
  #lives = 0
  #opening: Promise<void> | undefined
  #wantsOpening = false
  #failures = 0
  #timers: {
    open?: ReturnType<typeof setTimeout>
    draw?: ReturnType<typeof setTimeout> | undefined
    save?: ReturnType<typeof setTimeout>
    expire?: ReturnType<typeof setTimeout>
  } = {}

  constructor(context: ThreadContext) {
    this.#context = context
    this.#kept = keptThreadOf(context)
    this.#state = emptyThread(context.userId)
  }

  get snapshot(): ThreadSnapshot {
    return this.#snapshot
  }

  get newestId(): string | undefined {
    return rowsOf(this.#state).at(-1)?.id
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  watch(notify: () => void): () => void {
    this.#listeners.add(notify)
    void this.start()
    return () => this.#listeners.delete(notify)
  }

  /** What this device has kept is drawn first; what the server has is asked for meanwhile. */
  async start(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    const page = readPage(this.#context.conversationId)
    page.catch(() => undefined)
    const life = this.#lives
    const { rows, opened, hidden } = await this.#kept.read()
    if (life !== this.#lives) return
    if (hidden.length > 0) this.#take({ type: 'hidden', ids: hidden })
    if (rows.length > 0) {
      this.#take({ type: 'opened', messages: opened }, { isQuiet: true })
      this.#take({ type: 'rows', rows }, { isQuiet: true })
      this.#context.onOpened(rows, opened)
      if (unopenedOf(this.#state, isPassing).length > 0) await this.#open()
      this.#tell({ state: 'ready' })
    }
    await this.reload(page, new Set(rows.map(({ id }) => id)))
  }

  /** The newest page, and the members. */
  async reload(
    page = readPage(this.#context.conversationId),
    known: ReadonlySet<string> = new Set(this.#state.rows.keys()),
  ): Promise<void> {
    const life = this.#lives
    if (this.#snapshot.state === 'failed') this.#tell({ state: 'loading' })
    try {
      const [rows] = await Promise.all([page, this.#readMembers()])
      if (life !== this.#lives) return
      this.#take({ type: 'page', rows, known, reachesStart: rows.length < threadPage })
      await this.#open()
      this.#tell({ state: 'ready' })
    } catch {
      if (this.#state.rows.size === 0) this.#tell({ state: 'failed' })
      this.#isStarted = this.#state.rows.size > 0
    }
  }

  /** After the channel was away, or the page. */
  async catchUp(): Promise<void> {
    const newest = newestInstant(this.#state)
    if (newest === null || this.#snapshot.state !== 'ready') return this.reload()
    try {
      for await (const rows of readSince(this.#context.conversationId, newest)) {
        this.#take({ type: 'rows', rows })
        await this.#open()
      }
    } catch {
      // The channel's next word, or the next look at the page, tries again.
    }
  }

  async loadOlder(): Promise<void> {
    const oldest = oldestOf(this.#state)
    if (!oldest || this.#state.reachesStart || this.#snapshot.isLoadingOlder) return
    this.#tell({ isLoadingOlder: true })
    try {
      const before = this.#snapshot.items.length
      // A page of reactions alone would look like nothing.
      for (let from = oldest; ;) {
        const rows = await readPage(this.#context.conversationId, from)
        this.#take({ type: 'rows', rows, reachesStart: rows.length < threadPage })
        await this.#open()
        const last = rows.at(-1)
        if (!last || rows.length < threadPage || this.#snapshot.items.length > before) break
        from = { ...last, created_at: instantOf(last.created_at) }
      }
    } catch {
      // Asking again is scrolling again.
    } finally {
      this.#tell({ isLoadingOlder: false })
    }
  }

  receiveRows(rows: readonly MessageRow[], opened: readonly [string, Opened][] = []): void {
    if (!this.#isStarted) return
    if (opened.length > 0) this.#take({ type: 'opened', messages: opened }, { isQuiet: true })
    this.#take({ type: 'rows', rows }, { isQuiet: true })
    void this.#open()
  }

  receivePending(pending: readonly PendingMessage[]): void {
    const { pending: known } = this.#state
    if (pending.length === known.length && pending.every((one, place) => one === known[place])) return
    this.#take({ type: 'pending', pending })
  }

  receiveRead({
    userId,
    upTo,
    messageIds,
  }: {
    userId: string
    upTo: string | null
    messageIds: readonly string[]
  }): void {
    if (upTo !== null) this.#take({ type: 'read', userId, upTo })
    const rows = messageIds.flatMap((id) => this.#state.rows.get(id) ?? [])
    if (userId !== this.#context.userId)
      this.#take({ type: 'rows', rows: rows.map((row) => Object.assign({}, row, { is_read: true })) })
  }

  async receiveMembers(): Promise<void> {
    await this.#readMembers().catch(() => undefined)
  }

  /** Where it began until now: whoever was given the history may read what came before. */
  async lookBack(): Promise<void> {
    const oldest = oldestOf(this.#state)
    if (!this.#isStarted || !this.#state.reachesStart || !oldest) return
    const rows = await readPage(this.#context.conversationId, oldest).catch(() => [])
    if (rows.length === 0) return
    this.#state = { ...this.#state, reachesStart: false }
    this.#take({ type: 'rows', rows, reachesStart: rows.length < threadPage })
    await this.#open()
  }

  /** Keys have come, or the device was unlocked. */
  keysChanged(): void {
    this.#failures = 0
    touchEpochs(this.#context.conversationId)
    void this.#open()
  }

  hide(id: string): void {
    this.receiveHidden(id)
    void this.#kept.keepHidden(id)
  }

  /** In another tab, maybe. */
  receiveHidden(id: string): void {
    this.#take({ type: 'hidden', ids: [id] })
  }

  /** Left, or deleted for oneself: nothing of it stays. Whoever still looks at it sees what the server has now. */
  async forget(): Promise<void> {
    this.#lives += 1
    Object.values(this.#timers).forEach(clearTimeout)
    this.#timers = {}
    this.#state = { ...emptyThread(this.#context.userId), pending: this.#state.pending }
    this.#isStarted = false
    this.#tell(emptySnapshot)
    await this.#kept.forget()
    if (this.isWatched) await this.start()
  }

  close(): void {
    Object.values(this.#timers).forEach(clearTimeout)
    this.#listeners.clear()
  }

  async #readMembers(): Promise<void> {
    const conversation = await this.#context.conversation()
    if (!conversation) return
    const { readsFrom } = conversation.me
    if (readsFrom !== null) this.#take({ type: 'since', instant: readsFrom })
    const active = conversation.others.filter(({ isActive }) => isActive)
    this.#take({ type: 'members', readers: active.map(({ id, lastReadAt }) => [id, lastReadAt] as const) })
  }

  /** One opening at a time; what comes meanwhile is opened next, together. */
  #open(): Promise<void> {
    this.#wantsOpening = true
    this.#opening ??= Promise.resolve().then(() => this.#openAll())
    return this.#opening
  }

  async #openAll(): Promise<void> {
    while (this.#wantsOpening) {
      this.#wantsOpening = false
      const rows = unopenedOf(this.#state, isPassing)
      try {
        if (rows.length > 0) await this.#openSome(rows)
      } catch {
        // The vault could not be had: the rows stay locked.
        this.#openLater()
      }
    }
    // Before anybody can ask: what is wanted from now on starts anew.
    this.#opening = undefined
    if (this.#timers.draw !== undefined) this.#tell({})
    void this.#lookForGaps()
  }

  async #openSome(rows: readonly MessageRow[]): Promise<void> {
    const { vault, conversation, onOpened } = this.#context
    const opened = await openRows(await vault(), conversation, rows)
    this.#take({ type: 'opened', messages: opened })
    onOpened(rows, opened)
    if (opened.some(([, result]) => result.kind === 'failed' && isPassing(result.code))) this.#openLater()
  }

  #openLater(): void {
    const pause = patience[this.#failures]
    this.#failures += 1
    if (pause === undefined) return
    clearTimeout(this.#timers.open)
    this.#timers.open = setTimeout(() => {
      touchEpochs(this.#context.conversationId)
      void this.#open()
    }, pause)
  }

  /** What is missed is asked for once; what the server does not give then either is said. */
  async #lookForGaps(): Promise<void> {
    const gaps = gapsOf(this.#state)
    for (const id of gaps.filter((one) => !this.#askedGaps.has(one))) {
      const row = this.#state.rows.get(id)
      this.#askedGaps.add(id)
      const rows = row && (await readPage(this.#context.conversationId, row).catch(() => null))
      if (!rows) {
        this.#askedGaps.delete(id)
        return
      }
      this.#take({ type: 'rows', rows })
      await this.#open()
    }
    this.#take({ type: 'missed', ids: gapsOf(this.#state).filter((id) => this.#askedGaps.has(id)) })
  }

  /** `isQuiet`: drawn with what comes next, which is nearly there: a bubble that changes at once is a jump. */
  #take(event: ThreadEvent, { isQuiet = false } = {}): void {
    const next = reduceThread(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    if (keptEvents.has(event.type)) this.#saveLater()
    if (isQuiet) this.#timers.draw ??= setTimeout(() => this.#tell({}), drawAfterMs)
    else this.#tell({})
  }

  #tell(change: Partial<ThreadSnapshot>): void {
    const now = Date.now()
    clearTimeout(this.#timers.draw)
    this.#timers.draw = undefined
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      items: keepSame(this.#snapshot.items, itemsOf(this.#state, now)),
      hasOlder: !this.#state.reachesStart && this.#state.rows.size > 0,
      heardUpTo: newestOfOthers(this.#state),
    }
    this.#expireLater(now)
    for (const notify of this.#listeners) notify()
  }

  #expireLater(now: number): void {
    clearTimeout(this.#timers.expire)
    let next = Infinity
    for (const { expires_at: expires } of this.#state.rows.values()) {
      const at = expires ? new Date(expires).getTime() : 0
      if (at > now) next = Math.min(next, at)
    }
    // Browsers count in 31 bits.
    if (next < now + 2 ** 31) this.#timers.expire = setTimeout(() => this.#tell({}), next - now)
  }

  /** The newest page, as it is on the server: enough for a start without network. */
  #saveLater(): void {
    clearTimeout(this.#timers.save)
    this.#timers.save = setTimeout(() => {
      void this.#kept.keep(rowsOf(this.#state).slice(-threadPage), this.#state.opened).catch(() => undefined)
    }, saveAfterMs)
  }
}
