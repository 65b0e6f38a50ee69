/** What another app has shared with this one, as the service worker has put it away for an hour. */
const cacheName = 'cx-share'

export interface Shared {
  text: string
  files: readonly Blob[]
  /** How many were too many, too heavy, or no pictures. */
  refused: number
}

interface Facts {
  text: string
  files: number
  refused: number
}

/** Null where there is none, or its hour is over. */
export async function readShared(id: string): Promise<Shared | null> {
  const found = async (part: string) => caches.match(`/shared/${id}/${part}`, { cacheName, ignoreSearch: true })
  const facts = (await (await found('facts'))?.json().catch(() => null)) as Facts | null | undefined
  if (!facts) return null
  const files = await Promise.all(
    Array.from({ length: facts.files }, async (_, place) => (await found(String(place)))?.blob()),
  )
  return { ...facts, files: files.filter((file) => file !== undefined) }
}

export async function forgetShared(id: string): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const part of ['facts', '0', '1', '2']) await cache.delete(`/shared/${id}/${part}`, { ignoreSearch: true })
}

/** Everything, as at sign-out. */
export async function forgetAllShared(): Promise<void> {
  await globalThis.caches?.delete(cacheName).catch(() => false)
}
