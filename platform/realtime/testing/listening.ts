import { databaseMigrations, systemSession } from '@platform/database'
import { vi } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import type { RowChangesEvent } from '../src/changes/events.ts'
import { openRowChanges, type RowChangesOptions } from '../src/changes/open-row-changes.ts'
import type { Audience, Binding, RowChangeListener, SentMessage } from '../src/changes/row-changes.ts'
import { realtimeMigrations } from '../src/migrations.ts'
import { bookshop } from './bookshop.ts'

/** A frame's `data`, parsed. */
export interface Data {
  readonly schema: string
  readonly table: string
  readonly type: string
  readonly commit_timestamp?: string
  readonly columns?: readonly { name: string; type: string }[]
  readonly record?: Record<string, unknown>
  readonly old_record?: Record<string, unknown>
  readonly errors: readonly string[] | null
}

/** Somebody who listens and remembers. */
export class Ear implements RowChangeListener {
  readonly bindings: readonly Binding[]
  readonly audience: Audience
  readonly heard: Data[] = []
  readonly ids: (readonly number[])[] = []
  readonly texts: string[] = []
  readonly losses: string[] = []

  constructor(audience: Audience, bindings: readonly Binding[]) {
    this.audience = audience
    this.bindings = bindings
  }

  deliver(ids: readonly number[], dataJson: string): void {
    this.ids.push(ids)
    this.texts.push(dataJson)
    this.heard.push(JSON.parse(dataJson) as Data)
  }

  lost(message: string): void {
    this.losses.push(message)
  }

  /** What is remembered of one table, in order. */
  of(table: string): Data[] {
    return this.heard.filter((data) => data.table === table)
  }

  hears(count: number, table: string): Promise<Data[]> {
    return until(() => {
      const told = this.of(table)
      if (told.length < count) throw new Error(`heard ${told.length} of ${count} changes of ${table}`)
      return told
    })
  }
}

/** Patiently: a busy machine is no failure. */
const until = <T>(look: () => T) => vi.waitFor(look, { timeout: 20_000, interval: 10 })

export const person = (sub: string): Audience => ({ role: 'authenticated', claims: { role: 'authenticated', sub } })
export const anon: Audience = { role: 'anon', claims: { role: 'anon' } }
export const service: Audience = { role: 'service_role', claims: { role: 'service_role' } }

/** Everybody may hear the bells: after one, nothing of what happened before is still on its way. */
const bells: Binding = { event: 'INSERT', schema: 'public', table: 'bells' }

export type Listening = Awaited<ReturnType<typeof startListening>>

export async function startListening(options: Partial<RowChangesOptions> = {}) {
  const database = await createTestDatabase({
    migrations: [databaseMigrations, realtimeMigrations],
    fixtures: bookshop,
  })
  const node = openNode(database, options)
  const run = (text: string) => runSql(database, text)
  let rings = 0
  return {
    ...node,
    database,
    run,
    /** Rings, and waits until everybody has heard it. */
    async ring(...ears: Ear[]): Promise<void> {
      rings += 1
      const ring = `ring ${rings}`
      await run(`insert into public.bells (ring) values ('${ring}')`)
      await until(() => {
        for (const ear of ears) {
          const hasHeard = ear.of('bells').some(({ record }) => record?.['ring'] === ring)
          if (!hasHeard) throw new Error(`somebody has not heard ${ring}`)
        }
      })
    },
    async [Symbol.asyncDispose]() {
      await node.close()
      await database.dispose()
    },
  }
}

/** A further server on the same database. */
export function openNode(database: TestDatabase, options: Partial<RowChangesOptions> = {}) {
  const events: RowChangesEvent[] = []
  const changes = openRowChanges({ databases: database.databases, observe: (event) => events.push(event), ...options })
  return {
    changes,
    events,
    async listen(audience: Audience, ...bindings: Binding[]) {
      const ear = new Ear(audience, [...bindings, bells])
      const subscription = await changes.rowChanges.subscribe(ear)
      return Object.assign(ear, { subscription })
    },
    messages() {
      const heard: SentMessage[] = []
      const listening = changes.sentMessages.listen((message) => heard.push(message))
      return { heard, stop: () => listening.stop() }
    },
    close: () => changes[Symbol.asyncDispose](),
  }
}

/** As the owner, one transaction per statement list. */
async function runSql({ databases }: TestDatabase, text: string): Promise<void> {
  await databases.system.write(systemSession, async (tx) => {
    for (const statement of text.split(';').filter((part) => part.trim() !== '')) await tx.execute(statement)
  })
}
