/** A thread as it is drawn: days, the mark before what is new, runs of messages by one person, and what happened between them. */
import { dayOf } from '../../days.ts'

/** What happened outside the thread and stands between its messages: a step of an order. */
export interface Happened {
  id: string
  at: string
}

export interface Dated extends Happened {
  senderId: string
}

type Drawn<Item, Card> =
  | { kind: 'message'; key: string; item: Item; isFirst: boolean; isLast: boolean }
  | { kind: 'card'; key: string; card: Card }

export type TimelineEntry<Item, Card> =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'new'; key: string }
  | Drawn<Item, Card>

/** As long as somebody writes without a longer pause, it is one turn of speech. */
const turnMs = 5 * 60_000

/**
 * @param items oldest first
 * @param newFrom the message before which « Nouveaux messages » stands
 * @param cards oldest first; each stands before the first message that is later
 */
export function timelineOf<Item extends Dated, Card extends Happened = never>(
  items: readonly Item[],
  newFrom: string | null,
  cards: readonly Card[] = [],
): TimelineEntry<Item, Card>[] {
  const entries: TimelineEntry<Item, Card>[] = []
  let day: string | null = null
  const draw = (entry: Drawn<Item, Card>, { at, isNew = false }: { at: string; isNew?: boolean }) => {
    if (dayOf(at) !== day) {
      day = dayOf(at)
      entries.push({ kind: 'day', key: `day ${day}`, date: at })
    }
    if (isNew) entries.push({ kind: 'new', key: 'new' })
    entries.push(entry)
  }
  let next = 0
  const drawCards = (isDue: (card: Card) => boolean) => {
    const before = next
    for (let card = cards[next]; card && isDue(card); card = cards[(next += 1)]) {
      draw({ kind: 'card', key: card.id, card }, card)
    }
    return next > before
  }
  for (const [place, item] of items.entries()) {
    const isInterrupted = drawCards(({ at }) => !isLater(at, item.at))
    const after = items[place + 1]
    const cut = cards[next]
    const isNew = item.id === newFrom
    const isFirst = isNew || isInterrupted || !isOneTurn(items[place - 1], item)
    const isLast =
      after?.id === newFrom || !isOneTurn(item, after) || (cut && after && !isLater(cut.at, after.at)) === true
    draw({ kind: 'message', key: item.id, item, isFirst, isLast }, { at: item.at, isNew })
  }
  drawCards(() => true)
  return entries
}

/** Those that stand between messages which are drawn: what is before the first or after the last comes with the others there. */
export function cardsAmong<Card extends Happened>(
  cards: readonly Card[],
  shown: readonly Happened[],
  reaches: { start: boolean; end: boolean },
): readonly Card[] {
  const [first, last] = [shown[0], shown.at(-1)]
  return cards.filter(
    ({ at }) => (reaches.start || !first || isLater(at, first.at)) && (reaches.end || !last || !isLater(at, last.at)),
  )
}

/** The server writes instants in more than one form. */
function isLater(at: string, than: string): boolean {
  return Date.parse(at) > Date.parse(than)
}

function isOneTurn(before: Dated | undefined, after: Dated | undefined): boolean {
  if (!before || !after || before.senderId !== after.senderId) return false
  if (dayOf(before.at) !== dayOf(after.at)) return false
  return Date.parse(after.at) - Date.parse(before.at) < turnMs
}
