import { expectSignOut } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'

/**
 * For what takes a recent sign-in: this session ends, and the next one comes back to this place. What lies on the device
 * stays there for the same person; whoever else signs in takes it away (leave-device).
 */
export async function signInAgain(): Promise<void> {
  const { href } = getPlace()
  const { auth } = await supabase()
  expectSignOut(true)
  const { error } = await auth.signOut({ scope: 'local' }).finally(() => expectSignOut(false))
  if (error) throw error
  navigate({ to: paths.auth, search: { from: href } })
}
