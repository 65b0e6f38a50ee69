/** What the buttons of /pwa-test do; each answers in one word what came of it. */
import { findServiceWorker } from '#data/service-worker.ts'
import { getLanguage } from '#i18n/language.ts'

export type Outcome = 'done' | 'noWorker' | 'noneWaiting' | 'notAllowed' | 'silent'

const groups = ['core', 'public', 'members']
const warmMs = 60_000
const mostRounds = 10
const checkEvent = 'check-for-updates'

export async function skipWaiting(): Promise<Outcome> {
  const waiting = (await findServiceWorker())?.waiting
  if (!waiting) return 'noneWaiting'
  const changed = within(10_000, (done) => waiting.addEventListener('statechange', done, { once: true }))
  waiting.postMessage({ type: 'SKIP_WAITING' }, [])
  return changed
}

export async function showUpdateNotification(version: string): Promise<Outcome> {
  const worker = (await findServiceWorker())?.active
  if (!worker) return 'noWorker'
  const permission = await globalThis.Notification?.requestPermission()
  if (permission !== 'granted') return 'notAllowed'
  worker.postMessage({ type: 'SHOW_UPDATE_NOTIFICATION', version, language: getLanguage() }, [])
  return 'done'
}

/** Whoever follows releases hears it; the browser looks for another worker in any case. */
export async function checkForUpdates(): Promise<Outcome> {
  dispatchEvent(new Event(checkEvent))
  const registration = await findServiceWorker()
  if (!registration) return 'noWorker'
  return registration.update().then(
    () => 'done',
    () => 'silent',
  )
}

/** All files of the build and its page, also where they had been taken away. */
export async function warmUp(): Promise<Outcome> {
  const worker = (await findServiceWorker())?.active
  if (!worker) return 'noWorker'
  const kept = within(warmMs, (done) =>
    navigator.serviceWorker.addEventListener(
      'message',
      function hear({ data }: MessageEvent<{ what?: unknown } | null>) {
        if (data?.what !== 'files') return
        navigator.serviceWorker.removeEventListener('message', hear)
        done()
      },
    ),
  )
  worker.postMessage({ type: 'REFRESH_SHELL' }, [])
  worker.postMessage({ type: 'WARM', groups }, [])
  return kept
}

/** Until none is left: one that is read while it goes is opened, and so made anew, empty. */
export async function emptyCaches(): Promise<Outcome> {
  for (let round = 0; round < mostRounds; round += 1) {
    const names = (await caches.keys()).filter((name) => name.startsWith('cx-'))
    if (names.length === 0) break
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  return 'done'
}

/** Past the worker, once. */
export function openFresh(): void {
  location.assign(`${location.pathname}?fresh=1`)
}

function within(ms: number, start: (done: () => void) => void): Promise<Outcome> {
  return new Promise((resolve) => {
    start(() => resolve('done'))
    setTimeout(() => resolve('silent'), ms)
  })
}
