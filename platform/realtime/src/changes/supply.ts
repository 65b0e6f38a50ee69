import { DatabaseError, type Databases } from '@platform/database'

import type { RedisPlace } from '../bus/redis-link.ts'
import type { TypeCatalog } from './catalog/types.ts'
import { readReplicationFacts } from './decoding/slots.ts'
import type { ObserveRowChanges } from './events.ts'
import { syncTriggers } from './outbox/readers.ts'
import { startOutbox } from './outbox/source.ts'
import { startRelayed } from './relay/relayed.ts'
import type { ChangeSink, ChangeSource, Wanted } from './row-change.ts'

export interface SupplyOptions {
  readonly databases: Databases
  readonly types: TypeCatalog
  readonly sink: ChangeSink
  readonly observe: ObserveRowChanges
  readonly source: ChangesFrom
}

/** `auto`: PostgreSQL's log where it may be read; else an outbox at any rate, or a relay that reads for all nodes. */
export type ChangesFrom = 'auto' | 'outbox' | { readonly relay: RedisPlace }

/** Somebody who leaves often comes back: a reload, a deployment. */
const LINGERS_FOR = 30_000

/** The source of changes, which runs as long as somebody needs it and costs nothing otherwise. */
export class Supply implements AsyncDisposable {
  readonly #options: SupplyOptions
  #users = 0
  #source: Promise<ChangeSource> | null = null
  #timer: NodeJS.Timeout | undefined
  #ending: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: SupplyOptions) {
    this.#options = options
  }

  /** Whether only what is wanted is brought. */
  get isByTopic(): boolean {
    return typeof this.#options.source === 'object'
  }

  /**
   * Resolves once changes of every published table are read, or what is wanted where only that is; answers how to let go.
   */
  async acquire(wanted: readonly Wanted[] = []): Promise<() => void> {
    if (this.#isClosed) throw new Error('The change supply has been closed')
    this.#users += 1
    clearTimeout(this.#timer)
    let isHeld = true
    let unfollow: (() => void) | undefined
    const release = () => {
      if (isHeld) this.#release()
      isHeld = false
      unfollow?.()
    }
    try {
      this.#source ??= this.#start()
      const source = await this.#source
      await source.cover()
      unfollow = await source.follow?.(wanted)
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#stop()
    await this.#ending
  }

  #release(): void {
    this.#users -= 1
    if (this.#users > 0 || this.#isClosed) return
    this.#timer = setTimeout(() => this.#stop(), LINGERS_FOR).unref()
  }

  #stop(): void {
    const source = this.#source
    this.#source = null
    if (source === null) return
    this.#ending = this.#end(source)
  }

  async #end(source: Promise<ChangeSource>): Promise<void> {
    const running = await source.catch(() => null)
    if (running === null) return
    await running[Symbol.asyncDispose]()
    this.#options.observe({ kind: 'realtime.source-stopped', source: running.kind })
  }

  #start(): Promise<ChangeSource> {
    const starting = this.#ending.then(() => this.#open())
    starting.catch(() => {
      if (this.#source === starting) this.#source = null
    })
    return starting
  }

  async #open(): Promise<ChangeSource> {
    const since = performance.now()
    const { source, reason } = await this.#choose()
    const ms = Math.round(performance.now() - since)
    this.#options.observe({ kind: 'realtime.source-started', source: source.kind, reason, ms })
    return source
  }

  async #choose(): Promise<{ source: ChangeSource; reason: string }> {
    const { databases, sink, observe, types } = this.#options
    const outbox = async (reason: string) => ({
      source: await startOutbox({ system: databases.system, sink, observe }),
      reason,
    })
    const { source } = this.#options
    if (source === 'outbox') return outbox('as configured')
    if (source !== 'auto') {
      return { source: await startRelayed({ redis: source.relay, sink, observe }), reason: 'as configured' }
    }
    const facts = await readReplicationFacts(databases.system)
    if (facts.walLevel !== 'logical') return outbox(`wal_level is ${facts.walLevel}`)
    try {
      // NOTE: loaded with the first who listens: a start need not wait for it.
      const { startDecoding } = await import('./decoding/source.ts')
      const source = await startDecoding({ databases, types, sink, observe, facts })
      await syncTriggers(databases.system, false)
      return { source, reason: facts.isBounded ? 'a slot that outlives its connection' : 'a temporary slot' }
    } catch (error) {
      if (!isForbidden(error)) throw error
      return outbox((error as Error).message)
    }
  }
}

/** insufficient_privilege, and what pg_hba.conf refuses. */
function isForbidden(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && (code === '42501' || code.startsWith('28')) && !(error instanceof DatabaseError)
}
