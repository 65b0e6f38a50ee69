import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { findPasswordProblem } from '#entities/session/credentials.ts'
import { explainFailure, explainProblems, type Explanation } from '#entities/session/explain.ts'
import { PasswordField } from '#entities/session/PasswordField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { passwordMutation, reauthenticateMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  const formId = useId()
  const change = useMutation(passwordMutation)
  const reauthenticate = useMutation(reauthenticateMutation)
  const [said, setSaid] = useState<Explanation>({})
  const isBusy = change.isPending || reauthenticate.isPending

  const explain = (error: unknown) => setSaid(explainFailure(toAuthFailure(error), words))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readText(form, 'password')
    const problem = findPasswordProblem(password, true)
    if (problem) return setSaid(explainProblems({ password: problem }, words))
    setSaid({})
    try {
      await change.mutateAsync({ password, nonce: readText(form, 'nonce') || undefined })
      toast({ title: m.passwordChanged })
      onClose()
    } catch (error) {
      if (!needsCode(error)) return explain(error)
      await reauthenticate.mutateAsync().catch(explain)
    }
  }

  return (
    <Dialog
      title={m.changePassword}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="ink" wide busyLabel={isBusy && m.saving}>
          {m.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
        {said.block && <Alert tone="danger">{said.block}</Alert>}
        <PasswordField
          label={m.newPassword}
          name="password"
          autoComplete="new-password"
          readOnly={isBusy}
          error={said.password}
          help={words.passwordHelp}
          data-autofocus
        />
        {reauthenticate.isSuccess && (
          <>
            <Alert tone="info">{m.askedForCode}</Alert>
            <TextField
              label={m.nonce}
              name="nonce"
              inputMode="numeric"
              autoComplete="one-time-code"
              readOnly={isBusy}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}

function needsCode(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === 'reauthentication_needed'
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
