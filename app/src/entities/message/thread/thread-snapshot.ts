/** A thread as a screen gets it. */
import type { ThreadItem } from '../message.ts'

export interface ThreadSnapshot {
  state: 'loading' | 'ready' | 'failed'
  items: readonly ThreadItem[]
  hasOlder: boolean
  isLoadingOlder: boolean
  /** When others last wrote anything, reactions and changes included, which are no items of their own. */
  heardUpTo: string | null
}

export const emptySnapshot: ThreadSnapshot = {
  state: 'loading',
  items: [],
  hasOlder: false,
  isLoadingOlder: false,
  heardUpTo: null,
}

/** Bubbles that say the same stay the same object: only what has changed renders. */
export function keepSame(before: readonly ThreadItem[], after: readonly ThreadItem[]): readonly ThreadItem[] {
  const known = new Map(before.map((item) => [item.id, item]))
  const items = after.map((item) => {
    const old = known.get(item.id)
    if (old === item || !old || old.files !== item.files) return item
    return JSON.stringify(old) === JSON.stringify(item) ? old : item
  })
  return items.length === before.length && items.every((item, place) => item === before[place]) ? before : items
}
