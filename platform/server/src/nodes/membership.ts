/** This process among those that share its database: who lives, and who does what only one may do. */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { systemSession, type Database } from '@platform/database'

/** What only one process does at a time. */
export type LeaseName = 'schedules' | 'sweep' | 'seed'

export interface Membership extends AsyncDisposable {
  /** How many processes were heard of lately, this one among them. */
  live(): number
  /** Wants it from now on; true as long as it certainly has it. */
  holds(name: LeaseName): boolean
  /** Resolves once it has it, or when the signal aborts. */
  whenHeld(name: LeaseName, signal: AbortSignal): Promise<void>
  /** Does not want it any more. */
  release(name: LeaseName): void
  /** The build that people are told of; null where each process tells of its own. */
  told(): string | null
  /** Has it looked at now, and not with the next beat. */
  refresh(): Promise<void>
}

export type MembershipEvent =
  | { readonly kind: 'server.lease-taken'; readonly name: string }
  | { readonly kind: 'server.lease-lost'; readonly name: string }
  | { readonly kind: 'server.nodes-unheard'; readonly error: unknown }
  | { readonly kind: 'server.release-told'; readonly build: string | null }

export interface NodeFacts {
  readonly roles: readonly string[]
  readonly version: string
  readonly build: string | null
}

interface MembershipOptions {
  readonly database: Database
  readonly facts: NodeFacts
  readonly observe: (event: MembershipEvent) => void
}

const beatMs = 3_000
const ttlSeconds = 10
/** Less than it is good for: who asks must know it still for a moment. */
const trustedMs = (ttlSeconds - 1) * 1_000
const lookAgainMs = 200
/** Told when the release is another. */
const releaseChannel = 'nodes_release'

/** One process on a database of its own: nobody else can want anything. */
export function aloneMembership(): Membership {
  return {
    live: () => 1,
    holds: () => true,
    whenHeld: async () => {},
    release: () => {},
    told: () => null,
    refresh: async () => {},
    async [Symbol.asyncDispose]() {},
  }
}

/** Resolves when the others know of this one. */
export async function joinNodes(options: MembershipOptions): Promise<Membership> {
  const member = new Member(options)
  await member.start()
  return member
}

interface Answer {
  readonly held: Readonly<Record<string, number>>
  readonly live: number
  readonly told: string | null
}

class Member implements Membership {
  readonly #options: MembershipOptions
  readonly #id = randomUUID()
  readonly #wanted = new Set<LeaseName>()
  readonly #heldUntil = new Map<LeaseName, number>()
  readonly #stopping = new AbortController()
  readonly #resources = new AsyncDisposableStack()
  #wake = new AbortController()
  #live = 1
  #told: string | null = null
  #isUnheard = false

  constructor(options: MembershipOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { database } = this.#options
    this.#resources.use(await database.listen(releaseChannel, () => this.#wake.abort()))
    await this.#beat()
    const beating = this.#keepBeating()
    this.#resources.defer(async () => {
      this.#stopping.abort()
      await beating
      // NOTE: a database that is away lets them run out.
      await this.#call('select nodes.leave($1)', [this.#id]).catch(() => {})
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync()
  }

  live(): number {
    return this.#live
  }

  told(): string | null {
    return this.#told
  }

  refresh(): Promise<void> {
    return this.#beat()
  }

  holds(name: LeaseName): boolean {
    if (!this.#wanted.has(name)) {
      this.#wanted.add(name)
      this.#wake.abort()
    }
    return performance.now() < (this.#heldUntil.get(name) ?? -Infinity)
  }

  async whenHeld(name: LeaseName, signal: AbortSignal): Promise<void> {
    while (!this.holds(name) && !signal.aborted) await delay(lookAgainMs, undefined, { signal }).catch(() => {})
  }

  release(name: LeaseName): void {
    this.#wanted.delete(name)
    if (!this.#heldUntil.delete(name)) return
    const text = "update nodes.leases set until = '-infinity' where name = $1 and owner = $2"
    void this.#call(text, [name, this.#id]).catch(() => {})
  }

  async #keepBeating(): Promise<void> {
    const stopped = this.#stopping.signal
    while (!stopped.aborted) {
      const signal = AbortSignal.any([this.#wake.signal, stopped])
      await delay(beatMs, undefined, { signal }).catch(() => {})
      this.#wake = new AbortController()
      if (!stopped.aborted) await this.#beat()
    }
  }

  async #beat(): Promise<void> {
    const { roles, version, build } = this.#options.facts
    const asked = [...this.#wanted]
    // NOTE: counted from before the question; the database counts from later.
    const from = performance.now()
    try {
      const text = 'select nodes.beat($1, $2, $3, $4, $5, $6)'
      const answer = await this.#call(text, [this.#id, roles.join(), version, build, asked, ttlSeconds])
      this.#take(asked, JSON.parse(answer) as Answer, from)
      this.#isUnheard = false
    } catch (error) {
      if (!this.#isUnheard) this.#options.observe({ kind: 'server.nodes-unheard', error })
      this.#isUnheard = true
    }
  }

  #take(asked: readonly LeaseName[], { held, live, told }: Answer, from: number): void {
    const { observe } = this.#options
    for (const name of asked.filter((each) => this.#wanted.has(each))) {
      const [had, has] = [this.#heldUntil.has(name), Object.hasOwn(held, name)]
      if (has) this.#heldUntil.set(name, from + trustedMs)
      else this.#heldUntil.delete(name)
      if (had !== has) observe({ kind: has ? 'server.lease-taken' : 'server.lease-lost', name })
    }
    if (told !== this.#told) observe({ kind: 'server.release-told', build: told })
    this.#live = live
    this.#told = told
  }

  async #call(text: string, params: readonly (string | number | null | readonly string[])[]): Promise<string> {
    const { rows } = await this.#options.database.once(systemSession, { text, params }, 'write')
    return rows[0]?.[0]?.toString() ?? ''
  }
}
