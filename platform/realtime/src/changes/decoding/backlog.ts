import type { DecodedChange, DecodedPart } from './transactions.ts'

/** Changes that may wait while others are dealt with; then the stream is held back. */
const MOST_WAITING = 1_000
/** Changes dealt with together: more would save no more, and make the first of them wait for the last. */
const ENOUGH_AT_ONCE = 200

/** Deals with changes in batches of whole parts: what came while the last batch was dealt with is the next. */
export class Backlog {
  /** Never rejects. */
  readonly #deal: (changes: readonly DecodedChange[]) => Promise<void>
  readonly #parts: DecodedPart[] = []
  #waiting = 0
  #done = 0n
  #dealing: Promise<void> | null = null

  constructor(deal: (changes: readonly DecodedChange[]) => Promise<void>) {
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
    if (part.changes.length === 0 && this.#dealing === null) return
    this.#parts.push(part)
    this.#waiting += part.changes.length
    this.#dealing ??= this.#run()
    while (this.#waiting >= MOST_WAITING && this.#dealing !== null) await this.#dealing
  }

  async #run(): Promise<void> {
    while (this.#parts.length > 0) {
      const changes: DecodedChange[] = []
      let place = this.#done
      while (this.#parts.length > 0 && changes.length < ENOUGH_AT_ONCE) {
        const part = this.#parts.shift()!
        changes.push(...part.changes)
        place = part.commit ?? place
      }
      await this.#deal(changes)
      this.#waiting -= changes.length
      this.#done = place
    }
    this.#dealing = null
  }
}
