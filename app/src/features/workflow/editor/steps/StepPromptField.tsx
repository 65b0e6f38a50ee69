/** A text with the names of form fields in it, which a tap inserts. */
import { useRef, type ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { setWords } from '#ui/fields/set-words.ts'
import { TextArea } from '#ui/fields/TextField.tsx'

import { editorMessages } from '../editor.i18n.ts'

export interface PromptFieldProps {
  label: string
  help?: ReactNode
  error: string | null
  value: string
  maxLength: number
  /** What can be inserted: `{name}`, shown as its label. */
  names: readonly { name: string; label: string }[]
  onChange: (value: string) => void
}

export function PromptField({ label, help, error, value, maxLength, names, onChange }: PromptFieldProps) {
  const m = useMessages(editorMessages)
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const field = area.current
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [value.length, value.length]
    const next = `${value.slice(0, from)}{${name}}${value.slice(to)}`
    setWords(field, () => onChange(next.slice(0, maxLength)), from + name.length + 2)
  }
  return (
    <div className="grid gap-2">
      <TextArea
        ref={area}
        label={label}
        help={help}
        error={error}
        rows={4}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
      {names.length > 0 && (
        <ul aria-label={m.insert} className="flex flex-wrap gap-1.5">
          {names.map(({ name, label: words }) => (
            <li key={name}>
              <button
                type="button"
                aria-label={m.insertField(words)}
                onClick={() => insert(name)}
                className="inline-flex min-h-11 items-center rounded-full bg-surface-2 px-3.5 text-xs font-medium text-text-2 hover:bg-surface-3"
              >
                {`+ ${words}`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
