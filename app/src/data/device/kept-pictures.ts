/**
 * Pictures of the lists that this device keeps, for a start without network; the service worker shows them. Those that
 * the page has shown cost nothing: they come from the browser's own store. Each person's go when they sign out.
 */
import { mediaAddress } from '../config.ts'
import { isSlow } from './slow-connection.ts'

const prefix = 'cx-pictures-'
const most = { entries: 350, bytes: 14_000_000 }
const mostSaving = { entries: 60, bytes: 3_000_000 }
/** Under this much free room nothing is kept, in bytes. */
const leastRoom = 50_000_000
/** Of those that were not shown yet, so many are fetched ahead. */
const ahead = 8

export interface KeepingOptions {
  /** Nothing is fetched for it. */
  readonly isSaving: boolean
}

/** @param addresses of the smallest copies that will do, the most wanted first */
export async function keepPictures(
  owner: string,
  addresses: readonly string[],
  { isSaving }: KeepingOptions,
): Promise<void> {
  if (!navigator.serviceWorker?.controller || !(await hasRoom())) return
  const limits = isSaving ? mostSaving : most
  const cache = await caches.open(prefix + owner)
  const shown = shownPictures()
  const ours = new Set([location.origin, new URL(mediaAddress(), location.href).origin])
  let left = unseenFor({ isSaving })
  for (const address of addresses.slice(0, limits.entries)) {
    const { origin, pathname } = new URL(address, location.href)
    if (!ours.has(origin) || (await cache.match(pathname, { ignoreVary: true }))) continue
    const known = shown.get(pathname)
    if (known !== undefined) await keep(cache, pathname, known)
    else if ((left -= 1) >= 0) await keep(cache, pathname, address)
  }
  await trim(cache, limits)
}

const unseenFor = ({ isSaving }: KeepingOptions) => (isSaving || isSlow() ? 0 : ahead)

/** Everybody's, but those of whoever is named. */
export async function forgetPictures(except: readonly string[] = []): Promise<void> {
  const staying = new Set(except.map((owner) => prefix + owner))
  const names = await globalThis.caches?.keys().catch(() => [])
  const going = (names ?? []).filter((name) => name.startsWith(prefix) && !staying.has(name))
  await Promise.all(going.map((name) => caches.delete(name)))
}

/** As the page asked for them, which is how the browser's own store knows them. */
function shownPictures(): Map<string, string> {
  return new Map(performance.getEntriesByType('resource').map(({ name }) => [new URL(name).pathname, name]))
}

async function keep(cache: Cache, path: string, url: string): Promise<void> {
  try {
    const response = await fetch(url, { cache: 'force-cache', credentials: 'same-origin' })
    const isPicture = response.headers.get('content-type')?.startsWith('image/') ?? false
    if (response.status === 200 && response.type !== 'opaque' && !response.redirected && isPicture) {
      await cache.put(path, response)
    }
  } catch {
    // Out of reach, or no room: the place of the picture stays.
  }
}

/** The oldest go first. */
async function trim(cache: Cache, limits: typeof most): Promise<void> {
  let entries = 0
  let bytes = 0
  for (const request of (await cache.keys()).toReversed()) {
    const kept = await cache.match(request, { ignoreVary: true })
    entries += 1
    bytes += Number(kept?.headers.get('content-length') ?? 0)
    if (entries > limits.entries || bytes > limits.bytes) await cache.delete(request, { ignoreVary: true })
  }
}

async function hasRoom(): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage >= leastRoom
}
