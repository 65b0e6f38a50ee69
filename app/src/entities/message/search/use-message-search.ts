import { useEffect, useState } from 'react'

import { pauseAfter } from '#data/outbox/backoff.ts'
import { useUserId } from '#data/session.ts'

import { isOpenable, useVaultState } from '../keys/vault.ts'
import { scopeOf, type Scope } from '../scope.ts'
import { fillIndex } from './fill-index.ts'
import { searchIndex } from './inverted-index.ts'
import { SearchIndex } from './search-index.ts'
import type { IndexedMessage } from './search-words.ts'

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
  const [answer, setAnswer] = useState<readonly FoundMessage[] | null>(null)
  const [isComplete, setComplete] = useState(false)
  const device = useVaultState()
  const mayOpen = device === 'loading' || isOpenable(device)
  useEffect(() => {
    if (userId === null || !isWanted || !mayOpen) return undefined
    return fillUntilWhole(scopeOf(userId), () => setComplete(true))
  }, [userId, isWanted, mayOpen])
  useEffect(() => {
    if (userId === null || !isWanted) return undefined
    let isGone = false
    const index = scopeOf(userId).part(SearchIndex)
    const search = latestOnly(async () => {
      const results = await searchIndex(await index.load(), query, { conversationId, most: mostResults })
      if (!isGone) setAnswer(results)
    })
    search()
    const stop = index.store.subscribe(search)
    return () => {
      isGone = true
      stop()
    }
  }, [userId, isWanted, query, conversationId])
  // What was found for the letters before stays until there is an answer to these.
  return { results: isWanted && answer ? answer : none, isSearching: isWanted && answer === null, isComplete }
}

/** As long as somebody searches, a network that failed is asked again. Answers the way to stop. */
function fillUntilWhole(scope: Scope, onWhole: () => void): () => void {
  let isGone = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const fill = async () => {
    const isWhole = await fillIndex(scope)
    if (isGone) return
    if (isWhole) return onWhole()
    failures += 1
    timer = setTimeout(() => void fill(), pauseAfter(failures))
  }
  void fill()
  return () => {
    isGone = true
    clearTimeout(timer)
  }
}

/** One at a time; being asked meanwhile means once more. */
function latestOnly(work: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  const run = async () => {
    while (isWanted) {
      isWanted = false
      await work().catch(() => undefined)
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    void run()
  }
}
