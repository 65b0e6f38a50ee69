/** « n commentaires »: those of the post, their order, and the field for one's own. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'

import { useSession } from '#data/session.ts'
import { commentQueries } from '#entities/comment/comment-queries.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import { commentSorts, type Comment, type CommentSort } from '#entities/comment/comment.ts'
import type { Post } from '#entities/post/post.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Menu } from '#ui/menu/Menu.tsx'

import { goToComments } from '../to-comments.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import { CommentThread } from './CommentThread.tsx'
import type { CommentHost } from './host.ts'
import { useCommentsSettled } from './use-comments-settled.ts'
import { useWaitingComments } from './use-waiting-comments.ts'

export function Comments({ post }: { post: Post }) {
  const m = useMessages(commentMessages)
  const [sort, setSort] = useState<CommentSort>('relevant')
  const host = useHost(post)
  const listed = useListed(host, sort)
  // What the device has kept of the post may be older than what it has kept of its comments.
  const count = Math.max(post.commentsCount, listed.known.length + listed.unsent.length)
  const isSettled = useCommentsSettled(post.id)
  const { state } = usePlace()
  useEffect(() => {
    if (isSettled && state.wants === 'comment') goToComments()
  }, [isSettled, state.wants])
  return (
    <section id="comments" aria-labelledby="comments-title" className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex items-center justify-between gap-3">
        <h2 id="comments-title" tabIndex={-1} className="text-[1.0625rem]">
          {m.count(count)}
        </h2>
        {count > 1 && (
          <Menu
            label={m[sort]}
            icon={<ChevronDown aria-hidden="true" className="order-1 size-4" />}
            look={{ variant: 'ghost', size: 'sm' }}
            items={commentSorts.map((value) => ({
              label: m[value],
              isChecked: value === sort,
              onPress: () => setSort(value),
            }))}
          />
        )}
      </div>
      <List host={host} listed={listed} count={count} />
      <div className="bg-bg lg:sticky lg:min-h-17 lg:bottom-0 lg:-mx-6 lg:border-t lg:border-line lg:px-6 lg:py-3">
        {isSettled && <Entrance post={post} host={host} />}
      </div>
    </section>
  )
}

/** Those that were read, and those of one's own that wait to be sent. */
function useListed(host: CommentHost, sort: CommentSort) {
  const comments = useInfiniteQuery(commentQueries.ofPost({ postId: host.postId, userId: host.me?.id ?? null }, sort))
  const waiting = useWaitingComments(host, null)
  const known = comments.data?.pages.flatMap((page) => page.comments) ?? []
  return { comments, known, unsent: waiting.filter(({ id }) => known.every((comment) => comment.id !== id)) }
}

function useHost({ id: postId, creator, commentsPolicy }: Post): CommentHost {
  const me = useMe()
  const userId = me?.id ?? ''
  const isOwn = userId === creator.id
  const { data: relation } = useQuery({
    ...relationQuery(userId, creator.id),
    enabled: me !== null && commentsPolicy === 'followers' && !isOwn,
  })
  const isInvited = isOwn || relation?.follow === 'active'
  const isOpen = { everyone: true, followers: isInvited, nobody: false }[commentsPolicy]
  return { postId, creatorId: creator.id, me, isOpen, canComment: me !== null && isOpen }
}

function useMe(): CommentHost['me'] {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const { data: profile } = useQuery({ ...profileQueries.byHandle(userId ?? ''), enabled: userId !== null })
  if (userId === null) return null
  const { display_name: displayName = '', username = null, avatar_url: avatarUrl = null } = profile ?? {}
  return { id: userId, displayName, username, avatarUrl }
}

/** The field, or why there is none. */
function Entrance({ post, host }: { post: Post; host: CommentHost }) {
  const m = useMessages(commentMessages)
  const search = useSignInSearch()
  const { creator, commentsPolicy } = post
  if (commentsPolicy === 'nobody') return <p className="text-sm text-text-3">{m.closed}</p>
  if (!host.me) {
    return (
      <Link to="/auth" search={search} className={buttonClass({ variant: 'line', wide: true })}>
        {m.signIn}
      </Link>
    )
  }
  if (!host.canComment) {
    const name = creator.username === null ? creator.displayName : `@${creator.username}`
    return <p className="text-sm text-text-3">{m.followersOnly(name)}</p>
  }
  return <CommentComposer postId={post.id} me={host.me} />
}

/** Some there may be, by people whom one does not see. Only whoever may comment is asked to be the first. */
function Nothing({ host, count }: Pick<ListProps, 'host' | 'count'>) {
  const m = useMessages(commentMessages)
  const isHidden = host.me !== null && count > 0
  if (!isHidden && !host.isOpen) return null
  return <p className="text-sm text-text-3">{isHidden ? m.noneForYou : m.first}</p>
}

interface ListProps {
  host: CommentHost
  listed: ReturnType<typeof useListed>
  /** As far as is known: what comes takes as much room. */
  count: number
}

function List({ host, listed: { comments, known, unsent }, count }: ListProps) {
  const userId = host.me?.id ?? null
  const sought = useSought(host)
  if (comments.isPending && count > 0) return <Waiting count={count} />
  if (comments.isError && !comments.data) return <Failed onRetry={() => void comments.refetch()} />
  if (known.length + unsent.length === 0) return <Nothing host={host} count={count} />
  return (
    <>
      <ol className="grid gap-4">
        {apartFrom(known, sought).map((comment) => (
          <CommentThread key={comment.id} comment={comment} host={host} sought={sought} />
        ))}
        {unsent.map((comment) => (
          <li key={comment.id}>
            <CommentItem comment={comment} creatorId={host.creatorId} userId={userId} isWaiting />
          </li>
        ))}
        {known.map((comment) => (
          <CommentThread key={comment.id} comment={comment} host={host} sought={sought} />
        ))}
      </ol>
      {comments.hasNextPage && (
        <More isLoading={comments.isFetchingNextPage} onPress={() => void comments.fetchNextPage()} />
      )}
    </>
  )
}

function More({ isLoading, onPress }: { isLoading: boolean; onPress: () => void }) {
  const m = useMessages(commentMessages)
  return (
    <Button busyLabel={isLoading && m.loading} onClick={onPress} className="justify-self-center">
      {m.more}
    </Button>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(commentMessages)
  return (
    <p role="alert" className="text-sm text-text-2">
      {`${m.failed} `}
      <button type="button" className="link min-h-8" onClick={onRetry}>
        {m.retry}
      </button>
    </p>
  )
}

/** The comment that the address names, as a notification does. */
function useSought(host: CommentHost): Comment | null {
  const { comment: id } = usePlace().search
  const userId = host.me?.id ?? null
  const { data } = useQuery({ ...commentQueries.one({ postId: host.postId, userId }, id ?? ''), enabled: Boolean(id) })
  return data?.postId === host.postId ? data : null
}

/** The sought one where it stands neither in the list by itself nor in the thread of one that does. */
function apartFrom(known: readonly Comment[], sought: Comment | null): Comment[] {
  if (sought === null) return []
  return known.some(({ id }) => id === sought.id || id === sought.parentId) ? [] : [sought]
}

function Waiting({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {['w-3/5', 'w-5/6', 'w-2/5'].slice(0, count).map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
