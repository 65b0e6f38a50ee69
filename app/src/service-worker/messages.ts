/** What pages ask of the worker, whichever of the two it is. */
import { appBuild } from './build.ts'

declare const self: ServiceWorkerGlobalScope

const { version, build } = appBuild

type Message = Readonly<Record<string, unknown>>
type Answer = readonly [type: string, answer: (message: Message, port?: MessagePort) => Promise<unknown>]

/** Takes messages of this origin's windows alone; what has another form is no message. */
export function answerPages(more: readonly Answer[] = []): void {
  const answers = new Map<unknown, Answer[1]>([
    ['SKIP_WAITING', () => self.skipWaiting()],
    ['SHOW_UPDATE_NOTIFICATION', showUpdate],
    ...more,
  ])
  self.addEventListener('message', (event) => {
    const { data, source, ports } = event as ExtendableMessageEvent & { data: unknown }
    const isWindow = source instanceof WindowClient && new URL(source.url).origin === self.location.origin
    if (!isWindow || typeof data !== 'object' || data === null) return
    const message = data as Message
    const [port] = ports
    if (message['type'] === 'GET_VERSION') {
      const said = { type: 'VERSION', version, build }
      if (port) port.postMessage(said)
      else source.postMessage(said, [])
    }
    const answer = answers.get(message['type'])
    if (answer) event.waitUntil(answer(message, port))
  })
}

const words = { fr: 'Mise à jour disponible', en: 'Update available' }

async function showUpdate({ version: next, releaseNotes, language }: Message): Promise<void> {
  const body = [next, releaseNotes].filter((text) => typeof text === 'string').join(' · ')
  const look = { icon: '/icon-192.png', badge: '/badge-96.png', tag: 'update', data: { path: '/' } }
  // Not allowed to: the page shows its own banner.
  await self.registration
    .showNotification(language === 'en' ? words.en : words.fr, { body: body.slice(0, 200), ...look })
    .catch(() => undefined)
}
