/** Opens what a thread holds: as soon as there are keys for it, and again when there may be others. */
import { conversationOf } from '#entities/conversation/conversation-queries.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { KeyRing } from '../keys/key-ring.ts'
import { HeldVault } from '../keys/vault.ts'
import type { Opened } from '../message.ts'
import type { Scope } from '../scope.ts'
import { eraseSeen } from './erase-seen.ts'
import { isPassing, openRows } from './open-rows.ts'
import { readPage } from './read-thread.ts'
import { gapsOf } from './thread-gaps.ts'
import { unopenedOf } from './thread-machine.ts'
import type { ThreadView } from './thread-view.ts'

export interface ThreadContext {
  scope: Scope
  conversationId: string
  /** Opened here for the first time, for the search index. */
  onOpened: (rows: readonly MessageRow[], opened: readonly [string, Opened][]) => void
}

/** How long after a failure that may pass the keys are asked for again (E2EE §7), in ms. */
const patience = [1000, 5000, 30_000]

export class ThreadOpener {
  readonly #context: ThreadContext
  readonly #view: ThreadView
  readonly #askedGaps = new Set<string>()
  #opening: Promise<void> | undefined
  #wantsOpening = false
  #failures = 0
  #openAgain: ReturnType<typeof setTimeout> | undefined

  constructor(context: ThreadContext, view: ThreadView) {
    this.#context = context
    this.#view = view
  }

  /** Keys have come, or the device was unlocked. */
  keysChanged(): void {
    this.#failures = 0
    this.#touchEpochs()
    void this.open()
  }

  stop(): void {
    clearTimeout(this.#openAgain)
  }

  /** One opening at a time; what comes meanwhile is opened next, together. */
  open(): Promise<void> {
    this.#wantsOpening = true
    this.#opening ??= Promise.resolve().then(() => this.#openAll())
    return this.#opening
  }

  async #openAll(): Promise<void> {
    while (this.#wantsOpening) {
      this.#wantsOpening = false
      const rows = unopenedOf(this.#view.state, isPassing)
      try {
        if (rows.length > 0) await this.#openSome(rows)
      } catch {
        // The vault could not be had: the rows stay locked.
        this.#openLater()
      }
    }
    // Before anybody can ask: what is wanted from now on starts anew.
    this.#opening = undefined
    this.#view.drawQuiet()
    void this.#lookForGaps()
  }

  async #openSome(rows: readonly MessageRow[]): Promise<void> {
    const { scope, conversationId, onOpened } = this.#context
    const vault = await scope.part(HeldVault).open()
    const opened = await openRows(vault, () => conversationOf(scope.userId, conversationId), rows)
    this.#view.take({ type: 'opened', messages: opened })
    eraseSeen(this.#view.state, opened)
    onOpened(rows, opened)
    if (opened.some(([, result]) => result.kind === 'failed' && isPassing(result.code))) this.#openLater()
  }

  #openLater(): void {
    const pause = patience[this.#failures]
    this.#failures += 1
    if (pause === undefined) return
    clearTimeout(this.#openAgain)
    this.#openAgain = setTimeout(() => {
      this.#touchEpochs()
      void this.open()
    }, pause)
  }

  /** What is missed is asked for once; what the server does not give then either is said. */
  async #lookForGaps(): Promise<void> {
    const gaps = gapsOf(this.#view.state)
    for (const id of gaps.filter((one) => !this.#askedGaps.has(one))) {
      const row = this.#view.state.rows.get(id)
      this.#askedGaps.add(id)
      const rows = row && (await readPage(this.#context.conversationId, row).catch(() => null))
      if (!rows) {
        this.#askedGaps.delete(id)
        return
      }
      this.#view.take({ type: 'rows', rows })
      await this.open()
    }
    this.#view.take({ type: 'missed', ids: gapsOf(this.#view.state).filter((id) => this.#askedGaps.has(id)) })
  }

  #touchEpochs(): void {
    const { scope, conversationId } = this.#context
    scope.part(KeyRing).touchEpochs(conversationId)
  }
}
