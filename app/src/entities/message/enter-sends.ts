/** Whether Entrée sends or begins a line: each device its own way, for one has a keyboard and the other has not. */
import { useSyncExternalStore } from 'react'

const storageKey = 'cortexia.enter-sends'
const listeners = new Set<() => void>()

/** Unless somebody has chosen: it sends on a desktop and makes a line where one types with a thumb (SCREENS §3.10). */
function doesEnterSend(): boolean {
  const chosen = localStorage.getItem(storageKey)
  return chosen === null ? !isTouch() : chosen === 'true'
}

export function chooseEnter(sends: boolean): void {
  localStorage.setItem(storageKey, String(sends))
  for (const notify of listeners) notify()
}

export function useEnterSends(): boolean {
  return useSyncExternalStore(watch, doesEnterSend)
}

/** A device without a keyboard of its own, as far as a browser tells. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
