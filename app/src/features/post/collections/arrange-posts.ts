/** The order of what is loaded of a collection, changed in its pages. Pure. */
import type { Post } from '#entities/post/post.ts'

import type { CollectionPages } from './collection-queries.ts'

export const postsOf = (data: CollectionPages | undefined): Post[] => data?.pages.flatMap(({ posts }) => posts) ?? []

/** One of them at another place; the rest keep their order. */
export function moved(posts: readonly Post[], id: string, place: number): Post[] {
  const post = posts.find((one) => one.id === id)
  return post ? posts.filter((one) => one !== post).toSpliced(place, 0, post) : [...posts]
}

/** Into pages as long as they were; the last one takes what is over. */
export function inPages(data: CollectionPages, posts: readonly Post[]): CollectionPages {
  let from = 0
  const pages = data.pages.map((page, rank) => {
    const to = rank === data.pages.length - 1 ? posts.length : from + page.posts.length
    const part = { ...page, posts: posts.slice(from, to) }
    from = to
    return part
  })
  return { ...data, pages }
}
