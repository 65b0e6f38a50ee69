import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { searchQueries } from '../search-queries.ts'
import { nearby } from '../search-text.ts'
import { searchMessages } from '../search.i18n.ts'
import { Trends } from '../Trends.tsx'
import { PostsAtAGlance } from './FoundPosts.tsx'
import { NearInMeaning } from './NearInMeaning.tsx'

const glanced = 8

export interface NothingFoundProps {
  query: string
  /** Its words, without operators. */
  text: string
  /** Without operators. */
  isPlain: boolean
  onAsk: (text: string) => void
}

/** Says so, and leads on: to what was meant where a word was mistyped, with what is found by that; else to fewer words. */
export function NothingFound({ query, text, isPlain, onAsk }: NothingFoundProps) {
  const m = useMessages(searchMessages)
  const { data: meant, isLoading } = useQuery(searchQueries.meant(text))
  const near = useNear(text, isPlain && !meant)
  const words = meant ?? nearby(text)
  // Which of two sentences is true is known once what is near was asked for.
  if (isLoading || (words === null && near === null)) return <Skeleton className="mt-5 h-36" />
  return (
    <>
      <EmptyState
        heading="h2"
        title={m.none(query)}
        text={m[words === null ? wayAlone(near) : wayOn(meant)]}
        action={
          words !== null && (
            <button type="button" data-result className="link min-h-11" onClick={() => onAsk(words)}>
              « {words} »
            </button>
          )
        }
      />
      {meant ? <PostsMeant text={meant} /> : near === 'none' && <Trends onAsk={onAsk} />}
      {/* A mistyped word means nothing: what was meant by it is shown instead. */}
      {isPlain && !meant && <NearInMeaning text={text} />}
    </>
  )
}

/** Where no other words are at hand. */
function wayAlone(near: Near): 'butNear' | 'tryOther' {
  return near === 'some' ? 'butNear' : 'tryOther'
}

function wayOn(meant: string | null | undefined): 'meant' | 'tryNear' {
  return meant ? 'meant' : 'tryNear'
}

type Near = 'none' | 'some' | null

/** Whether something is about the same; nothing while that is asked. Where it cannot be asked, nothing is near. */
function useNear(text: string, isAsked: boolean): Near {
  const { data, isLoading } = useQuery({ ...searchQueries.byMeaning(text), enabled: isAsked })
  if (isLoading) return null
  return data && data.length > 0 ? 'some' : 'none'
}

function PostsMeant({ text }: { text: string }) {
  const { data: posts = [] } = useInfiniteQuery(searchQueries.posts(text))
  return posts.length > 0 && <PostsAtAGlance posts={posts.slice(0, glanced)} />
}
