import Check from 'lucide-react/icons/check'

import { useCredits } from '#entities/credits/use-credits.ts'
import type { Payment } from '#entities/payment/payment-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { navigateToHref } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { paymentMessages } from '../payment.i18n.ts'

/** A payment that is done: what was added, and the way back to what one was doing. */
export function Steps({ payment }: { payment: Payment }) {
  const m = useMessages(paymentMessages)
  const { data: balance } = useCredits()
  const { credits, purpose, return_to: returnTo, duplicate_of: first } = payment
  const goOn = () => (returnTo ? navigateToHref(returnTo) : openModal('create'))
  return (
    <section className="card grid gap-5 overflow-hidden" role="status">
      <div className="-mx-5 -mt-5">
        <Pagne seed={payment.id} className="h-16" />
      </div>
      <ol className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-success-text">
        {[m.sent, m.confirmed, m.added].map((step) => (
          <li key={step} className="inline-flex items-center gap-1.5 font-medium">
            <Check aria-hidden="true" className="size-4.5" />
            {step}
          </li>
        ))}
      </ol>
      <div>
        <h2 className="text-2xl">{purpose === 'gift' ? m.given(credits) : m.done(credits)}</h2>
        {balance && <p className="mt-1 text-text-2">{m.balance(balance.available)}</p>}
      </div>
      {first !== null && <Alert tone="info">{m.twice(credits)}</Alert>}
      <Button variant="primary" size="lg" className="justify-self-start" onClick={goOn}>
        {returnTo ? m.resume : m.create}
      </Button>
    </section>
  )
}
