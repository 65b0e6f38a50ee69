/** What payments need besides single events, through the functions over HTTP: receipts as PDF, plans by card, the second ring. */
import { randomUUID } from 'node:crypto'

import { createClient, type FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { PaymentStarted } from '../../functions/_shared/contract/src/index.ts'
import type { PaymentProvider } from '../../functions/_shared/payments/provider.ts'
import { compareBalances } from '../../functions/_shared/payments/upkeep.ts'
import { pack25 } from './open-billing.ts'
import { asked, findingsOf, person, type Person } from './payment-callers.ts'

const createur = '01940000-0000-7000-8000-000000000007'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
const settles = { timeout: 60_000, interval: 250 }
const mobile = { kind: 'mobile_money', operator: 'mtn_bj', number: '01 00 00 00 01' }

async function started(who: Person, order: object): Promise<PaymentStarted> {
  const answer = await asked<PaymentStarted>(
    who,
    { price_id: pack25, method: mobile, ...order },
    { 'idempotency-key': randomUUID() },
  )
  if (!('payment_id' in answer)) throw new Error(`Not started: ${JSON.stringify(answer)}`)
  return answer
}

async function press({ next }: PaymentStarted, outcome: string): Promise<void> {
  const url = next.kind === 'url' ? new URL(next.url) : null
  const page = `${system.url}/functions/v1/payment-sandbox/page/${url?.searchParams.get('sandbox')}`
  const response = await fetch(page, { method: 'POST', body: JSON.stringify({ outcome }) })
  expect(response.status).toBe(200)
}

async function one<Row>(who: Person, view: string): Promise<Row | null> {
  const { data, error } = await who.client.from(view).select('*').limit(1).maybeSingle<Row>()
  if (error) throw error
  return data
}

interface Held {
  readonly id: string
  readonly number: string
  readonly kind: string
}

test('a receipt is numbered and printed for its owner alone; what goes back is a credit note', async () => {
  const [who, stranger] = [await person(system), await person(system)]
  const { payment_id: id } = await started(who, {})
  await expect.poll(() => one<Held>(who, 'my_receipts'), settles).toMatchObject({ kind: 'receipt' })
  const held = (await one<Held>(who, 'my_receipts'))!
  expect(held.number).toMatch(/^TEST-\d{4}-\d{6}$/u)
  const path = `payment-receipt/${held.id}.pdf`
  const print = ({ client }: Person) => client.functions.invoke<Blob>(path, { method: 'GET' })
  const printed = await print(who)
  expect(printed.error).toBeNull()
  expect(printed.data?.type).toBe('application/pdf')
  expect((await printed.data!.text()).slice(0, 5)).toBe('%PDF-')
  const { error } = await print(stranger)
  expect((error as FunctionsHttpError | null)?.context).toMatchObject({ status: 404 })
  expect((await fetch(`${system.url}/functions/v1/${path}`)).status).toBe(401)

  await who.client.rpc('ask_refund', { p_payment: id })
  const kinds = async () =>
    (await who.client.from('my_receipts').select('kind,number,receipt_number').order('id')).data ?? []
  await expect.poll(kinds, settles).toEqual([
    { kind: 'receipt', number: held.number, receipt_number: null },
    { kind: 'credit_note', number: expect.stringMatching(/^TEST-AV-/u) as string, receipt_number: held.number },
  ])
})

interface Plan {
  readonly state: string
  readonly way: string
  readonly period_end: string
}

describe('a plan by card', () => {
  const paid = async ({ client }: Person) =>
    (await client.from('my_balance').select('paid').single()).data?.paid as number

  test('renews by itself, and one whose card is refused has its days of grace', async () => {
    const [good, bad] = [await person(system), await person(system)]
    await press(await started(good, { price_id: createur, method: { kind: 'card' } }), 'card_accepted')
    await press(await started(bad, { price_id: createur, method: { kind: 'card' } }), 'card_renewal_refused')
    for (const who of [good, bad])
      await expect
        .poll(() => one<Plan>(who, 'my_subscription'), settles)
        .toMatchObject({ state: 'active', way: 'card' })
    expect(await paid(good)).toBe(80)
    const { error } = await service().rpc('move_payment_clock', { p_by: '31 days 1 hour' })
    expect(error).toBeNull()
    await expect.poll(() => paid(good), settles).toBe(160)
    expect(await one<Plan>(good, 'my_subscription')).toMatchObject({ state: 'active' })
    await expect.poll(() => one<Plan>(bad, 'my_subscription'), settles).toMatchObject({ state: 'past_due' })
    expect(await paid(bad)).toBe(80)
  })
})

describe('the nightly comparison', () => {
  /** Says these balances one after the other, and that nothing was paid. */
  function scripted(...balances: readonly number[]): PaymentProvider {
    const left = [...balances]
    const unasked = () => Promise.reject(new Error('This is not asked'))
    return {
      name: 'sandbox',
      start: unasked,
      read: unasked,
      find: unasked,
      verify: unasked,
      refund: unasked,
      list: async () => [],
      balance: async () => [{ currency: 'XOF', amount: left.shift() ?? 0 }],
    }
  }

  async function books(): Promise<number> {
    const { data } = await service().rpc('provider_books', { p_provider: 'sandbox' })
    return (data as { currency: string; amount: number }[]).find(({ currency }) => currency === 'XOF')?.amount ?? 0
  }

  test('waits while money comes in, and reports what differs when none does', async () => {
    const ours = await books()
    expect(await compareBalances(service(), scripted(ours, ours + 1000))).toBe(false)
    expect(await compareBalances(service(), scripted(ours, ours))).toBe(true)
    expect(await findingsOf(system)).not.toContain('balance_differs')
    expect(await compareBalances(service(), scripted(ours + 5, ours + 5))).toBe(true)
    expect(await findingsOf(system)).toContain('balance_differs')
  })
})

test('sound after all of it', async () => {
  const rules = await Promise.all(['ledger_violations', 'billing_violations'].map((name) => service().rpc(name)))
  expect(rules.map(({ data }) => data as unknown)).toEqual([[], []])
})
