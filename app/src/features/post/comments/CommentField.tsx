/** The field of a comment: grows with its words, suggests names after @, sends with Ctrl or ⌘ and Enter. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

import { commentQueries, type MentionedPerson } from '#entities/comment/comment-queries.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import { mentionAt, withMention } from '#entities/comment/words.ts'
import { useMessages } from '#i18n/messages.ts'
import { setWords } from '#ui/fields/set-words.ts'
import { inputClass } from '#ui/fields/TextField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

const pauseMs = 200

export interface CommentFieldProps {
  value: string
  onChange: (text: string) => void
  onSend: () => void
  label: string
  placeholder: string
  isInvalid: boolean
  /** Id of what is said about it. */
  noteId: string
  hasFocus?: boolean
}

export function CommentField({
  value,
  onChange,
  onSend,
  label,
  placeholder,
  isInvalid,
  noteId,
  hasFocus = false,
}: CommentFieldProps) {
  const m = useMessages(commentMessages)
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const people = useSuggestions(caret === null ? null : mentionAt(value, caret)?.query)
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, people.length - 1)
  useEffect(() => {
    if (!hasFocus || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [hasFocus])

  const choose = ({ username }: MentionedPerson) => {
    const draft = caret === null ? null : mentionAt(value, caret)
    if (!draft || username === null) return
    const next = withMention(value, draft, username)
    const change = () => {
      onChange(next.text)
      setCaret(null)
    }
    setWords(field.current, change, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const person = people[place]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (!person) return
    else if (event.key === 'ArrowDown') setChosen((place + 1) % people.length)
    else if (event.key === 'ArrowUp') setChosen((place - 1 + people.length) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    // A list that closes does not close what it lies in.
    event.stopPropagation()
  }
  return (
    <div className="relative min-w-0 flex-1">
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={value}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={noteId}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={people.length > 0 ? `${listId}-${place}` : undefined}
        placeholder={placeholder}
        className={`${inputClass} block field-sizing-content max-h-40 min-h-11 resize-none py-2 wrap-anywhere leading-[1.45]`}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {people.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={m.people}
          className="absolute bottom-[calc(100%+0.375rem)] left-0 z-(--z-menu) grid w-full max-w-72 rounded-md border border-line bg-surface p-1.5 shadow-float"
        >
          {people.map((person, index) => (
            <Suggestion
              key={person.id}
              id={`${listId}-${index}`}
              person={person}
              isChosen={index === place}
              onChoose={() => choose(person)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface SuggestionProps {
  id: string
  person: MentionedPerson
  isChosen: boolean
  onChoose: () => void
}

function Suggestion({ id, person, isChosen, onChoose }: SuggestionProps) {
  return (
    // The keyboard's way to it is the field's own arrows.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerDown={(event) => {
        event.preventDefault()
        onChoose()
      }}
      className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-surface-2 aria-selected:bg-surface-2"
    >
      <Avatar id={person.id} src={person.avatar} size="sm" />
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-semibold">{person.title}</span>
        <span className="block truncate text-xs text-text-3">{`@${person.username}`}</span>
      </span>
    </div>
  )
}

/** People whose name begins so, asked for when the fingers rest. */
function useSuggestions(query: string | null | undefined): MentionedPerson[] {
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query ?? null), pauseMs)
    return () => clearTimeout(timer)
  }, [query])
  const { data = [] } = useQuery({ ...commentQueries.people(asked ?? ''), enabled: Boolean(asked), retry: false })
  return query ? data.filter(({ username }) => username !== null) : []
}
