/** Which build the server has, and which one a reload of this page would give. */
import { findServiceWorker } from '#data/service-worker.ts'

export interface ServedRelease {
  readonly build: string
  readonly version: string
  readonly releaseNotes: string
  readonly forced: boolean
}

export interface KnownBuild {
  readonly build: string
  readonly version: string | null
}

const answerMs = 3000
const withinMs = 12_000

/** Of this page; null in development. */
export function ownBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || null
}

/** @throws {Error} when there is no answer, or one of another form (THREATS X-09) */
export async function readServedRelease(current: string): Promise<ServedRelease> {
  const response = await fetch(`/api/version?current=${encodeURIComponent(current)}`, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(withinMs),
  })
  if (!response.ok) throw new Error(`api/version answered ${response.status}`)
  const build = response.headers.get('x-build') ?? ''
  const { version, releaseNotes, forced } = (await response.json()) as Partial<ServedRelease>
  const isWhole = typeof version === 'string' && typeof releaseNotes === 'string' && typeof forced === 'boolean'
  if (!isWhole || !/^\d+\.\d+\.\d+/u.test(version) || !/^[\da-f]{12}$/u.test(build)) {
    throw new Error('api/version answered something else')
  }
  return { build, version, releaseNotes, forced }
}

export interface NewestBuild extends KnownBuild {
  readonly isWaiting: boolean
}

/**
 * The worker's that waits, else the one's that gives the pages; null where no worker stands between.
 * @throws {Error} when the worker does not answer
 */
export async function newestHere(): Promise<NewestBuild | null> {
  const registration = await findServiceWorker()
  const worker = registration?.waiting ?? registration?.active
  if (!worker) return null
  const known = await askBuild(worker)
  if (!known) throw new Error('The service worker does not answer')
  return { ...known, isWaiting: worker === registration?.waiting }
}

/** Has the browser fetch the server's worker, which waits then. */
export async function fetchWorker(): Promise<void> {
  const registration = await findServiceWorker()
  await registration?.update()
}

/** Answers whether there was one: it takes over next. */
export async function acceptWaiting(): Promise<boolean> {
  const registration = await findServiceWorker()
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' }, [])
  return Boolean(registration?.waiting)
}

export async function askBuild(worker: ServiceWorker): Promise<KnownBuild | null> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    setTimeout(resolve, answerMs, null)
  })
  worker.postMessage({ type: 'GET_VERSION' }, [port2])
  const { build, version } = ((await answer) ?? {}) as { build?: unknown; version?: unknown }
  port1.close()
  return typeof build === 'string' ? { build, version: typeof version === 'string' ? version : null } : null
}
