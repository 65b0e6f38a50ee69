/** Every number and every button of the sandbox, driven to its end over HTTP: what becomes of the payment, and each line of the ledger. */
import { randomUUID } from 'node:crypto'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { PaymentStarted } from '../../functions/_shared/contract/src/index.ts'
import { pack25 } from './open-billing.ts'
import { asked, findingsOf, person, type Person } from './payment-callers.ts'

interface End {
  readonly status: string
  readonly reason?: string
  readonly refunded?: number
  readonly dispute?: string
  readonly lines?: readonly string[]
  /** Of the payer, when all is over; 25 where it is not said and something was paid. */
  readonly credits?: number
}

const bought = [
  'purchase: platform clearing_sandbox -1000 XOF',
  'purchase: platform revenue +1000 XOF',
  'purchase: platform issued -25 CREDIT',
  'purchase: person paid +25 CREDIT',
  'provider_fee: platform clearing_sandbox +18 XOF',
  'provider_fee: platform costs -18 XOF',
]
const disputed = ['dispute_open: person paid -25 CREDIT', 'dispute_open: person frozen +25 CREDIT']
const paid: End = { status: 'paid', lines: bought, credits: 25 }
const failed = (reason: string): End => ({ status: 'failed', reason, lines: [], credits: 0 })

const ends: Readonly<Record<string, End>> = {
  '01': paid,
  '02': failed('refused'),
  '03': failed('insufficient_funds'),
  '04': failed('wrong_pin'),
  '05': paid,
  '06': paid,
  '07': { status: 'expired', reason: 'no_answer', lines: [], credits: 0 },
  '08': paid,
  '09': paid,
  '10': paid,
  '11': { status: 'review', reason: 'amount_mismatch', lines: [], credits: 0 },
  '12': { status: 'review', reason: 'amount_mismatch', lines: [], credits: 0 },
  '13': paid,
  '14': paid,
  '15': failed('other'),
  '16': failed('operator_down'),
  '17': {
    ...paid,
    refunded: 1000,
    credits: 0,
    lines: [
      ...bought,
      'refund: platform clearing_sandbox +1000 XOF',
      'refund: platform revenue -1000 XOF',
      'refund: person paid -25 CREDIT',
      'refund: platform issued +25 CREDIT',
    ],
  },
  '18': {
    ...paid,
    refunded: 500,
    credits: 13,
    lines: [
      ...bought,
      'refund: platform clearing_sandbox +500 XOF',
      'refund: platform revenue -500 XOF',
      'refund: person paid -12 CREDIT',
      'refund: platform issued +12 CREDIT',
    ],
  },
  '19': paid,
  '20': paid,
  '21': paid,
  '22': { ...paid, credits: 50 },
  card_accepted: paid,
  card_refused: failed('card_declined'),
  card_insufficient: failed('insufficient_funds'),
  card_authentication: failed('authentication'),
  card_canceled: { status: 'canceled', lines: [], credits: 0 },
  card_renewal_refused: paid,
  card_renewal_late: paid,
  card_dispute_won: {
    ...paid,
    dispute: 'won',
    lines: [...bought, ...disputed, 'dispute_won: person frozen -25 CREDIT', 'dispute_won: person paid +25 CREDIT'],
  },
  card_dispute_lost: {
    ...paid,
    dispute: 'lost',
    credits: 0,
    lines: [
      ...bought,
      ...disputed,
      'dispute_lost: platform clearing_sandbox +1500 XOF',
      'dispute_lost: platform chargebacks -1000 XOF',
      'dispute_lost: platform costs -500 XOF',
      'dispute_lost: person frozen -25 CREDIT',
      'dispute_lost: platform issued +25 CREDIT',
    ],
  },
}

const slow = ['05', '06', '07', '15']
const settles = { timeout: 90_000, interval: 500 }
const bought_by = new Map<string, { who: Person; id: string }>()

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
  await Promise.all(Object.keys(ends).map(begin))
}, 120_000)
afterAll(() => system[Symbol.asyncDispose]())

const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })

async function begin(name: string): Promise<void> {
  const who = await person(system)
  const method = name.startsWith('card')
    ? { kind: 'card' }
    : { kind: 'mobile_money', operator: name === '16' ? 'moov_bj' : 'mtn_bj', number: `01 00 00 00 ${name}` }
  const answer = await asked<PaymentStarted>(who, { price_id: pack25, method }, { 'idempotency-key': randomUUID() })
  if (!('payment_id' in answer)) throw new Error(`${name} was not started: ${JSON.stringify(answer)}`)
  if (answer.next.kind === 'url') {
    const page = `${system.url}/functions/v1/payment-sandbox/page/${new URL(answer.next.url).searchParams.get('sandbox')}`
    await fetch(page, { method: 'POST', body: JSON.stringify({ outcome: name }) })
  }
  bought_by.set(name, { who, id: answer.payment_id })
}

async function stateOf(
  name: string,
): Promise<Required<Pick<End, 'status' | 'refunded' | 'dispute'>> & { reason: string | null }> {
  const { who, id } = bought_by.get(name)!
  const columns = 'status,reason,refunded,dispute'
  const { data, error } = await who.client.from('my_payments').select(columns).eq('id', id).single()
  if (error) throw error
  return data
}

async function linesOf(name: string): Promise<string[]> {
  const { who, id } = bought_by.get(name)!
  const { data, error } = await who.client.rpc('sandbox_postings', { p_payment: id })
  if (error) throw error
  const rows = data as { kind: string; owner: string; account: string; asset: string; amount: number }[]
  return rows.map(
    ({ kind, owner, account, asset, amount }) =>
      `${kind}: ${owner} ${account} ${amount > 0 ? '+' : ''}${amount} ${asset}`,
  )
}

test.each(slow)('%s is still open while nobody has answered', async (name) => {
  expect(['created', 'pending']).toContain((await stateOf(name)).status)
  expect(await linesOf(name)).toEqual([])
})

describe('seven minutes later', () => {
  beforeAll(async () => {
    for (const by of ['70 seconds', '70 seconds', '5 minutes']) {
      // oxlint-disable-next-line no-await-in-loop -- time passes step by step
      const { error } = await service().rpc('move_payment_clock', { p_by: by })
      if (error) throw error
    }
  }, 120_000)

  test.concurrent.for(Object.entries(ends))('%s has come to its end', async ([name, end], { expect }) => {
    const { status, reason = null, refunded = 0, dispute = 'none', lines = [] } = end
    const state = async () => ({ ...(await stateOf(name)), lines: (await linesOf(name)).toSorted() })
    const expected = { status, refunded, dispute, lines: lines.toSorted() }
    await expect.poll(state, settles).toMatchObject(reason === null ? expected : { ...expected, reason })
    const balance = async () =>
      (await bought_by.get(name)!.who.client.from('my_balance').select('paid').single()).data as unknown
    await expect.poll(balance, settles).toEqual({ paid: end.credits })
  })

  test('the ledger is sound, and its owner alone sees its lines', async () => {
    const rules = await Promise.all(['ledger_violations', 'billing_violations'].map((name) => service().rpc(name)))
    expect(rules.map(({ data }) => data as unknown)).toEqual([[], []])
    const stranger = await person(system)
    const { error } = await stranger.client.rpc('sandbox_postings', { p_payment: bought_by.get('01')!.id })
    expect(error).toMatchObject({ hint: 'payment_unknown' })
  })

  test('the nightly comparison finds nothing, whatever was still on its way', async () => {
    // While it compares, more payments come in.
    const more = Array.from({ length: 6 }, (_, place) => begin(place % 2 === 0 ? '01' : '08'))
    const { error } = await service().rpc('move_payment_clock', { p_by: '1 day' })
    expect(error).toBeNull()
    await Promise.all(more)
    const nextDay = async () => {
      const { data } = await service().rpc('claim_billing_job', { p_name: 'balance sandbox', p_every: '23 hours' })
      return data as unknown
    }
    // Null once the worker has compared: then it is not due.
    await expect.poll(nextDay, { timeout: 150_000, interval: 2000 }).toBeNull()
    expect(await findingsOf(system)).not.toContain('balance_differs')
  }, 180_000)
})
