import { useMutation, useQuery } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { paymentQueries, refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { paymentMessages } from '../payment.i18n.ts'

/** What comes back, how, and what is locked meanwhile: one sheet, one press. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const m = useMessages(paymentMessages)
  const { data: operators } = useQuery(paymentQueries.operators())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callSignedIn('ask_refund', { p_payment: payment.id }),
    onSuccess: () => {
      toast({ title: m.refundDone })
      onClose()
    },
    onSettled: () => {
      refreshPayments()
      refreshCredits()
    },
  })
  const { method, msisdn_last4: last4 } = payment
  const words = wordsOf(m, payment)
  const isUsed = error instanceof DataError && error.hint === 'credits_used'
  const name = operators?.find(({ code }) => code === method)?.name ?? m.mobile
  const footer = (
    <Button variant="danger" wide busyLabel={isPending && m.asking} disabled={isUsed} onClick={() => mutate()}>
      {m.refund}
    </Button>
  )
  const facts = [
    [m.amount, m.francs(payment.amount)],
    [m.refundedTo, method === 'card' ? m.card : last4 === null ? name : `${name} •• ${last4}`],
    ...words.facts,
  ] as const
  return (
    <Dialog title={words.title} onClose={onClose} footer={footer}>
      <dl className="grid divide-y divide-line border-y border-line text-sm">
        {facts.map(([what, value]) => (
          <div key={what} className="flex justify-between gap-3 py-2.5">
            <dt className="text-text-3">{what}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-text-2">{words.text}</p>
      {error && (
        <div className="mt-4">
          <Alert tone="danger">{isUsed ? words.used : m.refundFailed}</Alert>
        </div>
      )}
    </Dialog>
  )
}

interface RefundWords {
  title: string
  text: string
  used: string
  facts: readonly (readonly [string, string])[]
}

/** Of a gift no credit of one's own is locked: it is not opened any more. */
function wordsOf(
  m: ReturnType<typeof useMessages<(typeof paymentMessages)['fr']>>,
  { credits, purpose }: Payment,
): RefundWords {
  if (purpose === 'gift')
    return { title: m.refundGiftTitle(credits), text: m.refundGiftText, used: m.refundGiftUsed, facts: [] }
  const facts = [[m.refundLocks, m.credits(credits)]] as const
  return { title: m.refundTitle(credits), text: m.refundText, used: m.refundUsed, facts }
}
