import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { challengeQueries, stateOf } from '#entities/post/challenge/challenge-queries.ts'
import { tagQueries, tagKey } from '#entities/post/tag/tag-queries.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'

import { tagMessages } from './tag.i18n.ts'

/** Which hashtag this is, how many pictures carry it, and the way to have more of them. */
export function TagHeader({ tag }: { tag: string }) {
  const m = useMessages(tagMessages)
  const userId = useUserId()
  const { data: facts } = useQuery(tagQueries.facts(tag))
  const { data: challenges = [] } = useQuery(challengeQueries.list())
  const [now] = useState(() => Date.now())
  const challenge = challenges.find((each) => each.tag === tagKey(tag) && stateOf(each, now) === 'running')
  const { isFollowed, toggle } = useTagFollow(tag, userId)
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line px-(--gutter) py-4 md:px-6 md:py-6 lg:px-8">
      <div className="min-w-0">
        <h1 className="display truncate text-3xl">{`#${facts?.display ?? tag}`}</h1>
        {/* Its line is kept while the number is on its way. */}
        <p className="flex min-h-5 flex-wrap gap-x-3 text-sm text-text-3">
          {facts && <span>{m.posts(facts.posts_count)}</span>}
          {challenge && (
            <Link to={paths.challenge} params={{ id: challenge.id }} className="link font-semibold">
              {m.challenge(challenge.title)}
            </Link>
          )}
        </p>
      </div>
      <Button variant={isFollowed ? 'line' : 'ink'} aria-pressed={isFollowed} onClick={toggle}>
        {isFollowed ? m.following : m.follow}
      </Button>
    </div>
  )
}

/** Following a hashtag: shown at once, sent when it can be. */
function useTagFollow(tag: string, userId: string | null): { isFollowed: boolean; toggle: () => void } {
  const search = useSignInSearch()
  const { data: followed = [] } = useQuery({ ...tagQueries.followed(userId ?? ''), enabled: userId !== null })
  const isFollowed = followed.includes(tagKey(tag))
  const toggle = async () => {
    if (userId === null) {
      navigate({ to: '/auth', search })
      return
    }
    const { followTag } = await import('#entities/post/tag/tag-writes.ts')
    followTag({ userId, tag: tagKey(tag), wanted: !isFollowed })
  }
  return { isFollowed, toggle: () => void toggle() }
}
