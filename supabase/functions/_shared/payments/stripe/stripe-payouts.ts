/**
 * Withdrawals to banks: a transfer to the account that the person has at Stripe, which pays their bank. It is made by its start,
 * under one idempotency key, and only where none of its group is there: their keys are forgotten after a day, groups are not.
 */
import type Stripe from 'stripe'

import { ProviderError, type PayoutOrder, type Payouts, type PayoutTruth } from '../provider.ts'
import { failureOf, isRefusal, told } from './stripe-failures.ts'

export function stripePayouts(stripe: () => Promise<Stripe>): Payouts {
  const read = (ref: string) => told(async () => truthOf(ref, await transfersOf(await stripe(), ref)))
  return {
    // Nothing is there before it is started: our own id is its name.
    create: async ({ payoutId }) => payoutId,
    find: async (payoutId) => {
      const truth = await read(payoutId)
      return truth.money === null ? [] : [truth]
    },
    read,
    start: async (_, order) => {
      try {
        await transfer(await stripe(), order)
        return 'started'
      } catch (error) {
        if (failureOf(error)?.code === 'balance_insufficient') return 'queued'
        return isRefusal(error) ? 'refused' : 'unknown'
      }
    },
    // Nothing was made.
    drop: async () => {},
  }
}

async function transfersOf(stripe: Stripe, group: string): Promise<Stripe.Transfer[]> {
  return (await stripe.transfers.list({ transfer_group: group, limit: 10 })).data
}

async function transfer(stripe: Stripe, { payoutId, money, method, words }: PayoutOrder): Promise<void> {
  if (method.kind !== 'bank') throw new ProviderError('stripe', 'http_400')
  await stripe.transfers.create(
    {
      amount: money.amount,
      currency: money.currency.toLowerCase(),
      destination: method.account,
      transfer_group: payoutId,
      description: words,
      metadata: { payout: payoutId },
    },
    { idempotencyKey: `payout:${payoutId}` },
  )
}

function truthOf(ref: string, transfers: readonly Stripe.Transfer[]): PayoutTruth {
  const [first] = transfers
  const base = { ref, cost: 0, reason: null } as const
  if (!first) return { ...base, status: 'pending', money: null, realm: 'test', raw: 'none' }
  // Two of one group would be a fault of ours: their sum is not our amount, and the staff is told.
  const amount = transfers.reduce((sum, of) => sum + of.amount, 0)
  return {
    ...base,
    status: transfers.every(({ reversed }) => reversed) ? 'returned' : 'sent',
    money: { currency: first.currency.toUpperCase(), amount },
    realm: first.livemode ? 'live' : 'test',
    raw: transfers.map(({ id, reversed }) => `${id}${reversed ? ' reversed' : ''}`).join(','),
  }
}
