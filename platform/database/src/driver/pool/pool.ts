import { DatabaseUnavailableError } from '../../errors.ts'
import type { BatchResult } from '../batch.ts'
import type { Connection, Request } from '../connection.ts'
import { toFailure } from '../failure.ts'

export interface PoolOptions {
  readonly open: () => Promise<Connection>
  readonly size: number
  /** Milliseconds that a request waits for a connection. */
  readonly acquireTimeout: number
}

/** Connections, and who waits for one. */
export interface PoolLoad {
  readonly open: number
  readonly busy: number
  readonly waiting: number
  readonly size: number
}

interface Waiter {
  readonly expires: number
  readonly canShare: boolean
  start(connection: Connection): void
  fail(error: Error): void
}

/** Requests in flight per connection when all are busy. */
const DEPTH = 8
/** Nobody queues behind a statement that has run this long: it may run for seconds. */
const PATIENT_FOR = 20
/** A server that refuses a further connection is not asked for one by every request. */
const GROW_AGAIN_AFTER = 1_000
const SWEEP_EVERY = 250
const KEEP_IDLE_FOR = 30_000

/**
 * At most `size` connections. Single statements share a busy connection by pipelining; transactions have one alone.
 * Who cannot be served waits in line, first come first served.
 */
export class Pool implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #connections = new Set<Connection>()
  readonly #exclusive = new Set<Connection>()
  /** Asked for before another was lost: what they are at is done, and then they are closed. */
  readonly #doubtful = new Set<Connection>()
  readonly #idleSince = new Map<Connection, number>()
  readonly #waiters: Waiter[] = []
  readonly #sweeper: NodeJS.Timeout
  #opening = 0
  #losses = 0
  #refusedUntil = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#sweeper = setInterval(() => this.#sweep(Date.now()), SWEEP_EVERY)
    this.#sweeper.unref()
  }

  get load(): PoolLoad {
    const busy = [...this.#connections].filter((connection) => connection.load > 0 || this.#exclusive.has(connection))
    return { open: this.#connections.size, busy: busy.length, waiting: this.#waiters.length, size: this.#options.size }
  }

  /** Runs one request, beside others on the same connection when `canShare`. */
  async run(request: Request, canShare: boolean): Promise<BatchResult> {
    const connection = this.#pick(canShare)
    try {
      if (connection !== undefined) return await connection.run(request)
      return await this.#queue(canShare, (free) => free.run(request))
    } finally {
      this.#goOn()
    }
  }

  /** Lends a connection to `work` alone. */
  async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const lend = (connection: Connection) => {
      this.#exclusive.add(connection)
      return connection
    }
    const idle = this.#pick(false)
    const lent = idle === undefined ? await this.#queue(false, lend) : lend(idle)
    try {
      return await work(lent)
    } finally {
      this.#exclusive.delete(lent)
      this.#goOn()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweeper)
    for (const waiter of this.#waiters.splice(0)) waiter.fail(closedError())
    await Promise.all([...this.#connections].map((connection) => connection.close()))
    this.#connections.clear()
  }

  /** `start` takes its connection synchronously, so that nobody else sees it idle. */
  #queue<T>(canShare: boolean, start: (connection: Connection) => T | Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError())
    return new Promise<T>((resolve, reject) => {
      const expires = Date.now() + this.#options.acquireTimeout
      this.#waiters.push({ expires, canShare, start: (connection) => resolve(start(connection)), fail: reject })
      this.#grow()
    })
  }

  /** An idle connection, else (to share, once there can be no more) the least busy one whose head of line is young. */
  #pick(canShare: boolean): Connection | undefined {
    const now = Date.now()
    const mayShare = canShare && !this.#canGrow(now)
    let best: Connection | undefined
    for (const connection of this.#connections) {
      if (this.#exclusive.has(connection) || this.#doubtful.has(connection) || !connection.isOpen) continue
      if (connection.load === 0) return connection
      if (!mayShare || !isSharable(connection, now)) continue
      if (best === undefined || connection.load < best.load) best = connection
    }
    return best
  }

  #canGrow(now: number): boolean {
    return this.#connections.size < this.#options.size && now >= this.#refusedUntil
  }

  #goOn(): void {
    this.#closeDoubtful()
    this.#serve()
  }

  #serve(): void {
    while (this.#waiters.length > 0) {
      const waiter = this.#waiters[0]!
      const connection = this.#pick(waiter.canShare)
      if (connection === undefined) return
      this.#waiters.shift()
      waiter.start(connection)
    }
  }

  #grow(): void {
    if (this.#closed || this.#connections.size + this.#opening >= this.#options.size) return
    this.#opening += 1
    const losses = this.#losses
    this.#options
      .open()
      .finally(() => (this.#opening -= 1))
      .then(
        (connection) => this.#adopt(connection, losses),
        (error: unknown) => this.#refuse(toFailure(error)),
      )
  }

  #adopt(connection: Connection, losses: number): void {
    if (this.#closed) return void connection.close()
    this.#connections.add(connection)
    if (losses !== this.#losses) this.#doubtful.add(connection)
    connection.onLost = (error) => this.#lose(connection, error)
    if (!connection.isOpen) this.#lose(connection, closedError())
    this.#goOn()
  }

  /**
   * A server that ends one connection ends the others, which may show later: what was asked for before is not lent again.
   * One that a statement kept too long says nothing of the others.
   */
  #lose(connection: Connection, error: Error): void {
    if (error instanceof DatabaseUnavailableError && error.reason === 'connection') {
      this.#losses += 1
      for (const other of this.#connections) this.#doubtful.add(other)
    }
    this.#remove(connection)
    this.#closeDoubtful()
  }

  #closeDoubtful(): void {
    for (const connection of this.#doubtful) {
      if (connection.load > 0 || this.#exclusive.has(connection)) continue
      this.#remove(connection)
      void connection.close()
    }
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection)
    this.#doubtful.delete(connection)
    this.#idleSince.delete(connection)
    if (this.#waiters.length > 0) this.#grow()
  }

  /** Without any connection nobody in line can be served: better a quick answer than a slow one. */
  #refuse(error: Error): void {
    this.#refusedUntil = Date.now() + GROW_AGAIN_AFTER
    if (this.#connections.size > 0) this.#serve()
    else for (const waiter of this.#waiters.splice(0)) waiter.fail(error)
  }

  #sweep(now: number): void {
    for (const connection of this.#connections) this.#closeWhenIdle(connection, now)
    while (this.#waiters[0] !== undefined && this.#waiters[0].expires <= now) {
      this.#waiters
        .shift()!
        .fail(new DatabaseUnavailableError('pool', 'Timed out acquiring connection from connection pool.'))
    }
  }

  #closeWhenIdle(connection: Connection, now: number): void {
    if (connection.load > 0 || this.#exclusive.has(connection)) return void this.#idleSince.delete(connection)
    const since = this.#idleSince.get(connection)
    if (since === undefined) return void this.#idleSince.set(connection, now)
    if (now - since < KEEP_IDLE_FOR || this.#connections.size <= 1) return
    this.#remove(connection)
    void connection.close()
  }
}

const isSharable = ({ load, busySince }: Connection, now: number) =>
  load < DEPTH && (busySince === null || now - busySince <= PATIENT_FOR)

const closedError = () => new DatabaseUnavailableError('connection', 'The database has been closed')
