import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { SortableList } from '#ui/sortable/SortableList.tsx'

import { moved, postsOf } from './arrange-posts.ts'
import { orderPosts, removePost } from './change-collection.ts'
import type { CollectionPages, OpenCollection } from './collection-queries.ts'
import { collectionMessages } from './collection.i18n.ts'

export interface ArrangeCollectionProps {
  collection: OpenCollection
  query: UseInfiniteQueryResult<CollectionPages>
  empty: ReactNode
}

/** As a list: by the handle, by the arrows or by keys. What is not loaded yet stands after what is. */
export function ArrangeCollection({ collection, query, empty }: ArrangeCollectionProps) {
  const m = useMessages(collectionMessages)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const posts = postsOf(data)
  if (data && posts.length === 0) return empty
  const find = (id: string) => posts.find((post) => post.id === id)
  return (
    <div className="grid max-w-160 gap-3 px-(--gutter) md:px-8">
      <SortableList
        id="collected"
        items={posts.map(itemOf)}
        openLabel={m.open}
        removeLabel={m.remove}
        onMove={(id, place) => orderPosts(collection, moved(posts, id, place))}
        onOpen={(id) => navigate({ to: paths.post, params: { id } })}
        onRemove={(id) => {
          const post = find(id)
          if (post) removePost(collection, post)
        }}
      />
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busyLabel={isFetchingNextPage && m.loading}
          onClick={() => void fetchNextPage()}
        >
          {m.loadMore}
        </Button>
      )}
    </div>
  )
}

function itemOf(post: Post) {
  const { id, title, prompt, creator, image, rating } = post
  return {
    key: id,
    name: title ?? prompt,
    detail: creator.displayName,
    icon: null,
    problem: null,
    picture: (
      <span className="block size-12 overflow-hidden rounded-img bg-surface-2">
        <Picture
          image={image}
          alt=""
          sizes="3rem"
          className={`aspect-auto! size-full ${rating >= 2 ? 'scale-110 blur-xl' : ''}`}
        />
      </span>
    ),
  }
}
