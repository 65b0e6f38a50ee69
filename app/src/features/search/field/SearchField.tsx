/** The box in which one types: a combobox whose list suggests three people and two hashtags. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleX from 'lucide-react/icons/circle-x'
import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

import { useOnline } from '#data/network.ts'
import { DictateButton } from '#entities/dictation/DictateButton.tsx'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { inputClass } from '#ui/fields/TextField.tsx'

import { fieldOf } from '../arrow-keys.ts'
import { openProfile, type OpenPerson } from '../open-person.ts'
import { searchQueries } from '../search-queries.ts'
import { searchMessages } from '../search.i18n.ts'
import { actsFor, runAct } from './acts.ts'
import { keyOf, Suggestions, type Option } from './Suggestions.tsx'

export interface SearchFieldProps {
  typed: string
  /** What is typed has been searched for: its results stand below instead of suggestions. */
  isAsked: boolean
  onType: (typed: string) => void
  onAsk: (text: string) => void
  onPerson?: OpenPerson | undefined
  /** Besides people and hashtags, what one can do and where one can go. */
  hasActs: boolean
}

const typingPause = 200
const none: Option[] = []

export function SearchField({ typed, isAsked, onType, onAsk, onPerson = openProfile, hasActs }: SearchFieldProps) {
  const m = useMessages(searchMessages)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const settled = useSettled(typed)
  const isOnline = useOnline()
  const isOpen = !isAsked && isOnline && typed.trim() !== ''
  const suggestions = useSuggested(isOpen ? { typed, settled, hasActs } : null)
  // By its key: what comes while one is at an option moves it.
  const [activeKey, setActiveKey] = useState<string | null>(null)
  // The last option asks for everything.
  const options = isOpen ? [...suggestions, undefined] : []
  const active = options.findIndex((option) => keyOf(option) === activeKey)
  const type = (text: string) => {
    setActiveKey(null)
    onType(text)
  }
  const choose = (suggestion: Option | undefined) => {
    setActiveKey(null)
    if (suggestion?.kind === 'act') return runAct(suggestion)
    if (suggestion?.kind === 'user') onPerson(suggestion.id)
    else onAsk(suggestion ? `#${suggestion.title}` : typed)
    if (suggestion?.kind !== 'user') field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && isOpen) setActiveKey(keyAt(options, nextOption(active, step, options.length)))
    else if (event.key === 'ArrowDown') focusFirstResult(event)
    else if (event.key === 'Enter') choose(options[active])
    else if (event.key === 'Escape' && typed !== '') type('')
    else return
    event.preventDefault()
  }
  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-text-3" />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={m.placeholder}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={m.placeholder}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        data-autofocus
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        className={`${inputClass} min-h-12 pr-13 pl-11 not-placeholder-shown:pr-24 [&::-webkit-search-cancel-button]:hidden`}
      />
      <div className="absolute top-0.5 right-0.5 flex">
        {typed !== '' && <ClearButton onClear={() => type('')} />}
        <DictateButton label={m.dictate} onWords={type} onAsk={onAsk} />
      </div>
      {isOpen && (
        <Suggestions
          id={listId}
          suggestions={suggestions}
          typed={typed}
          asked={settled}
          active={active}
          onChoose={choose}
        />
      )}
    </div>
  )
}

interface Asked {
  typed: string
  settled: string
  hasActs: boolean
}

/** Actions by what is typed, at once; people and hashtags as they come. */
function useSuggested(asked: Asked | null): readonly Option[] {
  const query = searchQueries.suggestions(asked?.settled ?? '')
  const isSuggesting = asked !== null && query.enabled === true
  // Those of what was typed before stay until the next ones are there.
  const { data } = useQuery({ ...query, enabled: isSuggesting, placeholderData: keepPreviousData })
  return [...(asked?.hasActs ? actsFor(asked.typed) : none), ...((isSuggesting && data) || none)]
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const m = useMessages(searchMessages)
  return (
    <IconButton
      label={m.clear}
      icon={<CircleX aria-hidden="true" className="size-5" />}
      onClick={({ currentTarget }) => {
        onClear()
        fieldOf(currentTarget)?.focus()
      }}
    />
  )
}

/** Past either end the field itself is active. */
function nextOption(active: number, step: number, count: number): number {
  const next = active + step
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

function keyAt(options: readonly (Option | undefined)[], at: number): string | null {
  return at < 0 ? null : keyOf(options[at])
}

function focusFirstResult({ currentTarget }: KeyboardEvent): void {
  currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-result]')?.focus()
}

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
