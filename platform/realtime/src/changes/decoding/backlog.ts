import type { DecodedChange, DecodedPart } from './transactions.ts'

/** Changes that may wait while others are dealt with; then the stream is held back. */
const MOST_WAITING = 1_000

/** Deals with changes in batches: whatever came while the last batch was dealt with is the next. */
export class Backlog {
  /** Never rejects. */
  readonly #deal: (changes: readonly DecodedChange[]) => Promise<void>
  #waiting: DecodedChange[] = []
  #waitingFor = 0n
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
  async add({ changes, commit }: DecodedPart): Promise<void> {
    this.#waiting.push(...changes)
    if (commit !== null) this.#waitingFor = commit
    if (this.#waiting.length === 0 && this.#dealing === null) return
    this.#dealing ??= this.#run()
    while (this.#waiting.length >= MOST_WAITING) await this.#dealing
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const [changes, place] = [this.#waiting, this.#waitingFor]
        this.#waiting = []
        await this.#deal(changes)
        this.#done = place
      }
    } finally {
      this.#dealing = null
    }
  }
}
