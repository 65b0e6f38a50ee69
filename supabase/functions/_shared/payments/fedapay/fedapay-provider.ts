/** Mobile Money by FedaPay's wire. The embedded sandbox speaks it too, so the same client is what tests drive. */
import { Buffer } from 'node:buffer'

import * as v from 'valibot'

import {
  isRefusal,
  ProviderError,
  type DisputeTruth,
  type FailureReason,
  type MobileMoney,
  type Order,
  type Renewal,
  type PaymentProvider,
  type Started,
  type Truth,
  type Verified,
} from '../provider.ts'
import { refusalOfSignature } from '../verify-webhook.ts'
import { FedapayClient, type FedapayAccount, type FedapayTransaction } from './fedapay-client.ts'
import { fedapayPayouts } from './fedapay-payouts.ts'

export interface FedapaySettings extends FedapayAccount {
  readonly realm: 'test' | 'live'
  readonly webhookSecrets: readonly string[]
  readonly canRefund: boolean
  readonly canRenew: boolean
  readonly hasDisputes: boolean
}

/** Operators that ring the phone by themselves; for the others one goes on at FedaPay's page. */
const modes: Readonly<Record<string, string>> = {
  mtn_bj: 'mtn_open',
  moov_bj: 'moov',
  celtiis_bj: 'sbin',
  moov_tg: 'moov_tg',
  yas_tg: 'togocel',
  mtn_ci: 'mtn_ci',
  airtel_ne: 'airtel_ne',
  free_sn: 'free_sn',
  mtn_gn: 'mtn_open_gn',
}

const reasons: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficient_funds',
  invalid_pin: 'wrong_pin',
  payer_not_found: 'number_unknown',
  limit_reached: 'limit',
  card_declined: 'card_declined',
  authentication_failed: 'authentication',
}

const Delivery = v.object({
  id: v.union([v.string(), v.number()]),
  name: v.string(),
  entity: v.object({ id: v.union([v.string(), v.number()]) }),
})

export function fedapayProvider(settings: FedapaySettings): PaymentProvider {
  const client = new FedapayClient(settings)
  return {
    name: settings.provider,
    start: (order, signal) => start(client, order, signal),
    ring: (ref, method, signal) => ring(client, { ref, method }, signal),
    read: async (ref, signal) => truthOf(await client.read(ref, signal), settings),
    find: async (attemptId, since, signal) =>
      (await client.search(attemptId, since, signal)).map((transaction) => truthOf(transaction, settings)),
    list: async (since, signal) =>
      (await client.search(null, since, signal)).map((transaction) => truthOf(transaction, settings)),
    balance: (signal) => client.balances(signal),
    payouts: fedapayPayouts(client, settings.realm),
    isRinging: async (signal) =>
      (await client.webhooks(signal)).some(
        ({ url, enabled }) => enabled && url.endsWith(`/payment-webhook/${settings.provider}`),
      ),
    ...(settings.hasDisputes && { disputes: async (ref, signal) => disputesOf(await client.read(ref, signal)) }),
    ...(settings.canRenew && { renew: (renewal, signal) => renew(client, renewal, signal) }),
    verify: async (raw, headers, now) =>
      verify(raw, headers.get('x-fedapay-signature'), { secrets: settings.webhookSecrets, now }),
    refund: async (ref, money, key, signal) => {
      if (!settings.canRefund) return 'not_possible'
      try {
        await client.refund(ref, money.amount, key, signal)
        return 'asked'
      } catch (error) {
        return isRefusal(error) ? 'not_possible' : 'unknown'
      }
    },
  }
}

async function start(client: FedapayClient, order: Order, signal: AbortSignal): Promise<Started> {
  const { attemptId, money, method, words, returnUrl } = order
  const phone = method.kind === 'mobile_money' ? { number: method.msisdn, country: method.country.toLowerCase() } : null
  const mode = method.kind === 'mobile_money' ? modes[method.operator] : undefined
  let isSending = false
  try {
    const { id } = await client.create(
      {
        description: `${words} · ${attemptId.slice(-8)}`,
        amount: money.amount,
        currency: { iso: money.currency },
        callback_url: returnUrl,
        merchant_reference: attemptId,
        custom_metadata: { attempt: attemptId },
        ...(phone && { customer: { phone_number: phone } }),
      },
      signal,
    )
    const { token, url } = await client.token(String(id), signal)
    if (mode === undefined || phone === null) return { kind: 'started', ref: String(id), url }
    isSending = true
    await client.send(mode, { token, ...phone }, signal)
    return { kind: 'started', ref: String(id), url: null }
  } catch (error) {
    return isSending ? reachedOf(error) : startOf(error)
  }
}

async function ring(
  client: FedapayClient,
  { ref, method }: { ref: string; method: MobileMoney },
  signal: AbortSignal,
): Promise<'rung' | 'not_possible'> {
  const mode = modes[method.operator]
  if (mode === undefined) return 'not_possible'
  const { token } = await client.token(ref, signal)
  await client.send(mode, { token, number: method.msisdn, country: method.country.toLowerCase() }, signal)
  return 'rung'
}

async function renew(client: FedapayClient, renewal: Renewal, signal: AbortSignal): Promise<Started> {
  const { attemptId, money, words, mandate } = renewal
  try {
    const { id } = await client.create(
      {
        description: `${words} · ${attemptId.slice(-8)}`,
        amount: money.amount,
        currency: { iso: money.currency },
        callback_url: '',
        merchant_reference: attemptId,
        custom_metadata: { attempt: attemptId },
        mandate,
      },
      signal,
    )
    return { kind: 'started', ref: String(id), url: null }
  } catch (error) {
    return reachedOf(error)
  }
}

function startOf(error: unknown): Started {
  if (!(error instanceof ProviderError)) throw error
  if (error.code === 'http_503') return { kind: 'refused', reason: 'operator_down' }
  return isRefusal(error) ? { kind: 'refused', reason: 'other' } : { kind: 'unknown' }
}

/** Of a call that rings a phone or charges a card: it may have done so before it failed, so that only a no is believed. */
function reachedOf(error: unknown): Started {
  return isRefusal(error) ? startOf(error) : { kind: 'unknown' }
}

/** Refunded ones were paid; a word that is not known moves nothing. */
const statuses: Readonly<Record<string, Truth['status']>> = {
  pending: 'pending',
  approved: 'paid',
  transferred: 'paid',
  refunded: 'paid',
  approved_partially_refunded: 'paid',
  transferred_partially_refunded: 'paid',
  declined: 'failed',
  canceled: 'canceled',
  expired: 'expired',
}

function truthOf(transaction: FedapayTransaction, { realm }: FedapaySettings): Truth {
  const { id, status, amount, currency, fees, amount_refunded: refunded } = transaction
  return {
    ref: String(id),
    attemptId: attemptOf(transaction),
    ...outcomeOf(transaction),
    money: { currency: currency.iso, amount },
    refunded: refunded ?? (status === 'refunded' ? amount : 0),
    fee: fees ?? null,
    realm,
    raw: status,
    mandate: transaction.mandate ?? null,
  }
}

function disputesOf({ disputes }: FedapayTransaction): DisputeTruth[] {
  return (disputes ?? []).map(({ id, status, fee }) => ({ ref: id, state: status, fee, evidenceDue: null }))
}

function attemptOf({ merchant_reference: reference, custom_metadata: metadata }: FedapayTransaction): string | null {
  const attempt = reference ?? metadata?.['attempt']
  return typeof attempt === 'string' ? attempt : null
}

/** FedaPay calls a payer who has too little « canceled », with the reason as a code. */
function outcomeOf({ status, last_error_code: code }: FedapayTransaction): Pick<Truth, 'status' | 'reason'> {
  const told = statuses[status] ?? 'pending'
  const reason = reasons[(code ?? '').toLowerCase()] ?? null
  if (told === 'failed') return { status: told, reason: reason ?? 'refused' }
  if (told === 'canceled' && reason !== null) return { status: 'failed', reason }
  return { status: told, reason: told === 'expired' ? 'no_answer' : null }
}

function verify(
  raw: Uint8Array,
  header: string | null,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): Verified {
  const why = refusalOfSignature({ raw, header, scheme: 's', secrets, now })
  if (why !== null) return { ok: false, why }
  const parsed = v.safeParse(Delivery, readJson(raw))
  if (!parsed.success) return { ok: false, why: 'malformed' }
  const { id, name, entity } = parsed.output
  return { ok: true, eventId: String(id), type: name, ref: String(entity.id) }
}

function readJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString())
  } catch {
    return undefined
  }
}
