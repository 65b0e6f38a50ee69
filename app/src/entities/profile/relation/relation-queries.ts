/** The reader's relation to each person on the screen: asked for together, kept one by one. */
import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

import { relationIn, type FollowRow, type Relation } from './relation.ts'

export const relationKeys = { all: ['relation'] } as const

/** As many as an address holds with ease. */
const mostAtOnce = 50

interface Batch {
  people: Set<string>
  rows: Promise<FollowRow[]>
}

const batches = new Map<string, Batch>()

export function relationQuery(userId: string, personId: string) {
  return queryOptions({
    queryKey: [...relationKeys.all, userId, personId],
    queryFn: async () => relationIn(await askTogether(userId, personId), personId),
    staleTime: 5 * 60_000,
  })
}

/** Everybody who is asked about in the same turn travels in one request. */
function askTogether(userId: string, personId: string): Promise<FollowRow[]> {
  const open = batches.get(userId)
  if (open && open.people.size < mostAtOnce) {
    open.people.add(personId)
    return open.rows
  }
  const people = new Set([personId])
  const rows = Promise.resolve().then(() => {
    if (batches.get(userId)?.people === people) batches.delete(userId)
    const ids = [...people].join(',')
    const either = `(and(follower_id.eq.${userId},followee_id.in.(${ids})),and(followee_id.eq.${userId},follower_id.in.(${ids})))`
    return read('follows', 'follower_id,followee_id,state,notify', { or: either })
  })
  batches.set(userId, { people, rows })
  return rows
}

export function patchRelation(
  cache: QueryClient,
  { userId, personId }: { userId: string; personId: string },
  change: (relation: Relation) => Relation,
): void {
  cache.setQueryData(relationQuery(userId, personId).queryKey, (relation) => relation && change(relation))
}
