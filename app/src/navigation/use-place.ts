import { createContext, useContext, useSyncExternalStore } from 'react'

import { matchPath, type Params, type Path } from './paths.ts'
import { getPlace, placeStore, type Place } from './place.ts'

/** Where a screen stands while another lies over it and has the address; else the address itself counts. */
export const ScreenPlace = createContext<Place | null>(null)

export function usePlace(): Place {
  const own = useContext(ScreenPlace)
  return useSyncExternalStore(own ? never : placeStore.subscribe, () => own ?? getPlace())
}

export function usePathname(): string {
  const own = useContext(ScreenPlace)
  return useSyncExternalStore(own ? never : placeStore.subscribe, () => (own ?? getPlace()).pathname)
}

/** A screen under another is not rendered anew because that one goes elsewhere. */
const never = () => () => undefined

/** The variable parts of the current path, on a screen of `path`. */
export function useParams<P extends Path>(path: P): Params<P> {
  const pathname = usePathname()
  // While the screen is on its way out the address may already be another one.
  return matchPath(path, pathname) ?? ({} as Params<P>)
}
