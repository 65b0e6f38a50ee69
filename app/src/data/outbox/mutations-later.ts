/**
 * Stands in the first page for the library's list of changes on their way: nobody changes anything before what makes a
 * change has come, and the list comes with it (build/late-mutations.ts).
 */
import type { MutationCache as Whole } from '@tanstack/react-query'

let make: (() => Whole) | undefined

/** Whoever makes a change brings the list of them along. */
export function bring(Cache: new () => Whole): void {
  make ??= () => new Cache()
}

/** What the client asks of the list by itself, and work-under-way.ts. Everybody else is handed the whole one. */
export class MutationCache implements Pick<Whole, 'findAll' | 'subscribe' | 'clear' | 'resumePausedMutations'> {
  #whole: Whole | undefined

  get whole(): Whole | undefined {
    return (this.#whole ??= make?.())
  }

  findAll: Whole['findAll'] = (filters) => this.whole?.findAll(filters) ?? []

  subscribe: Whole['subscribe'] = (listener) => this.whole?.subscribe(listener) ?? (() => undefined)

  clear(): void {
    this.whole?.clear()
  }

  async resumePausedMutations(): Promise<unknown> {
    return this.whole?.resumePausedMutations()
  }
}
