/** What is loaded and read while PostgreSQL starts. */

import { readAppAssets } from '../app/assets.ts'
import { readBuild, readRelease } from '../app/release.ts'
import type { ServedBuild } from '../app/releases.ts'
import { readProject } from '../project.ts'
import type { Config } from '../settings/config.ts'
import type { Duties } from '../settings/roles.ts'
import type { Observation } from '../watch/events.ts'

/** PostgreSQL starts on a processor of its own: once it runs, what serves is loaded and read beside it. */
export function watchLaunch({ database }: Config, observe: (observation: Observation) => void) {
  const { promise: launched, resolve } = Promise.withResolvers<void>()
  if (database.kind !== 'embedded') resolve()
  const wires = launched.then(() => import('../wires/wires.ts'))
  // What fails fails for whoever mounts them.
  wires.catch(() => undefined)
  return {
    launched,
    wires,
    observe: (observation: Observation) => {
      if (observation.kind === 'database.launched') resolve()
      observe(observation)
    },
  }
}

export const readOwn = (config: Config, duties: Duties, launched: Promise<void>) =>
  Promise.all([readProject(config.product.folder), readServed(config, duties, launched)])

/** What this process brings with it. @param launched when its files are read */
async function readServed({ product }: Config, { serves }: Duties, launched: Promise<void>): Promise<ServedBuild> {
  const folder = product.appFolder
  const [release, build] = await Promise.all([readRelease(product.root), readBuild(folder)])
  if (!serves) return { release, build, folder }
  // What fails fails for whoever serves it.
  const assets = launched.then(() => readAppAssets(folder))
  assets.catch(() => undefined)
  return { release, build, folder, assets }
}
