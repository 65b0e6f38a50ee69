/** Where somebody stopped reading a list, on this device: a member under their id, a visitor as long as the tab lives. */
import { note } from '#data/device/note.ts'
import type { FeedPosition } from '#entities/post/feed/feed-positions.ts'

const prefix = 'cortexia.private.'

export function readPosition(list: string, userId: string | null): FeedPosition | undefined {
  const text = storeOf(userId).getItem(nameOf(list, userId))
  return text === null ? undefined : (JSON.parse(text) as FeedPosition)
}

export function writePosition(list: string, userId: string | null, place: FeedPosition): void {
  note(storeOf(userId), nameOf(list, userId), JSON.stringify(place))
}

function storeOf(userId: string | null): Storage {
  return userId === null ? sessionStorage : localStorage
}

// Under the prefix of private-storage.ts: signing out takes it away with the rest.
function nameOf(list: string, userId: string | null): string {
  return `${prefix}${userId ?? 'visitor'}.place.${list}`
}
