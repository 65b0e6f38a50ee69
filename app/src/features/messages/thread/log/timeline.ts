/** A thread as it is drawn: days, the mark before what is new, and runs of messages by one person. */
import { dayOf } from '../../days.ts'

export interface Dated {
  id: string
  senderId: string
  at: string
}

export type TimelineEntry<Item> =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; item: Item; isFirst: boolean; isLast: boolean }

/** As long as somebody writes without a longer pause, it is one turn of speech. */
const turnMs = 5 * 60_000

/**
 * @param items oldest first
 * @param newFrom the message before which « Nouveaux messages » stands
 */
export function timelineOf<Item extends Dated>(items: readonly Item[], newFrom: string | null): TimelineEntry<Item>[] {
  const entries: TimelineEntry<Item>[] = []
  for (const [place, item] of items.entries()) {
    const before = items[place - 1]
    const after = items[place + 1]
    const isNewDay = !before || dayOf(before.at) !== dayOf(item.at)
    if (isNewDay) entries.push({ kind: 'day', key: `day ${dayOf(item.at)}`, date: item.at })
    if (item.id === newFrom) entries.push({ kind: 'new', key: 'new' })
    entries.push({
      kind: 'message',
      key: item.id,
      item,
      isFirst: item.id === newFrom || !isOneTurn(before, item),
      isLast: after?.id === newFrom || !isOneTurn(item, after),
    })
  }
  return entries
}

function isOneTurn(before: Dated | undefined, after: Dated | undefined): boolean {
  if (!before || !after || before.senderId !== after.senderId) return false
  if (dayOf(before.at) !== dayOf(after.at)) return false
  return Date.parse(after.at) - Date.parse(before.at) < turnMs
}
