/** payout-account by HTTP: a bank is offered where Stripe's key is, and its account is opened once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { person, type Person } from '../billing/payment-callers.ts'
import { StripeStandIn } from './stripe-stand-in.ts'

let system: RunningSystem
let stripe: StripeStandIn
beforeAll(async () => {
  system = await startSystem()
  stripe = await StripeStandIn.open()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stripe[Symbol.asyncDispose]()
  await system[Symbol.asyncDispose]()
})

async function asked({ token }: Person, body: object): Promise<[number, Record<string, unknown>]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${system.url}/functions/v1/payout-account`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

test('a bank is offered behind the key alone; its account is opened once, and ready when Stripe says so', async () => {
  const earner = await person(system)
  expect(await asked(earner, {})).toMatchObject([200, { is_offered: false, is_begun: false }])
  expect(await asked(earner, { country: 'FR' })).toMatchObject([404, { code: 'not_found' }])
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_of_this_test')
  vi.stubEnv('STRIPE_API_URL', stripe.url)
  expect(await asked(earner, {})).toMatchObject([200, { is_offered: true, is_begun: false, is_ready: false }])
  expect(await asked(earner, { country: 'BJ' })).toMatchObject([400, { field: 'country' }])
  for (const _ of [1, 2]) {
    const [status, { url }] = await asked(earner, { country: 'FR' })
    expect([status, String(url)]).toEqual([200, expect.stringContaining('https://connect.stripe.com/')])
  }
  expect(stripe.asked.filter((what) => what === 'POST /v1/accounts')).toHaveLength(1)
  expect(await asked(earner, {})).toMatchObject([200, { is_begun: true, is_ready: false }])
  const [account] = stripe.accounts.keys()
  stripe.accounts.set(account!, { isReady: true, bank: 'ba_1', last4: '3000', failed: null })
  expect(await asked(earner, {})).toMatchObject([200, { is_begun: true, is_ready: true }])
  expect((await earner.client.rpc('bank_terms')).data).toMatchObject({ obstacle: 'payout_bank_locked' })
  stripe.fate = () => 'lost'
  expect(await asked(earner, {})).toMatchObject([503, { code: 'operator_down' }])
})
