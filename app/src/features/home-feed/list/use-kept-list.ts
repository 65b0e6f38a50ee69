/** Keeps a list on the device as it grows, and shows what was kept when the server cannot be reached, or is slow. */
'use no memo'

import { useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useOnline } from '#data/network.ts'
import { listName, type PostList } from '#entities/post/feed/post-list.ts'
import { postQueries } from '#entities/post/post-queries.ts'

import type { ListData } from './feed-memory.ts'

const restMs = 1500
/** Until what was kept is shown in place of an answer that does not come. */
const lateMs = 1500

/** Answers when the shown content was put away, as milliseconds, while nothing newer can be had; else `null`. */
export function useKeptList(
  list: PostList,
  userId: string | null,
  { data, failureCount }: UseInfiniteQueryResult<ListData>,
): number | null {
  const cache = useQueryClient()
  const isOnline = useOnline()
  const name = 'tag' in list ? null : listName(list)
  // What stands there from the first moment on, because nothing answered the page's head.
  const [isUnreachable, setUnreachable] = useState(window.keptFirst?.tab === name)
  const isLate = useLate(!data)
  const isLacking = !data && (failureCount > 0 || !isOnline || isLate)

  useEffect(() => {
    if (!isLacking || name === null) return undefined
    let isGone = false
    const show = async () => {
      const { readList } = await import('./feed-memory.ts')
      const kept = await readList(list, userId)
      const { queryKey } = postQueries.list(list, userId)
      if (isGone || !kept || cache.getQueryData(queryKey)) return
      cache.setQueryData(queryKey, kept)
      setUnreachable(true)
    }
    void show().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [isLacking, list, name, userId, cache])

  useEffect(() => {
    if (!data || name === null) return undefined
    const keep = () => void import('./feed-memory.ts').then(({ keepList }) => keepList(list, userId, data))
    const timer = setTimeout(keep, restMs)
    return () => clearTimeout(timer)
  }, [data, list, name, userId])

  const savedAt = data?.pages[0]?.savedAt
  return savedAt !== undefined && (isUnreachable || !isOnline) ? savedAt : null
}

/** Whether something is waited for longer than a moment. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate
}
