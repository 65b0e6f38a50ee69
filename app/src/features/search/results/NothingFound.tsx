import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { searchQueries } from '../search-queries.ts'
import { nearby } from '../search-text.ts'
import { searchMessages } from '../search.i18n.ts'
import { Trends } from '../Trends.tsx'
import { PostsAtAGlance } from './FoundPosts.tsx'

const glanced = 8

export interface NothingFoundProps {
  query: string
  /** Its words, without operators. */
  text: string
  onAsk: (text: string) => void
}

/** Says so, and leads on: to what was meant where a word was mistyped, with what is found by that; else to fewer words. */
export function NothingFound({ query, text, onAsk }: NothingFoundProps) {
  const m = useMessages(searchMessages)
  const { data: meant, isLoading } = useQuery(searchQueries.meant(text))
  if (isLoading) return <Skeleton className="mt-5 h-36" />
  const near = meant ?? nearby(text)
  return (
    <>
      <EmptyState
        heading="h2"
        title={m.none(query)}
        text={near === null ? m.tryOther : meant ? m.meant : m.tryNear}
        action={
          near !== null && (
            <button type="button" data-result className="link min-h-11" onClick={() => onAsk(near)}>
              « {near} »
            </button>
          )
        }
      />
      {meant ? <PostsMeant text={meant} /> : <Trends onAsk={onAsk} />}
    </>
  )
}

function PostsMeant({ text }: { text: string }) {
  const { data: posts = [] } = useInfiniteQuery(searchQueries.posts(text))
  return posts.length > 0 && <PostsAtAGlance posts={posts.slice(0, glanced)} />
}
