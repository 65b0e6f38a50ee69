import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { refreshPayments } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { giftMessages } from './gift.i18n.ts'

export interface CodeFormProps {
  /** Of a link. */
  code: string | undefined
  /** With its id, and the words that came with it. */
  onOpened: (gift: Answer<'redeem_gift_code'>) => void
}

/** For whoever was handed the code of a gift; a link has filled it in. */
export function CodeForm({ code: given, onOpened }: CodeFormProps) {
  const m = useMessages(giftMessages)
  const [code, setCode] = useState(given ?? '')
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: () => callSignedIn('redeem_gift_code', { p_code: code.trim() }),
    onSuccess: (gift) => {
      if (gift === null) return
      toast({ title: m.accepted(gift.credits) })
      onOpened(gift)
      setCode('')
      // Whoever comes back finds no code that was used.
      if (given !== undefined) changeSearch({ gift_code: undefined }, { replace: true })
      refreshCredits()
      refreshPayments()
    },
  })
  const status = error instanceof DataError ? error.status : 0
  const failure = status === 429 ? m.tooMany : status === 404 ? m.codeGone : m.failed
  return (
    <form
      className="card grid max-w-160 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) mutate()
      }}
    >
      <h2>{given === undefined ? m.haveCode : m.codeForYou}</h2>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={m.code}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            error={error ? failure : data === null ? m.codeGone : null}
            onChange={(event) => {
              reset()
              setCode(event.target.value)
            }}
          />
        </div>
        <Button
          type="submit"
          variant={given === undefined ? 'neutral' : 'primary'}
          className="mt-7 min-h-12!"
          busyLabel={isPending && m.accepting}
        >
          {m.openCode}
        </Button>
      </div>
    </form>
  )
}
