import { useEffect, useMemo, useState } from 'react'

import { useUserId } from '#data/session.ts'

import { fillIndex } from './fill-index.ts'
import { indexedMessages, loadIndex, watchIndex } from './search-index.ts'
import { findMessages, type IndexedMessage } from './search-words.ts'

const mostResults = 100
const none: readonly IndexedMessage[] = []

export type FoundMessage = IndexedMessage

export interface MessageSearch {
  /** Newest first. */
  results: readonly FoundMessage[]
  /** The index is still being read. */
  isSearching: boolean
  /** All messages that this device can open are in it. */
  isComplete: boolean
}

/** Looks on this device only; without words it finds nothing and reads nothing. */
export function useMessageSearch(query: string, { conversationId }: { conversationId?: string } = {}): MessageSearch {
  const userId = useUserId()
  const isWanted = query.trim() !== ''
  const [messages, setMessages] = useState<readonly IndexedMessage[] | null>(null)
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    if (userId === null || !isWanted) return undefined
    let isGone = false
    const read = async () => {
      const index = await loadIndex(userId)
      if (!isGone) setMessages(indexedMessages(index))
    }
    void read().catch(() => undefined)
    void fillIndex(userId).then(() => !isGone && setComplete(true))
    const stop = watchIndex(() => void read().catch(() => undefined))
    return () => {
      isGone = true
      stop()
    }
  }, [userId, isWanted])
  const results = useMemo(
    () => (messages && isWanted ? findMessages(messages, query, { conversationId, most: mostResults }) : none),
    [messages, isWanted, query, conversationId],
  )
  return { results, isSearching: isWanted && messages === null, isComplete }
}
