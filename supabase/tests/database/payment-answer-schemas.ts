/** What the functions of payments say they answer. */
import * as v from 'valibot'

import {
  earningSources,
  paymentStatuses,
  payoutHolds,
  payoutObstacles,
  payoutStatuses,
  type Database,
} from '../../functions/_shared/contract/src/index.ts'

type Functions = Database['public']['Functions']
type Answer<Name extends keyof Functions> = Functions[Name]['Returns']

const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u))
const text = v.nullable(v.string())
const step = v.picklist(['first', 'renewal', 'upgrade'])

const payment = v.strictObject({
  id: v.string(),
  purpose: v.picklist(['credits', 'gift', 'plan', 'commission']),
  sku: v.string(),
  currency: v.string(),
  amount: v.number(),
  tax: v.number(),
  credits: v.number(),
  status: v.picklist(paymentStatuses),
  reason: text,
  refunded: v.number(),
  dispute: v.picklist(['none', 'open', 'won', 'lost']),
  duplicate_of: text,
  return_to: text,
  created_at: moment,
  paid_at: v.nullable(moment),
  provider: text,
  method: text,
  msisdn_last4: text,
  checkout_url: text,
  attempt_started_at: v.nullable(moment),
  refund_state: v.nullable(v.picklist(['asked', 'sending', 'unknown', 'done'])),
  refund_asked_at: v.nullable(moment),
  refunded_at: v.nullable(moment),
  frozen: v.nullable(v.number()),
  is_refundable: v.boolean(),
  plan_step: v.nullable(step),
  receipt_number: text,
  receipt_id: text,
})

const plan = v.strictObject({
  id: v.string(),
  sku: v.string(),
  credits: v.number(),
  state: v.picklist(['active', 'past_due', 'paused', 'canceling']),
  way: v.picklist(['prepaid', 'card']),
  amount: v.number(),
  currency: v.string(),
  period_end: moment,
  benefits_until: moment,
  paused_until: v.nullable(moment),
  can_pause: v.boolean(),
  next_sku: text,
  renewal_price_id: text,
  renewal_amount: v.nullable(v.number()),
  is_payable: v.boolean(),
})

const payoutTerms = v.strictObject({
  obstacle: v.nullable(v.picklist(payoutObstacles)),
  until: v.nullable(moment),
  destination: v.nullable(
    v.strictObject({ operator: v.string(), last4: v.string(), locked_until: v.nullable(moment) }),
  ),
  legal_name: text,
  is_fee_free: v.boolean(),
  at_most: v.number(),
})

const payout = v.strictObject({
  id: v.string(),
  operator: v.string(),
  last4: v.string(),
  amount: v.number(),
  fee: v.number(),
  status: v.picklist(payoutStatuses),
  holds: v.array(v.picklist(payoutHolds)),
  reason: text,
  created_at: moment,
  closed_at: v.nullable(moment),
})

const dailyGift = v.strictObject({
  can_take: v.boolean(),
  obstacle: v.nullable(v.picklist(['unproven', 'new', 'taken', 'enough', 'gone'])),
  credits: v.number(),
  streak: v.number(),
  next_at: moment,
})

export const paymentAnswerSchemas = {
  payment_status: payment satisfies v.GenericSchema<Answer<'payment_status'>>,
  cancel_payment: payment satisfies v.GenericSchema<Answer<'cancel_payment'>>,
  plan_quote: v.strictObject({
    step,
    amount: v.number(),
    credits: v.number(),
    currency: v.string(),
  }) satisfies v.GenericSchema<Answer<'plan_quote'>>,
  change_plan: plan satisfies v.GenericSchema<Answer<'change_plan'>>,
  cancel_plan: v.nullable(plan) satisfies v.GenericSchema<Answer<'cancel_plan'>>,
  resume_plan: plan satisfies v.GenericSchema<Answer<'resume_plan'>>,
  pause_plan: plan satisfies v.GenericSchema<Answer<'pause_plan'>>,
  check_promo_code: v.nullable(
    v.strictObject({ percent: v.nullable(v.number()), list_amount: v.number(), amount: v.number() }),
  ) satisfies v.GenericSchema<Answer<'check_promo_code'>>,
  redeem_code: v.strictObject({
    kind: v.picklist(['gift', 'credits', 'discount', 'none']),
    credits: v.number(),
    percent: v.exactOptional(v.nullable(v.number())),
    amount: v.exactOptional(v.nullable(v.number())),
    gift_id: v.exactOptional(v.string()),
    giver_id: v.exactOptional(v.string()),
    message: v.exactOptional(v.nullable(v.string())),
  }) satisfies v.GenericSchema<Answer<'redeem_code'>>,
  remix_royalties: v.strictObject({
    paid: v.number(),
    lines: v.array(
      v.strictObject({ user_id: v.string(), username: text, display_name: v.string(), milli: v.number() }),
    ),
  }) satisfies v.GenericSchema<Answer<'remix_royalties'>>,
  earnings_summary: v.strictObject({
    pending: v.number(),
    available: v.number(),
    on_its_way: v.number(),
    paid: v.number(),
    next_release: v.nullable(moment),
    milli_to_post: v.number(),
    by_source: v.partial(v.strictObject(v.entriesFromList(earningSources, v.number()))),
  }) satisfies v.GenericSchema<Answer<'earnings_summary'>>,
  redeem_gift_code: v.nullable(
    v.strictObject({
      gift_id: v.string(),
      giver_id: v.string(),
      credits: v.number(),
      message: v.nullable(v.string()),
    }),
  ) satisfies v.GenericSchema<Answer<'redeem_gift_code'>>,
  creator_overview: v.strictObject({
    checklist: v.strictObject({
      posts: v.number(),
      has_profile: v.boolean(),
      has_recovery_key: v.boolean(),
      has_number: v.boolean(),
    }),
    averages: v.strictObject({ remix_milli: v.number(), tip_credits: v.number() }),
    week: v.partial(v.strictObject(v.entriesFromList(earningSources, v.number()))),
    remixes: v.number(),
  }) satisfies v.GenericSchema<Answer<'creator_overview'>>,
  my_referral: v.strictObject({
    code: v.string(),
    invited: v.number(),
    waiting: v.number(),
    given: v.number(),
    invited_by: v.nullable(v.strictObject({ id: v.string(), name: v.string() })),
  }) satisfies v.GenericSchema<Answer<'my_referral'>>,
  referral_by: v.nullable(
    v.strictObject({ id: v.string(), username: text, display_name: v.string(), avatar_url: text }),
  ) satisfies v.GenericSchema<Answer<'referral_by'>>,
  ask_payout: payout satisfies v.GenericSchema<Answer<'ask_payout'>>,
  cancel_payout: payout satisfies v.GenericSchema<Answer<'cancel_payout'>>,
  payout_terms: payoutTerms satisfies v.GenericSchema<Answer<'payout_terms'>>,
  bank_terms: payoutTerms satisfies v.GenericSchema<Answer<'bank_terms'>>,
  send_tip: v.strictObject({ tip_id: v.string(), credits: v.number(), francs: v.number() }) satisfies v.GenericSchema<
    Answer<'send_tip'>
  >,
  daily_gift: dailyGift satisfies v.GenericSchema<Answer<'daily_gift'>>,
  take_daily_gift: dailyGift satisfies v.GenericSchema<Answer<'take_daily_gift'>>,
  receipt_to_print: v.strictObject({
    id: v.string(),
    number: v.string(),
    kind: v.picklist(['receipt', 'credit_note']),
    payment_id: v.string(),
    user_id: v.string(),
    total_refunded: v.number(),
    sku: v.string(),
    credits: v.number(),
    currency: v.string(),
    amount: v.number(),
    tax: v.number(),
    tax_bp: v.number(),
    buyer: v.string(),
    country: text,
    seller: v.looseObject({ name: v.string(), address: text, registration: text, tax_number: text }),
    provider: v.string(),
    provider_ref: text,
    method: v.string(),
    msisdn_last4: text,
    receipt_number: text,
    paid_at: moment,
    issued_at: moment,
  }) satisfies v.GenericSchema<Answer<'receipt_to_print'>>,
  statement_to_print: v.strictObject({
    username: v.nullable(v.string()),
    name: v.string(),
    from: v.string(),
    to: v.string(),
    issued_at: v.string(),
    opening: v.number(),
    closing: v.number(),
    realm: v.picklist(['test', 'live']),
    lines: v.array(v.strictObject({ at: v.string(), kind: v.string(), amount: v.number(), balance: v.number() })),
  }) satisfies v.GenericSchema<Answer<'statement_to_print'>>,
}
