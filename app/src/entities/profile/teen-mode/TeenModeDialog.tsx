/** What teen mode changes, and the date of birth that starts it. */
import { useMutation } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useId, useState, type FormEvent } from 'react'

import { DataError } from '#data/rest.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { teenMessages } from './teen-mode.i18n.ts'
import { startTeenModeMutation } from './teen-mode.ts'

const ofDate = ['birth_invalid', 'teen_of_age', 'teen_too_young', 'teen_mode_on'] as const

export function TeenModeDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(teenMessages)
  const formId = useId()
  const [typed, setTyped] = useState({ birthDate: '', code: '' })
  const [isEmpty, setEmpty] = useState(false)
  const start = useMutation(startTeenModeMutation)
  const hint = start.error instanceof DataError ? start.error.hint : undefined
  const wrongDate = isEmpty ? 'birth_invalid' : ofDate.find((known) => known === hint)
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part })
    setEmpty(false)
    start.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.birthDate === '') return setEmpty(true)
    return start.mutate(typed, {
      onSuccess: (until) => {
        toast({ title: m.started(formatDate(until)) })
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={m.title}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="primary" wide busyLabel={start.isPending && m.starting}>
          {m.start}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4.5">
        <TeenChanges />
        <TextField
          label={m.birthDate}
          type="date"
          name="birth-date"
          autoComplete="bday"
          value={typed.birthDate}
          error={wrongDate && m[wrongDate]}
          help={m.birthHelp}
          onChange={({ target }) => change({ birthDate: target.value })}
        />
        <TextField
          label={m.code}
          type="password"
          name="parent-code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={typed.code}
          error={hint === 'code_invalid' ? m.code_invalid : null}
          help={m.codeHelp}
          onChange={({ target }) => change({ code: target.value })}
        />
        {start.isError && !wrongDate && hint !== 'code_invalid' && (
          <Alert tone="danger">
            {start.error instanceof DataError && start.error.status === 0 ? m.network : m.failed}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}

export function TeenChanges() {
  const m = useMessages(teenMessages)
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-text-2">{m.intro}</p>
      <ul className="grid gap-2">
        {m.changes.split('\n').map((change) => (
          <li key={change} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 flex-none text-success-text" />
            {change}
          </li>
        ))}
      </ul>
    </div>
  )
}
