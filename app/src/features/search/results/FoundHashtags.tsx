import { HashtagChip } from '../HashtagChip.tsx'
import type { FoundHashtag } from '../search-queries.ts'

export interface FoundHashtagsProps {
  hashtags: readonly FoundHashtag[]
  words: string
  onAsk: (text: string) => void
}

export function FoundHashtags({ hashtags, words, onAsk }: FoundHashtagsProps) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {hashtags.map(({ title, postsCount }) => (
        <li key={title}>
          <HashtagChip title={title} count={postsCount} words={words} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  )
}
