import { useEffect, useRef, type FormEvent } from 'react'

import { authWords } from '#entities/session/auth-words.ts'
import { exampleNumber } from '#entities/session/credentials.ts'
import type { Explanation } from '#entities/session/explain.ts'
import { PasswordField } from '#entities/session/PasswordField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import type { CodeRequest } from './entry-step.ts'
import { signInMessages } from './sign-in.i18n.ts'
import { nothingSaid, useSignIn, type EntryMode } from './use-sign-in.ts'

export interface SignInFormProps {
  mode: EntryMode
  /** What stands in the address field at first. */
  address: string
  /** Something went wrong before the form was there: a link that had expired, a provider's refusal. */
  startsWith?: Explanation | undefined
  onCodeSent: (request: CodeRequest) => void
  onEntered: (userId: string) => void
}

/** The form of both tabs. Errors stand on their field, and the focus goes to the first wrong one. */
export function SignInForm({ mode, address, startsWith = nothingSaid, onCodeSent, onEntered }: SignInFormProps) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const { said, isPending, isSending, submit, askForCode } = useSignIn({ mode, startsWith, onCodeSent, onEntered })
  const form = useRef<HTMLFormElement>(null)
  const signingUp = mode === 'sign-up'
  const isBusy = isPending || isSending

  useEffect(() => {
    if (said !== startsWith) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus()
  }, [said, startsWith])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void submit(new FormData(event.currentTarget))
  }
  const ask = (purpose: 'sign-in' | 'recovery') => {
    if (!isBusy && form.current) void askForCode(new FormData(form.current), purpose)
  }

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-4.5">
      {said.block && <Alert tone="danger">{said.block}</Alert>}
      <TextField
        label={m.identifier}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.identifierExample(exampleNumber())}
        defaultValue={address}
        readOnly={isBusy}
        error={said.identifier}
        aria-required
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        readOnly={isBusy}
        error={said.password}
        aria-invalid={said.isOfBoth}
        aria-required
        help={signingUp && words.passwordHelp}
        aside={!signingUp && <ForgottenLink onPress={() => ask('recovery')} />}
      />
      {signingUp && (
        <TextField
          label={m.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          readOnly={isBusy}
          aside={<span className="text-xs text-text-3">{m.optional}</span>}
        />
      )}
      <EntryButton signingUp={signingUp} busy={isPending} />
      {signingUp && <Agreement />}
      {!signingUp && (
        <Button size="lg" wide busyLabel={isSending && m.sending} onClick={() => ask('sign-in')}>
          {m.getCode}
        </Button>
      )}
    </form>
  )
}

/** What somebody says yes to by creating an account; read in another tab, so that what is typed stays. */
function Agreement() {
  const m = useMessages(signInMessages)
  return (
    <p className="-mt-2 text-xs text-text-3">
      {m.agreeing}{' '}
      <a href={paths.terms} target="_blank" rel="noreferrer" className="link">
        {m.terms}
      </a>{' '}
      {m.and}{' '}
      <a href={paths.privacy} target="_blank" rel="noreferrer" className="link">
        {m.privacy}
      </a>
      .
    </p>
  )
}

function ForgottenLink({ onPress }: { onPress: () => void }) {
  const m = useMessages(signInMessages)
  return (
    <button type="button" className="link min-h-6 text-xs" onClick={onPress}>
      {m.forgotten}
    </button>
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
