import type { PayoutTerms } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { leastPayout, refreshEarnings } from '../earnings-queries.ts'
import { refusalWords } from './refusal.ts'
import { withdrawMessages } from './withdraw.i18n.ts'

export interface AmountFormProps {
  terms: PayoutTerms
  way: 'mobile_money' | 'bank'
  /** Of the number or the account that it goes to. */
  last4: string
  /** What may be asked for now: at least what the smallest withdrawal is. */
  most: number
  isStopped: boolean
  onDone: () => void
}

export function AmountForm({ terms, way, last4, most, isStopped, onDone }: AmountFormProps) {
  const m = useMessages(withdrawMessages)
  const [typed, setTyped] = useState(() => String(most))
  const [isSure, setSure] = useState(false)
  // One wish, one key: pressed again after an answer that was lost, it is the same withdrawal.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const amount = Number(typed.replaceAll(/\D/gu, ''))
  const fee = terms.is_fee_free ? 0 : feeOf(way, amount)
  const question = (way === 'bank' ? m.sureBank : m.sure)(amount - fee, last4)
  const ask = useMutation({
    mutationFn: () => callSignedIn('ask_payout', { amount, key, way }),
    onSuccess: ({ status }) => {
      toast({ title: status === 'held' ? m.held : m.asked })
      onDone()
    },
    onSettled: refreshEarnings,
  })
  const change = (text: string) => {
    setTyped(text)
    setSure(false)
    setKey(crypto.randomUUID())
    ask.reset()
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSure(true)
      }}
    >
      <TextField
        label={m.amount(`${formatNumber(most)} FCFA`)}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        disabled={isStopped}
        help={`${terms.is_fee_free ? m.feeFree : m.fee(fee, Math.max(0, amount - fee))}${way === 'bank' ? ` ${m.inEuros(eurosOf(amount - fee))}` : ''}`}
        onChange={({ target }) => change(target.value)}
      />
      <p className="text-xs text-text-3">{way === 'bank' ? m.bankLimits : m.limits}</p>
      {ask.isError && <Alert tone="danger">{refusalWords(m, ask.error)}</Alert>}
      {!isStopped && !isSure && (
        <Button type="submit" variant="primary" wide disabled={amount < leastPayout || amount > most}>
          {m.withdraw(Math.max(0, amount - fee))}
        </Button>
      )}
      {isSure && (
        <div ref={(group) => group?.focus()} tabIndex={-1} className="grid gap-3" role="group" aria-label={question}>
          <p className="text-sm font-semibold">{question}</p>
          <Button variant="primary" wide busyLabel={ask.isPending && m.saving} onClick={() => ask.mutate()}>
            {m.yes(amount - fee)}
          </Button>
          <Button wide onClick={() => setSure(false)}>
            {m.no}
          </Button>
        </div>
      )}
    </form>
  )
}

/** At cost, in steps of 5 F: as the server takes it. */
function feeOf(way: AmountFormProps['way'], amount: number): number {
  return 5 * Math.ceil((way === 'bank' ? amount * 0.0025 + 65.5957 : amount * 0.01) / 5)
}

/** At the fixed parity, down to the cent. */
function eurosOf(francs: number): number {
  return Math.floor((Math.max(0, francs) * 100) / 655.957) / 100
}
