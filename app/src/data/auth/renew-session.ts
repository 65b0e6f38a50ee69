import { supabase } from '../supabase.ts'

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
