import type { Timeouts } from './config.ts'
import type { Access, Database, RawResult, ReadTransaction, Session, Statement, WriteTransaction } from './database.ts'
import { createReadJoiner, keyOfRead } from './driver/join-reads.ts'
import type { Listener } from './driver/listener.ts'
import type { Pool } from './driver/pool/pool.ts'
import { preambleOf } from './driver/preamble.ts'
import { repeatWhenGivenUp, repeatWhenLost } from './driver/repeat.ts'
import { runTransaction } from './driver/transaction.ts'
import { DatabaseError, DatabaseUnavailableError } from './errors.ts'

export interface DoorParts {
  readonly pool: Pool
  readonly listener: Listener
  readonly timeouts: Timeouts
  readonly isReadOnly: () => boolean
}

/** One login's way in: the implementation of `Database`. */
export function createDoor({ pool, listener, timeouts, isReadOnly }: DoorParts): Database {
  const joinReads = createReadJoiner()
  const transaction = <T>(session: Session, access: Access, work: (tx: WriteTransaction) => Promise<T>) => {
    if (access === 'write' && isReadOnly()) return Promise.reject(readOnlyError())
    const statementTimeout = timeoutFor(session.role, timeouts)
    const options = { session, access, statementTimeout, patience: statementTimeout + timeouts.grace }
    let hasBegun = false
    const begun = (tx: WriteTransaction) => {
      hasBegun = true
      return work(tx)
    }
    const attempt = () => pool.withConnection((connection) => runTransaction(connection, options, begun))
    const done = repeatWhenLost(attempt, () => !hasBegun)
    return access === 'write' ? done.catch(rethrowWrite) : done
  }

  return {
    once(session: Session, statement: Statement, access: Access): Promise<RawResult> {
      if (access === 'write' && isReadOnly()) return Promise.reject(readOnlyError())
      const statementTimeout = timeoutFor(session.role, timeouts)
      const preamble = preambleOf(session, access, statementTimeout)
      const patience = statementTimeout + timeouts.grace
      const request = { preamble, statement, role: session.role, patience }
      if (access === 'read') {
        const send = () => repeatWhenLost(() => pool.run(request, true), always)
        // Visitors ask the same to the letter; everybody else is named by their claims.
        const mayJoin = session.role === 'anon' || statement.canJoin === true
        const key = mayJoin ? keyOfRead(preamble, statement) : null
        return key === null ? send() : joinReads(key, send)
      }
      // Writes wait for locks and for the disk: nobody shares their connection.
      const send = () => repeatWhenGivenUp(() => pool.run(request, false))
      // NOTE: a lost connection does not tell whether the statement had its effect.
      return repeatWhenLost(send, () => statement.happensOnce === true).catch(rethrowWrite)
    },
    read: <T>(session: Session, work: (tx: ReadTransaction) => Promise<T>) => transaction(session, 'read', work),
    write: <T>(session: Session, work: (tx: WriteTransaction) => Promise<T>) => transaction(session, 'write', work),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}

const timeoutFor = (role: string, { statement }: Timeouts): number =>
  (Object.hasOwn(statement, role) ? statement[role] : undefined) ?? statement.other

const always = () => true

/** A write that a server refuses to make at all met a standby, or one that gives its place to another just now. */
function rethrowWrite(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '25006') throw error
  throw new DatabaseUnavailableError('connection', 'PostgreSQL takes no writes just now', error)
}

const readOnlyError = () =>
  new DatabaseUnavailableError('read-only', 'The disk is nearly full: nothing can be written until space is freed')
