/** What Stripe's objects say, in our words. Its statuses are open unions: a word that is not known moves nothing. */
import type Stripe from 'stripe'

import type { FailureReason, Truth } from '../provider.ts'

export type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'id' | 'status' | 'payment_status' | 'currency' | 'amount_total' | 'client_reference_id' | 'livemode' | 'customer'
>
export type IntentFacts = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'status'
  | 'currency'
  | 'amount'
  | 'livemode'
  | 'metadata'
  | 'customer'
  | 'payment_method'
  | 'setup_future_usage'
> & { last_payment_error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code'> | null }
export type ChargeFacts = Pick<Stripe.Charge, 'amount_refunded' | 'balance_transaction' | 'currency'>

type Outcome = Pick<Truth, 'status' | 'reason'>

export function truthOfSession(session: SessionFacts, intent: IntentFacts | null, charge: ChargeFacts | null): Truth {
  return {
    ref: session.id,
    attemptId: session.client_reference_id,
    ...outcomeOfSession(session, intent),
    money: { currency: (session.currency ?? '').toUpperCase(), amount: session.amount_total ?? 0 },
    ...chargedBy(charge),
    realm: session.livemode ? 'live' : 'test',
    raw: `${session.status ?? '?'}/${session.payment_status}`,
    mandate: intent === null ? null : mandateOf(intent),
  }
}

export function truthOfIntent(intent: IntentFacts, charge: ChargeFacts | null): Truth {
  return {
    ref: intent.id,
    attemptId: intent.metadata['attempt'] ?? null,
    ...outcomeOfIntent(intent),
    money: { currency: intent.currency.toUpperCase(), amount: intent.amount },
    ...chargedBy(charge),
    realm: intent.livemode ? 'live' : 'test',
    raw: intent.status,
    mandate: mandateOf(intent),
  }
}

function outcomeOfSession({ status, payment_status: paid }: SessionFacts, intent: IntentFacts | null): Outcome {
  if (paid === 'paid') return { status: 'paid', reason: null }
  if (status === 'expired') return { status: 'expired', reason: 'no_answer' }
  if (status === 'complete' && intent !== null) return outcomeOfIntent(intent)
  return { status: 'pending', reason: null }
}

function outcomeOfIntent({ status, last_payment_error: error }: IntentFacts): Outcome {
  switch (status) {
    case 'succeeded':
      return { status: 'paid', reason: null }
    case 'canceled':
      return { status: 'canceled', reason: null }
    case 'requires_payment_method':
    case 'requires_action':
      return error === null && status !== 'requires_action'
        ? { status: 'pending', reason: null }
        : { status: 'failed', reason: reasonOf(error?.code ?? 'authentication_required', error?.decline_code ?? null) }
    default:
      return { status: 'pending', reason: null }
  }
}

export function reasonOf(code: string | null, declineCode: string | null): FailureReason {
  if (declineCode === 'insufficient_funds') return 'insufficient_funds'
  if (code === 'authentication_required' || code === 'payment_intent_authentication_failure') return 'authentication'
  return code === 'card_declined' || declineCode !== null || code === 'expired_card' ? 'card_declined' : 'other'
}

function chargedBy(charge: ChargeFacts | null): Pick<Truth, 'refunded' | 'fee'> {
  const booked = charge?.balance_transaction
  // A fee in another currency is not comparable with what was paid.
  const fee = typeof booked === 'object' && booked !== null && booked.currency === charge?.currency ? booked.fee : null
  return { refunded: charge?.amount_refunded ?? 0, fee }
}

/** `cus_…/pm_…`, where whoever paid agreed to be charged again. */
function mandateOf({ customer, payment_method: method, setup_future_usage: usage }: IntentFacts): string | null {
  if (usage !== 'off_session' || customer === null || method === null) return null
  return `${idOf(customer)}/${idOf(method)}`
}

export function idOf(of: string | { readonly id: string }): string {
  return typeof of === 'string' ? of : of.id
}
