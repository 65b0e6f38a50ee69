/** Push in a browser of tests: its push service is ours, and what the device would do is done by the inspector. */
import type { BrowserContext, Page, Worker } from 'playwright-core'

import type { PushBrowser, PushService } from '../support/push-service.ts'
import type { RunningSystem } from '../support/start-system.ts'

interface Place {
  readonly system: Pick<RunningSystem, 'url'>
  readonly context: BrowserContext
  readonly page: Page
}

/** Stands for the browser maker's own service, which no test may reach. */
export async function subscribeTo(pushes: PushService, { system, context, page }: Place): Promise<PushBrowser> {
  const subscription = pushes.subscribe()
  const { vapidPublicKey } = (await (await fetch(`${system.url}/api/config`)).json()) as { vapidPublicKey: string }
  pushes.expectKey(vapidPublicKey)
  await context.grantPermissions(['notifications', 'clipboard-read'], { origin: system.url })
  await page.addInitScript(
    ({ endpoint, p256dh, auth, key }) => {
      // Kept by the browser, as a real one is, whatever page asks.
      const held = 'test.push'
      const made = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(held)
          return true
        },
      }
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(held) ? (made as unknown as PushSubscription) : null
      PushManager.prototype.subscribe = async (options) => {
        if (options?.applicationServerKey !== key || !options.userVisibleOnly) throw new Error('another key')
        localStorage.setItem(held, 'on')
        return made as unknown as PushSubscription
      }
    },
    { ...pick(subscription), key: vapidPublicKey },
  )
  return subscription
}

const pick = ({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }) => ({
  endpoint,
  p256dh,
  auth,
})

/** As the device does when its push service hands it a message: the page's worker is woken. */
export async function deliver({ system, context, page }: Place, data: string): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin: system.url, registrationId: await registered, data })
  await session.detach()
}

interface Shown {
  readonly title: string
  readonly body: string
  readonly data: unknown
}
/** What the device shows. */
export const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, data }): Shown => ({
      title,
      body,
      data: data as unknown,
    }))
  })

/** As the device does when somebody presses a message that leads there. */
export const click = (worker: Worker, path: string) =>
  worker.evaluate(async (path) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
    }
    await scope.registration.showNotification('Cortexia', { tag: path, data: { path } })
    const [notification] = await scope.registration.getNotifications({ tag: path })
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, path)
