/**
 * A relay through PostgreSQL, for nodes without Redis. Messages of one turn are one row; a notification of its own
 * transaction, sent by this connection alone, says that there is something to read. NOTIFY never stands in anybody's
 * writing transaction: there it would take a global lock at commit (RELIABILITY §5).
 */

import { systemSession, type Database, type MigrationSource } from '@platform/database'

import type { BusOptions, OpenBus } from './bus.ts'
import { packMessages, unpackMessages } from './packets.ts'

export const relayMigrations: MigrationSource = { name: 'realtime-relay', folder: new URL('sql/', import.meta.url) }

const CHANNEL = 'realtime_relay'
/** Messages wait this long for company. */
const GATHER_MS = 10
const POLL_MS = 2_000
const KEEP_SECONDS = 30
const MOST_WAITING_BYTES = 64 * 1_048_576

export function postgresBus(database: Database): OpenBus {
  return async (options) => {
    const writer = new RelayWriter(database, options)
    const reader = new RelayReader(database, options)
    await reader.start()
    const listening = await database.listen(CHANNEL, () => reader.look())
    const poll = setInterval(() => reader.look(), POLL_MS).unref()
    return {
      publish: (message) => writer.add(message),
      follow: async () => {},
      unfollow: () => {},
      [Symbol.asyncDispose]: async () => {
        clearInterval(poll)
        await listening[Symbol.asyncDispose]()
        await writer.close()
        await reader.close()
      },
    }
  }
}

/** One batch under way at a time, so that a node's rows become visible in the order of their numbers. */
class RelayWriter {
  readonly #database: Database
  readonly #options: BusOptions
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #number = 0
  #sending: Promise<void> | null = null
  #swept = 0

  constructor(database: Database, options: BusOptions) {
    this.#database = database
    this.#options = options
  }

  add(message: Buffer): void {
    if (this.#waitingBytes + message.length > MOST_WAITING_BYTES) return
    this.#waiting.push(message)
    this.#waitingBytes += message.length
    this.#sending ??= this.#send().finally(() => (this.#sending = null))
  }

  async close(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => void setTimeout(resolve, GATHER_MS))
      const messages = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      try {
        await this.#write(packMessages(messages))
      } catch (error) {
        this.#options.observe({ kind: 'realtime.database-failed', task: 'relay', error })
      }
    }
  }

  async #write(body: Buffer): Promise<void> {
    this.#number += 1
    const text = 'insert into realtime.relay (node, number, body) values ($1, $2, $3)'
    const params = [this.#options.node, this.#number, body]
    await this.#database.once(systemSession, { text, params, name: 'realtime relay write' }, 'write')
    await this.#run(`select pg_notify('${CHANNEL}', '-')`)
    if (Date.now() - this.#swept < KEEP_SECONDS * 1000) return
    this.#swept = Date.now()
    await this.#run(`delete from realtime.relay where sent_at < clock_timestamp() - interval '${KEEP_SECONDS} s'`)
  }

  async #run(text: string): Promise<void> {
    await this.#database.once(systemSession, { text }, 'write')
  }
}

/** Reads each node's rows from the number on that it has seen. */
class RelayReader {
  readonly #database: Database
  readonly #options: BusOptions
  readonly #seen = new Map<string, number>()
  #reading: Promise<void> | null = null
  #hasMore = false
  #isClosed = false

  constructor(database: Database, options: BusOptions) {
    this.#database = database
    this.#options = options
  }

  /** What was said before this node came is not for it. */
  async start(): Promise<void> {
    for (const { node, number } of await this.#heads()) this.#seen.set(node, number)
  }

  look(): void {
    this.#hasMore = true
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#reading
  }

  async #read(): Promise<void> {
    while (this.#hasMore && !this.#isClosed) {
      this.#hasMore = false
      try {
        for (const row of await this.#unread()) this.#take(row)
      } catch (error) {
        // NOTE: nothing is lost by that: the next look reads from the same numbers on.
        this.#options.observe({ kind: 'realtime.database-failed', task: 'relay', error })
      }
    }
  }

  #take({ node, number, body }: { node: string; number: number; body: Buffer }): void {
    const seen = this.#seen.get(node)
    this.#seen.set(node, number)
    if (seen !== undefined && number > seen + 1) this.#options.onGap()
    for (const message of unpackMessages(body)) this.#options.onMessage(message)
  }

  async #heads(): Promise<{ node: string; number: number }[]> {
    const text = 'select node, max(number) from realtime.relay group by node'
    const { rows } = await this.#database.once(systemSession, { text }, 'read')
    return rows.map(([node, number]) => ({ node: String(node), number: Number(number) }))
  }

  async #unread(): Promise<{ node: string; number: number; body: Buffer }[]> {
    const text = `
      select relay.node, relay.number, encode(relay.body, 'base64')
      from realtime.relay
      left join unnest($1::text[], $2::bigint[]) as seen (node, number) using (node)
      where relay.node <> $3 and relay.number > coalesce(seen.number, 0)
      order by relay.sent_at, relay.node, relay.number limit 500`
    const params = [[...this.#seen.keys()], [...this.#seen.values()], this.#options.node]
    const { rows } = await this.#database.once(systemSession, { text, params }, 'read')
    if (rows.length === 500) this.#hasMore = true
    return rows.map(([node, number, body]) => ({
      node: String(node),
      number: Number(number),
      body: Buffer.from(String(body), 'base64'),
    }))
  }
}
