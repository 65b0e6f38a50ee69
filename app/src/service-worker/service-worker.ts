/** The service worker, `/sw.js`: shows push messages and leads where they point. */
import { appBuild } from './build.ts'
import { answerPages } from './messages.ts'
import { answerPush, tellPages } from './push.ts'

declare const self: ServiceWorkerGlobalScope

const { version, build } = appBuild

self.addEventListener('install', () => {
  if (self.registration.active) void tellPages({ type: 'SW_UPDATE_AVAILABLE', version, build })
})

self.addEventListener('activate', (event) => {
  event.waitUntil(tellPages({ type: 'SW_ACTIVATED', version, build }))
})

answerPages()
answerPush()
