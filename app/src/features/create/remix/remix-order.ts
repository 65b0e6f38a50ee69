import { defaultInfluence } from '@product/contract'

import type { CreationOrder } from '#entities/generation/creation.ts'
import { ratioOf, sizeOf } from '#entities/generation/sizes.ts'
import type { Post } from '#entities/post/post.ts'

import type { GenerationMode } from '../draft/mode.ts'

export interface RemixWish {
  prompt: string
  mode: GenerationMode
  /** Where the source picture is. */
  url: string
  post: Post
}

/** A remix made without the form: in the source's own format, from the text alone in normal mode (spec §4). */
export function remixOrder({ prompt, mode, url, post }: RemixWish): CreationOrder {
  return {
    prompt: prompt.trim(),
    negativePrompt: null,
    mode,
    ...sizeOf(ratioOf(post.image)),
    count: 1,
    seed: null,
    source: 'remix-modal',
    remixOf: post.id,
    references: mode === 'normal' ? [] : [{ file: null, url, role: 'auto', influence: defaultInfluence }],
  }
}
