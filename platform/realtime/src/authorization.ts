/** What a caller may do on a private channel: row-level security on `realtime.messages` decides (WIRE §4.7). */

import { DatabaseError, type Database, type Session, type WriteTransaction } from '@platform/database'
import type { Observe } from '@platform/http'

import type { Audience } from './changes/row-changes.ts'
import type { Extension } from './channel/step.ts'
import type { RealtimeEvent } from './events.ts'

export type ReadRights = Readonly<Record<Extension, boolean>>

export interface Authorization {
  /** In the order of `audiences`. */
  readRights(audiences: readonly Audience[], topic: string): Promise<readonly ReadRights[]>
  mayWrite(audience: Audience, topic: string, extension: Extension): Promise<boolean>
}

export interface AuthorizationOptions {
  /** The gateway's login, which may become any role of a token. */
  readonly database: Database
  readonly observe: Observe<RealtimeEvent>
}

const none: ReadRights = { broadcast: false, presence: false }
const MOST_AT_ONCE = 200

/** Every question is a transaction that is rolled back. An error inside a policy is a no. */
export function createAuthorization({ database, observe }: AuthorizationOptions): Authorization {
  const together = (audiences: readonly Audience[], topic: string) =>
    tryOut(database, sessionOf(audiences[0]!, topic), (tx) => readable(tx, audiences, topic))
  const alone = (audience: Audience, topic: string) => answerOf([none], observe, () => together([audience], topic))
  const chunk = async (audiences: readonly Audience[], topic: string) => {
    if (audiences.length === 1) return alone(audiences[0]!, topic)
    // One caller's failing policy ends the transaction for all, so each is asked about alone.
    const found = await answerOf(null, observe, () => together(audiences, topic))
    if (found !== null) return found
    return (await Promise.all(audiences.map((audience) => alone(audience, topic)))).flat()
  }
  return {
    readRights: async (audiences, topic) => {
      const rights: ReadRights[] = []
      for (let start = 0; start < audiences.length; start += MOST_AT_ONCE) {
        rights.push(...(await chunk(audiences.slice(start, start + MOST_AT_ONCE), topic)))
      }
      return rights
    },
    mayWrite: (audience, topic, extension) =>
      answerOf(false, observe, () =>
        tryOut(database, sessionOf(audience, topic), (tx) => writable(tx, audience, topic, extension)),
      ),
  }
}

async function answerOf<T>(no: T, observe: Observe<RealtimeEvent>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    observe({ kind: 'realtime.policy-failed', error })
    return no
  }
}

/** Begins as the service, whose rows the caller may or may not see. */
function sessionOf({ claims }: Audience, topic: string): Session {
  return { role: 'service_role', claims, settings: { 'realtime.topic': topic, 'request.headers': '{}' } }
}

/** Carries an answer out of a transaction that must not be committed. */
class RolledBack extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('Rolled back on purpose')
    this.answer = answer
  }
}

async function tryOut<T>(database: Database, session: Session, ask: (tx: WriteTransaction) => Promise<T>): Promise<T> {
  try {
    return await database.write(session, async (tx) => {
      throw new RolledBack(await ask(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

async function readable(tx: WriteTransaction, audiences: readonly Audience[], topic: string): Promise<ReadRights[]> {
  const probes = await tx.query<{ id: string }>(
    `insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true), ($1, 'presence', true)
     returning id::text`,
    [topic],
  )
  const ids = probes.map(({ id }) => id)
  const rights: ReadRights[] = []
  for (const audience of audiences) {
    await become(tx, audience)
    const seen = await tx.query<{ extension: string }>(
      'select extension from realtime.messages where id = any ($1::uuid[]) and topic = $2',
      [ids, topic],
    )
    const extensions = new Set(seen.map(({ extension }) => extension))
    rights.push({ broadcast: extensions.has('broadcast'), presence: extensions.has('presence') })
  }
  return rights
}

async function writable(
  tx: WriteTransaction,
  audience: Audience,
  topic: string,
  extension: Extension,
): Promise<boolean> {
  await become(tx, audience)
  try {
    await tx.execute('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [
      topic,
      extension,
    ])
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
}

/** What row-level security answers to a row that no policy admits. */
const INSUFFICIENT_PRIVILEGE = '42501'

async function become(tx: WriteTransaction, { role, claims }: Audience): Promise<void> {
  const { sub } = claims
  await tx.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
       set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true)`,
    [role, JSON.stringify(claims), typeof sub === 'string' ? sub : ''],
  )
}
