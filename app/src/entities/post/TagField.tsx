/** Hashtags as chips: Enter, comma or a blank adds what is written, Backspace in the empty field takes the last away. */
import X from 'lucide-react/icons/x'
import { useState, type KeyboardEvent } from 'react'

import { defineMessages, useMessages } from '#i18n/messages.ts'
import { TextField } from '#ui/fields/TextField.tsx'

import { splitTags } from './split-tags.ts'

const messages = defineMessages({
  fr: {
    hashtags: 'Hashtags',
    help: 'Entrée ou virgule pour ajouter.',
    remove: (tag: string) => `Retirer #${tag}`,
  },
  en: { hashtags: 'Hashtags', help: 'Enter or comma adds one.', remove: (tag: string) => `Remove #${tag}` },
})

export interface TagFieldProps {
  tags: readonly string[]
  onChange: (tags: readonly string[]) => void
}

export function TagField({ tags, onChange }: TagFieldProps) {
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
    </div>
  )
}
