import { useId, useState, type FormEvent } from 'react'

import type { CreatedKeys } from '#crypto/index.ts'
import { makeNewKeys, publishKeys } from '#entities/message-keys/make-keys.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { KeepKeySheets } from '../first-time/KeepKeySheets.tsx'
import { confirmKeys } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { Step } from '../Steps.tsx'
import { useWork } from '../use-work.ts'

/** Nothing opens the keys any more: what is lost is said first, and the word is typed. */
export function ResetSheet({ userId, onClose }: { userId: string; onClose: () => void }) {
  const m = useMessages(keysMessages)
  const formId = useId()
  const { isBusy, failure, run } = useWork()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [keys, setKeys] = useState<CreatedKeys | null>(null)
  const [isPublished, setPublished] = useState(false)
  if (keys && isPublished) {
    return <KeepKeySheets code={keys.recoveryCode} onChecked={() => confirmKeys(userId)} onClose={onClose} />
  }
  const reset = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== m.resetWord) return setWrong(true)
    void run(async () => {
      const made = keys ?? (await makeNewKeys(userId))
      setKeys(made)
      await publishKeys(userId, made)
      setPublished(true)
    })
    return undefined
  }
  return (
    <Step
      title={m.resetTitle}
      onClose={onClose}
      other={{ label: m.cancel, onPress: onClose }}
      action={{ label: m.resetAction, form: formId, danger: true, busyLabel: isBusy && m.resetting }}
    >
      <Alert tone="warning">{m.resetOther}</Alert>
      <div>
        <h3 className="text-base">{m.resetLost}</h3>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-text-2">
          <li>{m.resetOld}</li>
          <li>{m.resetSearch}</li>
          <li>{m.resetContacts}</li>
        </ul>
        <p className="mt-2 text-text-2">{m.resetKept}</p>
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <form id={formId} noValidate onSubmit={reset}>
        <TextField
          label={m.resetType(m.resetWord)}
          value={typed}
          error={isWrong ? m.resetWrong(m.resetWord) : null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
        />
      </form>
    </Step>
  )
}
