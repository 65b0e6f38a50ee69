/**
 * Of a thread of any length only a window is drawn: wide enough to scroll freely in, moved when its edge comes near.
 * It hangs on a message, not on a number: what is loaded above or arrives below does not shift it.
 */

/** `null`: the window ends with the newest message, whatever comes. */
export type WindowEnd = string | null

interface Identified {
  id: string
}

export const windowLength = 120
const step = 50

export interface VisibleWindow<Item> {
  shown: readonly Item[]
  hasOlder: boolean
  hasNewer: boolean
}

export function windowOf<Item extends Identified>(items: readonly Item[], end: WindowEnd): VisibleWindow<Item> {
  const last = lastShown(items, end)
  const first = Math.max(0, last + 1 - windowLength)
  return { shown: items.slice(first, last + 1), hasOlder: first > 0, hasNewer: last < items.length - 1 }
}

/** One step up; the same where nothing is above. */
export function olderEnd(items: readonly Identified[], end: WindowEnd): WindowEnd {
  const last = lastShown(items, end)
  if (last + 1 <= windowLength) return end
  return items[Math.max(windowLength - 1, last - step)]?.id ?? end
}

/** One step down, and from the last one on with the newest. */
export function newerEnd(items: readonly Identified[], end: WindowEnd): WindowEnd {
  const next = lastShown(items, end) + step
  return next >= items.length - 1 ? null : (items[next]?.id ?? null)
}

/** The window in whose middle a message stands. */
export function endAround(items: readonly Identified[], id: string): WindowEnd {
  const place = items.findIndex((item) => item.id === id)
  const last = Math.max(place + windowLength / 2, windowLength - 1)
  return place === -1 || last >= items.length - 1 ? null : (items[last]?.id ?? null)
}

function lastShown(items: readonly Identified[], end: WindowEnd): number {
  const place = end === null ? -1 : items.findLastIndex(({ id }) => id === end)
  return place === -1 ? items.length - 1 : place
}
