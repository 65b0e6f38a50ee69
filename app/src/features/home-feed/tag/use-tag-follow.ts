/** Following a hashtag: shown at once, sent when it can be. */
import { useQuery } from '@tanstack/react-query'

import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { navigate } from '#navigation/place.ts'

import { tagKey, tagQueries } from './tag-queries.ts'

export function useTagFollow(tag: string, userId: string | null): { isFollowed: boolean; toggle: () => void } {
  const search = useSignInSearch()
  const { data: followed = [] } = useQuery({ ...tagQueries.followed(userId ?? ''), enabled: userId !== null })
  const isFollowed = followed.includes(tagKey(tag))
  const toggle = async () => {
    if (userId === null) {
      navigate({ to: '/auth', search })
      return
    }
    const { followTag } = await import('./tag-writes.ts')
    followTag({ userId, tag: tagKey(tag), wanted: !isFollowed })
  }
  return { isFollowed, toggle: () => void toggle() }
}
