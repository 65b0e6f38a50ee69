/** Channels of Redis that somebody needs, subscribed to once for all who do. */
import type { RedisLink } from '../../bus/redis-link.ts'
import type { Wanted } from '../row-change.ts'
import { allTables, channelOf } from './relay-wire.ts'

interface Followed {
  users: number
  readonly ready: Promise<void>
}

export class FollowedChannels {
  readonly #link: RedisLink
  readonly #prefix: string
  readonly #onText: (text: string) => void
  readonly #followed = new Map<string, Followed>()

  constructor(link: RedisLink, prefix: string, onText: (text: string) => void) {
    this.#link = link
    this.#prefix = prefix
    this.#onText = onText
  }

  /** Resolves when all of it comes from now on; answers how to let go. */
  async follow(wanted: readonly Wanted[]): Promise<() => void> {
    const all = allTables(this.#prefix)
    const isAny = ({ schema, table }: { schema: string; table: string }) => schema === '*' || table === '*'
    const nameOf = (each: Wanted) => (each.about === 'table' && isAny(each) ? all : channelOf(this.#prefix, each))
    const names = [...new Set(wanted.map(nameOf))]
    const release = () => names.forEach((name) => this.#leave(name))
    try {
      await Promise.all(names.map((name) => this.#enter(name)))
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  #enter(name: string): Promise<void> {
    const known = this.#followed.get(name)
    if (known !== undefined) {
      known.users += 1
      return known.ready
    }
    const ready =
      name === allTables(this.#prefix)
        ? this.#link.pSubscribe(name, this.#onText)
        : this.#link.subscribe(name, this.#onText)
    ready.catch(() => {})
    this.#followed.set(name, { users: 1, ready })
    return ready
  }

  #leave(name: string): void {
    const known = this.#followed.get(name)
    if (known === undefined) return
    known.users -= 1
    if (known.users > 0) return
    this.#followed.delete(name)
    const left =
      name === allTables(this.#prefix)
        ? this.#link.pUnsubscribe(name, this.#onText)
        : this.#link.unsubscribe(name, this.#onText)
    left.catch(() => {})
  }
}
