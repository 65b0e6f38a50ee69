import type { PromptTranslation } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

interface RemixTerms {
  isAllowed: boolean
  /** Of its words, where the picture was painted by another language. */
  translation: PromptTranslation | null
}

export const unasked: RemixTerms = { isAllowed: true, translation: null }

/** Whether the author lets others start from this picture, and its words in another language; asked where it matters, not with every post of the feed. */
export function remixPermission(postId: string) {
  return queryOptions({
    queryKey: ['posts', 'remix-permission', postId],
    queryFn: async ({ signal }): Promise<RemixTerms> => {
      const [row] = await read('feed_posts', 'remix_allowed,prompt_translation', { id: `eq.${postId}` }, signal)
      return row ? { isAllowed: row.remix_allowed, translation: row.prompt_translation } : unasked
    },
  })
}
