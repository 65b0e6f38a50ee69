import { useEffect, useRef, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'

import type { Explanation } from './explain.ts'
import { PasswordField } from './PasswordField.tsx'
import { signInMessages } from './sign-in-messages.ts'
import { nothingSaid, useSignIn, type EntryMode } from './use-sign-in.ts'

export interface SignInFormProps {
  mode: EntryMode
  /** Something went wrong before the form was there: a link that had expired, a provider's refusal. */
  startsWith?: Explanation | undefined
}

/** The form of both tabs. Errors stand on their field, and the focus goes to the first wrong one. */
export function SignInForm({ mode, startsWith = nothingSaid }: SignInFormProps) {
  const m = useMessages(signInMessages)
  const { said, isPending, submit } = useSignIn(mode, startsWith)
  const form = useRef<HTMLFormElement>(null)
  const signingUp = mode === 'sign-up'

  useEffect(() => {
    if (said !== startsWith) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus()
  }, [said, startsWith])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) void submit(new FormData(event.currentTarget))
  }

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-4.5">
      {said.block && <Alert tone="danger">{said.block}</Alert>}
      {said.notice && <Alert tone="info">{said.notice}</Alert>}
      <TextField
        label={m.identifier}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.identifierExample}
        readOnly={isPending}
        error={said.identifier}
      />
      <PasswordField
        label={m.password}
        name="password"
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        readOnly={isPending}
        error={said.password}
        help={signingUp && m.passwordHelp}
      />
      {signingUp && (
        <TextField
          label={m.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          readOnly={isPending}
          aside={<span className="text-xs text-text-3">{m.optional}</span>}
        />
      )}
      <EntryButton signingUp={signingUp} busy={isPending} />
    </form>
  )
}

function EntryButton({ signingUp, busy }: { signingUp: boolean; busy: boolean }) {
  const m = useMessages(signInMessages)
  const label = signingUp ? m.submitSignUp : m.signIn
  const busyLabel = signingUp ? m.busySignUp : m.busySignIn
  return (
    <Button type="submit" variant="primary" size="lg" wide busyLabel={busy && busyLabel}>
      {label}
    </Button>
  )
}
