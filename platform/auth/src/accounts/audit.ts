/** From what happened to entries of the audit log, for administrators. */
import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database } from '@platform/database'
import type { FastifyInstance } from 'fastify'

import type { AuthEvent } from '../events.ts'
import { deleteOldEntries, insertEntries, type AuditEntry } from '../store/audit-log.ts'

export interface AuditLog {
  /** Remembers who asks while a request is answered. */
  attach(fastify: FastifyInstance): void
  note(event: AuthEvent): void
  /** Waits for what has been noted. */
  drain(): Promise<void>
}

interface Asking {
  readonly ip: string
  readonly isAdmin: boolean
}

/** Entries that wait for a database which does not answer; what comes then is lost, as the service itself goes on. */
const MAX_WAITING = 10_000
const CLEANING_PAUSE_MS = 3_600_000

export interface AuditOptions {
  readonly database: Database
  /** 0 keeps nothing. */
  readonly days: number
  readonly onFailure: (error: unknown) => void
}

/**
 * NOTE: entries are written behind the answer, many at once when many happen, so that a sign-in costs no further round
 * to the database.
 */
export function createAuditLog({ database, days, onFailure }: AuditOptions): AuditLog {
  const asking = new AsyncLocalStorage<Asking>()
  let waiting: AuditEntry[] = []
  let writing: Promise<void> | null = null
  let cleanedAt = 0

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting
      waiting = []
      await insertEntries(database, entries)
      if (Date.now() - cleanedAt < CLEANING_PAUSE_MS) continue
      cleanedAt = Date.now()
      await deleteOldEntries(database, days)
    }
  }

  return {
    attach(fastify) {
      if (days === 0) return
      // NOTE: not earlier: a body that arrives in parts ends in another asynchronous context than the request began in.
      fastify.addHook('preHandler', (request, _reply, done) => {
        const isAdmin = /\/(?:admin\/|invite$)/.test(request.routeOptions.url ?? '')
        asking.run({ ip: request.ip, isAdmin }, done)
      })
    },
    note(event) {
      const fact = days === 0 ? null : describe(event)
      if (fact === null || waiting.length >= MAX_WAITING) return
      const { ip, isAdmin } = asking.getStore() ?? { ip: '', isAdmin: false }
      waiting.push({ ...fact, at: new Date().toISOString(), ip, isAdmin })
      writing ??= writeAll()
        .catch(onFailure)
        .finally(() => {
          writing = null
        })
    },
    async drain() {
      await writing
    },
  }
}

type Fact = Pick<AuditEntry, 'userId' | 'action' | 'type' | 'traits'>

type Facts = { readonly [Kind in AuthEvent['kind']]?: (event: Extract<AuthEvent, { kind: Kind }>) => Fact }

/** The original's names of what happened; what is missing concerns no account. */
const FACTS: Facts = {
  'auth.signed-up': (event) => fact(event, 'user_signedup', 'team', { provider: event.provider }),
  'auth.signed-in': (event) => fact(event, 'login', 'account', { provider: event.method }),
  'auth.signed-out': (event) => fact(event, 'logout', 'account', { scope: event.scope }),
  'auth.refreshed': (event) => fact(event, 'token_refreshed', 'token', { session_id: event.sessionId }),
  'auth.refresh-token-reused': (event) =>
    fact(event, 'token_revoked', 'token', { session_id: event.sessionId, reason: 'reused' }),
  'auth.invited': (event) => fact(event, 'user_invited', 'team', {}),
  'auth.factor-enrolled': (event) => fact(event, 'factor_in_progress', 'factor', { factor_id: event.factorId }),
  'auth.factor-verified': (event) =>
    fact(event, 'verification_attempted', 'factor', { factor_id: event.factorId, verified: true }),
  'auth.factor-refused': (event) =>
    fact(event, 'verification_attempted', 'factor', { factor_id: event.factorId, verified: false }),
  'auth.factor-removed': (event) => fact(event, 'factor_unenrolled', 'factor', { factor_id: event.factorId }),
  'auth.passkey-added': (event) => fact(event, 'passkey_created', 'user', { passkey_id: event.passkeyId }),
  'auth.passkey-removed': (event) => fact(event, 'passkey_deleted', 'user', { passkey_id: event.passkeyId }),
  'auth.user-changed': (event) => describeChange(event),
}

/** Pure. */
function describe(event: AuthEvent): Fact | null {
  const tell = FACTS[event.kind] as ((event: AuthEvent) => Fact) | undefined
  return tell?.(event) ?? null
}

function describeChange(event: { readonly userId: string; readonly fields: readonly string[] }): Fact {
  const { fields } = event
  if (fields.includes('deleted')) return fact(event, 'user_deleted', 'team', {})
  if (fields.includes('passwordHash')) return fact(event, 'user_updated_password', 'user', { fields })
  if (fields.includes('identities')) return fact(event, 'identity_unlinked', 'user', {})
  return fact(event, 'user_modified', 'user', { fields })
}

function fact({ userId }: { readonly userId: string }, action: string, type: string, traits: Fact['traits']): Fact {
  return { userId, action, type, traits }
}
