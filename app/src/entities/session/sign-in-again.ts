import { endSessionHere } from '#data/auth/end-session.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'

/**
 * For what takes a recent sign-in: this session ends, and the next one comes back to this place. What lies on the device
 * stays there for the same person; whoever else signs in takes it away (leave-device).
 */
export function signInAgain(): void {
  const { href } = getPlace()
  endSessionHere()
  navigate({ to: paths.auth, search: { from: href } })
}
