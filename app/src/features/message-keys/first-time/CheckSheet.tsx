import { useId, useState, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { keysMessages } from '../keys.i18n.ts'
import { Step } from '../Steps.tsx'

const asked = [3, 7] as const

export interface CheckSheetProps {
  code: string
  /** Why confirming did not work out, in words. */
  failure: string | null
  isBusy: boolean
  onChecked: () => void
  onBack: () => void
  onClose: () => void
}

/** Two groups of the key, typed from where it was kept. */
export function CheckSheet({ code, failure, isBusy, onChecked, onBack, onClose }: CheckSheetProps) {
  const m = useMessages(keysMessages)
  const formId = useId()
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [wrong, setWrong] = useState<number | null>(null)
  const groups = code.split('-')
  const check = (event: FormEvent) => {
    event.preventDefault()
    const missed = asked.find((place) => normal(typed[place] ?? '') !== groups[place - 1])
    setWrong(missed ?? null)
    if (missed === undefined) onChecked()
  }
  return (
    <Step
      title={m.checkTitle}
      onClose={onClose}
      other={{ label: m.back, onPress: onBack }}
      action={{ label: m.verify, form: formId, busyLabel: isBusy && m.verifying }}
    >
      <form id={formId} noValidate onSubmit={check} className="grid gap-4">
        <p>{m.check(asked[0], asked[1])}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="grid gap-3 md:grid-cols-2">
          {asked.map((place, index) => (
            <TextField
              key={place}
              label={m.group(place)}
              value={typed[place] ?? ''}
              error={wrong === place ? m.checkWrong(place) : null}
              maxLength={8}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono tracking-[0.12em] uppercase"
              {...(index === 0 && { 'data-autofocus': true })}
              onChange={({ target }) => {
                setTyped({ ...typed, [place]: target.value })
                setWrong(null)
              }}
            />
          ))}
        </div>
      </form>
    </Step>
  )
}

/** As the key's own alphabet reads what people write (E2EE §5). */
function normal(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[\s\-–—]/gu, '')
    .replaceAll(/[IL]/gu, '1')
    .replaceAll('O', '0')
}
