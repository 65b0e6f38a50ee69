import { DatabaseError, type Databases, systemSession, type Database } from '@platform/database'

import { bindingId, notPossible, notPublished, toInterest, type Interest } from './binding.ts'
import { PolicyCatalog } from './catalog/policies.ts'
import { RightsCatalog, type RoleRights } from './catalog/rights.ts'
import { TableCatalog, type Table } from './catalog/tables.ts'
import { TypeCatalog } from './catalog/types.ts'
import { Dispatcher } from './delivery/dispatcher.ts'
import { QuestionsForAll } from './delivery/for-all.ts'
import { Matcher } from './delivery/matching.ts'
import { Registry, tablesOf, toKnownAudience, type Subscription } from './delivery/registry.ts'
import type { ObserveRowChanges } from './events.ts'
import type { ChangeSink } from './row-change.ts'
import type { Audience, RowChangeListener, RowChanges, SentMessages } from './row-changes.ts'
import { MessagesSupply } from './sent-messages.ts'
import { Supply, type ChangesFrom } from './supply.ts'

export interface RowChangesOptions {
  readonly databases: Databases
  readonly observe: ObserveRowChanges
  /**
   * `auto` (default): PostgreSQL's log where it may be read, triggers with an outbox elsewhere; `outbox`: these at any rate;
   * or a relay, which reads the log for all nodes.
   */
  readonly source?: ChangesFrom
  /**
   * Under row-level security, a DELETE of a row whose policies can not be evaluated any more, because the log keeps
   * nothing but its key: `key` (default, as on the hosted service) tells the key to whose filter matches, `nothing`
   * tells nobody. With `replica identity full` the policies decide either way.
   */
  readonly unseenDeletes?: 'key' | 'nothing'
}

export interface OpenRowChanges extends AsyncDisposable {
  readonly rowChanges: RowChanges
  readonly sentMessages: SentMessages
}

/** Asks nothing of the database until somebody listens. */
export function openRowChanges(options: RowChangesOptions): OpenRowChanges {
  const { observe } = options
  const { system, gateway } = options.databases
  const registry = new Registry()
  const tables = new TableCatalog(system)
  const rights = new RightsCatalog(gateway)
  const matcher = new Matcher(system)
  const tellsUnseenDeletes = options.unseenDeletes !== 'nothing'
  const policies = new PolicyCatalog(system)
  const forAll = new QuestionsForAll(system)
  const judges = { gateway, system, policies, forAll, observe, tellsUnseenDeletes }
  const dispatcher = new Dispatcher({ registry, tables, rights, matcher, judges, system, observe })
  const sink: ChangeSink = {
    changes: (batch) => dispatcher.dispatch(batch),
    message: (message) => messages.hand(message),
    lost(reason) {
      observe({ kind: 'realtime.changes-lost', reason })
      for (const { listener } of registry.subscriptions) listener.lost(reason)
    },
  }
  const supply = new Supply({ ...options, types: new TypeCatalog(system), sink, source: options.source ?? 'auto' })
  const messages = new MessagesSupply(supply, system, observe)
  const stopMaintaining = maintainMessages(system, observe)
  const close = async () => {
    stopMaintaining()
    dispatcher.close()
    await supply[Symbol.asyncDispose]()
  }
  const rowChanges = new Subscriptions({ registry, tables, rights, matcher, supply }, close)
  return { rowChanges, sentMessages: messages, [Symbol.asyncDispose]: close }
}

interface Parts {
  readonly registry: Registry
  readonly tables: TableCatalog
  readonly rights: RightsCatalog
  readonly matcher: Matcher
  readonly supply: Supply
}

class Subscriptions implements RowChanges {
  readonly #parts: Parts
  readonly #close: () => Promise<void>
  readonly bindingId = bindingId

  constructor(parts: Parts, close: () => Promise<void>) {
    this.#parts = parts
    this.#close = close
  }

  async subscribe(listener: RowChangeListener) {
    const interests = listener.bindings.map(toInterest)
    const audience = toKnownAudience(listener.audience)
    await this.#check(interests, audience)
    const release = await this.#parts.supply.acquire(
      interests.map(({ schema, table }) => ({ about: 'table', schema, table })),
    )
    const subscription: Subscription = { listener, audience, isClosed: false }
    const entries = interests.map((interest) => ({ subscription, interest, compiled: new Map() }))
    const remove = this.#parts.registry.add(subscription, entries)
    return {
      changeAudience: async (next: Audience) => {
        if (next.role !== subscription.audience.role) await this.#check(interests, next)
        subscription.audience = toKnownAudience(next)
      },
      close() {
        if (subscription.isClosed) return
        subscription.isClosed = true
        remove()
        release()
      },
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }

  async #check(interests: readonly Interest[], { role }: Audience): Promise<void> {
    await Promise.all(interests.map((interest) => this.#checkOne(interest, role)))
  }

  async #checkOne(interest: Interest, role: string): Promise<void> {
    const { tables, matcher } = this.#parts
    let found = tablesOf(interest, await tables.all())
    if (!found.every((table) => hasColumns(table, interest)) || found.length === 0) {
      found = tablesOf(interest, await tables.refresh())
    }
    if (found.length === 0) throw notPublished(interest)
    if (interest.conditions.length === 0 && interest.select === null) return
    const readable = await this.#rightsFor(found, role)
    for (const table of found) {
      checkColumns(interest, readable.get(table.oid)?.columns ?? new Set())
      await matcher.compile(table, interest.conditions).catch((error: unknown) => {
        throw error instanceof DatabaseError ? notPossible(interest, error.message) : error
      })
    }
  }

  async #rightsFor(tables: readonly Table[], role: string): Promise<RoleRights> {
    const { rights } = this.#parts
    try {
      const known = await rights.of(role)
      return tables.every(({ oid }) => known.has(oid)) ? known : await rights.refresh(role)
    } catch (error) {
      if (error instanceof DatabaseError) return new Map()
      throw error
    }
  }
}

const hasColumns = ({ columns }: Table, { conditions, select }: Interest) =>
  [...conditions.map(({ column }) => column), ...(select ?? [])].every((name) =>
    columns.some((column) => column.name === name),
  )

function checkColumns(interest: Interest, readable: ReadonlySet<string>): void {
  for (const { column } of interest.conditions) {
    if (!readable.has(column)) throw notPossible(interest, `invalid column for filter ${column}`)
  }
  for (const column of interest.select ?? []) {
    if (!readable.has(column)) throw notPossible(interest, `invalid column for select ${column}`)
  }
}

/** As long as the hosted service keeps them, for replay. */
const KEPT_FOR = '3 days'
/** Late enough not to be part of the start. */
const FIRST_AFTER = 60_000
const EVERY = 6 * 60 * 60_000

/** Makes the days' partitions ahead of time and drops old ones; answers how to stop. */
function maintainMessages(system: Database, observe: ObserveRowChanges): () => void {
  const run = async () => {
    try {
      await system.write(systemSession, (tx) => tx.query('select realtime.maintain_messages($1::interval)', [KEPT_FOR]))
    } catch (error) {
      observe({ kind: 'realtime.background-failed', task: 'maintain messages', error })
    }
  }
  let timer = setTimeout(() => {
    void run()
    timer = setInterval(() => void run(), EVERY).unref()
  }, FIRST_AFTER).unref()
  return () => clearTimeout(timer)
}
