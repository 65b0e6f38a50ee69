/** The one interface through which every service reaches PostgreSQL, whichever server it is. */

export type Claims = Readonly<Record<string, unknown>>

/** Who acts. `role` becomes the transaction's role, `claims` its `request.jwt.claims`. */
export interface Session {
  readonly role: string
  readonly claims: Claims
  /** Further transaction-local settings, e.g. `request.method`, `search_path`, `storage.operation`. */
  readonly settings?: Readonly<Record<string, string>>
}

export type Access = 'read' | 'write'

export type Parameter = string | number | bigint | boolean | Date | Buffer | null | readonly Parameter[]

export interface Statement {
  readonly text: string
  readonly params?: readonly Parameter[]
  /** Statements with a name are prepared once per connection and role. */
  readonly name?: string
  /** The same read, asked by several at one moment, may be sent once for all of them; visitors' reads always may. */
  readonly canJoin?: boolean
  /** A unique key refuses this write a second time: it is sent again when the connection was lost under it. */
  readonly happensOnce?: boolean
}

/** Columns as PostgreSQL's text format sent them, not parsed: what a wire passes on untouched. */
export interface RawResult {
  readonly rows: readonly (readonly (Buffer | null)[])[]
  readonly rowCount: number
}

/** A function that only reads receives a type that only reads. */
export interface ReadTransaction {
  query<Row extends object>(text: string, params?: readonly Parameter[]): Promise<Row[]>
  raw(statement: Statement): Promise<RawResult>
}

export interface WriteTransaction extends ReadTransaction {
  /** Runs a statement for its effect; answers the number of rows it touched. */
  execute(text: string, params?: readonly Parameter[]): Promise<number>
}

export interface Database extends AsyncDisposable {
  /**
   * One statement in one round trip and one implicit transaction: settings, role and statement travel in a
   * single write (PERFORMANCE §2). The fast path of every single-statement request.
   */
  once(session: Session, statement: Statement, access: Access): Promise<RawResult>
  /** A read-only transaction; rolled back when `work` throws. */
  read<T>(session: Session, work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** A read-write transaction; committed when `work` resolves, rolled back when it throws. */
  write<T>(session: Session, work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /** LISTENs on a connection of its own, re-made after a loss; `onPayload` is also called with `''` after each reconnection. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<AsyncDisposable>
}

/** The two doors of one PostgreSQL: requests of people, and the platform's own work. */
export interface Databases extends AsyncDisposable {
  /** Logged in as `authenticator`: owns nothing, becomes `anon`, `authenticated` or `service_role` per transaction. */
  readonly gateway: Database
  /** The owner's login with a small pool of its own: migrations, auth, storage bookkeeping, health. */
  readonly system: Database
  /** True when writes must be refused because the disk is nearly full (embedded server only). */
  readonly isReadOnly: () => boolean
}
