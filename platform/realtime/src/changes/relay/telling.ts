/** What a relay has read, on the channels of those who need it: again and again until Redis has it. */
import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseUnavailableError, type Database } from '@platform/database'

import type { RedisLink } from '../../bus/redis-link.ts'
import type { TypeCatalog } from '../catalog/types.ts'
import type { Batch } from '../decoding/backlog.ts'
import { toRowChanges } from '../decoding/to-row-changes.ts'
import type { ObserveRowChanges } from '../events.ts'
import {
  channelOf,
  controlChannel,
  encodeControl,
  encodeParcel,
  wantedOf,
  type Control,
  type Item,
} from './relay-wire.ts'

export interface TellingParts {
  readonly link: RedisLink
  readonly prefix: string
  /** Of this run. */
  readonly relay: string
  readonly types: TypeCatalog
  readonly system: Database
  readonly observe: ObserveRowChanges
  /** Aborts when nothing may be told any more. */
  readonly signal: AbortSignal
}

const AGAIN_AFTER = 100
const READ_AGAIN_AFTER = 500

type WithoutRelay<Said> = Said extends unknown ? Omit<Said, 'relay'> : never
type Saying = readonly (readonly [channel: string, text: string])[]

export class Telling {
  readonly #parts: TellingParts
  #after: string | null = null

  constructor(parts: TellingParts) {
    this.#parts = parts
  }

  /** Resolves when every node that needs it has been sent it, or nothing may be told any more. */
  async tell(batch: Batch): Promise<void> {
    const items = await this.#itemsOf(batch)
    const { prefix, relay } = this.#parts
    const parcels = [...Map.groupBy(items, (item) => channelOf(prefix, wantedOf(item)))]
    const mark = this.#control({ says: 'mark', after: this.#after, place: batch.place })
    await this.#insist([
      ...parcels.map(([channel, own]) => [channel, encodeParcel({ relay, items: own })] as const),
      mark,
    ])
    this.#after = batch.place
  }

  /** What was committed before this relay began to read is lost. */
  lost(): Promise<void> {
    return this.#insist([this.#control({ says: 'lost' })])
  }

  /** Once; whoever waits for it hears the next one. */
  alive(): void {
    const [channel, text] = this.#control({ says: 'alive' })
    if (this.#parts.link.isReady) this.#parts.link.publish(channel, text).catch(() => {})
  }

  #control(control: WithoutRelay<Control>): readonly [string, string] {
    return [controlChannel(this.#parts.prefix), encodeControl({ ...control, relay: this.#parts.relay })]
  }

  /** In this order: one connection keeps it. */
  async #insist(saying: Saying): Promise<void> {
    const { link, signal } = this.#parts
    while (!signal.aborted) {
      try {
        await Promise.all(saying.map(([channel, text]) => link.publish(channel, text)))
        return
      } catch {
        // NOTE: Redis is away, or just went: whoever heard some of it knows it by its place.
        await wait(AGAIN_AFTER, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** The database may be away just then. */
  async #itemsOf({ changes, messages }: Batch): Promise<Item[]> {
    const { types, system, observe, signal } = this.#parts
    while (!signal.aborted) {
      try {
        const rows = await toRowChanges(changes, types, system)
        return [...messages, ...rows.map((change, index) => ({ change, place: changes[index]!.place }))]
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) {
          observe({ kind: 'realtime.background-failed', task: 'deal with changes', error })
          await this.lost()
          return [...messages]
        }
        await wait(READ_AGAIN_AFTER, undefined, { signal }).catch(() => {})
      }
    }
    return []
  }
}
