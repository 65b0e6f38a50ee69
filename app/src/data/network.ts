/**
 * Whether there is a network. `navigator.onLine` speaks of interfaces: it is false on a machine that serves itself and
 * behind some tunnels, with nothing to correct it. So its « false » is believed at once, and corrected by our own
 * server's answers, for which is asked as long as it stands.
 */
import { useSyncExternalStore } from 'react'

/** Until the server is asked again: no event will tell that it has come, or gone. */
const pauseMs = 5000

const listeners = new Set<() => void>()
let isAway = isSaidAway()
let asking = new AbortController()

/** It may be true and wrong: those who send are the first to know that nothing goes through. */
export function isOnline(): boolean {
  return !isAway
}

/** Calls at every news of the network, also where it says the same again; answers the way to stop. */
export function watchNetwork(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, isOnline)
}

function isSaidAway(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}

function hear(): void {
  asking.abort()
  asking = new AbortController()
  tell(isSaidAway())
  if (isAway) void askServer(asking.signal)
}

function tell(next: boolean): void {
  isAway = next
  for (const notify of listeners) notify()
}

/** Until the browser has other news. */
async function askServer(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const isAnswered = document.visibilityState === 'hidden' ? !isAway : await hasAnswered()
    if (over.aborted) return
    if (isAnswered === isAway) tell(!isAnswered)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** A refusal is an answer too. */
function hasAnswered(): Promise<boolean> {
  const signal = AbortSignal.timeout(pauseMs)
  return fetch('/livez', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

globalThis.addEventListener?.('online', hear)
globalThis.addEventListener?.('offline', hear)
if (isAway) void askServer(asking.signal)
