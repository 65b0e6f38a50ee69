/** What this device has kept of a conversation that one has left, or deleted for oneself: all of it goes. */
import { forgetAnswers } from '#data/device/answer-shelf.ts'
import { keptLists, keptOnes } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'

import { Previews } from './previews/previews.ts'
import type { Scope } from './scope.ts'
import { SearchIndex } from './search/search-index.ts'
import { keptThreadOf } from './thread/kept-thread.ts'

export async function forgetConversation(scope: Scope, conversationId: string): Promise<void> {
  await Promise.all([
    keptThreadOf({ userId: scope.userId, conversationId }).forget(),
    scope.part(Previews).forgetTitle(conversationId),
    scope.part(SearchIndex).forget(conversationId),
    forgetAnswers(keptOnes(scope.userId)),
    forgetAnswers(keptLists(scope.userId)),
  ])
}

/** Deleted on another device, maybe, and begun anew since: what is older than that goes. */
export async function forgetOlder(scope: Scope, { id, me }: Conversation): Promise<void> {
  if (me.readsFrom === null) return
  await keptThreadOf({ userId: scope.userId, conversationId: id }).forgetBefore(me.readsFrom)
  await scope.part(SearchIndex).forget(id, me.readsFrom)
}
