import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { parseLogin } from '#entities/session/credentials.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { emailMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'

/** Another address for an account, or its first one. */
export function EmailDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  const formId = useId()
  const { mutateAsync, isPending } = useMutation(emailMutation)
  const [refusal, setRefusal] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('email')
    const login = parseLogin(typeof typed === 'string' ? typed : '')
    if (!login || !('email' in login)) return setRefusal(words.errEmail)
    try {
      const user = await mutateAsync(login.email)
      if (user.new_email) toast({ title: isFirst ? m.firstEmailSent : m.emailSent, duration: 8000 })
      else toast({ title: isFirst ? m.emailSaved : m.emailChanged })
      onClose()
    } catch (error) {
      const { identifier, block } = explainFailure(toAuthFailure(error), words)
      setRefusal(identifier ?? block ?? words.errGeneric)
    }
  }

  return (
    <Dialog
      title={isFirst ? m.addEmail : m.changeEmail}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="ink" wide busyLabel={isPending && m.saving}>
          {m.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={isFirst ? m.email : m.newEmail}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          readOnly={isPending}
          error={refusal}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
