/** auth.flow_state: authorization codes of PKCE flows. */
import { randomUUID } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'

import type { SignInMethod } from '../events.ts'
import type { ExternalAccount } from './identities.ts'

const LIFE_SECONDS = 300

export interface FlowState {
  readonly id: string
  readonly userId: string
  readonly challenge: string
  readonly method: SignInMethod
  readonly isExpired: boolean
  /** The external provider's own, for the client. */
  readonly providerToken: string | null
  readonly providerRefreshToken: string | null
  /** Joins the account when the code is exchanged. */
  readonly pending: ExternalAccount | null
  /** When the session that comes of it ends at the latest, in epoch milliseconds. */
  readonly sessionEndsAt: number | null
}

/** Answers the authorization code. */
export async function insertFlow(
  tx: WriteTransaction,
  flow: Pick<FlowState, 'userId' | 'challenge' | 'method'> &
    Partial<Pick<FlowState, 'providerToken' | 'providerRefreshToken' | 'pending' | 'sessionEndsAt'>>,
): Promise<string> {
  const code = randomUUID()
  await tx.execute(
    'delete from auth.flow_state where user_id = $1 and created_at < now() - make_interval(secs => $2)',
    [flow.userId, LIFE_SECONDS * 2],
  )
  await tx.execute(
    `insert into auth.flow_state (user_id, auth_code, code_challenge, authentication_method,
       provider_access_token, provider_refresh_token, pending_identity, session_not_after)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8))`,
    [
      flow.userId,
      code,
      flow.challenge,
      flow.method,
      flow.providerToken ?? null,
      flow.providerRefreshToken ?? null,
      flow.pending ? JSON.stringify(flow.pending) : null,
      flow.sessionEndsAt ? flow.sessionEndsAt / 1000 : null,
    ],
  )
  return code
}

/** The flow of a code, locked: of two who exchange one code at once, one comes too late. */
export async function lockFlow(tx: WriteTransaction, code: string): Promise<FlowState | null> {
  const [row] = await tx.query<FlowState>(
    `select id, user_id as "userId", code_challenge as challenge, authentication_method as method,
       provider_access_token as "providerToken", provider_refresh_token as "providerRefreshToken",
       pending_identity as pending, extract(epoch from session_not_after)::float8 * 1000 as "sessionEndsAt",
       created_at < now() - make_interval(secs => $2) as "isExpired"
     from auth.flow_state where auth_code = $1 for update`,
    [code, LIFE_SECONDS],
  )
  return row ?? null
}

export async function deleteFlow(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute('delete from auth.flow_state where id = $1', [id])
}
