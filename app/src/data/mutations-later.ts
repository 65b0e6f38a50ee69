/**
 * Stands in the first page for the library's list of changes on their way: nobody changes anything before what makes a
 * change has come, and the list comes with it (build/late-mutations.ts).
 */
import type { MutationCache as Whole } from '@tanstack/react-query'

let make: (() => Whole) | undefined

/** The first that makes a change brings the list of them along. */
export function bring(Cache: new () => Whole): void {
  make ??= () => new Cache()
}

/** What the library asks of it, and work-under-way.ts. */
type Asked = 'build' | 'findAll' | 'subscribe' | 'clear' | 'resumePausedMutations'

export class MutationCache implements Pick<Whole, Asked> {
  #whole: Whole | undefined

  get #known(): Whole | undefined {
    return (this.#whole ??= make?.())
  }

  build: Whole['build'] = (...change) => {
    if (!this.#known) throw new Error('a change comes with what keeps account of it')
    return this.#known.build(...change)
  }

  findAll: Whole['findAll'] = (filters) => this.#known?.findAll(filters) ?? []

  subscribe: Whole['subscribe'] = (listener) => this.#known?.subscribe(listener) ?? (() => undefined)

  clear(): void {
    this.#known?.clear()
  }

  async resumePausedMutations(): Promise<unknown> {
    return this.#known?.resumePausedMutations()
  }
}
