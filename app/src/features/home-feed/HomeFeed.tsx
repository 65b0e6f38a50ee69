/** The feed page: its lists, for visitors and members (spec §2). */
'use no memo'

import { Suspense, useMemo } from 'react'

import { useSession } from '#data/session.ts'
import { feedTabOf } from '#entities/post/feed/feed-tab.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePlace } from '#navigation/use-place.ts'
import { lazyLater } from '#ui/lazy.ts'

import { feedMessages } from './feed.i18n.ts'
import { FeedTabs } from './FeedTabs.tsx'
import { PostFeed } from './PostFeed.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'

const MemberHome = lazyLater(async () => (await import('./column/MemberHome.tsx')).MemberHome)

export function HomeFeed() {
  const m = useMessages(feedMessages)
  const session = useSession()
  const { search } = usePlace()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const tab = feedTabOf(search['tab'], session.status !== 'signed-out')
  const list = useMemo(() => ({ tab }), [tab])
  return (
    <div className={session.status === 'signed-out' ? undefined : 'home'}>
      {session.status === 'signed-out' ? <VisitorWelcome /> : <h1 className="sr-only">{m.title}</h1>}
      <FeedTabs value={tab} isSignedIn={session.status !== 'signed-out'} />
      <Suspense fallback={null}>{userId !== null && <MemberHome />}</Suspense>
      <PostFeed key={`${tab} ${userId}`} list={list} label={m.list} />
    </div>
  )
}
