/** Why a post is not shown: taken away (410), for followers only, too sensitive for this reader, or never there (404). */
import type { PostState } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'

import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

import { pageQueries } from './page-queries.ts'
import { PictureGrid } from './page/PictureGrid.tsx'
import { postScreenMessages } from './post-screen.i18n.ts'
import { PostHeader } from './PostHeader.tsx'
import { PostSkeleton } from './PostSkeleton.tsx'

export interface PostAwayProps {
  id: string
  userId: string | null
  /** Now it may be seen. */
  onFollowed: () => void
}

export function PostAway({ id, userId, onFollowed }: PostAwayProps) {
  const { data, isPending, refetch } = useQuery({ ...pageQueries.state(id, userId), retry: false })
  if (isPending) return <PostSkeleton onRetry={() => void refetch()} />
  if (data?.state === 'followers_only' && data.creator) {
    return <FollowersOnly creator={data.creator} userId={userId} onFollowed={onFollowed} />
  }
  if (data?.state === 'sensitive') return <Sensitive isMember={userId !== null} />
  return data?.state === 'gone' ? <Gone id={id} userId={userId} /> : <Missing />
}

export function Missing() {
  const m = useMessages(postScreenMessages)
  return (
    <Page>
      <EmptyState heading="h1" title={m.missing} text={m.missingText} action={<Back />} />
    </Page>
  )
}

function Gone({ id, userId }: { id: string; userId: string | null }) {
  const m = useMessages(postScreenMessages)
  return (
    <Page>
      <EmptyState heading="h1" title={m.gone} text={m.goneText} action={<Back />} />
      <PictureGrid title={m.similar} query={pageQueries.similar(id, userId)} />
    </Page>
  )
}

/** Above what its reader has chosen to be shown: chosen otherwise, it comes under its veil. */
function Sensitive({ isMember }: { isMember: boolean }) {
  const m = useMessages(postScreenMessages)
  const search = useSignInSearch()
  const look = buttonClass({ variant: 'ink' })
  const action = isMember ? (
    <Link to="/settings" search={{ section: 'content' }} className={look}>
      {m.changeSetting}
    </Link>
  ) : (
    <Link to="/auth" search={search} className={look}>
      {m.signIn}
    </Link>
  )
  return (
    <Page>
      <EmptyState
        heading="h1"
        title={m.sensitive}
        text={isMember ? m.sensitiveText : m.sensitiveVisitor}
        action={action}
      />
    </Page>
  )
}

interface FollowersOnlyProps extends Pick<PostAwayProps, 'userId' | 'onFollowed'> {
  creator: NonNullable<PostState['creator']>
}

function FollowersOnly({ creator, userId, onFollowed }: FollowersOnlyProps) {
  const m = useMessages(postScreenMessages)
  const { data: relation } = useQuery({ ...relationQuery(userId ?? '', creator.id), enabled: userId !== null })
  const isFollowing = relation?.follow === 'active'
  const tell = useEffectEvent(onFollowed)
  useEffect(() => {
    if (!isFollowing) return undefined
    // The wish to follow is shown before it has reached the server.
    const timer = setInterval(() => tell(), 1000)
    return () => clearInterval(timer)
  }, [isFollowing])
  const name = creator.username === null ? creator.display_name : `@${creator.username}`
  const action = <FollowButton personId={creator.id} look={{ size: 'md' }} />
  return (
    <Page>
      <EmptyState heading="h1" title={m.followersOnly(name)} text={m.followersOnlyText} action={action} />
    </Page>
  )
}

function Back() {
  const m = useMessages(postScreenMessages)
  return (
    <Link to="/" className={buttonClass({ variant: 'ink' })}>
      {m.backToFeed}
    </Link>
  )
}

export function Page({ children }: { children: ReactNode }) {
  const m = useMessages(postScreenMessages)
  return (
    <>
      <div className="lg:hidden">
        <PostHeader title={m.title} isQuiet />
      </div>
      <div className="mx-auto grid max-w-160 gap-4 px-(--gutter) pt-6 pb-8 lg:pt-10">{children}</div>
    </>
  )
}
