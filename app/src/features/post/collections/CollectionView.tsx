/** `/collection/{id}`: one collection, whose it is and what is in it; its owner changes it here. */
import { useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { ArrangeCollection } from './ArrangeCollection.tsx'
import { collectionPostsQuery, collectionQuery, type OpenCollection } from './collection-queries.ts'
import { collectionMessages } from './collection.i18n.ts'
import { CollectionHeader } from './CollectionHeader.tsx'

export interface CollectionViewProps {
  id: string
  /** Pictures in rows, page by page. */
  Posts: ComponentType<{ query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>; empty: ReactNode }>
}

export function CollectionView({ id, Posts }: CollectionViewProps) {
  const m = useMessages(collectionMessages)
  const userId = useUserId()
  const { data: collection, error } = useQuery(collectionQuery(id, userId))
  usePageTitle(collection?.name ?? m.pageTitle)
  if (error && collection === undefined) throw error
  if (collection === undefined) return <ScreenSpinner />
  if (collection === null) return <Missing />
  return <Opened key={id} collection={collection} isMine={collection.owner_id === userId} Posts={Posts} />
}

interface OpenedProps extends Pick<CollectionViewProps, 'Posts'> {
  collection: OpenCollection
  isMine: boolean
}

function Opened({ collection, isMine, Posts }: OpenedProps) {
  const m = useMessages(collectionMessages)
  const [isArranging, setArranging] = useState(false)
  const query = useInfiniteQuery(collectionPostsQuery(collection.id, useUserId()))
  const empty = <EmptyState title={m.emptyTitle} text={isMine ? m.emptyOwn : m.emptyOther} />
  return (
    <div className="pb-8">
      <CollectionHeader
        collection={collection}
        isMine={isMine}
        isArranging={isArranging}
        onArrange={() => setArranging((was) => !was)}
      />
      {isArranging ? (
        <ArrangeCollection collection={collection} query={query} empty={empty} />
      ) : (
        <div className="md:px-8">
          <Posts query={query} empty={empty} />
        </div>
      )}
    </div>
  )
}

function Missing() {
  const m = useMessages(collectionMessages)
  return (
    <div className="grid min-h-[60svh] content-center">
      <EmptyState
        heading="h1"
        title={m.missing}
        text={m.missingText}
        action={
          <Link to={paths.home} className={buttonClass()}>
            {m.toFeed}
          </Link>
        }
      />
    </div>
  )
}
