/**
 * The service worker, `/sw.js`: gives the app's page and files of one build, with and without a network, and the pictures
 * that pages keep; shows push messages and leads where they point. It answers nothing that the wires do (decision 0043).
 */
import { appBuild, type FileGroup } from './build.ts'
import { answerPicture, isPublicPicture } from './kept-picture.ts'
import { importOpener } from './message-opener.ts'
import { answerPages } from './messages.ts'
import { answerPush, tellPages } from './push.ts'
import { dropOldShares, shareTarget, takeShare } from './share-inbox.ts'
import {
  answerFile,
  answerPage,
  coreRoutes,
  dropOldShells,
  installShell,
  isFileOfApp,
  refreshShell,
  warm,
} from './shell-cache.ts'
import { answerWakeUps } from './wake-up.ts'

declare const self: ServiceWorkerGlobalScope

const { version, build, routes } = appBuild
const screens = routes.map((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`))
const wires = [...['auth', 'rest', 'functions', 'realtime'].map((wire) => `/${wire}/v1/*`), '/api/*']
const warmed: readonly FileGroup[] = ['core', 'public', 'members']

/** Chrome's static routing, which other browsers do without. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>
}

const staticRoutes = [
  ...coreRoutes(),
  ...wires.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })),
]
const knowsRoutes =
  'addRoutes' in ((globalThis as { InstallEvent?: { prototype: object } }).InstallEvent?.prototype ?? {})

self.addEventListener('install', (event: RoutedInstall) => {
  event.waitUntil(event.addRoutes?.(staticRoutes).catch(() => undefined) ?? Promise.resolve())
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) {
    // The page's policy lets no pictures in but those of its own media address.
    if (request.method === 'GET' && isPublicPicture(request, url)) event.respondWith(answerPicture(request))
    return
  }
  if (request.method === 'POST' && url.pathname === shareTarget) event.respondWith(takeShare(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    // `?fresh` is the way past this worker.
    const isScreen = screens.some((screen) => screen.test(url.pathname)) && !url.searchParams.has('fresh')
    if (isScreen) event.respondWith(answerPage(request))
    event.waitUntil(dropOldShares())
  } else if (isFileOfApp(url.pathname)) event.respondWith(answerFile(event, url.pathname))
  else if (isPublicPicture(request, url)) event.respondWith(answerPicture(request))
})

async function install(): Promise<void> {
  importOpener()
  await installShell()
  // Now it waits, and may be accepted.
  if (self.registration.active) await tellPages({ type: 'SW_UPDATE_AVAILABLE', version, build })
}

async function activate(): Promise<void> {
  await dropOldShells()
  await self.clients.claim()
  await tellPages({ type: 'SW_ACTIVATED', version, build })
}

async function warmUp({ groups }: Readonly<Record<string, unknown>>): Promise<void> {
  const wanted = warmed.filter((group) => Array.isArray(groups) && groups.includes(group))
  // What is out of reach now is fetched when it is used.
  const isDone = await warm(wanted).catch(() => false)
  if (isDone) await tellPages({ type: 'CACHE_UPDATED', build, what: 'files' })
}

async function refresh(): Promise<void> {
  await refreshShell()
  await tellPages({ type: 'CACHE_UPDATED', build, what: 'shell' })
}

answerPages([
  ['WARM', warmUp],
  ['REFRESH_SHELL', () => refresh().catch(() => undefined)],
  [
    'GET_ROUTES',
    async (_, port) => port?.postMessage({ type: 'ROUTES', count: knowsRoutes ? staticRoutes.length : 0 }),
  ],
])
answerPush()
answerWakeUps()
