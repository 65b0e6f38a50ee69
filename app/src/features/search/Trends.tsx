import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'

import { HashtagChip } from './HashtagChip.tsx'
import { searchQueries } from './search-queries.ts'
import { searchMessages } from './search.i18n.ts'

/** Hashtags of the moment; one fills the box. */
export function Trends({ onAsk }: { onAsk: (text: string) => void }) {
  const m = useMessages(searchMessages)
  const { data: trends = [] } = useQuery(searchQueries.trends())
  if (trends.length === 0) return null
  return (
    <section aria-label={m.trends} className="mt-5">
      <h3 className="mb-2">{m.trends}</h3>
      <ul className="flex flex-wrap gap-2">
        {trends.map(({ tag, display }) => (
          <li key={tag}>
            <HashtagChip title={display} onAsk={onAsk} />
          </li>
        ))}
      </ul>
    </section>
  )
}
