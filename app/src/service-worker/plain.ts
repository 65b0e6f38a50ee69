/**
 * The worker that keeps nothing, served instead of the other as a way out (APP_WORKER=plain): it takes over at once,
 * removes every copy of the app, and leaves push as it is. Unregistering would end the device's subscription.
 */
import { appBuild } from './build.ts'
import { importOpener } from './message-opener.ts'
import { answerPages } from './messages.ts'
import { answerPush, tellPages } from './push.ts'

declare const self: ServiceWorkerGlobalScope

const { version, build } = appBuild

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
  try {
    importOpener()
  } catch {
    // The way out is not blocked by what notifications say.
  }
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

async function takeOver(): Promise<void> {
  const copies = (await caches.keys()).filter((name) => name.startsWith('cx-'))
  await Promise.all(copies.map((name) => caches.delete(name)))
  await self.clients.claim()
  await tellPages({ type: 'SW_ACTIVATED', version, build })
}

answerPages()
answerPush()
