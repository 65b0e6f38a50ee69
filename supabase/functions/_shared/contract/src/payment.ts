/** Payments: what payment-start takes and answers, and what is told of them. */
import * as v from 'valibot'

const Uuid = v.pipe(v.string(), v.uuid())

const MobileMoneyChoice = v.object({
  kind: v.literal('mobile_money'),
  /** A code of payment_methods. */
  operator: v.pipe(v.string(), v.regex(/^[a-z]+_[a-z]{2}$/)),
  /** As it was typed; the answer to a wrong one is `number_invalid`. */
  number: v.pipe(v.string(), v.maxLength(30)),
})
export const PaymentMethodChoice = v.variant('kind', [MobileMoneyChoice, v.object({ kind: v.literal('card') })])
export type PaymentMethodChoice = v.InferOutput<typeof PaymentMethodChoice>

const GiftOrder = v.object({
  /** For a person; without one the answer holds a code to hand over. */
  username: v.optional(v.pipe(v.string(), v.maxLength(60))),
  message: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

export const PaymentOrder = v.union([
  v.object({
    price_id: Uuid,
    /** Of a top-up: 2 to 9. */
    credits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    method: PaymentMethodChoice,
    gift: v.optional(GiftOrder),
    /** Of a pack; `check_promo_code` says what it makes of the price. */
    promo_code: v.optional(v.pipe(v.string(), v.maxLength(40))),
    /** Yes to passing the limit that one set for oneself. */
    over_limit: v.optional(v.boolean()),
    /** A path of our own. */
    return_to: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\s\\]{0,299}$/))),
  }),
  /** A milestone of an order, as it was seen: `terms` counts its proposals. */
  v.object({
    milestone_id: Uuid,
    terms: v.pipe(v.number(), v.integer(), v.minValue(1)),
    method: PaymentMethodChoice,
    /** Of a card; everything else pays in francs. */
    currency: v.optional(v.picklist(['XOF', 'EUR'])),
    over_limit: v.optional(v.boolean()),
    return_to: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\s\\]{0,299}$/))),
  }),
  /** One more attempt at a payment that failed; with `ring`, the phone of one that waits rings again. */
  v.object({ payment_id: Uuid, method: PaymentMethodChoice, ring: v.optional(v.boolean()) }),
])
export type PaymentOrder = v.InferInput<typeof PaymentOrder>

export const paymentStatuses = ['created', 'pending', 'paid', 'failed', 'canceled', 'expired', 'review'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const PaymentStarted = v.object({
  payment_id: Uuid,
  status: v.picklist(paymentStatuses),
  currency: v.string(),
  amount: v.number(),
  credits: v.number(),
  /** `push`: the payer's phone rings; `url`: one goes on there; `wait`: the provider's answer was lost and is looked up. */
  next: v.variant('kind', [
    v.object({ kind: v.literal('push') }),
    v.object({ kind: v.literal('wait') }),
    v.object({ kind: v.literal('url'), url: v.string() }),
  ]),
  /** Of a gift without a person: shown once, here. */
  gift_code: v.optional(v.string()),
})
export type PaymentStarted = v.InferOutput<typeof PaymentStarted>

/** `price_changed`, 409: what it costs now. */
export const PriceChanged = v.object({
  code: v.literal('price_changed'),
  message: v.string(),
  price_id: Uuid,
  amount: v.number(),
})
export type PriceChanged = v.InferOutput<typeof PriceChanged>

/** The event on `user:{id}`: a hint, `my_payments` is what holds. */
export const paymentEvent = 'payment'
export const PaymentNews = v.object({
  payment_id: Uuid,
  status: v.picklist(paymentStatuses),
  reason: v.nullable(v.string()),
  credits: v.number(),
  refunded: v.number(),
  dispute: v.string(),
})
export type PaymentNews = v.InferOutput<typeof PaymentNews>
