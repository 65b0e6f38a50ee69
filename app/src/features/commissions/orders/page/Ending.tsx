/** What is left when it is over: money on its way back, and what the two say of each other. */
import type { Commission, CommissionReview } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'

import { supabase } from '#data/supabase.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { formatDay } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

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
  const other = order.role === 'client' ? order.creator : order.client
  return (
    <section aria-labelledby="order-reviews" className="card grid gap-4">
      <h2 id="order-reviews">{m.reviews}</h2>
      {mine && <Review title={m.myReview} review={mine} />}
      {theirs ? (
        <Review title={m.theirReview(handleOf(other, somebody))} review={theirs} />
      ) : (
        <p className="text-sm text-text-2">{m.sealed}</p>
      )}
    </section>
  )
}

function Review({ title, review: { rating, words, at } }: { title: string; review: CommissionReview }) {
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
    </article>
  )
}
