/**
 * What signed-in people ask of the feed, all of it different: of ten, six their first page, two a later one, two the
 * page of a creator. No two have the same token, and no two of the latter four the same address.
 */
import type { FeedPageRequest } from '../../../app/src/entities/post/feed/feed-page.ts'
import type { Variant } from '../support/load.ts'
import type { Asking } from './arena.ts'
import { feedPathOf, memberHeaders } from './feed-request.ts'
import { members, personId } from './members.ts'

const variantCount = 2_000
/** Of ten. */
export const shares = { first: 6, later: 2, creator: 2 } as const
export type Kind = keyof typeof shares

const order = Object.entries(shares).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind))

/** @param newest when the crowd's newest post was made */
function pageOf(kind: Kind, number: number, newest: Date): FeedPageRequest {
  const page = { isSignedIn: true, after: null }
  switch (kind) {
    case 'first':
      return page
    case 'later': {
      const createdAt = new Date(newest.getTime() - number * 61_000).toISOString()
      return { ...page, after: { createdAt, id: personId(number) } }
    }
    default:
      return { ...page, creatorId: personId(number + 1) }
  }
}

export function mixOf(apikey: string, newest: Date): Variant[] {
  return Array.from({ length: variantCount }, (_, number) => ({
    path: feedPathOf(pageOf(order[number % order.length] ?? 'first', number, newest)),
    // Seven leaves no remainder in common with the number of members or of kinds.
    headers: memberHeaders(apikey, members[(number * 7) % members.length]?.token ?? ''),
  }))
}

/** One of each kind, asked by the first member. */
export function sampleOf(kind: Kind, apikey: string, newest: Date): Asking {
  return { path: feedPathOf(pageOf(kind, 500, newest)), headers: memberHeaders(apikey, members[0]?.token ?? '') }
}
