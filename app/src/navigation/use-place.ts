import { useSyncExternalStore } from 'react'

import { matchPath, type Params, type Path } from './paths.ts'
import { getPlace, watchPlace, type Place } from './place.ts'

export function usePlace(): Place {
  return useSyncExternalStore(watchPlace, getPlace)
}

export function usePathname(): string {
  return useSyncExternalStore(watchPlace, () => getPlace().pathname)
}

/** The variable parts of the current path, on a screen of `path`. */
export function useParams<P extends Path>(path: P): Params<P> {
  const pathname = usePathname()
  // While the screen is on its way out the address may already be another one.
  return matchPath(path, pathname) ?? ({} as Params<P>)
}
