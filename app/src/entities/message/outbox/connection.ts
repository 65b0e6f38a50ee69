/** Whether news of messages come, told as late as a person should hear of it (SCREENS §3.10). */
import { useSyncExternalStore } from 'react'

/** `reconnecting` after 3 s, « Hors ligne : vos messages partiront au retour du réseau » after 30 s. */
export type Connection = 'live' | 'reconnecting' | 'offline'

const steps = [
  { after: 3000, connection: 'reconnecting' },
  { after: 30_000, connection: 'offline' },
] as const

const listeners = new Set<() => void>()
let connection: Connection = 'live'
let timers: ReturnType<typeof setTimeout>[] = []
let isLost = false

export function tellConnected(): void {
  isLost = false
  timers.forEach(clearTimeout)
  change('live')
}

export function tellLost(): void {
  if (isLost) return
  isLost = true
  timers = steps.map(({ after, connection: next }) => setTimeout(() => change(next), after))
}

function change(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const notify of listeners) notify()
}

export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => connection)
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** 0.5 s, doubled each time up to 30 s, and never all devices at once (E2EE §7). */
export function pauseAfter(failures: number): number {
  return Math.min(30_000, 250 * 2 ** failures) * (0.75 + Math.random() / 2)
}
