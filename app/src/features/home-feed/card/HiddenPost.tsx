'use no memo'

import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { useMessages } from '#i18n/messages.ts'

export interface HiddenPostProps {
  post: Post
  position: number
  /** Of the box that it leaves, in pixels; a line of its own where there is none. */
  box?: { width: number; height: number }
}

/** « Publication masquée. Annuler », where the post was. */
export function HiddenPost({ post, position, box }: HiddenPostProps) {
  const m = useMessages(postMessages)
  const { hide } = usePostActions(post)
  return (
    <article
      aria-label={m.hidden}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={-1}
      data-post={post.id}
      className="flex min-h-15 flex-wrap content-center items-center justify-center gap-x-2 overflow-hidden border-b border-line bg-sunken px-(--gutter) text-center text-sm text-text-2 md:rounded-img md:border-0 md:px-2"
      style={box}
    >
      {m.hidden}
      <button type="button" onClick={() => hide(false)} className="min-h-11 font-semibold text-link underline">
        {m.undo}
      </button>
    </article>
  )
}
