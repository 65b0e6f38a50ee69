/** What the adapter makes of answers that fail, over HTTP: a phone that may have rung is never taken for one that did not. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Method, Started } from '../provider.ts'
import { fedapayProvider } from './fedapay-provider.ts'

const transaction = { id: 7, reference: 'trx_7', status: 'pending', amount: 1000, currency: { iso: 'XOF' } }
/** By the path: which of the calls fails, and how. */
let failing: Readonly<Record<string, number>> = {}
function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const answers: Readonly<Record<string, object>> = {
    '/v1/transactions': { 'v1/transaction': transaction },
    '/v1/transactions/7/token': { token: 'token_7', url: 'https://pay.example/token_7' },
    '/v1/mtn_open': { 'v1/payment_intent': { status: 'pending' } },
  }
  response.writeHead(failing[path] ?? (path in answers ? 200 : 404), { 'content-type': 'application/json' })
  response.end(JSON.stringify(path in failing ? { message: 'No' } : answers[path]))
}
const server = createServer(serve)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  failing = {}
})

const phone: Method = { kind: 'mobile_money', operator: 'mtn_bj', country: 'BJ', msisdn: '2290100000001' }
const provider = () =>
  fedapayProvider({
    provider: 'sandbox',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'sk_sandbox_1',
    webhookSecrets: [],
    realm: 'test',
    canRefund: true,
    canRenew: true,
    hasDisputes: false,
  })
const order = {
  attemptId: '01940000-0000-7000-8000-00000000000a',
  money: { currency: 'XOF', amount: 1000 },
  words: '25 crédits Cortexia',
}
const start = (method: Method): Promise<Started> =>
  provider().start(
    { ...order, method, returnUrl: 'https://cortexia.example/payment/success?p=1', isRecurring: false },
    AbortSignal.timeout(10_000),
  )

test('a phone that rings and a page that opens are started', async () => {
  expect(await start(phone)).toEqual({ kind: 'started', ref: '7', url: null })
  expect(await start({ kind: 'card' })).toEqual({ kind: 'started', ref: '7', url: 'https://pay.example/token_7' })
})

const down: Started = { kind: 'refused', reason: 'operator_down' }
test.each([
  ['/v1/transactions', 503, down],
  ['/v1/transactions', 504, { kind: 'unknown' }],
  ['/v1/transactions/7/token', 503, down],
  // The request may have rung the phone before its answer was lost: the payer may say yes.
  ['/v1/mtn_open', 503, { kind: 'unknown' }],
  ['/v1/mtn_open', 500, { kind: 'unknown' }],
  ['/v1/mtn_open', 422, { kind: 'refused', reason: 'other' }],
] as const)('%s that answers %d', async (path, status, outcome) => {
  failing = { [path]: status }
  expect(await start(phone)).toEqual(outcome)
})

test('a card that may have been charged is looked up, not given up', async () => {
  failing = { '/v1/transactions': 503 }
  const renewal = { ...order, mandate: 'mandate_trx_1' }
  expect(await provider().renew?.(renewal, AbortSignal.timeout(10_000))).toEqual({ kind: 'unknown' })
})
