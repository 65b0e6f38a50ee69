/** What the operator is told of payments: kinds, providers and reasons, never numbers of people. */
import { createObserve } from '../observe.ts'

type PaymentEvent =
  | {
      readonly kind: 'payment.provider_failed'
      readonly provider: string
      readonly during: string
      readonly why: string
    }
  | { readonly kind: 'payment.webhook_refused'; readonly provider: string; readonly why: string }

export const observePayment = createObserve<PaymentEvent>(() => 'warn')
