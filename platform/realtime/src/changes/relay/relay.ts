/** Reads the log once for all nodes. Of several processes that would, one does, and the others wait for its slot. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { Databases } from '@platform/database'

import { openRedisLink, type RedisLink, type RedisPlace } from '../../bus/redis-link.ts'
import { TypeCatalog } from '../catalog/types.ts'
import { Backlog } from '../decoding/backlog.ts'
import type { ChangeStream } from '../decoding/connection.ts'
import {
  dropSlot,
  endHolder,
  lookAtSlot,
  readReplicationFacts,
  type RelaySlot,
  type ReplicationFacts,
} from '../decoding/slots.ts'
import { TransactionReader } from '../decoding/transactions.ts'
import type { ObserveRowChanges } from '../events.ts'
import { controlChannel } from './relay-wire.ts'
import { Telling } from './telling.ts'

export interface RelayOptions {
  readonly databases: Databases
  readonly redis: RedisPlace
  readonly observe: ObserveRowChanges
}

export interface Relay extends AsyncDisposable {
  /** Whether this one reads. */
  isActive(): boolean
}

const LOOK_EVERY = 250
const LOOK_AGAIN_AFTER_TROUBLE = 2_000
const ALIVE_EVERY = 1_000
/** A relay that holds the slot and says nothing for so long hangs. */
const SILENT_AFTER = 8_000

/** @throws where this PostgreSQL's log cannot be read */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  const facts = await readReplicationFacts(options.databases.system)
  if (facts.walLevel !== 'logical') {
    throw new Error(`A relay reads PostgreSQL's log: wal_level must be logical, and is ${facts.walLevel}`)
  }
  const relay = new OneOfRelays(options, facts)
  await relay.start()
  return relay
}

class OneOfRelays implements Relay {
  readonly #options: RelayOptions
  readonly #facts: ReplicationFacts
  readonly #types: TypeCatalog
  readonly #closing = new AbortController()
  readonly #links: RedisLink[] = []
  #running: Promise<void> = Promise.resolve()
  /** Since when nobody was heard, though one could have been. */
  #silentSince = Infinity
  #isActive = false

  constructor(options: RelayOptions, facts: ReplicationFacts) {
    this.#options = options
    this.#facts = facts
    this.#types = new TypeCatalog(options.databases.system)
  }

  isActive(): boolean {
    return this.#isActive
  }

  async start(): Promise<void> {
    const { url } = this.#options.redis
    const hears = () => (this.#silentSince = performance.now())
    const speaker = await openRedisLink(url)
    const listener = await openRedisLink(url, (event) => {
      this.#silentSince = event.is === 'ready' ? performance.now() : Infinity
    })
    this.#links.push(speaker, listener)
    void speaker.connect().catch(() => {})
    void this.#listen(listener, hears).catch(() => {})
    this.#running = this.#keepRunning(speaker)
  }

  async #listen(listener: RedisLink, hears: () => void): Promise<void> {
    await listener.connect()
    await listener.subscribe(controlChannel(this.#options.redis.prefix), hears)
    hears()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#running
    for (const link of this.#links) link.destroy()
  }

  async #keepRunning(speaker: RedisLink): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      let pause = LOOK_EVERY
      try {
        const slot = await this.#freeSlot()
        if (slot !== null) await this.#run(slot, speaker)
      } catch (error) {
        pause = LOOK_AGAIN_AFTER_TROUBLE
        // Another one was faster.
        if (isTaken(error)) pause = LOOK_EVERY
        else if (!signal.aborted) this.#options.observe({ kind: 'realtime.background-failed', task: 'relay', error })
      }
      await wait(pause, undefined, { signal }).catch(() => {})
    }
  }

  /** Null while another relay reads. */
  async #freeSlot(): Promise<RelaySlot | null> {
    const { system } = this.#options.databases
    const slot = await lookAtSlot(system)
    if (slot.state === 'lost') {
      await dropSlot(system, slot.name)
      return { ...slot, state: 'missing' }
    }
    if (slot.state !== 'held') return slot
    if (performance.now() - this.#silentSince < SILENT_AFTER) return null
    this.#silentSince = performance.now()
    await endHolder(system, slot.name)
    return null
  }

  async #run({ name, state }: RelaySlot, link: RedisLink): Promise<void> {
    const { databases, redis, observe } = this.#options
    const over = new AbortController()
    const parts = { link, prefix: redis.prefix, types: this.#types, system: databases.system, observe }
    const telling = new Telling({ ...parts, relay: randomUUID(), signal: over.signal })
    const reader = new TransactionReader()
    const backlog = new Backlog((batch) => telling.tell(batch))
    // Once it is over nothing more counts as told: the next relay tells it again.
    let toldAtEnd: bigint | null = null
    const isNew = state === 'missing'
    const makeSlot = this.#facts.isLimited ? ('kept' as const) : ('temporary' as const)
    const { openChangeStream } = await import('../decoding/connection.ts')
    const stream = await openChangeStream({
      databases,
      slot: name,
      makeSlot: isNew ? makeSlot : null,
      position: () => toldAtEnd ?? (backlog.isEmpty && !reader.isWithin ? 'end' : backlog.done),
      onMessage: (message) => {
        const part = reader.read(message)
        return part === null ? undefined : backlog.add(part)
      },
    })
    const alive = setInterval(() => telling.alive(), ALIVE_EVERY).unref()
    telling.alive()
    this.#isActive = true
    observe({ kind: 'realtime.relay-began', isNew })
    if (isNew) void telling.lost()
    const reason = await this.#untilEnded(stream)
    this.#isActive = false
    clearInterval(alive)
    toldAtEnd = backlog.done
    over.abort()
    await stream.close()
    observe({ kind: 'realtime.relay-ended', reason })
  }

  async #untilEnded({ ended }: ChangeStream): Promise<string> {
    const { promise: closed, resolve } = Promise.withResolvers<string>()
    const { signal } = this.#closing
    const onAbort = () => resolve('It stops')
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    const reason = await Promise.race([ended.then(({ message }) => message), closed])
    signal.removeEventListener('abort', onAbort)
    return reason
  }
}

/** object_in_use, and duplicate_object. */
const isTaken = (error: unknown) => ['55006', '42710'].includes((error as { code?: string }).code ?? '')
