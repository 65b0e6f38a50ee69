import type { Payment } from '#entities/payment/payment-queries.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { paymentMessages } from '../payment.i18n.ts'

const messages = defineMessages({
  fr: {
    refundOnItsWay: (amount: string) => `${amount} repartent par le moyen qui a payé. Nous vous préviendrons.`,
    refundedOn: (amount: string, date: string) => `Remboursé le ${date} : ${amount}.`,
    refunded: (amount: string) => `Remboursé : ${amount}.`,
    refundedInPart: (amount: string) => `Remboursé en partie : ${amount}.`,
    contested: (locked: number) =>
      `Votre banque nous a signalé une contestation. ${
        locked > 0
          ? `${plural(locked, { one: '# crédit est bloqué', other: '# crédits sont bloqués' })} le temps de l’examen. `
          : ''
      }Vous pouvez la retirer auprès de votre banque.`,
    takenBack: 'Votre banque a repris ce paiement : ses crédits sont repartis avec lui.',
  },
  en: {
    refundOnItsWay: (amount: string) => `${amount} are going back the way you paid. We will tell you.`,
    refundedOn: (amount: string, date: string) => `Refunded on ${date}: ${amount}.`,
    refunded: (amount: string) => `Refunded: ${amount}.`,
    refundedInPart: (amount: string) => `Refunded in part: ${amount}.`,
    contested: (locked: number) =>
      `Your bank told us of a dispute. ${
        locked > 0
          ? `${plural(locked, { one: '# credit is locked', other: '# credits are locked' })} while it is looked into. `
          : ''
      }You can withdraw it at your bank.`,
    takenBack: 'Your bank took this payment back: its credits went with it.',
  },
})

/** What became of a payment that was done: contested, on its way back, or refunded. */
export function Aftermath({ payment }: { payment: Payment }) {
  const m = useMessages(messages)
  const { francs } = useMessages(paymentMessages)
  const { amount, refunded, refunded_at: at, refund_state: refund, dispute, frozen } = payment
  if (dispute === 'open') return <Alert tone="warning">{m.contested(frozen ?? 0)}</Alert>
  if (dispute === 'lost') return <Alert tone="warning">{m.takenBack}</Alert>
  if (refunded === 0) return refund === null ? null : <Alert tone="info">{m.refundOnItsWay(francs(amount))}</Alert>
  if (refunded < amount) return <Alert tone="info">{m.refundedInPart(francs(refunded))}</Alert>
  return (
    <Alert tone="info">
      {at === null ? m.refunded(francs(refunded)) : m.refundedOn(francs(refunded), formatDay(at))}
    </Alert>
  )
}
