/** Buying as the app does it: the functions over HTTP, the sandbox as the provider, its webhooks and our worker. */
import { randomUUID } from 'node:crypto'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { PaymentStarted } from '../../functions/_shared/contract/src/index.ts'
import { startPayment } from '../../functions/_shared/payments/start-payment.ts'
import { sign } from '../../functions/_shared/payments/verify-webhook.ts'
import { pack25, topup } from './open-billing.ts'
import { asked, person, visitor, type Person } from './payment-callers.ts'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
const mobile = (last: string) => ({ kind: 'mobile_money', operator: 'mtn_bj', number: `01 00 00 00 ${last}` })
const buy = (who: Person, last: string, order: object = {}, key: string = randomUUID()) =>
  asked<PaymentStarted>(who, { price_id: pack25, method: mobile(last), ...order }, { 'idempotency-key': key })

async function started(who: Person, last: string, order: object = {}): Promise<PaymentStarted> {
  const answer = await buy(who, last, order)
  if (!('payment_id' in answer)) throw new Error(`Not started: ${JSON.stringify(answer)}`)
  return answer
}

async function paymentOf({ client }: Person, id: string) {
  const { data, error } = await client
    .from('my_payments')
    .select('status,reason,refunded,credits,refund_state')
    .eq('id', id)
    .single()
  if (error) throw error
  return data
}

async function balanceOf({ client }: Person): Promise<{ paid: number; debt: number; promo: number }> {
  const { data, error } = await client.from('my_balance').select('paid,debt,promo').single()
  if (error) throw error
  return data
}

const settles = { timeout: 60_000, interval: 250 }

async function requireSound(): Promise<void> {
  const rules = await Promise.all(['ledger_violations', 'billing_violations'].map((name) => service().rpc(name)))
  expect(rules.map(({ data }) => data)).toEqual([[], []])
}

/** Where a purchase by this number ends: what became of it, and the credits that it gave. */
describe.concurrent('a number of the sandbox decides:', () => {
  test.for([
    ['01', 'paid', null, 25],
    ['02', 'failed', 'refused', 0],
    ['03', 'failed', 'insufficient_funds', 0],
    ['04', 'failed', 'wrong_pin', 0],
    ['08', 'paid', null, 25],
    ['09', 'paid', null, 25],
    ['10', 'paid', null, 25],
    ['11', 'review', 'amount_mismatch', 0],
    ['12', 'review', 'amount_mismatch', 0],
    ['13', 'paid', null, 25],
    ['14', 'paid', null, 25],
    ['16', 'failed', 'operator_down', 0],
    ['19', 'paid', null, 25],
    ['20', 'paid', null, 25],
    ['21', 'paid', null, 25],
    ['22', 'paid', null, 50],
  ] as const)('%s ends as %s (%s) with %d credits', async ([last, status, reason, credits], { expect }) => {
    const who = await person(system)
    const { payment_id: id } = await started(who, last)
    const end = async () => ({ ...(await paymentOf(who, id)), bought: (await balanceOf(who)).paid })
    await expect.poll(end, settles).toMatchObject({ status, reason, bought: credits })
  })
})

test('a breaker that cannot be told keeps nobody from the page where they pay', async () => {
  const { id: userId } = await person(system)
  const deafTo = (path: string): typeof fetch => {
    return (input, init) =>
      (input instanceof Request ? input.url : input.toString()).endsWith(path)
        ? Promise.resolve(new Response('{}', { status: 503 }))
        : fetch(input, init)
  }
  const deaf = createClient(system.url, system.serviceRoleKey, {
    auth: { persistSession: false },
    global: { fetch: deafTo('/rpc/note_provider_call') },
  })
  const order = { price_id: pack25, method: { kind: 'card' } } as const
  const response = await startPayment({ service: deaf, userId, key: randomUUID(), order, origin: system.url })
  expect(await response.json()).toMatchObject({ status: 'pending', next: { kind: 'url' } })
})

test('sound after all of them', requireSound)

describe('a purchase', () => {
  test('rings the phone, and is paid while one looks on', async () => {
    const who = await person(system)
    expect(await started(who, '01')).toMatchObject({
      next: { kind: 'push' },
      amount: 1000,
      currency: 'XOF',
      credits: 25,
    })
    await expect.poll(async () => (await balanceOf(who)).paid, settles).toBe(25)
  })

  test('with one key is one, whoever repeats it; with another body it is refused', async () => {
    const who = await person(system)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(who, '05', {}, key)))
    expect(new Set(answers.map((answer) => ('payment_id' in answer ? answer.payment_id : answer.code))).size).toBe(1)
    expect(await buy(who, '05', { price_id: topup, credits: 4 }, key)).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    })
  })

  test('with a card goes on at a page, whose button decides', async () => {
    const who = await person(system)
    const answer = await started(who, '01', { method: { kind: 'card' } })
    const url = answer.next.kind === 'url' ? answer.next.url : ''
    expect(url).toMatch(new RegExp(`^${system.url}/payment\\?sandbox=trx_`, 'u'))
    const page = `${system.url}/functions/v1/payment-sandbox/page/${new URL(url).searchParams.get('sandbox')}`
    expect(await (await fetch(page)).json()).toMatchObject({ amount: 1000, currency: 'XOF', status: 'pending' })
    await fetch(page, { method: 'POST', body: JSON.stringify({ outcome: 'card_insufficient' }) })
    await expect.poll(async () => (await paymentOf(who, answer.payment_id)).reason, settles).toBe('insufficient_funds')
    const again = await asked<PaymentStarted>(
      who,
      { payment_id: answer.payment_id, method: mobile('01') },
      { 'idempotency-key': randomUUID() },
    )
    expect(again).toMatchObject({ payment_id: answer.payment_id, next: { kind: 'push' } })
    await expect.poll(async () => (await balanceOf(who)).paid, settles).toBe(25)
  })

  test('is refunded on demand, to the last franc', async () => {
    const who = await person(system)
    const { payment_id: id } = await started(who, '01')
    await expect.poll(async () => (await balanceOf(who)).paid, settles).toBe(25)
    const { error } = await who.client.rpc('ask_refund', { p_payment: id })
    expect(error).toBeNull()
    expect(await balanceOf(who)).toMatchObject({ paid: 0 })
    await expect.poll(() => paymentOf(who, id), settles).toMatchObject({ refunded: 1000, refund_state: 'done' })
    expect(await balanceOf(who)).toMatchObject({ paid: 0, debt: 0 })
  })

  test('of a gift answers a code once, which somebody else redeems', async () => {
    const [giver, friend] = [await person(system), await person(system)]
    const answer = await started(giver, '01', { gift: { message: 'Bonne fête' } })
    expect(answer.gift_code).toMatch(/^[\dA-HJKMNP-TV-Z]{10}$/u)
    const redeem = async () =>
      (await friend.client.rpc('redeem_gift_code', { p_code: answer.gift_code })).data as unknown
    await expect.poll(async () => (await paymentOf(giver, answer.payment_id)).status, settles).toBe('paid')
    expect(await redeem()).toMatchObject({ credits: 25, message: 'Bonne fête' })
    expect(await balanceOf(friend)).toMatchObject({ paid: 25 })
    await requireSound()
  })
})

describe('is refused, and nothing was started:', () => {
  test.each([
    [
      'a number with too few digits',
      { method: { kind: 'mobile_money', operator: 'mtn_bj', number: '97 12 34' } },
      400,
      'number_invalid',
    ],
    [
      'an operator that is not',
      { method: { kind: 'mobile_money', operator: 'no_bj', number: '0197123456' } },
      404,
      'operator_unknown',
    ],
    ['a price that is not', { price_id: randomUUID() }, 404, 'offer_unknown'],
    ['a way back to somebody else', { return_to: 'https://evil.example' }, 400, 'bad_request'],
    ['one credit', { price_id: topup, credits: 1 }, 422, 'topup_size'],
  ])('%s', async (_, order, status, code) => {
    const who = await person(system)
    expect(await buy(who, '01', order)).toMatchObject({ status, code })
    expect((await who.client.from('my_payments').select('id')).data).toEqual([])
  })

  test('a visitor, and a call without a key', async () => {
    const who = await person(system)
    expect(await asked(visitor(system), { price_id: pack25, method: mobile('01') })).toMatchObject({ status: 401 })
    expect(await asked(who, { price_id: pack25, method: mobile('01') })).toMatchObject({
      status: 400,
      code: 'bad_request',
    })
  })
})

test('where sandbox money was received a key of real money sells nothing', async () => {
  const who = await person(system)
  await started(who, '05')
  process.env['FEDAPAY_SECRET_KEY'] = 'sk_live_of_somebody'
  try {
    expect(await buy(await person(system), '01')).toMatchObject({ status: 503, code: 'provider_unknown' })
  } finally {
    delete process.env['FEDAPAY_SECRET_KEY']
  }
  expect(await buy(await person(system), '01')).toMatchObject({ status: 'pending' })
})

describe('a webhook is refused', () => {
  const body = new TextEncoder().encode(
    JSON.stringify({ id: 'evt_forged', name: 'transaction.approved', entity: { id: 1 } }),
  )
  const post = async (signature: string | null) => {
    const headers = signature === null ? {} : { 'x-fedapay-signature': signature }
    const response = await fetch(`${system.url}/functions/v1/payment-webhook/sandbox`, {
      method: 'POST',
      body,
      headers,
    })
    return response.status
  }

  test('that is not signed, signed by somebody else, and of a provider that is not here', async () => {
    expect(await post(null)).toBe(400)
    expect(await post(sign(body, { secret: 'somebody else', scheme: 's', at: new Date() }))).toBe(400)
    expect(await post('t=1,t=2,s=00')).toBe(400)
    const unknown = await fetch(`${system.url}/functions/v1/payment-webhook/fedapay`, { method: 'POST', body })
    expect(unknown.status).toBe(404)
  })
})

test('the sandbox answers nobody without its key', async () => {
  const ask = (key: string) =>
    fetch(`${system.url}/functions/v1/payment-sandbox/v1/transactions/1`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await ask(system.anonKey)).status).toBe(401)
  expect((await ask(system.serviceRoleKey)).status).toBe(401)
})
