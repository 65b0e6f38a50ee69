/** What the server has not accepted yet, for the marks beside it. Filled by pending-writes.ts, which comes later. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const waiting = createStore<ReadonlySet<string>>()(() => new Set())

/** The keys of writes that were tried in vain. */
export function tellWaiting(keys: ReadonlySet<string>): void {
  waiting.setState(keys, true)
}

/** Whether something about this post, person or comment still waits for the network. */
export function useIsWaiting(key: string): boolean {
  return useStore(waiting, (keys) => keys.has(key))
}

/** Whether anything was tried in vain. */
export function useAnyWaiting(): boolean {
  return useStore(waiting, (keys) => keys.size > 0)
}
