/** A thread that is kept true while somebody looks at it: the machine, fed by pages, the channel, the outbox and keys. */
import { conversationOf } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened, PendingMessage } from '../message.ts'
import { keptThreadOf, type KeptThread } from './kept-thread.ts'
import { isPassing } from './open-rows.ts'
import { readPage, readSince, threadPage } from './read-thread.ts'
import { newestInstant, oldestOf, rowsOf, unopenedOf } from './thread-machine.ts'
import { ThreadOpener, type ThreadContext } from './thread-opener.ts'
import type { ThreadSnapshot } from './thread-snapshot.ts'
import { ThreadView } from './thread-view.ts'

export class LiveThread {
  readonly #context: ThreadContext
  readonly #kept: KeptThread
  readonly #view: ThreadView
  readonly #opener: ThreadOpener
  #isStarted = false
  /** How often everything was forgotten: what was asked for before is not taken in. */
  #lives = 0

  constructor(context: ThreadContext) {
    const { userId } = context.scope
    this.#context = context
    this.#kept = keptThreadOf({ userId, conversationId: context.conversationId })
    this.#view = new ThreadView(userId, this.#kept)
    this.#opener = new ThreadOpener(context, this.#view)
  }

  get snapshot(): ThreadSnapshot {
    return this.#view.snapshot
  }

  get newestId(): string | undefined {
    return rowsOf(this.#view.state).at(-1)?.id
  }

  get isWatched(): boolean {
    return this.#view.isWatched
  }

  watch(notify: () => void): () => void {
    const stop = this.#view.watch(notify)
    void this.start()
    return stop
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
    if (hidden.length > 0) this.#view.take({ type: 'hidden', ids: hidden })
    if (rows.length > 0) {
      this.#view.take({ type: 'opened', messages: opened }, { isQuiet: true })
      this.#view.take({ type: 'rows', rows }, { isQuiet: true })
      this.#context.onOpened(rows, opened)
      if (unopenedOf(this.#view.state, isPassing).length > 0) await this.#opener.open()
      this.#view.draw({ state: 'ready' })
    }
    await this.reload(page, new Set(rows.map(({ id }) => id)))
  }

  /** The newest page, and the members. */
  async reload(
    page = readPage(this.#context.conversationId),
    known: ReadonlySet<string> = new Set(this.#view.state.rows.keys()),
  ): Promise<void> {
    const life = this.#lives
    if (this.snapshot.state === 'failed') this.#view.draw({ state: 'loading' })
    try {
      const [rows] = await Promise.all([page, this.#readMembers()])
      if (life !== this.#lives) return
      this.#view.take({ type: 'page', rows, known, reachesStart: rows.length < threadPage })
      await this.#opener.open()
      this.#view.draw({ state: 'ready' })
    } catch {
      if (this.#view.state.rows.size === 0) this.#view.draw({ state: 'failed' })
      this.#isStarted = this.#view.state.rows.size > 0
    }
  }

  /** After the channel was away, or the page. */
  async catchUp(): Promise<void> {
    const newest = newestInstant(this.#view.state)
    if (newest === null || this.snapshot.state !== 'ready') return this.reload()
    try {
      for await (const rows of readSince(this.#context.conversationId, newest)) {
        this.#view.take({ type: 'rows', rows })
        await this.#opener.open()
      }
    } catch {
      // The channel's next word, or the next look at the page, tries again.
    }
  }

  async loadOlder(): Promise<void> {
    const oldest = oldestOf(this.#view.state)
    if (!oldest || this.#view.state.reachesStart || this.snapshot.isLoadingOlder) return
    this.#view.draw({ isLoadingOlder: true })
    try {
      const before = this.snapshot.items.length
      // A page of reactions alone would look like nothing.
      for (let from = oldest; ;) {
        const rows = await readPage(this.#context.conversationId, from)
        this.#view.take({ type: 'rows', rows, reachesStart: rows.length < threadPage })
        await this.#opener.open()
        const last = rows.at(-1)
        if (!last || rows.length < threadPage || this.snapshot.items.length > before) break
        from = { ...last, created_at: instantOf(last.created_at) }
      }
    } catch {
      // Asking again is scrolling again.
    } finally {
      this.#view.draw({ isLoadingOlder: false })
    }
  }

  receiveRows(rows: readonly MessageRow[], opened: readonly [string, Opened][] = []): void {
    if (!this.#isStarted) return
    if (opened.length > 0) this.#view.take({ type: 'opened', messages: opened }, { isQuiet: true })
    this.#view.take({ type: 'rows', rows }, { isQuiet: true })
    void this.#opener.open()
  }

  receivePending(pending: readonly PendingMessage[]): void {
    const { pending: known } = this.#view.state
    if (pending.length === known.length && pending.every((one, place) => one === known[place])) return
    this.#view.take({ type: 'pending', pending })
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
    if (upTo !== null) this.#view.take({ type: 'read', userId, upTo })
    const rows = messageIds.flatMap((id) => this.#view.state.rows.get(id) ?? [])
    if (userId !== this.#context.scope.userId)
      this.#view.take({ type: 'rows', rows: rows.map((row) => Object.assign({}, row, { is_read: true })) })
  }

  async receiveMembers(): Promise<void> {
    await this.#readMembers().catch(() => undefined)
  }

  /** Where it began until now: whoever was given the history may read what came before. */
  async lookBack(): Promise<void> {
    const oldest = oldestOf(this.#view.state)
    if (!this.#isStarted || !this.#view.state.reachesStart || !oldest) return
    const rows = await readPage(this.#context.conversationId, oldest).catch(() => [])
    if (rows.length === 0) return
    this.#view.reopenStart()
    this.#view.take({ type: 'rows', rows, reachesStart: rows.length < threadPage })
    await this.#opener.open()
  }

  /** Keys have come, or the device was unlocked. */
  keysChanged(): void {
    this.#opener.keysChanged()
  }

  hide(id: string): void {
    this.receiveHidden(id)
    void this.#kept.keepHidden(id)
  }

  /** In another tab, maybe. */
  receiveHidden(id: string): void {
    this.#view.take({ type: 'hidden', ids: [id] })
  }

  /** Left, or deleted for oneself: nothing of it stays. Whoever still looks at it sees what the server has now. */
  async forget(): Promise<void> {
    this.#lives += 1
    this.#opener.stop()
    this.#isStarted = false
    this.#view.forget()
    await this.#kept.forget()
    if (this.isWatched) await this.start()
  }

  close(): void {
    this.#opener.stop()
    this.#view.close()
  }

  #readConversation(): Promise<Conversation | null> {
    return conversationOf(this.#context.scope.userId, this.#context.conversationId)
  }

  async #readMembers(): Promise<void> {
    const conversation = await this.#readConversation()
    if (!conversation) return
    const { readsFrom } = conversation.me
    if (readsFrom !== null) this.#view.take({ type: 'since', instant: readsFrom })
    const active = conversation.others.filter(({ isActive }) => isActive)
    this.#view.take({ type: 'members', readers: active.map(({ id, lastReadAt }) => [id, lastReadAt] as const) })
  }
}
