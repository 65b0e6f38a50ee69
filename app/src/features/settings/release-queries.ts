import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { readConfig } from '#data/config.ts'
import { ownBuild, readServedRelease, type ServedRelease } from '#entities/release/served-release.ts'

/** Of the page that is open: the server may already serve a newer one. */
export const runningVersionQuery = queryOptions({
  queryKey: ['running-version'],
  queryFn: async () => (await readConfig()).version,
  staleTime: Infinity,
})

/** The one that the server has. */
export const releaseQuery = queryOptions({ queryKey: ['release'], queryFn: readRelease })

/** What there is beside what runs here; the banner is asked to look too. */
export const checkVersionMutation = mutationOptions({
  mutationFn: async () => {
    const { version, releaseNotes, build } = await readRelease()
    const isNewer = build !== ownBuild()
    if (isNewer) dispatchEvent(new Event('check-for-updates'))
    return { version, releaseNotes, isNewer }
  },
})

async function readRelease(): Promise<ServedRelease> {
  return readServedRelease((await readConfig()).version)
}
