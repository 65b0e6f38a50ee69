/** Lists as this device last had them: for a reload, for another device, and for when there is no network. */
import type { InfiniteData } from '@tanstack/react-query'

import { mediaAddress } from '#data/config.ts'
import { keepPictures } from '#data/device/kept-pictures.ts'
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { queryClient } from '#data/query-client.ts'
import { variantUrl } from '#entities/image/image-source.ts'
import type { FeedPage } from '#entities/post/feed/feed-page.ts'
import type { FeedPosition } from '#entities/post/feed/feed-positions.ts'
import { listName, type PostList } from '#entities/post/feed/post-list.ts'
import { fetchListPage, postQueries } from '#entities/post/post-queries.ts'
import type { Post } from '#entities/post/post.ts'
import { isSaving, readDisplay } from '#ui/display/stored-display.ts'

export type ListData = InfiniteData<FeedPage, string | null>

/** The last hundred at the very least can be read without a network; a reload finds the place as far down as this. */
const mostPages = 40

const keptWidth = 480
/** From this rating on a picture is shown when asked for. */
const sensitiveFrom = 2

const ownerOf = (userId: string | null) => userId ?? 'visitor'
const entryOf = (list: PostList) => `list.${listName(list)}`

export async function keepList(list: PostList, userId: string | null, data: ListData): Promise<void> {
  // It has been drawn: a list that is opened later in this visit is not what the page's head found (use-kept-list.ts).
  delete window.keptFirst
  const savedAt = Date.now()
  const pages = data.pages.slice(0, mostPages).map(({ posts, next, savedAt: before = savedAt }) => ({
    posts,
    next,
    savedAt: before,
  }))
  const kept: ListData = { pages, pageParams: data.pageParams.slice(0, mostPages) }
  const owner = ownerOf(userId)
  await writeFileOf(owner, entryOf(list), kept)
  const posts = kept.pages.flatMap((page) => page.posts)
  await keepPictures(owner, posts.flatMap(picturesOf), { isSaving: isSaving(readDisplay()) })
}

/** What a card shows of it at once. */
function picturesOf({ image, creator, rating }: Post): string[] {
  const storage = mediaAddress()
  const avatar = creator.avatarUrl === null ? [] : [creator.avatarUrl]
  return rating >= sensitiveFrom ? avatar : [variantUrl(image.url, keptWidth, storage), ...avatar]
}

export function readList(list: PostList, userId: string | null): Promise<ListData | null> {
  return readFileOf<ListData>(ownerOf(userId), entryOf(list))
}

/**
 * Puts the list into the cache so that it holds the post where somebody stopped: as this device kept it, else from that
 * post on. Answers whether it could.
 */
export async function restoreList(list: PostList, userId: string | null, place: FeedPosition): Promise<boolean> {
  const { queryKey } = postQueries.list(list, userId)
  const kept = await readList(list, userId)
  if (kept?.pages.some(({ posts }) => posts.some(({ id }) => id === place.postId))) {
    queryClient.setQueryData(queryKey, kept)
    return true
  }
  if (place.cursor === null) return false
  const page = await fetchListPage({ list, isSignedIn: userId !== null, cursor: place.cursor })
  if (page.posts.length === 0) return false
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [place.cursor] })
  return page.posts.some(({ id }) => id === place.postId)
}

/** The list from where somebody stopped, on their wish. Answers whether it is still there. */
export async function resumeList(list: PostList, userId: string | null, place: FeedPosition): Promise<boolean> {
  if (!(await restoreList(list, userId, place))) return false
  const begin = { renewedAt: Date.now(), begin: { id: place.postId, top: place.offset } }
  queryClient.setQueryData<ListData>(
    postQueries.list(list, userId).queryKey,
    (held) => held && { ...held, pages: held.pages.map((page, index) => (index === 0 ? { ...page, ...begin } : page)) },
  )
  return true
}

/** The list from its top, with what is new. */
export async function renewList(list: PostList, userId: string | null): Promise<void> {
  const page = await fetchListPage({ list, isSignedIn: userId !== null, cursor: null })
  queryClient.setQueryData(postQueries.list(list, userId).queryKey, {
    pages: [{ ...page, renewedAt: Date.now() }],
    pageParams: [null],
  })
}
