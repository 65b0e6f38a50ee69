import type { CommissionReview } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { refreshOrders } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { stepMessages } from './steps.i18n.ts'
import { refusedStep } from './use-step.ts'

/** What one says to a review of oneself: once, and shown under it. */
export function AnswerReviewForm({ review, onClose }: { review: CommissionReview; onClose: () => void }) {
  const m = useMessages(stepMessages)
  const [words, setWords] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callSignedIn('answer_review', { review: review.id, words }),
    onSuccess: async () => {
      await refreshOrders()
      onClose()
    },
  })
  const isBlank = words.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isBlank) mutate()
  }
  return (
    <Dialog title={m.answerTitle} onClose={onClose}>
      <form onSubmit={send} noValidate className="grid gap-4">
        <p className="text-sm text-text-2">{m.answerText}</p>
        <TextArea
          label={m.answerWords}
          rows={4}
          value={words}
          maxLength={600}
          error={isChecked && isBlank ? m.answerMissing : null}
          onChange={({ target }) => setWords(target.value)}
        />
        {error && <Alert tone="danger">{refusedStep(m, error)}</Alert>}
        <Button type="submit" variant="primary" size="lg" wide busyLabel={isPending && m.busy}>
          {m.answerSend}
        </Button>
      </form>
    </Dialog>
  )
}
