import { createContext, useContext } from 'react'
import { useStore } from 'zustand'

import { matchPath, type Params, type Path } from './paths.ts'
import { placeStore, type Place } from './place.ts'

/** Where a screen stands while another lies over it and has the address; else the address itself counts. */
export const ScreenPlace = createContext<Place | null>(null)

export function usePlace(): Place {
  const own = useContext(ScreenPlace)
  // A screen under another is not rendered anew because that one goes elsewhere.
  return useStore(placeStore, (place) => own ?? place)
}

export function usePathname(): string {
  const own = useContext(ScreenPlace)
  return useStore(placeStore, (place) => (own ?? place).pathname)
}

/** The variable parts of the current path, on a screen of `path`. */
export function useParams<P extends Path>(path: P): Params<P> {
  const pathname = usePathname()
  // While the screen is on its way out the address may already be another one.
  return matchPath(path, pathname) ?? ({} as Params<P>)
}
