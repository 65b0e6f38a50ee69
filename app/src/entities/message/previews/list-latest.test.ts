/** The list's last line while the list itself is being asked for. */
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { queryClient } from '#data/query-client.ts'
import { conversationQueries, type ConversationPage } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { listLatest } from './list-latest.ts'

const userId = 'awa'
const row = { id: 'm1', conversation_id: 'c1', sender_id: userId, created_at: '2026-11-29T10:00:00Z', metadata: {} }
const group = { id: 'c1', last: null, lastMessageAt: null, me: { unread: 0, pinnedAt: null } }

const pageWith = (last: typeof row | null): ConversationPage => ({
  conversations: [{ ...group, last } as unknown as Conversation],
  next: null,
})

test('an answer that was asked for before a message came does not take its line away', async () => {
  const { queryKey } = conversationQueries.list(userId, 'all')
  const asked: ((page: ConversationPage) => void)[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<ConversationPage>((resolve) => asked.push(resolve)),
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
  })
  const stop = observer.subscribe(() => undefined)
  const last = () => observer.getCurrentResult().data?.pages[0]?.conversations[0]?.last?.id
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(pageWith(null))
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)

  // The group's key was published: the channel has the list asked for, and the message comes before the answer.
  void queryClient.invalidateQueries({ queryKey })
  await expect.poll(() => asked.length).toBe(2)
  listLatest(userId, row as unknown as MessageRow)
  expect(last()).toBe('m1')
  asked[1]?.(pageWith(null))
  await expect.poll(() => asked.length).toBe(3)
  expect(last()).toBe('m1')
  asked[2]?.(pageWith(row))
  await expect.poll(() => queryClient.isFetching({ queryKey })).toBe(0)
  expect(last()).toBe('m1')
  stop()
})
