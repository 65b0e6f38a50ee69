import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'

import { searchQueries } from '../search-queries.ts'
import { searchMessages } from '../search.i18n.ts'
import { PostsAtAGlance } from './FoundPosts.tsx'
import { Section } from './Section.tsx'

/** What is about the same in other words. Where it cannot be had, what was found by the words stands alone. */
export function NearInMeaning({ text }: { text: string }) {
  const m = useMessages(searchMessages)
  const { data: posts = [] } = useQuery(searchQueries.byMeaning(text))
  if (posts.length === 0) return null
  return (
    <Section title={m.sameMeaning}>
      <PostsAtAGlance posts={posts} />
    </Section>
  )
}
