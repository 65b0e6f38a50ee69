import { useEffect, useEffectEvent } from 'react'

import { useUserId } from '#data/session.ts'
import { hide, like, save, share } from '#entities/post/post-acts.ts'
import type { Post } from '#entities/post/post.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { navigate } from '#navigation/place.ts'

import { listenToKeys } from './feed-keys.ts'

/** Single keys for the posts of the page: what a member's act needs is loaded with it. */
export function FeedKeys() {
  const userId = useUserId()
  const search = useSignInSearch()
  const asMember = useEffectEvent((act: (userId: string) => void) => {
    if (userId === null) navigate({ to: '/auth', search })
    else act(userId)
  })
  useEffect(() => {
    const wish = ({ id }: Post, userId: string, wanted: boolean) => ({ postId: id, userId, wanted })
    return listenToKeys({
      onLike: (post) => asMember((me) => like(wish(post, me, !post.isLiked))),
      onSave: (post) => asMember((me) => save(wish(post, me, !post.isSaved))),
      onHide: (post) => asMember((me) => hide(wish(post, me, !post.isHidden))),
      onShare: (post) => void share(post),
    })
  }, [])
  return null
}
