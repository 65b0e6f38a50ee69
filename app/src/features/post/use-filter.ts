import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#entities/post/post.ts'
import { safetyQueries } from '#entities/profile/safety-queries.ts'

import { filterOf } from './filter-of.ts'

/** What was asked for in spite of a filter stays, until the page goes. */
const asked = new Set<string>()

export interface PostFilter {
  /** Of the filter that hides the post; `null` where none does. */
  name: string | null
  show: () => void
}

/**
 * Lists come without what the reader has muted; an address may still lead to it. What a list has shown is not judged
 * again, and without network nothing is hidden.
 *
 * @returns `null` while the filters are not known
 */
export function useFilter(post: Post, { userId, isListed }: FilterContext): PostFilter | null {
  const [isAsked, setAsked] = useState(() => asked.has(post.id))
  const isJudged = userId !== null && !isListed && userId !== post.creator.id
  const mutes = useQuery({ ...safetyQueries.mutes(userId ?? ''), enabled: isJudged })
  const show = () => {
    asked.add(post.id)
    setAsked(true)
  }
  if (!isJudged || isAsked) return { name: null, show }
  return mutes.isLoading ? null : { name: filterOf(post, mutes.data ?? []), show }
}

export interface FilterContext {
  userId: string | null
  /** A list has it. */
  isListed: boolean
}
