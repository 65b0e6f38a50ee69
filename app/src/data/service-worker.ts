/** The service worker of push messages. Nothing in the app waits for it, and without it everything else works. */
import { scriptUrl } from './script-url.ts'

/** `null` where there is none to have: old browsers, private windows, development. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  try {
    await navigator.serviceWorker.register(scriptUrl('serviceWorker'), { updateViaCache: 'imports' })
    return await navigator.serviceWorker.ready
  } catch {
    return null
  }
}

/** The one that is there already. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  return (await navigator.serviceWorker.getRegistration('/').catch(() => undefined)) ?? null
}

/** `open` is asked to go where a notification leads that was clicked. */
export function listenToServiceWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const { serviceWorker } = navigator
  const receive = ({ data, ports }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return
    ports[0]?.postMessage({ type: 'OPENED' })
    open(data.path)
  }
  serviceWorker.addEventListener('message', receive)
  serviceWorker.startMessages()
  return () => serviceWorker.removeEventListener('message', receive)
}
