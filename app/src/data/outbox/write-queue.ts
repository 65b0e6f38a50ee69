/** The order in which a person's writes reach the server: one at a time, first come first served, none lost or doubled. */
import { orderedId, timeOf } from './ordered-id.ts'
import { Outbox, type Outcome, type OutboxSettings } from './outbox.ts'

export interface PendingWrite {
  id: string
  kind: string
  /** What it is about: a later write of the same kind and key takes the place of one that has not been sent. */
  key: string | null
  /** Survives a structured clone. */
  body: unknown
}

export interface WriteHandler {
  send: (body: never) => Promise<unknown>
  undo: (body: never, error: unknown) => void
}

/** What waits as data has its type back where it is sent. */
export async function sendBody(handler: WriteHandler, body: unknown): Promise<void> {
  await handler.send(body as never)
}

export interface QueueSettings extends Pick<OutboxSettings<PendingWrite>, 'store' | 'retryLater' | 'onChange'> {
  /** Runs it when no other tab sends this person's writes. */
  alone: (work: () => Promise<void>) => Promise<void>
  handlerOf: (kind: string) => WriteHandler | undefined
  /** Not the server's last word: the network, or a server that is briefly away. */
  isTemporary: (error: unknown) => boolean
}

const lane = 'writes'
/** What could not be sent for so long holds up nothing any more: it is taken back, and its person is told. */
const longestWaitMs = 7 * 24 * 60 * 60_000

export class WriteQueue {
  readonly #settings: QueueSettings
  readonly #outbox: Outbox<PendingWrite>
  #accepted = 0
  #isClosed = false

  constructor(settings: QueueSettings) {
    const { store, alone, handlerOf, retryLater, onChange } = settings
    this.#settings = settings
    this.#outbox = new Outbox({
      store,
      laneOf: () => lane,
      alone: (_, work) => alone(work),
      // What nobody handles yet waits for its handler and holds up nothing else.
      isSendable: ({ kind }) => handlerOf(kind) !== undefined,
      // A wish sent again after a later one would undo it.
      isRepeatable: false,
      send: (write) => this.#send(write),
      retryLater,
      onChange,
    })
  }

  add({ kind, key, body }: Omit<PendingWrite, 'id'>): void {
    for (const old of this.#sameAs({ kind, key }))
      if (!this.#outbox.isUnderWay(old.id)) void this.#outbox.discard(old.id)
    this.#outbox.add({ id: orderedId(), kind, key, body })
  }

  takeBack(id: string): Promise<void> {
    return this.#outbox.discard(id)
  }

  /** Takes in what other pages left, and lets go of what they have sent. */
  reload(): Promise<void> {
    return this.#outbox.reload()
  }

  /** Takes in what other pages left, then sends what can be sent. Answers how many the server has accepted. */
  async replay(): Promise<number> {
    const before = this.#accepted
    await this.#outbox.reload()
    await this.#outbox.flush(lane)
    return this.#accepted - before
  }

  /** Sends what can be sent, and answers how many the server has accepted. */
  async flush(): Promise<number> {
    const before = this.#accepted
    await this.#outbox.flush(lane)
    return this.#accepted - before
  }

  /** Nothing is sent any more; what waits stays in the store. */
  close(): void {
    this.#isClosed = true
    this.#outbox.close()
  }

  async #send(write: PendingWrite): Promise<Outcome> {
    const { handlerOf, isTemporary } = this.#settings
    const handler = handlerOf(write.kind)
    try {
      if (handler) await sendBody(handler, write.body)
    } catch (error) {
      const isOver = Date.now() - timeOf(write.id) > longestWaitMs
      if (isTemporary(error) && !isOver) return this.#isOutdated(write) ? 'settled' : 'later'
      await this.#outbox.discard(write.id)
      if (!this.#isClosed) handler?.undo(write.body as never, error)
      return 'settled'
    }
    this.#accepted += 1
    return 'settled'
  }

  /** While it was on its way, the person changed their mind. */
  #isOutdated(write: PendingWrite): boolean {
    return this.#sameAs(write).some(({ id }) => id > write.id)
  }

  #sameAs({ kind, key }: Pick<PendingWrite, 'kind' | 'key'>): PendingWrite[] {
    return this.#outbox.waiting.filter((other) => key !== null && other.key === key && other.kind === kind)
  }
}
