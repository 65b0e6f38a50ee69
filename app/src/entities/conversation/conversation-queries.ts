/** One's conversations by pages, and each by itself, as the server has them: nothing here is decrypted. */
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { call } from '#data/wire.ts'
import { instantOf } from '#entities/conversation/message-row.ts'
import { displayName } from '#entities/profile/display-name.ts'

import type { Conversation, ConversationFilter } from './conversation.ts'
import { withReadMark } from './read-marks.ts'

const pageLength = 30
const everybodyLength = 100

interface EverybodyPlace {
  filter: 'all' | 'archived' | 'requests'
  cursor: string | null
}

const firstOfAll: EverybodyPlace = { filter: 'all', cursor: null }
const nextFilter = { all: 'archived', archived: 'requests', requests: undefined } as const

export type PageRow = Answer<'conversation_page'>[number]

export interface ConversationPage {
  conversations: Conversation[]
  next: string | null
}

export const conversationKeys = {
  all: (userId: string) => ['conversations', userId] as const,
  lists: (userId: string) => [...conversationKeys.all(userId), 'list'] as const,
  ones: (userId: string) => [...conversationKeys.all(userId), 'one'] as const,
}

/** Who one talks with, sealed on this device like what is said. */
export const keptLists = (owner: string) => ({ owner, kind: 'conversations', most: 4, isSealed: true })
export const keptOnes = (owner: string) => ({ owner, kind: 'conversation', most: 60, isSealed: true })

export const conversationQueries = {
  list: (userId: string, filter: ConversationFilter) =>
    infiniteQueryOptions({
      queryKey: [...conversationKeys.lists(userId), filter],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }): Promise<ConversationPage> => {
        const args = { filter, cursor: pageParam, page_size: pageLength }
        const rows = await call('conversation_page', args, { signal })
        const conversations = rows.map((row) => withReadMark(userId, toConversation(row)))
        return { conversations, next: nextAfter(rows) }
      },
      getNextPageParam: (page) => page.next,
      meta: { keep: keptLists(userId) },
      // The channel tells of every change.
      staleTime: Infinity,
    }),

  /** All filters one after the other, in large pages: for whoever looks for somebody. */
  everybody: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...conversationKeys.all(userId), 'everybody'],
      initialPageParam: firstOfAll,
      queryFn: async ({ pageParam: { filter, cursor }, signal }) => {
        const rows = await call('conversation_page', { filter, cursor, page_size: everybodyLength }, { signal })
        const conversations = rows.map((row) => withReadMark(userId, toConversation(row)))
        return { conversations, next: placeAfter(rows, filter) }
      },
      getNextPageParam: (page) => page.next,
      staleTime: 60_000,
    }),

  /** `null` for whoever takes no part in it. */
  one: (userId: string, id: string) =>
    queryOptions({
      queryKey: [...conversationKeys.ones(userId), id],
      queryFn: ({ signal }) => readConversation(userId, id, signal),
      meta: { keep: keptOnes(userId) },
      staleTime: Infinity,
    }),

  unread: (userId: string) =>
    queryOptions({
      queryKey: [...conversationKeys.all(userId), 'unread'],
      queryFn: ({ signal }) => call('unread_conversations', {}, { method: 'GET', signal }),
      staleTime: Infinity,
    }),
}

function placeAfter(rows: readonly PageRow[], filter: EverybodyPlace['filter']): EverybodyPlace | null {
  const isLast = rows.filter(({ me }) => me.pinned_at === null).length < everybodyLength
  if (!isLast) return { filter, cursor: rows.at(-1)?.cursor ?? null }
  const next = nextFilter[filter]
  return next ? { filter: next, cursor: null } : null
}

/** Pinned ones stand before the first page and carry no cursor of their own. */
function nextAfter(rows: readonly PageRow[]): string | null {
  return rows.filter(({ me }) => me.pinned_at === null).length < pageLength ? null : (rows.at(-1)?.cursor ?? null)
}

export function toConversation({ conversation, me, others, latest, is_closed: isClosed }: PageRow): Conversation {
  return {
    id: conversation.id,
    kind: conversation.kind,
    createdBy: conversation.created_by,
    pair: conversation.pair_key?.split(':') ?? null,
    createdAt: conversation.created_at,
    lastMessageAt: conversation.last_message_at,
    vanishAfter: conversation.vanish_after,
    epochId: conversation.epoch_id,
    isClosed,
    me: {
      state: me.state,
      role: me.role,
      isActive: me.is_active,
      unread: me.unread_count,
      lastReadAt: me.read_up_to && instantOf(me.read_up_to),
      mutedUntil: me.muted_until,
      pinnedAt: me.pinned_at,
      archivedAt: me.archived_at,
      joinedAt: me.joined_at,
      readsFrom: me.reads_from && instantOf(me.reads_from),
    },
    others: others.map(({ id, username, display_name: name, avatar_url, ...part }) => ({
      id,
      username,
      display_name: name || displayName({ id, username }),
      avatar_url,
      role: part.role,
      state: part.state,
      isActive: part.is_active,
      lastReadAt: part.last_read_at && instantOf(part.last_read_at),
    })),
    last: latest,
  }
}

async function readConversation(userId: string, id: string, signal: AbortSignal): Promise<Conversation | null> {
  const held = queryClient
    .getQueriesData<InfiniteData<ConversationPage>>({ queryKey: conversationKeys.lists(userId) })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ conversations }) => conversations)
    .find((conversation) => conversation.id === id)
  const isFirst = queryClient.getQueryState([...conversationKeys.ones(userId), id])?.data === undefined
  if (held && isFirst) return held
  const [row] = await call('conversation_entry', { conversation: id }, { signal })
  return row ? withReadMark(userId, toConversation(row)) : null
}

/** Something about it has changed: whoever shows it, or sends in it, reads it again. */
export async function refreshConversation(userId: string, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...conversationKeys.ones(userId), id], refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: conversationKeys.lists(userId) }),
  ])
}

/** What is known at once, before the server is asked: unread counts, pins, archives. */
export function patchConversation(
  userId: string,
  id: string,
  change: (conversation: Conversation) => Conversation,
): void {
  const patched = (conversation: Conversation) => (conversation.id === id ? change(conversation) : conversation)
  queryClient.setQueryData<Conversation | null>([...conversationKeys.ones(userId), id], (one) => one && patched(one))
  queryClient.setQueriesData<InfiniteData<ConversationPage>>(
    { queryKey: conversationKeys.lists(userId) },
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page) => ({ ...page, conversations: page.conversations.map(patched) })),
      },
  )
}

/** From the cache, which the channel keeps true, unless it is said to have changed. */
export function conversationOf(userId: string, id: string, isChanged = false): Promise<Conversation | null> {
  const one = conversationQueries.one(userId, id)
  return isChanged ? queryClient.fetchQuery({ ...one, staleTime: 0 }) : queryClient.ensureQueryData(one)
}
