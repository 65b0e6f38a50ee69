/** Has the service worker keep the app on this device, for those who come back. */
import { readInlineConfig } from '#data/config.ts'
import { isSlow } from '#data/device/slow-connection.ts'
import { registerServiceWorker } from '#data/service-worker.ts'

interface Visitor {
  readonly isMember: boolean
  /** Were here before, or have the app on their home screen. */
  readonly isBack: boolean
  readonly isSaving: boolean
}

/** A first visit pays nothing for the next ones, and whoever saves data only what they have an account for. */
export async function keepApp({ isMember, isBack, isSaving }: Visitor): Promise<void> {
  if (!isMember && (!isBack || isSaving)) return
  const registration = await registerServiceWorker()
  const worker = registration?.active
  if (!worker) return
  const groups = isMember ? ['public', 'members'] : ['public']
  if (!isSaving && !isSlow()) worker.postMessage({ type: 'WARM', groups }, [])
  if (await isShellOutdated().catch(() => false)) worker.postMessage({ type: 'REFRESH_SHELL' }, [])
}

/** Whether the server's settings are others than those in the page that the worker gave. */
async function isShellOutdated(): Promise<boolean> {
  const inline = readInlineConfig()
  if (!inline || !navigator.serviceWorker.controller) return false
  const response = await fetch('/api/config', { cache: 'no-cache' })
  return response.ok && JSON.stringify(await response.json()) !== JSON.stringify(inline)
}
