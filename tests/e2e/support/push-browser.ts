/** Push in a browser of tests: its push service is ours, and what the device would do is done by the inspector. */
import type { BrowserContext, Page, Worker } from 'playwright-core'

import type { PushBrowser, PushService } from '../../support/push-service.ts'
import type { RunningSystem } from '../../support/start-system.ts'

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

/** Registered by now for those who are signed in, or about to be. */
export const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

interface Shown {
  readonly title: string
  readonly body: string
  readonly data: unknown
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  /** Everything that the device was asked to show, oldest first: what its notification centre keeps is the device's affair. */
  shown?: Shown[]
}

/** As the device does when its push service hands it a message. */
export const deliver = (worker: Worker, data: string) =>
  worker.evaluate((data) => {
    const scope = globalThis as unknown as WorkerScope & {
      PushEvent: new (type: string, init: { data: string }) => Event
    }
    if (!scope.shown) {
      const shown: Shown[] = (scope.shown = [])
      const show = scope.registration.showNotification.bind(scope.registration)
      scope.registration.showNotification = (title, options) => {
        shown.push({ title, body: options?.body ?? '', data: options?.data as unknown })
        return show(title, options)
      }
    }
    dispatchEvent(new scope.PushEvent('push', { data }))
  }, data)

export const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown ?? [])

/** How many of the app's windows the worker knows of. */
export const windowsOf = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as { clients: { matchAll(of: object): Promise<object[]> } }
    return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
  })

/** As the device does when somebody presses a message that leads there. */
export const click = (worker: Worker, path: string) =>
  worker.evaluate((path) => {
    const { ExtendableEvent: Pressed } = globalThis as unknown as { ExtendableEvent: new (type: string) => Event }
    dispatchEvent(
      Object.assign(new Pressed('notificationclick'), { notification: { close: () => undefined, data: { path } } }),
    )
  }, path)
