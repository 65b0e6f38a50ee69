/** `/post/{id}`: the picture, who made it, how, and what one can do with it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'

import { DataError } from '#data/rest.ts'
import { useSession } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { RemixCredit } from '#entities/lineage/RemixCredit.tsx'
import { findPost } from '#entities/post/post-cache.ts'
import { postMessages } from '#entities/post/post-messages.ts'
import { postQueries } from '#entities/post/post-queries.ts'
import type { Post } from '#entities/post/post.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenSpinner } from '#ui/Spinner.tsx'
import { usePageTitle } from '#ui/use-page-title.ts'

import { postScreenMessages } from './post-screen-messages.ts'
import { PostActions } from './PostActions.tsx'
import { PostFacts } from './PostFacts.tsx'

export interface PostViewProps {
  id: string
  /** Where it comes from and what was made of it. */
  lineage?: ReactNode
}

export function PostView({ id, lineage }: PostViewProps) {
  const m = useMessages(postScreenMessages)
  const p = useMessages(postMessages)
  const session = useSession()
  const cache = useQueryClient()
  const isValid = isUuid(id)
  const {
    data: post,
    error,
    refetch,
  } = useQuery({
    ...postQueries.one(id, session.status === 'signed-in' ? session.user.id : null),
    enabled: isValid && session.status !== 'loading',
    placeholderData: () => findPost(cache, id),
  })
  usePageTitle(post ? (post.title ?? p.imageOf(post.creator.displayName)) : m.title)

  if (post) return <Loaded post={post} lineage={lineage} />
  if (!isValid || (error instanceof DataError && error.status === 404)) {
    const back = (
      <Link to="/" className={buttonClass({ variant: 'ink' })}>
        {m.back}
      </Link>
    )
    return <EmptyState heading="h1" title={m.goneTitle} text={m.goneText} action={back} />
  }
  if (error) {
    const retry = <Button onClick={() => void refetch()}>{m.retry}</Button>
    return <EmptyState heading="h1" title={m.errorTitle} text={m.errorText} action={retry} />
  }
  return <ScreenSpinner />
}

function Loaded({ post, lineage }: { post: Post; lineage: ReactNode }) {
  const m = useMessages(postScreenMessages)
  const p = useMessages(postMessages)
  const { image } = post
  return (
    <div className="lg:flex lg:min-h-svh">
      <div className="lg:sticky lg:top-0 lg:grid lg:h-svh lg:min-w-0 lg:flex-1 lg:grid-cols-[minmax(0,1fr)] lg:items-center lg:bg-sunken lg:p-8">
        <button
          type="button"
          aria-label={m.enlarge}
          onClick={() => openModal('viewer', { post: post.id })}
          className="mx-auto block w-full lg:w-[min(100%,calc((100svh-4rem)*var(--ratio)))]"
          style={{ '--ratio': image.width / image.height } as CSSProperties}
        >
          <Picture
            image={image}
            alt={post.altText}
            sizes="(width < 64rem) 100vw, 60vw"
            isFirst
            className="w-full lg:rounded-img"
          />
        </button>
      </div>
      <div className="grid content-start gap-4 px-(--gutter) py-4 md:px-6 lg:w-(--panel-w) lg:flex-none lg:border-l lg:border-line lg:py-6">
        <h1 className={post.title ? 'text-xl' : 'sr-only'}>{post.title ?? p.imageOf(post.creator.displayName)}</h1>
        {post.remixOf && <RemixCredit source={post.remixOf} look="sentence" />}
        <PostFacts post={post} />
        <PostActions post={post} />
        {lineage}
      </div>
    </div>
  )
}
