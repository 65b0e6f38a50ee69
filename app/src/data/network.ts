/**
 * Whether there is a network. `navigator.onLine` speaks of interfaces: it is false on a machine that serves itself and
 * behind some tunnels, with nothing to correct it. So its « false » is believed at once, and corrected by our own
 * server's answers, for which is asked as long as it stands.
 */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Until the server is asked again: no event will tell that it has come, or gone. */
const pauseMs = 5000

const network = createStore<{ isAway: boolean }>()(() => ({ isAway: isSaidAway() }))
let asking = new AbortController()

/** It may be true and wrong: those who send are the first to know that nothing goes through. */
export function isOnline(): boolean {
  return !network.getState().isAway
}

/** Calls at every news of the network, also where it says the same again; answers the way to stop. */
export const watchNetwork: (notify: () => void) => () => void = network.subscribe

export function useOnline(): boolean {
  return useStore(network, ({ isAway }) => !isAway)
}

function isSaidAway(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}

function hear(): void {
  asking.abort()
  asking = new AbortController()
  tell(isSaidAway())
  if (!isOnline()) void askServer(asking.signal)
}

function tell(isAway: boolean): void {
  network.setState({ isAway })
}

/** Until the browser has other news. */
async function askServer(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const isAnswered = document.hidden ? isOnline() : await hasAnswered()
    if (over.aborted) return
    if (isAnswered !== isOnline()) tell(!isAnswered)
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
if (!isOnline()) void askServer(asking.signal)
