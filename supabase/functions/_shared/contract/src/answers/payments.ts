/** What the functions of payments answer as jsonb, and what the columns of their views may be. */
import type { PaymentStatus } from '../payment.ts'

export type PaymentPurpose = 'credits' | 'gift' | 'plan' | 'commission'
export type DisputeState = 'none' | 'open' | 'won' | 'lost'
export type RefundState = 'asked' | 'sending' | 'unknown' | 'done'
export type GiftState = 'unpaid' | 'open' | 'redeemed' | 'taken_back'
export type PlanState = 'active' | 'past_due' | 'paused' | 'canceling'
export type PlanStep = 'first' | 'renewal' | 'upgrade'

/** A row of `my_payments`. */
export interface PaymentAnswer {
  id: string
  purpose: PaymentPurpose
  sku: string
  currency: string
  amount: number
  tax: number
  credits: number
  status: PaymentStatus
  reason: string | null
  refunded: number
  dispute: DisputeState
  duplicate_of: string | null
  return_to: string | null
  created_at: string
  paid_at: string | null
  provider: string | null
  method: string | null
  msisdn_last4: string | null
  checkout_url: string | null
  attempt_started_at: string | null
  refund_state: RefundState | null
  refund_asked_at: string | null
  refunded_at: string | null
  /** Credits that an open dispute locks. */
  frozen: number | null
  is_refundable: boolean
  plan_step: PlanStep | null
  receipt_number: string | null
  receipt_id: string | null
}

/** A row of `my_subscription`. */
export interface PlanAnswer {
  id: string
  sku: string
  credits: number
  state: PlanState
  way: 'prepaid' | 'card'
  amount: number
  currency: string
  period_end: string
  benefits_until: string
  paused_until: string | null
  can_pause: boolean
  next_sku: string | null
  renewal_price_id: string | null
  renewal_amount: number | null
  is_payable: boolean
}

export interface PlanQuote {
  step: PlanStep
  amount: number
  credits: number
  currency: string
}

export interface PromoAnswer {
  percent: number | null
  list_amount: number
  amount: number
}

export interface CodeAnswer {
  kind: 'gift' | 'credits' | 'discount' | 'invitation' | 'none'
  credits: number
  percent?: number | null
  amount?: number | null
  gift_id?: string
  giver_id?: string
  message?: string | null
}

/** What whoever opens a gift by its code sees. */
export interface OpenedGift {
  gift_id: string
  giver_id: string
  credits: number
  message: string | null
}

export interface DailyGift {
  can_take: boolean
  obstacle: 'unproven' | 'new' | 'taken' | 'enough' | 'gone' | null
  credits: number
  streak: number
  next_at: string
}

/** What stands on a receipt or a credit note. */
export interface PrintedReceipt {
  id: string
  number: string
  kind: 'receipt' | 'credit_note'
  payment_id: string
  sku: string
  credits: number
  currency: string
  amount: number
  tax: number
  tax_bp: number
  buyer: string
  country: string | null
  seller: Seller
  provider: string
  provider_ref: string | null
  method: string
  msisdn_last4: string | null
  receipt_number: string | null
  paid_at: string
  issued_at: string
}

/** What stands on a statement of somebody's credits. */
export interface PrintedStatement {
  username: string | null
  name: string
  /** Days, both included. */
  from: string
  to: string
  issued_at: string
  opening: number
  closing: number
  realm: 'test' | 'live'
  lines: { at: string; kind: string; amount: number; balance: number }[]
}

export interface Seller {
  name: string
  address: string | null
  registration: string | null
  tax_number: string | null
}

export interface StaffAct {
  act:
    | 'finding_settled'
    | 'payment_reread'
    | 'payment_failed'
    | 'refund_done'
    | 'refund_failed'
    | 'promo_created'
    | 'payout_released'
    | 'payout_refused'
  by: string | null
  note: string | null
  at: string
}
