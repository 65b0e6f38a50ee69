import type { Commission } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { keepOrder, refreshOrder } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { stepMessages } from './steps.i18n.ts'
import { refusedStep } from './use-step.ts'

const ratings = ['1', '2', '3', '4', '5'] as const

/** What one says of the other, once and for good, before one has read what they say. */
export function ReviewForm({ order, onClose }: { order: Commission; onClose: () => void }) {
  const m = useMessages(stepMessages)
  const [rating, setRating] = useState<(typeof ratings)[number] | ''>('')
  const [words, setWords] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callSignedIn('review_commission', { commission: order.id, rating: Number(rating), words }),
    onSuccess: (kept) => {
      keepOrder(kept)
      onClose()
    },
    onError: () => refreshOrder(order.id),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (rating !== '') mutate()
  }
  return (
    <Dialog title={m.reviewTitle} onClose={onClose}>
      <form onSubmit={send} noValidate className="grid gap-4">
        <p className="text-sm text-text-2">{m.reviewText}</p>
        <div className="grid gap-1.5">
          <p aria-hidden="true" className="text-sm font-semibold">
            {m.rating}
          </p>
          <SegmentedControl
            label={m.rating}
            value={rating}
            options={ratings.map((value) => ({ value, label: `${value} ★` }))}
            onChange={setRating}
          />
          {isChecked && rating === '' && <p className="text-xs font-medium text-danger-text">{m.ratingMissing}</p>}
        </div>
        <TextArea
          label={m.reviewWords}
          rows={4}
          value={words}
          maxLength={600}
          help={m.optional}
          onChange={({ target }) => setWords(target.value)}
        />
        {error && <Alert tone="danger">{refusedStep(m, error)}</Alert>}
        <Button type="submit" variant="primary" size="lg" wide busyLabel={isPending && m.busy}>
          {m.reviewSend}
        </Button>
      </form>
    </Dialog>
  )
}
