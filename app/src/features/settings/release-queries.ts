import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { readConfig } from '#data/config.ts'

interface Release {
  version: string
  releaseNotes: string
}

/** Of the page that is open: the server may already serve a newer one. */
export const runningVersionQuery = queryOptions({
  queryKey: ['running-version'],
  queryFn: async () => (await readConfig()).version,
  staleTime: Infinity,
})

/** The one that the server has. */
export const releaseQuery = queryOptions({ queryKey: ['release'], queryFn: readRelease })

export const checkVersionMutation = mutationOptions({ mutationFn: readRelease })

async function readRelease(): Promise<Release> {
  const response = await fetch('/api/version', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`api/version answered ${response.status}`)
  return (await response.json()) as Release
}
