import { listName, type PostList } from '#entities/post/post-list.ts'

import { renewList } from './feed-memory.ts'
import { forgetPosition } from './feed-position.ts'

/** The list from its top, with what is new: on somebody's wish only. */
export async function startAnew(list: PostList, userId: string | null): Promise<void> {
  await renewList(list, userId)
  forgetPosition(listName(list))
  scrollTo({ top: 0, behavior: 'instant' })
}
