import { systemSession, type Database } from '@platform/database'

import { untilSettled } from './delivery/settled.ts'
import type { ObserveRowChanges } from './events.ts'
import type { ListeningForMessages, SentMessage, SentMessages } from './row-changes.ts'
import type { Supply } from './supply.ts'

type OnMessage = (message: SentMessage) => void

const REPLAY = `
  select id::text, topic, coalesce(event, '') as event, private as "isPrivate", payload::text as "payloadJson", binary_payload as binary,
    inserted_at at time zone 'utc' as "insertedAt"
  from realtime.messages
  where topic = $1 and private and extension = 'broadcast' and inserted_at >= $2::timestamptz at time zone 'utc'
  order by inserted_at desc
  limit $3`

const TRY_AGAIN_AFTER = 1_000

/** What SQL sends, as the supply brings it. */
export class MessagesSupply implements SentMessages {
  readonly #supply: Pick<Supply, 'acquire' | 'isByTopic'>
  readonly #system: Database
  readonly #observe: ObserveRowChanges
  readonly #listeners = new Set<OnMessage>()
  #waiting: SentMessage[] = []

  constructor(supply: Pick<Supply, 'acquire' | 'isByTopic'>, system: Database, observe: ObserveRowChanges) {
    this.#supply = supply
    this.#system = system
    this.#observe = observe
  }

  /**
   * Told once everybody sees what its transaction did: whoever reads rows because of a message, or is asked about rights
   * that it changed, would find them as they were before.
   */
  hand(message: SentMessage): void {
    if (this.#listeners.size === 0) return
    if (this.#waiting.push(message) === 1) void this.#tell()
  }

  /** Everything that waits is asked about at once; what comes meanwhile waits for the next round, so the order stays. */
  async #tell(): Promise<void> {
    while (this.#waiting.length > 0) {
      const messages = [...this.#waiting]
      const xids = new Set(messages.flatMap(({ xid }) => xid ?? []))
      if (xids.size > 0) await this.#settled(xids)
      for (const message of messages) this.#tellAll(message)
      this.#waiting.splice(0, messages.length)
    }
  }

  /** A listener that fails keeps nothing from the others, and no later message from anybody. */
  #tellAll(message: SentMessage): void {
    for (const onMessage of this.#listeners) {
      try {
        onMessage(message)
      } catch (error) {
        this.#observe({ kind: 'realtime.background-failed', task: 'tell a message', error })
      }
    }
  }

  async #settled(xids: ReadonlySet<number>): Promise<void> {
    try {
      await untilSettled(this.#system, xids)
    } catch (error) {
      this.#observe({ kind: 'realtime.background-failed', task: 'wait for a commit', error })
    }
  }

  listen(onMessage: OnMessage): ListeningForMessages {
    const listener: OnMessage = (message) => onMessage(message)
    const stopped = new AbortController()
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    this.#listeners.add(listener)
    void this.#acquire(stopped.signal, resolve)
    const stop = () => {
      this.#listeners.delete(listener)
      stopped.abort()
      resolve()
    }
    return { ready, stop }
  }

  get isByTopic(): boolean {
    return this.#supply.isByTopic
  }

  follow(topic: string): Promise<() => void> {
    return this.#supply.acquire([{ about: 'topic', topic }])
  }

  async replay(topic: string, since: Date, limit: number): Promise<readonly SentMessage[]> {
    const rows = await this.#system.read(systemSession, (tx) => tx.query<SentMessage>(REPLAY, [topic, since, limit]))
    return rows.reverse()
  }

  async #acquire(stopped: AbortSignal, onReady: () => void): Promise<void> {
    try {
      const release = await this.#supply.acquire()
      if (stopped.aborted) release()
      else stopped.addEventListener('abort', release)
      onReady()
    } catch (error) {
      if (stopped.aborted) return
      this.#observe({ kind: 'realtime.background-failed', task: 'listen to messages', error })
      setTimeout(() => void this.#acquire(stopped, onReady), TRY_AGAIN_AFTER).unref()
    }
  }
}
