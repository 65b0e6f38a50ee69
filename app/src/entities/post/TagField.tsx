/** Hashtags as chips: Enter, comma or a blank adds what is written, Backspace in the empty field takes the last away. */
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

import { defineMessages, useMessages } from '#i18n/messages.ts'
import { TextField } from '#ui/fields/TextField.tsx'

import { challengeQueries, stateOf } from './challenge/challenge-queries.ts'
import { splitTags } from './tag/split-tags.ts'
import { suggestedTags } from './tag/suggested-tags.ts'

const messages = defineMessages({
  fr: {
    hashtags: 'Hashtags',
    help: 'Entrée ou virgule pour ajouter.',
    remove: (tag: string) => `Retirer #${tag}`,
    add: (tag: string) => `Ajouter #${tag}`,
    suggested: 'Suggérés',
    challenges: 'Défis en cours',
  },
  en: {
    hashtags: 'Hashtags',
    help: 'Enter or comma adds one.',
    remove: (tag: string) => `Remove #${tag}`,
    add: (tag: string) => `Add #${tag}`,
    suggested: 'Suggested',
    challenges: 'Challenges running',
  },
})

export interface TagFieldProps {
  tags: readonly string[]
  /** The words that made the picture: hashtags among them that people use are offered. */
  words?: string
  onChange: (tags: readonly string[]) => void
}

export function TagField({ tags, words = '', onChange }: TagFieldProps) {
  const m = useMessages(messages)
  const [text, setText] = useState('')
  const add = (written: string) => {
    onChange([...new Set([...tags, ...splitTags(written)])])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1))
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={m.hashtags}
        help={m.help}
        value={text}
        enterKeyHint="done"
        autoCapitalize="none"
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
        onChange={({ target: { value } }) => (/[,\s]$/u.test(value) ? add(value) : setText(value))}
      />
      {/* As soon as one writes: leaving the field moves nothing from under the finger that leaves it. */}
      {(tags.length > 0 || text !== '') && (
        <ul className="flex min-h-9 flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={m.remove(tag)}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-surface-2 pr-2.5 pl-3.5 text-sm hover:bg-surface-3"
              >
                {`#${tag}`}
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {words !== '' && <Running tags={tags} onAdd={(tag) => onChange([...tags, tag])} />}
      {words !== '' && <Suggested words={words} tags={tags} onAdd={(tag) => onChange([...tags, tag])} />}
    </div>
  )
}

interface OfferedProps {
  tags: readonly string[]
  onAdd: (tag: string) => void
}

function Running({ tags, onAdd }: OfferedProps) {
  const m = useMessages(messages)
  const { data: challenges = [] } = useQuery(challengeQueries.list())
  const [now] = useState(() => Date.now())
  const running = challenges.filter((each) => stateOf(each, now) === 'running').map(({ hashtag }) => hashtag)
  return (
    <Offered tags={tags} offered={running} onAdd={onAdd}>
      {m.challenges}
    </Offered>
  )
}

function Suggested({ words, tags, onAdd }: OfferedProps & { words: string }) {
  const m = useMessages(messages)
  const { data: known = [] } = useQuery(suggestedTags(words))
  return (
    <Offered tags={tags} offered={known} onAdd={onAdd}>
      {m.suggested}
    </Offered>
  )
}

function Offered({
  tags,
  offered,
  onAdd,
  children,
}: OfferedProps & { offered: readonly string[]; children: ReactNode }) {
  const m = useMessages(messages)
  const id = useId()
  const left = offered.filter((tag) => !tags.includes(tag))
  if (left.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-1.5">
      <span id={id} className="text-xs text-text-3">
        {children}
      </span>
      {left.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={m.add(tag)}
          onClick={() => onAdd(tag)}
          className="inline-flex min-h-9 items-center gap-1 rounded-full border border-dashed border-line-strong pr-3.5 pl-2.5 text-sm text-text-2 hover:bg-surface-2"
        >
          <Plus aria-hidden="true" className="size-4" />
          {`#${tag}`}
        </button>
      ))}
    </div>
  )
}
