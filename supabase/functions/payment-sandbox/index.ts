/**
 * payment-sandbox: a payment provider in which no money moves, for installations without keys. FedaPay's wire under `/v1`, with
 * a key of its own; `/page/{reference}` for the page that stands for a bank's; `/clock` tells and moves the time that payments
 * go by, `/credits` gives and settles one's own. It does not exist where money is real.
 */
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'

import { bearerToken, serviceClient } from '../_shared/clients.ts'
import { hasSandbox } from '../_shared/payments/realm.ts'
import { answerClock } from '../_shared/payments/sandbox/clock.ts'
import { SandboxApi } from '../_shared/payments/sandbox/sandbox-api.ts'
import { sandboxKey } from '../_shared/payments/sandbox/sandbox-keys.ts'
import { SandboxPayouts } from '../_shared/payments/sandbox/sandbox-payouts.ts'
import { tryCredits } from '../_shared/payments/sandbox/try-credits.ts'
import { publicUrl } from '../_shared/public-url.ts'
import { answer, FunctionError, json } from '../_shared/respond.ts'

async function serve(request: Request): Promise<Response> {
  const { pathname, searchParams, origin } = new URL(publicUrl(request.url))
  const [first = '', ...rest] = pathname.replace(/^.*?\/payment-sandbox\/?/, '').split('/')
  if (!hasSandbox()) notFound()
  const api = new SandboxApi(serviceClient(), origin)
  if (first === 'page') {
    const [reference = ''] = rest
    return request.method === 'POST' ? api.press(reference, request) : api.page(reference)
  }
  if (first === 'clock') return answerClock(request)
  if (first === 'credits' && request.method === 'POST') return tryCredits(request)
  if (first !== 'v1') notFound()
  requireKey(request)
  if (rest[0] === 'payouts')
    return payouts(new SandboxPayouts(serviceClient()), rest.slice(1), { request, searchParams })
  return request.method === 'POST' ? post(api, rest, request) : get(api, rest, searchParams)
}

function post(api: SandboxApi, [what = '', id = '', act = '']: readonly string[], request: Request): Promise<Response> {
  if (what !== 'transactions') return api.send(what, request)
  if (id === '') return api.create(request)
  if (act === 'token') return api.token(id)
  return act === 'refund' ? api.refund(id, request) : notFound()
}

function get(api: SandboxApi, [what = '', id = '']: readonly string[], query: URLSearchParams): Promise<Response> {
  if (what === 'balances') return api.balances()
  if (what === 'webhooks') return Promise.resolve(ownWebhook())
  if (what !== 'transactions') return notFound()
  return id === 'search' ? api.search(query) : api.read(id)
}

function payouts(
  api: SandboxPayouts,
  [id = '']: readonly string[],
  { request, searchParams }: { readonly request: Request; readonly searchParams: URLSearchParams },
): Promise<Response> {
  if (request.method === 'POST') return api.create(request)
  if (request.method === 'PUT') return api.start(request)
  if (request.method === 'DELETE') return api.drop(id)
  return id === 'search' ? api.search(searchParams) : api.read(id)
}

function ownWebhook(): Response {
  return json({ 'v1/webhooks': [{ url: '/functions/v1/payment-webhook/sandbox', enabled: true }] })
}

function requireKey(request: Request): void {
  const [given, key] = [Buffer.from(bearerToken(request) ?? ''), Buffer.from(sandboxKey())]
  if (given.length !== key.length || !timingSafeEqual(given, key)) {
    throw new FunctionError(401, 'not_authenticated', 'This is not the key of the sandbox')
  }
}

function notFound(): never {
  throw new FunctionError(404, 'not_found', 'There is nothing here')
}

export default { fetch: (request: Request) => answer(request, serve) }
