import { useId, useState, type FormEvent } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { setPassphrase } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { asPhrase, faultOf } from '../secret/passphrase.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'
import { Step } from '../Steps.tsx'
import { waysMessages } from './ways.i18n.ts'

interface Given {
  userId: string
  onClose: () => void
}

/** A passphrase becomes one more way in, or takes the place of the one before. */
export function PassphraseSheets({ userId, onClose }: Given) {
  const m = useMessages(waysMessages)
  const words = useMessages(keysMessages)
  const [phrase, setPhrase] = useState<string | null>(null)
  if (phrase === null) return <Choose onChosen={setPhrase} onClose={onClose} />
  const save = async (secret: Secret) => {
    await setPassphrase(userId, secret, phrase)
    toast({ title: m.passphraseSaved })
    onClose()
  }
  return (
    <SecretSheet
      userId={userId}
      title={m.passphraseTitle}
      intro={m.openFirst}
      action={{ label: words.continue, busyLabel: m.saving }}
      other={{ label: words.cancel, onPress: onClose }}
      onSecret={save}
      onClose={onClose}
    />
  )
}

function Choose({ onChosen, onClose }: { onChosen: (phrase: string) => void; onClose: () => void }) {
  const m = useMessages(waysMessages)
  const words = useMessages(keysMessages)
  const formId = useId()
  const [typed, setTyped] = useState({ first: '', second: '' })
  const [wrong, setWrong] = useState<{ first?: string; second?: string }>({})
  const choose = (event: FormEvent) => {
    event.preventDefault()
    const fault = faultOf(typed.first)
    if (fault) setWrong({ first: fault === 'weak' ? m.passphraseWeak : m.passphraseLong })
    else if (asPhrase(typed.first) !== asPhrase(typed.second)) setWrong({ second: m.passphraseDiffers })
    else onChosen(asPhrase(typed.first))
  }
  const fieldOf = (name: 'first' | 'second') => ({
    type: 'password',
    value: typed[name],
    error: wrong[name] ?? null,
    autoComplete: 'new-password',
    spellCheck: false,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: target.value })
      setWrong({})
    },
  })
  return (
    <Step
      title={m.passphraseTitle}
      onClose={onClose}
      other={{ label: words.cancel, onPress: onClose }}
      action={{ label: words.continue, form: formId, isDisabled: typed.first.trim() === '' }}
    >
      <p>{m.passphraseIntro}</p>
      <form id={formId} noValidate onSubmit={choose} className="grid gap-4">
        <TextField {...fieldOf('first')} label={m.passphraseNew} help={m.passphraseExample} data-autofocus />
        <TextField {...fieldOf('second')} label={m.passphraseAgain} />
      </form>
    </Step>
  )
}
