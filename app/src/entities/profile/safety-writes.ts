/** Blocking and muting: at once on the screen, sent when it can be. What lists show changes with the server's answer. */
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import type { PersonCard } from './person-card.ts'
import { personMessages } from './person.i18n.ts'
import { patchRelation } from './relation/relation-queries.ts'
import { stranger } from './relation/relation.ts'
import { safetyQueries, type Mute } from './safety-queries.ts'

interface BlockWish {
  userId: string
  person: PersonCard
  isBlocked: boolean
}

export interface MuteWish extends Pick<Mute, 'kind' | 'target'> {
  userId: string
  isMuted: boolean
  /** Until when; `null` is until further notice. */
  until: string | null
}

const kinds = { block: 'person.block', mute: 'person.mute' } as const

registerWrite<BlockWish>(kinds.block, { send: sendBlock, undo: tellRefusal })
registerWrite<MuteWish>(kinds.mute, { send: sendMute, undo: tellRefusal })

export function wishToBlock(wish: BlockWish): void {
  const { userId, person, isBlocked } = wish
  queryClient.setQueryData(safetyQueries.blocks(userId).queryKey, (people) => {
    const others = people?.filter(({ id }) => id !== person.id)
    return others && (isBlocked ? [person, ...others] : others)
  })
  if (isBlocked) patchRelation(queryClient, { userId, personId: person.id }, () => stranger)
  enqueueWrite(kinds.block, wish, { key: person.id })
}

export function wishToMute(wish: MuteWish): void {
  const { userId, kind, target, isMuted, until } = wish
  queryClient.setQueryData(safetyQueries.mutes(userId).queryKey, (mutes) => {
    const others = mutes?.filter((mute) => mute.kind !== kind || mute.target !== target)
    const mute: Mute = { id: `${kind}:${target}`, kind, target, expires_at: until }
    return others && (isMuted ? [mute, ...others] : others)
  })
  enqueueWrite(kinds.mute, wish, { key: `${kind}:${target}` })
}

async function sendBlock({ userId, person, isBlocked }: BlockWish): Promise<void> {
  const blocks = (await supabase()).from('blocks')
  if (isBlocked) {
    // Already blocked, from another device or by a send whose answer was lost: the wish is fulfilled.
    unwrap(await blocks.upsert({ blocker_id: userId, blocked_id: person.id }, { ignoreDuplicates: true }))
  } else {
    unwrap(await blocks.delete().eq('blocker_id', userId).eq('blocked_id', person.id))
  }
  showAnew()
}

async function sendMute({ userId, kind, target, isMuted, until }: MuteWish): Promise<void> {
  const mutes = (await supabase()).from('mutes')
  // One that is there already may have another end: the wish replaces it.
  unwrap(await mutes.delete().eq('user_id', userId).eq('kind', kind).eq('target', target))
  if (isMuted) unwrap(await mutes.insert({ user_id: userId, kind, target, expires_at: until }))
  showAnew()
}

function tellRefusal(_: unknown, error: unknown): void {
  showAnew()
  const m = currentMessages(personMessages)
  toast({ tone: 'danger', title: m.notDone, description: explainPace(error) ?? m.tryAgain })
}

/** Every list may hold what is now put aside, or lack what is back: those on the screen are asked for again. */
function showAnew(): void {
  void queryClient.invalidateQueries()
}
