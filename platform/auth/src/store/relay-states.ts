/** auth.saml_relay_states: sign-ins that are under way at a company's identity provider. */
import type { WriteTransaction } from '@platform/database'

const LIFE_SECONDS = 600

export interface RelayState {
  readonly providerId: string
  readonly requestId: string
  readonly redirectTo: string
  readonly challenge: string | null
}

/** Answers the state's name. */
export async function insertRelayState(tx: WriteTransaction, state: RelayState): Promise<string> {
  await tx.execute('delete from auth.saml_relay_states where created_at < now() - make_interval(secs => $1)', [
    LIFE_SECONDS * 2,
  ])
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.saml_relay_states (sso_provider_id, request_id, redirect_to, code_challenge)
     values ($1, $2, $3, $4) returning id`,
    [state.providerId, state.requestId, state.redirectTo, state.challenge],
  )
  return row!.id
}

/** Uses up a state, whatever comes of the answer; null when it is unknown or used. */
export async function redeemRelayState(
  tx: WriteTransaction,
  id: string,
): Promise<(RelayState & { readonly isExpired: boolean }) | null> {
  const [row] = await tx.query<RelayState & { readonly isExpired: boolean }>(
    `delete from auth.saml_relay_states where id = $1
     returning sso_provider_id as "providerId", request_id as "requestId", redirect_to as "redirectTo",
       code_challenge as challenge, created_at < now() - make_interval(secs => $2) as "isExpired"`,
    [id, LIFE_SECONDS],
  )
  return row ?? null
}
