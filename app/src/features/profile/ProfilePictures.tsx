import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { postQueries } from '#entities/post/post-queries.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Alert } from '#ui/Alert.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Spinner } from '#ui/Spinner.tsx'

import { profileMessages } from './profile-messages.ts'

/** Somebody's public pictures in rows that keep every ratio, newest first. */
export function ProfilePictures({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const m = useMessages(profileMessages)
  const query = useInfiniteQuery(postQueries.byCreator(profile.id, useUserId()))
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? []
  if (query.isPending) return <Spinner className="m-8" />
  if (query.isError && posts.length === 0) return <Failed onRetry={() => void query.refetch()} />
  if (posts.length === 0) return <NoPictures name={profile.display_name} isOwn={isOwn} />
  return (
    <>
      <ol className="flex flex-wrap gap-0.75 pt-1 after:grow-1000 lg:gap-1.5">
        {posts.map((post) => (
          <li
            key={post.id}
            style={{ '--r': post.image.width / post.image.height } as CSSProperties}
            className="max-w-[calc(var(--r)*16rem)] grow-(--r) basis-[calc(var(--r)*8.5rem)] lg:max-w-[calc(var(--r)*29rem)] lg:basis-[calc(var(--r)*15.5rem)]"
          >
            <Link to="/post/$id" params={{ id: post.id }} className="block">
              <Picture
                image={post.image}
                alt={post.altText}
                sizes="(width >= 64rem) 24rem, 50vw"
                className="rounded-img"
              />
            </Link>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="grid place-items-center p-6">
          <Button busyLabel={query.isFetchingNextPage && m.loading} onClick={() => void query.fetchNextPage()}>
            {m.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(profileMessages)
  return (
    <div className="py-6">
      <Alert
        tone="danger"
        title={m.failed}
        action={
          <Button size="sm" variant="ghost" onClick={onRetry}>
            {m.retry}
          </Button>
        }
      />
    </div>
  )
}

function NoPictures({ name, isOwn }: { name: string; isOwn: boolean }) {
  const m = useMessages(profileMessages)
  if (!isOwn) {
    return (
      <EmptyState
        title={m.emptyOther(name)}
        text={m.emptyOtherText}
        action={
          <Link to="/" className={buttonClass()}>
            {m.toFeed}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title={m.emptyOwn}
      text={m.emptyOwnText}
      action={
        <Button variant="primary" onClick={() => openModal('create')}>
          {m.create}
        </Button>
      }
    />
  )
}
