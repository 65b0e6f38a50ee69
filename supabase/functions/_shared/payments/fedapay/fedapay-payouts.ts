/** Withdrawals by FedaPay's wire: made, which moves no money, then started. */
import { isRefusal, ProviderError, type FailureReason, type Payouts, type PayoutTruth } from '../provider.ts'
import type { FedapayClient, FedapayPayout } from './fedapay-client.ts'

const modes: Readonly<Record<string, string>> = {
  mtn_bj: 'mtn_open',
  moov_bj: 'moov',
  celtiis_bj: 'sbin',
  moov_tg: 'moov_tg',
  yas_tg: 'togocel',
  mtn_ci: 'mtn_ci',
  airtel_ne: 'airtel_ne',
  free_sn: 'free_sn',
}

export function fedapayPayouts(client: FedapayClient, realm: 'test' | 'live'): Payouts {
  const truthOf = truthIn(realm)
  return {
    create: async ({ payoutId, money, method, words }, signal) => {
      if (method.kind === 'bank') throw new TypeError('This provider pays phones')
      const mode = modes[method.operator]
      const { id } = await client.createPayout(
        {
          amount: money.amount,
          currency: { iso: money.currency },
          merchant_reference: payoutId,
          description: words,
          ...(mode !== undefined && { mode }),
          customer: { phone_number: { number: method.msisdn, country: method.country.toLowerCase() } },
        },
        signal,
      )
      return String(id)
    },
    find: async (payoutId, signal) => {
      const found = await client.searchPayouts(payoutId, signal)
      // What is found and is not kept is dropped: a search that answers more than was asked must drop nothing of others.
      return found.filter(({ merchant_reference: name }) => (name ?? payoutId) === payoutId).map(truthOf)
    },
    read: async (ref, signal) => truthOf(await client.readPayout(ref, signal)),
    start: async (ref, _, signal) => {
      try {
        await client.startPayout(ref, signal)
        return 'started'
      } catch (error) {
        return error instanceof ProviderError && error.code === 'http_402' ? 'queued' : 'unknown'
      }
    },
    drop: async (ref, signal) => {
      // What cannot be dropped is never started either.
      await client.dropPayout(ref, signal).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
      })
    },
  }
}

const statuses: Readonly<Record<string, PayoutTruth['status']>> = {
  pending: 'pending',
  started: 'started',
  processing: 'started',
  sent: 'sent',
  failed: 'failed',
  returned: 'returned',
}

const reasons: Readonly<Record<string, FailureReason>> = {
  payer_not_found: 'number_unknown',
  limit_reached: 'limit',
}

/** A word that is not known is not « pending »: that one would be started. */
function truthIn(realm: 'test' | 'live') {
  return ({ id, status, amount, currency, fees, last_error_code: code }: FedapayPayout): PayoutTruth => ({
    ref: String(id),
    status: statuses[status] ?? 'started',
    money: { currency: currency.iso, amount },
    cost: fees ?? 0,
    realm,
    raw: status,
    reason: status === 'failed' ? (reasons[(code ?? '').toLowerCase()] ?? 'other') : null,
  })
}
