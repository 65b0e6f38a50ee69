/** The conversation list's line and place for a message that has just come. */
import type { InfiniteData } from '@tanstack/react-query'

import { queryClient, readAnew } from '#data/query-client.ts'
import { conversationKeys, type ConversationPage } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

/** Shown before the server is asked again. */
export function listLatest(userId: string, row: MessageRow): void {
  const lists = queryClient.getQueriesData<InfiniteData<ConversationPage>>({ queryKey: conversationKeys.lists(userId) })
  for (const [key, data] of lists) {
    const held = data?.pages.flatMap(({ conversations }) => conversations).find(({ id }) => id === row.conversation_id)
    if (!data || !held) {
      void readAnew(key)
      continue
    }
    const isOld = held.last !== null && instantOf(held.last.created_at) >= instantOf(row.created_at)
    if (isOld) continue
    queryClient.setQueryData<InfiniteData<ConversationPage>>(key, moveUp(data, withLatest(userId, held, row)))
    // An answer that was asked for before does not tell of it, and would take its place.
    if (queryClient.isFetching({ queryKey: key }) > 0) void queryClient.invalidateQueries({ queryKey: key })
  }
}

function withLatest(userId: string, held: Conversation, row: MessageRow): Conversation {
  const isNews = row.sender_id !== userId && row.metadata['quiet'] !== true
  const unread = isNews ? held.me.unread + 1 : held.me.unread
  return { ...held, last: row, lastMessageAt: row.created_at, me: { ...held.me, unread } }
}

function moveUp(data: InfiniteData<ConversationPage>, changed: Conversation): InfiniteData<ConversationPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ id }) => id !== changed.id),
  }))
  const [first, ...rest] = pages
  if (!first) return data
  const pinned = first.conversations.filter(({ me }) => me.pinnedAt !== null)
  const others = first.conversations.filter(({ me }) => me.pinnedAt === null)
  const conversations = changed.me.pinnedAt === null ? [...pinned, changed, ...others] : [changed, ...pinned, ...others]
  return { ...data, pages: [{ ...first, conversations }, ...rest] }
}
