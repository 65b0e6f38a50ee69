/**
 * Whether there is a network. `navigator.onLine` speaks of interfaces: it is false on a machine that serves itself and
 * behind some tunnels, and true where no credit is left or a portal answers. So its « false » is believed at once, and
 * its « true » until a request puts it in doubt; both are corrected by our own server's answers.
 */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { answerEvent, doubtEvent } from './reach/timed-fetch.ts'

/** Until the server is asked again, and until it has to answer: no event will tell that it has come, or gone. */
const pauseMs = 5000

const network = createStore<{ isAway: boolean }>()(() => ({ isAway: isSaidAway() }))
let asking = new AbortController()
let isInDoubt = false

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

/** What the browser itself says is corrected by the server alone. */
function hearAnswer(): void {
  if (isOnline() || isSaidAway()) return
  asking.abort()
  asking = new AbortController()
  tell(false)
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
    // Nobody says that there is none any more.
    if (isAnswered && !isSaidAway()) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** A request that went wrong, or says nothing, is one sign; that the server does not answer either is the second. */
async function doubt(): Promise<void> {
  if (isInDoubt || !isOnline()) return
  isInDoubt = true
  const { signal } = asking
  const isAnswered = await hasAnswered()
  isInDoubt = false
  if (isAnswered || signal.aborted) return
  tell(true)
  void askServer(signal)
}

/** A portal answers in the server's place, and a proxy in its absence: that one is a network. */
async function hasAnswered(): Promise<boolean> {
  try {
    const response = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(pauseMs) })
    return response.status >= 500 ? response.status !== 511 : (await response.text()).includes('"ok"')
  } catch {
    return false
  }
}

globalThis.addEventListener?.('online', hear)
globalThis.addEventListener?.('offline', hear)
globalThis.addEventListener?.(doubtEvent, () => void doubt())
// A part of the app that could not be had (build/lean-preload.ts).
globalThis.addEventListener?.('vite:preloadError', () => void doubt())
globalThis.addEventListener?.(answerEvent, hearAnswer)
if (!isOnline()) void askServer(asking.signal)
