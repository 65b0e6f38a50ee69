/** One's conversations by name: all of them, whatever the list has come to. Names of groups are known on the device alone. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useUserId } from '#data/session.ts'
import { conversationQueries } from '#entities/conversation/conversation-queries.ts'

import { Previews } from './previews/previews.ts'
import { scopeOf, usePart } from './scope.ts'
import { nameOf, useListed, type ListedConversation } from './use-conversations.ts'

/** More are found by one more letter. */
const mostFound = 50

export interface ConversationSearch {
  conversations: readonly ListedConversation[]
  /** There may be more that were not looked at yet. */
  isSearching: boolean
}

/** @param holds whether a name is what is looked for; `null`: nothing is, and nothing is read */
export function useConversationSearch(holds: ((name: string) => boolean) | null): ConversationSearch {
  const userId = useUserId() ?? ''
  const isWanted = holds !== null && userId !== ''
  const query = useInfiniteQuery({ ...conversationQueries.everybody(userId), enabled: isWanted })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const all = useMemo(() => data?.pages.flatMap(({ conversations }) => conversations) ?? [], [data])
  const version = usePart(Previews, (previews) => previews.version, -1)
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage])
  useEffect(() => {
    if (userId !== '')
      void scopeOf(userId)
        .part(Previews)
        .lookForNames(all)
        .catch(() => undefined)
  }, [userId, all])
  const found = useMemo(() => {
    if (!holds) return []
    const isFound = (one: (typeof all)[number]) =>
      holds(nameOf(userId, one)) ||
      one.others.some(({ username, isActive }) => isActive && username !== null && holds(username))
    return all.filter(isFound).slice(0, mostFound)
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the names that have been opened since
  }, [userId, all, holds, version])
  return { conversations: useListed(found), isSearching: isWanted && (isFetching || (hasNextPage && !isError)) }
}
