import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { findPasswordProblem } from '#entities/session/credentials.ts'
import { explainFailure, explainProblems, type Explanation } from '#entities/session/explain.ts'
import { PasswordField } from '#entities/session/PasswordField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { newPasswordMutation } from './code-mutations.ts'
import { signInMessages } from './sign-in.i18n.ts'

/** The end of a recovery: the session is there, the password is to be chosen. */
export function NewPasswordStep({ onDone }: { onDone: () => void }) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const { mutateAsync, isPending } = useMutation(newPasswordMutation)
  const [said, setSaid] = useState<Explanation>({})
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => focusField(form.current), [])
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const password = new FormData(event.currentTarget).get('password')
    const chosen = typeof password === 'string' ? password : ''
    const problem = findPasswordProblem(chosen, true)
    if (problem) return say(explainProblems({ password: problem }, words))
    try {
      await mutateAsync(chosen)
      toast({ title: m.passwordChanged })
      onDone()
    } catch (error) {
      say(explainFailure(toAuthFailure(error), words))
    }
  }
  const say = (explanation: Explanation) => {
    setSaid(explanation)
    focusField(form.current)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="grid gap-4.5">
      {said.block && <Alert tone="danger">{said.block}</Alert>}
      <PasswordField
        label={m.newPassword}
        name="password"
        autoComplete="new-password"
        readOnly={isPending}
        error={said.password}
        help={words.passwordHelp}
      />
      <Alert tone="info">{m.keysNote}</Alert>
      <Button type="submit" variant="primary" size="lg" wide busyLabel={isPending && m.saving}>
        {m.keepPassword}
      </Button>
    </form>
  )
}

function focusField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[name=password]')?.focus()
}
