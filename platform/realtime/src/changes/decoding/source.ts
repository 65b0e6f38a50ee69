import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseUnavailableError, type Databases } from '@platform/database'

import type { TypeCatalog } from '../catalog/types.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { ChangeSink, ChangeSource } from '../row-change.ts'
import { Backlog } from './backlog.ts'
import { openChangeStream, type ChangeStream } from './connection.ts'
import { dropAbandonedSlots, dropSlot, endHolder, newSlotName, type ReplicationFacts } from './slots.ts'
import { toRowChanges } from './to-row-changes.ts'
import { TransactionReader, type DecodedChange } from './transactions.ts'

export interface DecodingOptions {
  readonly databases: Databases
  readonly types: TypeCatalog
  readonly sink: ChangeSink
  readonly observe: ObserveRowChanges
  readonly facts: ReplicationFacts
}

const FIRST_BACK_OFF = 50
const LONGEST_BACK_OFF = 2_000
const LOOK_FOR_ABANDONED_EVERY = 30_000

/** undefined_object, and object_not_in_prerequisite_state: the slot is gone, or the server has let go of its log. */
const SLOT_IS_LOST = new Set(['42704', '55000'])
/** object_in_use: our own last connection, which the server believes to be alive. */
const SLOT_IS_HELD = '55006'

/**
 * Reads PostgreSQL's own log of changes through a slot of this node's own. Resolves when the stream runs.
 * @throws what PostgreSQL said when it may not be used
 */
export async function startDecoding(options: DecodingOptions): Promise<ChangeSource> {
  const source = new Decoding(options)
  await source.start()
  return source
}

class Decoding implements ChangeSource {
  readonly kind = 'decoding'
  readonly #options: DecodingOptions
  readonly #slot = newSlotName()
  readonly #reader = new TransactionReader()
  readonly #backlog: Backlog
  #stream: ChangeStream | null = null
  #running: Promise<void> = Promise.resolve()
  #sweeper: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(options: DecodingOptions) {
    this.#options = options
    this.#backlog = new Backlog(({ changes }) => this.#deal(changes))
  }

  async start(): Promise<void> {
    this.#stream = await this.#open(this.#newSlot)
    this.#sweeper = setInterval(() => void this.#sweep(), LOOK_FOR_ABANDONED_EVERY).unref()
    this.#running = this.#keepRunning()
    void this.#sweep()
  }

  /** The log says of each change whether its table was published. */
  cover(): Promise<void> {
    return Promise.resolve()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#sweeper)
    await this.#stream?.close()
    await this.#running
    if (!this.#options.facts.isBounded) return
    await this.#insist(() => dropSlot(this.#options.databases.system, this.#slot))
  }

  get #newSlot() {
    return this.#options.facts.isBounded ? ('kept' as const) : ('temporary' as const)
  }

  #open(makeSlot: 'kept' | 'temporary' | null): Promise<ChangeStream> {
    this.#reader.restart()
    return openChangeStream({
      databases: this.#options.databases,
      slot: this.#slot,
      makeSlot,
      position: () => (this.#backlog.isEmpty && !this.#reader.isWithin ? 'end' : this.#backlog.done),
      onMessage: (message) => {
        const part = this.#reader.read(message)
        for (const sent of part?.messages ?? []) this.#options.sink.message(sent.message)
        return part === null ? undefined : this.#backlog.add({ ...part, messages: [] })
      },
    })
  }

  async #keepRunning(): Promise<void> {
    const { observe } = this.#options
    while (!this.#closing.signal.aborted) {
      const error = await this.#stream!.ended
      if (this.#closing.signal.aborted) return
      observe({ kind: 'realtime.source-interrupted', source: 'decoding', reason: error.message })
      const since = performance.now()
      await this.#reopen()
      const ms = Math.round(performance.now() - since)
      if (!this.#closing.signal.aborted) observe({ kind: 'realtime.source-resumed', source: 'decoding', ms })
    }
  }

  async #reopen(): Promise<void> {
    let makeSlot: 'kept' | 'temporary' | null = this.#newSlot === 'temporary' ? 'temporary' : null
    for (
      let backOff = FIRST_BACK_OFF;
      !this.#closing.signal.aborted;
      backOff = Math.min(2 * backOff, LONGEST_BACK_OFF)
    ) {
      try {
        this.#stream = await this.#open(makeSlot)
        if (makeSlot !== null) this.#options.sink.lost('The change stream broke off; changes may have been missed')
        return
      } catch (error) {
        const code = (error as { code?: unknown }).code
        if (code === SLOT_IS_HELD) await endHolder(this.#options.databases.system, this.#slot).catch(() => {})
        if (typeof code === 'string' && SLOT_IS_LOST.has(code) && makeSlot === null) {
          await dropSlot(this.#options.databases.system, this.#slot).catch(() => {})
          makeSlot = this.#newSlot
          continue
        }
        await wait(backOff, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }

  /** The database may be away just then. */
  async #deal(changes: readonly DecodedChange[]): Promise<void> {
    const { types, databases, sink, observe } = this.#options
    while (!this.#closing.signal.aborted) {
      try {
        return await sink.changes(await toRowChanges(changes, types, databases.system))
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) {
          observe({ kind: 'realtime.background-failed', task: 'deal with changes', error })
          return sink.lost('Changes could not be read')
        }
        await wait(LONGEST_BACK_OFF / 4)
      }
    }
  }

  /** The server notices the end of a connection a moment later. */
  async #insist(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt === 5) this.#options.observe({ kind: 'realtime.background-failed', task: 'drop the slot', error })
        await wait(FIRST_BACK_OFF * attempt)
      }
    }
  }

  async #sweep(): Promise<void> {
    if (!this.#options.facts.isBounded) return
    const count = await dropAbandonedSlots(this.#options.databases.system).catch(() => 0)
    if (count > 0) this.#options.observe({ kind: 'realtime.slots-dropped', count })
  }
}
