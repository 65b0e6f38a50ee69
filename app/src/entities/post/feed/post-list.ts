/** The lists of publications: which there are, and what each asks the server for. */
import { rpcQuestion, type Question } from '#data/question.ts'

import { postColumns, toPost, type PostRow } from '../post.ts'
import { feedPageQuestion, feedPageSize, type FeedPage } from './feed-page.ts'

export type FeedTab = 'for_you' | 'following' | 'latest' | 'trending'

/** What stands as a feed on the home screen, and on a hashtag's. */
export type HomeList = { tab: FeedTab } | { tab: 'tag'; tag: string }

export type PostList = HomeList | { tab: 'saved' | 'liked' } | { tab: 'creator'; creatorId: string }

export interface ListPageRequest {
  list: PostList
  isSignedIn: boolean
  /** Where the page begins, as a page before it said. */
  cursor: string | null
  pageSize?: number
}

/**
 * A visitor's newest posts and a person's own are plain reads of the table, the same for everybody and so the fastest
 * there is; all other lists are made for whoever asks, by `feed_page`.
 */
export function listPageQuery({
  list,
  isSignedIn,
  cursor,
  pageSize = feedPageSize,
}: ListPageRequest): Question<PostRow[]> {
  if (!isPlain(list, isSignedIn)) {
    const args = { tab: list.tab, cursor, page_size: pageSize, ...('tag' in list && { tag: list.tag }) }
    // One visitor's is the next one's: caches on the way keep what is asked by GET. « Pour vous » is put together first.
    const method = isSignedIn ? 'POST' : 'GET'
    return rpcQuestion('feed_page', args, { select: `reasons,cursor,${postColumns(isSignedIn)}`, method })
  }
  const creator = 'creatorId' in list ? { creatorId: list.creatorId } : {}
  return feedPageQuestion({ isSignedIn, after: readCursor(cursor), pageSize, ...creator })
}

export function toListPage(rows: PostRow[], { list, isSignedIn, pageSize = feedPageSize }: ListPageRequest): FeedPage {
  const isPlainRead = isPlain(list, isSignedIn)
  const posts = rows.map((row) => ({
    ...toPost(row),
    ...(isPlainRead && { cursor: cursorOf(row) }),
    ...(list.tab === 'latest' && { reasons: byTime }),
  }))
  const isLast = isPlainRead && rows.length < pageSize
  return { posts, next: isLast ? null : (posts.at(-1)?.cursor ?? null) }
}

/** The one reason in a list that has no score. */
const byTime = [{ kind: 'by_time' }]

function isPlain(list: PostList, isSignedIn: boolean): boolean {
  return list.tab === 'creator' || (list.tab === 'latest' && !isSignedIn)
}

/** The database's own text of the time: a number would lose its microseconds. */
function cursorOf({ created_at: createdAt, id }: PostRow): string {
  return `${createdAt} ${id}`
}

function readCursor(cursor: string | null): { createdAt: string; id: string } | null {
  const [createdAt, id] = cursor?.split(' ') ?? []
  return createdAt !== undefined && id !== undefined ? { createdAt, id } : null
}

/** Names a list in caches, on this device and on the server. */
export function listName(list: PostList): string {
  if ('tag' in list) return `tag ${list.tag}`
  return 'creatorId' in list ? `creator ${list.creatorId}` : list.tab
}
