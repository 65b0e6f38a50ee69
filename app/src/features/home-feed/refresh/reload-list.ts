import { listName, type PostList } from '#entities/post/feed/post-list.ts'

import { renewList } from '../list/feed-memory.ts'
import { forgetPosition } from '../position/scroll-position.ts'

/** The list from its top, with what is new: on somebody's wish only. */
export async function reloadList(list: PostList, userId: string | null): Promise<void> {
  await renewList(list, userId)
  forgetPosition(listName(list))
  scrollTo({ top: 0, behavior: 'instant' })
}
