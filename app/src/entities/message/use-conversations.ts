/** The list as the reader sees it: names of groups and last lines are decrypted here. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useUserId } from '#data/session.ts'
import { conversationQueries } from '#entities/conversation/conversation-queries.ts'
import { peopleNameOf, type Conversation, type ConversationFilter } from '#entities/conversation/conversation.ts'

import { useVaultState } from './keys/vault.ts'
import { messengerOf } from './messenger.ts'
import { Previews, unopenedPreview, type Preview } from './previews/previews.ts'
import { openScope, scopeOf, usePart } from './scope.ts'
import { fillIndex } from './search/fill-index.ts'

export type { Preview } from './previews/previews.ts'

export interface ListedConversation extends Conversation {
  /** The group's own name, else its people's names. */
  title: string
  preview: Preview
}

export interface ConversationList {
  conversations: readonly ListedConversation[]
  isPending: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

const indexAfterMs = 5000

export function useConversations(filter: ConversationFilter): ConversationList {
  const userId = useUserId() ?? ''
  const query = useInfiniteQuery({ ...conversationQueries.list(userId, filter), enabled: userId !== '' })
  const pages = query.data?.pages
  const rows = useMemo(() => unique(pages?.flatMap(({ conversations }) => conversations) ?? []), [pages])
  const conversations = useListed(rows)
  useEffect(() => {
    if (userId === '') return undefined
    // The channel is listened to as long as the list is there.
    messengerOf(userId)
    const timer = setTimeout(() => void fillIndex(scopeOf(userId)), indexAfterMs)
    return () => clearTimeout(timer)
  }, [userId])
  return {
    conversations,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
  }
}

export function useConversation(id: string): {
  conversation: ListedConversation | null
  isPending: boolean
  error: Error | null
  retry: () => void
} {
  const userId = useUserId() ?? ''
  const query = useQuery({ ...conversationQueries.one(userId, id), enabled: userId !== '' })
  const rows = useMemo(() => (query.data ? [query.data] : []), [query.data])
  const [conversation = null] = useListed(rows)
  return { conversation, isPending: query.isPending, error: query.error, retry: () => void query.refetch() }
}

/** Their last lines are opened as they are shown. */
export function useListed(rows: readonly Conversation[]): readonly ListedConversation[] {
  const userId = useUserId()
  const version = usePart(Previews, (previews) => previews.version, -1)
  const device = useVaultState()
  useEffect(() => {
    if (userId !== null) void scopeOf(userId).part(Previews).lookAtLast(rows)
  }, [userId, rows, device])
  return useMemo(
    () =>
      rows.map((conversation) => ({
        ...conversation,
        title: nameOf(userId, conversation),
        preview: previewsOf(userId)?.of(conversation) ?? unopenedPreview(userId, conversation.last),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what has been opened since
    [rows, userId, version],
  )
}

/** Of two, neither names the other. */
export function nameOf(userId: string | null, conversation: Conversation): string {
  const title = conversation.kind === 'group' && previewsOf(userId)?.titleOf(conversation.id)
  return title || peopleNameOf(conversation)
}

function previewsOf(userId: string | null): Previews | undefined {
  return openScope(userId)?.made(Previews)
}

/** A page that was read later may tell again of one that has moved up meanwhile. */
function unique(rows: readonly Conversation[]): Conversation[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
