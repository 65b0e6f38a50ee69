import Hash from 'lucide-react/icons/hash'

import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { fieldOf } from './arrow-keys.ts'
import { Marked } from './Marked.tsx'
import { searchMessages } from './search.i18n.ts'

export interface HashtagChipProps {
  title: string
  count?: number
  words?: string
  onAsk: (text: string) => void
}

/** A hashtag fills the search box (spec §2). */
export function HashtagChip({ title, count, words = '', onAsk }: HashtagChipProps) {
  const m = useMessages(searchMessages)
  const label = count === undefined ? `#${title}` : `#${title}, ${m.tagCount(count)}`
  return (
    <button
      type="button"
      data-result
      aria-label={label}
      onClick={(event) => {
        // The box keeps the focus: the chip goes with the list that it is in.
        fieldOf(event.currentTarget)?.focus()
        onAsk(`#${title}`)
      }}
      className="flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 hover:bg-surface-2"
    >
      <Hash aria-hidden="true" className="size-4 text-text-3" />
      <bdi>
        <Marked text={title} words={words} />
      </bdi>
      {count !== undefined && <span className="num ml-1 text-sm text-text-3">{formatCount(count)}</span>}
    </button>
  )
}
