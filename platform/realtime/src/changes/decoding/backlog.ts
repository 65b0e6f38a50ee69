import type { DecodedPart } from './transactions.ts'

/** Changes that may wait while others are dealt with; then the stream is held back. */
const MOST_WAITING = 1_000
/** Changes dealt with together: more would save no more, and make the first of them wait for the last. */
const ENOUGH_AT_ONCE = 200

/** Whole parts, one after the other. */
export type Batch = Omit<DecodedPart, 'commit'>

const sizeOf = ({ changes, messages }: Batch) => changes.length + messages.length

/** Deals with changes in batches of whole parts: what came while the last batch was dealt with is the next. */
export class Backlog {
  /** Never rejects. */
  readonly #deal: (batch: Batch) => Promise<void>
  readonly #parts: DecodedPart[] = []
  #waiting = 0
  #done = 0n
  #dealing: Promise<void> | null = null

  constructor(deal: (batch: Batch) => Promise<void>) {
    this.#deal = deal
  }

  get isEmpty(): boolean {
    return this.#dealing === null
  }

  /** The commit of the last transaction that is dealt with as a whole. */
  get done(): bigint {
    return this.#done
  }

  /** Resolves at once while there is room. */
  async add(part: DecodedPart): Promise<void> {
    if (sizeOf(part) === 0 && this.#dealing === null) return
    this.#parts.push(part)
    this.#waiting += sizeOf(part)
    this.#dealing ??= this.#run()
    while (this.#waiting >= MOST_WAITING && this.#dealing !== null) await this.#dealing
  }

  async #run(): Promise<void> {
    while (this.#parts.length > 0) {
      const parts: DecodedPart[] = []
      for (let size = 0; this.#parts.length > 0 && size < ENOUGH_AT_ONCE;) {
        const part = this.#parts.shift()!
        parts.push(part)
        size += sizeOf(part)
      }
      const batch = {
        changes: parts.flatMap(({ changes }) => changes),
        messages: parts.flatMap(({ messages }) => messages),
        place: parts.at(-1)!.place,
      }
      await this.#deal(batch)
      this.#waiting -= sizeOf(batch)
      this.#done = parts.findLast(({ commit }) => commit !== null)?.commit ?? this.#done
    }
    this.#dealing = null
  }
}
