/**
 * POST payment-start, with `Idempotency-Key`: buys credits for oneself or as a gift, or tries a payment again
 * (`PaymentOrder`); 201 with `PaymentStarted`, 200 for what is open already. 409 `price_changed` says what it costs now, and
 * nothing was started.
 */
import { callerOf, serviceClient } from '../_shared/clients.ts'
import { PaymentOrder } from '../_shared/contract/src/index.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { startPayment } from '../_shared/payments/start-payment.ts'
import { publicUrl } from '../_shared/public-url.ts'
import { answerPost, FunctionError, readJson } from '../_shared/respond.ts'

async function buy(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const key = request.headers.get('idempotency-key') ?? ''
  if (!/^[\w-]{8,100}$/.test(key))
    throw new FunctionError(400, 'bad_request', 'An Idempotency-Key is needed', { field: 'idempotency-key' })
  const order = parseRequest(PaymentOrder, await readJson(request))
  const { origin } = new URL(publicUrl(request.url))
  return startPayment({ service: serviceClient(), userId: caller.userId, key, order, origin })
}

export default { fetch: (request: Request) => answerPost(request, buy) }
