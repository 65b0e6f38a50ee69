/** auth.oauth_states: sign-ins that are under way at an external provider. */
import { createHash } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'

import { readDocument } from './users.ts'

export const STATE_LIFE_SECONDS = 600

export interface OAuthState {
  readonly provider: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectTo: string
  readonly challenge: string | null
  readonly linkingUserId: string | null
  /** Digest of the cookie that the answer must come with. */
  readonly browserHash: string | null
}

export async function insertState(tx: WriteTransaction, state: string, row: OAuthState): Promise<void> {
  await tx.execute('delete from auth.oauth_states where created_at < now() - make_interval(secs => $1)', [
    STATE_LIFE_SECONDS,
  ])
  await tx.execute(
    `insert into auth.oauth_states
       (state_hash, provider, nonce, code_verifier, redirect_to, code_challenge, linking_user_id, browser_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      digest(state),
      row.provider,
      row.nonce,
      row.verifier,
      row.redirectTo,
      row.challenge,
      row.linkingUserId,
      row.browserHash,
    ],
  )
}

/** Uses up a state; null when it is unknown, used or too old. */
export async function redeemState(tx: WriteTransaction, state: string): Promise<OAuthState | null> {
  const result = await tx.raw({
    text: `delete from auth.oauth_states where state_hash = $1
      returning case when created_at > now() - make_interval(secs => $2) then
        jsonb_build_object('provider', provider, 'nonce', nonce, 'verifier', code_verifier, 'redirectTo', redirect_to,
          'challenge', code_challenge, 'linkingUserId', linking_user_id, 'browserHash', browser_hash) end`,
    params: [digest(state), STATE_LIFE_SECONDS],
  })
  return readDocument(result) as OAuthState | null
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
