/** What a person can do with a post wherever it is shown. */
import { useUserId } from '#data/session.ts'
import type { DownloadFormat } from '#entities/image/download-image.ts'
import { shareAddress } from '#entities/image/share-address.ts'
import { openModal } from '#entities/session/modals.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { currentMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast.ts'

import { postMessages } from './post-messages.ts'
import { creatorHandle, type Post } from './post.ts'
import { useLike } from './use-like.ts'

export function usePostActions(post: Post) {
  const userId = useUserId()
  const signInSearch = useSignInSearch()
  const like = useLike(userId, () => {
    const m = currentMessages(postMessages)
    toast({ title: m.likeFailed, description: m.tryAgain, tone: 'danger' })
  })

  /** A visitor signs in first and comes back here. */
  const toggleLike = (isLiked: boolean = !post.isLiked) => {
    if (userId === null) navigate({ to: '/auth', search: signInSearch })
    else if (isLiked !== post.isLiked) like.mutate({ post, isLiked })
  }

  const share = async () => {
    const m = currentMessages(postMessages)
    const url = new URL(`/post/${post.id}`, location.origin).href
    try {
      const outcome = await shareAddress({ url, title: m.imageOf(post.creator.displayName) })
      if (outcome === 'copied') toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }

  const download = async (format?: DownloadFormat) => {
    const m = currentMessages(postMessages)
    try {
      const { downloadImage } = await import('#entities/image/download-image.ts')
      const outcome = await downloadImage(post.image.url, `cortexia-${post.id}`, format)
      if (outcome === 'opened') toast({ title: m.openedInTab })
    } catch {
      toast({ title: m.downloadFailed, description: m.tryAgain, tone: 'danger' })
    }
  }

  return {
    toggleLike,
    share: () => void share(),
    download: (format?: DownloadFormat) => void download(format),
    remix: () => openModal('remix', { post: post.id }),
    creatorHandle: creatorHandle(post.creator),
  }
}
