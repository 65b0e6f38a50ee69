import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { useSettled } from './use-settled.ts'
import { usernameFreeQuery, usernameShape } from './username-queries.ts'
import { usernameMessages } from './username.i18n.ts'

export interface UsernameFieldProps {
  value: string
  /** The name that the profile has now. */
  current: string | null
  /** What the server answered to the last try to save. */
  refusal: string | null
  /** Free names that came with the refusal. */
  suggestions: readonly string[]
  onChange: (value: string) => void
}

/** The name in the address of a profile, looked up while it is written. */
export function UsernameField({ value, current, refusal, suggestions, onChange }: UsernameFieldProps) {
  const m = useMessages(usernameMessages)
  const found = useUsername(value, current)
  const error = refusal ?? found.error
  const offered = refusal ? suggestions : found.suggestions
  return (
    <div className="grid gap-2" role="group" aria-label={m.label}>
      <TextField
        label={m.label}
        name="username"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={30}
        value={value}
        onChange={(event) => onChange(event.target.value.toLowerCase().replaceAll(' ', ''))}
        help={<span role="status">{found.help}</span>}
        error={error}
      />
      {error && offered.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-text-2">
          {m.freeOnes}
          {offered.map((name) => (
            <Button key={name} size="sm" aria-label={m.take(name)} onClick={() => onChange(name)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

interface Found {
  help: string
  error: string | null
  suggestions: readonly string[]
}

/** What can be said of a name once the writing pauses. */
function useUsername(value: string, current: string | null): Found {
  const m = useMessages(usernameMessages)
  const settled = useSettled(value)
  const isSettled = settled === value && value !== (current ?? '')
  const isShaped = usernameShape.test(settled)
  const { data: answer, isFetching } = useQuery({ ...usernameFreeQuery(settled), enabled: isSettled && isShaped })
  const found = (help: string, error: string | null = null): Found => ({ help, error, suggestions: [] })
  if (!isSettled || value === '') return found(m.help)
  if (!isShaped) return found(m.help, m.username_invalid)
  if (isFetching) return found(m.checking)
  if (!answer) return found(m.help)
  if (answer.problem) return { ...found(m.help, m[answer.problem]), suggestions: answer.suggestions }
  return found(current ? `${m.free} ${m.moves}` : m.free)
}
