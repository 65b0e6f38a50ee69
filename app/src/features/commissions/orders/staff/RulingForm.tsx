import type { Commission } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { keepOrder, refreshOrders } from '#entities/commission/order/order-queries.ts'
import { orderMessages } from '#entities/commission/order/order.i18n.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { sharesOf } from '../milestone.ts'
import { staffDisputeMessages } from './staff.i18n.ts'

/** The creator's share in steps of ten, and why, in words that both read. */
export function RulingForm({ order }: { order: Commission }) {
  const m = useMessages(staffDisputeMessages)
  const { francs } = useMessages(orderMessages)
  const suggestion = order.dispute?.suggestion ?? 50
  const [percent, setPercent] = useState(suggestion)
  const [words, setWords] = useState('')
  const [precedent, setPrecedent] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callSignedIn('rule_dispute', { commission: order.id, percent, words, precedent }),
    onSuccess: (kept) => {
      keepOrder(kept)
      toast({ title: saidOf(kept) })
    },
    onSettled: refreshOrders,
  })
  const rule = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (words.trim() !== '') mutate()
  }
  const [work, back] = sharesOf(order, percent)
  return (
    <form onSubmit={rule} noValidate aria-labelledby="ruling" className="card grid gap-4">
      <h2 id="ruling">{m.ruling}</h2>
      <Slider
        label={m.percent}
        value={percent}
        valueText={`${percent} %`}
        min={0}
        max={100}
        step={10}
        onChange={setPercent}
      />
      <p className="num text-sm">{m.sums(francs(work), francs(back))}</p>
      <p className="text-sm text-text-2">{m.usual(suggestion)}</p>
      <TextArea
        label={m.words}
        rows={5}
        value={words}
        maxLength={2000}
        error={isChecked && words.trim() === '' ? m.wordsMissing : null}
        onChange={({ target }) => setWords(target.value)}
      />
      <TextField
        label={m.precedent}
        value={precedent}
        maxLength={40}
        help={m.optional}
        onChange={({ target }) => setPrecedent(target.value)}
      />
      {error && <Alert tone="danger">{refusedRuling(error)}</Alert>}
      <Button type="submit" variant="primary" wide busyLabel={isPending && m.busy}>
        {m.rule(percent)}
      </Button>
    </form>
  )
}

function saidOf({ dispute, status }: Commission): string {
  const m = currentMessages(staffDisputeMessages)
  if (status === 'ruled') return m.doneFinal
  return dispute?.ruling ? m.done : m.doneFirst
}

function refusedRuling(error: Error): string {
  const m = currentMessages(staffDisputeMessages)
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  const known = (['other_person', 'commission_state', 'ruling_invalid'] as const).find((one) => one === error.hint)
  return known ? m[known] : m.failed
}
