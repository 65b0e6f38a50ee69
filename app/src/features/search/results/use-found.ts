/** What was found of each kind, and how the asking stands. */
import type { Service } from '@product/contract'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { throttle } from '#ui/input/throttle.ts'

import { searchQueries, type FoundHashtag, type FoundPerson, type FoundPost } from '../search-queries.ts'
import { readSearch } from '../search-text.ts'

export interface FoundList<Item> {
  items: readonly Item[]
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

export interface Found {
  people: FoundList<FoundPerson>
  posts: FoundList<FoundPost>
  hashtags: FoundList<FoundHashtag>
  services: FoundList<Service>
  /** Operators are about publications: with them nothing else is asked for. */
  isPlain: boolean
  isPending: boolean
  isFailed: boolean
  count: number
  retry: () => void
}

interface Asking<Item> {
  data: Item[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isPending: boolean
  isError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** Asking again drops what is under way: whoever taps on and on would never have an answer. */
const askAgain = throttle((failed: readonly Asking<unknown>[]) => failed.forEach(({ refetch }) => refetch()))

export function useFound(typed: string): Found {
  const { text, operators } = readSearch(typed)
  const isPlain = text !== '' && operators.length === 0
  const people = useInfiniteQuery({ ...searchQueries.people(typed), enabled: isPlain })
  const posts = useInfiniteQuery({ ...searchQueries.posts(typed), enabled: text !== '' })
  const hashtags = useInfiniteQuery({ ...searchQueries.hashtags(typed), enabled: isPlain })
  const isMember = useUserId() !== null
  const services = useInfiniteQuery({ ...serviceQueries.found({ words: text }), enabled: isPlain && isMember })
  const asked: Asking<unknown>[] = isPlain ? [people, posts, hashtags, ...(isMember ? [services] : [])] : [posts]
  const failed = asked.filter((asking) => asking.isError)
  return {
    people: toList(people),
    posts: toList(posts),
    hashtags: toList(hashtags),
    services: toList(services),
    isPlain,
    isPending: asked.some((asking) => asking.isPending),
    isFailed: failed.length > 0,
    count: asked.reduce((sum, { data = [] }) => sum + data.length, 0),
    retry: () => askAgain(failed),
  }
}

function toList<Item>({ data = [], ...asking }: Asking<Item>): FoundList<Item> {
  return {
    items: data,
    hasMore: asking.hasNextPage,
    isLoadingMore: asking.isFetchingNextPage,
    loadMore: () => asking.fetchNextPage(),
  }
}
