import type { Post } from '#entities/post/post.ts'

/** As people are named: @awa where there is a username. */
export function authorOf({ creator }: Post): string {
  return creator.username === null ? creator.displayName : `@${creator.username}`
}
