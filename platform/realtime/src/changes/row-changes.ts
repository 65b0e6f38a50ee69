/** What the channels ask of the database: row changes for those who may see them, and messages that SQL has sent. */

/** One entry of a join's `postgres_changes`, as the client wrote it (WIRE §4.4). */
export interface Binding {
  /** `*`, `INSERT`, `UPDATE` or `DELETE`, in any case. */
  readonly event: string
  readonly schema: string
  readonly table?: string
  readonly filter?: string
  readonly select?: readonly string[]
}

/** Who listens: a database role and the claims of a verified token. */
export interface Audience {
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface RowChangeListener {
  readonly bindings: readonly Binding[]
  readonly audience: Audience
  /**
   * @param ids the ids of the bindings that match, in the order of `bindings`
   * @param dataJson the frame's `data`, as JSON; the same string for everybody who is sent the same
   */
  deliver(ids: readonly number[], dataJson: string): void
  /** Changes may have been missed and nothing tells which; deliveries go on. `message` is for people. */
  lost(message: string): void
}

export interface RowChangeSubscription {
  /** Applies from the next change on. Rejects with `RowChangesRefused` where the new role may not ask what the old one could. */
  changeAudience(audience: Audience): Promise<void>
  close(): void
}

export interface RowChanges extends AsyncDisposable {
  /** The same for the same binding, on every node and after every restart. */
  bindingId(binding: Binding): number
  /**
   * Resolves once every later change will be delivered.
   * @throws {RowChangesRefused} when a binding names what cannot be listened to; anything else when the database is away
   */
  subscribe(listener: RowChangeListener): Promise<RowChangeSubscription>
}

/** The message is the text of the `system` event (WIRE §4.8). */
export class RowChangesRefused extends Error {
  override readonly name = 'RowChangesRefused'
}

/** A row of `realtime.messages` that was inserted by SQL. */
export interface SentMessage {
  readonly id: string
  /** Without `realtime:`. */
  readonly topic: string
  readonly event: string
  readonly isPrivate: boolean
  /** Null where `binary` is not. */
  readonly payloadJson: string | null
  readonly binary: Buffer | null
  readonly insertedAt: Date
  /** The transaction that sent it, where the log told of its commit: others may see what it did a moment later. */
  readonly xid?: number
}

export interface ListeningForMessages {
  /** Every message that is committed from now on will be told. */
  readonly ready: Promise<void>
  stop(): void
}

export interface SentMessages {
  /** Calls back with each message, in commit order. A source that cannot be had is tried again until it can. */
  listen(onMessage: (message: SentMessage) => void): ListeningForMessages
  /** Whether only messages of topics come that are followed. */
  readonly isByTopic: boolean
  /** Resolves once messages of this topic come; answers how to let go. Rejects where they cannot be had now. */
  follow(topic: string): Promise<() => void>
  /** The newest `limit` private messages of a topic that were sent at or after `since`, oldest first. */
  replay(topic: string, since: Date, limit: number): Promise<readonly SentMessage[]>
}
