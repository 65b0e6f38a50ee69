import { useMessages } from '#i18n/messages.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

import { nearby } from '../search-text.ts'
import { searchMessages } from '../search.i18n.ts'
import { Trends } from '../Trends.tsx'

export interface NothingFoundProps {
  query: string
  /** Its words, without operators. */
  text: string
  onAsk: (text: string) => void
}

export function NothingFound({ query, text, onAsk }: NothingFoundProps) {
  const m = useMessages(searchMessages)
  const near = nearby(text)
  return (
    <>
      <EmptyState
        heading="h2"
        title={m.none(query)}
        text={near === null ? m.tryLess : m.tryNear}
        action={
          near !== null && (
            <button type="button" data-result className="link min-h-11" onClick={() => onAsk(near)}>
              « {near} »
            </button>
          )
        }
      />
      <Trends onAsk={onAsk} />
    </>
  )
}
