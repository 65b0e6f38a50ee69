/** 'Remix Image': somebody's picture, new words, a mode; made here or carried to the form (spec §4). */
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { asShown } from '#entities/post/images/shown-image.ts'
import { findPost } from '#entities/post/one/cached-posts.ts'
import { onePost } from '#entities/post/one/one-post.ts'
import type { Post } from '#entities/post/post.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'

import { authorOf } from './author.ts'
import { remixPermission, unasked } from './remix-permission.ts'
import { remixMessages } from './remix.i18n.ts'
import { RemixForm } from './RemixForm.tsx'

export function RemixDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(remixMessages)
  const { post: id = '', shown } = useModalSearch()
  const userId = useUserId()
  const cache = useQueryClient()
  const { data: post, isError } = useQuery({
    ...onePost(id, userId),
    placeholderData: () => findPost(cache, id),
  })
  const { data: { isAllowed, translation } = unasked } = useQuery(remixPermission(id))
  if (post && (isAllowed || post.creator.id === userId))
    return <RemixForm post={asShown(post, shown)} translated={translation} onClose={onClose} />
  return (
    <Dialog title={m.title} titleLang="en" onClose={onClose}>
      {post || isError ? <Refusal post={post} onClose={onClose} /> : <ScreenSpinner />}
    </Dialog>
  )
}

function Refusal({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const m = useMessages(remixMessages)
  const why = post ? m.forbidden(authorOf(post)) : m.sourceGone
  return (
    <div role="alert">
      <EmptyState title={why} text={m.another} action={<Button onClick={onClose}>{m.close}</Button>} />
    </div>
  )
}
