import { DatabaseError, systemSession, type Session } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { clientOf, limitByNetwork, spareNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import {
  lockRefreshState,
  REFRESH_TOKEN_LENGTH,
  revokeFamily,
  rotateRefreshToken,
  type Client,
  type RefreshState,
} from '../../store/sessions.ts'
import type { OpenSession } from '../../tokens/access-token.ts'
import { decideRefresh, type RefreshDecision } from '../../tokens/refresh-decision.ts'
import { sendSession } from '../../tokens/send-session.ts'

const bodySchema = v.object({ refresh_token: optionalText })

const LOCK_NOT_AVAILABLE = '55P03'
const refreshing: Session = { ...systemSession, settings: { lock_timeout: '5s' } }

/** POST /token?grant_type=refresh_token */
export function grantByRefreshToken(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { refresh_token: presented } = readBody(request, bodySchema)
    if (!presented) throw authErrors.refreshTokenMissing()
    if (presented.length !== REFRESH_TOKEN_LENGTH) throw authErrors.refreshTokenMalformed()
    await limitByNetwork(auth, 'refresh', request)
    const open = await renewSession(auth, { presented, from: clientOf(request), clientId: null })
    await spareNetwork(auth, 'refresh', { ip: request.ip, userId: open.user.id })
    return sendSession(auth, reply, open)
  }
}

interface Renewal {
  readonly presented: string
  readonly from: Client
  /** Whose token it must be; null for the product's own. */
  readonly clientId: string | null
}

/** @throws {AuthError} */
export async function renewSession(auth: Auth, renewal: Renewal): Promise<OpenSession> {
  const { state, decision, refreshToken } = await refresh(auth, renewal)
  const { user, session } = state
  if (decision.kind === 'banned') throw authErrors.bannedAtSignIn()
  if (decision.kind === 'over') throw authErrors.sessionExpired()
  if (refreshToken === null) {
    auth.observe({ kind: 'auth.refresh-token-reused', userId: user.id, sessionId: session.id })
    throw authErrors.refreshTokenUsed()
  }
  auth.observe({ kind: 'auth.refreshed', userId: user.id, sessionId: session.id })
  return { user, session, refreshToken, method: 'token_refresh' }
}

interface Refreshed {
  readonly state: RefreshState
  readonly decision: RefreshDecision
  readonly refreshToken: string | null
}

/** NOTE: a refusal is decided inside and thrown outside, or the end of a stolen family would be rolled back. */
async function refresh(auth: Auth, { presented, from: client, clientId }: Renewal): Promise<Refreshed> {
  try {
    return await auth.database.write(refreshing, async (tx) => {
      const state = await lockRefreshState(tx, presented)
      // NOTE: a client's token counts for that client alone, and nobody learns that it exists.
      if (state === null || state.session.clientId !== clientId) throw authErrors.refreshTokenUnknown()
      const decision = decideRefresh(presented, state, auth.config.refresh.reuseSeconds)
      if (decision.kind === 'reused') await revokeFamily(tx, state.session.id)
      return { state, decision, refreshToken: await tokenFor(decision) }

      async function tokenFor(made: RefreshDecision): Promise<string | null> {
        if (made.kind === 'repeat') return made.token
        return made.kind === 'rotate' ? rotateRefreshToken(tx, presented, client) : null
      }
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw authErrors.refreshConflict()
    throw error
  }
}
