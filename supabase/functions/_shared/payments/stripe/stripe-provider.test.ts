/** The adapter against recorded shapes that must compile with the pinned package, over HTTP where it asks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { stripeProvider } from './stripe-provider.ts'
import { truthOfIntent, truthOfSession, type ChargeFacts, type IntentFacts, type SessionFacts } from './stripe-truth.ts'

const attempt = '01940000-0000-7000-8000-00000000000a'
const session = {
  id: 'cs_test_1',
  status: 'complete',
  payment_status: 'paid',
  currency: 'eur',
  amount_total: 490,
  client_reference_id: attempt,
  livemode: false,
  customer: 'cus_1',
} satisfies SessionFacts
const intent = {
  id: 'pi_1',
  status: 'succeeded',
  currency: 'eur',
  amount: 490,
  livemode: false,
  metadata: { attempt },
  customer: 'cus_1',
  payment_method: 'pm_1',
  setup_future_usage: 'off_session',
  last_payment_error: null,
} satisfies IntentFacts
const charge = {
  amount_refunded: 90,
  currency: 'eur',
  balance_transaction: { fee: 32, currency: 'eur' } as Stripe.BalanceTransaction,
} satisfies ChargeFacts

describe('what is true of a session', () => {
  test('that was paid, with its refund, its fee and what the card is charged by again', () => {
    expect(truthOfSession(session, intent, charge)).toEqual({
      ref: 'cs_test_1',
      attemptId: attempt,
      status: 'paid',
      reason: null,
      money: { currency: 'EUR', amount: 490 },
      refunded: 90,
      fee: 32,
      realm: 'test',
      raw: 'complete/paid',
      mandate: 'cus_1/pm_1',
    })
  })

  test.each([
    ['open', { status: 'open', payment_status: 'unpaid' }, 'pending'],
    ['expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
    ['of a word that nobody knows', { status: 'fancy_new_word', payment_status: 'unpaid' }, 'pending'],
  ] as const)('%s', (_, given, status) => {
    expect(truthOfSession({ ...session, ...given }, null, null).status).toBe(status)
  })
})

test.each([
  ['succeeded', null, 'paid', null],
  ['processing', null, 'pending', null],
  ['canceled', null, 'canceled', null],
  [
    'requires_payment_method',
    { code: 'card_declined', decline_code: 'insufficient_funds' },
    'failed',
    'insufficient_funds',
  ],
  ['requires_payment_method', { code: 'card_declined', decline_code: 'generic_decline' }, 'failed', 'card_declined'],
  ['requires_action', null, 'failed', 'authentication'],
  ['a_word_of_tomorrow', null, 'pending', null],
] as const)('an intent that is %s (%o) is %s', (status, error, told, reason) => {
  const facts = { ...intent, status, last_payment_error: error } as IntentFacts
  expect(truthOfIntent(facts, null)).toMatchObject({ status: told, reason, ref: 'pi_1', attemptId: attempt })
})

describe('a delivery', () => {
  const provider = stripeProvider({ key: 'sk_test_1', webhookSecrets: ['whsec_old', 'whsec_new'], url: null })
  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'charge.dispute.created',
    data: { object: { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' } },
  })
  const deliver = (secret: string, at: Date, body = payload) => {
    const timestamp = Math.floor(at.getTime() / 1000)
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return provider.verify(new TextEncoder().encode(body), new Headers({ 'stripe-signature': header }), new Date())
  }

  test('as the package signs it is taken, and names the money that it is about', async () => {
    const taken = { ok: true, eventId: 'evt_1', type: 'charge.dispute.created', ref: 'pi_1' }
    expect(await deliver('whsec_new', new Date())).toEqual(taken)
    expect(await deliver('whsec_old', new Date())).toEqual(taken)
  })

  test('by another secret, of another time or with another body is not', async () => {
    expect(await deliver('whsec_stranger', new Date())).toEqual({ ok: false, why: 'forged' })
    expect(await deliver('whsec_new', new Date(Date.now() - 301_000))).toEqual({ ok: false, why: 'stale' })
    expect(await deliver('whsec_new', new Date(Date.now() + 302_000))).toEqual({ ok: false, why: 'stale' })
    expect(await deliver('whsec_new', new Date(), payload.replace('dp_1', 'dp_2'))).toEqual({
      ok: false,
      why: 'forged',
    })
  })
})

describe('asked over HTTP', () => {
  interface Asked {
    readonly path: string
    readonly key: string | undefined
    readonly body: URLSearchParams
  }
  const asked: Asked[] = []
  let answer: { status: number; body: object } = { status: 200, body: {} }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request))
    const key = request.headers['idempotency-key']?.toString()
    asked.push({ path: `${request.method} ${request.url}`, key, body })
    response.writeHead(answer.status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify(answer.body))
  }
  const server = createServer((request, response) => void serve(request, response))
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const provider = () => {
    const { port } = server.address() as AddressInfo
    return stripeProvider({ key: 'sk_test_1', webhookSecrets: [], url: `http://127.0.0.1:${port}` })
  }
  const order = {
    attemptId: attempt,
    money: { currency: 'EUR', amount: 490 },
    method: { kind: 'card' },
    words: '70 crédits Cortexia',
    returnUrl: 'https://cortexia.example/payment/success?p=1',
    isRecurring: true,
  } as const
  const signal = AbortSignal.timeout(10_000)

  test('a start is a hosted page under the attempt’s key, of our amount', async () => {
    answer = { status: 200, body: { id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' } }
    expect(await provider().start(order, signal)).toEqual({
      kind: 'started',
      ref: 'cs_test_1',
      url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    })
    const { path, key, body } = asked.at(-1)!
    expect([path, key]).toEqual(['POST /v1/checkout/sessions', `attempt:${attempt}`])
    expect(Object.fromEntries(body)).toMatchObject({
      client_reference_id: attempt,
      'line_items[0][price_data][unit_amount]': '490',
      'line_items[0][price_data][currency]': 'eur',
      'adaptive_pricing[enabled]': 'false',
      'payment_intent_data[setup_future_usage]': 'off_session',
    })
  })

  test('a card that is refused is an answer; a server that fails may have charged it', async () => {
    const renewal = { ...order, mandate: 'cus_1/pm_1' }
    answer = {
      status: 402,
      body: { error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' } },
    }
    expect(await provider().renew?.(renewal, signal)).toEqual({ kind: 'refused', reason: 'insufficient_funds' })
    expect(asked.at(-1)).toMatchObject({ path: 'POST /v1/payment_intents', key: `attempt:${attempt}` })
    answer = { status: 500, body: { error: { type: 'api_error' } } }
    expect(await provider().renew?.(renewal, signal)).toEqual({ kind: 'unknown' })
  })

  test('what it says of errors never holds our key', async () => {
    answer = { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_1' } } }
    const failure = await provider().read('cs_test_1', signal).catch(String)
    expect(failure).toBe('ProviderError: stripe: http_401')
  })
})
