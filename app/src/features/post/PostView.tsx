/** `/post/{id}`: the post, or why it is not shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'

import { DataError } from '#data/rest.ts'
import { useSession } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { findPost } from '#entities/post/one/cached-posts.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { pageQueries, type PagePost } from './page-queries.ts'
import { PostPage } from './page/PostPage.tsx'
import { postScreenMessages } from './post-screen.i18n.ts'
import { Missing, Page, PostAway } from './PostAway.tsx'
import { PostSkeleton } from './PostSkeleton.tsx'
import { useFilter, type FilterContext } from './use-filter.ts'

export interface PostViewProps {
  id: string
  /** Where it comes from and what was made of it, which comes later than the post that knows whether there is any. */
  Lineage: ComponentType<{ postId: string; isExpected: boolean }>
}

export function PostView({ id, Lineage }: PostViewProps) {
  const m = useMessages(postScreenMessages)
  const p = useMessages(postMessages)
  const { isKnown, userId } = useReader()
  const cache = useQueryClient()
  const isValid = isUuid(id)
  const known = (): PagePost | undefined => {
    const post = findPost(cache, id)
    return post && { ...post, details: null }
  }
  const query = pageQueries.post(id, userId)
  const { data, error, refetch } = useQuery({ ...query, enabled: isValid && isKnown, placeholderData: known })
  const isNetwork = error instanceof DataError && error.isRetryable
  // What a list has shown is not taken away because the network is.
  const post = data ?? (isNetwork ? known() : undefined)
  usePageTitle(post ? (post.title ?? p.imageOf(post.creator.displayName)) : m.title)

  const retry = () => void refetch()
  const begin = () => void cache.cancelQueries({ queryKey: query.queryKey }).then(() => refetch())
  if (post) {
    const lineage = <Lineage postId={id} isExpected={hasKin(post)} />
    const page = <PostPage post={post} lineage={lineage} isStale={isNetwork} onRetry={retry} />
    return <Unfiltered {...{ post, page, userId }} isListed={known() !== undefined} />
  }
  if (!isValid) return <Missing />
  if (error instanceof DataError && error.status === 404) return <PostAway id={id} userId={userId} onFollowed={retry} />
  return error ? <Failed onRetry={retry} /> : <PostSkeleton onRetry={begin} />
}

interface UnfilteredProps extends FilterContext {
  post: PagePost
  page: ReactNode
}

/** The page, unless a filter of its reader hides it. */
function Unfiltered({ post, page, userId, isListed: isListedNow }: UnfilteredProps) {
  const [isListed] = useState(isListedNow)
  const filter = useFilter(post, { userId, isListed })
  if (filter === null) return <PostSkeleton onRetry={() => location.reload()} />
  return filter.name === null ? page : <FilteredPost name={filter.name} onShow={filter.show} />
}

function hasKin({ remixOf, remixesCount }: PagePost): boolean {
  return remixOf !== null || remixesCount > 0
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(postScreenMessages)
  return (
    <Page>
      <EmptyState
        heading="h1"
        title={m.errorTitle}
        text={m.errorText}
        action={<Button onClick={onRetry}>{m.retry}</Button>}
      />
    </Page>
  )
}

function useReader(): { isKnown: boolean; userId: string | null } {
  const session = useSession()
  return { isKnown: session.status !== 'loading', userId: session.status === 'signed-in' ? session.user.id : null }
}

/** « Masqué par votre filtre « x » · Afficher ». */
function FilteredPost({ name, onShow }: { name: string; onShow: () => void }) {
  const m = useMessages(postScreenMessages)
  return (
    <Page>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-2 pr-2 pl-4">
        <h1 className="font-sans text-sm font-medium [overflow-wrap:anywhere] text-text-2">{m.filtered(name)}</h1>
        <Button size="sm" variant="ghost" onClick={onShow}>
          {m.filteredShow}
        </Button>
      </div>
    </Page>
  )
}
