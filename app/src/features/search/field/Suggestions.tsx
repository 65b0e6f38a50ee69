import ArrowRight from 'lucide-react/icons/arrow-right'
import Hash from 'lucide-react/icons/hash'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { Marked } from '../Marked.tsx'
import type { Suggestion } from '../search-queries.ts'
import { readSearch } from '../search-text.ts'
import { searchMessages } from '../search.i18n.ts'
import type { Act } from './acts.ts'

export type Option = Suggestion | Act

/** What an option is, wherever it stands; the last one, which asks for everything, is none of them. */
export function keyOf(option: Option | undefined): string {
  return option ? `${option.kind}.${option.id}` : 'all'
}

export interface SuggestionsProps {
  id: string
  suggestions: readonly Option[]
  /** As it stands in the field. */
  typed: string
  /** What they were asked by, a moment ago. */
  asked: string
  /** The option that the keys are at. */
  active: number
  /** Nothing: all results are asked for. */
  onChoose: (suggestion: Option | undefined) => void
}

/** Actions, people and hashtags under the field, and at their end the way to everything. */
export function Suggestions({ id, suggestions, typed, asked, active, onChoose }: SuggestionsProps) {
  const m = useMessages(searchMessages)
  const { text } = readSearch(asked)
  // Whether there are results is known of what is suggested alone.
  const hasResults = suggestions.some(({ kind }) => kind !== 'act')
  const option = (suggestion: Option | undefined, index: number, content: ReactNode) => (
    // Its keys are those of the field, which keeps the focus.
    <button
      type="button"
      key={keyOf(suggestion)}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(suggestion)}
      className={classNames(
        '-mx-2 flex min-h-13 w-[calc(100%+1rem)] text-left items-center gap-3 rounded-md p-2 hover:bg-surface-2',
        index === active && 'bg-surface-2',
      )}
    >
      {content}
    </button>
  )
  const group = (kind: Option['kind'], label: string) =>
    suggestions.some((suggestion) => suggestion.kind === kind) && (
      <div role="group" aria-label={label}>
        <h3 aria-hidden="true" className="mt-2 mb-1 text-sm text-text-3">
          {label}
        </h3>
        {suggestions.map(
          (suggestion, index) =>
            suggestion.kind === kind &&
            option(
              suggestion,
              index,
              <>
                {kind === 'user' ? (
                  <Avatar id={suggestion.id} size="md" />
                ) : (
                  <Icon of={kind === 'act' ? <ArrowRight className="size-4.5" /> : <Hash className="size-4.5" />} />
                )}
                <span className="truncate font-semibold">
                  <Marked text={suggestion.title} words={text} />
                </span>
              </>,
            ),
        )}
      </div>
    )
  return (
    <div role="listbox" id={id} aria-label={m.suggestions} className="mt-3">
      {group('act', m.acts)}
      {group('user', m.people)}
      {group('hashtag', m.hashtags)}
      {option(
        undefined,
        suggestions.length,
        <>
          <Icon of={<Search className="size-4.5" />} />
          <span className="truncate">{hasResults ? m.seeAll : m.seek(typed.trim())}</span>
        </>,
      )}
    </div>
  )
}

function Icon({ of }: { of: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid size-9 flex-none place-items-center rounded-full bg-surface-2 text-text-2">
      {of}
    </span>
  )
}
