/** Where the contract says more about a value than the catalogue does, and that each of those places exists. */

const names = /^ {2}'(?<name>[^']+)':/gmu

export class Refinements {
  readonly #unused: Set<string>
  readonly #names: ReadonlySet<string>

  /** @param source the module that declares `interface Refinements`, one place a line */
  constructor(source: string) {
    this.#names = new Set([...source.matchAll(names)].map(({ groups }) => groups?.['name'] ?? ''))
    this.#unused = new Set(this.#names)
  }

  /** The contract's type of that place, or else the catalogue's. */
  at(name: string, type: string): string {
    this.#unused.delete(name)
    return this.#names.has(name) ? `Refined['${name}']` : type
  }

  /** @throws where the contract speaks of a place that the database does not have */
  assertAllUsed(): void {
    if (this.#unused.size === 0) return
    throw new Error(`database-refinements.ts names what the database does not have: ${[...this.#unused].join(', ')}`)
  }
}
