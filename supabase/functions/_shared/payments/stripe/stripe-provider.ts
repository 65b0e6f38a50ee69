/** Cards by Stripe: hosted Checkout in the same tab, no script of theirs in our pages, no card number anywhere near us. */
import { Buffer } from 'node:buffer'

import type Stripe from 'stripe'
import * as v from 'valibot'

import {
  type DisputeTruth,
  type Order,
  type PaymentProvider,
  type Renewal,
  type Started,
  type Truth,
  type Verified,
} from '../provider.ts'
import { isLive } from '../realm.ts'
import { refusalOfSignature } from '../verify-webhook.ts'
import { stripeAccounts } from './stripe-accounts.ts'
import { failureOf, isRefusal, told } from './stripe-failures.ts'
import { stripePayouts } from './stripe-payouts.ts'
import { idOf, reasonOf, truthOfIntent, truthOfSession } from './stripe-truth.ts'

export interface StripeSettings {
  readonly key: string
  readonly webhookSecrets: readonly string[]
  /** Another address of its API: for tests. */
  readonly url: string | null
}

const checkoutMinutes = 30
const charged = ['latest_charge.balance_transaction']
const ofSession = ['payment_intent.latest_charge.balance_transaction']

export function stripeProvider(settings: StripeSettings): PaymentProvider {
  let made: Promise<Stripe> | undefined
  // Loaded once it is needed: it takes a third of a second.
  const stripe = () => (made ??= connect(settings))
  return {
    name: 'stripe',
    payouts: stripePayouts(stripe),
    accounts: stripeAccounts(stripe, isLive(settings.key) ? 'live' : 'test'),
    start: async (order, signal) => asked(async () => startCheckout(await stripe(), order, signal)),
    renew: async (renewal, signal) => asked(async () => chargeAgain(await stripe(), renewal, signal)),
    read: (ref) => told(async () => read(await stripe(), ref)),
    find: (attemptId, since) =>
      told(async () => (await paidSince(await stripe(), since)).filter((truth) => truth.attemptId === attemptId)),
    list: (since) => told(async () => paidSince(await stripe(), since)),
    disputes: (ref) => told(async () => disputesOf(await stripe(), ref)),
    balance: () => told(async () => balanceOf(await stripe())),
    verify: async (raw, headers, now) => verify(raw, headers.get('stripe-signature'), { ...settings, now }),
    refund: async (ref, money, key) => {
      try {
        return await refund(await stripe(), ref, { amount: money.amount, key })
      } catch (error) {
        return isRefusal(error) ? 'not_possible' : 'unknown'
      }
    },
  }
}

async function connect({ key, url }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const at = url === null ? null : new URL(url)
  return new StripeClient(key, {
    apiVersion: '2026-10-28.endive',
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' }),
  })
}

async function startCheckout(stripe: Stripe, order: Order, signal: AbortSignal): Promise<Started> {
  signal.throwIfAborted()
  const { attemptId, money, words, returnUrl, isRecurring } = order
  const metadata = { attempt: attemptId }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: attemptId,
      metadata,
      payment_intent_data: { metadata, ...(isRecurring && { setup_future_usage: 'off_session' }) },
      ...(isRecurring && { customer_creation: 'always' }),
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: money.currency.toLowerCase(),
            unit_amount: money.amount,
            product_data: { name: words },
          },
        },
      ],
      expires_at: Math.floor(Date.now() / 1000) + checkoutMinutes * 60,
      locale: 'fr',
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: `attempt:${attemptId}` },
  )
  if (session.url === null || new URL(session.url).protocol !== 'https:') return { kind: 'unknown' }
  return { kind: 'started', ref: session.id, url: session.url }
}

async function chargeAgain(stripe: Stripe, renewal: Renewal, signal: AbortSignal): Promise<Started> {
  signal.throwIfAborted()
  const { attemptId, money, mandate, words } = renewal
  const [customer = '', method = ''] = mandate.split('/')
  const intent = await stripe.paymentIntents.create(
    {
      amount: money.amount,
      currency: money.currency.toLowerCase(),
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
      // So that this payment, too, says by what the card is charged the next time.
      setup_future_usage: 'off_session',
      description: words,
      metadata: { attempt: attemptId },
    },
    { idempotencyKey: `attempt:${attemptId}` },
  )
  return { kind: 'started', ref: intent.id, url: null }
}

async function read(stripe: Stripe, ref: string): Promise<Truth> {
  if (ref.startsWith('cs_')) return readSession(await stripe.checkout.sessions.retrieve(ref, { expand: ofSession }))
  // Events about money name the intent: one of a Checkout is known to us by its session.
  const { data } = await stripe.checkout.sessions.list({ payment_intent: ref, limit: 1 })
  const [session] = data
  if (session) return read(stripe, session.id)
  const intent = await stripe.paymentIntents.retrieve(ref, { expand: charged })
  return truthOfIntent(intent, chargeOf(intent))
}

function readSession(session: Stripe.Checkout.Session): Truth {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return truthOfSession(session, intent, intent && chargeOf(intent))
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === 'object' ? charge : null
}

async function paidSince(stripe: Stripe, since: Date): Promise<Truth[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const truths: Truth[] = []
  for await (const session of stripe.checkout.sessions.list({
    created,
    limit: 100,
    expand: ofSession.map((path) => `data.${path}`),
  }))
    truths.push(readSession(session))
  for await (const intent of stripe.paymentIntents.list({
    created,
    limit: 100,
    expand: charged.map((path) => `data.${path}`),
  })) {
    const isOfSession = truths.some((truth) => truth.attemptId === intent.metadata['attempt'])
    if (!isOfSession) truths.push(truthOfIntent(intent, chargeOf(intent)))
  }
  return truths
}

const closed: Readonly<Record<string, DisputeTruth['state']>> = { won: 'won', lost: 'lost' }

/** Warnings and what was prevented freeze nothing. */
async function disputesOf(stripe: Stripe, ref: string): Promise<DisputeTruth[]> {
  const payment_intent = ref.startsWith('cs_') ? (await stripe.checkout.sessions.retrieve(ref)).payment_intent : ref
  if (payment_intent === null) return []
  const { data } = await stripe.disputes.list({ payment_intent: idOf(payment_intent), limit: 10 })
  return data
    .filter(({ status }) => !/^(?:warning_|prevented)/.test(status))
    .map(({ id, status, evidence_details: { due_by: due }, balance_transactions: booked }) => ({
      ref: id,
      state: closed[status] ?? 'open',
      fee: status === 'lost' ? booked.reduce((sum, { fee }) => sum + fee, 0) : 0,
      evidenceDue: due === null ? null : new Date(due * 1000),
    }))
}

async function balanceOf(stripe: Stripe): Promise<{ currency: string; amount: number }[]> {
  const { available, pending } = await stripe.balance.retrieve()
  const sums = new Map<string, number>()
  for (const { currency, amount } of [...available, ...pending])
    sums.set(currency.toUpperCase(), (sums.get(currency.toUpperCase()) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

async function refund(stripe: Stripe, ref: string, { amount, key }: { amount: number; key: string }) {
  const intent = ref.startsWith('cs_') ? (await stripe.checkout.sessions.retrieve(ref)).payment_intent : ref
  if (intent === null) return 'not_possible'
  await stripe.refunds.create({ payment_intent: idOf(intent), amount }, { idempotencyKey: `refund:${key}` })
  return 'asked'
}

const Delivery = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({
    object: v.object({
      id: v.string(),
      object: v.string(),
      payment_intent: v.nullish(v.string()),
      transfer_group: v.nullish(v.string()),
    }),
  }),
  /** Whose account it is about, where it is about somebody's who earns. */
  account: v.nullish(v.string()),
})

function verify(
  raw: Uint8Array,
  header: string | null,
  { webhookSecrets, now }: { webhookSecrets: readonly string[]; now: Date },
): Verified {
  const why = refusalOfSignature({ raw, header, scheme: 'v1', secrets: webhookSecrets, now })
  if (why !== null) return { ok: false, why }
  const parsed = v.safeParse(Delivery, readJson(raw))
  if (!parsed.success) return { ok: false, why: 'malformed' }
  const { id, type } = parsed.output
  return { ok: true, eventId: id, type, ref: refIn(parsed.output) }
}

function refIn({ data: { object }, account }: v.InferOutput<typeof Delivery>): string | null {
  switch (object.object) {
    case 'checkout.session':
    case 'payment_intent':
    case 'account':
      return object.id
    case 'transfer':
      return object.transfer_group ?? null
    case 'payout':
      return account ?? null
    default:
      return object.payment_intent ?? null
  }
}

function readJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString())
  } catch {
    return undefined
  }
}

/** A refusal in their words is an answer; whatever else went wrong, the transaction may exist. */
async function asked(work: () => Promise<Started>): Promise<Started> {
  try {
    return await work()
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.type === 'StripeCardError')
      return { kind: 'refused', reason: reasonOf(failure.code ?? null, failure.decline_code ?? null) }
    return isRefusal(error) ? { kind: 'refused', reason: 'other' } : { kind: 'unknown' }
  }
}
