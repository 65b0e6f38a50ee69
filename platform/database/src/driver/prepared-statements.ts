interface Prepared {
  readonly name: string
  readonly text: string
}

export interface Preparation {
  readonly statement: string
  readonly parse: string | null
  readonly close: string | null
}

/**
 * Which statements one connection has prepared. The names on the wire are its own counter's, so that a name whose
 * Parse may have failed is never used twice; the least recently used statement makes room.
 */
export class PreparedStatements {
  readonly #limit: number
  readonly #byKey = new Map<string, Prepared>()
  readonly #toClose: string[] = []
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  prepare(key: string, text: string): Preparation {
    const known = this.#byKey.get(key)
    if (known !== undefined) this.#byKey.delete(key)
    if (known !== undefined && known.text === text) {
      this.#byKey.set(key, known)
      return { statement: known.name, parse: null, close: null }
    }
    if (known !== undefined) this.#toClose.push(known.name)
    else this.#evict()
    const close = this.#toClose.pop() ?? null
    this.#count += 1
    const name = `s${this.#count}`
    this.#byKey.set(key, { name, text })
    return { statement: name, parse: text, close }
  }

  /** The statement may not be there, or no longer as prepared: next time it is prepared anew. */
  forget(key: string, name: string): void {
    if (this.#byKey.get(key)?.name !== name) return
    this.#byKey.delete(key)
    this.#toClose.push(name)
  }

  #evict(): void {
    if (this.#byKey.size < this.#limit) return
    const [key, oldest] = this.#byKey.entries().next().value ?? []
    if (key === undefined || oldest === undefined) return
    this.#byKey.delete(key)
    this.#toClose.push(oldest.name)
  }
}
