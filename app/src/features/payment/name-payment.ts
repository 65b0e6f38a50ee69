import type { Payment } from '#entities/payment/payment-queries.ts'
import type { useMessages } from '#i18n/messages.ts'

import type { paymentMessages } from './payment.i18n.ts'

type Words = ReturnType<typeof useMessages<(typeof paymentMessages)['fr']>>

/** What was bought, in words. */
export function namePayment(m: Words, { purpose, credits }: Payment): string {
  if (purpose === 'gift') return m.gift(credits)
  if (purpose === 'commission') return m.milestone
  return purpose === 'plan' ? m.planMonth(credits) : m.purchase(credits)
}
