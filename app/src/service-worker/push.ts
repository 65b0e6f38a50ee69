/** Push messages: shown where nobody looks, and led to where they point. */
import { isOwnPath, type PushMessage } from '@product/contract'

import { bodyOf } from './message-preview.ts'

declare const self: ServiceWorkerGlobalScope

const name = 'Cortexia'
const answerMs = 600

export function answerPush(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(showMessage(event.data))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = (event.notification.data ?? {}) as { path?: unknown }
    event.waitUntil(open(typeof path === 'string' && isOwnPath(path) ? path : '/notifications'))
  })
}

async function showMessage(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  if (message && 'setAppBadge' in self.navigator) {
    await self.navigator.setAppBadge(message.unread).catch(() => undefined)
  }
  // Whoever looks at the app is told there. A message that cannot be read is shown too: browsers insist.
  if (message && (await pages()).some(({ focused }) => focused)) return
  await self.registration.showNotification(message?.title ?? name, {
    body: message ? await bodyOf(message) : '',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: message?.path ?? '/notifications' },
    ...(message && { tag: message.tag }),
  })
}

/** Null for what is not ours: anybody may have sent it. */
function read(data: PushMessageData | null): PushMessage | null {
  try {
    const message = data?.json() as Partial<PushMessage> | null
    const { title, body, tag, path, unread } = message ?? {}
    const isText = [title, body, tag].every((text) => typeof text === 'string')
    if (!isText || !Number.isInteger(unread) || typeof path !== 'string' || !isOwnPath(path)) return null
    return message as PushMessage
  } catch {
    return null
  }
}

/** In a window that is open, where the app answers; else in a new one. */
async function open(path: string): Promise<void> {
  const found = (await pages()).toSorted((one, other) => Number(other.focused) - Number(one.focused))
  for (const page of found) {
    if (await follows(page, path)) {
      await page.focus().catch(() => undefined)
      return
    }
  }
  await self.clients.openWindow(path)
}

function follows(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerMs)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ type: 'OPEN', path }, [port2])
  })
}

function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

export async function tellPages(message: object): Promise<void> {
  for (const page of await pages()) page.postMessage(message, [])
}
