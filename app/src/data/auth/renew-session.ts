/** The session's token, renewed by the official client before, or after, the server refuses it. */
import { supabase } from '../supabase.ts'
import { readStoredSession } from './stored-session.ts'

const patienceMs = 3000

interface Renewal {
  over: Promise<unknown>
  late: Promise<void>
}

let renewal: Renewal | undefined

/**
 * For a session whose token has ended: waits a moment for the client to renew it, and answers whether it is. Where nobody
 * answers, the client tries for half a minute, and what is asked meanwhile has its « no » at once.
 */
export async function renewExpired(): Promise<boolean> {
  renewal ??= startRenewal()
  await Promise.race([renewal.over, renewal.late])
  return readStoredSession().kind !== 'expired'
}

function startRenewal(): Renewal {
  const over = supabase()
    .then(({ auth }) => auth.getSession())
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined
    })
  return { over, late: new Promise((resolve) => setTimeout(resolve, patienceMs)) }
}

/**
 * For a session whose token the server refuses before its time. When it cannot be renewed either, it is over, which
 * the client alone would not conclude as long as the token's own clock says otherwise. Answers whether it is renewed.
 */
export async function renewSession(): Promise<boolean> {
  const { auth } = await supabase()
  const { error } = await auth.refreshSession()
  // No answer from the server is no refusal (spec §8).
  if (error && error.name !== 'AuthRetryableFetchError') await auth.signOut({ scope: 'local' })
  return !error
}
