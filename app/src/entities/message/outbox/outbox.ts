/**
 * Own messages on their way out: sealed under the keys of their conversation, posted in order. A message keeps its id
 * from the first moment, so that it may be posted again whenever its answer is in doubt (RELIABILITY P3).
 */
import { Outbox as Core, type Attempt, type OutboxStore as Store, type Outcome } from '#data/outbox/outbox.ts'
import type { MessageRow, SealedRow } from '#entities/conversation/message-row.ts'

import type { PendingMessage, SendFailure } from '../message.ts'

export type OutboxStore = Store<PendingMessage>

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
  readonly #core: Core<PendingMessage>
  /** Begun before its turn, while the lock and the store are waited for. */
  readonly #sealing = new Map<string, Promise<SealedRow>>()

  constructor(settings: OutboxSettings) {
    const { store, alone, retryLater, onChange } = settings
    this.#settings = settings
    this.#core = new Core({
      store: {
        ...store,
        // Who was sealing or posting it may be gone when it is read again.
        keep: (pending, onHanded) =>
          store.keep({ ...pending, state: isFailed(pending) ? 'failed' : 'queued' }, onHanded),
      },
      laneOf: ({ conversationId }) => conversationId,
      alone,
      isSendable: (pending) => !isFailed(pending),
      isRepeatable: true,
      send: (pending, attempt) => this.#send(pending, attempt),
      retryLater,
      onChange,
    })
  }

  get waiting(): readonly PendingMessage[] {
    return this.#core.waiting
  }

  add(pending: PendingMessage): void {
    this.#sealAhead(pending)
    this.#core.add(pending)
  }

  /** Takes in what other tabs and earlier visits have left. */
  reload(): Promise<void> {
    return this.#core.reload()
  }

  flushAll(): Promise<void> {
    return this.#core.flushAll()
  }

  /** Sends what can be sent of a conversation. While it does, being asked again means once more. */
  flush(conversationId: string): Promise<void> {
    return this.#core.flush(conversationId)
  }

  retry(id: string): void {
    const pending = this.#core.find(id)
    if (pending) this.#core.renew({ ...pending, state: 'queued', failure: null })
  }

  discard(id: string): Promise<void> {
    return this.#core.discard(id)
  }

  /** Nothing is sent any more; what waits stays in the store. */
  close(): void {
    this.#core.close()
  }

  /** Only what goes next: the rest may need other keys by then. */
  #sealAhead(pending: PendingMessage): void {
    if (pending.files.length > 0 || this.#core.isRunning(pending.conversationId)) return
    const sealed = this.#settings.seal(pending)
    this.#sealing.set(pending.id, sealed)
    // What could not be sealed now is sealed anew in its turn.
    sealed.catch(() => this.#sealing.get(pending.id) === sealed && this.#sealing.delete(pending.id))
  }

  async #send(queued: PendingMessage, attempt: Attempt<PendingMessage>): Promise<Outcome> {
    let pending = queued
    for (let stale = 0; ; stale += 1) {
      try {
        pending = await this.#prepare(pending, attempt)
        if (!attempt.isDiscarded()) await this.#post(pending, attempt)
        return 'settled'
      } catch (error) {
        if (attempt.isDiscarded()) return 'settled'
        const trouble = this.#settings.judge(error, pending.conversationId)
        if (trouble.kind !== 'stale' || stale >= mostStale) return this.#giveUp(pending, attempt, trouble)
      } finally {
        this.#sealing.delete(pending.id)
      }
    }
  }

  async #prepare(pending: PendingMessage, attempt: Attempt<PendingMessage>): Promise<PendingMessage> {
    attempt.show({ ...pending, state: 'encrypting' })
    const prepared = await this.#settings.prepare(pending)
    if (prepared !== pending && !attempt.isDiscarded()) attempt.persist(prepared)
    return prepared
  }

  async #post(pending: PendingMessage, attempt: Attempt<PendingMessage>): Promise<void> {
    const { seal, post, onSent } = this.#settings
    const sealed = await (this.#sealing.get(pending.id) ?? seal(pending))
    // Not before this device has it, dead or alive: what the server alone has would be typed again.
    await attempt.handed()
    if (attempt.isDiscarded()) return
    const posted = post(sealed)
    attempt.show({ ...pending, state: 'posting' })
    const row = await posted
    if (row) onSent(row, pending)
  }

  #giveUp(pending: PendingMessage, attempt: Attempt<PendingMessage>, trouble: Trouble): Outcome {
    if (trouble.kind === 'refused' || trouble.kind === 'stale') {
      const failure = trouble.kind === 'refused' ? trouble.failure : 'stale_epoch'
      const failed = { ...pending, state: 'failed', failure } as const
      attempt.show(failed)
      attempt.persist(failed)
      this.#settings.onFailed(failed)
      return 'failed'
    }
    attempt.show({ ...pending, state: 'queued' })
    return trouble.kind === 'temporary' ? 'later' : 'held'
  }
}

function isFailed({ state }: PendingMessage): boolean {
  return state === 'failed'
}
