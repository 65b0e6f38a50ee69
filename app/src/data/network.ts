/**
 * Whether there is a network. `navigator.onLine` speaks of interfaces: it is false on a machine that serves itself and
 * behind some tunnels, with nothing to correct it. So its « false » is believed at once, and corrected by our own
 * server's answers, for which is asked as long as it stands.
 */
import { useSyncExternalStore } from 'react'

/** Until the next question after 1, 2, 3… without an answer, in ms. */
const pauses = [1000, 2000, 5000, 10_000, 30_000]
/** And after an answer: no event will tell that the server has gone. */
const reassuranceMs = 10_000
const answerWithinMs = 5000

const listeners = new Set<() => void>()
let isAway = isSaidAway()
let round = 0

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
  return globalThis.navigator?.onLine === false
}

function hear(): void {
  round += 1
  tell(isSaidAway())
  if (isAway) void askServer()
}

function tell(next: boolean): void {
  isAway = next
  for (const notify of listeners) notify()
}

/** Until the browser has other news. */
async function askServer(): Promise<void> {
  const own = round
  let missed = 0
  while (own === round) {
    const isAnswered = document.visibilityState === 'hidden' ? !isAway : await hasAnswered()
    if (own !== round) return
    if (isAnswered === isAway) tell(!isAnswered)
    missed = isAnswered ? 0 : missed + 1
    const ms = isAnswered ? reassuranceMs : pauses[Math.min(missed, pauses.length) - 1]
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}

/** A refusal is an answer too. */
function hasAnswered(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithinMs)
  return fetch('/livez', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

globalThis.addEventListener?.('online', hear)
globalThis.addEventListener?.('offline', hear)
if (isAway) void askServer()
