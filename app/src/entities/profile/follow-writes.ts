/** Following, asking and leaving: shown at once, sent when it can be, taken back with a word when it is refused. */
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { peopleKeys, peopleQueries } from './people-queries.ts'
import { personMessages } from './person.i18n.ts'
import { patchCounters, profileQueries } from './profile-queries.ts'
import { patchRelation, relationKeys, relationQuery } from './relation/relation-queries.ts'
import { followed, type FollowState } from './relation/relation.ts'

interface FollowWish {
  userId: string
  personId: string
  wanted: boolean
}

interface BellWish extends Omit<FollowWish, 'wanted'> {
  notify: boolean
}

const kinds = { follow: 'person.follow', bell: 'person.bell' } as const
const uniqueViolation = '23505'

registerWrite<FollowWish>(kinds.follow, { send: sendFollow, undo: undoFollow })
registerWrite<BellWish>(kinds.bell, { send: sendBell, undo: undoBell })

/** Whoever is private is asked: `isPrivate` only decides what is shown until the server answers. */
export function wishToFollow(wish: FollowWish & { isPrivate: boolean }): void {
  const { isPrivate, ...body } = wish
  const before = queryClient.getQueryData(relationQuery(body.userId, body.personId).queryKey)
  if (before) {
    const after = followed(before, body.wanted, isPrivate)
    patchRelation(queryClient, body, () => after)
    countFollow(body, before.follow, after.follow)
  }
  enqueueWrite(kinds.follow, body, { key: body.personId })
}

export function wishForBell(wish: BellWish): void {
  patchRelation(queryClient, wish, (relation) => ({ ...relation, notify: wish.notify }))
  if (!wish.notify) {
    queryClient.setQueryData(peopleQueries.bells(wish.userId).queryKey, (people) =>
      people?.filter(({ id }) => id !== wish.personId),
    )
  }
  enqueueWrite(kinds.bell, wish, { key: wish.personId })
}

async function sendFollow({ userId, personId, wanted }: FollowWish): Promise<void> {
  const follows = (await supabase()).from('follows')
  if (!wanted) {
    unwrap(await follows.delete().eq('follower_id', userId).eq('followee_id', personId))
    return
  }
  const result = await follows.insert({ follower_id: userId, followee_id: personId }).select('state').single()
  // Already followed, from another device or by an answer that was lost: the wish is fulfilled.
  if (result.error?.code === uniqueViolation) return
  const state = unwrap(result).state as FollowState
  patchRelation(queryClient, { userId, personId }, (relation) => {
    countFollow({ userId, personId }, relation.follow, state)
    return { ...relation, follow: state }
  })
}

async function sendBell({ userId, personId, notify }: BellWish): Promise<void> {
  const follows = (await supabase()).from('follows')
  unwrap(await follows.update({ notify }).eq('follower_id', userId).eq('followee_id', personId))
}

function undoFollow({ wanted }: FollowWish, error: unknown): void {
  const m = currentMessages(personMessages)
  askAgain()
  toast({ tone: 'danger', title: wanted ? m.followFailed : m.unfollowFailed, description: explain(error) })
}

function undoBell(_: BellWish, error: unknown): void {
  askAgain()
  toast({ tone: 'danger', title: currentMessages(personMessages).notDone, description: explain(error) })
}

/** What the server holds is the truth again. */
function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: relationKeys.all })
  void queryClient.invalidateQueries({ queryKey: profileQueries.all() })
  void queryClient.invalidateQueries({ queryKey: peopleKeys.all })
}

/** Both counts follow what is shown. */
function countFollow({ userId, personId }: Omit<FollowWish, 'wanted'>, before: FollowState, after: FollowState): void {
  const step = Number(after === 'active') - Number(before === 'active')
  if (step === 0) return
  patchCounters(queryClient, personId, (counts) => ({ ...counts, followers_count: counts.followers_count + step }))
  patchCounters(queryClient, userId, (counts) => ({ ...counts, following_count: counts.following_count + step }))
}

function explain(error: unknown): string {
  const m = currentMessages(personMessages)
  const hint = error instanceof DataError ? error.hint : undefined
  if (hint === 'blocked_by_you') return m.blockedByYou
  return hint === 'person_gone' ? m.notAvailable : (explainPace(error) ?? m.tryAgain)
}
