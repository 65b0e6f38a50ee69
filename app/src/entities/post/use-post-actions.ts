/** What a person can do with a post wherever it is shown. How it is done comes when it is asked for. */
'use no memo'

import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'
import type { DownloadWish } from '#entities/image/download/download-image.ts'
import { openModal } from '#entities/session/modals.ts'
import { getPlace, navigate } from '#navigation/place.ts'

import { patchPost } from './post-cache.ts'
import { creatorHandle, setLiked, setSaved, type Post } from './post.ts'

export const loadPostActs = () => import('./post-acts.ts')

type PostActs = Awaited<ReturnType<typeof loadPostActs>>

export function usePostActions(post: Post) {
  const userId = useUserId()
  const postId = post.id

  /** A visitor signs in first and comes back here. */
  const asMember = (act: (userId: string) => void) => {
    if (userId === null) navigate({ to: '/auth', search: { from: getPlace().href } })
    else act(userId)
  }
  const perform = (act: (acts: PostActs) => unknown, takeBack?: () => void) => {
    void loadPostActs().then(act, () => takeBack?.())
  }

  // Shown before its code has come: what is pressed answers at once.
  const toggleLike = (wanted: boolean = !post.isLiked) =>
    asMember((me) => {
      if (wanted === post.isLiked) return
      const show = (isLiked: boolean) => patchPost(queryClient, postId, (current) => setLiked(current, isLiked))
      show(wanted)
      perform(
        (acts) => acts.like({ postId, userId: me, wanted }),
        () => show(!wanted),
      )
    })
  const toggleSave = (wanted: boolean = !post.isSaved) =>
    asMember((me) => {
      const show = (isSaved: boolean) => patchPost(queryClient, postId, (current) => setSaved(current, isSaved))
      show(wanted)
      perform(
        (acts) => acts.save({ postId, userId: me, wanted }),
        () => show(!wanted),
      )
    })

  return {
    toggleLike,
    toggleSave,
    /** `false` brings it back. */
    hide: (wanted = true) => asMember((me) => perform((acts) => acts.hide({ postId, userId: me, wanted }))),
    share: () => perform((acts) => acts.share(post)),
    /** Every way there is. */
    shareOtherwise: () => openModal('share', { post: postId }),
    copyLink: () => perform((acts) => acts.copyLink(postId)),
    copyPrompt: () => perform((acts) => acts.copyPrompt(post)),
    download: (wish?: DownloadWish) => perform((acts) => acts.download(post, wish)),
    remix: () => openModal('remix', { post: postId, shown: post.shown }),
    report: () => openModal('report', { kind: 'post', id: postId }),
    creatorHandle: creatorHandle(post.creator),
  }
}
