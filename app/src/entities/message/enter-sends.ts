/** Whether Entrée sends or begins a line: each device its own way, for one has a keyboard and the other has not. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const storageKey = 'cortexia.enter-sends'
const enterKey = createStore<{ sends: boolean | null }>()(() => ({ sends: readChosen() }))

export function chooseEnter(sends: boolean): void {
  localStorage.setItem(storageKey, String(sends))
  enterKey.setState({ sends })
}

/** Unless somebody has chosen: it sends on a desktop and makes a line where one types with a thumb (SCREENS §3.10). */
export function useEnterSends(): boolean {
  return useStore(enterKey, ({ sends }) => sends ?? !isTouch())
}

/** A device without a keyboard of its own, as far as a browser tells. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function readChosen(): boolean | null {
  const chosen = localStorage.getItem(storageKey)
  return chosen === null ? null : chosen === 'true'
}
