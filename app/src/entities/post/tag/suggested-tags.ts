/** Hashtags that people know already, among the words that made a picture. */
import { queryOptions } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

const mostWords = 40
const mostSuggested = 6

/** Words as hashtags are compared, and without the s of many. Pure. */
export function tagCandidates(prompt: string): string[] {
  const words = prompt
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
  const both = words.flatMap((word) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word]))
  return [...new Set(both)].slice(0, mostWords)
}

/** The most used first, as they are written. */
export const suggestedTags = (prompt: string) => {
  const words = tagCandidates(prompt)
  return queryOptions({
    queryKey: ['hashtags', 'suggested', words],
    queryFn: async ({ signal }) => {
      const known = {
        tag: `in.(${words.join(',')})`,
        blocked: 'is.false',
        posts_count: 'gt.0',
        order: 'posts_count.desc,tag.asc',
        limit: mostSuggested,
      }
      return (await read('hashtags', 'display', known, signal)).map(({ display }) => display.toLowerCase())
    },
    enabled: words.length > 0,
    staleTime: 300_000,
  })
}
