/** Withdrawals to a bank: the pinned package of Stripe, our provider and the real database, against a stand-in of its wire. */
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { believeAccount } from '../../functions/_shared/payments/payouts/believe-account.ts'
import { believePayout } from '../../functions/_shared/payments/payouts/believe-payout.ts'
import { movePayout, type DuePayout } from '../../functions/_shared/payments/payouts/move-payouts.ts'
import { stripeProvider } from '../../functions/_shared/payments/stripe/stripe-provider.ts'
import { refusalOf } from '../billing/open-billing.ts'
import { openPayouts, type Payouts } from './open-payouts.ts'
import { StripeStandIn } from './stripe-stand-in.ts'

const secret = 'whsec_of_this_test'
let payouts: Payouts
let stripe: StripeStandIn
beforeAll(async () => {
  payouts = await openPayouts()
  stripe = await StripeStandIn.open()
})
afterAll(async () => {
  await stripe[Symbol.asyncDispose]()
  await payouts[Symbol.asyncDispose]()
})
beforeEach(() => {
  stripe.fate = () => 'answered'
})

function provider() {
  const made = stripeProvider({ key: 'sk_test_of_this_test', webhookSecrets: [secret], url: stripe.url })
  if (!made.payouts || !made.accounts) throw new Error('It pays no banks')
  return { provider: made, payouts: made.payouts, accounts: made.accounts }
}
const service = () => payouts.process(() => false)

/** Somebody with so many francs, whose account at Stripe is ready or not. */
async function earner(francs: number, { isReady = true }: { isReady?: boolean } = {}) {
  const person = await payouts.billing.ledger.newPerson()
  const { accounts } = provider()
  const opened = await accounts.open(person, 'FR')
  const account = await payouts.billing.ledger.asServer<{ ref: string }>(
    'select public.keep_bank_account($1, $2, $3) as ref',
    [person, opened, 'FR'],
  )
  if (isReady) stripe.accounts.set(opened, { isReady, bank: `ba_${opened}`, last4: '3000', failed: null })
  await believeAccount(service(), accounts, opened)
  await payouts.earn(person, francs)
  return { person, account: account[0]!.ref }
}

const ask = async (person: string, amount: number, key: string = crypto.randomUUID()) => {
  const call = `select public.ask_payout($1, $2, 'bank') as made`
  const [row] = await payouts.billing.as<{ made: { id: string; status: string; fee: number } }>(person, call, [
    amount,
    key,
  ])
  return row!.made
}
async function released(person: string, amount: number): Promise<string> {
  const { id, status } = await ask(person, amount)
  if (status === 'held') await payouts.decide(id)
  return id
}

/** Whoever comes by takes what is due; it may die anywhere. */
async function run(dies: () => boolean = () => false): Promise<void> {
  const process = payouts.process(dies)
  const { data } = await process.rpc('claim_payouts', { p_limit: 20, p_provider: 'stripe' })
  for (const due of data as DuePayout[]) await movePayout(process, provider(), due)
}
/** Time passes: leases run out, what waits is due. */
async function later(): Promise<void> {
  await payouts.billing.ledger.asOwner('update billing.payouts set lease_until = null where lease_until is not null')
  await payouts.billing.move('15 minutes')
}

test('who one is, is asked by Stripe: nothing goes to an account that is not ready, nor for 72 hours after its bank changed', async () => {
  const stranger = await payouts.billing.ledger.newPerson()
  expect(await refusalOf(ask(stranger, 2000))).toBe('PT409 payout_no_account')
  const { person, account } = await earner(100_000, { isReady: false })
  expect(await refusalOf(ask(person, 2000))).toBe('PT409 payout_account_unready')
  stripe.accounts.set(account, { isReady: true, bank: 'ba_one', last4: '3000', failed: null })
  await believeAccount(service(), provider().accounts, account)
  expect(await refusalOf(ask(person, 2000))).toBe('PT429 payout_bank_locked')
  await payouts.billing.move('73 hours')
  expect(await refusalOf(ask(person, 1_000_005))).toBe('PT422 payout_maximum')
  expect(await refusalOf(ask(person, 100_005))).toBe('PT422 payout_balance')
  expect(await ask(person, 70_000)).toMatchObject({ status: 'held', fee: 0 })
  expect(await refusalOf(ask(person, 2000))).toBe('PT409 payout_in_flight')
  stripe.accounts.set(account, { isReady: true, bank: 'ba_two', last4: '4000', failed: null })
  await believeAccount(service(), provider().accounts, account)
  const told = `select data ->> 'what' as what, data ->> 'last4' as last4 from public.notifications where type = 'payout' order by id`
  expect(await payouts.billing.as(person, told)).toEqual([
    { what: 'bank', last4: '3000' },
    { what: 'bank', last4: '4000' },
  ])
})

test('francs become euros at the parity, leave once, and come back whole where Stripe takes them back', async () => {
  const { person } = await earner(100_000)
  await payouts.billing.move('73 hours')
  const id = await released(person, 65_600)
  await run()
  await later()
  await run()
  expect(stripe.transfers.filter(({ transfer_group: of }) => of === id)).toMatchObject([
    { amount: 10_000, currency: 'eur' },
  ])
  expect(await payouts.statusOf(person)).toBe('sent')
  expect(await payouts.places(person)).toEqual({ earned: 34_400, payable: 0 })
  await payouts.billing.requireSound()
  // The next one of the month costs what the bank's transfer costs.
  await payouts.billing.move('25 hours')
  expect((await ask(person, 30_000)).fee).toBe(145)
  const transfer = stripe.transfers.find(({ transfer_group: of }) => of === id)
  if (transfer) transfer.reversed = true
  const { provider: made, payouts: banks } = provider()
  for (const _ of [1, 2]) await believePayout(service(), made, await banks.read(id, AbortSignal.timeout(10_000)))
  expect(await payouts.places(person)).toEqual({ earned: 70_000, payable: 30_000 })
  await payouts.billing.requireSound()
})

test('too little of ours waits and is tried again; an account that may not receive gives the money back, with why', async () => {
  const [poor, refused] = [await earner(10_000), await earner(10_000)]
  await payouts.billing.move('73 hours')
  const before = stripe.funds
  stripe.funds = 0
  const id = await released(poor.person, 5000)
  await run()
  expect(await payouts.statusOf(poor.person)).toBe('prepared')
  stripe.funds = before
  await later()
  await run()
  await later()
  await run()
  expect(await payouts.statusOf(poor.person)).toBe('sent')
  expect(stripe.transfers.filter(({ transfer_group: of }) => of === id)).toHaveLength(1)
  await released(refused.person, 5000)
  stripe.accounts.set(refused.account, { isReady: false, bank: 'ba_x', last4: '3000', failed: null })
  await run()
  const [line] = await payouts.billing.as(refused.person, 'select status, reason from public.my_payouts')
  expect(line).toEqual({ status: 'failed', reason: 'account' })
  expect(await payouts.places(refused.person)).toEqual({ earned: 10_000, payable: 0 })
  await payouts.billing.requireSound()
})

test('a bank that refuses Stripe’s transfer is told of once, to the one whose it is', async () => {
  const { person, account } = await earner(1000)
  const kept = stripe.accounts.get(account)
  if (kept) kept.failed = 'po_1'
  for (const _ of [1, 2]) await believeAccount(service(), provider().accounts, account)
  const told = `select data ->> 'what' as what from public.notifications where type = 'payout' order by id`
  expect(await payouts.billing.as(person, told)).toEqual([{ what: 'bank' }, { what: 'bank_refused' }])
})

test('events name what is to be read: the account, the transfer’s withdrawal', async () => {
  const { provider: made } = provider()
  const events = [
    ['account.updated', { id: 'acct_1', object: 'account' }, undefined, 'acct_1'],
    ['payout.failed', { id: 'po_1', object: 'payout' }, 'acct_1', 'acct_1'],
    ['transfer.reversed', { id: 'tr_1', object: 'transfer', transfer_group: 'our-own-id' }, undefined, 'our-own-id'],
  ] as const
  for (const [type, object, account, ref] of events) {
    const payload = JSON.stringify({ id: `evt_${type}`, type, account, data: { object } })
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret })
    const taken = await made.verify(
      new TextEncoder().encode(payload),
      new Headers({ 'stripe-signature': header }),
      new Date(),
    )
    expect(taken).toMatchObject({ ok: true, type, ref })
  }
})

/** Of a seed: the same draws in every run. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test(
  'whatever dies and whatever answer is lost: each leaves once, and its money is in one place',
  async () => {
    const people = draws({ few: 6, many: 200 })
    const earners = await Promise.all(Array.from({ length: people }, () => earner(10_000)))
    await payouts.billing.move('73 hours')
    const ids: string[] = []
    for (const { person } of earners) ids.push(await released(person, 4000))
    const next = drawn(18)
    const dies = () => next() < 0.15
    stripe.fate = () => {
      const at = next()
      if (at < 0.1) return 'done and lost'
      return at < 0.2 ? 'lost' : 'answered'
    }
    const open = `select count(*)::int as open from billing.payouts where status in ('prepared', 'sending', 'unknown') and operator = 'stripe'`
    const left = async () => (await payouts.billing.ledger.asOwner<{ open: number }>(open))[0]!.open
    for (let round = 0; (await left()) > 0; round += 1) {
      if (round > 60 + 10 * people) throw new Error('It never ends')
      await Promise.allSettled([run(dies), run(dies), run(dies)])
      await later()
      // A day later the keys that would have kept a second one from being made are forgotten.
      if (round % 5 === 4) stripe.forgetKeys()
    }
    for (const id of ids) expect(stripe.transfers.filter(({ transfer_group: of }) => of === id)).toHaveLength(1)
    for (const { person } of earners) expect(await payouts.places(person)).toEqual({ earned: 6000, payable: 0 })
    await payouts.billing.requireSound()
  },
  draws({ few: 120_000, many: 1_800_000 }),
)
