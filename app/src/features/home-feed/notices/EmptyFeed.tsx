import { Suspense } from 'react'

import { useUserId } from '#data/session.ts'
import type { PostList } from '#entities/post/feed/post-list.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { lazy } from '#ui/lazy.ts'

import { RefreshFeed } from '../refresh/RefreshFeed.tsx'
import { noticeMessages } from './notices.i18n.ts'

const PeopleToMeet = lazy(async () => (await import('./PeopleToMeet.tsx')).PeopleToMeet)

/** A list without a single post: one line of fact, one thing to do. */
export function EmptyFeed({ list }: { list: PostList }) {
  const userId = useUserId()
  return (
    <>
      <RefreshFeed list={list} userId={userId} />
      <Nothing list={list} />
    </>
  )
}

function Nothing({ list }: { list: PostList }) {
  const m = useMessages(noticeMessages)
  const create = (
    <Button variant="primary" onClick={() => openModal('create')}>
      {m.create}
    </Button>
  )
  const seeLatest = (
    <Link to="/" search={{ tab: 'latest' }} className={buttonClass({ variant: 'ink' })}>
      {m.seeLatest}
    </Link>
  )
  switch (list.tab) {
    case 'following':
      return (
        <Suspense fallback={null}>
          <PeopleToMeet />
        </Suspense>
      )
    case 'trending':
      return <EmptyState title={m.trendingEmpty} text={m.trendingEmptyText} action={seeLatest} />
    case 'for_you':
      return <EmptyState title={m.forYouEmpty} text={m.forYouEmptyText} action={seeLatest} />
    case 'tag':
      return <EmptyState title={m.tagEmpty(list.tag)} text={m.tagEmptyText} action={create} />
    default:
      return <EmptyState title={m.latestEmpty} text={m.latestEmptyText} action={create} />
  }
}
