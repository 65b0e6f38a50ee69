import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { backupInfoQuery } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { passkeySecret } from './passkey-secret.ts'
import { asPhrase } from './passphrase.ts'

export type Way = 'code' | 'passkey' | 'passphrase'

export interface TypedSecret {
  way: Way
  text: string
}

/** What was typed, and what it becomes: a passkey is asked only when it is needed. */
export function useSecret(userId: string) {
  const [typed, setTyped] = useState<TypedSecret>({ way: 'code', text: '' })
  const read = async (): Promise<Secret> => {
    if (typed.way === 'passkey') return { prf: await passkeySecret(userId, { mayCreate: false }) }
    return typed.way === 'code' ? { code: typed.text } : { passphrase: asPhrase(typed.text) }
  }
  return { typed, setTyped, read, isEmpty: typed.way !== 'passkey' && typed.text.trim() === '' }
}

export interface SecretFieldsProps {
  userId: string
  typed: TypedSecret
  error: string | null
  /** What opens one of the backups that were replaced. */
  isFormer?: boolean | undefined
  onChange: (typed: TypedSecret) => void
}

/** One way into one's keys out of those that the backup knows. */
export function SecretFields({ userId, typed, error, isFormer, onChange }: SecretFieldsProps) {
  const m = useMessages(keysMessages)
  const { data: info } = useQuery(backupInfoQuery(userId))
  const ways = waysOf((isFormer ? info?.former_kinds : info?.kinds) ?? [])
  const { way } = typed
  return (
    <div className="grid gap-4">
      {ways.length > 1 && (
        <SegmentedControl
          label={m.way}
          value={way}
          options={ways.map((value) => ({ value, label: m[value] }))}
          onChange={(next) => onChange({ way: next, text: '' })}
        />
      )}
      {way === 'passkey' && <p className={error ? 'font-medium text-danger-text' : ''}>{error ?? m.passkeyHelp}</p>}
      {way !== 'passkey' && <SecretField key={way} way={way} text={typed.text} error={error} onChange={onChange} />}
    </div>
  )
}

function waysOf(kinds: readonly string[]): Way[] {
  const hasPassphrase = kinds.includes('argon2id') || kinds.includes('pbkdf2')
  return [
    'code',
    ...(kinds.includes('prf') ? (['passkey'] as const) : []),
    ...(hasPassphrase ? (['passphrase'] as const) : []),
  ]
}

interface SecretFieldProps {
  way: 'code' | 'passphrase'
  text: string
  error: string | null
  onChange: (typed: TypedSecret) => void
}

function SecretField({ way, text, error, onChange }: SecretFieldProps) {
  const m = useMessages(keysMessages)
  const look = {
    code: { help: m.codeHelp, type: 'text', autoCapitalize: 'characters', className: 'font-mono tracking-[0.06em]' },
    passphrase: { help: m.passphraseHelp, type: 'password', autoCapitalize: 'none', className: '' },
  }[way]
  return (
    <TextField
      {...look}
      label={m[way]}
      value={text}
      error={error}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      onChange={({ target }) => onChange({ way, text: target.value })}
    />
  )
}
