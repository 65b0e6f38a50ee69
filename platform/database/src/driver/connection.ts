import pg from 'pg'

import type { Statement } from '../database.ts'
import { DatabaseError, DatabaseUnavailableError } from '../errors.ts'
import { Batch, type BatchResult } from './batch.ts'
import { toFailure } from './failure.ts'
import type { Login } from './login.ts'
import type { BatchStep } from './messages.ts'
import { toWire, type WireValue } from './parameters.ts'
import type { Preamble } from './preamble.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { RawRowConnection } from './raw-rows.ts'

export interface ConnectionOptions {
  readonly connectTimeout: number
  /** Session settings, sent with the start-up message. */
  readonly settings: Readonly<Record<string, string>>
}

/** What runs in one round trip: an opening (BEGIN), the request's settings, the statement. Each part may be absent. */
export interface Request {
  readonly opening?: string
  readonly preamble?: Preamble
  readonly statement?: Statement
  /** Prefix of the statement's prepared name: plans differ by role. */
  readonly role: string
  readonly describe?: boolean
  /** Milliseconds until the server counts as silent. */
  readonly patience: number
}

const PREPARED_STATEMENTS_KEPT = 500
const CHECK_DEADLINES_EVERY = 250
const KEEP_ALIVE_AFTER = 10_000
/** SQLSTATEs that a prepared statement can meet through no fault of the request: it is gone, or its table changed. */
const STALE_STATEMENT = new Set(['26000', '0A000'])

interface PreparedStep extends BatchStep {
  /** Under which the connection remembers the statement; null for an unnamed one. */
  readonly key: string | null
}

class StaleStatement extends Error {}

/** Whether PostgreSQL said with it that it is about to close the connection, which shows only later. */
const endsSession = (error: Error) =>
  error instanceof pg.DatabaseError &&
  error.severity !== 'ERROR' &&
  toFailure(error) instanceof DatabaseUnavailableError

/** As PostgreSQL says it of values. In a text it would end the message early. */
const nullByteError = () =>
  new DatabaseError({ code: '22021', message: 'invalid byte sequence for encoding "UTF8": 0x00' })

/** One login to PostgreSQL on which several batches may be in flight; answers come in the order sent. */
export class Connection {
  readonly #client: pg.Client
  readonly #prepared = new PreparedStatements(PREPARED_STATEMENTS_KEPT)
  readonly #inFlight: { batch: Batch; sentAt: number }[] = []
  readonly #clock: NodeJS.Timeout
  #lost: Error | null = null
  #closing = false
  onLost: (error: Error) => void = () => {}
  onNotification: (payload: string, channel: string) => void = () => {}

  private constructor(client: pg.Client) {
    this.#client = client
    this.#clock = setInterval(() => this.#checkDeadline(Date.now()), CHECK_DEADLINES_EVERY).unref()
    client.on('error', (error) => this.#lose(error))
    client.on('end', () => this.#lose(new Error('connection ended')))
    client.on('notification', ({ channel, payload }) => this.onNotification(payload ?? '', channel))
  }

  static async open(login: Login, options: ConnectionOptions): Promise<Connection> {
    const { ssl = false, options: loginOptions = '', ...rest } = login
    const settings = Object.entries(options.settings).map(
      ([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`,
    )
    const config = { ssl, keepAlive: !login.host.startsWith('/'), keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER }
    const client = new pg.Client({
      ...rest,
      ...config,
      // NOTE: without a password `pg` would look into the user's ~/.pgpass.
      password: login.password ?? '',
      options: [loginOptions, ...settings].filter(Boolean).join(' '),
      connectionTimeoutMillis: options.connectTimeout,
      connection: new RawRowConnection(config),
    } as pg.ClientConfig)
    const connection = new Connection(client)
    try {
      await client.connect()
    } catch (error) {
      client.connection.stream.destroy()
      throw toFailure(error)
    }
    return connection
  }

  get load(): number {
    return this.#inFlight.length
  }

  get isOpen(): boolean {
    return this.#lost === null && !this.#closing
  }

  /** Since when the request at the head of the line has been waiting for its answer. */
  get busySince(): number | null {
    return this.#inFlight[0]?.sentAt ?? null
  }

  async run(request: Request): Promise<BatchResult> {
    try {
      return await this.#send(request)
    } catch (error) {
      const canRepeat =
        error instanceof StaleStatement && request.preamble !== undefined && request.opening === undefined
      if (!canRepeat) throw this.#failure(error)
      // The batch was one transaction and did nothing; the statement has been forgotten and is prepared anew.
      return await this.#send(request).catch((again: unknown) => {
        throw this.#failure(again)
      })
    }
  }

  /** What PostgreSQL said, else why the connection was lost. */
  #failure(error: unknown): Error {
    const cause = error instanceof StaleStatement ? error.cause : error
    return toFailure(cause instanceof pg.DatabaseError ? cause : (this.#lost ?? cause))
  }

  #send(request: Request): Promise<BatchResult> {
    if (this.#lost !== null) return Promise.reject(this.#lost)
    const steps = this.#stepsOf(request)
    if (steps.some(({ parse }) => parse?.includes('\0'))) return Promise.reject(nullByteError())
    return new Promise((resolve, reject) => {
      const sentAt = Date.now()
      const options = { describe: request.describe ?? false, deadline: sentAt + request.patience }
      const batch = new Batch(steps, options, {
        done: (result) => {
          this.#next()
          resolve(result)
        },
        failed: (error) => {
          if (endsSession(error)) this.#lose(error)
          const isStale = this.#forgetDoubtful(steps, error)
          this.#next()
          reject(isStale ? new StaleStatement(error.message, { cause: error }) : error)
        },
      })
      this.#inFlight.push({ batch, sentAt })
      try {
        batch.write(this.#client.connection)
      } catch (error) {
        // Part of a batch may be on its way: nothing that follows would be understood.
        this.destroy(error as Error)
      }
      if (this.#inFlight.length === 1) this.#client.query(batch)
    })
  }

  /** After an error: whether a statement prepared earlier was refused for its age. */
  #forgetDoubtful(steps: readonly PreparedStep[], error: Error): boolean {
    const isStale = error instanceof pg.DatabaseError && STALE_STATEMENT.has(error.code ?? '')
    let foundStale = false
    for (const { key, statement, parse } of steps) {
      if (key === null || (parse === null && !isStale)) continue
      foundStale ||= parse === null
      this.#prepared.forget(key, statement)
    }
    return foundStale
  }

  /** Hands the next batch, already written, to the client, whose answers follow. */
  #next(): void {
    this.#inFlight.shift()
    const next = this.#inFlight[0]
    if (next !== undefined) this.#client.query(next.batch)
  }

  #stepsOf({ opening, preamble, statement, role }: Request): PreparedStep[] {
    const steps: PreparedStep[] = []
    if (opening !== undefined) steps.push(this.#prepare(opening, opening, []))
    if (preamble !== undefined) steps.push(this.#prepare(preamble.key, preamble.text, preamble.values))
    if (statement !== undefined) {
      const values = toWire(statement.params)
      if (statement.name === undefined) steps.push({ key: null, statement: '', parse: statement.text, values })
      else steps.push(this.#prepare(`statement ${statement.name}\n${role}`, statement.text, values))
    }
    return steps
  }

  #prepare(key: string, text: string, values: readonly WireValue[]): PreparedStep {
    return { key, values, ...this.#prepared.prepare(key, text) }
  }

  /** Several statements by the simple protocol, without parameters: a migration's file. */
  async script(text: string): Promise<void> {
    try {
      await this.#client.query(text)
    } catch (error) {
      throw this.#failure(error)
    }
  }

  /** A server that is silent past the deadline of what it was asked will not answer any more. */
  #checkDeadline(now: number): void {
    const head = this.#inFlight[0]
    if (head === undefined || now < head.batch.deadline) return
    this.destroy(new DatabaseUnavailableError('timeout', 'PostgreSQL did not answer in time'))
  }

  destroy(reason: Error): void {
    this.#lose(reason)
    this.#client.connection.stream.destroy()
  }

  async close(): Promise<void> {
    if (this.#closing || this.#lost !== null) return
    this.#closing = true
    clearInterval(this.#clock)
    await this.#client.end()
  }

  #lose(error: Error): void {
    if (this.#lost !== null) return
    clearInterval(this.#clock)
    this.#lost = error instanceof DatabaseUnavailableError ? error : toFailure(error)
    if (!this.#closing) this.onLost(this.#lost)
  }
}
