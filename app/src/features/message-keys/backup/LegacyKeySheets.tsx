import { useId, useRef, useState, type FormEvent } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { importLegacyKey } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'
import { Step } from '../Steps.tsx'
import { dropLegacyKey, findLegacyKey } from './legacy-keys.ts'
import { waysMessages } from './ways.i18n.ts'

interface Given {
  userId: string
  onClose: () => void
}

/** A private key of the times before this encryption: it opens what was written then, and is never published again. */
export function LegacyKeySheets({ userId, onClose }: Given) {
  const m = useMessages(waysMessages)
  const words = useMessages(keysMessages)
  const [raw, setRaw] = useState<string | null>(null)
  if (raw === null) return <Paste userId={userId} onGiven={setRaw} onClose={onClose} />
  const take = async (secret: Secret) => {
    await importLegacyKey(userId, secret, raw)
    dropLegacyKey(raw)
    toast({ title: m.legacyDone })
    onClose()
  }
  return (
    <SecretSheet
      userId={userId}
      title={m.legacyTitle}
      intro={m.openFirst}
      other={{ label: words.cancel, onPress: onClose }}
      onSecret={take}
      onClose={onClose}
    />
  )
}

/** Far more than the longest key has. */
const mostBytes = 20_000

function Paste({ userId, onGiven, onClose }: Given & { onGiven: (raw: string) => void }) {
  const m = useMessages(waysMessages)
  const words = useMessages(keysMessages)
  const formId = useId()
  const file = useRef<HTMLInputElement>(null)
  const [found] = useState(() => findLegacyKey(userId))
  const [text, setText] = useState(found?.raw ?? '')
  const give = (event: FormEvent) => {
    event.preventDefault()
    onGiven(text.trim())
  }
  const read = async (chosen: File | undefined) => {
    if (chosen && chosen.size <= mostBytes) setText(await chosen.text())
  }
  return (
    <Step
      title={m.legacyTitle}
      onClose={onClose}
      other={{ label: words.cancel, onPress: onClose }}
      action={{ label: words.continue, form: formId, isDisabled: text.trim() === '' }}
    >
      <p>{m.legacyIntro}</p>
      {found && <Alert tone="info">{m.legacyFound}</Alert>}
      <form id={formId} noValidate onSubmit={give} className="grid gap-3">
        <TextArea
          label={m.legacyKey}
          help={m.legacyHelp}
          rows={5}
          value={text}
          maxLength={mostBytes}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          data-autofocus
          onChange={({ target }) => setText(target.value)}
        />
        <input
          ref={file}
          type="file"
          hidden
          accept=".pem,.key,.json,.txt,application/json,text/plain"
          aria-label={m.legacyFile}
          onChange={({ target }) => void read(target.files?.[0])}
        />
        <Button size="sm" className="justify-self-start" onClick={() => file.current?.click()}>
          {m.legacyFile}
        </Button>
      </form>
    </Step>
  )
}
