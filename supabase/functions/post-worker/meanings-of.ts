/** What words are about, for many publications at once, while whoever else is served has their turn. */
import { setImmediate as nextTurn } from 'node:timers/promises'

import { meaningOf } from '@product/engine/language'

interface Words {
  readonly post_id: string
  readonly words_no: number
  readonly words: string
}

interface Meaning {
  readonly post_id: string
  readonly words_no: number
  readonly keys: readonly string[]
}

/** One long text takes up to forty milliseconds: after each, the loop goes round. */
export async function meaningsOf(posts: readonly Words[]): Promise<readonly Meaning[]> {
  const meanings: Meaning[] = []
  for (const { post_id, words_no, words } of posts) {
    meanings.push({ post_id, words_no, keys: meaningOf(words) })
    await nextTurn()
  }
  return meanings
}
