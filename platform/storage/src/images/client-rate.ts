/** How often one client may begin something costly: a bucket of tokens for each, refilled evenly. */

const clients = 10_000

export class ClientRate {
  readonly #perSecond: number
  readonly #atOnce: number
  readonly #now: () => number
  /** The client that was last seen longest ago comes first. */
  readonly #buckets = new Map<string, { readonly tokens: number; readonly at: number }>()

  /** @param now in ms */
  constructor(perSecond: number, atOnce: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond
    this.#atOnce = atOnce
    this.#now = now
  }

  /** Takes one token; false where none is left. */
  take(client: string): boolean {
    const at = this.#now()
    const known = this.#buckets.get(client) ?? { tokens: this.#atOnce, at }
    const tokens = Math.min(this.#atOnce, known.tokens + ((at - known.at) / 1000) * this.#perSecond)
    this.#buckets.delete(client)
    this.#buckets.set(client, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (this.#buckets.size > clients) this.#buckets.delete(this.#buckets.keys().next().value ?? client)
    return tokens >= 1
  }
}
