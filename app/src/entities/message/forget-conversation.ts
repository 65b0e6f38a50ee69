/** What this device has kept of a conversation that one has left, or deleted for oneself: all of it goes. */
import type { Conversation } from '#entities/conversation/conversation.ts'

import { forgetTitle } from './previews/previews.ts'
import { forgetInIndex } from './search/search-index.ts'
import { keptThreadOf } from './thread/kept-thread.ts'

export async function forgetConversation(userId: string, conversationId: string): Promise<void> {
  await Promise.all([
    keptThreadOf({ userId, conversationId }).forget(),
    forgetTitle(userId, conversationId),
    forgetInIndex(userId, conversationId),
  ])
}

/** Deleted on another device, maybe, and begun anew since: what is older than that goes. */
export async function forgetOlder(userId: string, { id, me }: Conversation): Promise<void> {
  if (me.readsFrom === null) return
  await keptThreadOf({ userId, conversationId: id }).forgetBefore(me.readsFrom)
  await forgetInIndex(userId, id, me.readsFrom)
}
