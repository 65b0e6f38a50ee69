/** What a caller may do on a private channel: row-level security on `realtime.messages` decides (WIRE §4.7). */

import { DatabaseError, type Database, type Session } from '@platform/database'
import type { Observe } from '@platform/http'

import type { Audience } from './changes/row-changes.ts'
import type { Extension } from './channel/step.ts'
import type { RealtimeEvent } from './events.ts'

export type ReadRights = Readonly<Record<Extension, boolean>>

export interface Authorization {
  /** In the order of `audiences`. */
  readRights(audiences: readonly Audience[], topic: string): Promise<readonly ReadRights[]>
  /** Null: PostgreSQL could not say, since a policy fails or nobody may act as that role; which is a no. */
  mayWrite(audience: Audience, topic: string, extension: Extension): Promise<boolean | null>
}

export interface AuthorizationOptions {
  /** The gateway's login, which may become any role of a token. */
  readonly database: Database
  readonly observe: Observe<RealtimeEvent>
}

const none: ReadRights = { broadcast: false, presence: false }
const MOST_AT_ONCE = 200

/** Every question is tried and taken back in one round trip. An error inside a policy is a no. */
export function createAuthorization({ database, observe }: AuthorizationOptions): Authorization {
  const together = async (audiences: readonly Audience[], topic: string) => {
    const text = 'select realtime.read_rights($1, $2)'
    return (await ask(database, text, [JSON.stringify(audiences.map(plain)), topic])) as readonly ReadRights[]
  }
  const alone = (audience: Audience, topic: string) => unlessRefused([none], observe, () => together([audience], topic))
  const chunk = async (audiences: readonly Audience[], topic: string) => {
    if (audiences.length === 1) return alone(audiences[0]!, topic)
    // One caller's failing policy is an error for all, so each is asked about alone.
    const found = await unlessRefused(null, observe, () => together(audiences, topic))
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
      unlessRefused<boolean | null>(null, observe, async () => {
        const text = 'select to_jsonb(realtime.may_write($1, $2, $3))'
        return (await ask(database, text, [JSON.stringify(plain(audience)), topic, extension])) === true
      }),
  }
}

/** Begins as the service, whose rows the caller may or may not see. */
const service: Session = { role: 'service_role', claims: { role: 'service_role' } }

const plain = ({ role, claims }: Audience) => ({ role, claims })

async function ask(database: Database, text: string, params: readonly string[]): Promise<unknown> {
  const { rows } = await database.once(service, { text, params, name: text }, 'write')
  return JSON.parse(String(rows[0]?.[0]))
}

async function unlessRefused<T>(no: T, observe: Observe<RealtimeEvent>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    observe({ kind: 'realtime.policy-failed', error })
    return no
  }
}
