/** Who calls an endpoint that needs a signed-in person, or an administrator (WIRE §1.1). */
import { systemSession, type RawResult } from '@platform/database'
import { TokenError, type Identity } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { CALLER_STATEMENT, type CallerState } from '../store/sessions.ts'
import { readDocument } from '../store/users.ts'
import { readBearer } from '../tokens/identify.ts'
import { isUuid } from '../tokens/uuid.ts'

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin'])

export interface Caller {
  readonly user: CallerState['user']
  readonly session: NonNullable<CallerState['session']>
}

/**
 * A person in the product itself: a client that they let in reads who they are, and changes nothing of their account.
 * @throws {AuthError} unless the token is valid and its user and session are alive
 */
export async function requireCaller(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const caller = await requireAnyCaller(auth, request)
  if (caller.session.clientId !== null) throw authErrors.clientSession()
  return caller
}

/** As `requireCaller`, for clients too. */
export async function requireAnyCaller(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const { claims } = await requireIdentity(auth, request)
  const { sub, session_id: sessionId } = claims
  if (sub === undefined || sub === '') throw authErrors.badJwt('missing sub claim')
  if (!isUuid(sub)) throw authErrors.badSubject()
  const result = await auth.database.once(
    systemSession,
    { ...CALLER_STATEMENT, params: [sub, isUuid(sessionId) ? sessionId : null], canJoin: true },
    'read',
  )
  const state = readState(result)
  if (state === null) throw authErrors.userGone()
  if (state.isBanned) throw authErrors.banned()
  if (state.session === null) throw authErrors.sessionGone()
  return { user: state.user, session: state.session }
}

const states = new WeakMap<RawResult, CallerState | null>()

/** Callers whose reads were joined share what was read. */
function readState(result: RawResult): CallerState | null {
  if (!states.has(result)) states.set(result, readDocument(result) as CallerState | null)
  return states.get(result) ?? null
}

/** As `requireCaller`, for what only makes sense for somebody who can sign in again. */
export async function requirePerson(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const caller = await requireCaller(auth, request)
  if (caller.user.is_anonymous) throw authErrors.anonymousRefused()
  return caller
}

/** @throws {AuthError} unless the token's role is an administrator's */
export async function requireAdmin(auth: Auth, request: FastifyRequest): Promise<void> {
  const { role } = await requireIdentity(auth, request)
  if (!ADMIN_ROLES.has(role)) throw authErrors.notAdmin()
}

async function requireIdentity(auth: Auth, request: FastifyRequest): Promise<Identity> {
  if (readBearer(request.headers) === null) throw authErrors.noBearer()
  try {
    return await auth.identify(request.headers)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw authErrors.badJwt(`unable to parse or verify signature, ${error.message}`)
  }
}
