/** Token buckets that know only a clock: what floods is found without a timer per client. */

export class Bucket {
  readonly #perSecond: number
  #tokens: number
  #at: number

  /** Holds one second's worth, and is full at first. */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
    this.#at = now
  }

  /** False when there are not that many. */
  take(now: number, count = 1): boolean {
    const gained = ((now - this.#at) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + Math.max(0, gained))
    this.#at = now
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  isFull(now: number): boolean {
    return this.#tokens + ((now - this.#at) / 1000) * this.#perSecond >= this.#perSecond
  }
}

const SWEEP_ABOVE = 10_000

/** One bucket per key; those that are full again are forgotten. */
export class Buckets {
  readonly #perSecond: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  take(key: string, now: number, count = 1): boolean {
    let bucket = this.#buckets.get(key)
    if (bucket === undefined) {
      if (this.#buckets.size >= SWEEP_ABOVE) this.#sweep(now)
      bucket = new Bucket(this.#perSecond, now)
      this.#buckets.set(key, bucket)
    }
    return bucket.take(now, count)
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key)
  }
}

/** How many of each there are. */
export class Tally {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1)
  }

  remove(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
