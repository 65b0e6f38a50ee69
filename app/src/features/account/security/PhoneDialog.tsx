import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { readInlineConfig } from '#data/config.ts'
import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { exampleNumber, parseLogin } from '#entities/session/credentials.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { phoneMutation, provePhoneMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'

/** The number, and then the code that proves it, where the server asks for one. */
export function PhoneDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  const formId = useId()
  const change = useMutation(phoneMutation)
  const prove = useMutation(provePhoneMutation)
  const [asked, setAsked] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string>()

  const refuse = (error: unknown) => {
    const { identifier, block } = explainFailure(toAuthFailure(error), words)
    setRefusal(identifier ?? block ?? words.errGeneric)
  }
  const done = () => {
    toast({ title: m.phoneSaved })
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('phone')
    const login = parseLogin(typeof typed === 'string' ? typed : '')
    if (!login || !('phone' in login)) return setRefusal(words.errPhone(exampleNumber()))
    setRefusal(undefined)
    try {
      const user = await change.mutateAsync(login.phone)
      if (user.new_phone) setAsked(login.phone)
      else done()
    } catch (error) {
      refuse(error)
    }
  }
  const check = async (phone: string, code: string) => {
    setRefusal(undefined)
    try {
      await prove.mutateAsync({ phone, code })
      done()
    } catch (error) {
      refuse(error)
    }
  }

  const save = (
    <Button type="submit" form={formId} variant="ink" wide busyLabel={change.isPending && m.saving}>
      {m.save}
    </Button>
  )
  return (
    <Dialog title={isFirst ? m.addPhone : m.changePhone} onClose={onClose} footer={asked === null && save}>
      {asked === null ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label={m.newPhone}
            name="phone"
            type="tel"
            autoComplete="tel"
            help={m.phoneHelp(exampleNumber())}
            readOnly={change.isPending}
            error={refusal}
            data-autofocus
          />
        </form>
      ) : (
        <CodeField
          label={m.phoneCode(asked)}
          digits={readInlineConfig()?.codeDigits}
          readOnly={prove.isPending}
          error={refusal}
          onComplete={(code) => void check(asked, code)}
        />
      )}
    </Dialog>
  )
}
