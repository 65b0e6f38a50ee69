/** Decides what an address shows to whom: pure, so that every case can be told in a table. */
import type { SessionState } from '#data/session.ts'
import { safeReturnPath } from '#entities/session/return-path.ts'
import { matchPath, paths, toHref } from '#navigation/paths.ts'
import type { Place, PlaceState } from '#navigation/place.ts'

import type { Route } from './routes.ts'

export type Admission =
  | { kind: 'show'; route: Route }
  /** Only the client can tell whether somebody is signed in. */
  | { kind: 'wait' }
  | { kind: 'redirect'; href: string; state?: PlaceState }

export function guardRoute(place: Place, session: SessionState['status'], routes: readonly Route[]): Admission {
  const route = routes.find(({ path }) => matchPath(path, place.pathname))
  if (!route) {
    return { kind: 'redirect', href: paths.notFound, state: { attempted: place.pathname } }
  }
  if (route.access === 'members' && session !== 'signed-in') {
    if (session === 'loading') return { kind: 'wait' }
    return { kind: 'redirect', href: toHref({ to: paths.auth, search: { from: place.href } }) }
  }
  // A recovery opens a session, and ends with the new password; another account may be added to the one in use.
  const comesAsMember = place.search['step'] === 'recovery' || place.search['add'] !== undefined
  if (route.access === 'guests' && session === 'signed-in' && !comesAsMember) {
    return { kind: 'redirect', href: safeReturnPath(place.search['from']) }
  }
  return { kind: 'show', route }
}
