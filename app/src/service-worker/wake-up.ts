/**
 * The browser has found a network (background sync, which only Chromium has): pages send, since only they have what that
 * needs. Where none is open, whoever allows notifications is told that something waits, if it has done so for a while.
 */
import { tellPages } from './push.ts'

declare const self: ServiceWorkerGlobalScope

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const outboxTag = 'cortexia-outbox'
const patienceMs = 10 * 60_000
/** `{person}.write.{id}`, `{person}.order.{id}`, `{person}.outbox.{conversation}.{id}`; an id begins with its time. */
const entry = /^([\da-f-]{36})\.(?:write|order|outbox)\..*?([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[\da-f-]{17}$/u
const stores = { 'cortexia.private': 'files', 'cortexia.messages': 'entries' }

export function answerWakeUps(): void {
  self.addEventListener('sync', (event: Event) => {
    const { tag } = event as SyncEvent
    if (tag === outboxTag) (event as SyncEvent).waitUntil(wakeUp())
  })
}

/** Rejects where the server is out of reach still: the browser then tries again later. */
async function wakeUp(): Promise<void> {
  const answer = await fetch('/livez', { cache: 'no-store' })
  // The page of a public Wi-Fi is an answer too.
  const { status } = (await answer.json()) as { status?: unknown }
  if (status !== 'ok') throw new Error('The server is not there')
  const isOpen = (await self.clients.matchAll({ type: 'window' })).length > 0
  await (isOpen ? tellPages({ type: 'SEND_WAITING' }) : tellOfWaiting())
}

async function tellOfWaiting(): Promise<void> {
  const keys = (await Promise.all(Object.entries(stores).map(readKeys))).flat()
  const count = waitingSince(keys, Date.now() - patienceMs)
  if (count === 0 || Notification.permission !== 'granted') return
  const [one, many] = self.navigator.language.startsWith('en')
    ? ['1 item is waiting to be sent', `${count} items are waiting to be sent`]
    : ['1 élément attend d’être envoyé', `${count} éléments attendent d’être envoyés`]
  const look = { icon: '/icon-192.png', badge: '/badge-96.png', silent: true, tag: 'waiting', data: { path: '/' } }
  await self.registration.showNotification('Cortexia', { body: (count === 1 ? one : many) ?? '', ...look })
}

/** How many entries; none where several people have some, since who is signed in is not known here. */
export function waitingSince(keys: readonly string[], latest: number): number {
  const found = keys.flatMap((key) => {
    const [, person = '', high = '', low = ''] = entry.exec(key) ?? []
    return person && Number.parseInt(high + low, 16) <= latest ? [person] : []
  })
  return new Set(found).size === 1 ? found.length : 0
}

async function readKeys([name, store]: readonly [string, string]): Promise<string[]> {
  // To open what is not there would be to make it.
  if (!(await indexedDB.databases()).some((known) => known.name === name)) return []
  const database = await answerOf(indexedDB.open(name))
  try {
    return (await answerOf(database.transaction(store).objectStore(store).getAllKeys())).map(String)
  } finally {
    database.close()
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('No answer')))
  })
}
