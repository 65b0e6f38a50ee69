import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { DataError } from '#data/rest.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { endTeenModeMutation } from '#entities/profile/teen-mode/teen-mode.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { teenSettingsMessages } from './teen.i18n.ts'

/** Out of teen mode before its day, with the code that a parent has set. */
export function EndTeenModeDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(teenSettingsMessages)
  const words = useMessages(teenMessages)
  const formId = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const end = useMutation(endTeenModeMutation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate(code, {
      onSuccess: (isRight) => {
        if (!isRight) return setError(m.wrong)
        toast({ title: m.ended })
        return onClose()
      },
      onError: (failure) => {
        const { status, hint } = failure instanceof DataError ? failure : {}
        if (hint === 'too_many_codes') setError(m.tooMany)
        else setError(status === 0 ? words.network : words.failed)
      },
    })
  }
  return (
    <Dialog
      title={m.end}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={formId}
          variant="ink"
          wide
          disabled={code === ''}
          busyLabel={end.isPending && m.ending}
        >
          {m.confirm}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4.5 text-sm">
        <p className="text-text-2">{m.endText}</p>
        <TextField
          label={m.parentCode}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={code}
          error={error}
          data-autofocus
          onChange={({ target }) => {
            setCode(target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
