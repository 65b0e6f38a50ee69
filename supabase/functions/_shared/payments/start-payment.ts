/** From a wish to a provider that was asked: the rows are committed first, so that no answer can be lost with them. */
import { createHash, createHmac } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import type * as v from 'valibot'

import type { PaymentMethodChoice, PaymentOrder, PaymentStarted } from '../contract/src/index.ts'
import { FunctionError, json } from '../respond.ts'
import { callRpc, retry, RpcError } from '../rpc.ts'
import { paymentSettings } from '../settings/payments.ts'
import { readSetting } from '../settings/reader.ts'
import { numberHash, numberOf } from './paying-number.ts'
import { observePayment } from './payment-events.ts'
import type { Method, PaymentProvider, Started } from './provider.ts'
import { providerFor, providerNamed } from './providers.ts'
import { paymentRealm } from './realm.ts'
import { ownSecret } from './sandbox/sandbox-keys.ts'

export interface Receipt {
  readonly payment_id: string
  readonly is_new: boolean
  readonly purpose: 'credits' | 'gift' | 'plan' | 'commission'
  readonly status: PaymentStarted['status']
  readonly credits: number
  readonly currency: string
  readonly amount: number
  readonly attempt_id: string
  readonly attempt_state: string
  readonly provider: string
  readonly method: string
  readonly checkout_url: string | null
}

declare module '../rpc.ts' {
  interface RpcAnswers {
    start_payment: Receipt
    retry_payment: Receipt
    claim_ring: Receipt & { readonly provider_ref: string }
    note_attempt: Receipt
    promo_for_order: { readonly promo_id: string; readonly amount: number } | null
  }
}

export interface Start {
  readonly service: SupabaseClient
  readonly userId: string
  readonly key: string
  readonly order: v.InferOutput<typeof PaymentOrder>
  /** Where the app is. */
  readonly origin: string
}

/** @throws {FunctionError} with the code that the database gave, or `number_invalid` */
export async function startPayment({ service, userId, key, order, origin }: Start): Promise<Response> {
  const { method, stored } = await methodOf(service, order.method)
  if ('payment_id' in order && order.ring) {
    const claim = { p_user: userId, p_payment: order.payment_id, p_msisdn_hash: stored['msisdn_hash'] ?? '' }
    const claimed = await ordered(() => callRpc(service, 'claim_ring', claim))
    return claimed instanceof Response ? claimed : ringAgain(claimed, method)
  }
  const provider = providerFor(method)
  if (provider === null) throw new FunctionError(503, 'provider_unknown', 'Nobody takes such payments here')
  await enterRealm(service)
  const { code, gift } = giftOf(order, `${userId} ${key}`)
  const attempt = { provider: provider.name, ...stored }
  const receipt = await ordered(async () => {
    if ('payment_id' in order)
      return callRpc(service, 'retry_payment', { p_user: userId, p_payment: order.payment_id, p_order: attempt })
    if ('milestone_id' in order) {
      await openCommissions(service)
      const p_order = { ...order, ...attempt, idempotency_key: key }
      return callRpc(service, 'start_payment', { p_user: userId, p_order })
    }
    const { promo_code: promo, ...bought } = order
    const promo_id = promo === undefined ? undefined : await promoOf(service, userId, promo, order.price_id)
    const p_order = { ...bought, ...attempt, gift, promo_id, idempotency_key: key }
    return callRpc(service, 'start_payment', { p_user: userId, p_order })
  })
  if (receipt instanceof Response) return receipt
  const latest = receipt.is_new ? await ask(service, { provider, method, receipt, origin }) : receipt
  return json({ ...started(latest), ...(code !== undefined && { gift_code: code }) }, receipt.is_new ? 201 : 200)
}

/** The same transaction: whoever answers twice pays once. */
async function ringAgain(receipt: Receipt & { readonly provider_ref: string }, method: Method): Promise<Response> {
  const provider = providerNamed(receipt.provider)
  if (method.kind !== 'mobile_money' || !provider?.ring)
    throw new FunctionError(409, 'payment_state', 'This payment rings no phone')
  const outcome = await provider
    .ring(receipt.provider_ref, method, AbortSignal.timeout(15_000))
    .catch((error: unknown) => {
      observePayment({
        kind: 'payment.provider_failed',
        provider: receipt.provider,
        during: 'start',
        why: String(error),
      })
      throw new FunctionError(503, 'operator_down', 'The operator does not answer just now', { retryAfter: 30 })
    })
  if (outcome === 'not_possible') throw new FunctionError(409, 'payment_state', 'This operator rings no phone')
  return json(started(receipt))
}

/** What the operator's setting says goes to the database, which decides. */
async function openCommissions(service: SupabaseClient): Promise<void> {
  const isOpen = readSetting(paymentSettings.commissionsLive)
  await retry(() => callRpc(service, 'set_commissions_live', { p_is_open: isOpen }))
}

/** Asked first, in a transaction of its own: a wrong try stays counted. */
async function promoOf(service: SupabaseClient, userId: string, code: string, priceId: string): Promise<string> {
  const found = await callRpc(service, 'promo_for_order', { p_user: userId, p_code: code, p_price_id: priceId })
  if (found === null) throw new FunctionError(422, 'promo_invalid', 'This code is not valid for this purchase')
  return found.promo_id
}

/** A database that holds payments of the other realm takes none: sandbox money and real money never meet. */
async function enterRealm(service: SupabaseClient): Promise<void> {
  try {
    await retry(() => callRpc(service, 'enter_payment_realm', { p_kind: paymentRealm() }))
  } catch (error) {
    if (!(error instanceof RpcError) || error.hint !== 'realm_settled') throw error
    observePayment({ kind: 'payment.provider_failed', provider: 'all', during: 'start', why: error.message })
    throw new FunctionError(503, 'provider_unknown', 'This installation holds payments of another kind', {
      cause: error,
    })
  }
}

interface Asked {
  readonly provider: PaymentProvider
  readonly method: Method
  readonly receipt: Receipt
  readonly origin: string
}

async function ask(service: SupabaseClient, { provider, method, receipt, origin }: Asked): Promise<Receipt> {
  const { attempt_id: attemptId, payment_id: id, amount, currency, credits, purpose } = receipt
  const outcome = await provider
    .start(
      {
        attemptId,
        money: { amount, currency },
        method,
        words: purpose === 'commission' ? 'Commande Cortexia' : `${credits} crédits Cortexia`,
        isRecurring: receipt.purpose === 'plan',
        returnUrl: `${origin}/payment/success?p=${id}`,
      },
      AbortSignal.timeout(15_000),
    )
    .catch((error: unknown): Started => {
      observePayment({ kind: 'payment.provider_failed', provider: provider.name, during: 'start', why: String(error) })
      return { kind: 'unknown' }
    })
  const noted = await retry(() =>
    callRpc(service, 'note_attempt', {
      p_attempt: attemptId,
      p_outcome: outcome.kind,
      ...(outcome.kind === 'started' && { p_ref: outcome.ref, ...(outcome.url !== null && { p_url: outcome.url }) }),
      ...(outcome.kind === 'refused' && { p_reason: outcome.reason }),
    }),
  )
  // The breaker comes last: where it cannot be told, the payer still learns where the payment goes on.
  await noteCall(service, provider.name, { method: receipt.method, outcome }).catch((error: unknown) => {
    observePayment({ kind: 'payment.provider_failed', provider: provider.name, during: 'start', why: String(error) })
  })
  return noted
}

/** For the breaker of this way to pay: a refusal is an answer too. */
export async function noteCall(
  service: SupabaseClient,
  provider: string,
  { method, outcome }: { method: string; outcome: Started },
): Promise<void> {
  const isOk = outcome.kind === 'started' || (outcome.kind === 'refused' && outcome.reason !== 'operator_down')
  await callRpc(service, 'note_provider_call', { p_provider: provider, p_method: method, p_is_ok: isOk })
}

function started({
  payment_id,
  status,
  currency,
  amount,
  credits,
  attempt_state: state,
  checkout_url: url,
}: Receipt): PaymentStarted {
  const isLost = state === 'sending' || state === 'unknown'
  const next =
    url !== null && state === 'open'
      ? { kind: 'url' as const, url }
      : { kind: isLost ? ('wait' as const) : ('push' as const) }
  return { payment_id, status, currency, amount, credits, next }
}

/** The method as the provider takes it, and what of it we keep. */
async function methodOf(
  service: SupabaseClient,
  choice: PaymentMethodChoice,
): Promise<{ method: Method; stored: Record<string, string> }> {
  if (choice.kind === 'card') return { method: choice, stored: { method: 'card' } }
  const { operator, country, msisdn } = await numberOf(service, choice)
  return {
    method: { kind: 'mobile_money', operator, country, msisdn },
    stored: {
      method: operator,
      msisdn_last4: msisdn.slice(-4),
      msisdn_hash: numberHash(msisdn),
    },
  }
}

/** Crockford's alphabet: nothing in it is taken for something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code is made of the start's key, so that one whose answer was lost is told again when it is asked again. */
function giftOf(order: Start['order'], start: string): { gift?: object; code?: string } {
  if (!('gift' in order) || order.gift === undefined) return {}
  const { username, message } = order.gift
  if (username !== undefined) return { gift: { username, message } }
  const bytes = createHmac('sha256', ownSecret('gift codes')).update(start).digest().subarray(0, 10)
  const code = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return { code, gift: { code_hash: createHash('sha256').update(code).digest('hex'), message } }
}

const refusals = [
  'offer_unknown',
  'provider_unknown',
  'operator_unknown',
  'operator_down',
  'spend_limit',
  'spend_limit_month',
  'spend_cap',
  'topup_size',
  'too_many_open',
  'throttled',
  'payment_unknown',
  'payment_state',
  'account_suspended',
  'teen_mode',
  'gift_nobody',
  'gift_to_oneself',
  'idempotency_mismatch',
  'promo_invalid',
  'plan_current',
  'plan_smaller',
  'plan_alone',
  'commissions_off',
  'commission_unknown',
  'commission_state',
  'service_full',
] as const

async function ordered<Made extends Receipt>(work: () => Promise<Made>): Promise<Made | Response> {
  try {
    return await retry(work)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (error.hint === 'price_changed') {
      return json(
        { code: 'price_changed', message: 'The price has changed', ...(JSON.parse(error.details ?? '{}') as object) },
        409,
      )
    }
    const code = refusals.find((known) => known === error.hint)
    if (code === undefined) throw error
    const seconds = error.status === 429 || error.status === 503 ? Number(error.details) || 30 : undefined
    throw new FunctionError(error.status, code, error.message, {
      ...(seconds !== undefined && { retryAfter: seconds }),
      cause: error,
    })
  }
}

/** Of our providers, for a call that names one. */
export function knownProvider(name: string): PaymentProvider {
  const provider = providerNamed(name)
  if (provider === null) throw new FunctionError(404, 'not_found', 'There is no such provider')
  return provider
}
