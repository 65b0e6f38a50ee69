/** A thread's state as the screen and the device get it: drawn when something has changed, kept a moment later. */
import { createStore } from 'zustand/vanilla'

import type { KeptThread } from './kept-thread.ts'
import { threadPage } from './read-thread.ts'
import { itemsOf } from './thread-items.ts'
import {
  emptyThread,
  newestOfOthers,
  reduceThread,
  rowsOf,
  type ThreadEvent,
  type ThreadState,
} from './thread-machine.ts'
import { emptySnapshot, keepSame, type ThreadSnapshot } from './thread-snapshot.ts'

const saveAfterMs = 1000
const keptEvents: ReadonlySet<ThreadEvent['type']> = new Set(['rows', 'page', 'since', 'opened'])
/** What is not open by then waits for the network, or for the person: it is drawn closed. */
const drawAfterMs = 60

export class ThreadView {
  readonly #userId: string
  readonly #kept: KeptThread
  readonly #snapshot = createStore<ThreadSnapshot>()(() => emptySnapshot)
  #state: ThreadState
  #watchers = 0
  #isClosed = false
  #timers: {
    draw?: ReturnType<typeof setTimeout> | undefined
    save?: ReturnType<typeof setTimeout>
    expire?: ReturnType<typeof setTimeout>
  } = {}

  constructor(userId: string, kept: KeptThread) {
    this.#userId = userId
    this.#kept = kept
    this.#state = emptyThread(userId)
  }

  get state(): ThreadState {
    return this.#state
  }

  get snapshot(): ThreadSnapshot {
    return this.#snapshot.getState()
  }

  get isWatched(): boolean {
    return this.#watchers > 0
  }

  watch(notify: () => void): () => void {
    const stop = this.#snapshot.subscribe(notify)
    this.#watchers += 1
    return () => {
      stop()
      this.#watchers -= 1
    }
  }

  /** `isQuiet`: drawn with what comes next, which is nearly there: a bubble that changes at once is a jump. */
  take(event: ThreadEvent, { isQuiet = false } = {}): void {
    if (this.#isClosed) return
    const next = reduceThread(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    if (keptEvents.has(event.type)) this.#saveLater()
    if (isQuiet) this.#timers.draw ??= setTimeout(() => this.draw(), drawAfterMs)
    else this.draw()
  }

  /** There may be something older than what was taken for the beginning. */
  reopenStart(): void {
    this.#state = { ...this.#state, reachesStart: false }
  }

  /** What was put off, now. */
  drawQuiet(): void {
    if (this.#timers.draw !== undefined) this.draw()
  }

  draw(change: Partial<ThreadSnapshot> = {}): void {
    if (this.#isClosed) return
    const now = Date.now()
    clearTimeout(this.#timers.draw)
    this.#timers.draw = undefined
    const before = this.snapshot
    this.#expireLater(now)
    this.#snapshot.setState({
      ...before,
      ...change,
      items: keepSame(before.items, itemsOf(this.#state, now)),
      hasOlder: !this.#state.reachesStart && this.#state.rows.size > 0,
      heardUpTo: newestOfOthers(this.#state),
    })
  }

  /** Nothing of it stays but what waits to be sent. */
  forget(): void {
    this.#stopTimers()
    this.#timers = {}
    this.#state = { ...emptyThread(this.#userId), pending: this.#state.pending }
    this.draw(emptySnapshot)
  }

  /** What was still asked for is neither shown nor kept. */
  close(): void {
    this.#isClosed = true
    this.#stopTimers()
  }

  #stopTimers(): void {
    Object.values(this.#timers).forEach(clearTimeout)
  }

  #expireLater(now: number): void {
    clearTimeout(this.#timers.expire)
    let next = Infinity
    for (const { expires_at: expires } of this.#state.rows.values()) {
      const at = expires ? new Date(expires).getTime() : 0
      if (at > now) next = Math.min(next, at)
    }
    // Browsers count in 31 bits.
    if (next < now + 2 ** 31) this.#timers.expire = setTimeout(() => this.draw(), next - now)
  }

  /** The newest page, as it is on the server: enough for a start without network. */
  #saveLater(): void {
    clearTimeout(this.#timers.save)
    this.#timers.save = setTimeout(() => {
      void this.#kept.keep(rowsOf(this.#state).slice(-threadPage), this.#state.opened).catch(() => undefined)
    }, saveAfterMs)
  }
}
