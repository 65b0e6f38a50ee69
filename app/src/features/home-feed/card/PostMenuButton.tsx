'use no memo'

import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useState } from 'react'

import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton, type IconButtonProps } from '#ui/button/IconButton.tsx'
import { lazy } from '#ui/lazy.ts'

const PostMenu = lazy(async () => (await import('./PostMenu.tsx')).PostMenu)

/** « ⋯ »: what is done less often. */
export function PostMenuButton({ post, ...look }: { post: Post } & Pick<IconButtonProps, 'variant' | 'size'>) {
  const m = useMessages(postMessages)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        {...look}
        data-more
        label={m.moreActions}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        icon={<Ellipsis aria-hidden="true" className={look.size === 'sm' ? 'size-4.5' : 'size-5.5'} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <Suspense fallback={null}>
          <PostMenu post={post} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
