/** What is left when it is over: money on its way back, and what the two say of each other. */
import type { Commission, CommissionReview } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'

import { supabase } from '#data/supabase.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { AnswerReviewForm } from '../steps/AnswerReviewForm.tsx'
import { orderPageMessages } from './order-page.i18n.ts'

export function Refund({ order: { refund, role } }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  if (refund === null) return null
  if (role !== 'client') return <Alert tone="info">{m.refundTheirs(refund.amount)}</Alert>
  const way = refund.method === 'card' ? m.onCard : refund.last4 === null ? '' : m.onNumber(refund.last4)
  return (
    <Alert tone="info">
      {(refund.state === 'done' ? m.refundDone : m.refundOf)(refund.amount, way)}
      {refund.state === 'by_hand' && ` ${m.byHand}`}
    </Alert>
  )
}

/** What each may do with the work, once a part of the money is the creator's. */
export function LicenceFile({ order: { id, licence_ready: isReady, number, role } }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchLicence(id), `licence-${number}.pdf`),
    onError: () => toast({ title: m.licenceFailed, tone: 'danger' }),
  })
  if (!isReady || role === 'staff') return null
  return (
    <Button
      variant="line"
      className="justify-self-start"
      icon={<FileText aria-hidden="true" className="size-4.5" />}
      busyLabel={isPending && m.licenceBusy}
      onClick={() => mutate()}
    >
      {m.licenceFile}
    </Button>
  )
}

async function fetchLicence(id: string): Promise<Blob> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<Blob>(`commission-licence?commission=${id}`, { method: 'GET' })
  if (error !== null) throw error
  return new Blob([data ?? ''], { type: 'application/pdf' })
}

export function Reviews({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const { somebody } = useMessages(orderMessages)
  const { mine, theirs } = order.reviews
  if (mine === null && theirs === null) return null
  const other = handleOf(order.role === 'client' ? order.creator : order.client, somebody)
  return (
    <section aria-labelledby="order-reviews" className="card grid gap-4">
      <h2 id="order-reviews">{m.reviews}</h2>
      {mine && <Review title={m.myReview} review={mine} answerBy={m.theirAnswer(other)} />}
      {theirs ? (
        <div className="grid gap-3">
          <Review title={m.theirReview(other)} review={theirs} answerBy={m.myAnswer} />
          {theirs.answer === null && <AnswerReview review={theirs} />}
        </div>
      ) : (
        <p className="text-sm text-text-2">{m.sealed}</p>
      )}
    </section>
  )
}

function AnswerReview({ review }: { review: CommissionReview }) {
  const m = useMessages(orderPageMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="line" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.answerReview}
      </Button>
      {isOpen && <AnswerReviewForm review={review} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ReviewProps {
  title: string
  review: CommissionReview
  /** What stands before the answer to it. */
  answerBy: string
}

function Review({ title, review: { rating, words, at, answer }, answerBy }: ReviewProps) {
  const m = useMessages(orderPageMessages)
  return (
    <article className="grid gap-1">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-text-2">
        <span aria-hidden="true" className="text-credit">
          {'★'.repeat(rating)}
        </span>{' '}
        {m.stars(rating)} · {formatDay(at)}
      </p>
      {words !== '' && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
      {answer !== null && (
        <p className="mt-1 border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere text-text-2">
          <span className="font-semibold">{answerBy}</span> {answer}
        </p>
      )}
    </article>
  )
}
