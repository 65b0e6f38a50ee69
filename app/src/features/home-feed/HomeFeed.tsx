/** The feed page: its lists, for visitors and members (spec §2). */
'use no memo'

import { useEffect, useMemo } from 'react'

import { useSession } from '#data/session.ts'
import { feedTabOf } from '#entities/post/feed/feed-tab.ts'
import { loadPostActs } from '#entities/post/use-post-actions.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePlace } from '#navigation/use-place.ts'

import { feedMessages } from './feed.i18n.ts'
import { FeedTabs } from './FeedTabs.tsx'
import { PostFeed } from './PostFeed.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'

export function HomeFeed() {
  const m = useMessages(feedMessages)
  const session = useSession()
  const { search } = usePlace()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const tab = feedTabOf(search['tab'], session.status !== 'signed-out')
  const list = useMemo(() => ({ tab }), [tab])
  const isMember = userId !== null
  useEffect(() => {
    if (isMember) whenIdle(() => void loadPostActs().catch(() => undefined))
  }, [isMember])
  return (
    <>
      {session.status === 'signed-out' ? <VisitorWelcome /> : <h1 className="sr-only">{m.title}</h1>}
      <FeedTabs value={tab} isSignedIn={session.status !== 'signed-out'} />
      <PostFeed key={`${tab} ${userId}`} list={list} label={m.list} />
    </>
  )
}

/** Once the first pictures are there: what is likely to be pressed. */
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000))
