import { useMutation } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { TextField } from '#ui/TextField.tsx'

import { toAuthFailure } from './auth-failure.ts'
import { findProblems, parseLogin } from './credentials.ts'
import { explainFailure, explainProblems, type Explanation } from './explain.ts'
import { signInMessages } from './sign-in-messages.ts'
import { signInMutation, signUpMutation } from './sign-in-mutations.ts'

export interface SignInFormProps {
  mode: 'sign-in' | 'sign-up'
  /** Something went wrong before the form was there: a link that had expired, a provider's refusal. */
  startsWith?: Explanation | undefined
}

const nothing: Explanation = {}

/** The form of both tabs. Errors stand on their field, and the focus goes to the first wrong one. */
export function SignInForm({ mode, startsWith = nothing }: SignInFormProps) {
  const m = useMessages(signInMessages)
  const signingUp = mode === 'sign-up'
  const { mutateAsync, isPending } = useMutation(signingUp ? signUpMutation : signInMutation)
  const [answer, setAnswer] = useState({ mode, said: startsWith })
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // What was said about one tab says nothing about the other; what was typed stays.
  const said = answer.mode === mode ? answer.said : nothing
  const say = (words: Explanation) => setAnswer({ mode, said: words })

  useEffect(() => {
    if (said === startsWith) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus()
  }, [said, startsWith])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const [identifier, password, name] = ['identifier', 'password', 'name'].map((key) => String(typed.get(key) ?? ''))
    const login = parseLogin(identifier ?? '')
    const problems = findProblems(identifier ?? '', password ?? '')
    if (!login || problems.password) return say(explainProblems(problems, m))
    try {
      const { hasSession } = await mutateAsync({ login, password: password ?? '', name: name ?? '' })
      say(hasSession ? {} : { notice: m.errConfirm })
    } catch (error) {
      say(explainFailure(toAuthFailure(error), m))
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      {said.block && <Alert tone="danger">{said.block}</Alert>}
      {said.notice && <Alert tone="info">{said.notice}</Alert>}
      <TextField
        label={m.identifier}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        placeholder={m.identifierExample}
        readOnly={isPending}
        error={said.identifier}
      />
      <TextField
        label={m.password}
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        readOnly={isPending}
        error={said.password}
        help={signingUp && m.passwordHelp}
        inside={
          <IconButton
            label={visible ? m.hide : m.show}
            icon={visible ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
            onClick={() => setVisible(!visible)}
          />
        }
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
      <Button type="submit" variant="primary" size="lg" wide busyLabel={isPending && (signingUp ? m.busySignUp : m.busySignIn)}>
        {signingUp ? m.submitSignUp : m.signIn}
      </Button>
    </form>
  )
}
