import { matchPath } from '#navigation/paths.ts'
import { getPlace } from '#navigation/place.ts'
import { setPreloader } from '#navigation/preload.ts'

import { routes } from './routes.ts'

/** Fetches the code of the first screen now, and of others when their links are pointed at. */
export function preloadScreens(): void {
  const { pathname } = getPlace()
  routes.find(({ path }) => matchPath(path, pathname))?.preload()
  setPreloader((wanted) => routes.find(({ path }) => path === wanted)?.preload())
}
