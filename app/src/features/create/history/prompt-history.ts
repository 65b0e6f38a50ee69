/** One's own descriptions, newest first, each once: the rows of past creations, so that every device has them. */
import { queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { read } from '#data/wire.ts'

const shown = 40

export function promptHistory(userId: string | null, search = '') {
  const words = search.trim()
  return queryOptions({
    queryKey: ['prompt-history', userId, words],
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const page = {
        order: 'id.desc',
        limit: shown * 3,
        ...(words && { prompt: `ilike.*${words.replaceAll(/[*%_\\]/gu, ' ')}*` }),
      }
      const rows = await read('generations', 'prompt', page, signal)
      return [...new Set(rows.map(({ prompt }) => prompt))].slice(0, shown)
    },
  })
}

/** For the arrow keys of the field; empty where it cannot be read. */
export function readHistory(userId: string): Promise<string[]> {
  return queryClient.fetchQuery(promptHistory(userId)).catch(() => [])
}
