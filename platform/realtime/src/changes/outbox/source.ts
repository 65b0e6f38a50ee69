import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseUnavailableError, systemSession, type Database } from '@platform/database'

import { textOfJson } from '../catalog/json-text.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { ChangeSink, ChangeSource } from '../row-change.ts'
import type { SentMessage } from '../row-changes.ts'
import { isLastPage, readPage, toRowChange, type OutboxRow, type Span } from './reader.ts'
import { keepReading, register, syncTriggers, unregister } from './readers.ts'

export interface OutboxOptions {
  readonly system: Database
  readonly sink: ChangeSink
  readonly observe: ObserveRowChanges
}

const POLL_EVERY = 100
const KEEP_EVERY = 5_000
const TRY_AGAIN_AFTER = 500

/** Reads what triggers have written down. Resolves once every later change will be. */
export async function startOutbox(options: OutboxOptions): Promise<ChangeSource> {
  const source = new Outbox(options)
  await source.start()
  return source
}

class Outbox implements ChangeSource {
  readonly kind = 'outbox'
  readonly #options: OutboxOptions
  readonly #node = randomUUID()
  #seen = ''
  #keptAt = 0
  #covering: Promise<void> | null = null
  #running: Promise<void> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await syncTriggers(this.#options.system, true)
    this.#seen = await register(this.#options.system, this.#node)
    this.#keptAt = performance.now()
    this.#running = this.#keepRunning()
  }

  cover(): Promise<void> {
    this.#covering ??= syncTriggers(this.#options.system, true).finally(() => (this.#covering = null))
    return this.#covering
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#running
    await unregister(this.#options.system, this.#node).catch((error: unknown) =>
      this.#options.observe({ kind: 'realtime.background-failed', task: 'leave the outbox', error }),
    )
  }

  async #keepRunning(): Promise<void> {
    const { observe } = this.#options
    let brokenSince: number | null = null
    while (!this.#closing.signal.aborted) {
      try {
        await this.#read()
        await this.#keep()
        if (brokenSince !== null) {
          observe({
            kind: 'realtime.source-resumed',
            source: 'outbox',
            ms: Math.round(performance.now() - brokenSince),
          })
        }
        brokenSince = null
        await this.#rest(POLL_EVERY)
      } catch (error) {
        const isAway = error instanceof DatabaseUnavailableError
        const reason = error instanceof Error ? error.message : String(error)
        if (brokenSince === null) observe({ kind: 'realtime.source-interrupted', source: 'outbox', reason })
        if (!isAway) observe({ kind: 'realtime.background-failed', task: 'read the outbox', error })
        brokenSince ??= performance.now()
        await this.#rest(TRY_AGAIN_AFTER)
      }
    }
  }

  async #rest(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal }).catch(() => {})
  }

  async #read(): Promise<void> {
    const now = await this.#newsUntil()
    if (now === null) return
    const span: Span = { seen: this.#seen, now }
    let after = '0'
    for (let isLast = false, isFirst = true; !isLast && !this.#closing.signal.aborted; isFirst = false) {
      const rows = await readPage(this.#options.system, span, after)
      isLast = isLastPage(rows)
      after = rows.at(-1)?.id ?? after
      await this.#pass(rows, isFirst && isLast)
      if (isLast) this.#seen = now
    }
  }

  /** The snapshot up to which there is something to read. */
  async #newsUntil(): Promise<string | null> {
    const [row] = await this.#options.system.read(systemSession, (tx) =>
      tx.query<{ now: string; hasNews: boolean }>(
        `select pg_current_snapshot()::text as now, exists (
           select from realtime.outbox
           where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
         ) as "hasNews"`,
        [this.#seen],
      ),
    )
    if (row === undefined || row.hasNews) return row?.now ?? null
    this.#seen = row.now
    return null
  }

  async #pass(rows: readonly OutboxRow[], isWhole: boolean): Promise<void> {
    const { sink } = this.#options
    const isMessage = ({ schema, table }: OutboxRow) => schema === 'realtime' && table === 'messages'
    for (const row of rows.filter(isMessage)) {
      const message = toMessage(row)
      if (message !== null) sink.message(message)
    }
    const changes = rows.filter((row) => !isMessage(row)).map((row) => toRowChange(row, isWhole))
    if (changes.length > 0) await sink.changes(changes)
  }

  /** Says that we live, and lets go of what everybody has read. */
  async #keep(): Promise<void> {
    if (performance.now() - this.#keptAt < KEEP_EVERY) return
    this.#keptAt = performance.now()
    const { system, sink } = this.#options
    await syncTriggers(system, true)
    if (await keepReading(system, this.#node, this.#seen)) return
    this.#seen = await register(system, this.#node)
    sink.lost('This server was away for too long; changes may have been missed')
  }
}

function toMessage(row: OutboxRow): SentMessage | null {
  if (row.kind !== 'INSERT') return null
  const values = new Map(row.recordNames?.map((name, index) => [name, row.recordValues?.[index] ?? 'null']))
  const text = (name: string) => textOfJson(values.get(name) ?? 'null')
  const [id, topic, at] = [text('id'), text('topic'), text('inserted_at')]
  if (text('extension') !== 'broadcast' || id === null || topic === null || at === null) return null
  const payload = values.get('payload') ?? 'null'
  const binary = text('binary_payload')
  return {
    id,
    topic,
    event: text('event') ?? '',
    isPrivate: values.get('private') === 'true',
    payloadJson: payload === 'null' ? null : payload,
    binary: binary === null ? null : Buffer.from(binary.slice(2), 'hex'),
    insertedAt: new Date(`${at}Z`),
  }
}
