/** What the server has not accepted yet, for the marks beside it. Filled by pending-writes.ts, which comes later. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let waiting: ReadonlySet<string> = new Set()

/** The keys of writes that were tried in vain. */
export function tellWaiting(keys: ReadonlySet<string>): void {
  waiting = keys
  for (const notify of listeners) notify()
}

/** Whether something about this post, person or comment still waits for the network. */
export function useIsWaiting(key: string): boolean {
  return useSyncExternalStore(watch, () => waiting.has(key))
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
