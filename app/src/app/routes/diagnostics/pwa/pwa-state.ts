/** What this device holds of the app, and what it thinks of the network: read anew each time, and nobody's words in it. */
import { isPutOffNow } from '#data/device/install-acts.ts'
import { isOnline } from '#data/network.ts'
import type { WaitingEntry } from '#data/outbox/outbox-status.ts'
import { answerEvent, doubtEvent } from '#data/reach/timed-fetch.ts'
import { findServiceWorker } from '#data/service-worker.ts'

import { isOfflineSimulated } from './simulated-offline.ts'

/** A worker that is stopped has to start first. */
const answerMs = 3000
const shellPrefix = 'cx-shell-'

interface Version {
  version: string
  build: string
}

/** Those that the browser follows without the worker; 0 where it knows none. */
interface Routes {
  count: number
}

interface Connection {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}

const heard = { doubts: 0, answers: 0 }
addEventListener(doubtEvent, () => (heard.doubts += 1))
addEventListener(answerEvent, () => (heard.answers += 1))

export type PwaState = Awaited<ReturnType<typeof readPwaState>>

export async function readPwaState() {
  const registration = await findServiceWorker()
  const [active, waiting, routes, live, caches, push, storage, network] = await Promise.all([
    askWorker<Version>(registration?.active, 'GET_VERSION'),
    askWorker<Version>(registration?.waiting, 'GET_VERSION'),
    askWorker<Routes>(registration?.active, 'GET_ROUTES'),
    readLive(),
    readCaches(),
    readPush(registration),
    readStorage(),
    readNetwork(),
  ])
  const page = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null
  const worker = { ...workerFacts(registration), version: active?.version ?? null, staticRoutes: routes?.count ?? null }
  return {
    builds: { page, live, ...keptBuilds(caches, active, waiting) },
    worker,
    caches,
    install: installFacts(),
    push,
    storage,
    network,
  }
}

function keptBuilds(caches: readonly { name: string }[], active: Version | null, waiting: Version | null) {
  const kept = caches.flatMap(({ name }) => (name.startsWith(shellPrefix) ? [name.slice(shellPrefix.length)] : []))
  const previous = kept.find((build) => build !== active?.build && build !== waiting?.build) ?? null
  return { active: active?.build ?? null, waiting: waiting?.build ?? null, previous }
}

function workerFacts(registration: ServiceWorkerRegistration | null) {
  return {
    state: registration?.active?.state ?? null,
    isInstalling: Boolean(registration?.installing),
    isControlling: Boolean(navigator.serviceWorker?.controller),
  }
}

function installFacts() {
  return { displayMode: displayMode(), isEventCaptured: window.installEvent !== undefined, isPutOff: isPutOffNow() }
}

async function readNetwork() {
  const { connection } = navigator as Connection
  return {
    isOnline: isOnline(),
    isSimulated: isOfflineSimulated(),
    browserSays: navigator.onLine,
    server: await askServer(),
    ...heard,
    type: connection?.effectiveType ?? null,
    isSaving: connection?.saveData ?? null,
  }
}

/** How many wait, by kind and state: never what they say. */
export function countWaiting(entries: readonly WaitingEntry[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, state } of entries) counts[`${kind} ${state}`] = (counts[`${kind} ${state}`] ?? 0) + 1
  return counts
}

function askWorker<Answer>(worker: ServiceWorker | null | undefined, type: string): Promise<Answer | null> {
  if (!worker) return Promise.resolve(null)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), answerMs)
    port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      resolve(data)
    })
    port1.start()
    worker.postMessage({ type }, [port2])
  })
}

async function readLive(): Promise<string | null> {
  const response = await fetch('/api/version', { cache: 'no-store' }).catch(() => null)
  return response?.headers.get('x-build') ?? null
}

/** A cache that is somebody's is not called by their id. */
async function readCaches() {
  const names = (await globalThis.caches?.keys()) ?? []
  return Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      const sizes = await Promise.all(requests.map(async (request) => sizeOf(await cache.match(request))))
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      return { name: name.replace(/(?<=^cx-pictures-)[\da-f-]{36}$/u, '…'), entries: requests.length, bytes }
    }),
  )
}

async function sizeOf(response: Response | undefined): Promise<number> {
  return response ? (await response.blob()).size : 0
}

/** The address of a subscription lets its holder write to this device: only whose it is. */
async function readPush(registration: ServiceWorkerRegistration | null) {
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  return {
    permission: globalThis.Notification?.permission ?? null,
    service: subscription ? new URL(subscription.endpoint).host : null,
  }
}

async function readStorage() {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate()) ?? {}
  return { usage, quota, isPersisted: (await navigator.storage?.persisted()) ?? false }
}

async function askServer() {
  const startedAt = performance.now()
  const said = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    ({ status }) => `${status}`,
    (error: unknown) => (error instanceof Error ? error.name : 'Error'),
  )
  return { said, ms: Math.round(performance.now() - startedAt) }
}

function displayMode(): string {
  const modes = ['fullscreen', 'standalone', 'minimal-ui', 'window-controls-overlay']
  return modes.find((mode) => matchMedia(`(display-mode: ${mode})`).matches) ?? 'browser'
}
